// A move on a table put together by hand: wheels by a corner, straight ways by the body, each a step of its path.

const LEAST = 0.05; // of a unit, and of a degree: less is no step

/** @typedef {[number, number]} XY */

export class Steps {
  /** @param {XY[]} front both ends of the unit's front on the drawing, the left one first @param {any} table */
  constructor(front, table) {
    Object.assign(this, { start: front, table });
    this.clear();
  }

  clear() {
    this.words = [];
    this.front = this.start;
  }

  get middle() {
    const [[lx, ly], [rx, ry]] = this.front;
    return [(lx + rx) / 2, (ly + ry) / 2];
  }

  /** The way it looks, as a vector of length one; y grows downwards on the drawing. */
  get ahead() {
    const [[lx, ly], [rx, ry]] = this.front, wide = Math.hypot(rx - lx, ry - ly) || 1;
    return [(ry - ly) / wide, -(rx - lx) / wide];
  }

  /** How a corner taken to a point would wheel the front: about the other one. */
  wheel(corner, [x, y]) {
    const [left, right] = this.front;
    const [pivot, outer] = corner === "left" ? [right, left] : [left, right];
    const before = Math.atan2(outer[1] - pivot[1], outer[0] - pivot[0]), after = Math.atan2(y - pivot[1], x - pivot[0]);
    const turn = Math.round((((after - before) * 180) / Math.PI + 540) % 360 - 180); // clockwise on the drawing above zero
    const forward = corner === "left" ? turn : -turn;
    if (Math.abs(turn) < 1) return null;
    const hand = corner === "left" ? "right" : "left"; // the side it turns about
    return { word: `${forward < 0 ? "back-" : ""}wheel-${hand}:${Math.abs(turn)}`, front: turnedAbout(this.front, pivot, (turn * Math.PI) / 180) };
  }

  /** The same by its words: `wheel-left`, 30. */
  turned(verb, degrees) {
    const [left, right] = this.front, isLeft = verb.endsWith("left"), pivot = isLeft ? left : right;
    const clockwise = (isLeft ? -1 : 1) * (verb.startsWith("back") ? -1 : 1);
    return { word: `${verb}:${degrees}`, front: turnedAbout(this.front, pivot, (clockwise * degrees * Math.PI) / 180) };
  }

  /** How far straight on or back a point lies from where its front is. */
  straight([x, y]) {
    const [mx, my] = this.middle, [ax, ay] = this.ahead;
    const far = Math.round(((x - mx) * ax + (y - my) * ay) / this.table.unit * 10) / 10;
    if (Math.abs(far) < LEAST) return null;
    const by = far * this.table.unit;
    return { word: `${far > 0 ? "ahead" : "back"}:${Math.abs(far)}`, front: this.front.map(([px, py]) => [px + ax * by, py + ay * by]) };
  }

  take({ word, front }) {
    this.words.push(word);
    this.front = front;
  }
}

function turnedAbout(front, [px, py], angle) {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return front.map(([x, y]) => [px + (x - px) * c - (y - py) * s, py + (x - px) * s + (y - py) * c]);
}

/** A point of the table, as it is typed. */
export function pointOf({ left, bottom, unit }, [x, y]) {
  const told = (value) => String(Math.round(value * 100) / 100);
  return `${told((x - left) / unit)}:${told((bottom - y) / unit)}`;
}
