// Without spoilers: nothing is shown of what comes after the entry one looks at, nor how much there is of it.

import { byId } from "./dom.js";

const SUFFIX = ";unspoilt"; // of an address that is opened so

export function isVeiled(hash) {
  return hash.endsWith(SUFFIX);
}

export function veiled(hash) {
  return `${hash}${SUFFIX}`;
}

export class Veil {
  constructor(player) {
    Object.assign(this, { player, isOn: false, reached: 0, heading: document.querySelector("h1"), page: document.title });
    this.title = player.store.game.title;
    byId("unspoilt").addEventListener("change", (event) => this.set(event.target.checked));
  }

  /** How far one may go without being told more than one has seen. */
  get horizon() {
    return this.isOn ? this.reached : this.player.last;
  }

  set(isOn) {
    const { player } = this, { system, scenario } = player.store.game, plain = `${system}, ${scenario}`;
    this.isOn = isOn;
    player.store.titled = (text) => (isOn && this.title ? text.replaceAll(this.title, plain) : text);
    this.reached = player.number;
    document.documentElement.classList.toggle("unspoilt", isOn);
    byId("unspoilt").checked = isOn;
    this.heading.textContent = isOn ? plain : this.title; // a title may tell who won
    document.title = isOn ? plain : this.page;
    if (isOn) player.compare.choose("");
    for (const line of byId("lines").querySelectorAll(".later")) line.classList.remove("later");
    player.fill();
    if (player.number) player.go(player.number); // else the page is about to go somewhere
  }

  toggle() {
    this.set(!this.isOn);
  }

  /** Another line or another viewer: what was seen there is not known. */
  forget() {
    this.reached = 0;
  }

  show() {
    const { player } = this, { number, charts } = player;
    this.reached = Math.max(this.reached, number);
    if (!this.isOn) return;
    player.log.cut(number);
    player.fillRange();
    for (const kind of ["points", "losses"]) byId(kind).hidden = !charts[kind].some(({ steps }) => steps[0][0] <= number);
    for (const button of byId("lines").querySelectorAll("[data-line]")) {
      button.parentElement.classList.toggle("later", player.store.course(button.dataset.line).base >= number);
    }
  }
}
