// The log beside the board: turn by turn, the current entry lit, its explanation beneath it, and a search.

import { Beside } from "./beside.js";
import { byId, el, settled } from "./dom.js";
import { explanation } from "./explain.js";
import { ASIDE, HEAD, holds } from "./store.js";
import { counted, listed, t } from "./words.js";

const HIDDEN = t("(hidden)");
const ROW = 30; // about how high an entry is, for those not yet laid out

export class LogView {
  /** @param {(number: number) => void} go @param {(name: string) => void} choose another line */
  constructor(store, go, choose) {
    this.store = store;
    this.beside = new Beside(store);
    this.choose = choose;
    this.list = byId("entries");
    this.rows = new Map();
    this.found = [];
    this.go = go;
    this.search = byId("search");
    this.search.addEventListener("input", settled(120, () => this.find()));
    this.search.addEventListener("keydown", (event) => this.searchKey(event));
    this.list.addEventListener("click", (event) => this.click(event));
  }

  /** All entries of a line as a viewer may read them. */
  fill(name, viewer) {
    this.line = name;
    this.viewer = viewer;
    this.rows.clear();
    this.open = null;
    this.now = null;
    this.upto = Infinity;
    this.beside.fill(name, viewer);
    const turns = this.store.rows(name, "turns", viewer);
    const sections = [this.section("", 0)];
    let next = 0;
    for (let number = this.store.first(name); number <= this.store.last(name); number += 1) {
      if (next < turns.length && turns[next][0] === number) {
        const isNew = !next || turns[next - 1][1] !== turns[next][1];
        if (isNew) sections.push(this.section(this.store.text(turns[next][2]), number));
        next += 1;
      }
      sections[sections.length - 1].list.append(this.row(number));
    }
    for (const { node, list } of sections) node.style.containIntrinsicSize = `auto ${list.childNodes.length * ROW}px`;
    this.list.replaceChildren(...sections.filter(({ list }) => list.childNodes.length).map(({ node }) => node));
    this.find();
  }

  section(heading, first) {
    const list = el("ol");
    const node = el("section", { class: "turn", "data-first": first }, heading ? el("h3", { text: heading, id: `page-turn-${first}` }) : null, list);
    return { node, list };
  }

  row(number) {
    const { store } = this;
    const entry = store.entry(this.line, number);
    const isSeen = store.isSeen(this.line, number, this.viewer);
    const words = isSeen ? entry.words : HIDDEN;
    const item = el("li", { class: this.classes(entry, isSeen) });
    const button = el("button", { type: "button", class: "entry", tabindex: -1, "data-entry": number });
    button.append(el("span", { class: "no", text: number }), el("span", { class: "said" }, ...this.said(entry, words)));
    button.append(...[this.beside.marks(number)].filter(Boolean));
    item.append(...[button, this.beside.under(number)].filter(Boolean));
    this.rows.set(number, { item, button, entry, words });
    return item;
  }

  classes(entry, isSeen) {
    const found = [entry.flags & HEAD ? "head" : "effect", entry.kind && isSeen ? `is-${entry.kind}` : "is-hidden"];
    if (entry.flags & ASIDE) found.push("aside");
    return found.join(" ");
  }

  said(entry, words) {
    const giver = `${entry.by}> `;
    const marks = entry.to === -1 || words === HIDDEN ? [] : [el("small", { class: "secret", text: this.secret(entry.to) })];
    if (entry.source && words !== HIDDEN) marks.push(el("small", { class: "secret", text: t(entry.source) }));
    if (entry.kind !== "OrderGiven" || !words.startsWith(giver)) return [words, ...marks];
    return [this.giver(entry.by), el("span", { class: "order", text: words.slice(giver.length) }), ...marks];
  }

  giver(side) {
    const look = this.store.game.looks[side] || "neutral";
    return el("span", { class: `giver ${look}-ink`, text: t(side) });
  }

  secret(to) {
    const sides = this.store.game.sides.filter((_, i) => holds(to, i));
    return sides.length ? t("{0} only", listed(sides)) : t("umpire only");
  }

  click(event) {
    const { fork } = event.target.closest("button.fork")?.dataset || {};
    if (fork) this.choose(fork);
    const button = event.target.closest("button.entry");
    if (!button) return;
    const number = Number(button.dataset.entry);
    const isOpen = this.open === number;
    this.go(number);
    if (isOpen) this.close();
    else this.explain(number);
  }

