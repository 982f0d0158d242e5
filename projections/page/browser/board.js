// The board: the ground once, pieces that move over it, boxes beside it, and all of it in words.

import { Action, LABEL } from "./action.js";
import { Callouts } from "./callouts.js";
import { byId, drawn, el, picture } from "./dom.js";
import { Legible } from "./legible.js";
import { Names } from "./names.js";
import { Overview } from "./overview.js";
import { View } from "./view.js";
import { counted, t } from "./words.js";

const GLIDE = 700, HALO = 5, STOPS = 14; // milliseconds a march may take; places on its way
const FAR = 20000; // beyond any board
const FEW = 16; // pieces in sight that are all named, where there is room
const AIM = 44; // from the middle of a target to the pieces that are meant
const AWAY = 26; // from the middle of a card to a word beside it
const LOOSELY = 20; // of the room a piece takes to each side: what it may spare
const MARKED = ".lit-unit.picked, .lit-unit.target, .lit-place.goal, .lit-ghost"; // by whoever puts an order together

export class BoardView {
  constructor(store) {
    this.store = store;
    this.svg = byId("board");
    this.ground = this.layer("ground");
    this.labels = this.layer("labels");
    this.svg.append(drawn("rect", { class: "dusk", x: -FAR, y: -FAR, width: 2 * FAR, height: 2 * FAR }));
    this.halos = this.layer("halos");
    this.lights = this.layer("lights"); // for whoever marks places: under the pieces, and never redrawn here
    this.below = this.layer("traces");
    this.layerOfPieces = this.layer("pieces");
    this.names = this.layer("names");
    this.above = this.layer("traces");
    this.callouts = new Callouts(this.layer("callouts"));
    this.marks = this.layer("marks"); // the same, over everything
    this.nodes = new Map();
    this.faces = new Map();
    this.drawnGround = null;
    this.action = new Action(store);
    this.legible = new Legible([this.ground, this.labels, this.layerOfPieces, this.names]);
    this.placed = new Names(this.labels, this.names);
    this.view = new View(this.svg, byId("board-frame"), () => this.resized());
    this.overview = new Overview(byId("board-frame"), this.view);
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  layer(name) {
    return this.svg.appendChild(drawn("g", { class: name }));
  }

  /** The id of the piece under the pointer, the name of the place under it, and the point of the drawing. */
  under(event) {
    const all = document.elementsFromPoint(event.clientX, event.clientY).filter((node) => this.svg.contains(node));
    const found = (what) => all.map((node) => node.closest(what)).find(Boolean);
    const { x, y } = this.view.at(event);
    return { piece: found(".piece")?.dataset.id, spot: found("[data-spot]")?.dataset.spot, x, y };
  }

  /**
   * @param {number} glide how long a piece may take to its new place; 0 moves it at once
   * @param {string} ways what the order will have drawn under the pieces: marches go along it
   */
  show(board, lit, glide, ways = "") {
    if (board.ground !== this.drawnGround) this.lay(board);
    this.ways = glide && ways && !this.calm.matches ? picture(ways) : null;
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
    this.overview.show(placed.filter(([, piece]) => !this.isLabel(piece)).map(([, piece]) => [piece[4], piece[5], this.look(piece[1])]));
    this.lit = lit;
  }

  isLabel(piece) {
    return this.store.text(piece[0]).startsWith(LABEL) ? 1 : 0;
  }

  /** The class of the side whose piece it is. */
  look(face) {
    return /class="(?:counter|unit) ([\w-]+)"/.exec(this.store.tables.faces[face])?.[1] || "neutral";
  }

  lay(board) {
    const { ground } = board;
    const { svg, frame } = this.store.tables.grounds[ground];
    this.ground.replaceChildren(picture(svg));
    this.names.replaceChildren(...this.ground.querySelectorAll("text.place"));
    this.labels.replaceChildren(...this.ground.querySelectorAll("g.label"));
    this.placed.lay();
    this.drawnGround = ground;
    this.isMapless = !this.svg.querySelector(".ground :is(path, circle, rect, line, polygon, text, use), .labels text");
    byId("mapless").hidden = !this.isMapless;
    byId("mapless").closest("section").classList.toggle("without-map", this.isMapless);
    byId("board-frame").style.setProperty("--shape", String(frame[2] / frame[3]));
    this.view.fit(frame, this.store.tables.faces.some((face) => face.includes('class="tag ')));
    this.overview.lay(this.ground, !this.isMapless);
  }

  /** The view goes where the phase is about to happen. */
  attend(line, number, viewer, board) {
    const phase = this.action.phase(line, number, viewer);
    this.view.attend(this.action.about(line, number, viewer, board, this.view.room), `${line} ${viewer} ${phase[0]} ${this.drawnGround}`, this.calm.matches);
  }

  /** Another game, or more of the same: numbers of pictures mean other things. */
  forget() {
    for (const { node } of this.nodes.values()) node.remove();
    for (const kept of [this.nodes, this.faces, this.action.kept, this.action.sizes]) kept.clear();
    this.drawnGround = null;
  }

  /** Another part is seen, or the same larger or smaller. */
  resized() {
    this.overview.frameSeen();
    if (this.view.isResized()) this.legible.at(1 / this.view.scale);
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => (this.overview.sized(), this.tell()), this.calm.matches ? 0 : 120);
  }

