// How much of the board is seen: zoom, drag, pinch, and following what happens.

import { byId } from "./dom.js";

const CLOSEST = 180; // units of the drawing across, at least
const STEP = 1.3, EDGE = 0.12, PAN = 0.2, FOLLOW = 260;

export class View {
  constructor(svg, frame) {
    this.svg = svg;
    this.frame = frame;
    this.pointers = new Map();
    this.follows = true;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      frame.addEventListener(kind, (event) => this[kind](event));
    }
    byId("closer").addEventListener("click", () => this.zoom(1 / STEP));
    byId("farther").addEventListener("click", () => this.zoom(STEP));
    byId("all").addEventListener("click", () => this.toggle());
    new ResizeObserver(() => this.whole && this.set(this.box)).observe(frame);
  }

  /** @param {number[]} whole all there is to see @param {number[]} action the part where things happen */
  fit(whole, action) {
    this.whole = this.boxOf(whole);
    this.action = this.boxOf(action);
    this.set(this.action);
  }

  boxOf([x, y, w, h]) {
    return { x, y, w, h };
  }

  toggle() {
    this.glideTo(this.isNear(this.box, this.whole) ? this.action : this.whole);
  }

  isNear(a, b) {
    return Math.abs(a.w - b.w) < 2 && Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2;
  }

  get isClose() {
    return this.box.w < this.whole.w * 0.97 || this.box.h < this.whole.h * 0.97;
  }

  set(box) {
    const most = Math.max(this.whole.w, this.whole.h) * 1.3;
    const w = Math.min(Math.max(box.w, CLOSEST), most), h = box.h * (w / box.w);
    const x = Math.min(Math.max(box.x, this.whole.x - w / 2), this.whole.x + this.whole.w - w / 2);
    const y = Math.min(Math.max(box.y, this.whole.y - h / 2), this.whole.y + this.whole.h - h / 2);
    this.box = { x, y, w, h };
    this.svg.setAttribute("viewBox", [x, y, w, h].map((n) => n.toFixed(1)).join(" "));
    this.frame.classList.toggle("close", this.isClose);
  }

  /** Units of the drawing in a pixel. */
  get scale() {
    const { width, height } = this.svg.getBoundingClientRect();
    return Math.max(this.box.w / Math.max(width, 1), this.box.h / Math.max(height, 1));
  }

  at(event) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  zoom(by, centre = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 }) {
    const { x, y, w, h } = this.box;
    const least = Math.max(by, CLOSEST / w);
    this.set({ x: centre.x - (centre.x - x) * least, y: centre.y - (centre.y - y) * least, w: w * least, h: h * least });
  }

  pan(dx, dy) {
    this.set({ ...this.box, x: this.box.x + dx * this.box.w * PAN, y: this.box.y + dy * this.box.h * PAN });
  }

  wheel(event) {
    if (event.target.closest(".mapless")) return;
    event.preventDefault();
    this.zoom(Math.exp(Math.max(-80, Math.min(80, event.deltaY)) / 300), this.at(event));
  }

  pointerdown(event) {
    if (event.target.closest("button, .mapless")) return;
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
      this.set({ ...this.box, x: this.box.x - (event.clientX - before.clientX) * scale, y: this.box.y - (event.clientY - before.clientY) * scale });
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

  /** Brings into sight what happened, when only part of the board is seen. */
  follow(boxes, atOnce) {
    if (!boxes.length || !this.isClose || !this.follows) return;
    const left = Math.min(...boxes.map((box) => box.x)), right = Math.max(...boxes.map((box) => box.x + box.width));
    const top = Math.min(...boxes.map((box) => box.y)), bottom = Math.max(...boxes.map((box) => box.y + box.height));
    const { x, y, w, h } = this.box;
    const isIn = left > x + w * EDGE && right < x + w * (1 - EDGE) && top > y + h * EDGE && bottom < y + h * (1 - EDGE);
    if (!isIn) this.glideTo({ w, h, x: (left + right - w) / 2, y: (top + bottom - h) / 2 }, atOnce);
  }

  glideTo(box, atOnce = window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    if (atOnce) {
      this.set(box);
      return;
    }
    const from = this.box, start = performance.now(), turn = (this.turn = {});
    const step = (now) => {
      if (this.turn !== turn) return;
      const share = Math.min(1, (now - start) / FOLLOW), eased = share * share * (3 - 2 * share);
      const between = (a, b) => a + (b - a) * eased;
      this.set({ x: between(from.x, box.x), y: between(from.y, box.y), w: between(from.w, box.w), h: between(from.h, box.h) });
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}
