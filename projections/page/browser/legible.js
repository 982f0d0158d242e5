// What can be read at the size at which the board is shown: no name is smaller than type can be; a card that has no room
// for one shows its sign and its strength.

import { drawn } from "./dom.js";

const READ = 10.2, MOST_TYPE = 19; // pixels of type: of all, at least; of names on the ground, at most
const SMALLEST = 8.4; // units of the smallest name on a card, once it is squeezed as far as can be
const PLATE = 15; // units of a name on a table
const AFAR = 0.5; // pixels for a unit; below it a card has room for its strength alone
const SIGN = "translate(0,-9) scale(1.3)", ALONE = "scale(1.5)", STRENGTH_Y = 17;

export class Legible {
  /** @param {SVGElement[]} layers whose type is meant */
  constructor(layers) {
    this.layers = layers;
    this.pixels = 1;
  }

  get isTable() {
    return Boolean(this.layers[2].querySelector(".tag"));
  }

  get isBrief() {
    return this.pixels * (this.isTable ? PLATE : SMALLEST) < READ;
  }

  /** @param {number} pixels for a unit of the drawing */
  at(pixels) {
    this.pixels = pixels;
    const { isBrief } = this;
    for (const layer of this.layers) {
      layer.classList.toggle("briefly", isBrief);
      layer.classList.toggle("far", pixels < AFAR);
      layer.classList.toggle("unnumbered", pixels * 9.5 < READ);
      if (layer.classList.contains("ground")) continue; // it has no type of its own, and a thousand hexes
      layer.style.setProperty("--read", `${(READ / pixels).toFixed(1)}px`);
      layer.style.setProperty("--most", `${(MOST_TYPE / pixels).toFixed(1)}px`);
    }
    const [, , pieces] = this.layers;
    pieces.style.setProperty("--grow", String(Math.max(1, READ / (PLATE * pixels)).toFixed(2)));
    for (const text of pieces.querySelectorAll("text[font-size]")) this.enlarged(text);
  }

  enlarge(node) {
    for (const text of node.querySelectorAll("text[font-size]")) this.enlarged(text);
  }

  enlarged(text) {
    const least = READ / this.pixels;
    if (Number(text.getAttribute("font-size")) < least) text.style.fontSize = `${least.toFixed(1)}px`;
    else if (text.hasAttribute("style")) text.removeAttribute("style");
  }

  /** With what is shown of a card from afar: its sign, and what its ratings begin with. */
  briefed(face) {
    const card = face.querySelector(".counter");
    const sign = card?.querySelector(":scope > use");
    if (!card || card.querySelector('.unknown, image, [href^="#photo-"]')) return face;
    card.classList.add("briefed");
    const strength = /\d+/.exec(card.querySelector(":scope > .rating")?.textContent || "")?.[0];
    const kind = card.querySelector(":scope > .kind"), name = card.querySelector(":scope > text")?.textContent || "";
    const parts = sign ? [sign, ...(kind ? [kind] : [])].map((part) => part.cloneNode(true)) : [drawn("text", { class: "initial", y: 9, text: name.slice(0, 1) })];
    card.append(drawn("g", { class: "brief" }, drawn("g", { class: `sign${strength ? " beside" : ""}${kind ? " lettered" : ""}`, transform: strength ? SIGN : ALONE }, ...parts),
      strength ? drawn("text", { class: "strength", y: STRENGTH_Y, text: strength }) : null));
    return face;
  }
}
