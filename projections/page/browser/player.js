// Where in the game we are: line, entry and viewer; going to another place, and playing on.

import { BoardView, showBoxes, showLegend, showWords } from "./board.js";
import { Charts } from "./charts.js";
import { Compare } from "./compare.js";
import { byId, settled } from "./dom.js";
import { hashOf } from "./explain.js";
import { fillLines, markLine } from "./lines.js";
import { LogView } from "./log.js";
import { Moment } from "./moment.js";
import { isVeiled, Veil, veiled } from "./veil.js";
import { grouped, t } from "./words.js";

const PACE = 900; // milliseconds an entry is shown at speed 1
const CLOSE = 3; // steps that still glide

export class Player {
  constructor(store) {
    this.store = store;
    this.line = store.game.lines[0].name;
    this.viewer = 0;
    this.number = 0;
    this.timer = 0;
    this.board = new BoardView(store);
    this.log = new LogView(store, (number) => this.go(number), (name) => this.choose(name));
    this.charts = new Charts(store, (number) => this.go(number));
    this.remember = settled(300, () => this.writeHash());
    this.announce = settled(500, (text) => (byId("live").textContent = text));
    this.veil = new Veil(this);
    this.moment = new Moment(this);
    this.compare = new Compare(this);
    this.fillTree();
    showLegend(store);
  }

  /** The lines there are: once more whenever one is added. */
  fillTree() {
    fillLines(this.store, (name) => this.choose(name));
  }

  /** Draws everything that depends on the line or on the viewer. */
  fill() {
    this.log.fill(this.line, this.viewer);
    this.charts.fill(this.line, this.viewer);
    markLine(this.store, this.line, this.viewer);
    this.turns = this.store.rows(this.line, "turns", this.viewer);
    this.compare.fill();
    this.fillRange();
  }

  /** As far as one may go: to the end, or without spoilers to where one has been. */
  fillRange() {
    byId("slider").max = byId("number").max = this.horizon;
    byId("slider").min = byId("number").min = this.store.first(this.line);
    byId("last").textContent = grouped(this.horizon);
  }

  get horizon() {
    return this.veil.horizon;
  }

  get last() {
    return this.store.last(this.line);
  }

  /** Shows an entry: the one way to get anywhere. */
  go(wanted, glide = GLIDES) {
    const number = Math.min(Math.max(this.store.first(this.line), Math.round(wanted) || 1), this.last);
    const isStep = Math.abs(number - this.number) <= CLOSE;
    this.number = number;
    const found = this.store.board(this.line, number, this.viewer), board = { ...found, title: this.store.titled(found.title) };
    const order = this.store.order(this.line, number);
    const lit = this.store.changed(this.line, order[0], number, this.viewer);
    this.board.show(board, lit, isStep ? glide : 0, this.store.trace(this.line, order[1], this.viewer, order[1])[0]);
    this.board.attend(this.line, number, this.viewer, board);
    this.board.trace(this.traceOf(order));
    this.log.light(number, order);
    this.charts.show(number);
    this.veil.show();
    this.caption(board);
    this.shown = board;
    this.compare.show();
    this.aside();
    this.remember();
    if (!this.isPlaying) this.say();
  }

  /** The arrows of an order: while it is told whom it strikes, and what came of it once all is told. */
  traceOf([first, last]) {
    let number = this.number;
    while (number < last && this.store.isAside(this.line, number + 1)) number += 1;
    return this.store.trace(this.line, number, this.viewer, first);
  }

