// The time line: turns and phases, points, losses and luck along it, and how the dice fell so far.

import { byId, drawn, el } from "./dom.js";
import { LuckView } from "./luck.js";
import { counted, fixed, t } from "./words.js";

const WIDE = 1000, HIGH = 40, FLAT = 3;
const DASHES = ["", "5 3", "1.5 3", "8 3 2 3", "12 4", "6 2 2 2 2 2"];
const ALONG = ["points-chart", "losses-chart", "luck-chart"]; // charts with a cursor
const NUMBERS = 24; // pixels from the number of a turn to the next
const MANY = 4; // sides; of more, only those are named that have something to show

export class Charts {
  /** @param {(number: number) => void} go */
  constructor(store, go) {
    this.store = store;
    this.go = go;
    this.luck = new LuckView(store);
    for (const id of ALONG) byId(id).addEventListener("click", (event) => this.click(event));
  }

  click(event) {
    const { entry } = event.target.dataset;
    if (entry) return this.go(Number(entry));
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return this.go(Math.round(this.first + ((event.clientX - left) / Math.max(width, 1)) * (this.last - this.first)));
  }

  /** The same game, of which more is known. */
  renew() {
    if (this.store.game.luck) this.luck.take(this.store.game.luck);
  }

  /** Draws what does not depend on the current entry. */
  fill(name, viewer) {
    [this.first, this.last] = [this.store.first(name), this.store.last(name)];
    const rows = (kind) => (this.store.game.after ? [] : this.store.rows(name, kind, viewer)); // no sums of a part
    this.points = this.series(rows("points"), (row) => [row[1], "", row[2]]);
    this.losses = this.series(rows("losses"), (row) => [row[1], this.store.text(row[2]), row[3]]);
    this.dice = rows("dice");
    this.chart("points", this.points);
    this.chart("losses", this.losses);
    this.luck.fill(name, viewer, (number) => this.x(number));
    byId("points").parentElement.classList.toggle("bare", ["points", "losses", "luck"].every((id) => byId(id).hidden));
    this.marks(name, viewer);
  }

  /** Running totals of each side and kind. */
  series(rows, read) {
    const found = new Map();
    for (const row of rows) {
      const [side, kind, amount] = read(row);
      const key = `${this.store.text(side)}\n${kind}`;
      if (!found.has(key)) found.set(key, { side: this.store.text(side), kind, steps: [], total: 0 });
      const one = found.get(key);
      one.total += amount;
      one.steps.push([row[0], one.total]);
    }
    return [...found.values()];
  }

  x(number) {
    return this.last > this.first ? ((number - this.first) / (this.last - this.first)) * WIDE : 0;
  }

  chart(id, series) {
    const totals = series.flatMap(({ steps }) => steps.map(([, total]) => total));
    const high = Math.max(1, ...totals), low = Math.min(0, ...totals);
    const y = (total) => HIGH - FLAT - ((total - low) / (high - low)) * (HIGH - 2 * FLAT);
    const kinds = [...new Set(series.map(({ kind }) => kind))];
    const lines = series.map(({ side, kind, steps }) => {
      let path = `M${kind ? this.x(steps[0][0]).toFixed(1) : 0},${y(0).toFixed(1)}`;
      for (const [entry, total] of steps) path += `H${this.x(entry).toFixed(1)}V${y(total).toFixed(1)}`;
      return drawn("path", { class: `series ${this.look(side)}-line`, "stroke-dasharray": DASHES[kinds.indexOf(kind) % DASHES.length], d: `${path}H${WIDE}` });
    });
    byId(`${id}-chart`).replaceChildren(
      drawn("line", { class: "axis", x1: 0, x2: WIDE, y1: y(0), y2: y(0) }), ...lines,
      drawn("line", { class: "cursor", y1: 0, y2: HIGH }));
    byId(id).hidden = !series.length;
    if (byId(`${id}-key`)) byId(`${id}-key`).replaceChildren(...(kinds.length > 1 ? kinds.map(sample) : []));
  }

  look(side) {
    return this.store.game.looks[side] || "neutral";
  }

  marks(name, viewer) {
    const turns = this.store.rows(name, "turns", viewer);
    const ticks = byId("ticks"), labels = byId("turn-labels");
    const begun = turns.filter((row, i) => !i || turns[i - 1][1] !== row[1]);
    ticks.toggleAttribute("hidden", !turns.length);
    labels.hidden = !turns.length;
    ticks.replaceChildren(
      ...turns.map((row) => drawn("line", { class: `phase ${this.look(this.store.text(row[4]))}-line`, x1: this.x(row[0]), x2: this.x(row[0]), y1: 4, y2: 10 })),
      ...begun.map((row) => drawn("line", { class: "turn-tick", x1: this.x(row[0]), x2: this.x(row[0]), y1: 0, y2: 10 })));
    labels.replaceChildren(...spacedOut(begun, (row) => (this.x(row[0]) / WIDE) * labels.clientWidth, NUMBERS).map((row) => {
      const label = el("span", { text: this.short(row), title: this.store.text(row[2]) });
      label.style.left = `${this.x(row[0]) / 10}%`;
      return label;
    }));
  }

  /** The number a turn goes by in the words of the game. */
  short(row) {
    const heading = this.store.text(row[2]);
    const found = heading.match(/(?:turn|tour) (\d+)/i);
    return found ? found[1] : String(row[1]);
  }

