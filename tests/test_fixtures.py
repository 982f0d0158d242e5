"""Recorded games are for ever: each must import, verify, replay, audit and end as it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.formats.transcript.exchange import import_transcript
from domain.games.games import Games
from domain.kernel.facts import OrderGiven
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, expected_of, faults, find_pack, imported, recorded_games


@pytest.mark.parametrize("path", recorded_games(), ids=lambda path: str(path.relative_to(FIXTURES)))
def test_a_recorded_game_replays_audits_and_ends_as_it_did(path: Path) -> None:
    assert list(faults(path)) == []


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_system_has_a_recorded_game_that_ends(system: str) -> None:
    assert [path for path in recorded_games() if path.parent.name == system and expected_of(path).ending]


def test_the_demo_game_is_an_action_of_forty_orders_or_more() -> None:
    assert expected_of(FIXTURES / "freeform" / "pegasus-bridge.transcript").orders >= 40


def test_the_transcript_and_the_log_of_the_demo_game_tell_the_same(games: Games) -> None:
    folder = FIXTURES / "freeform"
    first = games.log.facts(imported(games, folder / "pegasus-bridge.jsonl"))
    text = (folder / "pegasus-bridge.transcript").read_text("utf-8")
    second = games.log.facts(import_transcript(games, text, "again", find_pack))
    assert first[1:] == second[1:]
    assert sum(isinstance(fact, OrderGiven) for fact in first) >= 40
