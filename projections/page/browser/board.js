// The board: the ground once, pieces that move over it, boxes beside it, and all of it in words.

import { byId, drawn, el, picture } from "./dom.js";
import { View } from "./view.js";
import { counted, t } from "./words.js";

const LABEL = "~"; // before the id of what only names another piece
const GLIDE = 280, ROOM = 70, HALO = 5;
const FAR = 20000; // beyond any board
const LARGE = 2.5e6; // a smaller board is shown whole
const STRAYS = 0.04, SOON = 30; // of all pieces, to each side; frames that are looked ahead
const READABLE = 0.45, LEAST = 1700; // pixels for a unit of the drawing, and units across, at least

export class BoardView {
  constructor(store) {
    this.store = store;
    this.svg = byId("board");
    this.ground = this.layer("ground");
    this.svg.append(drawn("rect", { class: "dusk", x: -FAR, y: -FAR, width: 2 * FAR, height: 2 * FAR }));
    this.halos = this.layer("halos");
    this.below = this.layer("traces");
    this.layerOfPieces = this.layer("pieces");
    this.names = this.layer("names");
    this.above = this.layer("traces");
    this.nodes = new Map();
    this.faces = new Map();
    this.drawnGround = null;
    this.view = new View(this.svg, byId("board-frame"));
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  layer(name) {
    return this.svg.appendChild(drawn("g", { class: name }));
  }

  /** @param {number} glide how long a piece may take to its new place; 0 moves it at once */
  show(board, lit, glide) {
    if (board.ground !== this.drawnGround) this.lay(board);
    this.halos.replaceChildren();
    const stale = new Set(this.nodes.keys());
    const placed = [];
    for (const [id, piece] of board.pieces) {
      if (piece[4] === null) continue;
      stale.delete(id);
      placed.push([id, piece]);
    }
    for (const id of stale) this.nodes.get(id).node.remove(), this.nodes.delete(id);
    placed.sort(([, a], [, b]) => this.isLabel(a) - this.isLabel(b) || a[5] - b[5] || a[4] - b[4]);
    let before = null;
    for (const [id, piece] of placed) before = this.put(id, piece, before, this.calm.matches ? 0 : Math.min(glide, GLIDE));
    this.light(board, lit);
  }

  isLabel(piece) {
    return this.store.text(piece[0]).startsWith(LABEL) ? 1 : 0;
  }

  lay(board) {
    const { ground } = board;
    const { svg, frame } = this.store.tables.grounds[ground];
    this.ground.replaceChildren(picture(svg));
    this.names.replaceChildren(...this.ground.querySelectorAll("text.place"));
    this.drawnGround = ground;
    this.isMapless = !this.ground.querySelector("path, circle, rect, line, polygon, text, use");
    byId("mapless").hidden = !this.isMapless;
    this.view.fit(frame, this.action(frame, board));
    byId("board-frame").style.setProperty("--shape", String(frame[2] / frame[3]));
  }

  /** The part of a large board where things stand, so near that counters can be read; a few strays do not count. */
  action([left, top, width, height], board) {
    const whole = [left, top, width, height];
    if (width * height < LARGE || this.isTable()) return whole;
    const placed = [...board.pieces.values(), ...this.soon()].filter((piece) => piece[4] !== null && !this.isLabel(piece));
    if (!placed.length) return whole;
    const { clientWidth, clientHeight } = byId("board-frame"), shape = clientWidth / Math.max(clientHeight, 1);
    const [x, y] = [spanOf(placed.map((piece) => piece[4])), spanOf(placed.map((piece) => piece[5]))];
    const wide = Math.min(Math.max(x.size, y.size * shape, LEAST), clientWidth / READABLE), high = wide / shape;
    const start = (span, size, low, room) => {
      const middle = span.size > size ? span.median : span.middle;
      return size > room ? low + (room - size) / 2 : Math.min(Math.max(low, middle - size / 2), low + room - size);
    };
    return [start(x, wide, left, width), start(y, high, top, height), wide, high];
  }

  /** What comes on in the beginning: at the very first entry a board may be empty. */
  soon() {
    return this.store.frames(this.store.game.lines[0], 0).slice(0, SOON).flatMap((frame) => frame[1]);
  }

  isTable() {
    return this.store.tables.texts.includes(LABEL) || this.store.tables.texts.some((text) => text.startsWith(LABEL));
  }

  put(id, piece, before, glide) {
    const [, face, words, , x, y] = piece;
    const known = this.nodes.get(id);
    const node = known ? known.node : drawn("g", { class: "piece", "data-id": this.store.text(id) });
    if (!known || known.face !== face || known.words !== words) {
      const said = this.store.text(words);
      node.replaceChildren(this.face(face), ...(said ? [drawn("title", { text: said })] : []));
    }
    if (!known || known.x !== x || known.y !== y) node.setAttribute("transform", `translate(${x},${y})`);
    const next = before ? before.nextSibling : this.layerOfPieces.firstChild;
    if (node !== next) this.layerOfPieces.insertBefore(node, next);
    if (glide) this.glide(node, known, piece, glide);
    this.nodes.set(id, { node, face, words, x, y });
    return node;
  }

  glide(node, known, piece, time) {
    const [, face, , , x, y] = piece;
    if (!known || (known.face !== face && this.isLabel(piece))) {
      node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time });
    } else if (known.x !== x || known.y !== y) {
      const at = (left, top) => ({ transform: `translate(${left}px,${top}px)` });
      node.animate([at(known.x, known.y), at(x, y)], { duration: time, easing: "ease-in-out" });
    }
  }

  face(number) {
    if (!this.faces.has(number)) this.faces.set(number, picture(this.store.tables.faces[number]));
    return this.faces.get(number).cloneNode(true);
  }

  /** Arrows of the order that has just been carried out. */
  trace([below, above]) {
    this.below.replaceChildren(...(below ? [picture(below)] : []));
    this.above.replaceChildren(...(above ? [picture(above)] : []));
  }

  /** A ring around what the order changed; and, for whoever looks closely, the view follows it. */
  light(board, lit) {
    const boxes = [];
    for (const id of lit) {
      const known = this.nodes.get(id);
      if (!known || this.store.text(id).startsWith(LABEL)) continue;
      const { x, y, width, height } = known.node.getBBox();
      const box = { x: x + known.x - HALO, y: y + known.y - HALO, width: width + 2 * HALO, height: height + 2 * HALO };
      this.halos.append(drawn("rect", { class: "halo", rx: 8, ...box }));
      boxes.push(box);
    }
    this.view.follow(boxes, this.calm.matches);
  }
}

