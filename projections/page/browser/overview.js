// A small map of the whole board: where one is, who stands where; a click goes there.

import { drawn } from "./dom.js";

const SPOT = 2.6; // pixels of a piece
const SHARE = 0.19, EDGE_ROOM = 8; // of the panel's width and height
const LEFT_OUT = ".hexes, .number, .label, text, title, defs, .hex"; // nothing that cannot be seen so small

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

  /** In the corner of the panel where it hides the fewest pieces. @param {[number, number][]} pieces on the screen */
  settle(pieces) {
    const { panel } = this.view, wide = this.size.wide + 30, high = this.size.high + 30;
    const hides = ([right, low]) => pieces.filter(([x, y]) => (right ? x > panel.wide - wide : x < wide) && (low ? y > panel.high - high : y < high)).length;
    const corner = [[1, 1], [0, 1], [1, 0], [0, 0]].reduce((best, one) => (hides(one) < hides(best) ? one : best));
    if (String(corner) === this.corner) return;
    this.corner = String(corner);
    const [right, low] = corner;
    this.svg.style.inset = [low ? "auto" : `${EDGE_ROOM}px`, right ? `${EDGE_ROOM}px` : "auto", low ? `${EDGE_ROOM}px` : "auto", right ? "auto" : `${EDGE_ROOM}px`].join(" ");
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
