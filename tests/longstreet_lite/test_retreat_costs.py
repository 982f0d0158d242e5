"""LL.7.finterp, LL.7.fart What a retreat costs: friends, difficult terrain, and the card that spares both."""

from __future__ import annotations

import pytest

from domain.kernel.facts import FrameOpened, LossTaken
from domain.kernel.reasons import Reason
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import Decline
from rules.longstreet_lite.losses.asks import AwaitLosses, RemoveBases
from rules.longstreet_lite.losses.facts import BasesLost, UnitRemoved
from rules.longstreet_lite.retreat.asks import PlayRetreatCard, RetreatUnit, RollRetreat
from rules.longstreet_lite.retreat.facts import RetreatCostDue, RetreatsEnded, UnitRetreated
from rules.longstreet_lite.state import Retreating, State
from tests.longstreet_lite.falling_back import beaten, fall_back, go, line, of, one
from tests.longstreet_lite.positions import give, position, terrain, unit

FROM_A = Retreating(engaged=("a",))
ROUGH = terrain("rough", "17:8.5", "19:8.5", "19:9.5", "17:9.5", name="the boulders")


def limber(side: str = "cs", at: str = "18:12", bases: int = 2) -> object:
    return unit(side, at, kind="ART", limbered=True, bases=bases)


def lost(facts: list[object]) -> list[tuple[str, tuple[int, ...], str]]:
    return [(fact.unit, fact.bases, fact.rule) for fact in facts if isinstance(fact, BasesLost)]


# LL.7.finterp.2


def test_ll_7_finterp_2_the_friend_passed_through_loses_a_base() -> None:
    state = beaten(line(), 4, 4, others={"f": line(at="18:10", ranks=(3,))})
    facts = go(state)
    assert one(UnitRetreated, facts).passed == ("f",)
    assert one(RetreatCostDue, facts) == RetreatCostDue(unit="f", by="d", rule="LL.7.finterp.2")
    assert one(FrameOpened, facts).frame == AwaitLosses(
        side="cs", unit="f", count=1, cause="passed through", rule="LL.7.finterp.2"
    )
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="f", bases=(3,)))
    assert one(LossTaken, facts).cause == Reason("friends falling back through it", "LL.7.finterp.2")
    assert lost(list(facts)) == [("f", (3,), "LL.7.finterp.2")]
    assert one(RetreatsEnded, facts)


def test_ll_7_finterp_2_every_friend_on_the_way_pays_and_the_mover_does_not() -> None:
    others = {"f": line(at="17:10", ranks=(2,)), "g": line(at="19:10", ranks=(2,)), "far": line(at="28:10")}
    state = beaten(line(), 4, 4, others=others)
    facts = go(state)
    assert one(UnitRetreated, facts).passed == ("f", "g")
    assert [fact.unit for fact in of(UnitRemoved, facts)] == ["f", "g"]
    assert (state.units["d"].bases, state.lost["cs"]) == (4, 4)


def test_ll_7_finterp_2_again_for_each_unit_that_passes() -> None:
    state = position(
        {
            "d": line(), "e": line(at="22:12"), "f": line(at="20:10", ranks=(4, 4)),
            "a": unit("us", "18:12", "180"), "b": unit("us", "22:12", "180"),
        },
        phase="combat",
    )  # fmt: skip
    fall_back(state, "cs", {"d": FROM_A, "e": Retreating(engaged=("b",))})
    give(SYSTEM, state, "cs", RollRetreat(unit="d"), 5, 5)
    give(SYSTEM, state, "cs", RetreatUnit(unit="d"))
    give(SYSTEM, state, "cs", RemoveBases(unit="f", bases=(8,)), 6, 6)
    give(SYSTEM, state, "cs", RetreatUnit(unit="e"))
    give(SYSTEM, state, "cs", RemoveBases(unit="f", bases=(7,)))
    assert (state.units["f"].bases, state.lost["cs"]) == (6, 2)


