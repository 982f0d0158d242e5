"""The list of facts: complete, with their rules, and with examples that a case takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cli.shell.packs import load_pack
from domain.cases.adjudication import adjudicate
from domain.cases.case import begin
from domain.cases.expectations import failures
from domain.cases.written import Expect, read_case
from domain.kernel.facts import SHARED
from domain.words.orders import parse_some_fact
from rules import SYSTEMS
from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_fact_of_a_system_is_listed_with_its_rules_and_its_own_come_first(key: str, value: Value) -> None:
    found, book = value("facts", key), SYSTEMS[key].book
    assert [row["fact"] for row in found] == [kind.__name__ for kind in (*book.facts, *SHARED)]
    assert [row["fact"] for row in found if row["shared"]] == [kind.__name__ for kind in SHARED]
    for row in found:
        assert len(row["about"].split()) > 2, row["fact"]
        assert row["shared"] or row["rules"], row["fact"]
        assert not row["rules"] or row["about"].startswith(row["rules"][0]), row["fact"]


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_example_is_read_as_that_fact_with_the_fields_it_needs(key: str, value: Value) -> None:
    for row in value("facts", key):
        kind, fields = parse_some_fact(SYSTEMS[key], row["example"])
        assert kind.__name__ == row["fact"]
        needed = {field["field"]: field["takes"] for field in row["fields"] if field["required"]}
        simple = {name for name, takes in needed.items() if "braces" not in takes and takes != "any value"}
        assert simple <= set(fields), row["example"]


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_example_can_be_claimed_by_a_case(key: str, value: Value) -> None:
    """Each is understood, or the case would be refused; that it did not come about is said of each."""
    case = read_case((ROOT / "rules" / key / "case.toml").read_text("utf-8"))
    claims = [row["example"] for row in value("facts", key) if "=" in row["example"]]
    claiming = msgspec.structs.replace(case, expect=Expect(facts=tuple(claims)))
    (begun,) = begin(claiming, SYSTEMS, load_pack)
    said = failures(adjudicate(begun))
    assert [claim for claim in claims if not any(f"there is no {claim}; " in line for line in said)] == []


def test_one_fact_is_shown_with_a_line_to_paste(run: Run) -> None:
    assert run("facts", "gettysburg", "unitmoved").stdout.splitlines() == [
        "UnitMoved  8.1b A unit moves in any direction from hex to adjacent hex.",
        "    unit=    a unit",
        "    to=      a hex",
        "    cost=    a whole number",
        "    [road=]  yes or no; no if left out",
        '    example: facts = ["UnitMoved unit=U-72 to=2226 cost=1"]',
    ]
    shown = run("facts", "gettysburg", "PointsScored").stdout
    assert 'facts = ["PointsScored side=SIDE points=1 why=WHY"]' in shown
    assert "words in capitals stand for your own" in shown


def test_a_fact_that_is_not_there_is_answered_with_the_nearest(run: Run) -> None:
    said = run("facts", "gettysburg", "UnitMovd", code=2).stderr
    assert said.startswith("gettysburg has no fact 'UnitMovd'; did you mean UnitMoved")
    assert said.endswith("; `refight facts gettysburg` lists them\n")


HOLDS = [
    ("gettysburg", "CombatResolved", {"attacker": "a unit", "defender": "a unit", "target": "a hex", "cell": "text"}),
    ("gettysburg", "GunsReadied", {"units": "a list with commas (a unit each)"}),
    ("gettysburg", "CommandRolled", {"side": "a side"}),
    ("longstreet_lite", "CardDrawn", {"by": "a side", "card": "a card", "deck": "text"}),
    ("freeform", "PieceMoved", {"piece": "a unit", "via": "a list with commas (a place each)"}),
    ("freeform", "RulingMade", {"players": "an object in braces (a side to text)"}),
]


@pytest.mark.parametrize(("key", "fact", "holds"), HOLDS)
def test_a_field_says_what_its_words_stand_for(key: str, fact: str, holds: dict[str, str], value: Value) -> None:
    found = {field["field"]: field["takes"] for field in value("facts", key, fact)["fields"]}
    assert {name: found[name] for name in holds} == holds


@pytest.mark.parametrize("key", SYSTEMS)
def test_no_field_that_holds_a_unit_is_called_text(key: str, value: Value) -> None:
    """By its type, or by its name where every system calls it so."""
    rows = [*value("facts", key), *value("orders", key)]
    wrong = [
        f"{row.get('fact') or row['order']}.{field['field']}"
        for row in rows
        for field in row["fields"]
        if field["field"] in ("unit", "units", "side", "attacker", "defender", "hmc") and "text" in field["takes"]
    ]
    assert wrong == (["AddUnit.unit"] if key == "longstreet_lite" else [])  # which names one that is not there yet
