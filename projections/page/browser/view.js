// How much of the board is seen: near the action, by hand, or all of it; and what can be read at that size.

import { byId } from "./dom.js";

const CLOSEST = 180; // units of the drawing across, at least
const NEAREST = 1.3, NEAREST_TABLE = 0.9; // pixels for a unit, at most, where the view goes by itself
const FARTHEST = 0.36; // pixels for a unit, at least: a card is then as wide as two digits
const STEP = 1.3, EDGE = 0.06, PAN = 0.2, FOLLOW = 420;
const SLIGHT = 0.01; // a change of size that changes no type

export class View {
  /** @param {() => void} resized when things are drawn larger or smaller, or another part of the board is seen */
  constructor(svg, frame, resized) {
    this.svg = svg;
    this.frame = frame;
    this.resized = resized;
    this.pointers = new Map();
    this.follows = true;
    this.isByHand = false; // so near or far as somebody wanted it
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      frame.addEventListener(kind, (event) => this[kind](event));
    }
    byId("closer").addEventListener("click", () => this.zoom(1 / STEP));
    byId("farther").addEventListener("click", () => this.zoom(STEP));
    byId("all").addEventListener("click", () => this.toggle());
    byId("follow").addEventListener("click", () => this.setFollows(!this.follows));
    new ResizeObserver(() => (this.measure(), this.whole && this.refit())).observe(frame);
  }

  /** @param {number[]} whole all there is to see */
  fit([x, y, w, h], isTable) {
    this.isTable = isTable;
    this.measure();
    this.whole = { x, y, w, h };
    this.box = null;
    this.action = null;
  }

  /** The panel in pixels, kept: to ask for it in the midst of a step costs more than the step. */
  measure() {
    const { clientWidth, clientHeight } = this.frame;
    this.panel = { wide: Math.max(clientWidth, 1), high: Math.max(clientHeight, 1) };
  }

  /** How much wider than high the panel is. */
  get shape() {
    return this.panel.wide / this.panel.high;
  }

  /** How much of the board can be seen at once, and its cards still be made out. */
  get room() {
    return { wide: Math.round(this.panel.wide / FARTHEST), high: Math.round(this.panel.high / FARTHEST) };
  }

  /** The smallest part in the shape of the panel that holds an extent, not nearer than need be, and not off the board. */
  around(extent) {
    const { shape, whole } = this;
    if (!extent) return this.shaped(whole);
    const [wide, high] = [extent.right - extent.left, extent.bottom - extent.top];
    const w = Math.min(Math.max(wide, high * shape, this.panel.wide / (this.isTable ? NEAREST_TABLE : NEAREST)), this.shaped(whole).w);
    return this.kept({ x: (extent.left + extent.right - w) / 2, y: (extent.top + extent.bottom - w / shape) / 2, w, h: w / shape });
  }

  /** As large as it is, and as much more on two sides as the panel has room for. */
  shaped({ x, y, w, h }) {
    const wide = Math.max(w, h * this.shape), high = wide / this.shape;
    return { x: x - (wide - w) / 2, y: y - (high - h) / 2, w: wide, h: high };
  }

  /** The same, moved onto the board; what is larger than the board has it in its middle. */
  kept({ x, y, w, h }) {
    const { whole } = this;
    const within = (at, size, low, room) => (size >= room ? low + (room - size) / 2 : Math.min(Math.max(at, low), low + room - size));
    return { x: within(x, w, whole.x, whole.w), y: within(y, h, whole.y, whole.h), w, h };
  }

  /** What the phase is about: the view goes there, unless somebody has chosen another, or wants it still. */
  attend(extent, phase, atOnce) {
    const isOld = phase === this.phase && this.box && (extent === this.action || this.holds(extent));
    [this.action, this.phase] = [extent, phase];
    if (!this.box) this.set(this.around(extent));
    else if (!isOld && this.follows && !this.isByHand) this.glideTo(this.around(extent), atOnce);
  }

  holds(extent) {
    const { x, y, w, h } = this.box;
    return extent && extent.left >= x && extent.right <= x + w && extent.top >= y && extent.bottom <= y + h;
  }

  refit() {
    if (!this.box) return;
    const middle = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 };
    if (this.isByHand || !this.follows) this.set({ x: middle.x - this.box.w / 2, y: middle.y - this.box.w / this.shape / 2, w: this.box.w, h: this.box.w / this.shape });
    else this.set(this.around(this.action));
  }

  setFollows(follows) {
    this.follows = follows;
    if (follows) this.isByHand = false;
    byId("follow").setAttribute("aria-pressed", String(follows));
    if (follows) this.glideTo(this.around(this.action));
  }

  /** All of it; and again, where things happen. */
  toggle() {
    const whole = this.shaped(this.whole), isWhole = this.isNear(this.box, whole);
    this.isByHand = !isWhole;
    this.glideTo(isWhole ? this.around(this.action) : whole);
  }

  isNear(a, b) {
    return Math.abs(a.w - b.w) < 2 && Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2;
  }

  get isClose() {
    return this.box.w < this.whole.w * 0.97 || this.box.h < this.whole.h * 0.97;
  }

  /** How much of the board is seen. */
  get share() {
    const { box, whole } = this;
    return Math.min(1, box.w / whole.w) * Math.min(1, box.h / whole.h);
  }

  set(wanted) {
    const most = this.shaped(this.whole).w;
    const w = Math.min(Math.max(wanted.w, CLOSEST), most), h = w / this.shape;
    const x = wanted.x + (wanted.w - w) / 2, y = wanted.y + (wanted.h - h) / 2;
    this.box = this.kept({ x, y, w, h });
    this.svg.setAttribute("viewBox", [this.box.x, this.box.y, w, h].map((n) => n.toFixed(1)).join(" "));
    this.frame.classList.toggle("close", this.isClose);
    this.resized();
  }

  /** Units of the drawing in a pixel. */
  get scale() {
    return this.box.w / this.panel.wide;
  }

  /** Whether type has another size now than when this was last asked. */
  isResized() {
    const { scale } = this;
    if (this.told && Math.abs(scale / this.told - 1) < SLIGHT) return false;
    this.told = scale;
    return true;
  }

  at(event) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  // By hand

  zoom(by, centre = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 }) {
    const { x, y, w, h } = this.box;
    const share = Math.min(Math.max(by, CLOSEST / w), this.shaped(this.whole).w / w);
    this.byHand({ x: centre.x - (centre.x - x) * share, y: centre.y - (centre.y - y) * share, w: w * share, h: h * share });
  }

  byHand(box) {
    this.turn = null;
    this.isByHand = true;
    this.set(box);
  }

  pan(dx, dy) {
    this.byHand({ ...this.box, x: this.box.x + dx * this.box.w * PAN, y: this.box.y + dy * this.box.h * PAN });
  }

  /** A place of the board into the middle. */
  centre(x, y) {
    this.byHand({ ...this.box, x: x - this.box.w / 2, y: y - this.box.h / 2 });
  }

  wheel(event) {
    if (event.target.closest(".mapless")) return;
    event.preventDefault();
    this.zoom(Math.exp(Math.max(-80, Math.min(80, event.deltaY)) / 300), this.at(event));
  }

  pointerdown(event) {
    if (event.target.closest("button, .mapless, .overview")) return;
    this.pointers.set(event.pointerId, event);
    this.moved = 0;
  }

  pointermove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || (event.pointerType === "mouse" && !event.buttons)) return;
    const others = [...this.pointers.values()].filter((each) => each.pointerId !== event.pointerId);
    this.moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (this.moved > 4 && !this.frame.hasPointerCapture(event.pointerId)) this.frame.setPointerCapture(event.pointerId);
    const { scale } = this;
    if (others.length) this.pinch(before, event, others[0]);
    else if (this.moved > 4) {
      this.byHand({ ...this.box, x: this.box.x - (event.clientX - before.clientX) * scale, y: this.box.y - (event.clientY - before.clientY) * scale });
    }
    this.pointers.set(event.pointerId, event);
  }

  pinch(before, now, other) {
    const apart = (event) => Math.max(20, Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY));
    this.zoom(apart(before) / apart(now), this.at({ clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 }));
  }

  pointerup(event) {
    this.pointers.delete(event.pointerId);
  }

  pointercancel(event) {
    this.pointers.delete(event.pointerId);
  }

  /** Brings into sight what happened, as near as one looks. */
  follow(boxes, atOnce) {
    if (!boxes.length || !this.isClose || !this.follows) return;
    const left = Math.min(...boxes.map((box) => box.x)), right = Math.max(...boxes.map((box) => box.x + box.width));
    const top = Math.min(...boxes.map((box) => box.y)), bottom = Math.max(...boxes.map((box) => box.y + box.height));
    const { x, y, w, h } = this.box;
    const isIn = left > x + w * EDGE && right < x + w * (1 - EDGE) && top > y + h * EDGE && bottom < y + h * (1 - EDGE);
    if (!isIn) this.glideTo(this.kept({ w, h, x: (left + right - w) / 2, y: (top + bottom - h) / 2 }), atOnce);
  }

  glideTo(box, atOnce = window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const from = this.box, start = performance.now(), turn = (this.turn = {});
    if (atOnce || this.isNear(from, box)) {
      this.set(box);
      return;
    }
    const step = (now) => {
      if (this.turn !== turn) return;
      const share = Math.max(0, Math.min(1, (now - start) / FOLLOW)), eased = share * share * (3 - 2 * share);
      const between = (a, b) => a + (b - a) * eased;
      this.set({ x: between(from.x, box.x), y: between(from.y, box.y), w: between(from.w, box.w), h: between(from.h, box.h) });
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}