  /** Moves all charts to an entry. */
  show(number) {
    const x = this.x(number);
    for (const id of ALONG) {
      const cursor = byId(id).querySelector(".cursor");
      if (cursor) cursor.setAttribute("x1", String(x)), cursor.setAttribute("x2", String(x));
    }
    this.values("points", this.points, number);
    this.values("losses", this.losses, number);
    this.luck.show(number);
    this.showDice(number);
  }

  values(id, series, number) {
    const sides = new Map(this.store.game.sides.map((side) => [side, []]));
    for (const { side, kind, steps } of series) {
      const last = this.store.latest(steps, number);
      if (last && last[1]) sides.set(side, [...(sides.get(side) || []), kind ? `${last[1]} ${t(last[1] === 1 ? kind.replace(/ies$/, "y").replace(/s$/, "") : kind)}` : String(last[1])]);
    }
    const some = [...sides].filter(([, told]) => told.length || sides.size <= MANY);
    byId(`${id}-now`).replaceChildren(...some.map(([side, told]) =>
      el("span", { class: "now-value" }, el("i", { class: `dot ${this.look(side)}-fill` }), `${t(side)} `, el("b", { text: told.join(", ") || "0" }))));
  }

  showDice(number) {
    const thrown = this.dice.filter((row) => row[0] <= number);
    const sizes = new Map();
    for (const [, , sides, faces] of this.dice) sizes.set(sides, (sizes.get(sides) || 0) + faces.length);
    const size = [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0];
    byId("dice").hidden = !size;
    if (!size) return;
    const counts = new Map(this.store.game.sides.map((side) => [side, new Array(size + 1).fill(0)]));
    for (const [, by, sides, faces] of thrown) {
      const side = this.store.text(by);
      if (sides !== size) continue;
      if (!counts.has(side)) counts.set(side, new Array(size + 1).fill(0));
      for (const face of faces) if (face >= 1 && face <= size) counts.get(side)[face] += 1;
    }
    const least = (this.store.game.zeros || []).includes(size) ? 0 : 1;
    if (!least) for (const of of counts.values()) of[0] = of.pop();
    this.bars(size, counts, least);
  }

  bars(size, counts, least) {
    const fair = new Map([...counts].map(([side, of]) => [side, expected(of.reduce((a, b) => a + b, 0), size)]));
    const most = Math.max(1, ...[...counts.values()].flat(), ...[...fair.values()].map(([mean, spread]) => mean + spread));
    const wide = 300 / size, bar = Math.min(16, (wide - 6) / counts.size);
    const nodes = [];
    for (let face = least; face < least + size; face += 1) {
      const middle = (face - least + 0.5) * wide;
      [...counts].forEach(([side, of], i) => {
        const high = (of[face] / most) * 70;
        const left = middle + (i - counts.size / 2) * bar;
        nodes.push(drawn("rect", { class: `${this.look(side)}-fill`, x: left, y: 76 - high, width: bar - 1.5, height: high, rx: 1.5 }));
        nodes.push(...whisker(left + (bar - 1.5) / 2, fair.get(side), most));
      });
      if (size <= 20) nodes.push(drawn("text", { x: middle, y: 92, text: String(face) }));
    }
    byId("dice-chart").replaceChildren(drawn("line", { class: "axis", x1: 0, x2: 300, y1: 76.5, y2: 76.5 }), ...nodes);
    const some = [...counts].filter(([, of]) => counts.size <= MANY || of.some(Boolean));
    const told = some.map(([side, of]) => {
      const number = of.reduce((a, b) => a + b, 0), sum = of.reduce((a, times, face) => a + times * face, 0);
      return el("span", { class: "now-value" }, el("i", { class: `dot ${this.look(side)}-fill` }),
        `${t(side)} `, el("b", { text: number ? fixed(sum / number, 2) : "–" }), t(" of {0}", counted(number, "die", "dice")));
    });
    byId("dice-now").replaceChildren(...told);
    byId("dice-title").textContent = t("Dice so far, mean of d{0} (fair: {1}; 19 in 20 within the whiskers)", size, fixed((size - 1) / 2 + least, 1));
  }
}

/** How often a face of fair dice comes up, and how far 19 in 20 series stray from it. */
function expected(dice, size) {
  return [dice / size, 1.96 * Math.sqrt((dice * (size - 1)) / (size * size))];
}

function whisker(x, [mean, spread], most) {
  if (!mean) return [];
  const high = (times) => 76 - (Math.max(0, times) / most) * 70;
  return [drawn("line", { class: "fair", x1: x, x2: x, y1: high(mean - spread), y2: high(mean + spread) }),
    drawn("line", { class: "fair", x1: x - 2.5, x2: x + 2.5, y1: high(mean), y2: high(mean) })];
}

/** Which line is which, where several kinds are counted. */
function sample(kind, i) {
  const line = drawn("line", { class: "series", x1: 0, x2: 24, y1: 4, y2: 4, "stroke-dasharray": DASHES[i % DASHES.length] });
  return el("span", {}, drawn("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, line), t(kind));
}

/** Of things in a row those that lie so far from the one before: no number is written over another. */
function spacedOut(rows, at, least) {
  let last = -Infinity;
  return rows.filter((row) => at(row) - last >= least && ((last = at(row)), true));
}
