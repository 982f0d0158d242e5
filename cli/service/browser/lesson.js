// A guided first turn: what its step says stands above the orders, what is meant is marked, and an order is judged by the
// service before it counts.

import { make } from "./make.js";
import { t } from "./words.js";

const paragraph = (textContent, className = "") => make("p", { textContent, className });

export class Lesson {
  /** @param {any} desk that gives the orders @param {(name: string) => Promise<void>} openLine */
  constructor(desk, openLine) {
    Object.assign(this, { desk, openLine, told: [], passed: 0, asked: 0, reads: 0, value: null, key: "", held: "" });
    this.panel = make("section", { className: "lesson", hidden: true });
    this.panel.setAttribute("aria-label", t("A guided first turn"));
    this.panel.setAttribute("aria-live", "polite");
    this.rule = make("div", { className: "lesson-rule" });
  }

  /** The step that is to be shown: looks are passed by a click, everything else by what is played. */
  get step() {
    return this.value?.steps[this.passed] ?? null;
  }

  /** Whether the order in hand is one of the lesson. */
  get isOn() {
    return Boolean(this.value?.title) && !this.value.strayed && this.value.steps.some(({ does }) => does !== "look") && this.value.line === this.desk.player.line;
  }

  /** Asked once for a page, and after everything that happens in a lesson; an answer that something overtook is dropped. */
  async refresh() {
    if (this.value && !this.value.title) return;
    const asked = (this.asked += 1), answer = await this.desk.ask("/lesson");
    const value = answer.ok ? await answer.json() : null;
    if (value && asked === this.asked) this.hold(value);
  }

  /** What is known already is not laid out anew: the rule that somebody reads stays, and no button goes from under a click. */
  hold(value) {
    const key = `${value.line}:${value.number}`, held = JSON.stringify([value, this.desk.player.line]);
    if (key !== this.key) this.passed = 0;
    const isKnown = held === this.held;
    Object.assign(this, { value, key, held });
    this.desk.form.classList.toggle("learning", this.isOn);
    if (isKnown) this.follow();
    else this.show();
  }

  show() {
    const { value, step } = this;
    this.panel.hidden = !value.title;
    if (!value.title) return;
    this.reads += 1;
    this.rule.replaceChildren();
    const isElsewhere = value.line !== this.desk.player.line && !value.strayed;
    const heading = make("h2", { textContent: step ? t("{0}: {1} of {2}", value.title, value.number + this.passed, value.of) : value.title });
    const said = this.told.map((text) => paragraph(text, "lesson-told"));
    if (value.strayed) this.panel.replaceChildren(heading, paragraph(t("Something else was ordered than this lesson knows; go on as you like.")));
    else if (isElsewhere) this.panel.replaceChildren(heading, paragraph(t("The lesson goes on in another line.")), this.buttons([[t("Go there"), () => this.openLine(value.line)]]));
    else if (!step) this.panel.replaceChildren(heading, ...said, paragraph(plain(value.end.replaceAll("GAME", decodeURIComponent(location.pathname.split("/")[2])))));
    else this.panel.replaceChildren(heading, ...said, paragraph(plain(step.words), "lesson-words"), this.rules(step.rules), this.rule, this.buttons(this.offers(step)));
    if (this.desk.hand.hand) this.desk.hand.show();
    this.follow();
  }

  offers({ does, order }) {
    const skip = [t("Do it for me"), () => this.give(null)];
    if (does === "look") return [[t("Go on"), () => this.pass()]];
    if (does === "line") return [[t("Open the line"), () => this.give(null)]];
    return [[t("Show me the order"), () => this.desk.propose(order)], skip];
  }

  buttons(offers) {
    return make("div", { className: "lesson-buttons" }, ...offers.map(([textContent, onclick]) => make("button", { type: "button", className: "plain", textContent, onclick })));
  }

  pass() {
    this.passed += 1;
    this.told = [];
    this.show();
  }

  rules(ids) {
    const button = (id) => make("button", { type: "button", className: "choice", textContent: id, onclick: () => this.read(id) });
    return make("div", { className: "lesson-rules", hidden: !ids.length }, make("span", { className: "quiet", textContent: t("rules") }), ...ids.map(button));
  }

  async read(id) {
    const asked = (this.reads += 1), headers = { "Accept-Language": document.documentElement.lang };
    const answer = await fetch(`/api/1/systems/${encodeURIComponent(this.value.system)}/rules/${encodeURIComponent(id)}`, { headers });
    const { rules = [] } = answer.ok ? await answer.json() : {};
    if (asked !== this.reads) return;
    this.rule.replaceChildren(...rules.map((rule) => make("p", {}, make("b", { textContent: `${rule.id} ${rule.title}` }), " ", plain(rule.text), rule.table ? make("pre", { textContent: rule.table }) : "")));
  }

  /** The order typed or put together; null: the lesson does it. What others do behind it comes with the answer. */
  async give(order) {
    const given = this.desk.order.value;
    const found = await this.desk.post("/lesson", { ...(order === null ? {} : { order }), expected: this.value.head });
    if (!found) return;
    if (!found.right) return this.desk.tell(found.said.join(" "), true);
    this.told = found.said;
    this.asked += 1; // a step that was asked for before this is an older one
    this.desk.took(found, given);
    this.hold(found.lesson);
    if (found.lesson.line !== this.desk.player.line) await this.openLine(found.lesson.line);
    this.show();
  }

  /** Whoever and whatever the step speaks of. */
  light(lights) {
    if (!this.step || !this.isHere) return;
    const { marks } = this.step;
    for (const word of marks) if (lights.isPlace(word)) lights.place(word, "meant");
    lights.units(marks.filter((word) => !lights.isPlace(word)), "meant");
  }

  get isHere() {
    return this.value.line === this.desk.player.line && this.desk.hand.isMine;
  }

  /** Once for each step, so that whoever looks elsewhere may. */
  follow() {
    const { lights } = this.desk.hand, key = `${this.key}:${this.passed}`;
    if (!lights || !this.step || key === this.followed || !this.isHere) return;
    this.followed = key;
    this.desk.player.board.view.follow(this.step.marks.map((id) => lights.box(id)).filter(Boolean));
  }
}

/** The words are written for a terminal too: marks of typing are left out. */
function plain(text) {
  return text.replace(/[`*]/g, "");
}
