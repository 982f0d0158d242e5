"""The recorded refight of 1 July 1863: who fought whom and when, what became of them, who held what at nightfall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest

from domain.games.games import Games
from domain.kernel.facts import DiceRolled, Fact, NoteAdded, OrderGiven, PhaseBegan
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from rules.gettysburg.combat.bombardment_facts import BombardmentResolved
from rules.gettysburg.combat.facts import CombatResolved, RetreatBeforeCombatTried
from rules.gettysburg.combat.retreat_facts import UnitRetreated
from rules.gettysburg.ids import HexId
from rules.gettysburg.position import side_at
from rules.gettysburg.state import CONFEDERATE, SIDES, UNION, State
from rules.gettysburg.turn.asks import EndPhase
from rules.gettysburg.turn.facts import UnitRallied
from rules.gettysburg.turn.state_facts import UnitEliminated, UnitRouted
from rules.gettysburg.turn.victory import CEMETERY_HILL
from tests.recorded import by_turn
from tests.replay_fixtures import FIXTURES, brought_in

REFIGHT = FIXTURES / "gettysburg" / "first-of-july.transcript"
TURNS = range(1, 11)
SCHEDULED = range(2, 10)  # 3.3 the turns of 1 July on which units are due before night
DUE = {CONFEDERATE: 35, UNION: 30}
SQUARE, BALTIMORE_STREET = "2020", "2120"
BARLOWS_KNOLL, HERBST_WOODS, SEMINARY, OAK_RIDGE, CUT = "1419", "1926", "2024", "1523", "1724"
EAST_BANK = "1827"  # of Willoughby Run, where Archer is struck
LEAST_NOTES, LEAST_ORDERS = 25, 250

# Attacker and defender in the order fought, by turn; a star marks a Counter-Attack.
COMBATS = {
    4: "Archer-Gamble, Meredith-Archer, Cutler-Davis",
    5: "Davis-Cutler, Cutler-Davis, Meredith-Davis",
    7: "O'Neal-Baxter, Iverson-Baxter, *Cutler-Iverson, Brockenbrough-Meredith, Pettigrew-Meredith, Gordon-v. Gilsa, "
    "*Ames-Gordon, Doles-Krzyzanowski, Stone-Daniel",
    8: "Hays-Coster, Gordon-Ames, Doles-Krzyzanowski, *Schimmelfennig-Doles, O'Neal-Paul, Ramseur-Paul, "
    "Brockenbrough-Stone, Daniel-Stone, Scales-Meredith, Perrin-Rowley",
    9: "Doles-Ames, Daniel-Cutler, Ramseur-Cutler, Hays-Osborn-a",
    10: "Hays-Ames",
}


class Refight(NamedTuple):
    facts: list[tuple[int, Fact]]  # each with its turn
    after: dict[int, State]  # the position when a turn is over
    start: State
    end: State


@pytest.fixture(scope="module")
def refight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Refight]:
    with GameLog(str(tmp_path_factory.mktemp("refight") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        line = brought_in(games, REFIGHT)
        facts, after = by_turn(games, line)
        yield Refight(facts, after, games.initial(line), after[TURNS[-1]])


def _name(state: State, unit: str) -> str:
    return state.units[unit].name.removesuffix(" (Iron)")


def _id(state: State, name: str, side: str) -> str:
    return next(unit for unit in state.units if _name(state, unit) == name and state.units[unit].side == side)


def _names_in(state: State, hexes: Iterable[HexId]) -> set[str]:
    return {_name(state, unit) for at in hexes for unit in state.stacks.get(at, ()) if unit in state.units}


def _combats(refight: Refight) -> list[CombatResolved]:
    return [fact for _, fact in refight.facts if isinstance(fact, CombatResolved)]


def test_the_brigades_meet_in_the_order_in_which_they_met(refight: Refight) -> None:
    fought: dict[int, list[str]] = {}
    for turn, fact in refight.facts:
        if isinstance(fact, CombatResolved):
            pair = f"{_name(refight.end, fact.attacker)}-{_name(refight.end, fact.defender)}"
            fought.setdefault(turn, []).append(f"{'*' if fact.counter else ''}{pair}")
    assert {turn: ", ".join(pairs) for turn, pairs in fought.items()} == COMBATS


@pytest.mark.parametrize(
    ("attacker", "defender", "place"),
    [
        ("Pettigrew", "Meredith", HERBST_WOODS),
        ("Gordon", "v. Gilsa", BARLOWS_KNOLL),
        ("Perrin", "Rowley", SEMINARY),
        ("Ramseur", "Paul", OAK_RIDGE),
        ("Daniel", "Stone", CUT),
    ],
)
def test_each_great_fight_is_fought_on_its_own_ground(
    refight: Refight, attacker: str, defender: str, place: str
) -> None:
    places = [
        fact.target
        for fact in _combats(refight)
        if (_name(refight.end, fact.attacker), _name(refight.end, fact.defender)) == (attacker, defender)
    ]
    assert places == [place]


def test_23_3_the_union_wins_and_no_confederate_stands_on_cemetery_hill(refight: Refight) -> None:
    ended, hill = refight.end.core.ended, refight.end.ground.named_hills[CEMETERY_HILL]
    assert ended
    assert (ended.winner, ended.why.cite) == (UNION, "23.3")
    assert CONFEDERATE not in {side_at(refight.end, at) for at in hill}


def test_what_is_left_of_two_corps_stands_on_cemetery_hill_with_its_reserve(refight: Refight) -> None:
    there = _names_in(refight.end, refight.end.ground.named_hills[CEMETERY_HILL])
    first_corps, eleventh = {"Meredith", "Stone", "Baxter"}, {"Schimmelfennig", "Krzyzanowski", "Coster", "Smith"}
    assert there >= first_corps | eleventh


def test_the_town_is_confederate_at_nightfall(refight: Refight) -> None:
    ground = refight.end.ground
    held = {at: side_at(refight.end, at) for at in ground.hexes if ground.is_town(at) and side_at(refight.end, at)}
    assert set(held.values()) == {CONFEDERATE}
    assert held.keys() >= {SQUARE, BALTIMORE_STREET}


def test_archer_is_thrown_back_over_willoughby_run_and_never_rallies(refight: Refight) -> None:
    archer = _id(refight.end, "Archer", CONFEDERATE)
    before = refight.after[3].units[archer]
    beaten = [fact for turn, fact in refight.facts if turn == 4 and isinstance(fact, UnitRetreated)]
    fallen_back = [fact.to for fact in beaten if fact.unit == archer]
    assert not before.shaken
    assert len(fallen_back) == 1
    assert refight.end.ground.is_stream(EAST_BANK, fallen_back[0])
    assert refight.end.units[archer].shaken
    assert not [fact for _, fact in refight.facts if isinstance(fact, UnitRallied) and fact.unit == archer]


def test_the_brigades_lost_are_those_that_were_wrecked(refight: Refight) -> None:
    routed = [(turn, _name(refight.end, fact.unit)) for turn, fact in refight.facts if isinstance(fact, UnitRouted)]
    gone = [(turn, _name(refight.end, fact.unit)) for turn, fact in refight.facts if isinstance(fact, UnitEliminated)]
    assert routed == [(5, "Davis")]
    assert gone == [(7, "Iverson"), (8, "Paul"), (8, "Rowley"), (9, "Cutler")]


def test_15_4_cavalry_gives_ground_before_infantry_three_times(refight: Refight) -> None:
    tries = [fact for _, fact in refight.facts if isinstance(fact, RetreatBeforeCombatTried)]
    assert [_name(refight.end, fact.unit) for fact in tries if fact.success] == ["Gamble", "Devin", "Gamble"]


def test_johnson_and_anderson_come_up_and_do_not_fight(refight: Refight) -> None:
    fresh = {_id(refight.end, name, CONFEDERATE) for name in ("Mahone", "Wilcox", "Wright", "Steuart", "Nicholls")}
    assert all(refight.end.units[unit].at in refight.end.stacks for unit in fresh)
    assert not [fact for fact in _combats(refight) if {fact.attacker, fact.defender} & fresh]


def test_the_knoll_is_barlows_until_gordon_takes_it(refight: Refight) -> None:
    assert [side_at(refight.after[turn], BARLOWS_KNOLL) for turn in (5, 6, 7)] == ["", UNION, CONFEDERATE]


def test_3_3_every_unit_due_on_turns_2_to_9_comes_onto_the_map_in_its_turn(refight: Refight) -> None:
    due = {name: unit.due.turn for name, unit in refight.start.units.items() if unit.due}
    scheduled = {name: turn for name, turn in due.items() if turn in SCHEDULED}
    late = [name for name, turn in scheduled.items() if not _is_on_the_map(refight.after[turn], name)]
    assert Counter(refight.start.units[name].side for name in scheduled) == DUE
    assert late == []


def _is_on_the_map(state: State, name: str) -> bool:
    """In a hex, or in an HMC that is."""
    at = state.units[name].at
    return (state.hmcs[at].at if at in state.hmcs else at) in state.stacks


def test_every_turn_is_played_by_both_sides(refight: Refight) -> None:
    begun = [(fact.turn, fact.side) for _, fact in refight.facts if isinstance(fact, PhaseBegan)]
    ended = [(turn, fact.by) for turn, fact in refight.facts if isinstance(fact, OrderGiven)
             and isinstance(fact.order, EndPhase)]  # fmt: skip
    assert {(turn, side) for turn in TURNS for side in SIDES} <= set(begun) & set(ended)


def test_the_dice_are_all_entered_and_the_battle_is_of_full_size(refight: Refight) -> None:
    rolls = [fact for _, fact in refight.facts if isinstance(fact, DiceRolled)]
    orders = [fact for _, fact in refight.facts if isinstance(fact, OrderGiven)]
    assert {roll.source for roll in rolls} == {"entered"}
    assert len(orders) >= LEAST_ORDERS
    assert [fact for _, fact in refight.facts if isinstance(fact, BombardmentResolved)]


def test_notes_name_the_moment_in_every_turn(refight: Refight) -> None:
    notes = [(turn, fact) for turn, fact in refight.facts if isinstance(fact, NoteAdded)]
    timed = [fact for _, fact in notes if fact.text[:5].count(":") == 1 and fact.text[:2].isdigit()]
    assert len(timed) >= LEAST_NOTES
    assert {turn for turn, _ in notes} >= set(TURNS)
