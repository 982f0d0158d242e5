// Orders by hand: what can act is lit, a click narrows what is meant, and the order stands in the desk before it is given.

import { Choices, distinct } from "./choices.js";
import { Form } from "./form.js";
import { Lights } from "./lights.js";
import { byId, make } from "./make.js";
import { Drag } from "./drag.js";
import { stepper } from "./stepper.js";
import { Why } from "./why.js";
import { counted, t } from "./words.js";

const SHOWN = 400; // buttons of one group; the rest is picked on the board, or found by typing
const FEW = 8; // places that are listed at once: more are on the board, and folded away
const MOVED = 4; // pixels that are still a click

export class Hand {
  /** @param {any} desk that gives the orders @param {any} player of the page */
  constructor(desk, player) {
    Object.assign(this, { desk, player, picks: [], asked: 0, hand: null, form: null, loading: null });
    this.state = make("p", { className: "hand-state" });
    this.state.setAttribute("role", "status");
    this.crumbs = make("div", { className: "hand-crumbs" });
    this.groups = make("div", { className: "hand-groups" });
    this.panel = make("section", { className: "hand" }, this.state, this.crumbs, this.groups);
    this.panel.setAttribute("aria-label", t("Orders by hand"));
    this.why = new Why(this);
    byId("board-frame").addEventListener("click", (event) => this.clicked(event), { capture: true });
    document.addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest?.("dialog") && this.startOver());
  }

  /** Only at the head of the line it was told for: what is legal is legal there. */
  get isMine() {
    return Boolean(this.hand) && this.of === this.player.line && this.hand.head === this.player.last;
  }

  /** Whether an order waits for dice that this side types, or has rolled. */
  get isAskedForDice() {
    return this.hand?.awaits === "dice" && this.hand.due === this.hand.side;
  }

  get isMyTurn() {
    return this.hand.rows.length > 0 || this.hand.kinds.length > 0 || this.isAskedForDice;
  }

  get places() {
    return this.lights?.places ?? { spots: {}, corners: [], table: null };
  }

  /** What may be done now; an answer that comes after a later question is dropped. */
  async refresh() {
    const asked = (this.asked += 1), { line } = this.player, path = this.desk.path();
    const answer = await this.desk.ask(`${path}/hand?brief=true`);
    if (!answer.ok || asked !== this.asked) return null;
    const hand = await answer.json();
    if (!this.lights || this.ground !== this.player.board.drawnGround) await this.survey(path);
    if (asked !== this.asked) return null;
    this.hold(hand, line);
    return hand;
  }

  async survey(path) {
    const ground = this.player.board.drawnGround, answer = await this.desk.ask(`${path}/places`);
    if (!answer.ok) return;
    this.lights?.clear();
    this.lights = new Lights(this.player.board, await answer.json());
    this.ground = ground; // as it was when this was asked: another one is surveyed anew
    this.drag ??= new Drag(this);
  }

  /** The same position once more is no news: whoever puts an order together is not disturbed. */
  hold(hand, line) {
    const isSame = this.hand && hand.head === this.hand.head && line === this.of;
    if (isSame && this.lights === this.lit) return;
    Object.assign(this, { hand, of: line, loading: null, lit: this.lights });
    this.choices = new Choices(hand, (word) => Boolean(this.lights?.isPlace(word)), (word) => ({ yes: t("yes"), no: t("no") })[word] ?? word);
    if (!isSame) {
      Object.assign(this, { picks: [], form: null });
      this.drag?.reset();
      this.why.hush();
      this.groups.scrollTop = 0; // what is offered now begins at its beginning
      this.desk.withdraw();
    }
    this.show();
  }

  /** Of many orders only what can act is here: the rest comes when it is wanted, unless something happened meanwhile. */
  async load(lacking) {
    const { hand, choices } = this, query = new URLSearchParams(lacking.units.map((unit) => ["unit", unit]));
    if (lacking.kind !== null) query.set("kind", choices.kinds[lacking.kind].name);
    const loading = this.desk.ask(`${this.desk.path()}/hand/orders?${query}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    this.loading = loading;
    const found = await loading;
    if (this.loading !== loading) return;
    this.loading = null;
    this.panel.setAttribute("aria-busy", "false");
    if (!found) return this.desk.tell(t("not sent: the service does not answer"), true);
    if (this.hand !== hand || found.head !== hand.head) return; // the news of it comes by itself
    choices.complete(found.rows, lacking);
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
    this.drag?.reset();
    this.show();
  }

  drop(pick) {
    this.picks = this.picks.filter((one) => one !== pick);
    this.drag?.reset();
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
    const id = event.target.closest(".piece")?.dataset.id?.replace(/^~/, "") ?? "", { hand } = this;
    const isTaken = this.loading ? this.loading.then(() => this.hand === hand && this.take(id, place, event)) : this.take(id, place, event);
    if (!isTaken) return;
    event.stopImmediatePropagation();
    this.why.hush();
  }

  /** A lit place or target first, then somebody who can act; a form takes whatever it has a field for. */
  take(id, place, event) {
    if (this.form) return (id && this.form.take("unit", id)) || (place && this.form.take("place", place));
    const rows = this.anywhere, isChosen = this.picked("unit").length > 0;
    if (isChosen && place && rows.some((row) => this.choices.ends(row).includes(place))) return this.pick({ what: "place", key: "", value: place }), true;
    const here = id ? this.among(id, place) : [];
    const able = here.filter((one) => rows.some((row) => this.choices.units(row).includes(one)) && !this.picked("unit").includes(one));
    if (able.length) return this.pick({ what: "unit", value: able[0] }), true;
    const anew = here.filter((one) => this.choices.rows.some((row) => this.choices.units(row, false).includes(one)));
    if (!anew.length) return !id && this.leadTo(event);
    this.picks = [];
    this.pick({ what: "unit", value: anew[0] });
    return true;
  }

  /** Nobody lies there, and it is a table: the unit that was picked goes there, if it can. */
  leadTo(event) {
    const [unit] = this.picked("unit"), { drag } = this;
    if (!drag?.leads(unit)) return false;
    drag.goTo(unit, this.player.board.view.at(event), event);
    return true;
  }

  /** The piece itself, then whoever lies with it. */
  among(id, place) {
    const others = place ? [...this.player.board.nodes.values()].filter(({ x, y }) => this.lights.nearest({ x, y }) === place).map(({ node }) => node.dataset.id) : [];
    return distinct([id, ...others]);
  }

  // Showing

  show() {
    if (!this.hand) return;
    const rows = this.fitting, lacking = this.loading ? null : this.choices.lacking(rows, this.picks);
    const row = this.picks.length && !this.form ? this.choices.meant(rows) : null;
    const isByKeys = this.panel.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    this.panel.dataset.head = this.hand.head;
    this.panel.setAttribute("aria-busy", String(Boolean(this.loading || lacking)));
    this.tellState();
    this.tellCrumbs();
    this.tellGroups(rows);
    this.light(rows, row);
    if (row) this.desk.propose(this.choices.text(row));
    else if (this.form) this.desk.propose(this.form.text);
    else if (this.picks.length && !this.drag?.isSet) this.desk.propose("");
    if (isByKeys) this.focus(row);
    if (lacking) this.load(lacking);
  }

  /** Whoever goes by keys goes on where the order does: what was pressed is no more. */
  focus(row) {
    const next = row ? this.desk.main : this.groups.querySelector("button, input, select, summary") ?? this.crumbs.querySelector("button");
    next?.focus({ preventScroll: true });
  }

  tellState() {
    const { due, side, ended, question, phase, awaits } = this.hand, { isMyTurn: isMine } = this;
    this.panel.classList.toggle("yours", isMine);
    const when = phase || "–";
    this.state.textContent = ended ? t("The game is over.")
      : awaits ? this.standing() : question ? t("You are asked: {0}", question)
        : isMine ? (phase ? t("Your move: {0}", when) : t("Your move"))
          : due && due !== side ? t("Waiting for {0}: {1}", t(due), when) : t("Nothing to order now: {0}", when);
  }

  /** Whom an order waits for that was given and is not carried out: nobody orders anything else before it is. */
  standing() {
    const { awaits, due, side } = this.hand, isShare = awaits === "share";
    if (!due) return isShare ? t("An order waits for the share of another side.") : t("An order waits for the dice of another side.");
    if (due === side) return isShare ? t("An order waits for your share of the dice.") : t("An order waits for your dice.");
    return isShare ? t("An order waits for the share of {0}.", t(due)) : t("An order waits for the dice of {0}.", t(due));
  }

  tellCrumbs() {
    const kind = this.choices.kinds[this.fitting[0]?.kind], crumb = (pick) => {
      const text = this.choices.picked(pick, kind);
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
    if (rows.length && !this.form && !isNamed && !this.picked("kind").length) parts.unshift(this.only(this.choices.kinds[rows[0].kind]));
    if (!this.form) parts.unshift(...this.steppers);
    const free = this.form ? [] : this.freeKinds(rows);
    if (free.length) parts.push(make("div", { className: "hand-group" }, make("span", { className: "hand-what", textContent: t("With other values") }), ...free));
    if (this.drag?.pad) parts.push(this.drag.pad());
    this.groups.replaceChildren(...parts);
  }

  group({ what, key, field, part, values }, rows) {
    if (field?.sort === "number" && values.length > FEW) return stepper(this, key, field);
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

  /** Those picked stay to be changed, where they are numbers among many. */
  get steppers() {
    return this.picks.flatMap(({ what, key }) => {
      const kind = this.choices.kinds[this.fitting[0]?.kind];
      const field = what === "field" ? kind?.fields.find((one) => one.key === key && one.sort === "number") : null;
      return field ? [stepper(this, key, field)] : [];
    });
  }

  button(what, key, field, value, rows) {
    const kind = what === "kind" ? this.choices.kinds[value] : null;
    const textContent = kind ? kind.title : this.choices.told(value, field);
    const title = kind ? `${kind.help}\n${counted(this.choices.count(rows.filter((row) => row.kind === value)), "legal order")}` : "";
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
    if (this.hand.question || mine.length) this.follow(rows, mine); // before anything is drawn, as it asks how large things are
    lights.units(mine, "picked");
    if (!mine.length) lights.units(distinct(rows.flatMap((one) => choices.units(one, false))), "can");
    else this.lightAims(this.anywhere, mine);
    if (row) this.lightWay(row, mine);
    this.drag?.show(mine[0], row);
    this.desk.lesson?.light(lights);
    this.player.board.giveWay();
  }

  lightAims(rows, mine) {
    const [goal] = this.picked("place"), known = rows.filter(({ more }) => !more);
    this.lights.units(distinct(rows.flatMap((one) => this.choices.units(one, true))), "target");
    this.lights.units(distinct(rows.flatMap((one) => this.choices.units(one, false))).filter((id) => !mine.includes(id)), "also");
    for (const place of distinct(known.flatMap((one) => this.choices.ends(one)))) this.lights.place(place, goal === undefined ? "" : place === goal ? "goal" : "other");
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
    this.player.board.view.follow(boxes);
  }
}
