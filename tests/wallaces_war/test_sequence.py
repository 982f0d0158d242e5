"""3.3 The sequence of play: segments in their order, memories that end, orders out of their moment, whole games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import Order, PhaseBegan
from domain.kernel.play import carry_out
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.asks import Bid, ListChits, Outbid, PlaceReplacement
from rules.wallaces_war.command.facts import CommandChecked
from rules.wallaces_war.fire.asks import AdvanceAfterFire, Fire
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAttack,
    AwaitPlacement,
    AwaitRetreat,
    ChooseNextAttack,
    DeclareCharge,
    DeclareMelee,
    ExtendCharge,
    ImpulsiveAttack,
    ReactionPlacement,
    Reply,
    RetreatPath,
)
from rules.wallaces_war.melee.state import Retreat
from rules.wallaces_war.moments import MOMENTS
from rules.wallaces_war.movement.asks import (
    EnterReinforcements,
    FreeFacing,
    MarkCharge,
    MoveLeader,
    MoveUnits,
    SwapStack,
    VoluntaryRetreat,
)
from rules.wallaces_war.sequence import is_idle
from rules.wallaces_war.state import (
    ADJUSTMENT,
    DEFENSIVE_FIRE,
    EXTENSION,
    INITIATIVE,
    MELEE,
    MOVEMENT,
    OFFENSIVE_FIRE,
    REACTION,
    State,
)
from rules.wallaces_war.turn.asks import Decline, EndSegment
from rules.wallaces_war.turn.facts import SegmentEnded
from tests.at_random import by_kind, picked
from tests.wallaces_war.games import bidding, kinds
from tests.wallaces_war.positions import HOUSE, at, give, position, refused, start, told


def facing_off(phase: str = MOVEMENT, **more: Any) -> State:
    """Two lines within bowshot, so that most segments hold something to decide."""
    places = {
        "red-ar-1": "1313:0",
        "red-ri-1": f"{at(1, 0)}:0",
        "green-ar-1": f"{at(0, -2)}:3",
        "green-ri-1": f"{at(1, -1)}:3",
    }
    leaders = {"red": "1313", "crimson": "0310", "green": at(0, -2), "emerald": "2210"}
    return position(places, leaders=leaders, phase=phase, turn=4, **more)


def test_3_3_segments_follow_in_order_each_with_its_side() -> None:
    state = facing_off()
    seen = [(MOVEMENT, "english")]
    while state.core.turn == 4:
        facts = give(state, state.core.active, EndSegment())
        seen += [(fact.phase, fact.side) for fact in told(facts, PhaseBegan)]
    assert seen == [
        (MOVEMENT, "english"),
        (ADJUSTMENT, "scots"),
        (DEFENSIVE_FIRE, "scots"),
        (OFFENSIVE_FIRE, "english"),
        (MELEE, "english"),
        (EXTENSION, "english"),
        ("decision", "english"),
        ("recovery", ""),
        (INITIATIVE, ""),
    ]


def test_3_3_a_segment_with_nothing_to_decide_is_begun_and_passed_over() -> None:
    state = position({"red-ri-1": "0305:0", "green-ri-1": "2205:3"}, leaders={"red": "0305"}, turn=4)
    facts = give(state, "english", EndSegment())
    assert [fact.phase for fact in told(facts, PhaseBegan)][:3] == [ADJUSTMENT, DEFENSIVE_FIRE, OFFENSIVE_FIRE]
    assert {fact.phase for fact in told(facts, SegmentEnded)} >= {MOVEMENT, ADJUSTMENT, MELEE, EXTENSION}
    assert (state.core.phase, state.core.turn) == (INITIATIVE, 5)


def test_13_3a_command_is_checked_at_the_start_of_c1_and_c6() -> None:
    state = facing_off()
    checked = []
    while state.core.turn == 4:
        facts = give(state, state.core.active, EndSegment())
        phase = ""
        for fact in facts:
            phase = fact.phase if isinstance(fact, PhaseBegan) else phase
            checked += [(phase, fact.battle)] if isinstance(fact, CommandChecked) else []
    assert checked == [(EXTENSION, "red")]


@pytest.mark.parametrize(
    ("letter", "battles"), [("A", ["red"]), ("C", ["green", "emerald", "red"])], ids=["D44 A", "D44 C"]
)
def test_13_3a_d44_c_the_other_side_is_checked_with_the_turn(letter: str, battles: list[str]) -> None:
    state = bidding({"red": [3]}, ["scots"], readings={"D44": letter})
    facts = give(state, "english", Bid(battle="red", chit=3))
    assert [fact.battle for fact in told(facts, CommandChecked)] == battles


def test_3_3a_memories_end_with_the_segment_and_with_the_round() -> None:
    state = facing_off(EXTENSION)
    turn = state.turn
    turn.entered, turn.charged, turn.advanced, turn.aimed = ["1"], ["x"], {"x": "1"}, {"x": "1"}
    turn.struck, turn.followed, turn.turned, turn.shot_at = ["x"], ["x"], ["x"], {"x": ["y"]}
    turn.initiated = ["red-ri-1"]
    state.segment.tested = ["red-ri-1"]
    SYSTEM.book.folds[PhaseBegan](state, PhaseBegan(turn=4, phase=REACTION, side="scots"))
    assert (state.segment.tested, turn.charged) == ([], ["x"])
    SYSTEM.book.folds[PhaseBegan](state, PhaseBegan(turn=4, phase=MOVEMENT, side="english"))
    gone = (turn.charged, turn.advanced, turn.aimed, turn.struck, turn.followed, turn.turned, turn.shot_at)
    assert not any(gone)
    assert (turn.entered, turn.initiated) == (["1"], ["red-ri-1"])  # of the activation, of the turn
    assert turn.adjacent["red-ri-1"] == ["green-ri-1"]
    SYSTEM.book.folds[PhaseBegan](state, PhaseBegan(turn=5, phase=INITIATIVE))
    assert (state.turn.entered, state.turn.battle) == ([], "")


def test_8_2c_stacks_are_remembered_as_they_lie_top_first() -> None:
    state = position({"red-ri-1": "1313:0", "red-ri-2": "1313:0", "green-ri-1": f"{at(0, -5)}:3"}, phase=MELEE)
    SYSTEM.book.folds[PhaseBegan](state, PhaseBegan(turn=2, phase=EXTENSION, side="english"))
    assert state.segment.together == [("red-ri-1", "red-ri-2")]


LATE = [
    (Fire(unit="red-ar-1", target=at(0, -2)), "9.1a"),
    (AdvanceAfterFire(units=("red-ar-1",), to=at(0, -2), facing=0), "9.7/S6a"),
    (DeclareMelee(unit="red-ri-1", target=at(1, -1)), "10.3a"),
    (DeclareCharge(unit="red-hc-1", facing=0, path=("1",), target="2"), "10.3a"),
    (ExtendCharge(unit="red-hc-1", path=("1",), target="2"), "11.2.7"),
    (ImpulsiveAttack(unit="red-sc-1", path=("1",), target="2"), "12.5c"),
    (Outbid(battle="red", chit=3), "4.3b"),
    (Bid(battle="red", chit=3), "4.3b"),
    (PlaceReplacement(battle="red"), "4.4b"),
    (ListChits(ones=3), "4.2a"),
    (Reply(target="1"), "10.2c"),
    (ReactionPlacement(paths={}), "11.2.2b"),
    (ChooseNextAttack(start="1"), "10.3/S1"),
    (RetreatPath(unit="red-ri-1", path=("1",)), "10.3/S9d"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "rule"), LATE, ids=lambda one: type(one).__name__)
def test_3_3_an_order_out_of_its_moment_is_refused_by_its_own_rule(order: Order, rule: str) -> None:
    assert refused(facing_off(), "english", order) == rule


EARLY = [
    (MoveUnits(units=("red-ri-1",), path=("1",)), "7.1a"),
    (MoveLeader(leader="red", path=("1",)), "7.1a"),
    (SwapStack(unit="red-ri-1"), "8.2j"),
    (FreeFacing(unit="red-ri-1", facing=1), "5.2b"),
    (MarkCharge(unit="red-hc-1"), "11.2.1a"),
    (VoluntaryRetreat(units=("red-hc-1",), path=("1",), facing=0), "11.1b"),
    (EnterReinforcements(units=("red-ri-1",), path=("1",)), "16.2.4e"),
]


@pytest.mark.parametrize(("order", "rule"), EARLY, ids=lambda one: type(one).__name__)
def test_3_3_movement_is_over_in_the_fire_segment(order: Order, rule: str) -> None:
    assert refused(facing_off(OFFENSIVE_FIRE), "english", order) == rule


def test_3_3_the_other_side_waits_for_its_segment() -> None:
    assert refused(facing_off(), "scots", MoveUnits(units=("green-ri-1",), path=("1",))) == "7.1a"
    assert refused(facing_off(), "scots", EndSegment()) == "3.3"
    late = AdvanceAfterCombat(unit="green-ri-1", to="1")
    assert refused(facing_off(MELEE), "scots", late) == "10.3/S10b"
    after = AdvanceAfterFire(units=("green-ar-1",), to="1313", facing=0)
    assert refused(facing_off(DEFENSIVE_FIRE, active="scots"), "scots", after) == "9.7/S6c"
    assert refused(facing_off(ADJUSTMENT, active="scots"), "english", FreeFacing(unit="red-ri-1", facing=1)) == "5.2d"


@pytest.mark.parametrize(
    ("frame", "kind", "rule"),
    [
        (AwaitPlacement(side="scots", chargers=("1",), target="2", movers=()), "", "11.2.2b"),
        (AwaitAttack(side="scots"), "", "10.3b"),
        (AwaitRetreat(side="scots", units=("green-ri-1",)), "loss", "10.3/S9b"),
        (AwaitRetreat(side="scots", units=("green-ri-1",)), "rebound", "11.2.6a"),
    ],
    ids=["P26 63 a reaction charge", "P26 51 a declared attack", "a retreat", "P26 66 a rebound"],
)
def test_what_may_not_be_declined_is_refused_by_its_rule(frame: Any, kind: Any, rule: str) -> None:
    state = facing_off(MELEE)
    state.core.pending = [frame]
    if kind:
        state.retreats = [Retreat(units=("green-ri-1",), hexes=1, kind=kind)]
    assert refused(state, "scots", Decline()) == rule
    assert refused(state, "scots", EndSegment()) == rule


def test_every_order_has_a_rule_for_its_moment() -> None:
    named = {kind.__name__ for kind in MOMENTS} | {"EndSegment", "Decline", "Concede", "EnterReinforcements"}
    assert named == {kind.__name__ for kind in SYSTEM.book.orders}


def test_20_3_2a_no_segment_that_a_secret_target_shapes_is_passed_over() -> None:
    state = position(
        {"edward-ri-1": "1509:0", "segrve-ri-1": "3010:3"},
        scenario="lewes",
        battle="edward",
        initiative="royalist",
        phase=MELEE,
        options=("lewes_edward_target",),
    )
    assert is_idle(state)
    state.target = "segrve"
    assert not is_idle(state)


def test_16_1_conceding_is_listed_once_a_side_has_spent_its_chits() -> None:
    assert "Concede" not in kinds(bidding({"red": [1, 0], "green": [3]}, ["scots"]))
    assert "Concede" in kinds(bidding({"red": [0], "green": [3]}, ["scots"]))


def played(scenario: str, seed: int, orders: int, **more: Any) -> State:
    """A game of random legal orders."""
    state, rng, chance = start(scenario, **more), random.Random(seed), SeededChance(seed)
    for _ in range(orders):
        if state.core.ended:
            break
        listed = list(SYSTEM.book.choices(state))
        assert listed, f"nobody can do anything in {state.core.phase}"
        choice = picked(rng, by_kind(listed))
        carry_out(SYSTEM, state, choice.by, choice.order, chance)
    return state


@pytest.mark.parametrize("scenario", list(SYSTEM.sheets.scenarios(HOUSE)))
def test_random_orders_lead_through_the_set_up_and_several_turns_and_never_get_stuck(scenario: str) -> None:
    state = played(scenario, seed=7, orders=110)
    assert state.core.turn >= 3


OTHERS = "D1 D2 D3 D4 D5 D7 D8 D9 D11 D12 D13 D14 D15 D16 D44 D72 D75 D76 D77 D78 D79 D80 D81 D82 D83 D84 D86 D91 D92"


@pytest.mark.parametrize("letter", ["B", "C"])
def test_games_under_every_other_reading_of_the_turn_go_on(letter: str) -> None:
    readings = {name: letter for name in OTHERS.split() if letter in SYSTEM.book.readings[name].letters}
    for scenario in ("plain", "lundies_plan", "evesham_what_if"):
        state = played(scenario, seed=3, orders=90, readings=readings)
        assert state.core.turn >= 2 or state.core.ended
