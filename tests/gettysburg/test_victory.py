"""4.0, 23.2 to 23.5 Who has won, and by how much."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import PointsScored
from domain.kernel.play import fold
from domain.kernel.reasons import Reason
from domain.kernel.say import Say
from rules.gettysburg import SYSTEM
from rules.gettysburg.state import CONFEDERATE, UNION, State
from rules.gettysburg.tables import POINTS_TRAIN_ATTACKED, POINTS_TRAIN_EXIT
from rules.gettysburg.turn import states, victory
from rules.gettysburg.turn.asks import ReturnUnit
from rules.gettysburg.turn.facts import UnitReturned
from rules.gettysburg.turn.state_facts import UnitCaptured, UnitEliminated, UnitRouted
from tests.gettysburg.positions import give, position
from tests.gettysburg.test_states import play_of

END = (victory.LAST_TURN, 10)


def at_the_end(scenario: str, places: dict[str, str] | None = None, **given: Any) -> State:
    return position(places or {}, scenario=scenario, **given)


def scored(state: State, confederate: int, union: int = 0) -> State:
    state.core.points.update({CONFEDERATE: confederate, UNION: union})
    return state


@pytest.mark.parametrize(
    ("score", "winner", "degree"),
    [
        (45, CONFEDERATE, "decisive victory"),
        (30, CONFEDERATE, "decisive victory"),
        (29, CONFEDERATE, "victory"),
        (10, CONFEDERATE, "victory"),
        (9, UNION, "victory"),
        (0, UNION, "victory"),
        (-9, UNION, "victory"),
        (-10, UNION, "decisive victory"),
        (-50, UNION, "decisive victory"),
    ],
)
def test_4_1b_e10_degrees_of_victory(score: int, winner: str, degree: str) -> None:
    """4.2 for the score of 0"""
    ended = victory.ended(scored(at_the_end("full"), score + 60, 60), *END)
    assert (ended.winner, ended.why.cite) == (winner, "4.1b")
    assert ended.why == Reason(f"{degree} by points", "4.1b", (*END, winner, score))


def test_x15_4_3_a_score_of_13_is_a_confederate_win() -> None:
    """Each point is scored by the rule that gives it."""
    union_lost = [f"U-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8)]
    rebuilt = ["U-9", "U-19"]
    gone = ["C-1", "C-2", "C-3", "C-4", "C-6"]
    places = {**dict.fromkeys([*union_lost, *rebuilt, *gone, "C-7"], "eliminated"), "U-10": "2020", "C-5": "2025"}
    state = position({**places, "U-Train": "3030", "C-Train": "1628", "U-46": "routed", "C-46": "routed"},
                     phase="return", active=UNION)  # fmt: skip
    for name in union_lost:
        back = rebuilt[name in ("U-7", "U-8")]
        give(state, UNION, ReturnUnit(unit=back, to="3031", destroying=name))
        state.stacks.pop("3031")
        state.units[back].at = "eliminated"
    state.core.active = CONFEDERATE
    for name in gone:
        give(state, CONFEDERATE, ReturnUnit(unit="C-7", to="1629", destroying=name))
        state.stacks.pop("1629")
        state.units["C-7"].at = "eliminated"
    play = play_of(state)
    states.capture(play, "U-10", Reason("surrounded", "12.4f"))
    states.capture(play, "C-5", Reason("13.5", "13.5b"))
    for side, points in ((CONFEDERATE, POINTS_TRAIN_EXIT["G"]), *[(UNION, POINTS_TRAIN_ATTACKED)] * 3):
        play.record(PointsScored(side=side, points=points, why=Reason("the Train attacked", "4.3")))
    assert state.core.points == {CONFEDERATE: 27, UNION: 14}
    ended = victory.ended(state, *END)
    assert (victory.score(state), ended.winner, ended.why.key) == (13, CONFEDERATE, "victory by points")


@pytest.mark.parametrize(("scenario", "rule"), [("mcpherson", "23.2"), ("first_day", "23.3")])
@pytest.mark.parametrize(
    ("places", "winner"),
    [
        ({"C-1": "2621", "C-2": "2621"}, CONFEDERATE),
        ({"C-1": "2621"}, UNION),
        ({"C-1": "2621", "C-53": "2621"}, UNION),
        ({"C-1": "2621", "C-5": "2621"}, UNION),
        ({"U-1": "2621", "U-2": "2621"}, UNION),
        ({"C-1": "2621", "C-2": "1628"}, UNION),
    ],
)
def test_23_2_23_3_two_confederate_infantry_brigades_on_cemetery_hill(
    scenario: str, rule: str, places: dict[str, str], winner: str
) -> None:
    state = scored(at_the_end(scenario, places), 0, 100)
    ended = victory.ended(state, *END)
    assert (ended.winner, ended.why.cite) == (winner, rule)


def test_23_2_any_two_of_the_thirteen_hexes_will_do() -> None:
    hill = at_the_end("mcpherson").ground.named_hills["Cemetery Hill"]
    assert len(hill) == 13
    for at in hill:
        other = next(hex for hex in hill if hex != at)
        assert victory.ended(at_the_end("mcpherson", {"C-1": at, "C-2": other}), *END).winner == CONFEDERATE
    beside = next(at for at in at_the_end("mcpherson").ground.within(hill[0], 4) if at not in hill)
    assert victory.ended(at_the_end("mcpherson", {"C-1": hill[0], "C-2": beside}), *END).winner == UNION


def test_23_2_shaken_and_disrupted_brigades_count() -> None:
    state = at_the_end("mcpherson", {"C-1": "2621", "C-2": "2621"}, shaken=["C-1"], disrupted=["C-2"])
    assert victory.ended(state, *END).winner == CONFEDERATE


TEN = [f"U-{number}" for number in range(1, 11)]  # two of them artillery


@pytest.mark.parametrize(
    ("margin", "lost", "winner"), [(20, 10, CONFEDERATE), (19, 10, UNION), (20, 9, UNION), (45, 0, UNION)]
)
def test_23_4_both_the_margin_and_the_units_are_needed(margin: int, lost: int, winner: str) -> None:
    boxes = ["eliminated", "routed", "destroyed_cadres"] * 4
    state = at_the_end("second_day", dict(zip(TEN[:lost], boxes, strict=False)))
    ended = victory.ended(scored(state, margin + 7, 7), *END)
    assert (ended.winner, ended.why.cite) == (winner, "23.4")


@pytest.mark.parametrize("box", ["captured", "out_of_play", "pool", "2020"])
def test_d90_units_elsewhere_do_not_count(box: str) -> None:
    state = at_the_end("second_day", dict.fromkeys(TEN[1:], "routed") | {"U-1": box})
    assert victory.boxed_units(state) == 9


def test_d90_a_guns_count_and_b_they_do_not() -> None:
    lost = dict.fromkeys(TEN, "routed")
    assert victory.boxed_units(at_the_end("second_day", lost)) == 10
    assert victory.boxed_units(at_the_end("second_day", lost, readings={"D90": "B"})) == 8
    cavalry = {**lost, "U-72": "eliminated"}
    assert victory.boxed_units(at_the_end("second_day", cavalry, readings={"D90": "B"})) == 9


def test_d90_confederate_units_do_not_count() -> None:
    assert victory.boxed_units(at_the_end("second_day", {"C-1": "routed", "U-1": "routed"})) == 1


def test_23_5_1_two_infantry_brigades_on_the_taneytown_road() -> None:
    for first, second, winner in (
        ("2720", "3219", CONFEDERATE), ("2720", "2720", CONFEDERATE), ("2720", "1628", UNION),
    ):  # fmt: skip
        ended = victory.ended(at_the_end("little_round_top", {"C-1": first, "C-2": second}), *END)
        assert (ended.winner, ended.why.cite) == (winner, "23.5")
    assert victory.ended(at_the_end("little_round_top", {"C-1": "2720", "C-53": "2720"}), *END).winner == UNION


@pytest.mark.parametrize(("at", "winner"), [("2518", CONFEDERATE), ("3016", CONFEDERATE)])
def test_23_5_2_one_infantry_brigade_on_the_baltimore_pike(at: str, winner: str) -> None:
    assert victory.ended(at_the_end("little_round_top", {"C-1": at}), *END).winner == winner
    assert victory.ended(at_the_end("little_round_top", {"C-53": at, "C-5": at}), *END).winner == UNION
    assert victory.ended(at_the_end("little_round_top", {"U-1": at}), *END).winner == UNION


@pytest.mark.parametrize(("road", "needed"), [(victory.TANEYTOWN_ROAD, 2), (victory.BALTIMORE_PIKE, 1)])
def test_23_5_the_stretch_ends_with_the_hexes_named(road: tuple[str, str, str], needed: int) -> None:
    state = at_the_end("little_round_top")
    name, first, last = road
    hexes = victory.stretch(state, *road)
    assert {hexes[0], hexes[-1]} == {first, last}
    whole = next(way.hexes for way in state.ground.roads if way.name == name)
    beyond = [at for at in whole if at not in hexes]
    assert beyond
    brigades = [f"C-{number}" for number in (1, 2)][:needed]
    for at in hexes:
        assert victory.ended(at_the_end("little_round_top", dict.fromkeys(brigades, at)), *END).winner == CONFEDERATE
    for at in {*beyond} - {*victory.stretch(state, *victory.BALTIMORE_PIKE)}:
        assert victory.ended(at_the_end("little_round_top", dict.fromkeys(brigades, at)), *END).winner == UNION


UNION_INFANTRY = [f"U-{number}" for number in (1, 4, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17)]


def broken(count: int, **given: Any) -> State:
    """So many Union infantry brigades Eliminated or Routed, one after the other."""
    state = at_the_end("little_round_top", dict.fromkeys(UNION_INFANTRY, "2020"), **given)
    for number, name in enumerate(UNION_INFANTRY[:count]):
        fact = (
            UnitRouted(unit=name, box="routed", why=Reason("", "7.5a"))
            if number % 2
            else UnitEliminated(unit=name, why=Reason("", "7.6a"))
        )
        fold(SYSTEM, state, [fact])
    return state


@pytest.mark.parametrize("letter", ["A", "B"])
def test_23_5_3_twelve_union_infantry_brigades_eliminated_or_routed(letter: str) -> None:
    assert victory.ended(broken(12, readings={"D89": letter}), *END).winner == CONFEDERATE
    assert victory.ended(broken(11, readings={"D89": letter}), *END).winner == UNION


@pytest.mark.parametrize(("letter", "count"), [("A", 12), ("B", 11)])
def test_d89_a_brigade_that_came_back_counts_under_a_only(letter: str, count: int) -> None:
    state = broken(12, readings={"D89": letter})
    fold(SYSTEM, state, [UnitReturned(unit="U-1", to="3030")])
    assert victory.broken_infantry(state) == count


def test_d89_a_a_brigade_counts_once_however_often_it_breaks() -> None:
    state = broken(1)
    back = UnitReturned(unit="U-1", to="3030")
    fold(SYSTEM, state, [back, UnitRouted(unit="U-1", box="routed", why=Reason("", "7.5a"))])
    assert victory.broken_infantry(state) == 1


def test_d89_a_a_rout_that_ends_in_capture_counts_and_a_capture_alone_does_not() -> None:
    state = broken(0)
    fold(SYSTEM, state, [UnitRouted(unit="U-1", box="captured", why=Reason("", "7.5c"))])
    fold(SYSTEM, state, [UnitCaptured(unit="U-4", why=Reason("", "12.4f"))])
    assert victory.broken_infantry(state) == 1


@pytest.mark.parametrize("name", ["U-7", "U-72", "C-1"])
def test_23_5_3_only_union_infantry_counts(name: str) -> None:
    state = at_the_end("little_round_top", {name: "3030"})
    fold(SYSTEM, state, [UnitRouted(unit=name, box="routed", why=Reason("", "7.5a"))])
    assert victory.broken_infantry(state) == 0


def test_23_5_the_verdict_says_what_was_met_or_all_that_was_not() -> None:
    won = victory.ended(at_the_end("little_round_top", {"C-1": "2518"}), *END).why
    assert won.of == (*END, "Baltimore Pike", 1)
    lost = victory.ended(at_the_end("little_round_top"), *END).why
    assert lost.of == (*END, "Taneytown Road", 0, "Baltimore Pike", 0, "broken", 0)
    assert Say(SYSTEM.words("en")).reason(lost) == (
        "end of 1 July, turn 10; Confederate infantry brigades on the Taneytown Road: 0; Confederate infantry "
        "brigades on the Baltimore Pike: 0; Union infantry brigades Eliminated or Routed: 0"
    )
