"""What a fact holds: the rules it names, and what its dice were reckoned with."""

from __future__ import annotations

from domain.dispute.citations import Part, parts_of, rules_of
from domain.facts import DiceRolled
from domain.ruling import Modifier
from rules.gettysburg.facts.combat import AttackVoided
from rules.longstreet_lite.combat.facts import AttackPart, AttackRolled, DefenceRolled
from rules.longstreet_lite.fire.facts import Shot, UnitFired


def test_rules_are_found_in_fields_in_purposes_and_where_these_are_silent_in_docstrings() -> None:
    book = {"LL.7.att.1": "", "LL.7.attmod.4": "", "14.1b": "", "D1": "", "11.3": ""}
    part = AttackPart(
        unit="ohio", needs=5, modifiers=(Modifier(-1, "cover", "LL.7.attmod.1"),), faces=(5,), successes=1
    )
    assert rules_of(AttackRolled(unit="maine", parts=(part,), score=1), book, {}) == (
        "LL.7.att.1", "LL.7.attmod.4", "LL.7.attmod.1",
    )  # fmt: skip
    assert rules_of(AttackVoided(unit="U-1", why="14.1b gone", rule="9.1, 9.2"), book, {}) == ("14.1b", "9.1", "9.2")
    rolled = DiceRolled(by="union", sides=6, faces=(1,), why="11.3 combat: 4 on 5", source="entered")
    assert rules_of(rolled, book, {}) == ("11.3",)
    assert rules_of(rolled, {"11.4": ""}, {}) == ()


def test_the_same_reckoning_is_told_once() -> None:
    shot = {"mode": "volley", "target": "maine", "struck": 1, "range": 4000, "needs": 4}
    dense = Modifier(1, "three ranks or more", "LL.5.dense.1")
    shots = (
        Shot(base=1, faces=(4,), **shot),  # type: ignore[arg-type]
        Shot(base=2, faces=(1,), **shot),  # type: ignore[arg-type]
        Shot(base=3, faces=(3,), modifiers=(dense,), **{**shot, "needs": 3}),  # type: ignore[arg-type]
    )
    assert parts_of(UnitFired(unit="ohio", shots=shots)) == (
        Part(of="volley", needs=4, times=2),
        Part(of="volley", needs=3, modifiers=(dense,)),
    )


def test_what_was_counted_and_what_was_needed_stand_apart() -> None:
    bases, ground = Modifier(4, "bases", "LL.7.ndice.2"), Modifier(-1, "difficult", "LL.7.defmod.1")
    fact = DefenceRolled(unit="ohio", counted=(bases,), needs=5, modifiers=(ground,), faces=(1, 2, 3, 5), score=1)
    assert parts_of(fact) == (Part(of="counted", modifiers=(bases,)), Part(of="", needs=5, modifiers=(ground,)))
