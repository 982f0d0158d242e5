"""What a fact holds: the rules it names, and what its dice were reckoned with."""

from __future__ import annotations

from domain.kernel.citing import is_rule
from domain.kernel.facts import DiceRolled, FrameOpened, OrderGiven
from domain.kernel.reasons import Modifier, Reason
from domain.study.citations import Part, parts_of
from rules import SYSTEMS
from rules.gettysburg.movement.facts import MarchStopped
from rules.gettysburg.turn.facts import UnitPlaced
from rules.longstreet_lite.combat.facts import AttackPart, AttackRolled, DefenceRolled
from rules.longstreet_lite.fire.facts import UnitFired
from rules.longstreet_lite.state import Shot
from tests import mill_bridge


def test_rules_are_found_in_reasons() -> None:
    rulebook, book = ("9.1", "9.2", "11.3"), SYSTEMS["gettysburg"].book
    stopped = MarchStopped(unit="U-1", why=Reason("too dear", "9.1, 9.2"))
    assert book.cites(stopped, rulebook) == ("9.1", "9.2")
    rolled = DiceRolled(by="union", sides=6, faces=(1,), why=Reason("combat", "11.3", ("U-1", "C-1")), source="entered")
    assert book.cites(rolled, rulebook) == ("11.3",)
    assert book.cites(rolled, ("11.4",)) == ("11.3",)  # what is stored is told, whatever book is at hand
    placed = UnitPlaced(unit="U-1", to="1629")
    assert book.cites(placed, ("3.2",)) == ("3.2",)  # of what its kind is told under, only what the book has


def test_where_these_are_silent_a_kind_says_what_it_is_told_under_also_of_what_stands_inside_a_fact() -> None:
    book, rulebook = mill_bridge.BOOK, ("MB.8.1", "MB.9.1", "MB.10", "MB.10.3.1")
    fired = mill_bridge.VolleyFired(unit="b1", target="r1", modifiers=(mill_bridge.LONG_RANGE,), hits=0)
    assert book.cites(fired, rulebook) == ("MB.10", "MB.10.3.1")
    asked = mill_bridge.AwaitReaction(side="red", target="b1", depth=1)
    assert book.cites(FrameOpened(frame=asked), rulebook) == ("MB.9.1",)
    assert book.cites(FrameOpened(frame=mill_bridge.ResumeMove(unit="b1", path=(2,))), rulebook) == ("MB.8.1",)
    assert book.cites(OrderGiven(by="red", order=mill_bridge.Decline()), rulebook) == ("MB.9.1",)
    assert book.cites(OrderGiven(by="red", order=mill_bridge.EndPhase()), rulebook) == ()


def test_so_does_each_share_of_a_roll() -> None:
    part = AttackPart(
        unit="ohio", needs=5, modifiers=(Modifier(-1, "cover", "LL.7.attmod.1"),), faces=(5,), successes=1
    )
    rolled = AttackRolled(unit="maine", parts=(part,), score=1)
    assert SYSTEMS["longstreet_lite"].book.cites(rolled, ("LL.7.att.1", "LL.7.attmod.4")) == (
        "LL.7.att.1", "LL.7.attmod.4", "LL.7.attmod.1",
    )  # fmt: skip


def test_a_reason_names_its_rules() -> None:
    why = Reason("volley", "MB.10.5, MB.10")
    rolled = DiceRolled(by="blue", sides=6, faces=(1,), why=why, source="entered")
    assert mill_bridge.BOOK.cites(rolled, ("MB.10.5", "MB.10")) == ("MB.10.5", "MB.10")


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


def test_an_id_may_name_a_step() -> None:
    known, alike = is_rule(("10.3/S9c", "C1"), ("D12",)), is_rule((), ())
    assert [token for token in ("10.3/S9c", "C1", "D12", "10.3", "S9c") if known(token)] == ["10.3/S9c", "C1", "D12"]
    assert [token for token in ("10.3/S9c", "10.3/S10", "10.3/9", "1/S2", "10.3/S") if alike(token)] == [
        "10.3/S9c", "10.3/S10",
    ]  # fmt: skip
