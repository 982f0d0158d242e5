// What stands beside the entries of a log: what was said of them, and the lines that part there.

import { el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {{entry: number, about: number, by: string, mark: string, words: string}} Remark */

export class Beside {
  constructor(store) {
    this.store = store;
  }

  /** Of a line, as a viewer may read it. */
  fill(name, viewer) {
    /** @type {Map<number, Remark[]>} */
    this.said = gathered(this.store.rows(name, "remarks", viewer).map((row) => this.remark(row)), ({ about }) => about);
    this.parting = gathered(this.partings(name), ([at]) => at);
  }

  /** @returns {Remark} */
  remark([entry, about, by, mark, words]) {
    const { store } = this;
    return { entry, about, by: store.text(by), mark: store.text(mark), words: store.text(words) };
  }

  /** Lines that leave this one, and those it left itself, which go on without it: the entry, and the other line. */
  partings(name) {
    const { store } = this, path = [];
    for (let course = store.course(name); course; course = store.course(course.parent)) path.push(course);
    const isHere = ({ parent, base }) => base <= store.last(name) && store.home(parent, base) === store.home(name, base);
    const away = store.game.lines.filter((course) => course.parent && !path.includes(course) && isHere(course));
    const left = path.filter(({ parent, base }) => parent && store.last(parent) > base);
    return [...left.map(({ base, parent }) => [base, parent]), ...away.map((course) => [course.base, course.name])];
  }

  remarks(number) {
    return this.said.get(number) || [];
  }

  lines(number) {
    return (this.parting.get(number) || []).map(([, name]) => name);
  }

  /** Signs of an entry, in its own row. */
  marks(number) {
    const found = this.remarks(number).filter(({ mark }) => mark);
    return found.length ? el("span", { class: "glyphs" }, ...found.map(glyph)) : null;
  }

  /** Under an entry: comments, and ways into other lines. */
  under(number) {
    const comments = this.remarks(number).filter(({ words }) => words).map(comment);
    const forks = this.lines(number).map((name) => fork(name));
    if (!comments.length && !forks.length) return null;
    return el("div", { class: "beside" }, ...comments, forks.length ? el("p", { class: "forks" }, ...forks) : null);
  }
}

function glyph({ mark, by }) {
  return el("b", { class: "glyph", title: t("{0}, by {1}", mark, t(by)), text: mark });
}

function comment({ words, by }) {
  return el("p", { class: "comment" }, el("q", { text: words }), " ", el("span", { class: "quiet", text: t(by) }));
}

/** A way into another line; the tabs reach it by keyboard as well, so that a long log has no thousand stops. */
export function fork(name, more = { tabindex: -1 }) {
  return el("button", { type: "button", class: "fork", "data-fork": name, title: t("Go on in the line {0}", name), text: name, ...more });
}

/** What was said of an entry, each with its mark. */
export function saidOf(remarks) {
  return el("ul", { class: "said-of" }, ...remarks.map((one) => el("li", {},
    one.mark ? el("b", { class: "glyph", text: one.mark }) : null, one.words ? el("q", { text: one.words }) : null,
    " ", el("span", { class: "quiet", text: t("{0}, entry {1}", t(one.by), one.entry) }))));
}

function gathered(all, key) {
  const found = new Map();
  for (const one of all) found.set(key(one), [...(found.get(key(one)) || []), one]);
  return found;
}
