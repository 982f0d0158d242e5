// Opens the replay page with what this viewer may see, and appends what is played while it is open.

import { Desk } from "./desk.js";
import { Lesson } from "./lesson.js";
import { byId, make } from "./make.js";
import { offerLuck } from "./reckon.js";
import { Study } from "./study.js";
import { grouped, t } from "./words.js";

const game = decodeURIComponent(location.pathname.split("/")[2]);
const key = `refight-token:${game}`, refusal = `refight-refused:${game}`;
const api = `/api/1/games/${encodeURIComponent(game)}`;
const PAUSE = 2000; // milliseconds before a lost stream is asked for again
const ENTRY = /^event: (entry|hidden)\r?$/m, LINE = /^event: line\r?$/m, END = /^event: end\r?$/m;
const TOKEN = /^[\w-]{1,200}$/; // what any token looks like; nothing else can be sent as one
const CLOSED = [401, 403, 404]; // answers to whoever may not know of the game any more
const OFFERED = 3; // new lines, the newest
const COMPARED = 3000; // milliseconds until it is asked again what came of a line that is compared
const UNSPOILT = ";unspoilt"; // at the end of an address
let edition = "", isPart = false; // the newest part of a long game, until the whole has come
let isClosed = false; // to whoever looks
/** @type {Desk | null} */
let desk = null;
let offers = 0; // how often it was asked which lines there are: only the last answer counts
let offeredFrom = ""; // the line that was shown when it was last asked
const gone = new Set(); // lines this page has left for the one that is played on: whoever comes back to one of them stays
let lacking = Promise.resolve(); // what the page lacks is asked for once at a time: texts are numbered as they come
if (location.hash.endsWith(UNSPOILT)) document.documentElement.classList.add("unspoilt"); // before anything is told

class Closed extends Error {}

/** A token comes in the part of the address that no server ever sees; it stays in this tab. */
function takeToken() {
  if (!location.hash.startsWith("#token=")) return;
  keepToken(location.hash.slice("#token=".length));
  history.replaceState(null, "", location.pathname + location.search);
}

function keepToken(token) {
  if (TOKEN.test(token)) sessionStorage.setItem(key, token);
  else forgetToken(t("this is no token"));
}

function forgetToken(why) {
  sessionStorage.removeItem(key);
  sessionStorage.setItem(refusal, why);
}

/** A token that opens nothing is given up, and the page begins anew as spectators may see it. */
async function giveUp(answer) {
  forgetToken((await answer.json()).detail);
  location.reload();
  return new Promise(() => {}); // nothing more happens here
}

function tellRefusal() {
  const why = sessionStorage.getItem(refusal);
  if (!why) return;
  sessionStorage.removeItem(refusal);
  complain(t("The token is not good: {0}. You see what spectators may see.", why));
}

