// Keys, and the list of them.

import { byId, el } from "./dom.js";
import { t } from "./words.js";

const KEYS = [
  [t("Space"), t("play or pause"), (p) => p.toggle(), " ", "k"],
  ["← →", t("one entry back or on"), (p, key) => p.step(key === "ArrowLeft" ? -1 : 1), "ArrowLeft", "ArrowRight"],
  ["↑ ↓", t("one order back or on"), (p, key) => p.stepOrder(key === "ArrowUp" ? -1 : 1), "ArrowUp", "ArrowDown"],
  [t("Page Up, Page Down"), t("one phase back or on"), (p, key) => p.stepPhase(key === "PageUp" ? -1 : 1), "PageUp", "PageDown"],
  ["[ ]", t("one turn back or on"), (p, key) => p.stepTurn(key === "[" ? -1 : 1), "[", "]"],
  [t("Home, End"), t("the first or the last entry"), (p, key) => p.go(key === "Home" ? 1 : p.horizon), "Home", "End"],
  ["g", t("go to an entry by its number"), () => byId("number").select(), "g"],
  ["e", t("explain the current entry, or fold it away"), (p) => (p.log.open === null ? p.log.explain(p.number) : p.log.close()), "e"],
  ["/", t("search the log; Enter finds the next, Escape ends it"), () => (byId("tab-log").click(), byId("search").select()), "/"],
  ["v", t("look with the next viewer’s eyes"), (p) => p.look((p.viewer + 1) % p.store.game.viewers.length), "v"],
  ["b", t("the next line (branch)"), (p) => nextLine(p), "b"],
  ["c", t("compare with another line on the board, or stop it"), (p) => p.compare.toggle(), "c"],
  ["l", t("the entry one looks at, with a link to it"), () => (byId("tab-entry").click(), byId("panel-entry").focus()), "l"],
  ["s", t("without spoilers, or with all there is"), (p) => p.veil.toggle(), "s"],
  ["+ −", t("closer or farther"), (p, key) => p.board.view.zoom(key === "-" ? 1.3 : 1 / 1.3), "+", "=", "-"],
  ["0", t("the whole board, or the part where things happen"), (p) => p.board.view.toggle(), "0"],
  ["f", t("follow what happens, or keep the view still"), () => byId("follow").click(), "f"],
  [t("Shift and an arrow"), t("move over the board"), (p, key) => pan(p, key), "Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
  ["t", t("light or dark"), () => byId("theme").click(), "t"],
  ["?", t("this list"), () => byId("help").showModal(), "?"],
];

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function pan(player, key) {
  player.board.view.pan(...WAYS[key]);
}

function nextLine(player) {
  const names = player.store.game.lines.map((course) => course.name);
  if (names.length > 1) player.choose(names[(names.indexOf(player.line) + 1) % names.length]);
}

export function listenToKeys(player) {
  const actions = new Map();
  for (const [, , action, ...keys] of KEYS) for (const key of keys) actions.set(key, action);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const action = actions.get(name);
    if (!action) return;
    event.preventDefault();
    action(player, event.key);
  });
  document.addEventListener("keyup", (event) => event.key === " " && isPressed(event.target) && event.preventDefault()); // it played
  byId("keys").replaceChildren(...KEYS.flatMap(([shown, told]) => [el("dt", { text: shown }), el("dd", { text: told })]));
}

/** Whether the key belongs to what has the focus: a text, a list, a dialog, a row of tabs. */
function isBusy(event) {
  const at = event.target;
  if (byId("help").open) return true;
  if (at.matches("input:not([type=range]), select, textarea")) return true;
  if (at.matches("[role=tab]") && /^(Arrow|Home|End)/.test(event.key)) return true;
  if (at.matches("input[type=range]")) return /^(ArrowUp|ArrowDown)$/.test(event.key);
  return at.matches("button, a, summary") && (event.key === "Enter" || (event.key === " " && !isPressed(at)));
}

/** What Enter presses, so that Space can play wherever the focus is; in a form and in a dialog both keys press. */
function isPressed(at) {
  return at.matches("button, a, summary") && !at.closest("form, dialog, [data-own-keys]");
}
