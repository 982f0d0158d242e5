// A number among many: one more or one less of those there are.

import { distinct } from "./choices.js";
import { make } from "./make.js";
import { t } from "./words.js";

/** @param {any} hand whose picks it changes @param {string} key @param {any} field */
export function stepper(hand, key, field) {
  const { choices, picks } = hand, chosen = picks.find((pick) => pick.key === key);
  const all = distinct(choices.fitting(picks.filter((pick) => pick !== chosen)).map((row) => choices.at(row, key)));
  const sorted = all.map((value) => [value ?? field.usual ?? 0, value]).sort(([a], [b]) => a - b);
  const at = chosen ? sorted.findIndex(([, value]) => value === chosen.value) : -1;
  const shown = make("output", { className: "number", textContent: at < 0 ? "…" : String(sorted[at][0]) });
  const step = (textContent, said, by) => {
    const to = at < 0 ? (by > 0 ? 0 : sorted.length - 1) : at + by;
    const made = make("button", { type: "button", className: "plain step", textContent, disabled: !(to in sorted), onclick: () => hand.pick({ what: "field", key, value: sorted[to][1] }) });
    made.setAttribute("aria-label", `${said}: ${field.key}`);
    return made;
  };
  return make("div", { className: "hand-group" }, make("span", { className: "hand-what", textContent: field.key }),
    make("span", { className: "stepper" }, step("−", t("one less"), -1), shown, step("+", t("one more"), 1)), make("span", { className: "quiet", textContent: `${sorted[0][0]} … ${sorted[sorted.length - 1][0]}` }));
}
