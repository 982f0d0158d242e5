// Two lines beside each other: a second board that shows the same part of the map, with what differs ringed and listed.

import { showBoxes } from "./board.js";
import { byId, drawn, el, picture } from "./dom.js";
import { upto } from "./store.js";
import { t } from "./words.js";

const AROUND = 7; // units of the drawing between a piece and its ring
const BEYOND = 20000; // any board
const NAMED = /^[^:]*: ([^[(,]+)/; // of a piece in words

export class Compare {
  constructor(player) {
    Object.assign(this, { player, other: "", here: "" });
    this.forget();
    const { board } = player, layer = (name) => drawn("g", { class: name });
    this.layers = { ground: layer("ground"), labels: layer("labels"), rings: layer("rings"), pieces: layer("pieces"), names: layer("names") };
    const { ground, ...above } = this.layers;
    this.alike = [[board.ground, ground], [board.labels, above.labels], [board.layerOfPieces, above.pieces], [board.names, above.names]];
    this.svg = drawn("svg", { class: "drawn", role: "img", preserveAspectRatio: "xMidYMid meet" }, ground,
      drawn("rect", { class: "dusk", x: -BEYOND, y: -BEYOND, width: 2 * BEYOND, height: 2 * BEYOND }), ...Object.values(above));
    this.boxes = el("div", { class: "mapless", role: "region", tabindex: 0, "aria-label": t("Pieces by place") });
    this.tags = [el("p", { class: "which" }), el("p", { class: "which" })];
    this.twin = el("div", { class: "frame twin" }, this.svg, this.boxes, this.tags[1]);
    this.rings = layer("rings");
    this.watch = new MutationObserver(() => this.follow());
    this.twin.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.twin.addEventListener("pointermove", (event) => this.drag(event));
    byId("compare-with").addEventListener("change", (event) => this.choose(event.target.value));
    byId("compare-by").addEventListener("change", () => this.show());
    byId("differences").addEventListener("click", (event) => this.find(event));
  }

  /** Which lines there are to compare with; whoever goes over to the other one has them the other way round. */
  fill() {
    const { store, line } = this.player, names = store.game.lines.map(({ name }) => name).filter((name) => name !== line);
    if (this.other === line) Object.assign(this, { other: this.here, drawnAt: "" });
    if (!names.includes(this.other) && this.other) this.choose("");
    byId("compare").hidden = !names.length;
    const option = (value, text) => el("option", { value, text });
    byId("compare-with").replaceChildren(option("", t("no other line")), ...names.map((name) => option(name, name)));
    byId("compare-with").value = this.other;
  }

  /** By key: with the line it came from, else the first that leaves it. */
  toggle() {
    if (this.player.veil.isOn) return;
    const { store, line } = this.player, { parent } = store.course(line);
    const first = store.game.lines.find((course) => course.parent === line) || store.game.lines.find(({ name }) => name !== line);
    this.choose(this.other ? "" : parent || first?.name || "");
  }

  choose(name) {
    const frame = byId("board-frame"), { svg, lights } = this.player.board;
    const isNew = Boolean(name) && !this.other;
    this.other = name;
    this.forget();
    byId("compare-with").value = name;
    frame.parentElement.classList.toggle("comparing", Boolean(name)); // the first board gives way, and the view heeds it
    if (!name) this.end();
    if (isNew) {
      frame.after(this.twin);
      frame.append(this.tags[0]);
      svg.insertBefore(this.rings, lights);
      this.watch.observe(svg, { attributes: true, attributeFilter: ["viewBox"] });
    }
    this.show();
  }

  /** Numbers of pictures mean other things now. */
  forget() {
    Object.assign(this, { ground: null, drawnAt: "", nodes: new Map(), sizes: new Map() });
  }

  end() {
    this.watch.disconnect();
    for (const node of [this.twin, this.tags[0], this.rings]) node.remove();
    byId("differences").replaceChildren();
  }

  /** The same part of the map, and as much on it as can be read there. */
  follow() {
    const { svg, legible } = this.player.board, box = svg.getAttribute("viewBox");
    if (!box || box === this.svg.getAttribute("viewBox")) return;
    this.svg.setAttribute("viewBox", box);
    for (const [first, second] of this.alike) {
      second.setAttribute("class", first.getAttribute("class"));
      second.style.cssText = first.style.cssText;
    }
    legible.enlarge(this.layers.pieces);
  }

  wheel(event) {
    if (event.target.closest(".mapless")) return;
    event.preventDefault();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    this.player.board.view.zoom(Math.exp(Math.max(-80, Math.min(80, event.deltaY)) / 300), at);
  }

  drag(event) {
    const { view } = this.player.board, { box, scale } = view;
    if (!event.buttons || event.target.closest(".mapless")) return;
    view.isByHand = true;
    view.set({ ...box, x: box.x - event.movementX * scale, y: box.y - event.movementY * scale });
  }

  bring([, , , , x, y]) {
    const { view } = this.player.board, { w, h } = view.box;
    view.glideTo({ w, h, x: x - w / 2, y: y - h / 2 });
  }

  // Where the other line stands at the same time

  get there() {
    const { store, line, number } = this.player, last = store.last(this.other), by = byId("compare-by").value;
    if (by === "end") return last;
    const isShared = number <= last && store.home(line, number) === store.home(this.other, number);
    return isShared || by === "entry" ? Math.min(number, last) : this.samePhase(last);
  }

  /** As far into the same phase; where a phase is over here, it is over there. */
  samePhase(last) {
    const { store, turns, number, viewer } = this.player, theirs = store.rows(this.other, "turns", viewer);
    const at = upto(turns, number) - 1;
    if (at < 0) return Math.min(number, last);
    const [start, turn, , words] = turns[at], end = (turns[at + 1]?.[0] ?? this.player.last + 1) - 1;
    const isSame = (row) => row[1] === turn && row[3] === words;
    const times = turns.slice(0, at + 1).filter(isSame).length;
    const same = theirs.map((_, i) => i).filter((i) => isSame(theirs[i]));
    const found = same[Math.min(times, same.length) - 1];
    if (found === undefined) return this.endOfTurn(theirs, turn, last);
    const over = (theirs[found + 1]?.[0] ?? last + 1) - 1;
    return number === end ? over : Math.min(theirs[found][0] + number - start, over);
  }

  endOfTurn(theirs, turn, last) {
    const next = theirs.find((row) => row[1] > turn);
    return next ? next[0] - 1 : last;
  }

  // Drawing

  show() {
    if (!this.other) return;
    const { store, viewer, line, number, shown } = this.player, there = this.there;
    const board = store.board(this.other, there, viewer);
    this.here = line;
    const differing = this.differing(shown.pieces, board.pieces);
    const at = `${this.other}\n${there}\n${viewer}\n${store.last(this.other)}`;
    if (at !== this.drawnAt) this.draw(board, there);
    this.drawnAt = at;
    this.ring(differing, shown.pieces, board.pieces);
    this.tags[0].textContent = t("{0}, entry {1}", line, number);
    this.tags[1].textContent = t("{0}, entry {1}", this.other, there);
    this.list(differing, shown.pieces, board.pieces, there);
  }

  draw(board, there) {
    const { store, board: first } = this.player, { ground, labels, pieces, names } = this.layers;
    if (this.ground !== board.ground) {
      ground.replaceChildren(picture(store.tables.grounds[board.ground].svg));
      names.replaceChildren(...ground.querySelectorAll("text.place"));
      labels.replaceChildren(...ground.querySelectorAll("g.label"));
    }
    this.ground = board.ground;
    const placed = [...board.pieces.values()].filter((piece) => piece[4] !== null);
    placed.sort((a, b) => first.isLabel(a) - first.isLabel(b) || a[5] - b[5] || a[4] - b[4]);
    const before = this.nodes;
    this.nodes = new Map(placed.map((piece) => [piece[0], this.placed(before.get(piece[0]), piece)]));
    const nodes = [...this.nodes.values()].map(({ node }) => node);
    if (nodes.length !== pieces.childNodes.length || nodes.some((node, i) => node !== pieces.childNodes[i])) pieces.replaceChildren(...nodes);
    this.svg.toggleAttribute("hidden", first.isMapless);
    this.boxes.hidden = !first.isMapless;
    if (first.isMapless) showBoxes(this.boxes, store, (face) => first.face(face), board, t("There is no map, and no piece has come into play yet."));
    this.svg.setAttribute("aria-label", t("Board of {0} after entry {1}: {2}", this.other, there, board.title));
    this.follow();
  }

  /** A piece as it stood before, or drawn anew: most of a board stays as it is from entry to entry. */
  placed(known, piece) {
    const { store, board } = this.player, [id, face, words, , x, y] = piece;
    if (known && known.piece.every((value, i) => value === piece[i])) return known;
    const node = drawn("g", { class: "piece", "data-id": store.text(id), transform: `translate(${x},${y})` }, board.face(face), drawn("title", { text: store.text(words) }));
    board.legible.enlarge(node);
    return { node, piece };
  }

  /** Ids of pieces that stand elsewhere, or otherwise, or only in one of the lines. */
  differing(ours, theirs) {
    const told = (piece) => piece && `${piece[2]}\n${piece[3]}`;
    const ids = [...new Set([...ours.keys(), ...theirs.keys()])];
    return ids.filter((id) => told(ours.get(id)) !== told(theirs.get(id)) && this.player.store.text((ours.get(id) || theirs.get(id))[2]));
  }

  ring(differing, ours, theirs) {
    for (const [pieces, nodes, into] of [[ours, this.player.board.nodes, this.rings], [theirs, this.nodes, this.layers.rings]]) {
      const found = differing.filter((id) => nodes.has(id)).map((id) => this.box(pieces.get(id), nodes.get(id).node));
      into.replaceChildren(...found.map((box) => drawn("rect", { class: "differs", rx: 8, ...box })));
    }
  }

  /** Around a piece; how large a picture is, is measured once: that takes long while the board changes. */
  box([, face, , , left, top], node) {
    if (!this.sizes.has(face)) this.sizes.set(face, node.getBBox());
    const { x, y, width, height } = this.sizes.get(face);
    return { x: x + left - AROUND, y: y + top - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND };
  }

  // In words

  list(differing, ours, theirs, there) {
    const { store, line, number } = this.player, text = (n) => store.text(n);
    const stands = (piece) => (piece ? [text(piece[3]), text(piece[2]).replace(NAMED, "").replace(/^[, ]*(\[[^\]]*\])?[, ]*/, "")].filter(Boolean).join(", ") : t("not there"));
    const named = (id) => NAMED.exec(text((ours.get(id) || theirs.get(id))[2]))?.[1].trim() || text(id);
    const pieces = differing.map((id) => [named(id), stands(ours.get(id)), stands(theirs.get(id)), id]);
    const sums = ["points", "losses"].flatMap((kind) => this.sums(kind, number, there));
    const rows = [...pieces, ...sums].map(([what, first, second, id]) => el("tr", {},
      el("th", { scope: "row" }, id !== undefined ? el("button", { type: "button", class: "link", "data-id": id, text: what }) : what), el("td", { text: first }), el("td", { text: second })));
    const head = el("tr", {}, ...["", line, this.other].map((name) => (name ? el("th", { scope: "col", text: name }) : el("td"))));
    byId("differences").replaceChildren(...(rows.length
      ? [el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))]
      : [el("p", { class: "quiet", text: t("Nothing differs here.") })]));
  }

  /** Points and losses that are not the same in both. */
  sums(kind, here, there) {
    const { store, line, viewer } = this.player;
    const total = (name, number) => {
      const found = new Map();
      for (const row of store.rows(name, kind, viewer)) {
        if (row[0] > number) break;
        const what = kind === "points" ? t("points of {0}", t(store.text(row[1]))) : `${t(store.text(row[2]))}, ${t(store.text(row[1]))}`;
        found.set(what, (found.get(what) || 0) + row[kind === "points" ? 2 : 3]);
      }
      return found;
    };
    const [ours, theirs] = [total(line, here), total(this.other, there)];
    const names = [...new Set([...ours.keys(), ...theirs.keys()])].filter((name) => ours.get(name) !== theirs.get(name));
    return names.map((name) => [name, String(ours.get(name) || 0), String(theirs.get(name) || 0)]);
  }

  /** To a piece that differs: its place comes into sight. */
  find(event) {
    const id = Number(event.target.closest("button[data-id]")?.dataset.id ?? NaN);
    const piece = [this.player.shown.pieces.get(id), this.nodes.get(id)?.piece].find((one) => one && one[4] !== null);
    if (piece) this.bring(piece);
  }
}
