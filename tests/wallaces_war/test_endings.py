"""Each way a battle can end has its recorded game; that they replay and audit is tested with all fixtures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from domain.games.games import Games
from domain.kernel.facts import Fact
from domain.kernel.system import default_readings
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.facts import AttackContinued
from rules.wallaces_war.losses.facts import BerserkTested, LeaderAppeared, LeaderDisplaced, LeaderFell
from rules.wallaces_war.movement.facts import UnitsMoved
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.victory import VICTORY, beaten
from tests.replay_fixtures import FIXTURES, imported


class Played(NamedTuple):
    facts: list[Fact]
    state: State
    scenario: str

    def of(self, kind: type[Fact]) -> list[Fact]:
        return [fact for fact in self.facts if isinstance(fact, kind)]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Played]:
    """Every recorded game, by the name of its file."""
    found: dict[str, Played] = {}
    for path in sorted((FIXTURES / SYSTEM.key).glob("*.transcript")):
        with GameLog(str(tmp_path_factory.mktemp(path.stem) / "games.db"), SYSTEMS) as log:
            games = Games(log)
            line = imported(games, path)
            state = games.state(line, log.head(line).number)
            found[path.stem] = Played(list(log.facts(line)), state, line.started.scenario)
    return found


def _endings(recorded: Mapping[str, Played]) -> set[tuple[str, str]]:
    return {
        (game.state.core.ended.why.key, game.state.core.ended.winner)
        for game in recorded.values()
        if game.state.core.ended
    }


@pytest.mark.parametrize("key", [*VICTORY.values(), "draw"])
def test_17_2a_each_level_of_victory_has_its_game_without_a_concession(
    recorded: Mapping[str, Played], key: str
) -> None:
    assert key in {found for found, _ in _endings(recorded)}


@pytest.mark.parametrize("side", ["english", "scots", "royalist", "barons"])
def test_17_1a_each_side_has_won_a_game_by_beating_every_battle_of_the_other(
    recorded: Mapping[str, Played], side: str
) -> None:
    won = [game for game in recorded.values() if game.state.core.ended and game.state.core.ended.winner == side]
    assert [game for game in won if beaten(game.state) not in ("", side)]


@pytest.mark.parametrize(
    ("name", "key", "winner"),
    [
        ("lewes-conceded", "conceded, marginal victory", "royalist"),
        ("stirling-bridge-conceded-decisive", "conceded, decisive victory", "scots"),
    ],
)
def test_16_1a_a_concession_gives_at_least_a_marginal_victory_and_under_d82_b_a_decisive_one(
    recorded: Mapping[str, Played], name: str, key: str, winner: str
) -> None:
    ended = recorded[name].state.core.ended
    assert ended
    assert (ended.why.key, ended.winner, beaten(recorded[name].state)) == (key, winner, "")


@pytest.mark.parametrize(
    ("name", "battles"),
    [("lundies-plan-draw", ["hntrb"]), ("evesham-reinforcements", ["simon-j", "mortmr"])],
)
def test_16_2_4e_20_3_6b_reinforcements_come_in(recorded: Mapping[str, Played], name: str, battles: list[str]) -> None:
    game = recorded[name]
    entered = {
        unit for fact in game.facts if isinstance(fact, UnitsMoved) and fact.how == "entry" for unit in fact.units
    }
    assert {game.state.units[unit].battle for unit in entered} == set(battles)
    assert all(game.state.battles[battle].arrived for battle in battles)


def test_13_2d_a_leader_of_level_4_goes_on_twice_in_a_game(recorded: Mapping[str, Played]) -> None:
    game = recorded["evesham-special-continuation"]
    special = [fact for fact in game.facts if isinstance(fact, AttackContinued) and fact.special]
    assert len(special) == 2
    assert max(leader.specials for leader in game.state.leaders.values()) == 2


def test_12_5a_13_4a_rage_and_the_fall_of_leaders_are_among_them(recorded: Mapping[str, Played]) -> None:
    games = recorded.values()
    assert [fact for game in games for fact in game.facts if isinstance(fact, BerserkTested) and fact.berserk]
    assert [fact for game in games for fact in game.facts if isinstance(fact, LeaderFell) and fact.successor]


def test_a_game_is_played_under_eleven_readings_other_than_the_usual(recorded: Mapping[str, Played]) -> None:
    usual = default_readings(SYSTEM, {})
    played = recorded["stirling-bridge-other-readings"].state.core.readings
    assert len([name for name, letter in played.items() if usual[name] != letter]) == 11


def test_every_map_is_among_them(recorded: Mapping[str, Played]) -> None:
    scenarios = {game.scenario for game in recorded.values()}
    assert scenarios >= {"falkirk", "stirling_bridge", "lundies_plan", "lewes", "evesham", "evesham_what_if"}


def test_13_4c_13_5b_a_leader_driven_off_and_then_taken_has_his_game(recorded: Mapping[str, Played]) -> None:
    game = recorded["open-plain-captured-leader"]
    [fled] = [fact for fact in game.facts if isinstance(fact, LeaderDisplaced)]
    [fell] = [fact for fact in game.facts if isinstance(fact, LeaderFell)]
    [comes] = [fact for fact in game.facts if isinstance(fact, LeaderAppeared)]
    assert (fell.captured, fell.at, fell.leader) == (True, fled.to, fled.leader)
    assert comes.leader == fell.leader
    assert game.state.leaders[fell.leader].replaced
