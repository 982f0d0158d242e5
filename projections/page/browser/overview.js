// A small map of the whole board: where one is, who stands where; a click goes there.

import { drawn } from "./dom.js";

const SPOT = 2.6; // pixels of a piece
const SHARE = 0.19, EDGE_ROOM = 8; // of the panel's width and height
const MOST_SEEN = 0.5; // of the board
const CORNERS = [[1, 1], [0, 1], [1, 0], [0, 0]]; // right or left, low or high
const WEIGHT = 1000; // more than there are pieces or names on any board
const LEFT_OUT = ".hexes, .number, .label, text, title, defs, .hex"; // nothing that cannot be seen so small

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export class Overview {
  /** @param {HTMLElement} frame of the board @param {any} view */
  constructor(frame, view) {
    this.frame = frame;
    this.view = view;
    this.svg = drawn("svg", { class: "drawn overview", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.ground = this.svg.appendChild(drawn("g"));
    this.dots = this.svg.appendChild(drawn("g"));
    this.seen = this.svg.appendChild(drawn("rect", { class: "seen" }));
    frame.append(this.svg);
    const go = (event) => {
      const box = this.svg.getBoundingClientRect(), { x, y, w, h } = this.view.whole;
      this.view.centre(x + ((event.clientX - box.x) / box.width) * w, y + ((event.clientY - box.y) / box.height) * h);
    };
    this.svg.addEventListener("pointerdown", (event) => (event.stopPropagation(), this.svg.setPointerCapture(event.pointerId), go(event)));
    this.svg.addEventListener("click", (event) => event.stopPropagation()); // it is no click on the board beneath
    this.svg.addEventListener("pointermove", (event) => event.buttons && go(event));
  }

  lay(ground, isMap) {
    this.isMap = isMap;
    const copy = ground.cloneNode(true);
    for (const node of copy.querySelectorAll(LEFT_OUT)) node.remove();
    this.ground.replaceChildren(copy);
    const { x, y, w, h } = this.view.whole;
    this.svg.setAttribute("viewBox", [x, y, w, h].join(" "));
    this.sized();
  }

  /** As large as the panel has room for. */
  sized() {
    const { w, h } = this.view.whole, { wide, high } = this.view.panel;
    const pixel = w / Math.max(20, Math.min(wide * SHARE, high * SHARE * 1.4 * (w / h)));
    if (pixel === this.pixel && this.size) return;
    this.pixel = pixel;
    this.size = { wide: Math.round(w / pixel), high: Math.round(h / pixel) };
    this.svg.style.width = `${this.size.wide}px`;
    this.svg.style.height = `${this.size.high}px`;
  }

  /**
   * In the corner of the panel where it hides the least; where it would hide what the moment is about in each, nowhere; nor
   * where it would hide anybody and most of the board is seen anyhow.
   * All boxes are in units of the drawing.
   * @param {Box[]} about what the moment is about @param {Box[]} pieces @param {Box[]} names
   */
  settle(about, pieces, names) {
    const found = CORNERS.map((corner) => {
      const box = this.at(corner), isHidden = (one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom;
      return { corner, hides: [about, pieces, names].map((all) => all.filter(isHidden).length) };
    });
    const loss = ({ hides }) => hides.reduce((sum, count) => sum * WEIGHT + count, 0); // what comes first counts first
    const best = found.reduce((least, one) => (loss(one) < loss(least) ? one : least));
    this.svg.classList.toggle("folded", best.hides[0] > 0 || (best.hides[1] > 0 && this.view.share > MOST_SEEN));
    this.corner = best.corner;
    const [right, low] = best.corner;
    const inset = [low ? "auto" : `${EDGE_ROOM}px`, right ? `${EDGE_ROOM}px` : "auto", low ? `${EDGE_ROOM}px` : "auto", right ? "auto" : `${EDGE_ROOM}px`].join(" ");
    if (inset !== this.inset) this.svg.style.inset = this.inset = inset;
  }

  /** What it hides in a corner, with a little room about it. @returns {Box} */
  at([right, low]) {
    const { x, y, w, h } = this.view.box, { scale } = this.view, wide = (this.size.wide + 2 * EDGE_ROOM) * scale, high = (this.size.high + 2 * EDGE_ROOM) * scale;
    return { left: right ? x + w - wide : x, right: right ? x + w : x + wide, top: low ? y + h - high : y, bottom: low ? y + h : y + high };
  }

  /** What it hides now; null: it is not shown. */
  covers() {
    return this.svg.matches(".needed:not(.folded)") && this.corner ? this.at(this.corner) : null;
  }

  /** @param {[number, number, string][]} pieces where each stands, and the class of its side */
  show(pieces) {
    const size = SPOT * 2 * this.pixel;
    const spots = new Map();
    const told = pieces.join(" ") + size;
    if (told === this.told) return; // it stands as it stood
    this.told = told;
    for (const [x, y, look] of pieces) spots.set(`${Math.round(x / 20)} ${Math.round(y / 20)}`, [x, y, look]);
    this.dots.replaceChildren(...[...spots.values()].map(([x, y, look]) =>
      drawn("rect", { class: `spot ${look}`, x: x - size / 2, y: y - size / 2, width: size, height: size })));
  }

  frameSeen() {
    const { x, y, w, h } = this.view.box, { whole } = this.view;
    const left = Math.max(x, whole.x), top = Math.max(y, whole.y);
    for (const [name, value] of Object.entries({ x: left, y: top, width: Math.min(x + w, whole.x + whole.w) - left, height: Math.min(y + h, whole.y + whole.h) - top })) {
      this.seen.setAttribute(name, value.toFixed(1));
    }
    this.svg.classList.toggle("needed", this.isMap && this.view.isClose);
  }
}
