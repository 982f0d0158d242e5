"""Each way a battle can end has its recorded game; that they replay and audit is tested with all fixtures."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.games.games import Games
from domain.kernel.facts import Fact
from domain.kernel.system import default_readings
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.sheets.rows import scenarios
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn.facts import ArmiesAgreed, Passed, TerrainRolled, UnitDeployed, VictoryTested
from tests.coverage_table import ROOT
from tests.longstreet_lite.positions import HOUSE
from tests.replay_fixtures import FIXTURES, brought_in

REFIGHT = "brawners-farm"  # stops at nightfall, with nobody beaten


class Way(NamedTuple):
    """How a game ends; `readings` are those other than the usual."""

    scenario: str
    winner: str
    rule: str
    readings: Mapping[str, str] = {}


WAYS = {
    "LL.3.bp.2 us at Brawner's Farm": Way("brawner_farm", "us", "LL.3.bp.2"),
    "LL.3.bp.2 cs at Brawner's Farm": Way("brawner_farm", "cs", "LL.3.bp.2"),
    "LL.3.bp.2 us at the Railroad Cut": Way("railroad_cut", "us", "LL.3.bp.2"),
    "LL.3.bp.2 cs at the Railroad Cut": Way("railroad_cut", "cs", "LL.3.bp.2"),
    "LL.3.bp.2 us in a free set-up": Way("open_field", "us", "LL.3.bp.2"),
    "LL.3.bp.2 cs in a free set-up": Way("open_field", "cs", "LL.3.bp.2"),
    "LL.3.bp.2 without a die (D53)": Way("brawner_farm", "us", "LL.3.bp.2", {"D53": "B"}),
    "LL.3.lose.1 no card left": Way("brawner_farm", "cs", "LL.3.lose.1"),
    "LL.3.lose.2 a pass with both piles empty": Way("railroad_cut", "us", "LL.3.lose.2"),
    "LL.3.lose.2 a pass with either pile empty (D13)": Way("open_field", "cs", "LL.3.lose.2", {"D13": "B"}),
    "LL.4.pass.2 neither a card nor a pass (D17)": Way("brawner_farm", "cs", "LL.4.pass.2", {"D17": "B"}),
}


class Played(NamedTuple):
    way: Way
    games: Games
    name: str
    state: State

    def facts(self) -> list[Fact]:
        return list(self.games.log.facts(self.games.log.line(self.name, "main")))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Played]]:
    """Every recorded game that was won, by the name of its file."""
    found: dict[str, Played] = {}
    logs = []
    for path in sorted((FIXTURES / SYSTEM.key).glob("*.transcript")):
        log = GameLog(str(tmp_path_factory.mktemp(path.stem) / "games.db"), SYSTEMS)
        logs.append(log)
        games = Games(log)
        line = brought_in(games, path)
        state = games.state(line, log.head(line).number)
        if state.core.ended:
            found[path.stem] = Played(_way(state, line.started.scenario), games, line.game, state)
    yield found
    for log in logs:
        log.close()


def _way(state: State, scenario: str) -> Way:
    assert state.core.ended is not None
    usual = default_readings(SYSTEM, {})
    other = {name: letter for name, letter in state.core.readings.items() if usual[name] != letter}
    return Way(scenario, state.core.ended.winner, state.core.ended.why.cite, other)


@pytest.mark.parametrize("way", list(WAYS.values()), ids=list(WAYS))
def test_each_ending_has_its_game(recorded: Mapping[str, Played], way: Way) -> None:
    assert [name for name, game in recorded.items() if game.way == way]


def test_every_rule_that_ends_a_game_is_among_them() -> None:
    rules = {rule for path in (ROOT / "rules" / SYSTEM.key).rglob("*.py") for rule in _ends_by(path)}
    assert rules == {way.rule for way in WAYS.values()}


def _ends_by(path: Path) -> Iterator[str]:
    """The rules given to `end_game` in one module."""
    tree = ast.parse(path.read_text("utf-8"))
    made = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in calls:
        if ast.unparse(call.func) == "end_game":
            why = call.args[-1]
            given = made.get(ast.unparse(why.func), why) if isinstance(why, ast.Call) else why
            reasons = [node for node in ast.walk(given) if isinstance(node, ast.Call)]
            yield from (ast.literal_eval(one.args[1]) for one in reasons if ast.unparse(one.func) == "Reason")


def test_every_scenario_is_among_them() -> None:
    assert {way.scenario for way in WAYS.values()} == set(scenarios(HOUSE))


def test_only_the_refight_stops_without_an_end(recorded: Mapping[str, Played]) -> None:
    files = {path.stem for path in (FIXTURES / SYSTEM.key).glob("*.transcript")}
    assert files - set(recorded) == {REFIGHT}


@pytest.mark.parametrize("name", ["brawners-farm-us", "railroad-cut-cs", "open-field-us"])
def test_ll_3_bp_2_die_and_losses_reach_the_break_point_and_never_did_before(
    recorded: Mapping[str, Played], name: str
) -> None:
    *before, last = [fact for fact in recorded[name].facts() if isinstance(fact, VictoryTested)]
    assert last.die + last.lost >= last.break_point
    assert before
    assert [test for test in before if test.won or test.die + test.lost >= test.break_point] == []


def test_ll_3_bp_2_under_d53_b_the_last_test_has_no_die(recorded: Mapping[str, Played]) -> None:
    *_, last = [fact for fact in recorded["beyond-doubt"].facts() if isinstance(fact, VictoryTested)]
    assert last.die == 0
    assert last.lost + 1 >= last.break_point


def test_ll_3_terr_an_open_field_is_set_up_by_the_book(recorded: Mapping[str, Played]) -> None:
    facts = recorded["open-field-us"].facts()
    rolled = [fact for fact in facts if isinstance(fact, TerrainRolled)]
    assert len([fact for fact in facts if isinstance(fact, ArmiesAgreed)]) == 2
    assert len(rolled) == 1
    assert rolled[0].least <= len(recorded["open-field-us"].state.terrain) <= rolled[0].most
    assert {fact.unit for fact in facts if isinstance(fact, UnitDeployed)} == set(recorded["open-field-us"].state.units)


def test_ll_3_lose_1_the_loser_has_nothing_in_hand_deck_and_discard_pile(recorded: Mapping[str, Played]) -> None:
    state = recorded["out-of-cards"].state
    cards = state.cards["us"]
    assert (cards.hand, cards.discard, state.core.decks["us"]) == ([], [], [])
    assert len(cards.unseen) + len(cards.removed) == 48


def test_ll_3_lose_2_the_loser_holds_cards_and_passes_all_the_same(recorded: Mapping[str, Played]) -> None:
    state = recorded["pass-without-deck"].state
    cards = state.cards["cs"]
    assert cards.hand
    assert (cards.discard, state.core.decks["cs"]) == ([], [])
    assert _passes(recorded["pass-without-deck"])[-1].by == "cs"


def test_ll_3_lose_2_under_d13_b_a_deck_does_not_save_him_who_passes_after_a_reshuffle(
    recorded: Mapping[str, Played],
) -> None:
    state = recorded["pass-after-reshuffle"].state
    assert state.core.decks["us"]
    assert state.cards["us"].discard == []


def test_ll_4_pass_2_under_d17_b_the_loser_passed_last_turn_and_has_a_deck_but_no_hand(
    recorded: Mapping[str, Played],
) -> None:
    state = recorded["neither-pass-nor-invoke"].state
    assert state.cards["us"].hand == []
    assert state.core.decks["us"]
    assert [fact for fact in _passes(recorded["neither-pass-nor-invoke"]) if fact.by == "us" and not fact.forced]


def _passes(game: Played) -> list[Passed]:
    return [fact for fact in game.facts() if isinstance(fact, Passed)]
