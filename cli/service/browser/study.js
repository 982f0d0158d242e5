// On the entry one looks at: notes and marks, a line from here, odds, other readings, the umpire's ruling, rules by word.

import { refusal } from "./desk.js";
import { byId, make } from "./make.js";
import { Rulebook } from "./rulebook.js";
import { listed, t } from "./words.js";

const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];
const NAME = "what-if-"; // and a number that is free
const SHOWN = 12; // outcomes that are listed

export class Study {
  /**
   * @param {{role: string, side: string, system: string}} who asks, as the service tells it
   * @param {(path: string, more?: object) => Promise<Response>} ask
   * @param {any} player of the page @param {(name: string) => Promise<void>} openLine
   */
  constructor(who, ask, player, openLine) {
    Object.assign(this, { who, ask, player, openLine, mark: "", asked: 0 });
    this.isMember = who.role !== "spectator";
    this.isUmpire = who.role === "umpire" || who.role === "service";
    this.said = make("p", { className: "study-said" });
    this.said.setAttribute("role", "status");
    this.found = make("div", { className: "study-found" });
    this.rulebook = new Rulebook(who.system, this.isUmpire ? (rule) => this.cite(rule) : null);
    const forMembers = this.isMember ? [this.remarks(), this.branching(), this.closing(), this.questions(), this.found] : [];
    this.box = make("div", { className: "study" }, ...forMembers, this.said, ...(this.isUmpire ? [this.ruling()] : []), this.rulebook.box);
    byId("tools").append(this.box);
    byId("panel-entry").addEventListener("entry", () => this.here());
    this.here();
  }

  get path() {
    return `/lines/${encodeURIComponent(this.player.line)}`;
  }

  /** Another entry: what was found of the last one goes, and what is typed stays. */
  here() {
    const { line, number } = this.player, now = `${line}:${number}`;
    if (this.now === now) return;
    this.now = now;
    this.asked += 1;
    this.found.replaceChildren();
    if (number !== this.ruled) this.tell(""); // what was said of a ruling, or of a line's end, stays with it
    if (this.isMember) this.name.value = this.freeName();
    if (this.isUmpire) this.offer(this.disputesHere());
  }

  freeName() {
    const taken = this.player.store.courses;
    let n = 1;
    while (taken.has(`${NAME}${n}`)) n += 1;
    return `${NAME}${n}`;
  }

  // Notes and marks

  remarks() {
    this.text = make("input", { autocomplete: "off", maxLength: 10000 });
    this.glyphs = GLYPHS.map((glyph) => {
      const made = make("button", { type: "button", className: "plain glyph-choice", textContent: glyph, onclick: () => this.choose(glyph) });
      made.setAttribute("aria-pressed", "false");
      return made;
    });
    const marks = make("div", { className: "study-glyphs" }, ...this.glyphs);
    marks.setAttribute("role", "group");
    marks.setAttribute("aria-label", t("Mark"));
    return this.form(t("Note on this entry"), () => this.note(), marks, field(t("Comment, or a word as a mark"), this.text), submit(t("Write it")));
  }

  choose(glyph) {
    this.mark = this.mark === glyph ? "" : glyph;
    for (const button of this.glyphs) button.setAttribute("aria-pressed", String(button.textContent === this.mark));
  }

  async note() {
    const text = `${this.mark} ${this.text.value.trim()}`.trim();
    if (!text) return this.tell(t("choose a mark, or write something"), true);
    const given = await this.post(`${this.path}/notes`, { text, about: this.player.number });
    if (!given) return null;
    this.text.value = "";
    this.choose(this.mark);
    return this.tell(t("written as entry {0}", given.head));
  }

  // Another line

  branching() {
    this.name = make("input", { autocomplete: "off", required: true, pattern: "[a-z0-9][a-z0-9._\\-]*", maxLength: 63, spellcheck: false });
    this.why = make("input", { autocomplete: "off", maxLength: 2000 });
    this.same = make("input", { type: "checkbox" });
    const luck = this.isUmpire ? [make("label", { className: "study-check" }, this.same, t("the same dice come again"))] : [];
    return this.form(t("Another line from here"), () => this.branch(), field(t("Name"), this.name), field(t("Why"), this.why), ...luck, submit(t("Branch here")));
  }

