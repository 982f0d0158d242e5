// Names of the ground: they give way to whoever stands there, to another of their places or out of sight; and so does one
// that would lie on another name, where type is larger than it was drawn.

const AIR = 0.3; // of a line of type, above and below the letters

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in units of the drawing */

export class Names {
  /** @param {SVGElement} under names that pieces may lie on @param {SVGElement} over those that lie on the pieces */
  constructor(under, over) {
    Object.assign(this, { under, over, boxes: [], texts: [], sizes: new Map(), pixels: 0 });
  }

  /** Another ground: each text with its other places, as far from its own. */
  lay() {
    const read = (text) => {
      const turn = /rotate\((\S+)/.exec(text.getAttribute("transform") || "")?.[1];
      const [x, y] = point(text.dataset.at || "0,0"), others = (text.dataset.or || "").split(" ").filter(Boolean).map(point);
      return { text, isOver: this.over.contains(text), turn: Number(turn || 0), own: text.getAttribute("transform") || "", moves: [[0, 0], ...others.map(([ox, oy]) => [ox - x, oy - y])] };
    };
    this.texts = [...this.over.querySelectorAll("text"), ...this.under.querySelectorAll("text")].map(read);
    this.sizes.clear();
  }

  /** @param {Box[]} pieces @param {number} pixels for a unit of the drawing: type has another size at another */
  settle(pieces, pixels) {
    if (pixels !== this.pixels) this.sizes.clear();
    this.pixels = pixels;
    for (const one of this.texts) if (!this.sizes.has(one)) this.sizes.set(one, covers(one)); // all are measured before any is moved
    const kept = [];
    for (const one of this.texts) {
      const size = this.sizes.get(one), taken = one.isOver ? [...pieces, ...kept] : kept;
      if (!size) continue; // too small to be shown at all
      const places = one.moves.map(([dx, dy]) => ({ left: size.left + dx, top: size.top + dy, right: size.right + dx, bottom: size.bottom + dy }));
      const found = places.findIndex((box) => !taken.some((other) => meet(box, other)));
      one.text.classList.toggle("gives-way", found < 0);
      if (found < 0) continue;
      kept.push(places[found]);
      const [dx, dy] = one.moves[found], to = `${dx || dy ? `translate(${dx},${dy}) ` : ""}${one.own}`;
      if (to !== (one.text.getAttribute("transform") || "")) one.text.setAttribute("transform", to);
    }
    this.boxes = kept;
  }
}

const point = (text) => text.split(",").map(Number);

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What a text covers, which may be turned about its middle: its letters, without the room above and below them. @returns {Box | null} */
function covers({ text, turn }) {
  const { x, y, width, height } = text.getBBox(), high = height * (1 - AIR / Math.max(1, text.childElementCount));
  if (!width) return null;
  const cos = Math.abs(Math.cos((turn * Math.PI) / 180)), sin = Math.abs(Math.sin((turn * Math.PI) / 180));
  const [across, down] = [(width * cos + high * sin) / 2, (width * sin + high * cos) / 2], [cx, cy] = [x + width / 2, y + height / 2];
  return { left: cx - across, top: cy - down, right: cx + across, bottom: cy + down };
}
