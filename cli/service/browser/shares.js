// Dice that all make together: this page promises the shares of its side, keeps what they come from, and adds the one that
// an order waits for, unasked. What they come from never leaves this browser; a share only when an order stands for it.

import { make } from "./make.js";
import { t } from "./words.js";

const KEPT = "refight-share:"; // and the promise: of two windows that promise at once both find what was promised
const AGAIN = 4000; // milliseconds until a share that did not get through is sent again

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => new Uint8Array(text.match(/../g).map((pair) => parseInt(pair, 16)));
const canMake = () => Boolean(globalThis.crypto?.subtle); // only where what is sent is encrypted, or on this machine

/** Every link of a chain, the first one first; the last is what is promised. */
async function chain(first, links) {
  const all = [bytesOf(first)];
  for (let n = 0; n < links; n += 1) all.push(new Uint8Array(await crypto.subtle.digest("SHA-256", all[n])));
  return all.map(hex);
}

/** What this browser keeps for a promise: where its chain begins, how many of its shares were given, the last for which entry. */
function kept(end) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + end));
  } catch {
    return null;
  }
}

const keep = (end, what) => localStorage.setItem(KEPT + end, JSON.stringify(what));

export class Shares {
  /** @param {any} desk of the side whose shares they are */
  constructor(desk) {
    Object.assign(this, { desk, chains: new Map(), turn: Promise.resolve(), isOn: false, found: null });
    this.said = make("span", { className: "shares-said" });
    this.waits = make("span", { className: "shares-waits" });
    this.button = make("button", { type: "button", className: "plain", hidden: true, textContent: t("Give them from here"), onclick: () => this.takeOver() });
    this.panel = make("p", { className: "desk-shares", hidden: true }, this.said, this.waits, this.button);
    this.panel.setAttribute("role", "status");
  }

  /** One after the other: what was found is answered before it is looked again. */
  refresh() {
    this.turn = this.turn.then(() => this.look()).catch(() => {}); // lost with the stream, and asked for again with it
    return this.turn;
  }

  async look() {
    const answer = await this.desk.ask(`${this.desk.path()}/shares`);
    if (!answer.ok) return;
    this.found = await answer.json();
    const { together, promises, what_if: isStudied } = this.found, mine = promises[this.desk.side];
    this.isOn = together;
    this.panel.hidden = !together;
    if (!mine) return;
    const own = kept(mine.end);
    this.tellWaits();
    if (own && canMake()) await this.add(mine, own);
    else if (this.canPromise(mine) && !isStudied) await this.promise(mine.end);
    else this.tellAway(mine);
  }

  canPromise(mine) {
    return Boolean(mine?.made_here) && this.found.open && canMake();
  }

  /** Before an order. In a line opened to see what if, a side promises only now: whoever looks on there holds nobody up. */
  async ready(expected) {
    if (!this.isOn) return expected;
    await this.refresh();
    const mine = this.found.promises[this.desk.side];
    const head = this.found.what_if && this.canPromise(mine) ? await this.promise(mine.end) : 0;
    return head === expected + 1 ? head : expected;
  }

  /** In place of what the host had promised for this side; of two windows the first has promised for both. At which entry. */
  async promise(instead) {
    const first = hex(crypto.getRandomValues(new Uint8Array(32)));
    const links = await chain(first, this.found.links), end = links[links.length - 1];
    try {
      keep(end, { first, given: 0, entry: 0 }); // before it is told: a promise that nobody can keep would hold the game up
    } catch {
      return this.tell(t("this browser keeps nothing: the host gives your dice shares"));
    }
    const answer = await this.desk.sent(`${this.desk.path()}/shares`, { by: this.desk.side, promise: end, instead });
    if (answer.ok) {
      this.chains.set(end, links);
      this.tell(t("your dice shares are given by this page"));
      return (await answer.json()).head;
    }
    if (answer.status < 500) localStorage.removeItem(KEPT + end); // after any other answer it may stand in the log
    return answer.status === 409 ? this.look() : this.tell((await answer.json()).detail);
  }

  /** The share that is due, and no other: a later one would give away all before it. */
  async add({ end, before }, own) {
    const { waits_for: whom, number, links, entry } = this.found, place = number - before;
    this.tell(t("your dice shares are given by this page"));
    if (whom !== this.desk.side) return;
    if (place > own.given + 1 || place < 1 || place > links) return this.tell(t("the service asks for a share that is not due: this page does not give it"));
    if (place <= own.given && own.entry !== entry) return this.tell(t("the service asks again for a share that was given for entry {0}: the log may have been changed", own.entry));
    if (!this.chains.has(end)) this.chains.set(end, await chain(own.first, links));
    keep(end, { ...own, given: place, entry });
    const answer = await this.desk.sent(`${this.desk.path()}/orders`, { by: this.desk.side, share: this.chains.get(end)[links - place] });
    if (!answer.ok) setTimeout(() => this.refresh(), AGAIN); // another window was first, or the service was busy
  }

  /** What can be done where the shares of this side are not in this browser. */
  tellAway(mine) {
    if (!canMake()) return this.tell(mine.held ? t("the host gives your dice shares: a page makes none without TLS") : t("a page gives no dice shares without TLS: open it by https"));
    if (mine.made_here) return this.tell(this.found.what_if ? t("the host gives your dice shares here until you give an order") : t("the host gives your dice shares"));
    if (this.found.waits_for === this.desk.side) return this.tell(t("an order waits for a dice share of yours that lies in another browser or program: open that one, or take the order back together"));
    return this.tell(t("your dice shares lie in another browser or program, which must be open when dice are made"), this.found.open);
  }

  tellWaits() {
    const { waits_for: whom } = this.found;
    this.waits.textContent = whom && whom !== this.desk.side ? t("waits for the share of {0}", t(whom)) : "";
  }

  tell(text, canTakeOver = false) {
    this.said.textContent = text;
    this.button.hidden = !canTakeOver;
  }

  /** From now on this browser gives them, and the other one no more; everybody sees that in the log. */
  takeOver() {
    this.button.hidden = true;
    this.turn = this.turn.then(() => this.promise(this.found.promises[this.desk.side].end)).then(() => this.look()).catch(() => {});
  }
}
