// On a table: a click shows a unit where to go, or it is dragged along its move and wheeled by a corner; price, end and
// what forbids it are shown meanwhile.

import { byId, make } from "./make.js";
import { pointOf, Steps } from "./steps.js";
import { t } from "./words.js";

const MOVED = 4; // pixels that are still a click
const SOON = 60; // milliseconds between two looks at what a move would be
const NEAR = 0.1; // of a unit: so far off it still ends right there

export class Drag {
  /** @param {any} hand */
  constructor(hand) {
    Object.assign(this, { hand, held: null, steps: null, unit: "", goal: "", looked: 0, arced: 0, pause: 0 });
    const frame = byId("board-frame");
    frame.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    frame.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    frame.addEventListener("pointerup", (event) => this.up(event), { capture: true });
    frame.addEventListener("pointercancel", () => (this.held = null), { capture: true });
  }

  /** Another position, or nothing picked: what is still being looked at was of the old one. */
  reset() {
    this.looked += 1;
    Object.assign(this, { held: null, steps: null, unit: "", goal: "" });
  }

  /** Whether a move stands there that no list holds. */
  get isSet() {
    return Boolean(this.goal || this.steps?.words.length);
  }

  get table() {
    return this.hand.places.table;
  }

  /** The order that moves a unit step by step: one with a unit, and a path that is no list of places. */
  kind(unit) {
    const { choices } = this.hand;
    const i = choices.kinds.findIndex(({ fields }, at) =>
      fields.some(({ key, of, sort }) => key === "path" && !of && sort === "list") && choices.rows.some((row) => row.kind === at && choices.units(row, false).includes(unit)));
    return i < 0 ? null : choices.kinds[i];
  }

  front(unit) {
    return this.hand.hand?.fronts?.[unit] ?? null;
  }

  down(event) {
    if (!this.hand.isMine || !this.table || event.button) return;
    const handle = event.target.closest?.("[data-handle]")?.dataset.handle ?? "";
    const id = handle ? this.unit : event.target.closest?.(".piece")?.dataset.id?.replace(/^~/, "") ?? "";
    const unit = event.target.closest?.(".lit-ghost") ? this.unit : id;
    if (!unit || !this.kind(unit) || !this.front(unit)) return;
    if (unit !== this.unit) this.begin(unit);
    this.held = { handle, id: event.pointerId, from: [event.clientX, event.clientY], at: this.hand.player.board.view.at(event), isMoved: false };
    event.stopPropagation();
  }

  begin(unit) {
    this.looked += 1;
    const front = this.front(unit); // whoever looks all round has none: he goes, and does not wheel
    Object.assign(this, { unit, goal: "", there: null, steps: front ? new Steps(front, this.table) : null });
  }

  /** Whether a click on the table can be a place for a unit to go to. */
  leads(unit) {
    return Boolean(this.table && unit && this.kind(unit)?.finds);
  }

  /** To a point of the table: the way is found by the rules, and where there is none they say why. */
  goTo(unit, { x, y }, event) {
    this.begin(unit);
    this.hand.picks = [{ what: "unit", value: unit }];
    this.hand.show();
    Object.assign(this, { goal: pointOf(this.table, [x, y]), there: [x, y] });
    this.look(this.goal).then((found) => found && this.sayWhy(found, [x, y], event)).catch(() => {});
  }

  /** Beside the place itself: what is in the way of it, also where the move found ends short of it. */
  async sayWhy(found, [x, y], event) {
    const [ex, ey] = found.goes?.at(-1) ?? [NaN, NaN], { looked, goal } = this;
    const isThere = Math.hypot(ex - x, ey - y) < NEAR * this.table.unit + 1;
    const barred = found.detail || isThere ? found : await this.hand.desk.preview(`${this.kind(this.unit).name} unit=${this.unit} path=to:${goal}`);
    if (barred.detail && looked === this.looked) this.hand.why.say(goal, barred, event);
  }

  move(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    event.stopPropagation();
    held.isMoved ||= Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > MOVED;
    if (!held.isMoved) return;
    const { x, y } = this.hand.player.board.view.at(event);
    held.step = this.stepTo(held, [x, y]);
    this.lookSoon();
  }

