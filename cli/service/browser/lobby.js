// The first page: whoever may start games chooses one here, and sends the links of its sides.

import { make } from "./make.js";

const KEY = "refight-own";
const api = "/api/1";
const box = document.getElementById("new");
const words = JSON.parse(box.dataset.words || "{}");
const t = (text, ...of) => (words[text] ?? text).replace(/\{(\d)\}/g, (_, i) => String(of[i]));

/** The token comes in the part of the address that no server ever sees; it stays in this tab. */
function takeToken() {
  if (!location.hash.startsWith("#token=")) return;
  sessionStorage.setItem(KEY, location.hash.slice("#token=".length));
  history.replaceState(null, "", location.pathname + location.search);
}

async function ask(path, body) {
  const token = sessionStorage.getItem(KEY);
  const headers = { "Accept-Language": document.documentElement.lang, ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(body ? { "Content-Type": "application/json" } : {}) };
  const answer = await fetch(`${api}${path}`, { headers, cache: "no-store", ...(body ? { method: "POST", body: JSON.stringify(body) } : {}) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.rule ? `[${found.rule}] ${found.detail}` : found.detail);
  return found;
}

/** Another page, in the language that the address of this one asks for. */
function inLanguage(path) {
  const lang = new URLSearchParams(location.search).get("lang"), found = new URL(path, location.href);
  if (lang) found.searchParams.set("lang", lang);
  return found.href;
}

/** Another list to choose from: the first of it, until something else is chosen. */
function offer(select, values, named = {}) {
  select.replaceChildren(...values.map((value) => make("option", { value, textContent: named[value] ?? value })));
  select.selectedIndex = 0;
  return select;
}

const labelled = (text, input) => make("label", {}, text, input);
const choice = (values, named = {}) => offer(make("select", {}), values, named);

class NewGame {
  constructor(titles) {
    Object.assign(this, { looked: 0, isNamed: false });
    this.system = choice(Object.keys(titles), titles);
    this.scenario = make("select", {});
    this.name = make("input", { required: true, pattern: "[a-z0-9][a-z0-9._\\-]*", maxLength: 63, autocomplete: "off" });
    this.side = make("select", {});
    this.against = make("select", {});
    this.button = make("button", { className: "plain main", textContent: t("Begin") });
    this.text = make("p", { className: "text" });
    this.more = make("details", {});
    this.said = make("p", { className: "text" });
    this.said.setAttribute("role", "status");
    this.links = make("div", { className: "links" });
    this.form = make("form", {}, labelled(t("Rules"), this.system), labelled(t("Scenario"), this.scenario), labelled(t("Name"), this.name), labelled(t("You play"), this.side),
      labelled(t("Against"), this.against), this.button, this.text, this.more, this.said, this.links);
    this.name.addEventListener("input", () => (this.isNamed = this.name.value !== ""));
    this.system.addEventListener("change", () => this.look().catch((error) => this.tell(error.message, true)));
    this.scenario.addEventListener("change", () => this.showScenario());
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.begin()));
  }

  async look() {
    const asked = (this.looked += 1);
    this.button.disabled = true; // until it is known what would begin
    const found = await ask(`/systems/${this.system.value}`);
    if (asked !== this.looked) return; // other rules have been chosen meanwhile
    this.found = found;
    const named = Object.fromEntries(this.found.scenarios.map(({ scenario, title }) => [scenario, title]));
    offer(this.scenario, Object.keys(named), named);
    offer(this.against, this.found.has_player ? ["program", "person"] : ["person"], { program: t("the program"), person: t("somebody: send a link") });
    this.more.replaceChildren(make("summary", { textContent: t("Optional rules, disputed rules, settings") }), ...this.chosen());
    this.showScenario();
    this.button.disabled = false;
  }

  chosen() {
    const { options, readings } = this.found;
    const on = Object.entries(options).map(([name, text]) => make("label", { className: "on" }, make("input", { type: "checkbox", name: "option", value: name }), text));
    const read = Object.entries(readings).map(([name, { question, choices, usual }]) => {
      const select = choice(Object.keys(choices), choices);
      Object.assign(select, { name: "reading", value: usual });
      select.dataset.dispute = name;
      select.dataset.usual = usual;
      return labelled(`${name} ${question}`, select);
    });
    const once = make("label", { className: "on" }, make("input", { type: "checkbox", name: "setting", value: "no_take_back_after_dice=yes" }), t("Nothing is taken back once dice have spoken"));
    const together = make("label", { className: "on" }, make("input", { type: "checkbox", name: "setting", value: "dice=shared" }), t("Dice that nobody alone can foresee: the pages of all sides make them"));
    return [make("div", { className: "many" }, once, together, ...on, ...read)];
  }

  showScenario() {
    const scenario = this.found.scenarios.find((one) => one.scenario === this.scenario.value);
    offer(this.side, [...scenario.sides, ""], { "": t("nobody: I watch") });
    this.text.textContent = scenario.text;
    if (!this.isNamed) this.name.value = `${scenario.scenario.replaceAll("_", "-")}-${Math.floor(Date.now() / 1000).toString(36).slice(-4)}`;
  }

  values(name) {
    return [...this.form.querySelectorAll(`[name=${name}]:checked`)].map(({ value }) => value);
  }

  /** What comes of it is said below what was chosen: that is folded away, and out of nobody's sight. */
  async begin() {
    this.button.disabled = true;
    this.more.open = false;
    this.tell(t("One moment…"));
    try {
      await this.started();
    } catch (error) {
      this.tell(error.message, true);
    }
    this.button.disabled = false;
  }

  async started() {
    const readings = Object.fromEntries([...this.form.querySelectorAll("[name=reading]")].filter(({ value, dataset }) => value !== dataset.usual).map(({ value, dataset }) => [dataset.dispute, value]));
    const game = await ask("/games", { system: this.system.value, scenario: this.scenario.value, name: this.name.value, options: this.values("option"), readings, settings: this.values("setting") });
    const path = `/games/${encodeURIComponent(game.game)}`, mine = this.side.value;
    const links = [];
    for (const side of game.sides) {
      if (side !== mine && this.against.value === "program") await ask(`${path}/program`, { side });
      else links.push(await ask(`${path}/tokens`, { side }));
    }
    if (mine && links.length === 1) return location.assign(inLanguage(links[0].page));
    if (!links.length) return location.assign(inLanguage(path));
    this.tell(t("{0} is ready. Whoever opens a link plays that side: keep yours, send the others.", game.title));
    this.links.replaceChildren(...links.map(({ side, page }) => this.link(side, page, mine)));
    this.links.scrollIntoView({ block: "nearest" });
  }

  link(side, page, mine) {
    const address = new URL(page, location.href).href;
    const shown = make("input", { readOnly: true, value: address, onfocus: () => shown.select() });
    const open = make("a", { href: inLanguage(page), textContent: side === mine ? t("Play {0}", side) : t("Open as {0}", side) });
    return make("label", {}, open, shown);
  }

  tell(text, isRefusal = false) {
    this.said.textContent = text;
    this.said.classList.toggle("refused", isRefusal);
    this.said.scrollIntoView({ block: "nearest" });
  }
}

