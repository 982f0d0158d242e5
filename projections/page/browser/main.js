// Opens the page: reads the game, wires the controls, and goes where the address says.

import { calledIn } from "./board.js";
import { byId, el, settled } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { Player } from "./player.js";
import { Store } from "./store.js";
import { isVeiled } from "./veil.js";
import { listed, t } from "./words.js";

const THEMES = ["auto", "light", "dark"];

/** The game stands in the page, packed or plain; a page that is served may name where it is to be fetched. */
async function load() {
  const held = byId("data");
  if (held.dataset.source) return (await fetch(held.dataset.source)).json();
  if (held.type === "application/json") return JSON.parse(held.textContent);
  const packed = Uint8Array.from(atob(held.textContent.trim()), (letter) => letter.charCodeAt(0));
  if (typeof DecompressionStream === "undefined") throw new Error(t("this browser cannot unpack it"));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

function controls(player) {
  const on = (id, action, kind = "click") => byId(id).addEventListener(kind, action);
  on("first", () => player.go(1));
  on("back-order", () => player.stepOrder(-1));
  on("back", () => player.step(-1));
  on("play", () => player.toggle());
  on("next", () => player.step(1));
  on("next-order", () => player.stepOrder(1));
  on("end", () => player.go(player.horizon));
  on("slider", (event) => player.go(Number(event.target.value)), "input");
  on("number", (event) => player.go(Number(event.target.value)), "change");
  on("viewer", (event) => player.look(Number(event.target.value)), "change");
  on("theme", nextTheme);
  on("show-help", () => byId("help").showModal());
  on("skip", (event) => (event.preventDefault(), byId("tab-log").click(), player.log.focus()));
  on("every", (event) => byId("entries").classList.toggle("every", event.target.checked), "change");
  window.addEventListener("hashchange", () => player.readHash());
  window.addEventListener("resize", settled(200, () => player.charts.marks(player.line, player.viewer)));
  byId("board").addEventListener("click", (event) => pick(player, event));
  tabs(player);
}

/** A click on a piece looks for it in the log. */
function pick(player, event) {
  const piece = event.target.closest(".piece");
  if (!piece || player.board.view.moved > 4) return;
  const name = calledIn(piece.querySelector("title")?.textContent || "");
  if (!name) return;
  byId("tab-log").click();
  player.log.look(name);
}

function tabs(player) {
  const all = [...document.querySelectorAll('[role="tab"]')];
  const open = (tab) => {
    for (const each of all) {
      const isOpen = each === tab;
      each.setAttribute("aria-selected", String(isOpen));
      each.tabIndex = isOpen ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !isOpen;
    }
    player.aside();
  };
  for (const tab of all) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const seen = all.filter((each) => !each.hidden);
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const next = by ? seen[(seen.indexOf(tab) + by + seen.length) % seen.length] : { Home: seen[0], End: seen[seen.length - 1] }[event.key];
      if (!next) return;
      event.preventDefault();
      open(next);
      next.focus();
    });
  }
  byId("line-name").addEventListener("click", () => (byId("tab-lines").click(), byId("tab-lines").focus()));
}

function nextTheme() {
  const root = document.documentElement;
  const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const now = root.dataset.theme || "auto";
  const order = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  showTheme(order[(order.indexOf(now) + 1) % THEMES.length]);
}

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-label", t("Colours: {0}", theme === "auto" ? t("as the system has them") : theme === "light" ? t("light") : t("dark")));
}

function heading(game) {
  const [only] = game.viewers;
  const views = game.viewers.map((side) => (side === null ? t("Umpire (everything)") : t("As {0} may see it", t(side))));
  byId("viewer").replaceChildren(...views.map((text, i) => el("option", { value: i, text })));
  byId("viewer").disabled = views.length < 2;
  byId("holds").textContent = only === null
    ? t("This file holds the whole game: what the umpire sees, and what {0} see. Whoever has it can read all secrets.", listed(game.sides))
    : t("This file was made for {0}. What {0} may not see is not in it.", t(only));
  byId("copy").textContent = only === null ? t("Umpire’s copy: the secrets of all sides are in it") : t("Copy for {0}: no secrets of others are in it", t(only));
  byId("copy").hidden = false;
  byId("seals").replaceChildren(...game.lines.map((course) => el("li", {}, t("{0} ends with ", course.name), el("code", { text: course.seal }))));
}

async function open() {
  showTheme("auto");
  document.documentElement.classList.toggle("unspoilt", isVeiled(location.hash)); // before anything is told
  let game;
  try {
    game = await load();
  } catch (error) {
    byId("trouble").hidden = false;
    byId("trouble").textContent = t("This page cannot be read here: {0}. Open it with a current browser (Chrome 80, Firefox 113, Safari 16.4 or later).", error.message);
    return;
  }
  heading(game);
  const player = new Player(new Store(game));
  controls(player);
  listenToKeys(player);
  player.fill();
  if (!player.readHash()) player.go(player.store.opening(player.line, player.viewer));
  Object.assign(window, { refight: { player, append: (name, more) => player.append(name, more), renew: (whole) => (heading(whole), player.renew(whole)) } });
  document.body.dataset.ready = "yes";
}

open();