  async branch() {
    const { line, number } = this.player;
    const sent = { name: this.name.value.trim(), line, at: number, why: this.why.value.trim(), luck: this.same.checked ? "same" : "fresh" };
    const opened = await this.post("/branches", sent);
    if (!opened) return;
    this.why.value = "";
    await this.openLine(opened.line);
    this.tell(t("{0} goes on from entry {1}", opened.line, opened.at));
  }

  /** A line that was opened and left keeps a finished game closed: whoever may, closes it. */
  closing() {
    this.whyClosed = make("input", { autocomplete: "off", maxLength: 2000 });
    return this.form(t("Nobody plays on in this line"), () => this.close(), field(t("For what reason"), this.whyClosed), submit(t("Close this line")));
  }

  async close() {
    const found = await this.post(`${this.path}/closing`, { why: this.whyClosed.value.trim() });
    if (!found) return;
    this.whyClosed.value = "";
    this.ruled = found.head;
    this.tell(!found.closed ? t("{0} must agree as well", listed(found.missing)) : found.all_open ? t("closed: all of the game is open now") : t("closed"));
  }

  // What might have been

  questions() {
    const button = (text, onclick) => make("button", { type: "button", className: "plain", textContent: text, onclick });
    return make("div", { className: "study-asks" }, button(t("Odds of this order"), () => this.odds()), button(t("Other readings"), () => this.disputes()));
  }

  async odds() {
    const found = await this.get(`${this.path}/odds/${this.player.number}`);
    if (!found) return;
    const rows = found.outcomes.slice(0, SHOWN).map(({ share, words, happened }) =>
      make("li", { className: happened ? "happened" : "" }, make("b", { textContent: `${(100 * share).toFixed(1)} %` }),
        ` ${words.join("; ")}`, ...(happened ? [make("span", { className: "quiet", textContent: ` ${t("(as it was)")}` })] : [])));
    const left = found.outcomes.length - rows.length;
    this.found.replaceChildren(heading(found.exact ? t("Odds, counted") : t("Odds, sampled")), make("ol", {}, ...rows),
      ...(left > 0 ? [make("p", { className: "quiet", textContent: t("and {0} more", left) })] : []));
  }

  async disputes() {
    const { number } = this.player;
    const found = await this.get(`${this.path}/disputes?at=${number}`);
    if (!found) return;
    const told = found.disputes.filter(({ otherwise }) => otherwise.length).map((one) => this.dispute(one, number));
    this.found.replaceChildren(heading(t("Other readings")), ...(told.length ? told : [make("p", { className: "quiet", textContent: t("No other reading would have changed anything here.") })]));
  }

  dispute({ dispute, rule, question, otherwise }, at) {
    const rest = ({ reading }) => this.isUmpire
      ? [make("button", { type: "button", className: "plain", textContent: t("The rest of the game under {0}, as a new line", reading), onclick: () => this.retell(at, dispute, reading) })] : [];
    const ways = otherwise.map((one) => make("li", {}, ...cameOf(one), ...rest(one)));
    return make("section", {}, make("p", {}, make("span", { className: "cite", textContent: `${dispute}, ${rule}` }), ` ${question}`), make("ul", {}, ...ways));
  }

  async retell(at, dispute, reading) {
    const made = await this.post(`${this.path}/disputes`, { at, dispute, reading });
    if (made) await this.openLine(made.ref.split("@")[1]);
  }

  // The umpire's word

  ruling() {
    this.reason = make("input", { autocomplete: "off", maxLength: 10000 });
    this.rule = make("input", { autocomplete: "off", maxLength: 200, spellcheck: false });
    this.readings = make("div", { className: "study-readings" });
    return this.form(t("Ruling"), () => this.decide(), field(t("Reason"), this.reason), field(t("Rule; find it by word below"), this.rule), this.readings,
      make("p", { className: "quiet", textContent: t("It holds from the end of this line on.") }), submit(t("Rule")));
  }

