// Orders by hand: what can act is lit, a click narrows what is meant, and the order stands in the desk before it is given.

import { Choices, distinct } from "./choices.js";
import { Form } from "./form.js";
import { Lights } from "./lights.js";
import { byId, make } from "./make.js";
import { Drag } from "./drag.js";
import { counted, t } from "./words.js";

const SHOWN = 400; // buttons of one group; the rest is picked on the board, or found by typing
const FEW = 8; // places that are listed at once: more are on the board, and folded away
const REST = 350; // milliseconds over a place until it says why not
const MOVED = 4; // pixels that are still a click

export class Hand {
  /** @param {any} desk that gives the orders @param {any} player of the page */
  constructor(desk, player) {
    Object.assign(this, { desk, player, picks: [], asked: 0, hand: null, form: null });
    this.state = make("p", { className: "hand-state" });
    this.state.setAttribute("role", "status");
    this.crumbs = make("div", { className: "hand-crumbs" });
    this.groups = make("div", { className: "hand-groups" });
    this.why = make("p", { className: "hand-why", hidden: true });
    this.why.setAttribute("role", "status");
    this.panel = make("section", { className: "hand" }, this.state, this.crumbs, this.groups);
    this.panel.setAttribute("aria-label", t("Orders by hand"));
    byId("board-frame").append(this.why);
    this.listen();
  }

