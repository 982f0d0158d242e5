"""16.2.4d, 20.3.6b Battles that come later: the roll, and the activation they must have."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact
from domain.kernel.play import Play, facts_of
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.activation import battles_for, due, hand
from rules.wallaces_war.command.asks import Activate, ActivateReaction, Bid, PlaceReplacement
from rules.wallaces_war.command.facts import ArrivalRolled, BattleActivated, InitiativeWon
from rules.wallaces_war.command.initiative import open_bidding
from rules.wallaces_war.command.replacement import place_bar
from rules.wallaces_war.state import ACTIVATION, EMPTY, INITIATIVE, REACTION, State
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.positions import give, position, refused, told


def at_b1(scenario: str, history: list[str], *, turn: int = 6, **more: Any) -> State:
    state = position({}, scenario=scenario, phase=INITIATIVE, turn=turn, battle="", initiative="", **more)
    state.turn.initiative, state.core.active, state.history = "", "", history
    for battle in state.battles.values():
        battle.track = [3, 0, EMPTY]
    return state


def opened(state: State, *dice: int) -> list[Fact]:
    play = Play(SYSTEM, state, state.core.sides[0], EndSegment(), EnteredChance(dice))
    open_bidding(play)
    while state.core.phase == INITIATIVE and SYSTEM.book.proceed(play):
        pass
    play.chance.finish()
    return facts_of(play.recorded)


@pytest.mark.parametrize(("die", "comes"), [(7, False), (8, True), (10, True)])
def test_16_2_4d_from_turn_6_huntercombe_comes_on_8_or_more(die: int, comes: bool) -> None:
    state = at_b1("lundies_plan", ["scots"])
    facts = opened(state, die)
    assert told(facts, ArrivalRolled)[0].arrives == comes
    assert (state.core.phase, state.turn.initiative) == ((ACTIVATION, "english") if comes else (INITIATIVE, ""))


def test_16_2_4d_he_must_be_activated_by_a_chit_of_his_track() -> None:
    state = at_b1("lundies_plan", ["scots"])
    opened(state, 9)
    assert battles_for(state, "english") == ["hntrb"]
    assert refused(state, "english", Activate(battle="hugh", chit=3)) == "16.2.4d"
    assert refused(state, "english", Activate(battle="hntrb", chit=4)) == "4.3d"
    facts = give(state, "english", Activate(battle="hntrb", chit=3))
    assert told(facts, BattleActivated)[0].arrives
    assert (state.battles["hntrb"].arrived, state.turn.arriving) == (True, "hntrb")
    assert state.battles["hntrb"].track == [EMPTY, 0, EMPTY]


def test_16_2_4d_no_roll_before_turn_6_or_once_he_is_here() -> None:
    assert told(opened(at_b1("lundies_plan", ["scots"], turn=5)), ArrivalRolled) == []
    state = at_b1("lundies_plan", ["scots"])
    state.battles["hntrb"].arrived = True
    assert told(opened(state), ArrivalRolled) == []


def test_p26_12_d83_his_chits_are_not_bid_nor_spent_before_but_may_be_replaced() -> None:
    state = at_b1("lundies_plan", ["scots"])
    opened(state, 1)
    assert refused(state, "english", Bid(battle="hntrb", chit=3)) == "16.2.4d"
    assert {chit.battle for chit in hand(state, "english")} == {"hugh", "latimr"}
    assert place_bar(state, "english", 2, PlaceReplacement(battle="hntrb")) is None
    state.core.phase, state.core.active = REACTION, "english"
    state.turn.initiative, state.turn.battle = "scots", "wallace"
    assert refused(state, "english", ActivateReaction(battle="hntrb", chit=3)) == "4.7a"


@pytest.mark.parametrize(
    ("letter", "history", "rolls"),
    [
        ("A", ["english", "english"], True),
        ("B", ["english", "english"], False),
        ("B", ["scots", "scots"], True),
        ("B", ["scots"], True),
    ],
    ids=["D83 A arrival overrides 4.3f", "D83 B no roll", "D83 B his own turn", "D83 B nobody bound"],
)
def test_p26_8_d83_the_roll_and_the_two_turn_rule(letter: str, history: list[str], rolls: bool) -> None:
    state = at_b1("lundies_plan", history, readings={"D83": letter})
    facts = opened(state, *((9,) if rolls else ()))
    assert bool(told(facts, ArrivalRolled)) == rolls
    assert told(facts, InitiativeWon)[0].side == ("english" if rolls else "scots")
    assert state.history[-1] == told(facts, InitiativeWon)[0].side


def test_20_3_6b_d86_once_each_side_has_had_two_turns_its_reinforcement_is_next() -> None:
    history = ["barons", "royalist", "barons"]
    state = at_b1("evesham_what_if", history, turn=4)
    assert [due(state, side) for side in state.core.sides] == ["", ""]
    assert refused(state, "royalist", Bid(battle="mortmr", chit=3)) == "20.3.6b"
    state = at_b1("evesham_what_if", [*history, "royalist"], turn=5)
    assert [due(state, side) for side in state.core.sides] == ["mortmr", "simon-j"]
    assert refused(state, "barons", Bid(battle="simon-m", chit=3)) == "20.3.6b"
    facts = give(state, "barons", Bid(battle="simon-j", chit=3))
    assert told(facts, BattleActivated)[0].arrives
    assert state.turn.arriving == "simon-j"
    assert due(state, "barons") == ""


def test_4_7a_a_side_with_nobody_to_activate_loses_its_turn() -> None:
    state = at_b1("lundies_plan", ["scots", "scots"], turn=4)
    for name in ("hugh", "latimr"):
        state.battles[name].standing = "eliminated"
    play = Play(SYSTEM, state, "english", EndSegment(), EnteredChance(()))
    open_bidding(play)
    while state.core.turn == 4 and SYSTEM.book.proceed(play):
        pass
    assert (state.core.turn, state.history) == (5, ["scots", "scots", "english"])