def test_ll_7_finterp_2_to_touch_a_friend_is_not_to_pass_through_it() -> None:
    """D46: neither beside the way nor at its end."""
    beside = {"f": line(at="22:10"), "g": line(at="18:7")}
    state = beaten(line(), 4, 4, others=beside)
    fact = one(UnitRetreated, go(state))
    assert (fact.pose, fact.passed) == ((18_000, 8000, 0), ())


@pytest.mark.parametrize(("reading", "passed"), [("A", ("f",)), ("B", ())])
def test_d46_whether_a_friend_that_must_retreat_too_pays(reading: str, passed: tuple[str, ...]) -> None:
    """LL.7.finterp.2 (D46)"""
    state = position(
        {"d": line(), "f": line(at="18:10"), "a": unit("us", "18:12", "180")}, phase="combat", readings={"D46": reading}
    )
    fall_back(state, "cs", {"d": FROM_A, "f": Retreating(engaged=("a",))})
    give(SYSTEM, state, "cs", RollRetreat(unit="d"), 4, 4)
    dice = () if passed else (1, 1)
    facts = give(SYSTEM, state, "cs", RetreatUnit(unit="d"), *dice)
    assert one(UnitRetreated, facts).passed == passed


def test_d46_b_a_friend_that_stands_pays_all_the_same() -> None:
    """LL.7.finterp.2 (D46 B)"""
    state = beaten(line(), 4, 4, others={"f": line(at="18:10")}, readings={"D46": "B"})
    assert one(UnitRetreated, go(state)).passed == ("f",)


# LL.7.finterp.3, LL.2.dis.2


def test_ll_7_finterp_3_difficult_terrain_costs_one_base_after_the_move() -> None:
    """D47 A: the unit has moved when its owner chooses the base."""
    state = beaten(line(), 4, 4, pieces=[ROUGH])
    facts = go(state)
    assert one(UnitRetreated, facts).ground == "the boulders"
    assert one(FrameOpened, facts).frame == AwaitLosses(
        side="cs", unit="d", count=1, cause="retreat", rule="LL.7.finterp.3"
    )
    assert state.units["d"].pose is not None
    assert state.units["d"].pose.y == 8000
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="d", bases=(4,)))
    assert one(LossTaken, facts).cause == Reason("difficult ground in its retreat", "LL.7.finterp.3")
    assert (state.units["d"].bases, state.units["d"].pose.x) == (3, 17_500)


def test_ll_7_finterp_3_once_only_however_much_of_it() -> None:
    stream = terrain("stream", "16:10", "20:10", "20:10.5", "16:10.5")
    state = beaten(line(ranks=(3,)), 4, 4, pieces=[ROUGH, stream])
    facts = go(state)
    assert len(of(RetreatCostDue, facts)) == 1


@pytest.mark.parametrize(("kind", "who", "paid"), [
    ("woods", line(), False), ("woods", limber(), True), ("marsh", line(), True), ("field", line(), False),
])  # fmt: skip
def test_ll_7_finterp_3_what_is_difficult_depends_on_the_kind_of_unit(kind: str, who: object, paid: bool) -> None:
    """LL.2.diff.3"""
    piece = terrain(kind, "17:9", "19:9", "19:10", "17:10")
    state = beaten(who, 4, 4, pieces=[piece])  # type: ignore[arg-type]
    assert bool(one(UnitRetreated, go(state)).ground) is paid


def test_ll_7_finterp_3_a_unit_left_with_one_base_is_broken_by_it() -> None:
    """LL.1.loss.2, section 6.6.7"""
    state = beaten(line(ranks=(2,)), 4, 4, pieces=[ROUGH], attacker=unit("us", "18:12", "180", (2,)))
    removed = one(UnitRemoved, go(state))
    assert (removed.why, removed.counts, state.lost["cs"]) == ("broken", 2, 2)