  listen() {
    const frame = byId("board-frame");
    frame.addEventListener("click", (event) => this.clicked(event), { capture: true });
    frame.addEventListener("pointermove", (event) => this.hovered(event));
    frame.addEventListener("pointerleave", () => this.hush());
    frame.addEventListener("contextmenu", (event) => this.isMine && this.explain(event)); // a long press on a phone
    document.addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest("dialog") && this.startOver());
  }

  /** Only at the head of the line: what is legal is legal there. */
  get isMine() {
    return Boolean(this.hand) && this.hand.head === this.player.last;
  }

  get places() {
    return this.lights?.places ?? { spots: {}, corners: [], table: null };
  }

  /** What may be done now; an answer that comes after a later question is dropped. */
  async refresh() {
    const asked = (this.asked += 1), path = this.desk.path();
    const answer = await this.desk.ask(`${path}/hand`);
    if (!answer.ok || asked !== this.asked) return null;
    const hand = await answer.json();
    if (!this.lights || this.ground !== this.player.board.drawnGround) await this.survey(path);
    if (asked !== this.asked) return null;
    this.hold(hand);
    return hand;
  }

  async survey(path) {
    const answer = await this.desk.ask(`${path}/places`);
    if (!answer.ok) return;
    this.lights?.clear();
    this.lights = new Lights(this.player.board, await answer.json());
    this.ground = this.player.board.drawnGround;
    this.drag ??= new Drag(this);
  }

  hold(hand) {
    const isSame = this.hand && hand.head === this.hand.head;
    this.hand = hand;
    this.choices = new Choices(hand, (word) => Boolean(this.lights?.isPlace(word)), (word) => ({ yes: t("yes"), no: t("no") })[word] ?? word);
    if (!isSame) {
      Object.assign(this, { picks: [], form: null });
      this.desk.withdraw();
    }
    this.drag?.reset();
    this.show();
  }

  // Picking

  startOver() {
    if (!this.picks.length && !this.form) return;
    Object.assign(this, { picks: [], form: null });
    this.drag?.reset();
    this.desk.propose("");
    this.show();
  }

  /** @param {import("./choices.js").Pick} pick */
  pick(pick) {
    this.picks = [...this.picks.filter((one) => one.what !== pick.what || one.key !== pick.key || pick.what === "unit"), pick];
    this.form = null;
    this.show();
  }

  drop(pick) {
    this.picks = this.picks.filter((one) => one !== pick);
    this.show();
  }

  get fitting() {
    return this.choices ? this.choices.fitting(this.picks) : [];
  }

  /** Also where it might have gone instead: another place is one click away. */
  get anywhere() {
    return this.choices ? this.choices.fitting(this.picks.filter(({ what }) => what !== "place")) : [];
  }

  picked(what) {
    return this.picks.filter((one) => one.what === what).map(({ value }) => value);
  }

  clicked(event) {
    if (!this.isMine || this.player.board.view.moved > MOVED || event.target.closest("button, .hand-why, .hand")) return;
    const at = this.player.board.view.at(event), place = this.lights.nearest(at);
    const id = event.target.closest(".piece")?.dataset.id?.replace(/^~/, "") ?? "";
    if (this.take(id, place)) {
      event.stopImmediatePropagation();
      this.hush();
    }
  }

  /** A lit place or target first, then somebody who can act; a form takes whatever it has a field for. */
  take(id, place) {
    if (this.form) return (id && this.form.take("unit", id)) || (place && this.form.take("place", place));
    const rows = this.anywhere, isChosen = this.picked("unit").length > 0;
    if (isChosen && place && rows.some((row) => this.choices.ends(row).includes(place))) return this.pick({ what: "place", key: "", value: place }), true;
    const here = id ? this.among(id, place) : [];
    const able = here.filter((one) => rows.some((row) => this.choices.units(row).includes(one)) && !this.picked("unit").includes(one));
    if (able.length) return this.pick({ what: "unit", value: able[0] }), true;
    const anew = here.filter((one) => this.choices.rows.some((row) => this.choices.units(row, false).includes(one)));
    if (!anew.length) return false;
    this.picks = [];
    this.pick({ what: "unit", value: anew[0] });
    return true;
  }

  /** The piece itself, then whoever lies with it. */
  among(id, place) {
    const others = place ? [...this.player.board.nodes.values()].filter(({ x, y }) => this.lights.nearest({ x, y }) === place).map(({ node }) => node.dataset.id) : [];
    return distinct([id, ...others]);
  }

  // Why not

  hovered(event) {
    clearTimeout(this.resting);
    if (!this.why.hidden && event.pointerType === "mouse") this.hush();
    if (event.pointerType === "mouse" && !event.buttons && this.isMine && this.picked("unit").length) {
      this.resting = setTimeout(() => this.explain(event).catch(() => {}), REST);
    }
  }

  hush() {
    clearTimeout(this.resting);
    this.why.hidden = true;
  }

  /** A place that is not lit says what forbids it: asked as the order itself would be. */
  async explain(event) {
    const place = this.lights.nearest(this.player.board.view.at(event)), [unit] = this.picked("unit");
    if (!unit || !place || this.fitting.some((row) => this.choices.ends(row).includes(place))) return;
    const text = this.asking(unit, place);
    if (!text) return;
    event.preventDefault();
    const { detail, rule } = await this.desk.preview(text);
    if (!detail) return;
    const frame = byId("board-frame").getBoundingClientRect();
    this.why.textContent = `${place}: ${rule ? `[${rule}] ` : ""}${detail}`;
    this.why.style.left = `${Math.min(event.clientX - frame.left, frame.width - 220)}px`;
    this.why.style.top = `${Math.min(event.clientY - frame.top + 16, frame.height - 60)}px`;
    this.why.hidden = false;
  }

  /** The order that would go there: of the kind chosen, else of the first that leads anywhere. */
  asking(unit, place) {
    const rows = this.fitting.length ? this.fitting : this.choices.rows.filter((row) => this.choices.units(row, false).includes(unit));
    const row = rows.find((one) => this.choices.kinds[one.kind].fields.some(({ of }) => of === "place"));
    if (!row) return "";
    const kind = this.choices.kinds[row.kind];
    const [own, there] = [kind.fields.find(({ of, foe }) => of === "unit" && !foe), kind.fields.find(({ of }) => of === "place")];
    return own ? `${kind.name} ${own.key}=${unit} ${kind.finds ? "to" : there.key}=${place}` : "";
  }

  // Showing

  show() {
    if (!this.hand) return;
    const rows = this.fitting, row = this.picks.length && !this.form ? this.choices.meant(rows) : null;
    this.panel.dataset.head = this.hand.head;
    this.tellState();
    this.tellCrumbs();
    this.tellGroups(rows);
    this.light(rows, row);
    if (row) this.desk.propose(this.choices.text(row));
    else if (this.form) this.desk.propose(this.form.text);
    else if (this.picks.length) this.desk.propose("");
  }

  tellState() {
    const { due, side, ended, question, phase } = this.hand;
    const isMine = this.hand.rows.length > 0 || this.hand.kinds.length > 0;
    this.panel.classList.toggle("yours", isMine);
    const when = [phase].filter(Boolean).join(" · ");
    this.state.textContent = ended ? t("The game is over.")
      : question ? t("You are asked: {0}", question)
        : isMine ? t("Your move: {0}", when)
          : due && due !== side ? t("Waiting for {0}: {1}", t(due), when) : t("Nothing to order now: {0}", when);
  }

  tellCrumbs() {
    const crumb = (pick) => {
      const text = pick.what === "kind" ? this.choices.kinds[pick.value].title : this.choices.told(pick.value);
      const made = make("button", { type: "button", className: "crumb", textContent: `${text} ×`, onclick: () => this.drop(pick) });
      made.setAttribute("aria-label", t("Take out {0}", text));
      return made;
    };
    const all = this.picks.map(crumb);
    if (all.length || this.form) all.push(make("button", { type: "button", className: "plain", textContent: t("Start over"), title: "Esc", onclick: () => this.startOver() }));
    this.crumbs.replaceChildren(...all);
  }

  tellGroups(rows) {
    const groups = this.form ? [] : this.choices.open(rows, this.picks), isNamed = groups.some(({ what }) => what === "kind");
    const parts = this.form ? [this.form.box] : groups.map((group) => this.group(group, rows));
    if (rows.length && !isNamed && !this.picked("kind").length) parts.unshift(this.only(this.choices.kinds[rows[0].kind]));
    if (!this.form) parts.unshift(...this.steppers);
    const free = this.form ? [] : this.freeKinds(rows);
    if (free.length) parts.push(make("div", { className: "hand-group" }, make("span", { className: "hand-what", textContent: t("With other values") }), ...free));
    if (this.drag?.pad) parts.push(this.drag.pad());
    this.groups.replaceChildren(...parts);
  }

  group({ what, key, field, part, values }, rows) {
    if (field?.sort === "number" && values.length > FEW) return this.stepper(key, field);
    const buttons = values.slice(0, SHOWN).map((value) => this.button(what, key, field, value, rows));
    const more = values.length > SHOWN ? [make("span", { className: "quiet", textContent: t("and {0} more: pick on the board", values.length - SHOWN) })] : [];
    const name = what === "kind" ? t("What") : part ? this.choices.call(part) : field.key;
    const title = (tag) => make(tag, { className: "hand-what", textContent: tag === "summary" ? t("{0}: {1} places on the board", name, values.length) : name });
    const made = what === "place" && values.length > FEW
      ? make("details", { className: "hand-places" }, title("summary"), make("div", { className: "hand-group" }, ...buttons, ...more))
      : make("div", { className: `hand-group of-${field?.of || what}` }, title("span"), ...buttons, ...more);
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", name);
    return made;
  }

  /** What it is, where there is nothing else to do. */
  only(kind) {
    return make("p", { className: "hand-only", textContent: kind.title, title: kind.help });
  }

  /** A number among many: one more or one less of what there is. */
  stepper(key, field) {
    const shown = make("output", { className: "number", textContent: "…" });
    const chosen = this.picks.find((pick) => pick.key === key);
    const all = distinct(this.choices.fitting(this.picks.filter((pick) => pick !== chosen)).map((row) => this.choices.at(row, key)));
    const sorted = all.map((value) => [value ?? field.usual ?? 0, value]).sort(([a], [b]) => a - b);
    const at = chosen ? sorted.findIndex(([, value]) => value === chosen.value) : -1;
    if (at >= 0) shown.textContent = String(sorted[at][0]);
    const step = (textContent, said, by) => {
      const to = at < 0 ? (by > 0 ? 0 : sorted.length - 1) : at + by;
      const made = make("button", { type: "button", className: "plain step", textContent, disabled: !(to in sorted), onclick: () => this.pick({ what: "field", key, value: sorted[to][1] }) });
      made.setAttribute("aria-label", `${said}: ${field.key}`);
      return made;
    };
    return make("div", { className: "hand-group" }, make("span", { className: "hand-what", textContent: field.key }),
      make("span", { className: "stepper" }, step("−", t("one less"), -1), shown, step("+", t("one more"), 1)), make("span", { className: "quiet", textContent: `${sorted[0][0]} … ${sorted[sorted.length - 1][0]}` }));
  }

  /** Those picked stay to be changed, where they are numbers among many. */
  get steppers() {
    return this.picks.flatMap(({ what, key }) => {
      const kind = this.choices.kinds[this.fitting[0]?.kind];
      const field = what === "field" ? kind?.fields.find((one) => one.key === key && one.sort === "number") : null;
      return field ? [this.stepper(key, field)] : [];
    });
  }

  button(what, key, field, value, rows) {
    const kind = what === "kind" ? this.choices.kinds[value] : null;
    const textContent = kind ? kind.title : this.choices.told(value, field);
    const title = kind ? `${kind.help}\n${counted(rows.filter((row) => row.kind === value).length, "legal order")}` : "";
    const isCard = field?.of === "card";
    return make("button", { type: "button", className: isCard ? "card" : "choice", textContent, title, onclick: () => this.pick({ what, key, value }) });
  }

  /** Kinds of order that a list cannot hold wholly: their fields are filled in by hand. */
  freeKinds(rows) {
    const chosen = this.picked("kind"), shown = new Set(rows.map((row) => row.kind));
    return this.choices.kinds.flatMap((kind, i) => {
      if (!kind.partly || (this.picks.length && !shown.has(i)) || (chosen.length && !chosen.includes(i))) return [];
      const open = () => {
        const like = this.choices.meant(rows.filter((row) => row.kind === i)) ?? rows.find((row) => row.kind === i);
        this.form = new Form(kind, like?.values ?? [], this.choices, () => this.desk.propose(this.form.text));
        this.show();
      };
      return [make("button", { type: "button", className: "choice", textContent: `${kind.title}…`, title: kind.help, onclick: open })];
    });
  }

  light(rows, row) {
    const { lights, choices } = this;
    if (!lights) return;
    lights.clear();
    if (!this.isMine) return;
    const mine = this.picked("unit");
    for (const id of mine) lights.unit(id, "picked");
    if (!mine.length) for (const id of distinct(rows.flatMap((one) => choices.units(one, false)))) lights.unit(id, "can");
    else this.lightAims(this.anywhere, mine);
    if (row) this.lightWay(row, mine);
    this.drag?.show(mine[0], row);
    if (this.hand.question || mine.length) this.follow(rows, mine);
    this.desk.lesson?.light(lights);
  }

  lightAims(rows, mine) {
    const [goal] = this.picked("place");
    for (const place of distinct(rows.flatMap((one) => this.choices.ends(one)))) this.lights.place(place, goal === undefined ? "" : place === goal ? "goal" : "other");
    for (const id of distinct(rows.flatMap((one) => this.choices.units(one, true)))) this.lights.unit(id, "target");
    for (const id of distinct(rows.flatMap((one) => this.choices.units(one, false)))) if (!mine.includes(id)) this.lights.unit(id, "also");
  }

  lightWay(row, mine) {
    const known = mine.length ? this.lights.node(mine[0]) : null;
    for (const [field, value] of this.choices.filled(row)) {
      if (field.of !== "place" || value === null) continue;
      const names = [value].flat().map((word) => this.choices.place(String(word))).filter(Boolean);
      this.lights.way(known ? [known.x, known.y] : null, names);
    }
  }

  /** Whoever is asked about comes into sight. */
  follow(rows, mine) {
    const ids = mine.length ? mine : distinct(rows.flatMap((row) => this.choices.units(row, false))).slice(0, 6);
    const boxes = ids.map((id) => this.lights.box(id)).filter(Boolean);
    this.player.board.view.follow(boxes, false);
  }
}
