// The game as it came with the page, and whatever is appended to it: entries, boards and rows for the charts.

export const HEAD = 1, ASIDE = 2, WITHHELD = 4;
const NONE = -1;
const OF_ENTRIES = ["rows", "turns", "points", "losses", "dice", "rulings", "remarks"];
const APART = 128; // frames between two boards that are kept

/**
 * @typedef {{number: number, line: string, order: number, kind: string, by: string, words: string, note: any,
 *   flags: number, to: number, source: string}} Entry
 * @typedef {{pieces: Map<number, any[]>, title: string, notes: string[], ground: number}} Board
 */

export class Store {
  constructor(game) {
    this.take(game);
  }

  /** All of a game; or the newest part of one, until the whole has come. */
  take(game) {
    this.game = game;
    this.tables = game.tables;
    this.courses = new Map(game.lines.map((course) => [course.name, course]));
    this.kept = new Map();
    this.listed = new Map();
    this.titled = (text) => text; // whoever tells nothing of the end leaves out the title, which may
  }

  text(number) {
    return this.tables.texts[number];
  }

  course(name) {
    return this.courses.get(name);
  }

  /** The number of the first entry that is there: all are, but of a page whose beginning is still to come. */
  first(name) {
    let course = this.course(name);
    while (course.parent) course = this.course(course.parent);
    return course.base + 1;
  }

  /** The number of a line's last entry. */
  last(name) {
    const course = this.course(name);
    return course.base + course.own.rows.length;
  }

  /** The line that holds an entry itself: what a branch shares with its parent belongs to the parent. */
  home(name, number) {
    let course = this.course(name);
    while (course.parent && number <= course.base) course = this.course(course.parent);
    return course;
  }

  /** @returns {Entry} */
  entry(name, number) {
    const course = this.home(name, number);
    const [order, kind, by, words, note, flags, to, source] = course.own.rows[number - course.base - 1];
    const said = this.text(kind) === "GameStarted" ? this.titled(this.text(words)) : this.text(words);
    return {
      number, line: course.name, order, kind: this.text(kind), by: this.text(by), words: said,
      note: note === NONE ? null : this.tables.notes[note], flags, to, source: this.text(source),
    };
  }

  /** Whether a viewer may read an entry; which entries there are, everybody may know. */
  isSeen(name, number, viewer) {
    const course = this.home(name, number);
    const row = course.own.rows[number - course.base - 1];
    return !(row[5] & WITHHELD) && this.mayKnow(row[6], viewer);
  }

  mayKnow(to, viewer) {
    const side = this.game.viewers[viewer];
    return to === NONE || side === null || holds(to, this.game.sides.indexOf(side));
  }

  isAside(name, number) {
    const course = this.home(name, number);
    return Boolean(course.own.rows[number - course.base - 1][5] & ASIDE);
  }

  /** First and last entry of the order that an entry belongs to. */
  order(name, number) {
    const wanted = this.entry(name, number);
    if (wanted.flags & HEAD && wanted.kind !== "OrderGiven" && wanted.kind !== "RulingMade") return [number, number];
    const belongs = (n) => n >= this.first(name) && n <= this.last(name) && this.entry(name, n).order === wanted.order;
    let [first, last] = [number, number];
    while (!(this.entry(name, first).flags & HEAD) && belongs(first - 1)) first -= 1;
    while (belongs(last + 1) && !(this.entry(name, last + 1).flags & HEAD)) last += 1;
    return [first, last];
  }

  /** Rows of one kind (turns, points, losses, dice, rulings, remarks) of a line and those it came from, as seen by a viewer. */
  rows(name, kind, viewer) {
    const key = `${name}\n${kind}\n${viewer}`;
    if (!this.listed.has(key)) {
      const course = this.course(name);
      const before = course.parent ? this.rows(course.parent, kind, viewer).filter((row) => row[0] <= course.base) : [];
      this.listed.set(key, before.concat((course.own[kind] || []).filter((row) => this.isSeen(name, row[0], viewer))));
    }
    return this.listed.get(key);
  }

  /** The last of some rows that is not after an entry. */
  latest(rows, number) {
    return rows[upto(rows, number) - 1];
  }

  frames(course, viewer) {
    return course.own.frames[course.seen_as[viewer]];
  }

