// The lines of a game as a tree: who opened each, why and where it leaves; one of them is the one that is replayed.

import { byId, el } from "./dom.js";
import { counted, t } from "./words.js";

/** @param {(name: string) => void} choose */
export function fillLines(store, choose) {
  const children = new Map();
  for (const course of store.game.lines) children.set(course.parent, [...(children.get(course.parent) || []), course]);
  for (const each of children.values()) each.sort((a, b) => a.base - b.base);
  const below = (parent) => (children.has(parent) ? el("ul", {}, ...children.get(parent).map(item)) : null);
  const item = (course) => el("li", {}, el("button", { type: "button", "data-line": course.name, onclick: () => choose(course.name) },
    el("b", { text: course.name }), el("span", { class: "quiet about" }), el("span", { class: "leaves" }),
    course.why ? el("q", { text: course.why }) : null), below(course.name));
  byId("lines").replaceChildren(below(""));
  byId("tab-lines").hidden = store.game.lines.length < 2;
  byId("line-name").hidden = store.game.lines.length < 2;
}

function about(store, course, viewer) {
  const own = counted(course.own.rows.length, "entry", "entries");
  const told = course.parent ? t("leaves {0} after entry {1}, {2} of its own", course.parent, course.base, own) : own;
  const by = course.parent ? store.entry(course.name, course.base + 1).by : "";
  return [told, by ? t("opened by {0}", t(by)) : "", noted(store, course, viewer)].filter(Boolean).join(" · ");
}

/** How much was said of entries in this line, and the marks among it. */
function noted(store, course, viewer) {
  const own = store.rows(course.name, "remarks", viewer).filter((row) => row[0] > course.base);
  const times = new Map();
  for (const mark of own.map((row) => store.text(row[3])).filter(Boolean)) times.set(mark, (times.get(mark) || 0) + 1);
  const marks = [...times].map(([mark, n]) => (n > 1 ? `${mark} ${n}` : mark)).join(", ");
  return own.length ? counted(own.length, "note") + (marks ? ` (${marks})` : "") : "";
}

/** What had just happened. */
function leaving(store, { parent, base }, viewer) {
  return parent && store.isSeen(parent, base, viewer) ? store.entry(parent, base).words : "";
}

/** Which one it is, and how long each has become: the buttons stay, and with them where the keyboard is. */
export function markLine(store, name, viewer) {
  for (const button of byId("lines").querySelectorAll("button")) {
    const course = store.course(button.dataset.line);
    button.querySelector(".about").textContent = about(store, course, viewer);
    button.querySelector(".leaves").textContent = leaving(store, course, viewer);
    if (button.dataset.line === name) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  byId("line-name").textContent = t("Line: {0}", name);
}
