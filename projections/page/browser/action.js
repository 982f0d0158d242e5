// Where things happen: the part of the board that a phase is about.

import { upto } from "./store.js";

export const LABEL = "~"; // before the id of what only names another piece
const HALF_CARD = 42; // the room a piece takes to each side
const LOOSE = 0.6, BESIDE = 30; // of the span of its bases, as its middle is not always in the middle; and for its plate
const STRAYS = 0.04; // of all pieces, to each side

/** @typedef {{left: number, top: number, right: number, bottom: number}} Extent */

export class Action {
  constructor(store) {
    this.store = store;
    this.kept = new Map();
    this.sizes = new Map();
  }

  /** The first and the last entry of the phase that an entry belongs to. */
  phase(line, number, viewer) {
    const turns = this.store.rows(line, "turns", viewer), i = upto(turns, number) - 1;
    return [i < 0 ? this.store.first(line) : turns[i][0], i + 1 < turns.length ? turns[i + 1][0] - 1 : this.store.last(line)];
  }

  /**
   * Of the phase of an entry; where nothing happens in it, of the next one in which something does; else of all. Of a
   * phase so wide that its cards could not be read, the stretch of it that the entry belongs to.
   * @param {{wide: number, high: number}} room how much of the board can be read at once
   * @returns {Extent | null}
   */
  about(line, number, viewer, board, room) {
    const last = this.store.last(line);
    for (let at = number; at <= last; ) {
      const [first, end] = this.phase(line, at, viewer);
      const stretches = this.within(line, first, end, viewer, room);
      if (stretches.length) return stretches[Math.max(0, upto(stretches, at) - 1)][1];
      at = Math.max(end, at) + 1;
    }
    return this.standing(board);
  }

  /** @returns {[number, Extent][]} from which entry on it is about what */
  within(line, first, end, viewer, room) {
    const key = `${line}\n${viewer}\n${first}\n${end}\n${room.wide}`;
    if (!this.kept.has(key)) this.kept.set(key, cut(this.happenings(line, first, end, viewer), room));
    return this.kept.get(key);
  }

  /** Of each entry: all pieces that came, went, changed or moved, from where they were; and all that arrows lead to. */
  happenings(line, first, end, viewer) {
    const from = Math.max(first, this.store.first(line) + 1), course = this.store.home(line, end), seen = course.seen_as[viewer];
    const among = (rows) => rows.slice(upto(rows, from - 1), upto(rows, end));
    const now = new Map(this.store.board(line, from - 1, viewer).pieces), found = [];
    for (const [entry, pieces, gone] of among(course.own.frames[seen])) {
      for (const id of gone) found.push([entry, this.boxOf(now.get(id))]), now.delete(id);
      for (const piece of pieces) {
        if (isOther(now.get(piece[0]), piece)) found.push([entry, this.boxOf(now.get(piece[0]))], [entry, this.boxOf(piece)]);
        now.set(piece[0], piece);
      }
    }
    for (const [entry, , , [left, top, right, bottom]] of among(course.own.traces[seen] || [])) {
      const [begun] = this.store.order(line, entry);
      found.push([begun, { left: left - HALF_CARD, top: top - HALF_CARD, right: right + HALF_CARD, bottom: bottom + HALF_CARD }]);
    }
    return found.filter(([, box]) => box).sort(([a], [b]) => a - b);
  }

  boxOf(piece) {
    if (!piece || piece[4] === null || this.store.text(piece[0]).startsWith(LABEL)) return null;
    const [, face, , , x, y] = piece, [wide, high] = this.half(face);
    return { left: x - wide, top: y - high, right: x + wide, bottom: y + high };
  }

  /** What a piece takes to each side of its middle: a card is a card, a unit on a table as large as its bases. */
  half(face) {
    if (!this.sizes.has(face)) {
      const outline = /class="outline" d="([^"]*)"/.exec(this.store.tables.faces[face])?.[1] || "";
      const points = [...outline.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      const span = (i) => (points.length ? Math.max(...points.map((p) => p[i])) - Math.min(...points.map((p) => p[i])) : 0);
      this.sizes.set(face, points.length ? [span(0) * LOOSE + BESIDE, span(1) * LOOSE + BESIDE] : [HALF_CARD, HALF_CARD]);
    }
    return this.sizes.get(face);
  }

  /** Where most pieces stand: a few strays do not count. */
  standing(board) {
    const boxes = [...board.pieces.values()].map((piece) => this.boxOf(piece)).filter(Boolean);
    if (!boxes.length) return null;
    const stray = Math.floor(boxes.length * STRAYS);
    const nth = (side, i) => boxes.map((box) => box[side]).sort((a, b) => a - b).at(i);
    return { left: nth("left", stray), top: nth("top", stray), right: nth("right", -1 - stray), bottom: nth("bottom", -1 - stray) };
  }

  /** Entries were added. */
  forget() {
    this.kept.clear();
  }
}

/** Whether a piece is told otherwise than before, or lies elsewhere; pushed aside in a stack it does not. */
function isOther(before, now) {
  return !before || before[2] !== now[2] || before[3] !== now[3];
}

/** One after the other for as long as they can be seen together. @returns {[number, Extent][]} */
function cut(happenings, { wide, high }) {
  const found = [];
  for (const [entry, box] of happenings) {
    const [, last] = found.at(-1) || [], whole = last ? joined([last, box]) : box;
    const fits = last && whole.right - whole.left <= wide && whole.bottom - whole.top <= high;
    if (fits || found.at(-1)?.[0] === entry) found.at(-1)[1] = whole;
    else found.push([entry, box]);
  }
  return found;
}

/** @returns {Extent} */
function joined(boxes) {
  const most = (side, choose) => boxes.reduce((found, box) => choose(found, box[side]), boxes[0][side]);
  return { left: most("left", Math.min), top: most("top", Math.min), right: most("right", Math.max), bottom: most("bottom", Math.max) };
}