/** How far some places lie apart along one way, without strays. */
function spanOf(values) {
  const sorted = values.sort((a, b) => a - b), stray = Math.floor(sorted.length * STRAYS);
  const from = sorted[stray] - ROOM, to = sorted[sorted.length - 1 - stray] + ROOM;
  return { size: to - from, middle: (from + to) / 2, median: sorted[sorted.length >> 1] };
}

/** What lies beside the map, box by box. */
export function showBoxes(into, store, faces, board, empty) {
  const boxes = new Map();
  for (const piece of board.pieces.values()) {
    if (piece[4] !== null) continue;
    const place = store.text(piece[3]) || t("off the board");
    boxes.set(place, [...(boxes.get(place) || []), piece]);
  }
  const cards = (pieces) => pieces.map(([, face, words]) => el("li", { title: store.text(words) },
    drawn("svg", { class: "drawn", viewBox: "-26 -26 60 50", role: "img", "aria-label": store.text(words) }, faces(face))));
  const sections = [...boxes].map(([place, pieces]) => el("section", { class: "box" },
    el("h3", {}, place, el("span", { class: "number", text: ` ${pieces.length}` })), el("ul", {}, ...cards(pieces))));
  into.replaceChildren(...(sections.length ? sections : [el("p", { class: "quiet", text: empty })]));
}

/** Who stands where: the board for those who do not see it. */
export function showWords(store, board) {
  const places = new Map();
  for (const piece of board.pieces.values()) {
    const words = store.text(piece[2]);
    if (!words) continue;
    const place = store.text(piece[3]) || t("off the board");
    places.set(place, [...(places.get(place) || []), words]);
  }
  const rows = [...places].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })).map(([place, words]) =>
    el("li", {}, el("b", { text: place }), el("ul", {}, ...words.map((text) => el("li", { text })))));
  byId("words").replaceChildren(
    el("p", { class: "quiet", text: t("{0}: {1}.", board.title, counted([...board.pieces.values()].filter((p) => store.text(p[2])).length, "piece")) }),
    el("ul", { class: "places" }, ...rows));
}

export function showLegend(store) {
  byId("legend").replaceChildren(el("ul", {}, ...store.game.legend.map(([sample, word]) => el("li", {},
    drawn("svg", { class: "drawn legend", viewBox: "-30 -26 60 52", "aria-hidden": "true" }, picture(sample)), t(word)))));
}
