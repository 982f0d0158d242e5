// The rules of the game's system by word: found as `refight rule` finds them, and for the umpire taken into a ruling.

import { make } from "./make.js";
import { t } from "./words.js";

const BEST = 8;

export class Rulebook {
  /** @param {string} system @param {((rule: {id: string, rule: string, readings: object}) => void) | null} take */
  constructor(system, take) {
    Object.assign(this, { system, take, asked: 0 });
    this.words = make("input", { type: "search", autocomplete: "off", required: true, maxLength: 200 });
    this.found = make("div", { className: "study-found" });
    this.said = make("p", { className: "quiet" });
    this.said.setAttribute("role", "status");
    const form = make("form", { className: "study-form" }, make("h3", { textContent: t("Rules by word") }),
      make("label", { className: "study-field" }, t("Words, or the number of a rule"), this.words), make("button", { className: "plain", textContent: t("Find") }));
    form.setAttribute("aria-label", t("Rules by word"));
    form.addEventListener("submit", (event) => (event.preventDefault(), this.search()));
    this.box = make("div", {}, form, this.said, this.found);
  }

  async read(path) {
    const headers = { "Accept-Language": document.documentElement.lang };
    const answer = await fetch(`/api/1/systems/${encodeURIComponent(this.system)}/rules/${path}`, { headers });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail);
    return found;
  }

  /** By number where it looks like one and there is such a rule, else by word; an answer to an older question is dropped. */
  async search() {
    const asked = (this.asked += 1), words = this.words.value.trim();
    try {
      const { found, of, unknown } = await this.matching(words);
      if (asked !== this.asked) return;
      this.said.textContent = [t("{0} of {1}", found.length, of), unknown].filter(Boolean).join("; ");
      this.found.replaceChildren(...found.map((one) => this.passage(one)));
    } catch (error) {
      this.said.textContent = error.message;
    }
  }

  async matching(words) {
    if (/\d/.test(words) && !/\s/.test(words)) {
      const one = await this.read(encodeURIComponent(words)).catch(() => null);
      if (one?.rules.length) return { found: one.rules.slice(0, BEST).map((rule) => ({ kind: "rule", ...rule })), of: one.rules.length, unknown: "" };
    }
    return this.read(`search?${new URLSearchParams({ words, limit: String(BEST) })}`);
  }

  passage({ kind, id, title, text }) {
    const use = this.take && kind !== "term"
      ? [make("button", { type: "button", className: "plain", textContent: t("Rule on it"), onclick: () => this.use(kind, id) })] : [];
    return make("section", {}, make("p", {}, make("span", { className: "cite", textContent: id }), " ", make("b", { textContent: title }), title ? ": " : "", text), ...use);
  }

  async use(kind, id) {
    try {
      const { rules, readings } = await this.read(encodeURIComponent(id));
      const [rule] = kind === "rule" ? [id] : [...Object.values(readings).map((one) => one.rule), ...rules.map((one) => one.id)];
      this.take({ id, rule, readings });
    } catch (error) {
      this.said.textContent = error.message;
    }
  }
}
