// The desk of a side: its orders and notes are typed here, with what is legal now to choose from; an order is shown in
// full, with its price, before it is given.

import { Hand } from "./hand.js";
import { make } from "./make.js";
import { Shares } from "./shares.js";
import { chime, sounding } from "./sound.js";
import { counted, listed, t } from "./words.js";

const MOST = 500; // legal orders that are offered at once; those that name what is typed are asked for
const AGAIN = 4000; // milliseconds until it is asked again whether someone wants an order taken back

const TYPED = 250; // milliseconds without a letter after which the order is looked at

export const refusal = ({ rule, detail }) => `${rule ? `[${rule}] ` : ""}${detail}`;

const told = ({ order, price }) => (price ? `${order} (${price})` : order);

export class Desk {
  /**
   * @param {string} side whose token this page holds
   * @param {(path: string, more?: object) => Promise<Response>} ask
   * @param {any} player of the page: which line it shows, and how far that goes
   */
  constructor(side, ask, player) {
    Object.assign(this, { side, ask, player, looked: 0, offered: 0, backs: 0, pause: 0, stays: false, goesOn: "" });
    this.order = make("input", { id: "desk-order", autocomplete: "off", spellcheck: false, required: true });
    this.order.setAttribute("list", "desk-legal");
    this.legal = make("datalist", { id: "desk-legal" });
    this.dice = make("input", { id: "desk-dice", autocomplete: "off", inputMode: "numeric" });
    this.shown = make("output", { className: "desk-shown" });
    this.shown.setAttribute("for", "desk-order");
    this.shown.setAttribute("aria-label", t("The order in full"));
    this.said = make("p", { className: "desk-said" });
    this.said.setAttribute("role", "status");
    this.asks = make("p", { className: "desk-asks" });
    this.asks.setAttribute("role", "status");
    this.hand = new Hand(this, player);
    this.shares = new Shares(this);
    this.form = this.furnished();
    this.order.addEventListener("input", () => (this.showSoon(), this.offerSoon()));
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.send(event.submitter?.value)));
  }

  furnished() {
    const button = (value, textContent, more = {}) => make("button", { className: "plain", value, textContent, ...more });
    this.main = button("order", "", { className: "plain main" });
    this.wantDice(false);
    const form = make(
      "form", { className: "desk" }, this.hand.panel, make("div", { className: "desk-give" }, this.shown, this.main), this.said, this.asks, this.shares.panel,
      make("label", { className: "desk-order" }, t("Order of {0}, or a note", t(this.side)), this.order), this.legal,
      make("label", { className: "desk-dice" }, t("Dice on your table"), this.dice),
      button("note", t("Write the note")),
      button("back", t("Take back"), { formNoValidate: true, title: t("Undo the last order, if every side agrees") }), sounding(),
    );
    form.setAttribute("aria-label", t("Orders and notes"));
    return form;
  }

  /** What is legal now: to click, and to choose from while typing. */
  async refresh() {
    const hand = await this.hand.refresh();
    if (!hand) return;
    const { choices } = this.hand;
    this.offer(choices.rows.slice(0, MOST).map((row) => choices.text(row)));
    const length = choices.count(), { isMyTurn: isMine, isAskedForDice } = this.hand;
    this.wantDice(isAskedForDice);
    this.order.placeholder = !isMine || isAskedForDice ? t("nothing to order now") : hand.complete ? counted(length, "legal order") : t("{0} and more legal orders", length);
    const title = document.title.replace(/^● /, ""); // which may be another without spoilers
    document.title = isMine ? `● ${title}` : title; // seen in another tab: it is your turn
    if (isMine && this.wasMine === false) chime();
    this.wasMine = isMine;
  }

  /** Dice can be typed in, must be, or are never taken: as the game was begun. @param {string[]} settings */
  takeDice(settings) {
    this.dice.parentElement.hidden = settings.includes("dice=fair") || settings.includes("dice=shared");
    this.dice.placeholder = settings.includes("dice=table") ? "" : t("rolled for you");
  }

  /** For an order that was given already: there is nothing to order, and the dice go without one. */
  wantDice(isAsked) {
    this.order.required = !isAsked;
    this.main.textContent = isAsked ? t("Give the dice") : t("Give the order");
    this.shown.dataset.hint = isAsked ? "" : t("Choose above, or click what is lit on the board.");
  }

  offer(texts) {
    this.offered += 1;
    this.legal.replaceChildren(...texts.map((value) => make("option", { value })));
  }

  offerSoon() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.offerNamed().catch(() => {}), TYPED); // lost with the stream: the next letter asks again
  }

  /** Where not all legal orders are here: those that name what is typed so far, but for the word that is being typed. */
  async offerNamed() {
    if (!this.hand.choices?.isPart(this.hand.choices.rows)) return;
    const words = this.order.value.split(/\s+/).slice(0, -1).map((word) => word.slice(word.indexOf("=") + 1)).filter(Boolean);
    const asked = (this.offered += 1), query = new URLSearchParams({ words: words.join(" "), limit: String(MOST) });
    const answer = await this.ask(`${this.path()}/options?${query}`);
    const found = answer.ok ? await answer.json() : null;
    if (found && asked === this.offered) this.offer(found.options.map(({ order }) => order));
  }

  /** An order put together by hand: it stands here, in full, until it is given or typed over. What is shown is always of it. */
  propose(text, found = null) {
    if (text !== this.order.value.trim()) this.shown.value = "";
    this.order.value = this.proposed = text;
    if (found) this.showFound(found);
    else this.show().catch(() => {});
  }

  /** What was put together for another position must not be given in this one; what was typed is its writer's. */
  withdraw() {
    if (this.proposed && this.order.value === this.proposed) this.propose("");
  }

  showFound(found) {
    clearTimeout(this.pause);
    this.looked += 1;
    this.shown.value = found.detail ? refusal(found) : told(found);
    this.shown.classList.toggle("refused", Boolean(found.detail));
  }

  /** What an order would be: in full and with its price, or refused with its rule. */
  async preview(order) {
    return (await this.sent(`${this.path()}/preview`, { by: this.side, order })).json();
  }

  /** Something happened: what is legal is another thing now, and so is what was refused; but not that somebody was first. */
  news() {
    if (this.said.classList.contains("refused") && !this.stays) this.tell("");
    this.refresh().catch(() => {}); // lost with the stream, and asked for again with it
    this.lesson?.refresh().catch(() => {});
    this.shares.refresh();
    this.showSoon();
  }

  /** The order as it would be recorded, with its price: asked for when the typing stops. */
  showSoon() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.show().catch(() => {}), TYPED); // lost with the stream: the next letter asks again
  }

  async show() {
    const asked = (this.looked += 1), order = this.order.value.trim();
    const found = order ? await this.previewed(order) : null;
    if (asked !== this.looked) return;
    this.shown.value = found?.text ?? "";
    this.shown.classList.toggle("refused", Boolean(found?.refused));
  }

  /** What is no order at all may be a note; what is refused is said as it would be. */
  async previewed(order) {
    const answer = await this.sent(`${this.path()}/preview`, { by: this.side, order });
    const found = await answer.json();
    if (answer.ok) return { text: told(found) };
    return found.column === 1 ? null : { text: refusal(found), refused: true };
  }

  path() {
    return `/lines/${encodeURIComponent(this.player.line)}`;
  }

  async send(kind) {
    const isTyped = document.activeElement === this.order; // whoever clicks keeps the board in sight
    const isByKeys = document.activeElement === this.main && this.main.matches(":focus-visible");
    this.tell("…");
    this.player.go(this.player.last);
    this.keep(true);
    try {
      await ({ note: this.note, back: this.takeBack }[kind] ?? this.give).call(this);
    } catch {
      this.tell(t("not sent: the service does not answer"), true);
    }
    this.keep(false);
    if (isTyped) this.order.focus();
    else if (isByKeys) this.hand.focus(null);
  }

  /** On exactly what the page knows: if someone was first, the answer says so and nothing is stored. */
  async give() {
    if (this.isStale) return this.tell(t("something happened meanwhile: look, and choose again"), true, true);
    if (this.lesson?.isOn) return this.lesson.give(this.order.value.trim());
    const dice = (this.dice.value.match(/\d+/g) || []).map(Number), given = this.order.value;
    if (this.hand.isAskedForDice) return this.took(await this.post(`${this.path()}/orders`, { by: this.side, dice, expected: this.player.last }), "");
    const order = { by: this.side, order: given.trim(), expected: await this.shares.ready(this.player.last) };
    const more = { ...(dice.length ? { dice } : {}), ...(this.shares.isOn ? { stands: true } : {}) };
    this.took(await this.post(`${this.path()}/orders`, { ...order, ...more }), given);
  }

  /** Put together for a position that is no more: its pieces may lie elsewhere now. */
  get isStale() {
    return Boolean(this.proposed) && this.order.value === this.proposed && !this.hand.isMine;
  }

  async note() {
    const given = this.order.value;
    this.took(await this.post(`${this.path()}/notes`, { text: given.trim() }), given);
  }

  /** What was put together or typed while it was on its way stays: it is another order. */
  took(found, given) {
    if (!found) return;
    const isStanding = this.shares.isOn && found.entries.some(({ fact }) => fact?.fact === "OrderWaits");
    this.tell(isStanding ? t("the order stands: its dice come when every share is given") : found.entries.map((entry) => entry.words).filter(Boolean).join("; "));
    this.dice.value = "";
    if (this.order.value !== given) return;
    clearTimeout(this.pause);
    this.looked += 1; // whatever is still being looked at was of this order
    this.order.value = this.shown.value = "";
    this.shown.classList.remove("refused");
  }

  async takeBack() {
    const found = await this.post("/take-backs", { line: this.player.line });
    if (!found) return;
    this.tell(found.opened ? t("taken back: play goes on in {0}", found.opened.line) : "");
    await this.look();
  }

  /** What came of it; what is refused is said, and nothing comes of that. */
  async post(path, body) {
    const answer = await this.sent(path, body);
    const found = await answer.json();
    if (answer.ok) return found;
    this.tell(refusal(found), true, answer.status === 409);
    return null;
  }

  sent(path, body) {
    const headers = { "Content-Type": "application/json" };
    return this.ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Who waits for whose consent: that is no entry, so nothing tells of it, nor that it has lapsed. */
  async look() {
    const asked = (this.backs += 1), answer = await this.ask("/take-backs");
    const waiting = answer.ok ? await answer.json() : [];
    if (asked !== this.backs) return;
    const here = waiting.filter((one) => one.line === this.player.line).map((one) => this.consent(one));
    const left = this.goesOn ? [t("taken back: play goes on in {0}", this.goesOn)] : [];
    const text = [...left, ...here].join("; ");
    if (this.asks.textContent !== text) this.asks.textContent = text; // said once, not every time it is looked
  }

  consent({ agreed, missing, at, why, closes }) {
    if (!missing.includes(this.side)) return t("{0} must agree as well", listed(missing));
    const reason = why ? ` (${why})` : "";
    return closes ? t("{0} would close this line{1}: agree with Close this line, under Entry", listed(agreed), reason)
      : t("{0} would take back what came after entry {1}{2}: agree with Take back", listed(agreed), at, reason);
  }

  /** @param {string} line that is played on instead of the one that is shown; none, as a rule */
  leadTo(line) {
    this.goesOn = line;
    this.look().catch(() => {}); // it is looked again soon
  }

  keepLooking() {
    this.looking = setInterval(() => document.hidden || this.look().catch(() => {}), AGAIN);
  }

  /** Nothing is given here any more. */
  close() {
    clearInterval(this.looking);
    this.form.remove();
    this.hand.lights?.clear();
  }

  /** While an order is on its way it is not given a second time; what could not be pressed before cannot be after it. */
  keep(isWaiting) {
    for (const button of this.form.querySelectorAll(isWaiting ? "button:enabled" : "button[data-waits]")) {
      button.disabled = isWaiting;
      button.toggleAttribute("data-waits", isWaiting);
    }
  }

  /** What is said of an order; that somebody was first stays until something else is said. */
  tell(text, isRefusal = false, stays = false) {
    this.stays = stays;
    this.said.textContent = text;
    this.said.classList.toggle("refused", isRefusal);
  }
}