@pytest.mark.parametrize(("reading", "ground"), [("A", "here"), ("B", "")])
def test_d47_whether_the_ground_it_starts_on_counts(reading: str, ground: str) -> None:
    """LL.7.finterp.3 (D47)"""
    here = terrain("rough", "17:11.2", "19:11.2", "19:11.8", "17:11.8", name="here")
    state = beaten(line(), 4, 4, pieces=[here], readings={"D47": reading})
    assert one(UnitRetreated, go(state)).ground == ground


def test_d47_b_other_difficult_ground_counts_all_the_same() -> None:
    """LL.7.finterp.3 (D47 B)"""
    here = terrain("rough", "17:11.2", "19:11.2", "19:11.8", "17:11.8", name="here")
    state = beaten(line(), 4, 4, pieces=[here, ROUGH], readings={"D47": "B"})
    assert one(UnitRetreated, go(state)).ground == "the boulders"


def test_a_unit_that_need_not_move_crosses_nothing() -> None:
    """D41 B: far enough off already, it pays for no ground, though it stands on it."""
    here = terrain("rough", "17:5.2", "19:5.2", "19:5.8", "17:5.8")
    state = beaten(line(at="18:6"), 1, 2, pieces=[here], readings={"D41": "B"})
    fact = one(UnitRetreated, go(state))
    assert (fact.way, fact.ground) == (0, "")


# LL.7.fart.2


@pytest.mark.parametrize(("bases", "left"), [(3, 2), (2, 1), (1, 0)])
def test_ll_7_fart_2_a_limber_loses_a_gun_and_goes_with_the_last(bases: int, left: int) -> None:
    """Its own retreat over difficult ground."""
    state = beaten(limber(bases=bases), 4, 4, pieces=[ROUGH])  # type: ignore[arg-type]
    facts = go(state)
    assert (state.units["d"].bases, state.lost["cs"]) == (left, 1)
    assert bool(of(UnitRemoved, facts)) is not bool(left)


def test_ll_7_fart_2_a_limber_passed_through_loses_a_gun() -> None:
    state = beaten(line(), 4, 4, others={"f": limber(at="18:10")})  # type: ignore[dict-item]
    facts = go(state)
    assert lost(list(facts)) == [("f", (2,), "LL.7.finterp.2")]


# LL.7.finterp.1


@pytest.mark.parametrize("card", [True, False])
def test_ll_7_finterp_1_the_card_spares_friends_and_ground(card: bool) -> None:
    state = position(
        {"d": line(), "f": line(at="18:10"), "a": unit("us", "18:12", "180")}, ROUGH, phase="combat",
        hands={"cs": ("steady-boys",)},
    )  # fmt: skip
    fall_back(state, "cs", {"d": FROM_A})
    give(SYSTEM, state, "cs", PlayRetreatCard(card="steady-boys") if card else Decline(), 4, 4)
    facts = go(state)
    fact = one(UnitRetreated, facts)
    assert (fact.passed, fact.ground) == (((), "") if card else (("f",), "the boulders"))
    assert len(of(RetreatCostDue, facts)) == (0 if card else 1)
    assert (state.combat.retreats is None) is card


def test_ll_7_finterp_1_the_card_of_one_side_is_no_help_to_the_other() -> None:
    state = position(
        {"d": line(), "a": unit("us", "18:12", "180"), "f": unit("us", "18:14", "180", (3,))}, phase="combat",
        hands={"cs": ("steady-boys",)},
    )  # fmt: skip
    fall_back(state, "cs", {"d": FROM_A})
    give(SYSTEM, state, "cs", PlayRetreatCard(card="steady-boys"), 1, 1)
    go(state)
    fall_back(state, "us", {"a": Retreating(engaged=("d",))}, 4, 4)
    facts = give(SYSTEM, state, "us", RetreatUnit(unit="a"))
    assert one(UnitRetreated, facts).passed == ("f",)


def test_d44_b_the_shortest_way_still_pays() -> None:
    """LL.7.fdir.4 (D44 B): only the owner can choose to go round."""
    state: State = beaten(line(), 4, 4, pieces=[ROUGH], readings={"D44": "B"})
    assert one(UnitRetreated, go(state)).ground == "the boulders"
