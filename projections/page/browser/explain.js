// What stands behind an entry: its dice, what was reckoned, the tables read, the rules, and how they are read.

import { drawn, el } from "./dom.js";
import { t } from "./words.js";

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @returns {HTMLElement} */
export function explanation(store, name, number, viewer) {
  const entry = store.entry(name, number);
  const box = el("div", { class: "why" });
  const rolled = store.rows(name, "dice", viewer).find((row) => row[0] === number);
  if (rolled) box.append(el("p", { class: "thrown" }, ...rolled[3].map((face) => die(face, rolled[2]))));
  const note = entry.note;
  if (note) {
    const [origin, parts, tables, rules] = note;
    if (origin) box.append(el("p", { class: "origin", text: origin }));
    if (parts.length) box.append(el("ul", { class: "parts" }, ...parts.map(part)));
    for (const read of tables) box.append(tableRead(read));
    box.append(...cited(store, name, number, viewer, rules));
  }
  if (!box.childNodes.length) box.append(el("p", { class: "origin", text: t("Nothing was rolled or reckoned for this.") }));
  box.append(whole(store, name, number));
  return box;
}

export function die(face, sides) {
  if (sides !== 6 || !PIPS[face]) return el("span", { class: "die many", text: String(face), title: `d${sides}` });
  const pips = PIPS[face].map((at) => drawn("circle", { cx: 6 + (at % 3) * 6, cy: 6 + Math.floor(at / 3) * 6, r: 1.9 }));
  return drawn("svg", { class: "die", viewBox: "0 0 24 24", role: "img", "aria-label": t("a {0}", face) },
    drawn("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }), ...pips);
}

function part([of, needs, times, modifiers]) {
  const title = [of, needs ? t("needs {0}", needs) : ""].filter(Boolean).join(t(": ")) + (times > 1 ? t(" ({0} times)", times) : "");
  const list = modifiers.length
    ? el("ul", {}, ...modifiers.map(([value, why, cite]) => el("li", {},
        el("b", { class: "value", text: value ? `${value > 0 ? "+" : "−"}${Math.abs(value)} ` : "" }), why, rule(cite))))
    : null;
  return el("li", {}, title, list);
}

function tableRead([table, row, column, cell, cite]) {
  return el("dl", { class: "table" }, el("dt", { text: table }),
    el("dd", {}, `${row}, ${column}${t(": ")}`, el("b", { text: cell }), rule(cite)));
}

function rule(cite) {
  return cite ? el("span", { class: "cite", text: cite }) : "";
}

function cited(store, name, number, viewer, ids) {
  const rules = ids.filter((id) => !(id in store.tables.disputes) && store.tables.rules[id]);
  const found = rules.map((id) => el("p", { class: "rule" }, rule(id), ` ${store.tables.rules[id][0] || t("(no words for it)")}`));
  const about = (at) => [...new Set(ids.flatMap((id) => (store.tables.rules[id] || ["", [], []])[at]))];
  for (const dispute of about(1)) {
    const [, question, choices] = store.tables.disputes[dispute];
    const choice = store.reading(name, number, dispute, viewer);
    found.push(el("p", { class: "rule read" }, el("span", { class: "cite", text: dispute }), ` ${question} `,
      el("b", { text: t("Read as {0}", choice) }), `${t(": ")}${choices[choice] || ""}`));
  }
  for (const option of about(2)) {
    found.push(el("p", { class: "rule read" }, el("span", { class: "cite", text: option }), ` ${store.game.options[option]}`));
  }
  return found;
}

/** Where to go on from the page: the program knows more. */
function whole(store, name, number) {
  const ref = name === "main" ? `${store.game.game}:${number}` : `${store.game.game}@${name}:${number}`;
  return el("p", { class: "more" }, el("a", { href: hashOf(store, name, number), text: t("Link to entry {0}", number) }),
    " ", el("code", { text: `refight explain ${ref}` }));
}

export function hashOf(store, name, number) {
  return store.game.lines[0].name === name ? `#${number}` : `#${encodeURIComponent(name)}:${number}`;
}
