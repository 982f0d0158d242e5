// Words on the board that keep their size on the screen: what came of a blow, and who it was, where cards are too small
// to say so. They lie where no card and no other name lies.

import { drawn } from "./dom.js";

const TYPE = 11.5, PAD = 4, LINE_HIGH = 17; // pixels
const RINGS = [1, 1.6, 2.4, 3.4, 4.6, 6, 8, 11];
const NEAR_RINGS = 4; // farther off a name would be taken for somebody else's
const LED = 6; // pixels beyond its first ring from which on a line leads to whose name it is
const ASIDES = [[0, -1], [1, -0.35], [-1, -0.35], [0, 1], [0.75, 1], [-0.75, 1], [0.75, -1], [-0.75, -1], [1, 0.4], [-1, 0.4]];
const APART_WORDS = 11; // pixels between places that are tried
const MOST_WORDS = 60; // words at a time

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in units of the drawing
 *  @typedef {{text: string, at: [number, number], away: number, look: string, must: boolean}} Wanted */

export class Callouts {
  constructor(layer) {
    this.layer = layer;
    this.pen = document.createElement("canvas").getContext("2d");
  }

  /**
   * @param {Wanted[]} wanted those that matter most first
   * @param {Box[]} taken what no word may lie on
   * @param {Box} page what is seen
   * @param {number} scale units of the drawing in a pixel
   */
  show(wanted, taken, page, scale) {
    const boxes = [...taken], nodes = [];
    for (const one of wanted.slice(0, MOST_WORDS)) {
      const wide = (this.width(one.text) + 2 * PAD) * scale, high = LINE_HIGH * scale;
      const box = this.place(one, wide, high, boxes, page, scale);
      if (!box) continue;
      boxes.push(box);
      nodes.push(this.drawn(one, box, scale));
    }
    this.layer.replaceChildren(...nodes);
  }

  width(text) {
    if (!this.pen) return text.length * TYPE * 0.6;
    this.pen.font = `600 ${TYPE}px ${getComputedStyle(document.body).fontFamily}`;
    return this.pen.measureText(text).width;
  }

  /** The nearest free place; one that must be told lies where it covers least. */
  place(one, wide, high, taken, page, scale) {
    let least = Infinity, best = null;
    for (const [cx, cy] of spots(one, wide, high, page, scale)) {
      const box = { left: cx - wide / 2, top: cy - high / 2, right: cx + wide / 2, bottom: cy + high / 2 };
      if (box.left < page.left || box.right > page.right || box.top < page.top || box.bottom > page.bottom) continue;
      const lost = taken.reduce((sum, other) => sum + overlap(box, other), 0);
      if (!lost) return box;
      if (lost < least) [least, best] = [lost, box];
    }
    return one.must ? best : null;
  }

  drawn(one, box, scale) {
    const { text, look } = one, [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return drawn("g", { class: `callout ${look}`, transform: `translate(${cx.toFixed(1)},${cy.toFixed(1)}) scale(${scale.toFixed(4)})` },
      this.leader(one, box, scale),
      drawn("rect", { x: (box.left - cx) / scale, y: -LINE_HIGH / 2, width: (box.right - box.left) / scale, height: LINE_HIGH, rx: 3 }),
      drawn("text", { y: TYPE * 0.36, text }));
  }

  /** From a name that had to move away, to whose it is. */
  leader({ at: [x, y], away, look }, box, scale) {
    const [nx, ny] = [Math.min(Math.max(x, box.left), box.right), Math.min(Math.max(y, box.top), box.bottom)];
    if (look !== "named" || Math.hypot(nx - x, ny - y) < away + LED * scale) return null;
    const [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return drawn("line", { class: "leads", x1: (nx - cx) / scale, y1: (ny - cy) / scale, x2: (x - cx) / scale, y2: (y - cy) / scale });
  }
}

/** What must be told may lie anywhere; a name only near whose it is. */
function* spots(one, wide, high, page, scale) {
  yield* beside(one, wide, high, scale, one.must ? RINGS : RINGS.slice(0, NEAR_RINGS));
  if (one.must) yield* anywhere(one.at, page, scale);
}

/** Middles about a place, the nearest first. */
function beside({ at: [x, y], away }, wide, high, scale, rings) {
  return rings.flatMap((ring) => ASIDES.map(([dx, dy]) => {
    const off = away + (ring - 1) * 14 * scale;
    return [x + dx * (wide / 2 + off), y + dy * (high / 2 + off)];
  }));
}

/** Wherever it may be, the nearest first. */
function anywhere([x, y], { left, top, right, bottom }, scale) {
  const found = [], far = ([cx, cy]) => Math.hypot(cx - x, cy - y);
  for (let cx = left; cx < right; cx += APART_WORDS * scale) for (let cy = top; cy < bottom; cy += APART_WORDS * scale) found.push([cx, cy]);
  return found.sort((a, b) => far(a) - far(b));
}

function overlap(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
