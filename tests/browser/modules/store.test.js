// The store of a page, run by node: boards by steps, by jumps and from kept boards are the same.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { holds, Store, upto } from "./store.js";

const game = () => JSON.parse(readFileSync(process.env.REFIGHT_PAGE_DATA, "utf-8"));
const told = (board) => JSON.stringify([[...board.pieces].sort(([a], [b]) => a - b), board.title, board.notes, board.ground]);

/** Frames one by one, as the format says, and nothing kept. */
function plain(store, name, number, viewer) {
  const course = store.course(name);
  const before = course.parent ? plain(store, course.parent, Math.min(number, course.base), viewer) : { pieces: new Map(), title: "", notes: [], ground: -1 };
  for (const [entry, pieces, gone, title, notes, ground] of store.frames(course, viewer)) {
    if (entry > number) break;
    for (const id of gone) before.pieces.delete(id);
    for (const piece of pieces) before.pieces.set(piece[0], piece);
    Object.assign(before, { title: store.text(title), notes: store.text(notes).split("\n").filter(Boolean), ground });
  }
  return before;
}

function places(store) {
  const found = [];
  for (const { name } of store.game.lines) {
    const last = store.last(name), step = Math.max(1, Math.floor(last / 60));
    for (let number = 1; number <= last; number += step) found.push([name, number]);
    found.push([name, last]);
  }
  return found;
}

for (const [how, ordered] of [["forward", (all) => all], ["backward", (all) => [...all].reverse()]]) {
  test(`boards reached going ${how} are those of the frames one by one, for every viewer`, () => {
    const store = new Store(game());
    store.game.viewers.forEach((_, viewer) => {
      for (const [name, number] of ordered(places(store))) {
        assert.equal(told(store.board(name, number, viewer)), told(plain(store, name, number, viewer)), `${name}:${number} by ${viewer}`);
      }
    });
  });
}

test("a board reached first is the same as one reached after all others", () => {
  const stepped = new Store(game()), name = stepped.game.lines[0].name;
  for (let number = 1; number <= stepped.last(name); number += 1) stepped.board(name, number, 0);
  for (const [line, number] of places(stepped)) {
    assert.equal(told(new Store(game()).board(line, number, 0)), told(stepped.board(line, number, 0)));
  }
});

test("showing a board does not change it", () => {
  const store = new Store(game()), [name, number] = places(store).at(-1);
  const before = told(store.board(name, number, 0));
  store.board(name, number, 0).pieces.clear();
  assert.equal(told(store.board(name, number, 0)), before);
});

test("what is appended later gives the same boards, rows and entries as what came at once", () => {
  const whole = new Store(game()), data = game(), course = data.lines[0];
  const cut = course.base + Math.floor(course.own.rows.length / 2);
  const later = { rows: course.own.rows.splice(cut - course.base) };
  for (const kind of ["turns", "points", "losses", "dice", "rulings"]) {
    later[kind] = course.own[kind].filter((row) => row[0] > cut);
    course.own[kind] = course.own[kind].filter((row) => row[0] <= cut);
  }
  for (const kind of ["frames", "traces"]) {
    later[kind] = course.own[kind].map((rows) => rows.filter((row) => row[0] > cut));
    course.own[kind] = course.own[kind].map((rows) => rows.filter((row) => row[0] <= cut));
  }
  const grown = new Store({ ...data, lines: [course] });
  grown.board(course.name, grown.last(course.name), 0);
  grown.rows(course.name, "turns", 0);
  grown.append(course.name, { own: later });
  assert.equal(grown.last(course.name), whole.last(course.name));
  for (const [name, number] of places(whole).filter(([name]) => name === course.name)) {
    assert.equal(told(grown.board(name, number, 0)), told(whole.board(name, number, 0)));
    assert.deepEqual(grown.entry(name, number), whole.entry(name, number));
  }
  for (const kind of ["turns", "points", "losses", "dice"]) assert.deepEqual(grown.rows(course.name, kind, 0), whole.rows(course.name, kind, 0));
});

test("an entry that is not for a viewer is not seen by him, and rows of it are left out", () => {
  const store = new Store(game()), name = store.game.lines[0].name;
  store.game.viewers.forEach((side, viewer) => {
    for (let number = 1; number <= store.last(name); number += 1) {
      const { to } = store.entry(name, number);
      const may = side === null || to === -1 || holds(to, store.game.sides.indexOf(side));
      assert.equal(store.isSeen(name, number, viewer), may);
    }
    for (const row of store.rows(name, "dice", viewer)) assert.ok(store.isSeen(name, row[0], viewer));
  });
});

test("an order has the same ends from each of its entries", () => {
  const store = new Store(game()), name = store.game.lines[0].name;
  for (let number = 1; number <= store.last(name); number += 1) {
    const [first, last] = store.order(name, number);
    assert.ok(first <= number && number <= last);
    assert.deepEqual(store.order(name, first), store.order(name, last));
  }
});

test("a game opens with its first entry, or if the board is bare by then, once the pieces are set up", () => {
  const opened = (...frames) => {
    const rows = frames.map(([entry, ...ids]) => [entry, ids.map((id) => [id, 0, 0, 0, 1, 1]), [], 0, 0, 0]);
    const course = { name: "main", parent: "", base: 0, seen_as: [0], own: { rows: [], frames: [rows] } };
    return new Store({ lines: [course], tables: {}, viewers: [null], sides: [] }).opening("main", 0);
  };
  assert.equal(opened(), 1);
  assert.equal(opened([1]), 1);
  assert.equal(opened([1, 7, 8], [3, 9]), 1);
  assert.equal(opened([1], [4, 7], [6, 8, 7], [9, 7], [11, 9]), 6);
  assert.equal(opened([1], [4, 7], [6, 8]), 6);
});

test("sides are told apart however many there are", () => {
  for (const seat of [0, 1, 30, 31, 32, 40]) {
    assert.ok(holds(2 ** seat, seat));
    assert.ok(!holds(2 ** seat, seat + 1));
    assert.ok(!holds(2 ** seat, (seat + 32) % 64));
  }
  assert.ok(!holds(1, -1));
});

test("rows up to an entry are counted as by looking at each", () => {
  const rows = [1, 1, 3, 4, 4, 4, 9].map((entry) => [entry]);
  for (let number = 0; number <= 10; number += 1) assert.equal(upto(rows, number), rows.filter(([entry]) => entry <= number).length);
});
