"""What an eye can make of the board: how large its words are, how much of the panel is board, and what is in sight."""

from __future__ import annotations

from typing import Any

SEEN = """() => {
  const frame = document.getElementById("page-board-frame").getBoundingClientRect();
  const { board, store, line, number, viewer } = refight.player, { view, action } = board;
  const isIn = ({ width, left, right, top, bottom }) =>
    width && right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom;
  const pixels = (text) => {
    const { a, b } = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  };
  const words = [...document.querySelectorAll("#page-board :is(.pieces, .names, .labels, .callouts) text")]
    .filter((text) => text.textContent.trim() && text.checkVisibility() && isIn(text.getBoundingClientRect()))
    .map((text) => ({ text: text.textContent, pixels: pixels(text) }));
  const { x, y, w, h } = view.box, { whole } = view, SLIGHT = 0.5;
  const [left, right] = [Math.max(x, whole.x), Math.min(x + w, whole.x + whole.w)];
  const [top, bottom] = [Math.max(y, whole.y), Math.min(y + h, whole.y + whole.h)];
  const about = action.about(line, number, viewer, store.board(line, number, viewer), view.room);
  const isHeld = !about || (
    Math.max(about.left, whole.x) >= x - SLIGHT && Math.min(about.right, whole.x + whole.w) <= x + w + SLIGHT &&
    Math.max(about.top, whole.y) >= y - SLIGHT && Math.min(about.bottom, whole.y + whole.h) <= y + h + SLIGHT);
  const [first, last] = action.phase(line, number, viewer);
  const isOne = action.within(line, first, last, viewer, view.room).length < 2; // else it is followed part by part
  const ids = first > 1 && isOne && number === last ? store.changed(line, first, last, viewer) : [];
  const isOut = (id) => {
    const shape = board.nodes.get(id)?.node.querySelector(".card, .outline")?.getBoundingClientRect();
    return shape && (shape.left < frame.left - 1 || shape.right > frame.right + 1 ||
      shape.top < frame.top - 1 || shape.bottom > frame.bottom + 1);
  };
  return {
    words, isHeld, outside: ids.filter(isOut).map((id) => store.text(id)), brief: board.legible.isBrief,
    share: ((right - left) * (bottom - top)) / (w * h), pixels: 1 / view.scale,
  };
}"""
ENDS = """() => {
  const { store, line, viewer } = refight.player, turns = store.rows(line, "turns", viewer);
  return turns.map((_, i) => (i + 1 < turns.length ? turns[i + 1][0] - 1 : store.last(line)));
}"""
MIDDLE = """() => {
  const { x, y, w, h } = refight.player.board.view.box;
  const off = (one) => Math.hypot(one.x - x - w / 2, one.y - y - h / 2);
  return [...refight.player.board.nodes.values()].sort((a, b) => off(a) - off(b))[0].node.dataset.id;
}"""
COVERED = """() => {
  const boxes = (what) => [...document.querySelectorAll(`#page-board ${what}`)]
    .filter((node) => node.checkVisibility()).map((node) => [node.textContent, node.getBoundingClientRect()]);
  const meet = (a, b) =>
    a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
  const named = boxes(":is(.counter > text, .brief text, .tag text, .outline, .callout.named text)");
  return boxes(".callout.result rect")
    .flatMap(([, told]) => named.filter(([, box]) => meet(told, box)).map(([name]) => name));
}"""
FIRST_MARCH = """() => {
  const { store, line } = refight.player;
  for (let n = 2; n <= store.last(line); n += 1) {
    if (store.entry(line, n).kind === "UnitMoved" && store.changed(line, n, n, 0).length) return n;
  }
}"""


def seen(tab: Any, entry: int) -> Any:
    """At an entry, once the view has come to rest."""
    tab.evaluate("number => refight.player.go(number)", entry)
    tab.evaluate("() => new Promise(done => setTimeout(done, 30))")
    return tab.evaluate(SEEN)


def phase_ends(tab: Any) -> list[int]:
    found: list[int] = tab.evaluate(ENDS)
    return found
