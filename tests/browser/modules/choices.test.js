// Legal orders narrowed by picks, run by node: whatever is picked, what is left are legal orders, and each can be reached.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { Choices, distinct, same } from "./choices.js";

const hands = JSON.parse(readFileSync(process.env.REFIGHT_HANDS, "utf-8"));
const MOST = 40; // picks until an order must stand there

const written = (choices) => choices.rows.map((row) => choices.text(row));
const choicesOf = ({ hand, places }) => new Choices(hand, (word) => places.includes(word));

test("every order is written as it can be read", () => {
  writeFileSync(process.env.REFIGHT_WRITTEN, JSON.stringify(hands.map((one) => written(choicesOf(one)))));
});

/** The picks of a person who means one order and nothing else. */
function aimed(choices, wanted) {
  const picks = [];
  for (let n = 0; n < MOST; n += 1) {
    const rows = choices.fitting(picks);
    assert.ok(rows.includes(wanted), "what is meant is never lost");
    const [group] = choices.open(rows, picks);
    if (rows.length === 1 || !group) return { picks, rows };
    const value = group.what === "kind" ? wanted.kind : group.what === "place" ? choices.ends(wanted)[0] : choices.at(wanted, group.key);
    assert.ok(group.values.some((one) => same(one, value)), "its value is among those offered");
    picks.push({ what: group.what, key: group.key, value });
  }
  return assert.fail("an order that no picks lead to");
}

test("picks lead to every order there is", () => {
  for (const one of hands) {
    const choices = choicesOf(one), step = Math.max(1, Math.floor(choices.rows.length / 60));
    for (let i = 0; i < choices.rows.length; i += step) {
      const { rows } = aimed(choices, choices.rows[i]);
      assert.deepEqual(distinct(rows.map((row) => choices.text(row))), [choices.text(choices.rows[i])]);
    }
  }
});

test("what is proposed is one of those that fit", () => {
  for (const one of hands) {
    const choices = choicesOf(one);
    for (const unit of distinct(choices.rows.flatMap((row) => choices.units(row, false))).slice(0, 20)) {
      const rows = choices.fitting([{ what: "unit", value: unit }]), meant = choices.meant(rows);
      assert.ok(rows.length > 0);
      assert.ok(meant === null || rows.includes(meant));
    }
  }
});