async function ask(path, more = {}) {
  const token = sessionStorage.getItem(key);
  const headers = { "Accept-Language": document.documentElement.lang, ...more.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${api}${path}`, { ...more, cache: "no-store", headers });
  return token && answer.status === 401 ? giveUp(answer) : answer;
}

function complain(text) {
  byId("trouble").hidden = false;
  byId("trouble").textContent = text;
}

const status = make("span", { className: "quiet", role: "status" });
const news = make("span", { className: "quiet news", role: "status" });

/** Who looks: a button in the head, and a form for a token. */
function furnish() {
  const token = make("input", { type: "password", autocomplete: "off", required: true, spellcheck: false });
  const label = make("label", {}, t("Token of a side, or of the umpire "), token);
  const forget = make("button", { type: "button", className: "plain", textContent: t("Watch without one") });
  const form = make("form", { method: "dialog" }, label, make("button", { className: "plain", textContent: t("Use it") }), forget);
  const dialog = make("dialog", {}, make("h2", { textContent: t("Who are you?") }), form);
  const open = make("button", { type: "button", className: "plain", textContent: t("Token") });
  open.addEventListener("click", () => dialog.showModal());
  form.addEventListener("submit", () => (keepToken(token.value.trim()), location.reload()));
  forget.addEventListener("click", () => (sessionStorage.removeItem(key), location.reload()));
  document.querySelector("header").append(status, news, open, dialog);
}

/** Only the token of a side gives orders: the umpire's does not, and a spectator has none. */
function furnishDesk() {
  const { player } = window.refight;
  const { viewers, sides } = player.store.game;
  if (viewers.length > 1 || !sides.includes(viewers[0])) return;
  desk = new Desk(viewers[0], ask, player);
  desk.lesson = new Lesson(desk, openLine);
  window.refight.desk = desk;
  desk.form.prepend(desk.lesson.panel);
  document.querySelector("section.board").after(desk.form);
  desk.keepLooking();
}

/** On the entry one looks at: what this token may do there. */
async function furnishStudy() {
  const answer = await ask("");
  if (!answer.ok) return;
  const about = await answer.json();
  desk?.takeDice(about.settings);
  new Study(about, ask, window.refight.player, openLine);
}

/** A page of a long game takes a while to be made the first time, and that many are not made at once. */
async function fetched(path) {
  for (;;) {
    const answer = await ask(path);
    const found = await answer.json();
    if (answer.ok) return found;
    if (answer.status !== 503) throw new Error(found.detail);
    await pause(1000 * Number(answer.headers.get("Retry-After") || 1));
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What to read meanwhile: the board is not there yet. */
async function waiting() {
  const begun = Date.now();
  const { lines = [] } = await ask("").then((answer) => answer.json()).catch(() => ({}));
  const entries = grouped(lines.reduce((sum, line) => sum + line.entries - line.at, 0));
  const tell = () => (byId("caption").textContent = t("One moment: the page is made from {0} entries ({1} s)", entries, Math.round((Date.now() - begun) / 1000)));
  tell();
  return setInterval(tell, 1000);
}

/** The page's own script reads what stands in the page, and says when it is ready. */
function start(data) {
  const held = byId("data");
  held.type = "application/json";
  held.textContent = JSON.stringify(data);
  const ready = new Promise((done) => {
    const watch = new MutationObserver(() => document.body.dataset.ready && (watch.disconnect(), done()));
    watch.observe(document.body, { attributes: true });
  });
  document.body.append(make("script", { src: "/page/page.js" }));
  return ready;
}

/** What the page lacks of a line, one after another. */
function more(line, lines = []) {
  const asked = lacking.then(() => fetchMore(line, lines));
  lacking = asked.catch(() => {});
  return asked;
}

/** A line that the page does not know comes after the one it leaves; numbers of another edition mean other things, so then it begins anew. */
async function fetchMore(line, lines) {
  const { player } = window.refight, { store } = player, isNew = !store.courses.has(line), of = edition;
  if (isNew && isPart) return; // the whole page brings it
  const opened = lines.find(({ name }) => name === line);
  if (isNew && opened?.parent && (!store.courses.has(opened.parent) || store.last(opened.parent) < opened.at)) await fetchMore(opened.parent, lines);
  const query = new URLSearchParams({ edition, line, after: isNew ? 0 : store.last(line), newest: isPart });
  for (const table of ["texts", "faces", "notes", "grounds"]) query.set(table, store.tables[table].length);
  const answer = await ask(`/page/more?${query}`);
  if (answer.status === 409) return beginAnew(isNew ? line : "");
  if (!answer.ok) throw new Error(answer.statusText); // asked for again with the stream
  const found = await answer.json();
  if (of !== edition) return fetchMore(line, lines); // the whole page has come meanwhile: its numbers are others
  if (isNew) player.add(found.course, found);
  else if (found.own.rows.length) window.refight.append(line, found);
  if (line === player.line) desk?.news();
}

/** Another line, on this page: the board, the view and what was typed stay as they are. */
async function openLine(name) {
  const { player } = window.refight;
  if (!player.store.courses.has(name)) await more(name, (await (await ask("")).json()).lines);
  if (!player.store.courses.has(name)) return beginAnew(name); // the whole page is still to come
  player.choose(name, player.store.last(name));
  desk?.news();
  await offerLines();
}

/** Whoever watched the end of a line goes on watching it; so does whoever chooses a new one. */
function beginAnew(line = "") {
  const { player } = window.refight;
  if (line || (player.number === player.last && !player.veil.isOn)) history.replaceState(null, "", `#${encodeURIComponent(line || player.line)}:${Number.MAX_SAFE_INTEGER}`);
  location.reload();
}

/** Lines that were opened after this page was made, and the one that play goes on in after a take-back: a click away. */
async function offerLines() {
  const asked = (offers += 1);
  offeredFrom = window.refight.player.line;
  const answer = await ask("");
  if (!answer.ok) return;
  const { lines, goes_on: goesOn } = await answer.json();
  if (asked !== offers || (await goOn(goesOn))) return;
  const { line, store } = window.refight.player;
  const isBack = ({ parent, consent }) => parent === line && consent.length > 0;
  const opened = lines.filter((one) => !store.courses.has(one.name) && !isBack(one)).slice(-OFFERED);
  const offer = (name, textContent, title) => make("button", { type: "button", className: "plain", textContent, title, onclick: () => openLine(name) });
  const back = lines.filter(isBack).slice(-1).map(({ name, at, why }) => offer(name, t("Taken back after entry {0}: go on in {1}", at, name), why));
  news.replaceChildren(...back, ...opened.map(({ name, why }) => offer(name, t("New line: {0}", name), why)));
}

/**
 * After a take-back whoever is at the end of the old line goes on in the new one, and is told so. A spectator who came by a
 * link stays where it led: only a side would give orders there.
 * @param {Record<string, string>} goesOn by line, the one that is played on instead
 */
async function goOn(goesOn) {
  const { player } = window.refight, { line, store } = player, to = goesOn[line] ?? "";
  const isDue = to && !gone.has(line) && !isPart && (desk || !store.courses.has(to)) && player.isAtEnd && !player.veil.isOn;
  for (const left of Object.keys(goesOn)) if (isDue || left !== line) gone.add(left);
  desk?.leadTo(isDue ? "" : to);
  if (!isDue) return false;
  await openLine(to);
  const said = t("taken back: play goes on in {0}", to);
  if (desk) desk.tell(said);
  else news.prepend(make("span", { textContent: said }));
  return true;
}

async function follow(line, signal) {
  const answer = await ask(`/lines/${encodeURIComponent(line)}/follow?after=${window.refight.player.store.last(line)}`, { signal });
  if (CLOSED.includes(answer.status)) throw new Closed();
  if (!answer.ok) throw new Error(answer.statusText);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "", isLive = false; ; ) {
    const { value, done } = await reader.read();
    if (!isLive && !done) { // with its first words the service watches for us: what came before is asked for, and nothing falls between
      isLive = true;
      status.textContent = t("live");
      desk?.news();
      await offerLines();
    }
    text += value || "";
    const told = text.slice(0, text.lastIndexOf("\n") + 1);
    text = text.slice(told.length);
    if (ENTRY.test(told)) await more(line);
    if (LINE.test(told)) await offerLines();
    if (done || END.test(told)) return;
  }
}

