"""A hand in parts: what can act at once, all the rest when it is asked for, and nothing that another may not know."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from domain.games.handful import FEW
from domain.kernel.facts import PhaseBegan
from domain.log.refs import Ref
from tests.replay_fixtures import FIXTURES, decided
from tests.service.conftest import API, Club, opened
from tests.service.test_hand import HAND, SCRIPTS, begun

ORDERS, OPTIONS = f"{HAND}/orders", f"{API}/games/ridge/lines/main/options"


@pytest.fixture(scope="module")
def marching(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The Second Day as its first side begins to move: thousands of orders."""
    pack, rows, line = decided(FIXTURES / "gettysburg" / "second-day-union.transcript")
    with opened(tmp_path_factory.mktemp("second-day")) as club:
        club.games.log.restore("whole", pack, rows)
        entries = club.games.entries(Ref("whole"))
        begins = [one.number for one in entries if isinstance(one.fact, PhaseBegan) and one.fact.phase == "movement"]
        club.games.log.restore("ridge", pack, {line: rows[line][: begins[0]]})
        yield club, str(club.member("union").get(HAND).json()["due"])


def units_of(hand: dict[str, Any], row: list[Any]) -> list[str]:
    values = [
        value for field, value in zip(hand["kinds"][row[0]]["fields"], row[1:], strict=True) if field["of"] == "unit"
    ]
    return [one for value in values for one in (value if isinstance(value, list) else [value]) if one]


def test_in_short_every_kind_and_every_unit_is_there_and_little_else(marching: tuple[Club, str]) -> None:
    club, side = marching
    asker = club.member(side)
    whole, short = asker.get(HAND), asker.get(f"{HAND}?brief=true")
    assert len(short.content) * 5 < len(whole.content)
    all_of, some = whole.json(), short.json()
    assert sum(some["counts"]) == len(all_of["rows"])
    assert len(some["rows"]) == len(some["counts"]) < len(all_of["rows"])
    assert {key: all_of[key] for key in ("head", "kinds", "question", "due")} == {
        key: some[key] for key in ("head", "kinds", "question", "due")
    }
    named = [{(row[0], unit) for row in hand["rows"] for unit in units_of(hand, row)} for hand in (all_of, some)]
    assert named[0] == named[1]
    assert all(row in all_of["rows"] for row in some["rows"])


def test_all_orders_are_reached_part_by_part(marching: tuple[Club, str]) -> None:
    club, side = marching
    asker = club.member(side)
    whole = asker.get(HAND).json()
    units = sorted({unit for row in whole["rows"] for unit in units_of(whole, row)})
    found: list[Any] = []
    for unit in units:
        part = asker.get(ORDERS, params={"unit": unit}).json()
        assert part["head"] == whole["head"]
        assert part["rows"] == [row for row in whole["rows"] if unit in units_of(whole, row)]
        found += part["rows"]
    for kind in whole["kinds"]:
        found += asker.get(ORDERS, params={"kind": kind["name"]}).json()["rows"]
    assert all(row in found for row in whole["rows"])
    two = [row for row in whole["rows"] if len(units_of(whole, row)) > 1]
    if two:
        asked = units_of(whole, two[0])[:2]
        assert two[0] in asker.get(ORDERS, params={"unit": asked}).json()["rows"]


def test_few_orders_come_whole(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        begun(club, "wallaces_war")
        hands = [club.member(side) for side in ("english", "scots")]
        assert any(asker.get(HAND).json()["rows"] for asker in hands)
        for asker in hands:
            assert len(asker.get(HAND).json()["rows"]) <= FEW
            assert asker.get(f"{HAND}?brief=true").json() == asker.get(HAND).json()


def test_parts_are_for_their_side_alone(club: Club) -> None:
    assert club.spectator.get(ORDERS).status_code == 401
    for asker in (club.own, club.member("umpire")):
        assert asker.get(ORDERS).status_code == 403
    seen = club.member("blue").get(f"{ORDERS}?unit=spy")
    assert seen.json()["rows"] == []


def test_what_is_kept_is_of_this_position_and_side(club: Club) -> None:
    blue, red = club.member("blue"), club.member("red")
    before = blue.get(HAND).json()
    assert red.get(HAND).json()["side"] == "red"
    assert blue.order("blue", "MovePiece piece=guard to=mill").status_code == 201
    after = blue.get(HAND).json()
    assert after["head"] > before["head"]
    assert blue.get(HAND).json() == after


def test_options_are_narrowed_by_words(marching: tuple[Club, str]) -> None:
    """So that whoever types finds any of them, although not all are there."""
    club, side = marching
    asker = club.member(side)
    whole = asker.get(HAND).json()
    moves = [row for row in whole["rows"] if whole["kinds"][row[0]]["name"] == "MoveUnit"]
    unit = units_of(whole, moves[-1])[0]
    found = asker.get(OPTIONS, params={"words": f"MoveUnit {unit}", "limit": 2000}).json()["options"]
    assert found
    assert all(unit in one["order"] and one["order"].startswith("MoveUnit") for one in found)
    assert asker.get(OPTIONS, params={"words": "nothing-of-the-kind"}).json()["options"] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here to run the modules")
def test_picks_lead_to_every_order_although_most_come_later(marching: tuple[Club, str], tmp_path: Path) -> None:
    """As a page does it: what is lacking is fetched, and put in the place of what stood for it."""
    import msgspec

    club, side = marching
    asker = club.member(side)
    shutil.copy(SCRIPTS / "choices.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    held = {"whole": asker.get(HAND).json(), "brief": asker.get(f"{HAND}?brief=true").json()}
    (tmp_path / "hand.json").write_bytes(msgspec.json.encode(held))
    (tmp_path / "parts.test.js").write_text(PARTS)
    done = subprocess.run(
        ["node", "--test", "parts.test.js"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pass 1" in done.stdout


PARTS = """
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Choices } from "./choices.js";

const { whole, brief } = JSON.parse(readFileSync("hand.json", "utf-8"));
const all = new Choices(whole);
const isOf = (row, { kind, units }) =>
  (kind === null || row.kind === kind) && units.every((unit) => all.units(row).includes(unit));

test("every pick fetches what it needs and no order is lost", () => {
  assert.equal(new Choices(brief).count(), all.rows.length);
  const units = [...new Set(all.rows.flatMap((row) => all.units(row)))];
  for (const value of units) {
    const choices = new Choices(brief), picks = [{ what: "unit", value }];
    const lacking = choices.lacking(choices.fitting(picks), picks);
    if (lacking) {
      assert.equal(choices.meant(choices.fitting(picks)), null, "nothing is proposed before all is known");
      const isMeant = ([kind, ...values]) => isOf({ kind, values }, lacking);
      choices.complete(whole.rows.filter(isMeant), lacking);
    }
    const texts = (of) => of.fitting(picks).map((row) => of.text(row)).sort();
    assert.deepEqual(texts(choices), texts(all));
    assert.equal(choices.count(), all.rows.length);
  }
  for (const [value] of brief.kinds.entries()) {
    const choices = new Choices(brief), picks = [{ what: "kind", key: "", value }], rows = choices.fitting(picks);
    const lacking = choices.lacking(rows, picks), groups = choices.open(rows, picks);
    assert.ok(!choices.isPart(rows) || lacking || groups.length, "there is always a way on");
    assert.ok(!choices.isPart(rows) || groups.every(({ field }) => field.of === "unit"));
  }
});
"""
