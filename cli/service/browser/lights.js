// What is lit on the board for whoever gives orders: who can act, where to, against whom, the way, and a ghost of the end.

const SVG = "http://www.w3.org/2000/svg";
const ROUND = 46; // units of the drawing: about a place that is no hex
const EDGE = 6;

function drawn(tag, props) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, String(value));
  return made;
}

/** A piece with a little room. */
function around({ node, x: left, y: top }) {
  const { x, y, width, height } = node.getBBox();
  return { x: x + left - EDGE, y: y + top - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
}

const points = (corners) => corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

export class Lights {
  /** @param {any} board of the replay page @param {any} places where each lies on the drawing */
  constructor(board, places) {
    Object.assign(this, { board, places });
    [this.under, this.over] = [board.lights, board.marks];
  }

  isPlace(word) {
    return word in this.places.spots;
  }

  clear() {
    this.under.replaceChildren();
    this.over.replaceChildren();
  }

  /** Pieces on the board by their id. */
  node(id) {
    return [...this.board.nodes.values()].find(({ node }) => node.dataset.id === id) ?? null;
  }

  box(id) {
    const known = this.node(id);
    return known ? around(known) : null;
  }

  /** All are measured before any is drawn: to ask for a size after each would have the whole board laid out each time. */
  units(ids, kind) {
    const nodes = new Map([...this.board.nodes.values()].map((known) => [known.node.dataset.id, known]));
    const boxes = ids.map((id) => [id, nodes.has(id) ? around(nodes.get(id)) : null]).filter(([, box]) => box);
    this.under.append(...boxes.map(([id, box]) => drawn("rect", { class: `lit-unit ${kind}`, rx: 9, ...box, "data-unit": id })));
  }

  place(name, kind) {
    const [x, y] = this.places.spots[name];
    const { corners } = this.places;
    const shape = corners.length
      ? drawn("polygon", { points: points(corners.map(([dx, dy]) => [x + dx * 0.92, y + dy * 0.92])) })
      : drawn("circle", { cx: x, cy: y, r: ROUND });
    shape.setAttribute("class", `lit-place ${kind}`);
    shape.dataset.place = name;
    this.under.append(shape);
  }

  /** From where it stands, place by place. */
  way(from, names) {
    const there = names.map((name) => this.places.spots[name]).filter(Boolean);
    if (there.length) this.line([...(from ? [from] : []), ...there]);
  }

  line(corners) {
    this.over.append(drawn("polyline", { class: "lit-way", points: points(corners) }));
  }

  ghost(bases) {
    for (const base of bases) this.over.append(drawn("polygon", { class: "lit-ghost", points: points(base) }));
  }

  zone(corners) {
    this.under.append(drawn("polygon", { class: "lit-zone", points: points(corners) }));
  }

  handle([x, y], name) {
    const made = drawn("circle", { class: "lit-handle", cx: x, cy: y, r: 9 });
    made.dataset.handle = name;
    this.over.append(made);
  }

  /** The place under a point of the drawing; empty: none. */
  nearest({ x, y }) {
    const reach = this.places.corners.length ? Math.max(...this.places.corners.map(([dx, dy]) => Math.hypot(dx, dy))) : ROUND;
    let best = "", least = reach;
    for (const [name, [px, py]] of Object.entries(this.places.spots)) {
      const apart = Math.hypot(x - px, y - py);
      if (apart < least) [best, least] = [name, apart];
    }
    return best;
  }
}