  /** Nothing after an entry is shown; Infinity shows all of it. */
  cut(number) {
    const [low, high] = [Math.min(this.upto, number), Math.min(Math.max(this.upto, number), this.store.last(this.line))];
    for (let n = low + 1; n <= high; n += 1) this.rows.get(n)?.item.classList.toggle("later", n > number);
    for (const section of this.list.children) section.classList.toggle("later", Number(section.dataset.first) > number);
    this.upto = number;
    if (low !== high && this.search.value) this.find();
  }

  explain(number) {
    this.close();
    const row = this.rows.get(number);
    if (!row || row.words === HIDDEN) return;
    row.why = explanation(this.store, this.line, number, this.viewer);
    row.why.append(el("button", { type: "button", class: "link", text: t("All about this entry"), onclick: () => byId("tab-entry").click() }));
    row.item.append(row.why);
    row.button.setAttribute("aria-expanded", "true");
    this.open = number;
    this.bring(row.why);
  }

  close() {
    const row = this.rows.get(this.open);
    if (row && row.why) {
      row.why.remove();
      row.button.removeAttribute("aria-expanded");
    }
    this.open = null;
  }

  /** @param {[number, number]} order first and last entry of the order the current one belongs to */
  light(number, order) {
    if (this.now === number) return;
    for (const node of this.lit || []) node.classList.remove("now", "of-now");
    const before = this.rows.get(this.now);
    if (before) {
      before.button.tabIndex = -1;
      before.button.removeAttribute("aria-current");
    }
    if (this.open !== null && this.open !== number) this.close();
    this.lit = [];
    for (let n = order[0]; n <= order[1]; n += 1) {
      const { item } = this.rows.get(n);
      item.classList.add(n === number ? "now" : "of-now");
      this.lit.push(item);
    }
    const row = this.rows.get(number);
    row.button.tabIndex = 0;
    row.button.setAttribute("aria-current", "step");
    this.now = number;
    if (this.list.contains(document.activeElement) && document.activeElement !== document.body) row.button.focus({ preventScroll: true });
    this.bring(row.item);
  }

  /** To the entry that is shown, once the log itself is. */
  comeBack() {
    const row = this.rows.get(this.now);
    if (row) this.bring(row.item);
  }

  /** Into sight without moving the page itself; what comes into sight is laid out only then, so look again. */
  bring(node, tries = 4) {
    const box = node.getBoundingClientRect(), frame = this.list.getBoundingClientRect();
    const low = frame.top + frame.height * 0.2, high = frame.bottom - frame.height * 0.2;
    if (!box.height || (box.top >= low && (box.bottom <= high || box.top < frame.top + frame.height * 0.45))) return;
    this.list.scrollTop += box.top - (frame.top + frame.height * 0.4);
    if (tries) requestAnimationFrame(() => this.bring(node, tries - 1));
  }

  // Search

  find() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const number of this.found) this.mark(number, "");
    this.found = [];
    this.list.classList.toggle("searching", Boolean(wanted));
    for (const [number, { item, words }] of this.rows) {
      const isHit = Boolean(wanted) && number <= this.upto && words.toLowerCase().includes(wanted);
      item.classList.toggle("hit", isHit);
      if (isHit) this.found.push(number);
    }
    for (const section of this.list.children) section.hidden = Boolean(wanted) && !section.querySelector(".hit");
    for (const number of this.found.slice(0, 500)) this.mark(number, wanted);
    byId("found").textContent = wanted ? counted(this.found.length, "entry", "entries") : "";
  }

  mark(number, wanted) {
    const { button, entry, words } = this.rows.get(number) || {};
    if (!button) return;
    const said = button.querySelector(".said");
    said.replaceChildren(...this.said(entry, words));
    if (!wanted) return;
    for (const node of textsOf(said)) {
      const at = node.data.toLowerCase().indexOf(wanted);
      if (at < 0) continue;
      const hit = node.splitText(at);
      hit.splitText(wanted.length);
      hit.replaceWith(el("mark", { text: hit.data }));
    }
  }

  searchKey(event) {
    if (event.key === "Enter" && this.found.length) {
      event.preventDefault();
      const after = this.found.filter((n) => n > this.now), before = this.found.filter((n) => n < this.now);
      this.go(event.shiftKey ? before[before.length - 1] ?? this.found[this.found.length - 1] : after[0] ?? this.found[0]);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.clear();
      this.search.blur();
    }
  }

  focus() {
    this.rows.get(this.now)?.button.focus();
  }

  clear() {
    this.search.value = "";
    this.find();
    const row = this.rows.get(this.now);
    if (row) this.bring(row.item);
  }

  look(text) {
    this.search.value = text;
    this.find();
  }
}

function textsOf(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}
