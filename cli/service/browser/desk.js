// The desk of a side: its orders and notes are typed here, with what is legal now to choose from; an order is shown in
// full, with its price, before it is given.

import { make } from "./make.js";
import { counted, listed, t } from "./words.js";

const MOST = 500; // legal orders that are offered
const AGAIN = 4000; // milliseconds until it is asked again whether someone wants an order taken back

const TYPED = 250; // milliseconds without a letter after which the order is looked at

const refusal = ({ rule, detail }) => `${rule ? `[${rule}] ` : ""}${detail}`;

export class Desk {
  /**
   * @param {string} side whose token this page holds
   * @param {(path: string, more?: object) => Promise<Response>} ask
   * @param {any} player of the page: which line it shows, and how far that goes
   */
  constructor(side, ask, player) {
    Object.assign(this, { side, ask, player, asked: 0, looked: 0, pause: 0, title: document.title });
    this.order = make("input", { id: "desk-order", autocomplete: "off", spellcheck: false, required: true });
    this.order.setAttribute("list", "desk-legal");
    this.legal = make("datalist", { id: "desk-legal" });
    this.dice = make("input", { id: "desk-dice", autocomplete: "off", inputMode: "numeric", placeholder: t("rolled for you") });
    this.shown = make("output", { className: "desk-shown" });
    this.shown.setAttribute("for", "desk-order");
    this.shown.setAttribute("aria-label", t("The order in full"));
    this.said = make("p", { className: "desk-said" });
    this.said.setAttribute("role", "status");
    this.asks = make("p", { className: "desk-asks" });
    this.asks.setAttribute("role", "status");
    this.form = this.furnished();
    this.order.addEventListener("input", () => this.showSoon());
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.send(event.submitter?.value)));
  }

  furnished() {
    const button = (value, textContent, more = {}) => make("button", { className: "plain", value, textContent, ...more });
    const form = make(
      "form", { className: "desk" },
      make("label", { className: "desk-order" }, t("Order of {0}, or a note", t(this.side)), this.order), this.legal,
      make("label", { className: "desk-dice" }, t("Dice on your table"), this.dice),
      button("order", t("Give the order")), button("note", t("Write the note")),
      button("back", t("Take back"), { formNoValidate: true, title: t("Undo the last order, if every side agrees") }), this.shown, this.said, this.asks,
    );
    form.setAttribute("aria-label", t("Orders and notes"));
    return form;
  }

  /** What is legal now; an answer that comes after a later question is dropped. */
  async refresh() {
    const asked = (this.asked += 1);
    const answer = await this.ask(`${this.path()}/options?side=${encodeURIComponent(this.side)}&limit=${MOST}`);
    if (!answer.ok || asked !== this.asked) return;
    const { options, complete } = await answer.json();
    this.legal.replaceChildren(...options.map(({ order }) => make("option", { value: order })));
    const count = complete ? counted(options.length, "legal order") : t("{0} and more legal orders", options.length);
    this.order.placeholder = options.length ? count : t("nothing to order now");
    document.title = options.length ? `● ${this.title}` : this.title; // seen in another tab: it is your turn
  }

  /** Something happened: what is legal is another thing now, and so is what was refused. */
  news() {
    if (this.said.classList.contains("refused")) this.tell("");
    this.refresh().catch(() => {}); // lost with the stream, and asked for again with it
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
    if (answer.ok) return { text: found.price ? `${found.order} (${found.price})` : found.order };
    return found.column === 1 ? null : { text: refusal(found), refused: true };
  }

  path() {
    return `/lines/${encodeURIComponent(this.player.line)}`;
  }

  async send(kind) {
    this.tell("…");
    this.player.go(this.player.last);
    this.keep(true);
    try {
      await ({ note: this.note, back: this.takeBack }[kind] ?? this.give).call(this);
    } catch {
      this.tell(t("not sent: the service does not answer"), true);
    }
    this.keep(false);
    this.order.focus();
  }

  /** On exactly what the page knows: if someone was first, the answer says so and nothing is stored. */
  async give() {
    const dice = (this.dice.value.match(/\d+/g) || []).map(Number);
    const order = { by: this.side, order: this.order.value.trim(), expected: this.player.last };
    this.took(await this.post(`${this.path()}/orders`, { ...order, ...(dice.length ? { dice } : {}) }));
  }

  async note() {
    this.took(await this.post(`${this.path()}/notes`, { text: this.order.value.trim() }));
  }

  took(found) {
    if (!found) return;
    this.tell(found.entries.map((entry) => entry.words).filter(Boolean).join("; "));
    this.order.value = this.dice.value = "";
    this.showSoon();
  }

  async takeBack() {
    const found = await this.post("/take-backs", { line: this.player.line });
    if (!found) return;
    this.tell(found.opened ? t("taken back: play goes on in {0}", found.opened.line) : t("{0} must agree as well", listed(found.missing)));
    await this.look();
  }

  /** What came of it; what is refused is said, and nothing comes of that. */
  async post(path, body) {
    const answer = await this.sent(path, body);
    const found = await answer.json();
    if (answer.ok) return found;
    this.tell(refusal(found), true);
    return null;
  }

  sent(path, body) {
    const headers = { "Content-Type": "application/json" };
    return this.ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Whether another side waits for this one's consent: that is no entry, so nothing tells of it. */
  async look() {
    const answer = await this.ask("/take-backs");
    const waiting = answer.ok ? await answer.json() : [];
    const mine = waiting.filter((one) => one.line === this.player.line && one.missing.includes(this.side));
    this.asks.textContent = mine
      .map(({ agreed, at, why }) => t("{0} would take back what came after entry {1}{2}: agree with Take back", listed(agreed), at, why ? ` (${why})` : ""))
      .join("; ");
  }

  keepLooking() {
    setInterval(() => document.hidden || this.look().catch(() => {}), AGAIN);
  }

  /** While an order is on its way it is not given a second time. */
  keep(isWaiting) {
    for (const button of this.form.querySelectorAll("button")) button.disabled = isWaiting;
  }

  tell(text, isRefusal = false) {
    this.said.textContent = text;
    this.said.classList.toggle("refused", isRefusal);
  }
}