  /** Disputes about the rules behind this entry. */
  disputesHere() {
    const { store, line, number } = this.player, { note } = store.entry(line, number), { rules, disputes } = store.tables;
    const names = new Set((note ? note[3] : []).flatMap((id) => (rules[id] ? rules[id][1] : [])));
    return [...names].map((name) => ({ name, question: disputes[name][1], choices: disputes[name][2], now: store.reading(line, number, name, this.player.viewer) }));
  }

  /** Readings to choose from; those that were chosen already stay. */
  offer(disputes) {
    const kept = [...this.readings.querySelectorAll("select")].filter(({ value }) => value);
    const fresh = disputes.filter(({ name }) => kept.every((select) => select.dataset.dispute !== name)).map((one) => this.reading(one));
    this.readings.replaceChildren(...kept.map((select) => select.parentElement), ...fresh);
  }

  reading({ name, question, choices, now }) {
    const options = Object.entries(choices).map(([value, words]) => make("option", { value, textContent: `${value}: ${words}${value === now ? ` ${t("(as now)")}` : ""}` }));
    const select = make("select", {}, make("option", { value: "", textContent: t("as it is read now") }), ...options);
    select.dataset.dispute = name;
    return make("label", {}, `${name}: ${question}`, select);
  }

  /** A rule that was found by word, with the ways it can be read. */
  cite({ id, rule, readings }) {
    this.rule.value = rule || id;
    const { store, line, viewer } = this.player;
    const now = (name) => (store.tables.disputes[name] ? store.reading(line, store.last(line), name, viewer) : "");
    this.offer(Object.entries(readings).map(([name, { question, choices }]) => ({ name, question, choices, now: now(name) })));
    this.rule.focus();
  }

  async decide() {
    const chosen = [...this.readings.querySelectorAll("select")].filter(({ value }) => value);
    const readings = Object.fromEntries(chosen.map((select) => [select.dataset.dispute, select.value]));
    const made = await this.post(`${this.path}/rulings`, { text: this.reason.value.trim(), rule: this.rule.value.trim(), readings });
    if (!made) return;
    this.reason.value = this.rule.value = "";
    this.readings.replaceChildren();
    this.offer(this.disputesHere());
    this.ruled = made.head;
    this.tell(made.entries.map(({ words }) => words).join("; "));
  }

  // Asking

  form(title, action, ...parts) {
    const form = make("form", { className: "study-form" }, heading(title), ...parts);
    form.setAttribute("aria-label", title);
    form.addEventListener("submit", (event) => (event.preventDefault(), action()));
    return form;
  }

  get(path) {
    return this.answered(path, {});
  }

  post(path, body) {
    return this.answered(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  }

  /** What came of it; null where it was refused, or where one has gone on to another entry in the meantime. */
  async answered(path, more) {
    const asked = (this.asked += 1);
    this.tell("…");
    this.keep(true);
    try {
      const answer = await this.ask(path, more), found = await answer.json();
      if (asked !== this.asked && !more.method) return null;
      this.tell(answer.ok ? "" : refusal(found), !answer.ok);
      return answer.ok ? found : null;
    } catch {
      this.tell(t("not sent: the service does not answer"), true);
      return null;
    } finally {
      this.keep(false);
    }
  }

  /** While something is on its way it is not sent a second time. */
  keep(isWaiting) {
    for (const button of this.box.querySelectorAll("button")) button.disabled = isWaiting;
  }

  tell(text, isRefusal = false) {
    this.said.textContent = text;
    this.said.classList.toggle("refused", isRefusal);
  }
}

function cameOf({ reading, recorded, instead, unseen }) {
  const idle = unseen ? [make("p", { className: "quiet", textContent: t("Board, points, losses and result stay the same.") })] : [];
  return [make("p", { textContent: t("as recorded: {0}", recorded) }), make("p", { textContent: t("under {0}: {1}", reading, instead) }), ...idle];
}

function field(text, input) {
  return make("label", { className: "study-field" }, text, input);
}

function submit(textContent) {
  return make("button", { className: "plain", textContent });
}

function heading(textContent) {
  return make("h3", { textContent });
}
