// The entry one looks at: what it says, what was said of it, what stands behind it, and a link to it.

import { fork, saidOf } from "./beside.js";
import { byId, el } from "./dom.js";
import { explanation, hashOf } from "./explain.js";
import { veiled } from "./veil.js";
import { t } from "./words.js";

export class Moment {
  constructor(player) {
    this.player = player;
    this.box = byId("entry-told");
    this.box.addEventListener("click", (event) => {
      const name = event.target.closest("button.fork")?.dataset.fork;
      if (name) player.choose(name);
    });
    byId("copy-link").addEventListener("click", () => this.copy(false));
    byId("copy-veiled").addEventListener("click", () => this.copy(true));
  }

  get isOpen() {
    return byId("tab-entry").getAttribute("aria-selected") === "true";
  }

  /** Told only where it is seen; whoever adds to it hears of it. */
  show() {
    if (!this.isOpen) return;
    const { player } = this, { store, line, number, viewer, log } = player;
    const isSeen = store.isSeen(line, number, viewer), isVeiled = player.veil.isOn;
    const remarks = isVeiled ? [] : log.beside.remarks(number), lines = isVeiled ? [] : log.beside.lines(number);
    this.box.replaceChildren(
      el("h3", { text: t("Entry {0}", number) }), el("p", { class: "entry-words", text: player.words() }),
      ...(remarks.length ? [saidOf(remarks)] : []),
      ...(lines.length ? [el("p", { class: "forks" }, `${t("Lines from here:")} `, ...lines.map((name) => fork(name, {})))] : []),
      ...(isSeen ? [explanation(store, line, number, viewer)] : []));
    byId("link").value = this.link(isVeiled);
    byId("copied").textContent = "";
    byId("panel-entry").dispatchEvent(new CustomEvent("entry", { detail: { line, number } }));
  }

  link(isVeiled) {
    const { store, line, number } = this.player;
    const hash = hashOf(store, line, number);
    return `${location.href.split("#")[0]}${isVeiled ? veiled(hash) : hash}`;
  }

  /** Selected as well, for a browser that lets no page copy. */
  async copy(isVeiled) {
    const field = byId("link");
    field.value = this.link(isVeiled);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      byId("copied").textContent = t("copied");
    } catch {
      byId("copied").textContent = document.execCommand("copy") ? t("copied") : t("selected: copy it from here");
    }
  }
}
