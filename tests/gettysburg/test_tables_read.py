"""Which printed table a fact was read from."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import Fact, NoteAdded, PointsScored
from domain.kernel.reasons import Reason, TableRead
from domain.words import looking
from domain.words.tell import say_of
from rules.gettysburg import SYSTEM, tables
from rules.gettysburg.combat.bombardment_facts import BombardmentResolved
from rules.gettysburg.combat.facts import CombatResolved
from rules.gettysburg.hidden.facts import ControlTried
from rules.gettysburg.turn.facts import CommandRolled


def tables_of(fact: Fact) -> tuple[TableRead, ...]:
    return tuple(looking.read(say_of(SYSTEM), one) for one in SYSTEM.book.tables(fact))


def combat(differential: int, column: int, dice: tuple[int, int]) -> CombatResolved:
    cell = tables.crt(sum(dice), column)
    return CombatResolved(
        attacker="U-1", defender="C-41", target="1827", attacker_combat=5, defender_combat=4, modifiers=(),
        differential=differential, column=column, dice=dice, cell=cell, result=cell,
    )  # fmt: skip


def shot(column: int, die: int) -> BombardmentResolved:
    units = ("U-8", "U-9", "U-10")[:column]
    return BombardmentResolved(
        units=units, target="1827", aim="C-41", coordinated=column > 1, column=column, die=die,
        cell=tables.bt(die, column),
    )  # fmt: skip


def points(rule: str) -> PointsScored:
    return PointsScored(side="union", points=3, why=Reason("unit captured", rule, ("C-41",)))


def command(**said: Any) -> CommandRolled:
    return CommandRolled(side="union", **said)


@pytest.mark.parametrize(
    ("fact", "read"),
    [
        pytest.param(
            combat(1, 1, (2, 6)), ("Combat Results Table", "2+6 = 8", "differential +1", "DR", "CRT"), id="CRT"
        ),
        pytest.param(
            combat(0, 0, (6, 6)), ("Combat Results Table", "6+6 = 12", "differential 0", "DR", "CRT"), id="CRT even"
        ),
        pytest.param(
            combat(-6, -4, (1, 1)),
            ("Combat Results Table", "1+1 = 2", "differential -4, held from -6", "AE", "CRT"),
            id="11.4 the last column holds all beyond it",
        ),
        pytest.param(shot(2, 5), ("Bombardment Table", "5", "2 artillery units", "DR", "BT"), id="BT"),
        pytest.param(shot(1, 2), ("Bombardment Table", "2", "1 artillery unit", "-", "BT"), id="BT no effect"),
        pytest.param(
            command(state="panic", total=3),
            ("command states", "3", "Army Marker of the union side", "Panic", "16.2"),
            id="16.2",
        ),
        pytest.param(
            command(state="panic", total=3, modifier=-2),
            ("command states", "3 (5-2)", "Army Marker of the union side", "Panic", "16.2"),
            id="22.5 demoralized",
        ),
        pytest.param(
            ControlTried(unit="U-1", control="nobody"),
            ("loss of unit control", "4", "control", "nobody", "17.3a"),
            id="17.3a",
        ),
        pytest.param(
            ControlTried(unit="U-1", control="owner", rule="17.3b"),
            ("loss of unit control", "3-6", "control", "owner", "17.3b"),
            id="17.3b",
        ),
        pytest.param(points("4.3"), ("victory points", "C-41 captured", "points", "3", "4.3"), id="4.3"),
    ],
)
def test_a_fact_says_where_it_was_read(fact: Fact, read: tuple[str, ...]) -> None:
    assert tables_of(fact) == (TableRead(*read),)


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(
            command(state="attack", why=Reason("fixed", "23.2")),
            id="23.2 a state that the scenario fixes",
        ),
        pytest.param(points("21.4"), id="points of another rule"),
        pytest.param(NoteAdded(by="union", text="x"), id="a note"),
    ],
)
def test_where_no_table_was_read_none_is_named(fact: Fact) -> None:
    assert tables_of(fact) == ()