  /** By a corner it wheels; by its body it goes there, or straight on where no way is found for it. */
  stepTo(held, [x, y]) {
    if (held.handle) return this.steps.wheel(held.handle, [x, y]);
    const [mx, my] = this.steps.middle, there = [mx + x - held.at.x, my + y - held.at.y];
    if (this.kind(this.unit).finds && !this.steps.words.length) return { to: pointOf(this.table, there) };
    return this.steps.straight(there);
  }

  up(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    this.held = null;
    if (!held.isMoved) return; // a click: it picks the unit
    event.stopPropagation();
    this.hand.player.board.view.moved = MOVED + 1; // no click follows
    if (held.step?.word) this.steps.take(held.step);
    this.goal = held.step?.to ?? "";
    this.hand.picks = [{ what: "unit", value: this.unit }];
    this.hand.show();
    this.look(this.goal).catch(() => {});
  }

  lookSoon() {
    if (this.pause) return;
    this.pause = setTimeout(() => ((this.pause = 0), this.look(this.held?.step?.to ?? "", this.held?.step?.word).catch(() => {})), SOON);
  }

  /** What the move would be: where it ends, what it costs, or the rule against it. */
  async look(to = "", word = "") {
    const kind = this.kind(this.unit), path = [...(this.steps?.words ?? []), ...(word ? [word] : [])];
    if (!kind || (!to && !path.length)) return null;
    const looked = (this.looked += 1);
    const text = `${kind.name} unit=${this.unit} ${to ? `to=${to}` : `path=${path.join(",")}`}`;
    const found = await this.hand.desk.preview(text);
    if (looked !== this.looked) return null;
    this.draw(found);
    this.hand.desk.propose(found.order ?? text, found);
    return found;
  }

  draw(found) {
    const { lights } = this.hand;
    lights.over.replaceChildren();
    const known = lights.node(this.unit), isStraight = found.order && known && this.there;
    if (found.goes?.length) lights.line(found.goes);
    else if (isStraight) lights.line([[known.x, known.y], this.there]); // how it would stand is not known
    if (found.stands) lights.ghost(found.stands);
    this.handles();
    this.hand.player.board.giveWay();
  }

  handles() {
    if (!this.steps) return;
    for (const [i, name] of ["left", "right"].entries()) this.hand.lights.handle(this.steps.front[i], name);
  }

  /** Called when what is lit is lit anew; a move that stands there is drawn anew as well. */
  show(unit) {
    if (!this.table || !unit || !this.kind(unit)) return;
    if (unit !== this.unit) this.begin(unit);
    this.handles();
    this.arcs(unit).catch(() => {});
    if (this.isSet && !this.held) this.look(this.goal).catch(() => {});
  }

  /** Asked anew whenever what is lit is lit anew; an older answer would be drawn a second time, or in another position. */
  async arcs(unit) {
    const asked = (this.arced += 1), answer = await this.hand.desk.ask(`${this.hand.desk.path()}/zones?unit=${encodeURIComponent(unit)}`);
    const zones = answer.ok ? await answer.json() : [];
    if (asked === this.arced && this.hand.isMine && this.hand.picked("unit")[0] === unit) for (const zone of zones) this.hand.lights.zone(zone);
  }

  /** How it is moved; the steps taken so far, and the last one back. */
  pad() {
    const [unit] = this.hand.picked("unit");
    if (!this.steps?.words.length) return this.leads(unit) ? make("p", { className: "quiet", textContent: t("Click where it is to go, or drag it; it wheels by the corners of its front.") }) : make("span", {});
    const back = () => {
      const words = this.steps.words.slice(0, -1);
      this.begin(this.unit);
      this.replay(words);
    };
    return make("div", { className: "hand-group" }, make("span", { className: "hand-what", textContent: t("Steps") }), make("code", { textContent: this.steps.words.join(" ") }),
      make("button", { type: "button", className: "choice", textContent: t("One step less"), onclick: back }));
  }

  replay(words) {
    for (const word of words) {
      const [verb, value] = word.split(":"), size = Number(value);
      const step = this.again(verb, size);
      if (step) this.steps.take({ ...step, word });
    }
    this.hand.show();
    this.look().catch(() => {});
  }

  again(verb, size) {
    const [mx, my] = this.steps.middle, [ax, ay] = this.steps.ahead, by = size * this.table.unit * (verb === "back" ? -1 : 1);
    if (verb === "ahead" || verb === "back") return this.steps.straight([mx + ax * by, my + ay * by]);
    return this.steps.turned(verb, size);
  }
}