/** A first turn with a teacher, of every system that has one. */
async function lessons(titles) {
  const found = await ask("/lessons");
  const said = make("p", { className: "text" });
  said.setAttribute("role", "status");
  const begin = (system) => async () => {
    try {
      location.assign(inLanguage((await ask("/lessons", { system })).page));
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const buttons = found.map(({ system, title }) => make("button", { type: "button", className: "plain", onclick: begin(system) }, title, make("span", { className: "quiet", textContent: ` ${titles[system]}` })));
  return make("div", { className: "lessons" }, make("h3", { textContent: t("Learn by a first turn") }), ...buttons, said);
}

/** Without a token that may start games there is a field for it. */
function askForToken(why = "") {
  const token = make("input", { type: "password", required: true, autocomplete: "off", spellcheck: false });
  const form = make("form", {}, labelled(t("The service's own token, which it printed when it started"), token), make("button", { className: "plain", textContent: t("Use it") }), make("p", { className: "text refused", textContent: why }));
  form.addEventListener("submit", (event) => (event.preventDefault(), sessionStorage.setItem(KEY, token.value.trim()), open()));
  show(form);
}

function show(...parts) {
  box.replaceChildren(box.querySelector("h2"), ...parts);
}

async function open() {
  if (!sessionStorage.getItem(KEY) && !box.dataset.person) return askForToken();
  try {
    const titles = await ask("/systems"), made = new NewGame(titles);
    await made.look();
    show(made.form, ...(sessionStorage.getItem(KEY) ? [await lessons(titles)] : []));
  } catch (error) {
    sessionStorage.removeItem(KEY);
    askForToken(error.message);
  }
}

takeToken();
open();
