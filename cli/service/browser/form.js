// An order whose values no list can hold: each field by what its type says. Places and pieces may be picked on the board.

import { written } from "./choices.js";
import { make } from "./make.js";
import { t } from "./words.js";

export class Form {
  /** @param {any} kind @param {any[]} values to begin with @param {any} choices @param {() => void} changed */
  constructor(kind, values, choices, changed) {
    Object.assign(this, { kind, changed });
    this.parts = kind.fields.map((field, i) => ({ field, ...this.part(field, values[i], choices) }));
    this.box = make("fieldset", { className: "hand-form" }, make("legend", { textContent: kind.title }), ...this.parts.map(({ label }) => label));
    this.box.addEventListener("input", () => this.changed());
  }

  part(field, value, choices) {
    const input = this.input(field, value, choices);
    const label = make("label", { title: field.needed ? t("must be said") : "" }, field.key, ...(input.stepper ?? [input]));
    return { input, label };
  }

  input(field, value, choices) {
    if (field.values.length) return this.list(field, field.values, value, choices);
    if (field.sort === "truth") return make("input", { type: "checkbox", checked: Boolean(value) });
    if (field.sort === "number") return this.stepper(value);
    const text = value === null || value === undefined ? "" : written(value);
    return make("input", { value: text, autocomplete: "off", spellcheck: false, required: field.needed });
  }

  list(field, values, value, choices) {
    const none = field.needed ? [] : [make("option", { value: "", textContent: "–" })];
    const all = values.filter((one) => one !== "").map((one) => make("option", { value: one, textContent: choices.call(one) }));
    const input = make("select", {}, ...none, ...all);
    if (value !== null && value !== undefined) input.value = String(value);
    return input;
  }

  /** A number with a button to each side of it: nothing needs to be typed. */
  stepper(value) {
    const input = make("input", { type: "number", value: value ?? "", className: "number" });
    const by = (step) => () => {
      input.value = String(Number(input.value || 0) + step);
      this.changed();
    };
    const button = (textContent, said, step) => {
      const made = make("button", { type: "button", className: "plain step", textContent, onclick: by(step) });
      made.setAttribute("aria-label", said);
      return made;
    };
    input.stepper = [make("span", { className: "stepper" }, button("−", t("one less"), -1), input, button("+", t("one more"), 1))];
    return input;
  }

  /** What was clicked goes into the first field of its sort that is empty, else into the last one. */
  take(of, value) {
    const fitting = this.parts.filter(({ field }) => field.of === of);
    const part = fitting.find(({ input }) => !input.value) ?? fitting[fitting.length - 1];
    if (!part) return false;
    part.input.value = part.field.sort === "list" && part.input.value ? `${part.input.value},${value}` : value;
    this.changed();
    return true;
  }

  get text() {
    const said = this.parts.flatMap(({ field, input }) => {
      const value = input.type === "checkbox" ? (input.checked ? "yes" : "") : input.value.trim();
      return value === "" ? [] : [`${field.key}=${isReady(value, field) ? value : JSON.stringify(value)}`];
    });
    return [this.kind.name, ...said].join(" ");
  }
}

/** Lists and maps are typed as orders have them; plain text may hold anything. */
function isReady(value, field) {
  return field.sort !== "text" || /^[A-Za-z0-9_.:+-]+$/.test(value) || /^".*"$/.test(value);
}
