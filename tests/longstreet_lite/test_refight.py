"""The recorded refight of 28 August 1862: who fired at whom and from how far, who was lost, who stood at nightfall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel.facts import CardDrawn, DiceRolled, Fact, NoteAdded, OrderGiven
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.tabletop.bodies import gap_squared
from domain.tabletop.measure import Pose
from rules import SYSTEMS
from rules.longstreet_lite.combat.facts import CombatResolved, UnitCharged
from rules.longstreet_lite.fire.facts import UnitFired
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.retreat.facts import UnitRetreated
from rules.longstreet_lite.state import CS, SIDES, US, State
from rules.longstreet_lite.tables import BW
from rules.longstreet_lite.turn.facts import VictoryTested
from tests.recorded import by_turn
from tests.replay_fixtures import FIXTURES, brought_in

REFIGHT = FIXTURES / "longstreet_lite" / "brawners-farm.transcript"
TURNS = range(1, 21)
STONEWALL = ("4th-virginia", "5th-virginia", "2nd-and-27th-virginia", "33rd-virginia")
GIBBON = ("2nd-wisconsin", "19th-indiana", "7th-wisconsin", "6th-wisconsin")
CLOSE = 3 * BW
LEAST_NOTES, LEAST_ORDERS, MOST_ORDERS = 25, 150, 300

# Bases lost, each for about seventy men.
LOST = {
    "2nd-wisconsin": 4,
    "19th-indiana": 3,
    "7th-wisconsin": 2,
    "6th-wisconsin": 1,
    "56th-pennsylvania": 1,
    "battery-b-4th-us": 0,
    "4th-virginia": 1,
    "5th-virginia": 1,
    "2nd-and-27th-virginia": 1,
    "33rd-virginia": 1,
    "26th-georgia": 3,
    "60th-georgia": 1,
    "21st-georgia": 2,
    "21st-north-carolina": 2,
    "woodings-battery": 0,
    "poagues-battery": 0,
}


class Refight(NamedTuple):
    facts: list[tuple[int, Fact]]  # each with its turn
    after: dict[int, State]  # the position when a turn is over
    end: State
    is_clean: bool


@pytest.fixture(scope="module")
def refight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Refight]:
    with GameLog(str(tmp_path_factory.mktemp("refight") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        line = brought_in(games, REFIGHT)
        facts, after = by_turn(games, line)
        report = audit(games, Ref("game"), every=True)
        yield Refight(facts, after, after[TURNS[-1] + 1], report.is_clean)


def _shots(refight: Refight) -> Iterator[tuple[int, str, str, int]]:
    """Turn, firer, target and range of every shot."""
    for turn, fact in refight.facts:
        if isinstance(fact, UnitFired):
            yield from ((turn, fact.unit, shot.target, shot.range) for shot in fact.shots)


def _turns(refight: Refight, firers: tuple[str, ...], targets: tuple[str, ...]) -> list[int]:
    """The turns in which one of these fires at one of those."""
    return sorted({turn for turn, by, at, _ in _shots(refight) if by in firers and at in targets})


def test_the_whole_evening_audits_clean(refight: Refight) -> None:
    assert refight.is_clean


def test_the_guns_open_on_the_6th_wisconsin_before_any_musket_is_fired(refight: Refight) -> None:
    first, *_ = _shots(refight)
    assert first[:3] == (5, "poagues-battery", "6th-wisconsin")
    assert min(turn for turn, by, _, _ in _shots(refight) if by in GIBBON + STONEWALL) == 8


def test_battery_b_answers_the_guns_on_the_ridge(refight: Refight) -> None:
    assert _turns(refight, ("battery-b-4th-us",), ("poagues-battery",)) == [8]


def test_the_2nd_wisconsin_fires_first_and_alone_at_the_stonewall_brigade(refight: Refight) -> None:
    assert _turns(refight, ("2nd-wisconsin",), STONEWALL)[0] == 8
    assert _turns(refight, ("19th-indiana", "7th-wisconsin"), STONEWALL)[0] == 10


def test_the_2nd_wisconsin_and_the_stonewall_brigade_fire_at_each_other_at_about_eighty_yards(refight: Refight) -> None:
    ranges = [(by, away) for _, by, at, away in _shots(refight) if "2nd-wisconsin" in (by, at)]
    assert {by for by, _ in ranges} == {"2nd-wisconsin", "4th-virginia", "5th-virginia", "2nd-and-27th-virginia"}
    assert max(away for _, away in ranges) <= CLOSE


def test_every_regiment_of_gibbon_and_of_the_stonewall_brigade_fires(refight: Refight) -> None:
    assert {by for _, by, _, _ in _shots(refight)} >= {*GIBBON, *STONEWALL, "56th-pennsylvania"}


@pytest.mark.parametrize(
    ("unit", "turn"),
    [("19th-indiana", 8), ("7th-wisconsin", 8), ("6th-wisconsin", 10), ("56th-pennsylvania", 10)],
)
def test_each_regiment_comes_up_in_its_turn(refight: Refight, unit: str, turn: int) -> None:
    before, then = refight.after[turn - 1], refight.after[turn]
    north = [_pose(state, unit).y for state in (before, then, refight.end)]
    assert north[0] < 10 * BW <= north[1]
    assert north[2] - north[1] < BW


def _pose(state: State, unit: str) -> Pose:
    pose = state.units[unit].pose
    assert pose is not None
    return pose


def test_from_left_to_right_the_lines_stand_as_they_stood(refight: Refight) -> None:
    then = refight.after[13]
    union = ("19th-indiana", "2nd-wisconsin", "7th-wisconsin", "56th-pennsylvania", "6th-wisconsin")
    southern = (*STONEWALL, "26th-georgia", "60th-georgia", "21st-georgia", "21st-north-carolina")
    for line in (union, southern):
        places = [_pose(then, unit).x for unit in line]
        assert places == sorted(places)


def test_only_the_26th_georgia_charges_and_it_is_thrown_back_and_shattered(refight: Refight) -> None:
    charges = [(turn, fact.unit) for turn, fact in refight.facts if isinstance(fact, UnitCharged)]
    back = [(turn, fact.unit) for turn, fact in refight.facts if isinstance(fact, UnitRetreated)]
    assert charges == back == [(15, "26th-georgia")]
    assert {fact.unit for _, fact in refight.facts if isinstance(fact, CombatResolved)} == {
        "56th-pennsylvania",
        "7th-wisconsin",
    }
    assert [refight.after[turn].units["26th-georgia"].bases for turn in (14, 15, 16)] == [5, 4, 2]


def test_the_21st_georgia_is_cut_up_by_the_56th_pennsylvania_and_the_6th_wisconsin(refight: Refight) -> None:
    assert _turns(refight, ("56th-pennsylvania",), ("21st-georgia",)) == [18]
    assert 18 in _turns(refight, ("6th-wisconsin",), ("21st-georgia",))
    assert 18 in _turns(refight, ("6th-wisconsin",), ("21st-north-carolina",))


def test_each_unit_loses_as_it_did_in_proportion(refight: Refight) -> None:
    units = refight.end.units
    assert {name: unit.initial - unit.bases for name, unit in units.items()} == LOST
    assert all(unit.is_on_table for unit in units.values())
    assert all(10 <= refight.end.lost[side] <= 14 for side in SIDES)


def test_ll_3_bp_2_neither_side_wins_though_a_die_could_have_done_it(refight: Refight) -> None:
    tests = [fact for _, fact in refight.facts if isinstance(fact, VictoryTested)]
    last = {test.by: test for test in tests}
    assert [test.by for test in tests] == [CS, US] * 10
    assert not [test for test in tests if test.won]
    assert all(last[side].lost + 6 >= last[side].break_point for side in SIDES)
    assert refight.end.core.ended is None


def test_the_lines_still_face_each_other_at_nightfall(refight: Refight) -> None:
    end = refight.end
    for unit, other in (("2nd-wisconsin", "5th-virginia"), ("7th-wisconsin", "33rd-virginia")):
        gap = gap_squared(body_of(end, end.units[unit]), body_of(end, end.units[other]))
        assert gap <= CLOSE**2


def test_the_dice_and_cards_are_all_entered_and_the_action_is_of_full_size(refight: Refight) -> None:
    chances = [fact for _, fact in refight.facts if isinstance(fact, DiceRolled | CardDrawn)]
    orders = [fact for _, fact in refight.facts if isinstance(fact, OrderGiven)]
    assert {fact.source for fact in chances} == {"entered"}
    assert LEAST_ORDERS <= len(orders) <= MOST_ORDERS


def test_notes_name_the_moment_in_every_turn(refight: Refight) -> None:
    notes = [(turn, fact) for turn, fact in refight.facts if isinstance(fact, NoteAdded)]
    timed = [fact.text[:5] for _, fact in notes if fact.text[:2].isdigit() and fact.text[2] == ":"]
    assert len(timed) >= LEAST_NOTES
    assert timed == sorted(timed)
    assert {turn for turn, _ in notes} >= set(TURNS)
