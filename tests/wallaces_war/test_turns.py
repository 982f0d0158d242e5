"""3, 4, 17 The turn from phase A to phase G: what each of its parts holds, chits and points."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import OrderGiven, PhaseBegan
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.asks import Activate, ActivateReaction, Bid, Chit, ContinueAttack, Outbid
from rules.wallaces_war.command.facts import BattleActivated, BidMade, CommandChecked, InitiativeWon, ReplacementRolled
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.losses.facts import EffectivenessTested, MoraleTested
from rules.wallaces_war.melee.asks import DeclareMelee
from rules.wallaces_war.movement.asks import MoveUnits
from rules.wallaces_war.position import units_of
from rules.wallaces_war.sight.board import board, track_box
from rules.wallaces_war.sight.secrecy import seen_by
from rules.wallaces_war.state import (
    ADJUSTMENT,
    DECISION,
    DEFENSIVE_FIRE,
    EMPTY,
    EXTENSION,
    INITIATIVE,
    LISTS,
    MELEE,
    MOVEMENT,
    OFFENSIVE_FIRE,
    PLACING,
    REACTION,
    RECOVERY,
    REPLACEMENT,
    TOP_UP,
    ZERO,
    Filled,
    State,
)
from rules.wallaces_war.turn import victory
from rules.wallaces_war.turn.asks import Decline, EndSegment
from rules.wallaces_war.turn.phases import side_of
from tests.wallaces_war.games import bidding, kinds, opened
from tests.wallaces_war.positions import at, give, position, refused, start, told


def lines(phase: str = MOVEMENT, **more: Any) -> State:
    """Two lines next to each other, each with archers behind."""
    places = {
        "red-ar-1": f"{at(0, 1)}:0",
        "red-ri-1": f"{at(1, 0)}:0",
        "green-ar-1": f"{at(1, -2)}:3",
        "green-ri-1": f"{at(1, -1)}:3",
    }
    leaders = {"red": at(0, 1), "crimson": "0310", "green": at(1, -2), "emerald": "2210"}
    active = "scots" if phase in (ADJUSTMENT, DEFENSIVE_FIRE) else "english"
    return position(places, leaders=leaders, phase=phase, active=active, **{"turn": 4, **more})


def ended(state: State, *dice: int) -> list[Any]:
    """The rest of the turn, with nothing done in it."""
    facts: list[Any] = []
    turn = state.core.turn
    while state.core.turn == turn:
        last = state.core.phase in (EXTENSION, DECISION)
        facts += give(state, state.core.active, EndSegment(), *(dice if last else ()))
    return facts


def test_3_1a_a_turn_activates_one_battle_and_the_next_begins_with_none() -> None:
    state = lines()
    facts = ended(state)
    assert not told(facts, BattleActivated)
    assert (state.core.turn, state.core.phase, state.turn.battle) == (5, INITIATIVE, "")
    state.battles["red"].track, state.battles["green"].track = [2], [1]
    give(state, "scots", Bid(battle="green", chit=1))
    facts = give(state, "english", Outbid(battle="red", chit=2))
    assert [fact.battle for fact in told(facts, BattleActivated)] == ["red"]
    assert refused(state, "english", Activate(battle="crimson", chit=0)) == "4.3d"


def test_3_1b_after_any_turn_comes_the_next() -> None:
    """G: the marker goes on; there is no last turn."""
    state = lines(EXTENSION, turn=199)
    facts = ended(state)
    assert state.core.turn == 200
    assert told(facts, PhaseBegan)[-1].turn == 200
    assert not state.core.ended


def test_3_2a_who_wins_initiative_has_it_to_the_end_of_the_turn() -> None:
    state = bidding({"red": [3], "green": [1]}, ["scots"])
    facts = give(state, "english", Bid(battle="red", chit=3))
    assert [fact.side for fact in told(facts, InitiativeWon)] == ["english"]
    mine = (MOVEMENT, OFFENSIVE_FIRE, MELEE, EXTENSION, DECISION)
    theirs = (ADJUSTMENT, DEFENSIVE_FIRE, REACTION)
    while state.core.turn == 2:
        assert state.turn.initiative == "english"
        assert {side_of(state, phase) for phase in mine} == {"english"}
        assert {side_of(state, phase) for phase in theirs} == {"scots"}
        give(state, state.core.active, EndSegment(), *((1, 1) if state.core.phase == MOVEMENT else ()))


@pytest.mark.parametrize(("turn", "dice"), [(2, (1, 1)), (3, ()), (4, ()), (5, (1, 1))], ids=["3", "4", "5", "6"])
def test_replacement_chits_are_rolled_for_on_every_third_turn(turn: int, dice: tuple[int, ...]) -> None:
    """A: turns 3, 6, 9 and so on."""
    facts = ended(lines(EXTENSION, turn=turn), *dice)
    begun = [fact.phase for fact in told(facts, PhaseBegan) if fact.turn == turn + 1]
    assert begun == ([REPLACEMENT, INITIATIVE] if dice else [INITIATIVE])
    assert [fact.side for fact in told(facts, ReplacementRolled)] == (["english", "scots"] if dice else [])


def test_b1_no_bid_where_initiative_falls_to_a_side() -> None:
    assert opened({"red": [1], "green": [1]}, ["scots"]).core.phase == INITIATIVE
    bound = opened({"red": [1], "green": [1]}, ["scots", "scots"])
    assert (bound.turn.initiative, kinds(bound)) == ("english", {"Activate"})


def test_b2_and_4_3d_the_chit_leaves_its_track_for_its_battle() -> None:
    state = bidding({"red": [3, 1], "crimson": [3]}, ["scots"])
    give(state, "english", Bid(battle="red", chit=3))
    assert (state.turn.battle, state.turn.chit) == ("red", 3)
    assert (state.battles["red"].track, state.battles["crimson"].track) == ([EMPTY, 1], [3])


def test_c1_units_turn_free_until_one_has_moved_and_then_move_one_after_another() -> None:
    state = lines()
    assert kinds(state) >= {"FreeFacing", "MoveUnits", "MoveLeader", "EndSegment"}
    give(state, "english", MoveUnits(units=("red-ar-1",), path=(at(-1, 1),)))
    assert "FreeFacing" not in kinds(state)
    assert refused(state, "english", MoveUnits(units=("red-ar-1",), path=(at(-2, 1),))) == "7.1e"


def test_c1_command_is_checked_first() -> None:
    state = bidding({"red": [3]}, ["scots"])
    state.leaders["red"].at = "2020"
    facts = give(state, "english", Bid(battle="red", chit=3))
    assert [(fact.battle, fact.out) for fact in told(facts, CommandChecked)] == [("red", ("red-ri-1",))]
    assert not state.units["red-ri-1"].in_command


SEGMENTS = {
    "C2": (ADJUSTMENT, "scots", {"FreeFacing", "EndSegment"}),
    "C3": (DEFENSIVE_FIRE, "scots", {"Fire", "EndSegment"}),
    "C4": (OFFENSIVE_FIRE, "english", {"Fire", "EndSegment"}),
    "C5": (MELEE, "english", {"DeclareMelee", "EndSegment"}),
    "C6": (EXTENSION, "english", {"EndSegment"}),
}


@pytest.mark.parametrize(("phase", "side", "orders"), SEGMENTS.values(), ids=SEGMENTS)
def test_what_each_segment_holds_and_whose_it_is(phase: str, side: str, orders: set[str]) -> None:
    state = lines(phase)
    assert kinds(state) == orders
    assert {choice.by for choice in SYSTEM.book.choices(state)} == {side}
    give(state, side, EndSegment())
    assert state.core.phase != phase


def test_the_other_side_reacts_to_a_continuation_and_not_otherwise() -> None:
    """D: one Battle moves, and does nothing else."""
    assert REACTION not in [fact.phase for fact in told(ended(lines()), PhaseBegan)]
    state = lines(DECISION, chit=4)
    state.battles["green"].track = [2]
    facts = give(state, "english", ContinueAttack())
    assert [fact.phase for fact in told(facts, PhaseBegan)] == [REACTION]
    give(state, "scots", ActivateReaction(battle="green", chit=2))
    assert kinds(state) >= {"MoveUnits", "MoveLeader"}
    assert not kinds(state) & {"Fire", "DeclareMelee", "MarkCharge"}


def _shaken_and_thinned() -> State:
    """A shaken unit of red, and a box with a square filled in this turn."""
    state = lines(EXTENSION, shaken=["red-ar-1"])
    row = next(one for one in state.engagement.battles if one.id == "red")
    box = next(i for i, one in enumerate(row.display) if one.symbol)
    state.battles["red"].display = [Filled(unit=f"red-sc-{i}", turn=4 if i == box else 1) for i in range(box + 1)]
    return state


def test_recovery_comes_before_effectiveness_and_the_end_is_looked_for_after_both() -> None:
    """F: the order of its parts."""
    facts = ended(_shaken_and_thinned(), 1, 1)
    tests = [type(fact) for fact in facts if isinstance(fact, MoraleTested | EffectivenessTested)]
    assert tests == [MoraleTested, EffectivenessTested]
    begun = [fact.phase for fact in told(facts, PhaseBegan)]
    assert begun[-2:] == [RECOVERY, INITIATIVE]
    lost = _shaken_and_thinned()
    for name in ("red", "crimson"):
        lost.battles[name].standing = "broken"
    facts = give(lost, "english", EndSegment(), 1, 1)
    assert lost.core.ended
    assert facts.index(told(facts, EffectivenessTested)[0]) < len(facts) - 1


def test_4_1a_no_battle_is_activated_without_a_chit_but_where_its_side_has_none() -> None:
    state = opened({"red": [2], "green": [1]}, ["scots", "scots"])
    assert refused(state, "english", Activate(battle="crimson", chit=0)) == "4.3e"
    assert refused(state, "english", Activate(battle="crimson", chit=2)) == "4.3d"
    give(state, "english", Activate(battle="red", chit=2))
    assert state.battles["red"].track == [EMPTY]
    state = opened({"green": [1]}, ["scots", "scots"])
    give(state, "english", Activate(battle="crimson", chit=0))
    assert state.turn.battle == "crimson"
    reacting = lines(DECISION, chit=4)
    reacting.battles["green"].track = [2]
    reacting.battles["emerald"].track = [EMPTY]
    give(reacting, "english", ContinueAttack())
    assert refused(reacting, "scots", ActivateReaction(battle="green", chit=0)) == "4.6a"


def test_4_2g_every_box_left_empty_by_the_placing_holds_a_zero() -> None:
    state = start("stirling_bridge")
    held = 0
    while state.core.phase in (LISTS, TOP_UP, PLACING):
        held = sum(map(sum, state.chits.held.values())) or held
        choice = list(SYSTEM.book.choices(state))[-1]  # few chits, and high ones
        give(state, choice.by, choice.order)
    boxes = [value for battle in state.battles.values() for value in battle.track]
    assert boxes.count(ZERO) == len(boxes) - held > 0
    assert EMPTY not in boxes


def _chits_shown(state: State, viewer: str) -> list[str]:
    boxes = {track_box(state, name) for name in state.battles}
    return [counter.name for counter in board(state, viewer).counters if counter.at in boxes]


def test_4_2h_both_sides_see_every_track_from_the_reveal_on() -> None:
    state = start("stirling_bridge")
    while state.core.phase in (LISTS, TOP_UP, PLACING):
        assert _chits_shown(state, "english") == []
        choice = next(iter(SYSTEM.book.choices(state)))
        give(state, choice.by, choice.order)
    shown = [str(value) for battle in state.battles.values() for value in battle.track]
    assert _chits_shown(state, "english") == _chits_shown(state, "scots") == shown


def test_4_3a_a_chit_bids_its_value_and_a_zero_bids_nothing() -> None:
    state = bidding({"red": [ZERO], "green": [ZERO, 1]}, ["scots"])
    give(state, "english", Bid(battle="red", chit=0))
    assert refused(state, "scots", Outbid(battle="green", chit=0)) == "4.3b"
    facts = give(state, "scots", Outbid(battle="green", chit=1))
    assert [fact.side for fact in told(facts, InitiativeWon)] == ["scots"]


def test_4_3c_bids_are_open() -> None:
    state = bidding({"red": [3], "green": [4]}, ["scots"])
    bid = BidMade(side="english", chit=Chit(battle="red", value=3))
    assert seen_by(state, bid) is None
    assert seen_by(state, OrderGiven(by="english", order=Bid(battle="red", chit=3))) is None
    assert seen_by(state, OrderGiven(by="scots", order=Outbid(battle="green", chit=4))) is None
    give(state, "english", Bid(battle="red", chit=3))
    assert state.turn.bid == Chit(battle="red", value=3)


@pytest.mark.parametrize("chit", [0, 1, 2, 3, 4])
def test_4_5c_whatever_the_chit_melee_has_its_own_rules(chit: int) -> None:
    state = lines(MELEE, chit=chit)
    assert refused(state, "english", DeclareMelee(unit="red-ar-1", target=at(1, -1))) == "10.2k"
    assert refused(lines(MELEE, chit=chit, shaken=["red-ri-1"]), "english", ATTACK) == "10.2h"
    give(state, "english", ATTACK)


ATTACK = DeclareMelee(unit="red-ri-1", target=at(1, -1))


def test_15_1a_a_battle_is_resolute_until_it_fails_a_test() -> None:
    for scenario in ("stirling_bridge", "evesham"):
        assert {battle.standing for battle in start(scenario).battles.values()} == {"resolute"}
    failed = _shaken_and_thinned()
    ended(failed, 1, 10, 1, 1)
    assert failed.battles["red"].standing in ("wavering", "weakened", "broken")
    assert failed.battles["crimson"].standing == "resolute"


def test_17_2b_steps_and_units_lost_score_nothing_of_themselves() -> None:
    state = lines(DEFENSIVE_FIRE, steps={"red-ri-1": 5, "red-ar-1": 1})
    give(state, "scots", Fire(unit="green-ri-1", target=at(1, 0)), 9)
    assert list(units_of(state, "red")) == ["red-ar-1"]
    assert [victory.total(state, side) for side in ("english", "scots")] == [0, 0]
    state.battles["red"].standing = "weakened"
    assert [victory.total(state, side) for side in ("english", "scots")] == [0, 1]


def test_c7_without_a_4_there_is_nothing_to_decide() -> None:
    state = lines(DECISION, chit=3)
    assert refused(state, "english", ContinueAttack()) == "10.4a"
    assert "ContinueAttack" in kinds(lines(DECISION, chit=4))
    give(lines(DECISION, chit=4), "english", Decline())
