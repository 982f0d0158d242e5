"""Which printed table a fact was read from: the cell before any card or modifier."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier, TableRead
from domain.words import looking
from domain.words.tell import say_of
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite import tables as t
from rules.longstreet_lite.combat.facts import AttackPart, AttackRolled, DefenceRolled, UnitBeaten
from rules.longstreet_lite.fire.facts import FireEnded, KillsRolled, UnitFired
from rules.longstreet_lite.state import Shot
from rules.longstreet_lite.turn.facts import VictoryTested

CARD = Modifier(1, "Ninety-Day Zeal", "LL.4.mod.1")


def tables_of(fact: Fact) -> tuple[TableRead, ...]:
    return tuple(looking.read(say_of(SYSTEM), one) for one in SYSTEM.book.tables(fact))


def shot(mode: t.Mode, *modifiers: Modifier) -> Shot:
    return Shot(base=1, mode=mode, target="cs", struck=1, range=4000, needs=4, modifiers=modifiers, faces=(4,))


def attack(*modifiers: Modifier) -> AttackPart:
    return AttackPart(unit="us", needs=4, modifiers=modifiers, faces=(4,), successes=1)


def defence(**said: Any) -> DefenceRolled:
    return DefenceRolled(unit="cs", counted=(), modifiers=(), faces=(4,), score=1, **said)


def test_ll_5_hit_1_and_ll_5_hit_2_each_kind_of_fire_is_read_once() -> None:
    fired = UnitFired(unit="us", shots=(shot("skirmish"), shot("canister", CARD), shot("canister")))
    assert tables_of(fired) == (
        TableRead("to hit", "skirmish", "dice a base", "1", "LL.5.hit.1"),
        TableRead("to hit", "skirmish", "hits on", "6", "LL.5.hit.2"),
        TableRead("to hit", "canister", "dice a base", "2", "LL.5.hit.1"),
        TableRead("to hit", "canister", "hits on", "4+", "LL.5.hit.2"),
    )


def test_ll_7_attmod_4_the_row_is_the_case_of_each_attacker_and_cards_are_no_part_of_it() -> None:
    parts = (attack(), attack(CARD), attack(t.DEFENDER_COVER, t.ATTACKER_HINDERED, CARD), attack(t.TARGET_VULNERABLE))
    assert tables_of(AttackRolled(unit="cs", parts=parts, score=4)) == (
        TableRead("attack dice", "cover no, difficult terrain no, vulnerable no", "needs", "4+", "LL.7.attmod.4"),
        TableRead("attack dice", "cover yes, difficult terrain yes, vulnerable no", "needs", "6", "LL.7.attmod.4"),
        TableRead("attack dice", "cover no, difficult terrain no, vulnerable yes", "needs", "3+", "LL.7.attmod.4"),
    )


@pytest.mark.parametrize(
    ("fact", "read"),
    [
        pytest.param(
            defence(needs=5), ("defence dice", "not vulnerable", "succeeds on", "4+", "LL.7.def.1"), id="LL.7.def.1"
        ),
        pytest.param(
            defence(needs=6, vulnerable=True),
            ("defence dice", "vulnerable", "succeeds on", "6", "LL.7.vuln.1"),
            id="LL.7.vuln.1",
        ),
        pytest.param(
            defence(needs=0, vulnerable=True),
            ("defence dice", "limbered battery", "score", "the higher of two dice", "LL.7.limb.1"),
            id="LL.7.limb.1",
        ),
        pytest.param(
            KillsRolled(unit="cs", faces=(4,), kills=1),
            ("to kill", "a die for each hit left", "kills on", "4+", "LL.5.kill.1"),
            id="LL.5.kill.1",
        ),
        pytest.param(
            UnitBeaten(unit="cs", bases=3, rule="LL.7.flimb.2"),
            ("combat result", "limbered, attack higher", "result", "the battery is lost", "LL.7.res.1"),
            id="LL.7.res.1",
        ),
        pytest.param(
            VictoryTested(by="us", die=3, lost=10, break_point=16, won=False),
            ("victory test", "3 + 10 = 13", "break point 16", "play goes on", "LL.3.bp.2"),
            id="LL.3.bp.2",
        ),
        pytest.param(
            VictoryTested(by="us", die=0, lost=16, break_point=16, won=True),
            ("victory test", "16 bases lost", "break point 16", "victory", "LL.3.bp.2"),
            id="D53 B no die",
        ),
    ],
)
def test_a_fact_says_where_it_was_read(fact: Fact, read: tuple[str, ...]) -> None:
    assert tables_of(fact) == (TableRead(*read),)


def test_where_no_table_was_read_none_is_named() -> None:
    assert tables_of(FireEnded(by="us")) == ()
    assert tables_of(UnitBeaten(unit="cs", bases=1, rule="LL.7.few.1")) == ()