  /** The board after an entry, as a viewer sees it. @returns {Board} */
  board(name, number, viewer) {
    const course = this.home(name, number);
    const frames = this.frames(course, viewer);
    const end = upto(frames, number);
    const key = `${course.name}\n${course.seen_as[viewer]}\n${viewer}`;
    if (!this.kept.has(key)) this.kept.set(key, [this.beginning(course, viewer)]);
    const kept = this.kept.get(key);
    while (kept.length <= Math.floor(end / APART)) {
      kept.push(this.advanced(kept[kept.length - 1], frames, (kept.length - 1) * APART, kept.length * APART));
    }
    const mark = Math.floor(end / APART);
    return this.advanced(kept[mark], frames, mark * APART, end);
  }

  beginning(course, viewer) {
    if (course.parent) return this.board(course.parent, course.base, viewer);
    return { pieces: new Map(), title: "", notes: [], ground: NONE };
  }

  advanced(board, frames, from, end) {
    const pieces = new Map(board.pieces);
    for (let i = from; i < end; i += 1) {
      for (const id of frames[i][2]) pieces.delete(id);
      for (const piece of frames[i][1]) pieces.set(piece[0], piece);
    }
    if (end <= from) return { ...board, pieces };
    const [, , , title, notes, ground] = frames[end - 1];
    return { pieces, title: this.text(title), notes: this.text(notes).split("\n").filter(Boolean), ground };
  }

  /** Where to begin: at the first entry; where nothing has come into play by then, once the pieces are set up. */
  opening(name, viewer) {
    const ids = new Set();
    let found = 1;
    for (const [entry, pieces] of this.frames(this.course(name), viewer)) {
      const known = ids.size;
      for (const [id] of pieces) ids.add(id);
      if (known && ids.size === known) break;
      if (ids.size) found = entry;
      if (entry <= 1 && ids.size) break;
    }
    return found;
  }

  /** What an order that began with `first` has drawn by an entry: under the pieces, and over them. */
  trace(name, number, viewer, first) {
    const course = this.home(name, number);
    const found = this.latest(course.own.traces[course.seen_as[viewer]] || [], number);
    return found && found[0] >= first ? [found[1], found[2]].map((face) => this.tables.faces[face]) : ["", ""];
  }

  /** Ids of the pieces that are not as they were before an entry; those that were only pushed aside do not count. */
  changed(name, first, last, viewer) {
    if (first <= this.first(name)) return [];
    const before = this.board(name, first - 1, viewer).pieces;
    const isNew = ([id, , words, place]) => !before.has(id) || before.get(id)[2] !== words || before.get(id)[3] !== place;
    return [...this.board(name, last, viewer).pieces.values()].filter(isNew).map(([id]) => id);
  }

  /** How a dispute was read when an entry was made. */
  reading(name, number, dispute, viewer) {
    let [, , , found] = this.tables.disputes[dispute]; // as it was read when the game began
    for (const [entry, readings] of this.rows(name, "rulings", viewer)) {
      if (entry > number) break;
      found = readings[dispute] || found;
    }
    return found;
  }

  /** A line that was opened after the page was made; its entries are appended like any others. */
  add(course) {
    const own = Object.fromEntries(OF_ENTRIES.map((kind) => [kind, []]));
    for (const kind of ["frames", "traces"]) own[kind] = course.seen_as.map(() => []);
    const added = { ...course, own };
    this.game.lines.push(added);
    this.courses.set(course.name, added);
  }

  /**
   * New entries of a line, with the texts, pictures and reckonings they need: the one door for whatever comes later.
   * @param {string} name
   * @param {{tables?: any, own: any}} more a stretch of the same shape as those that came with the page
   */
  append(name, more) {
    for (const [table, things] of Object.entries(more.tables || {})) {
      if (Array.isArray(things)) this.tables[table].push(...things);
      else Object.assign(this.tables[table], things);
    }
    const own = this.course(name).own;
    for (const kind of OF_ENTRIES) own[kind].push(...(more.own[kind] || []));
    for (const kind of ["frames", "traces"]) (more.own[kind] || []).forEach((rows, i) => own[kind][i].push(...rows));
    this.listed.clear();
  }
}

/** Whether a side is among those that may see something; there may be more sides than a number has bits. */
export function holds(to, seat) {
  return seat >= 0 && Math.floor(to / 2 ** seat) % 2 === 1;
}

/** How many rows, ordered by entry, are not after an entry. */
export function upto(rows, number) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][0] <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
