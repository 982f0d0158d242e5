// Opens the replay page with what this viewer may see, and appends what is played while it is open.
"use strict";
(() => {
  const game = decodeURIComponent(location.pathname.split("/")[2]);
  const key = `refight-token:${game}`;
  const api = `/api/1/games/${encodeURIComponent(game)}`;
  const PAUSE = 2000; // milliseconds before a lost stream is asked for again
  const ENTRY = "event: entry", END = "event: end";
  const byId = (id) => document.getElementById(`page-${id}`);
  let edition = "";

  /** A token comes in the part of the address that no server ever sees; it stays in this tab. */
  function takeToken() {
    const given = /^#token=([\w-]+)$/.exec(location.hash);
    if (!given) return;
    sessionStorage.setItem(key, given[1]);
    history.replaceState(null, "", location.pathname);
  }

  function ask(path, more = {}) {
    const token = sessionStorage.getItem(key);
    return fetch(`${api}${path}`, { ...more, cache: "no-store", headers: token ? { Authorization: `Bearer ${token}` } : {} });
  }

  function complain(text) {
    byId("trouble").hidden = false;
    byId("trouble").textContent = text;
  }

  function make(tag, props, ...children) {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...children);
    return made;
  }

  const status = make("span", { className: "quiet", role: "status" });

  /** Who looks: a button in the head, and a form for a token. */
  function furnish() {
    const token = make("input", { type: "password", autocomplete: "off", required: true, spellcheck: false });
    const label = make("label", {}, "Token of a side, or of the umpire ", token);
    const forget = make("button", { type: "button", className: "plain", textContent: "Watch without one" });
    const form = make("form", { method: "dialog" }, label, make("button", { className: "plain", textContent: "Use it" }), forget);
    const dialog = make("dialog", {}, make("h2", { textContent: "Who are you?" }), form);
    const open = make("button", { type: "button", className: "plain", textContent: "Token" });
    open.addEventListener("click", () => dialog.showModal());
    form.addEventListener("submit", () => (sessionStorage.setItem(key, token.value.trim()), location.reload()));
    forget.addEventListener("click", () => (sessionStorage.removeItem(key), location.reload()));
    document.querySelector("header").append(status, open, dialog);
  }

  async function fetched() {
    const answer = await ask("/page");
    const found = await answer.json();
    if (answer.ok) return found;
    throw new Error(found.detail);
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

  /** What the page lacks of a line; numbers of another edition mean other things, so then it begins anew. */
  async function more(line) {
    const { store } = window.refight.player;
    const query = new URLSearchParams({ edition, line, after: store.last(line) });
    for (const table of ["texts", "faces", "notes", "grounds"]) query.set(table, store.tables[table].length);
    const answer = await ask(`/page/more?${query}`);
    if (answer.status === 409) return location.reload();
    const found = answer.ok ? await answer.json() : null;
    if (found && found.own.rows.length) window.refight.append(line, found);
  }

  async function follow(line, signal) {
    const answer = await ask(`/lines/${encodeURIComponent(line)}/follow?after=${window.refight.player.store.last(line)}`, { signal });
    if (!answer.ok) throw new Error(answer.statusText);
    status.textContent = "live";
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ; ) {
      const { value, done } = await reader.read();
      text += value || "";
      if (text.includes(ENTRY)) await more(line);
      if (done || text.includes(END)) return;
      text = text.includes(ENTRY) ? "" : text.slice(-ENTRY.length);
    }
  }

  /** The line that is shown; another one is followed as soon as it is chosen. */
  async function keepFollowing() {
    for (;;) {
      const line = window.refight.player.line;
      const stop = new AbortController();
      const changed = setInterval(() => window.refight.player.line !== line && stop.abort(), 500);
      try {
        await follow(line, stop.signal);
      } catch (error) {
        if (error.name !== "AbortError") status.textContent = "not connected";
      }
      clearInterval(changed);
      if (window.refight.player.line === line) {
        status.textContent = "not connected";
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  }

  async function open() {
    takeToken();
    furnish();
    status.textContent = "the page is being made…";
    try {
      const found = await fetched();
      edition = found.edition;
      await start(found.game);
    } catch (error) {
      status.textContent = "";
      complain(`${error.message}`);
      return;
    }
    if (!location.hash) window.refight.player.go(window.refight.player.last);
    keepFollowing();
  }

  window.addEventListener("hashchange", () => location.hash.startsWith("#token=") && location.reload());
  open();
})();