  caption(board) {
    const slider = byId("slider"), phase = this.store.latest(this.turns, this.number);
    const when = phase ? this.store.text(phase[3]) : "";
    slider.value = byId("number").value = this.number;
    slider.setAttribute("aria-valuetext", t("entry {0} of {1}", this.number, this.horizon) + (when ? `, ${when}` : ""));
    byId("caption").textContent = board.title;
    byId("now").textContent = this.words();
    byId("when").textContent = when;
    byId("notes").replaceChildren(...board.notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })));
    byId("board").setAttribute("aria-label", t("Board after entry {0}: {1}. The tab “In words” tells who stands where.", this.number, board.title));
  }

  /** What stands in the tabs, for the one that is open; and instead of a map, where there is none. */
  aside() {
    const open = document.querySelector('[role="tab"][aria-selected="true"]');
    if (!this.shown || !open) return;
    const face = (number) => this.board.face(number);
    if (open.id === "page-tab-boxes") showBoxes(byId("boxes"), this.store, face, this.shown, t("Nothing lies beside the map."));
    if (this.board.isMapless) showBoxes(byId("mapless"), this.store, face, this.shown, t("There is no map, and no piece has come into play yet."));
    if (open.id === "page-tab-words") showWords(this.store, this.shown);
    if (open.id === "page-tab-log") this.log.comeBack();
    this.moment.show();
    const beside = [...this.shown.pieces.values()].filter((piece) => piece[4] === null).length;
    byId("beside").textContent = beside ? String(beside) : "";
  }

  /** Told once things have come to rest, and never while the game plays by itself. */
  say() {
    this.announce(t("Entry {0}: {1}", this.number, this.words()));
  }

  words() {
    return this.store.isSeen(this.line, this.number, this.viewer) ? this.store.entry(this.line, this.number).words : t("(hidden)");
  }

  // Steps

  /** The next entry that tells something. */
  step(by) {
    let number = this.number + by;
    while (number > this.store.first(this.line) && number < this.last && this.store.isAside(this.line, number)) number += by;
    this.go(number);
  }

  stepOrder(by) {
    const [first, last] = this.store.order(this.line, this.number);
    if (by > 0 && this.number < last) this.go(last);
    else if (by > 0) this.go(this.store.order(this.line, Math.min(last + 1, this.last))[1]);
    else this.go(first - 1);
  }

  stepPhase(by) {
    const starts = this.turns.map((row) => row[0]);
    const found = by > 0 ? starts.find((n) => n > this.number) : starts.filter((n) => n < this.number).pop();
    this.go(found ?? (by > 0 ? this.horizon : 1));
  }

  stepTurn(by) {
    const starts = this.turns.filter((row, i) => !i || this.turns[i - 1][1] !== row[1]).map((row) => row[0]);
    const found = by > 0 ? starts.find((n) => n > this.number) : starts.filter((n) => n < this.number).pop();
    this.go(found ?? (by > 0 ? this.horizon : 1));
  }

  // Playing by itself

  get isPlaying() {
    return Boolean(this.timer);
  }

  get pace() {
    return PACE / Number(byId("speed").value);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.number >= this.last) this.go(1);
    const next = () => {
      const { pace } = this;
      this.timer = window.setTimeout(next, pace);
      let number = this.number + 1;
      while (number < this.last && this.store.isAside(this.line, number)) number += 1;
      this.go(number, pace * 0.7);
      if (this.number >= this.last) this.pause();
    };
    this.timer = window.setTimeout(next, 0);
    this.showPlaying();
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.showPlaying();
    this.say();
  }

  showPlaying() {
    const button = byId("play");
    button.setAttribute("aria-label", this.isPlaying ? t("Pause") : t("Play"));
    button.classList.toggle("playing", this.isPlaying);
  }

  // Other lines, other eyes

  /** Another line: at the same entry where both have it, else where it begins. */
  choose(name, number) {
    const before = this.line;
    this.line = name;
    this.veil.forget();
    this.fill();
    const isShared = this.store.home(name, Math.min(this.number, this.last)) === this.store.home(before, Math.min(this.number, this.store.last(before)));
    this.go(number ?? (isShared ? this.number : this.store.course(name).base + 1));
  }

  look(viewer) {
    this.viewer = viewer;
    byId("viewer").value = String(viewer);
    this.fill();
    this.go(this.number);
  }

  // Links

  writeHash() {
    const bare = hashOf(this.store, this.line, this.number), hash = this.veil.isOn ? veiled(bare) : bare;
    try {
      if (location.hash !== hash) history.replaceState(null, "", hash);
    } catch {
      // some browsers count how often: the next rest writes it
    }
  }

  /** Goes where the address says: #412, or #LINE:412; with `;unspoilt` after it, without spoilers. */
  readHash() {
    const found = /^#(?:(.+):)?(\d+)(?:;unspoilt)?$/.exec(location.hash);
    if (!found) return false;
    const name = this.store.game.lines.map((course) => course.name).find((each) => each === found[1] || encodeURIComponent(each) === found[1])
      ?? (found[1] ? "" : this.store.game.lines[0].name);
    if (!name) return false;
    if (isVeiled(location.hash)) this.veil.set(true);
    if (name !== this.line) this.choose(name, Number(found[2]));
    else this.go(Number(found[2]));
    return true;
  }

  /** How lucky each side was, where it was reckoned later. */
  takeLuck(luck) {
    this.charts.luck.take(luck);
    this.charts.fill(this.line, this.viewer);
    this.charts.show(this.number);
  }

  /** All of a game of which the newest part was there: one stays where one is. */
  renew(game) {
    this.store.take(game);
    this.board.forget();
    this.compare.forget();
    this.fillTree();
    this.charts.renew();
    this.fill();
    this.go(this.number, 0);
  }

  /** Whether nothing came after the entry that is shown but notes on one: those move nobody away. */
  get isAtEnd() {
    const remarks = this.store.rows(this.line, "remarks", this.viewer).filter((row) => row[0] > this.number);
    return remarks.length === this.last - this.number;
  }

  /** Entries that came later; whoever watched the end goes on watching it, unless he wants to know no more than he saw. */
  append(name, more) {
    const wasLast = name === this.line && this.isAtEnd && !this.veil.isOn;
    this.store.append(name, more);
    this.board.action.forget();
    if (name !== this.line) {
      this.compare.show();
      return;
    }
    this.fill();
    this.go(wasLast && !this.isAtEnd ? this.last : this.number);
  }

  /** A line that was opened later, with the entries it has. */
  add(course, more) {
    this.store.add(course);
    this.store.append(course.name, more);
    this.fillTree();
    markLine(this.store, this.line, this.viewer);
    this.compare.fill();
  }
}

const GLIDES = 600;