/** The line that is shown; another one is followed as soon as it is chosen. */
async function keepFollowing() {
  for (;;) {
    const line = window.refight.player.line;
    const stop = new AbortController();
    const changed = setInterval(() => {
      if (window.refight.player.line !== line) stop.abort();
      else if (offeredFrom !== line) offerLines().catch(() => {}); // somebody went to another and came back between two looks
    }, 500);
    try {
      await follow(line, stop.signal);
    } catch (error) {
      if (error instanceof Closed) return (clearInterval(changed), stopHere());
      if (error.name !== "AbortError") status.textContent = t("not connected");
    }
    clearInterval(changed);
    if (window.refight.player.line === line) {
      status.textContent = t("not connected");
      await pause(PAUSE);
    }
  }
}

/** Made private, or a part in it taken away: what is here stays to be read, and nothing more is asked for. */
function stopHere() {
  isClosed = true;
  desk?.close();
  status.textContent = t("not connected");
  complain(t("This game is not open to you any more: whoever runs it has closed it, or taken your part in it away. What you have seen stays here until you leave the page."));
}

/** Only the line that is shown is followed; one that it is compared with is asked for now and then. */
function keepComparing() {
  const look = () => {
    const { other } = window.refight.player.compare;
    if (other && !document.hidden && !isPart && !isClosed) more(other).catch(() => {}); // lost with the stream, and asked for again
  };
  setInterval(look, COMPARED);
}

/** The rest of a long game comes in behind; whoever came by a link to an entry is led there then. */
async function complete(hash) {
  const found = await fetched("/page").catch(() => null);
  if (!found) return complain(t("The earlier entries could not be fetched; open the page again to see them."));
  [edition, isPart] = [found.edition, false];
  const { player, renew } = window.refight;
  renew(found.game);
  if (hash) (history.replaceState(null, "", hash), player.readHash());
  status.textContent = t("live");
  await more(player.line);
  await offerLines();
}

async function open() {
  takeToken();
  furnish();
  tellRefusal();
  status.textContent = t("the page is being made…");
  const clock = waiting(), { hash } = location;
  let found;
  try {
    found = await fetched(hash.endsWith(UNSPOILT) ? "/page" : "/page?newest=true"); // the newest entries would tell
    [edition, isPart] = [found.edition, Boolean(found.game.after)];
    clearInterval(await clock);
    await start(found.game);
  } catch (error) {
    clearInterval(await clock);
    byId("caption").textContent = status.textContent = "";
    complain(`${error.message}`);
    return;
  }
  furnishDesk();
  furnishStudy().catch(() => {}); // lost with the connection: the page can be read all the same
  offerLuck(ask, window.refight.player);
  const { player } = window.refight;
  if (!hash && found.opens !== player.line) player.choose(found.opens, player.store.last(found.opens));
  else if (!hash) player.go(player.last);
  if (isPart) complete(hash);
  keepFollowing();
  keepComparing();
}

window.addEventListener("hashchange", () => location.hash.startsWith("#token=") && location.reload());
open();