  put(id, piece, before, glide) {
    const [, face, words, , x, y] = piece;
    const known = this.nodes.get(id);
    const node = known ? known.node : drawn("g", { class: "piece", "data-id": this.store.text(id) });
    if (!known || known.face !== face || known.words !== words) {
      const said = this.store.text(words);
      node.replaceChildren(this.face(face), ...(said ? [drawn("title", { text: said })] : []));
      this.legible.enlarge(node);
    }
    if (!known || known.x !== x || known.y !== y) node.setAttribute("transform", `translate(${x},${y})`);
    const next = before ? before.nextSibling : this.layerOfPieces.firstChild;
    if (node !== next) this.layerOfPieces.insertBefore(node, next);
    if (glide) this.glide(node, known, piece, glide);
    this.nodes.set(id, { node, face, words, x, y });
    return node;
  }

  glide(node, known, piece, time) {
    const [id, face, , , x, y] = piece;
    if (!known || (known.face !== face && this.isLabel(piece))) {
      node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: Math.min(time, 280) });
    } else if (known.x !== x || known.y !== y) {
      const at = ([left, top]) => ({ transform: `translate(${left.toFixed(1)}px,${top.toFixed(1)}px)` });
      node.animate(this.marched(this.store.text(id), [known.x, known.y], [x, y]).map(at), { duration: time, easing: "ease-in-out" });
    }
  }

  /** From one place to another along the way that was marched; as the crow flies where none is drawn. */
  marched(id, from, to) {
    const way = this.ways?.querySelector(`[data-unit="${CSS.escape(id)}"] path.go`);
    const long = way instanceof SVGPathElement ? way.getTotalLength() : 0;
    if (!long) return [from, to];
    const point = (share) => way.getPointAtLength(share * long), start = point(0), end = point(1);
    const between = Array.from({ length: STOPS - 1 }, (_, i) => {
      const share = (i + 1) / STOPS, { x, y } = point(share); // the way may begin and end beside the piece
      return [x + (from[0] - start.x) * (1 - share) + (to[0] - end.x) * share, y + (from[1] - start.y) * (1 - share) + (to[1] - end.y) * share];
    });
    return [from, ...between, to];
  }

  face(number) {
    if (!this.faces.has(number)) this.faces.set(number, this.legible.briefed(picture(this.store.tables.faces[number])));
    return this.faces.get(number).cloneNode(true);
  }

  /** Arrows of the order that is told, or has been carried out; rings around what it changed; and who that is. */
  trace([below, above]) {
    this.below.replaceChildren(...(below ? [picture(below)] : []));
    this.above.replaceChildren(...(above ? [picture(above)] : []));
    const lit = this.light();
    if (this.view.isByHand) this.view.follow(lit, this.calm.matches); // else the view is where the whole phase is seen
    this.tell();
  }

  light() {
    const boxes = [];
    for (const id of this.lit) {
      const known = this.nodes.get(id);
      if (!known || this.store.text(id).startsWith(LABEL)) continue;
      const { x, y, width, height } = known.node.getBBox();
      boxes.push({ x: x + known.x - HALO, y: y + known.y - HALO, width: width + 2 * HALO, height: height + 2 * HALO });
    }
    this.halos.replaceChildren(...boxes.map((box) => drawn("rect", { class: "halo", rx: 8, ...box })));
    return boxes;
  }

  /** Names of the ground, which give way; then words that keep their size: what came of it, and names, where cards are too small for them. */
  tell() {
    const { scale, box } = this.view, page = { left: box.x, top: box.y, right: box.x + box.w, bottom: box.y + box.h };
    const wanted = [...this.results(), ...(this.legible.isBrief ? this.called(box) : [])];
    const pieces = wanted.length || this.names.childElementCount ? this.standing() : []; // measured only where it matters
    this.placed.settle(pieces, this.legible.pixels);
    this.giveWay();
    const small = this.overview.covers(), isSeen = (one) => one.right > page.left && one.left < page.right && one.bottom > page.top && one.top < page.bottom;
    this.callouts.show(wanted, [...pieces, ...this.placed.boxes, ...(small ? [small] : [])].filter(isSeen), page, scale);
  }

  /** The small map, to where it hides least; out of sight where it would hide what the moment is about. */
  giveWay() {
    const about = this.about(), known = [...this.nodes].filter(([, { node }]) => !node.dataset.id.startsWith(LABEL));
    const boxes = known.map(([id, { node, face, x, y }]) => {
      const [wide, high] = this.action.half(face).map((half) => half - LOOSELY);
      return { ...within(x, y, wide, high), isAbout: this.lit.includes(id) || about.has(node.dataset.id) };
    });
    const marked = [...this.svg.querySelectorAll(MARKED)].map((node) => boxOf(node, 0, 0)).filter(Boolean);
    const aimed = this.aims().map(([x, y]) => within(x, y, AIM / 2, AIM / 2));
    this.overview.settle([...boxes.filter(({ isAbout }) => isAbout), ...marked, ...aimed], boxes, this.placed.boxes);
  }

  /** The ids of those that the order is about. */
  about() {
    return new Set([...this.svg.querySelectorAll(".trace")].map((trace) => trace.getAttribute("data-unit")));
  }

  aims() {
    return [...this.above.querySelectorAll('[data-trace="target"] circle.aim')].map((ring) => [ring.cx.baseVal.value, ring.cy.baseVal.value]);
  }

  results() {
    return [...this.above.querySelectorAll("rect.plate")].map((plate) => ({
      text: plate.nextElementSibling?.textContent || "", at: plate.dataset.at.split(",").map(Number), away: 12 * this.view.scale, look: "result", must: true,
    }));
  }

  /** Those that the order is about; or all in sight, if they are few. */
  called({ x, y, w, h }) {
    const about = this.about(), aims = this.aims();
    const isAim = (known) => aims.some(([ax, ay]) => Math.hypot(ax - known.x, ay - known.y) < AIM);
    const named = [...this.nodes].map(([id, known]) => ({ id: this.store.text(id), isLit: this.lit.includes(id) || isAim(known), known, name: calledIn(this.store.text(known.words)) }))
      .filter(({ known, name }) => name && known.x > x && known.x < x + w && known.y > y && known.y < y + h);
    const [first, others] = [named.filter((one) => one.isLit || about.has(one.id)), named.filter((one) => !one.isLit && !about.has(one.id))];
    return [...first, ...(named.length <= FEW ? others : [])]
      .map(({ known, name }) => ({ text: name, at: [known.x, known.y], away: AWAY, look: "named", must: false }));
  }

  /** What no word may lie on: pieces and their plates, each as it is drawn; the lines that lead to plates are none. */
  standing() {
    return [...this.nodes.values()].filter(({ node }) => node.dataset.id !== LABEL).map(({ node, x, y }) => boxOf(node, x, y)).filter(Boolean);
  }
}

const within = (x, y, wide, high) => ({ left: x - wide, right: x + wide, top: y - high, bottom: y + high });

function boxOf(node, dx, dy) {
  const { x, y, width, height } = node.getBBox();
  return width ? { left: x + dx, top: y + dy, right: x + width + dx, bottom: y + height + dy } : null;
}

/** What the words of a piece call it: `union: Meredith (Iron) [5-5-4+]`. */
export function calledIn(words) {
  const name = /^[^:]*: ([^[(,]+)/.exec(words)?.[1].trim() || "";
  return name === "?" ? "" : name;
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
    drawn("svg", { class: "drawn", viewBox: "-30 -26 60 52", "aria-hidden": "true" },
      drawn("g", { class: "legend" }, picture(sample))), t(word)))));
}
