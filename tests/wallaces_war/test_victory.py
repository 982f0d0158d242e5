"""17, 20.4a The end, its points and its levels."""

from __future__ import annotations

import pytest

from domain.kernel.facts import GameEnded, PointsScored
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.asks import AwaitOutbid, Bid, Chit
from rules.wallaces_war.state import RECOVERY, State
from rules.wallaces_war.turn import victory
from rules.wallaces_war.turn.asks import Concede
from tests.wallaces_war.games import bidding, goes_on
from tests.wallaces_war.positions import give, start, told


def standing(scenario: str, battles: dict[str, str], **more: object) -> State:
    state = start(scenario, **more)  # type: ignore[arg-type]
    for name, found in battles.items():
        state.battles[name].standing = found  # type: ignore[assignment]
    return state


def test_x14_17_1b_17_2a_four_to_four_is_a_draw_and_six_to_four_a_minor_victory() -> None:
    even = standing("falkirk", {"wallace": "broken", "stewart": "weakened", "edward": "broken", "bigod": "broken"})
    assert [victory.total(even, side) for side in ("english", "scots")] == [4, 4]
    assert victory.verdict(even).winner == ""
    assert victory.standing(even).key == "level on points"
    even.battles["stewart"].standing = "broken"
    found = victory.verdict(even)
    assert (found.winner, found.why.key, found.why.of) == ("english", "minor victory", ("english", 6, 4))
    assert victory.standing(even).of == ("english", 6, 4, "1.50", "minor")


@pytest.mark.parametrize(
    ("standing_of", "points"),
    [("eliminated", (5, 4)), ("broken", (3, 2)), ("weakened", (1, 1)), ("wavering", (0, 0)), ("resolute", (0, 0))],
)
def test_17_1b_20_4a_points_for_a_battle_by_the_worst_it_has_come_to(standing_of: str, points: tuple[int, int]) -> None:
    scots = standing("falkirk", {"james": standing_of, "surrey": standing_of})
    assert (victory.total(scots, "english"), victory.total(scots, "scots")) == points
    barons = standing("lewes", {"segrve": standing_of, "cornwl": standing_of})
    assert (victory.total(barons, "royalist"), victory.total(barons, "barons")) == points


@pytest.mark.parametrize(
    ("high", "low", "level"),
    [(201, 100, "decisive"), (200, 100, "major"), (168, 100, "major"), (5, 3, "minor"), (134, 100, "minor"),
     (4, 3, "marginal"), (111, 100, "marginal"), (11, 10, ""), (1, 1, "")],
)  # fmt: skip
def test_17_2a_levels_by_the_ratio_rounded_to_two_decimals(high: int, low: int, level: str) -> None:
    assert victory.level(start("plain"), high, low) == level


@pytest.mark.parametrize(
    ("readings", "high", "low", "level"),
    [
        ({"D79": "B"}, 9, 1, ""),
        ({"D79": "B"}, 9, 0, ""),
        ({"D80": "A"}, 1, 0, "decisive"),
        ({"D80": "A"}, 0, 0, ""),
        ({"D80": "B"}, 1, 0, ""),
        ({"D80": "B"}, 2, 0, "major"),
        ({"D80": "B"}, 3, 0, "decisive"),
    ],
)
def test_d79_d80_the_ratio_as_written_and_against_nothing(
    readings: dict[str, str], high: int, low: int, level: str
) -> None:
    assert victory.level(start("plain", readings=readings), high, low) == level


def test_17_1a_d81_a_the_end_is_looked_for_after_phase_f() -> None:
    state = standing("falkirk", {"wallace": "weakened", "stewart": "broken", "james": "eliminated", "bek": "broken"})
    state.core.turn, state.core.phase, state.history = 4, RECOVERY, ["scots", "english"]
    facts = goes_on(state)
    assert [fact.points for fact in told(facts, PointsScored)] == [1, 3, 5, 2]
    assert told(facts, GameEnded)[0].winner == "english"
    assert told(facts, GameEnded)[0].why.key == "decisive victory"
    assert state.core.points == {"english": 9, "scots": 2}
    assert list(SYSTEM.book.choices(state)) == []


@pytest.mark.parametrize(("letter", "ends"), [("A", False), ("B", True)], ids=["D81 A", "D81 B"])
def test_d81_b_the_end_comes_at_once(letter: str, ends: bool) -> None:
    state = bidding({"red": [2], "green": [3]}, ["scots"], readings={"D81": letter})
    for name in ("green", "emerald"):
        state.battles[name].standing = "weakened"
    give(state, "english", Bid(battle="red", chit=2))
    assert (state.core.ended is not None) == ends


def test_d81_a_a_battle_still_to_come_counts_as_resolute() -> None:
    state = standing("lundies_plan", {"hugh": "eliminated", "latimr": "eliminated"})
    assert victory.beaten(state) == ""


@pytest.mark.parametrize(
    ("letter", "battles", "key"),
    [
        ("A", {}, "conceded, marginal victory"),
        ("A", {"green": "broken"}, "conceded, decisive victory"),
        ("A", {"red": "broken"}, "conceded, marginal victory"),
        ("B", {"red": "broken"}, "conceded, decisive victory"),
    ],
)
def test_d82_16_1_who_concedes_loses_by_the_points_but_at_least_marginally(
    letter: str, battles: dict[str, str], key: str
) -> None:
    state = bidding({"red": [2], "green": [3]}, ["scots"], readings={"D82": letter})
    for name, found in battles.items():
        state.battles[name].standing = found  # type: ignore[assignment]
    ended = told(give(state, "scots", Concede()), GameEnded)[0]
    assert (ended.winner, ended.why.key) == ("english", key)


def test_16_1_a_side_may_concede_at_any_time_whoever_is_asked() -> None:
    state = bidding({"red": [2], "green": [3]}, ["scots"])
    give(state, "english", Bid(battle="red", chit=2))
    assert state.core.pending == [AwaitOutbid(side="scots", bid=Chit(battle="red", value=2))]
    give(state, "english", Concede())
    assert state.core.ended
    assert state.core.ended.winner == "scots"
    before = start("falkirk")
    give(before, "english", Concede())
    assert before.core.ended
