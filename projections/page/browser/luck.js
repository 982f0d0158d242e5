// Luck of the dice, where the page holds it: a line in the band of fair dice, one sentence, and what stood out.

import { byId, drawn, el } from "./dom.js";
import { hashOf } from "./explain.js";
import { counted, fixed, t } from "./words.js";

const ACROSS = 1000, TALL = 64, BRIM = 4;
const BAND = t("At any one moment 19 in 20 games with fair dice lie in the band; on its way a line may well leave it for a while.");

export class LuckView {
  constructor(store) {
    this.store = store;
    this.links = new Map();
    this.take(store.game.luck || null);
    byId("luck-more").addEventListener("click", () => (byId("tab-luck").click(), byId("tab-luck").focus()));
  }

  /** What was reckoned; none: nothing was. */
  take(luck) {
    this.luck = luck;
    this.isShown = false;
    byId("tab-luck").hidden = !luck;
  }

  /** Draws what does not depend on the current entry. @param {(number: number) => number} x */
  fill(name, viewer, x) {
    if (!this.luck) return;
    const trouble = this.trouble(name, viewer);
    byId("luck").hidden = Boolean(trouble) || !this.luck.curves.length;
    byId("luck-told").replaceChildren(...(trouble ? [el("p", { text: trouble })] : this.told()));
    this.name = name;
    this.isShown = !byId("luck").hidden;
    if (this.isShown) this.draw(x);
  }

  /** Why it is not shown, if it is not. */
  trouble(name, viewer) {
    if (!this.luck.viewers.includes(viewer)) {
      return t("Luck is reckoned from all that happened, and part of that is hidden from {0}: only the umpire’s view tells it.", t(this.store.game.viewers[viewer]));
    }
    return name === this.luck.line ? "" : t("Luck was reckoned for the line {0} only.", this.luck.line);
  }

  told() {
    const { orders, stood_out: out, line, words } = this.luck;
    this.links.clear();
    const of = this.store.game.lines.length > 1 ? t(" of the line {0}", line) : "";
    const how = `${t("Each of {0}{1} whose dice could change who wins, points or losses stands somewhere between 0, the worst its dice could do for a side, and 1, the best; luck adds up how far it stood above ½.", counted(orders, "order"), of)} ${BAND}`;
    return [el("p", { text: words }),
      ...(out.length ? [el("h3", { text: t("What stood out") }), el("ol", { class: "stood-out" }, ...out.map((one) => this.item(one)))] : []),
      el("p", { class: "quiet", text: orders ? how : BAND })];
  }

  item([entry, side, kind, came, odds]) {
    const link = el("a", { href: hashOf(this.store, this.luck.line, entry), text: t("Entry {0}", entry) });
    this.links.set(entry, link);
    return el("li", {}, link, `${kind ? `, ${kind}` : ""}${t(": ")}${came || t("nothing lost or won")}`,
      el("span", { class: "quiet lucky" }, el("i", { class: `dot ${this.look(side)}-fill` }), t("lucky for {0}; as good or better: {1}", t(side), odds)));
  }

  look(side) {
    return this.store.game.looks[side] || "neutral";
  }

  draw(x) {
    const { curves, orders } = this.luck, sides = this.sides();
    const reach = Math.max(0.5, ...curves.flatMap(([, points]) => points.flatMap(([, luck, within]) => [Math.abs(luck), within])));
    const y = (value) => TALL / 2 - (value / reach) * (TALL / 2 - BRIM);
    byId("luck-chart").replaceChildren(
      ...curves.map(([side, points]) => band(points, x, y, `${this.look(side)}-fill`)),
      drawn("line", { class: "axis", x1: 0, x2: ACROSS, y1: y(0), y2: y(0) }),
      ...curves.map(([side, points]) => drawn("path", { class: `series ${this.look(side)}-line`, d: stair(points, x, y) })),
      ...this.marks(x, y), drawn("line", { class: "cursor", y1: 0, y2: TALL }));
    byId("luck-title").textContent = orders ? t("Luck") : t("Height of the dice");
    byId("luck-more").textContent = this.luck.stood_out.length ? t("what stood out") : t("in words");
    const key = sides.length === 2 ? [t("▲ lucky for {0}", t(sides[0])), t("▼ lucky for {0}", t(sides[1]))] : [];
    byId("luck-key").replaceChildren(...key.map((text) => el("span", { text })));
  }

  /** A dot at each outcome that stood out: where it was known, and leading to its order. */
  marks(x, y) {
    const [, points] = this.luck.curves[0];
    return this.luck.stood_out.map(([entry]) => {
      const [, last] = this.store.order(this.luck.line, entry), at = this.store.latest(points, last);
      return drawn("path", { class: "stands-out", d: `M${x(last).toFixed(1)},${y(at ? at[1] : 0).toFixed(1)}h0`, "data-entry": entry });
    });
  }

  /** The two that share one line, the one above first; none where each has its own. */
  sides() {
    const { curves, orders } = this.luck, { sides } = this.store.game;
    if (!orders || sides.length !== 2) return [];
    return [curves[0][0], sides.find((side) => side !== curves[0][0])];
  }

  /** Moves it to an entry. */
  show(number) {
    if (!this.isShown) return;
    const [first] = this.store.order(this.name, number), shared = this.sides();
    const values = this.luck.curves.map(([side, points]) => [side, ...(this.store.latest(points, number) || [0, 0, 0])]);
    const told = shared.length ? shared.map((side, i) => [side, 0, values[0][2] * (i ? -1 : 1), values[0][3]]) : values;
    byId("luck-now").replaceChildren(...told.map(([side, , luck, within]) => el("span", { class: "now-value" },
      el("i", { class: `dot ${this.look(side)}-fill` }), `${t(side)} `, el("b", { text: signed(luck) }), shared.length ? "" : t(" (fair: ±{0})", fixed(within, 1)))),
    shared.length && values[0][3] ? el("span", { class: "quiet", text: t("19 in 20 within ±{0}", fixed(values[0][3], 1)) }) : "");
    for (const [entry, link] of this.links) {
      if (entry === first) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
}

export function signed(value) {
  const isNone = !Number(Math.abs(value).toFixed(1)), shown = fixed(Math.abs(value), 1);
  return isNone ? shown : `${value > 0 ? "+" : "−"}${shown}`;
}

/** From nothing on, each value until the next. */
function stair(points, x, y) {
  let path = `M0,${y(0).toFixed(1)}`;
  for (const [entry, luck] of points) path += `H${x(entry).toFixed(1)}V${y(luck).toFixed(1)}`;
  return `${path}H${ACROSS}`;
}

/** How far fair dice stray, to both sides of nothing. */
function band(points, x, y, look) {
  const upper = points.flatMap(([entry, , within], i) => [[x(entry), within], [i + 1 < points.length ? x(points[i + 1][0]) : ACROSS, within]]);
  const lower = [...upper].reverse().map(([at, within]) => [at, -within]);
  const corners = [...upper, ...lower].map(([at, value]) => `${at.toFixed(1)},${y(value).toFixed(1)}`);
  return drawn("polygon", { class: `band ${look}`, points: corners.join(" ") });
}
