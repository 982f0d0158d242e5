// Why not: a place that is not lit says which rule forbids it, asked as the order itself would be.

import { byId, make } from "./make.js";

const REST = 350; // milliseconds over a place until it says why not
const WIDE = 220, HIGH = 60; // pixels it needs at the edge of the board

export class Why {
  /** @param {any} hand that knows what is picked */
  constructor(hand) {
    Object.assign(this, { hand, asked: 0, resting: 0 });
    this.box = make("p", { className: "hand-why", hidden: true });
    this.box.setAttribute("role", "status");
    const frame = byId("board-frame");
    frame.append(this.box);
    frame.addEventListener("pointermove", (event) => this.hovered(event));
    frame.addEventListener("pointerleave", () => this.hush());
    frame.addEventListener("contextmenu", (event) => hand.isMine && this.explain(event).catch(() => {})); // a long press on a phone
  }

  hovered(event) {
    clearTimeout(this.resting);
    if (!this.box.hidden && event.pointerType === "mouse") this.hush();
    if (event.pointerType === "mouse" && !event.buttons && this.hand.isMine && this.hand.picked("unit").length) {
      this.resting = setTimeout(() => this.explain(event).catch(() => {}), REST);
    }
  }

  /** Nothing is said any more, nor what is still being asked. */
  hush() {
    clearTimeout(this.resting);
    this.asked += 1;
    this.box.hidden = true;
  }

  async explain(event) {
    const { hand } = this, place = hand.lights.nearest(hand.player.board.view.at(event)), [unit] = hand.picked("unit");
    if (!unit || !place || hand.loading || hand.fitting.some((row) => hand.choices.ends(row).includes(place))) return;
    const text = this.asking(unit, place);
    if (!text) return;
    event.preventDefault();
    const asked = (this.asked += 1), found = await hand.desk.preview(text);
    if (asked === this.asked && found.detail) this.say(place, found, event);
  }

  /** @param {{clientX: number, clientY: number}} at */
  say(what, { detail, rule }, at) {
    const frame = byId("board-frame").getBoundingClientRect();
    this.box.textContent = `${what}: ${rule ? `[${rule}] ` : ""}${detail}`;
    this.box.style.left = `${Math.max(0, Math.min(at.clientX - frame.left, frame.width - WIDE))}px`;
    this.box.style.top = `${Math.max(0, Math.min(at.clientY - frame.top + 16, frame.height - HIGH))}px`;
    this.box.hidden = false;
  }

  /** The order that would go there: of the kind chosen, else of the first that leads anywhere. */
  asking(unit, place) {
    const { choices, fitting } = this.hand;
    const rows = fitting.length ? fitting : choices.rows.filter((row) => choices.units(row, false).includes(unit));
    const row = rows.find((one) => choices.kinds[one.kind].fields.some(({ of }) => of === "place"));
    if (!row) return "";
    const kind = choices.kinds[row.kind];
    const [own, there] = [kind.fields.find(({ of, foe }) => of === "unit" && !foe), kind.fields.find(({ of }) => of === "place")];
    return own ? `${kind.name} ${own.key}=${unit} ${kind.finds ? "to" : there.key}=${place}` : "";
  }
}
