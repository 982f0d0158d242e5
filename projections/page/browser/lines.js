// The lines of a game as a tree; one of them is the one that is replayed.

import { byId, el } from "./dom.js";
import { counted, t } from "./words.js";

/** @param {(name: string) => void} choose */
export function fillLines(store, choose) {
  const children = new Map();
  for (const course of store.game.lines) children.set(course.parent, [...(children.get(course.parent) || []), course]);
  const below = (parent) => (children.has(parent) ? el("ul", {}, ...children.get(parent).map(item)) : null);
  const item = (course) => el("li", {}, el("button", { type: "button", "data-line": course.name, onclick: () => choose(course.name) },
    el("b", { text: course.name }), el("span", { class: "quiet" }),
    course.why ? el("q", { text: course.why }) : null), below(course.name));
  byId("lines").replaceChildren(below(""));
  byId("tab-lines").hidden = store.game.lines.length < 2;
  byId("line-name").hidden = store.game.lines.length < 2;
}

function about(store, course) {
  const own = counted(course.own.rows.length, "entry", "entries");
  return course.parent ? t("leaves {0} after entry {1}, {2} of its own", course.parent, course.base, own) : own;
}

/** Which one it is, and how long each has become: the buttons stay, and with them where the keyboard is. */
export function markLine(store, name) {
  for (const button of byId("lines").querySelectorAll("button")) {
    button.querySelector(".quiet").textContent = about(store, store.course(button.dataset.line));
    if (button.dataset.line === name) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  byId("line-name").textContent = t("Line: {0}", name);
}
