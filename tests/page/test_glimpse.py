"""What a system says a fact changed is all that it changed, for every viewer, on every recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.kernel.board import Board, Counter
from domain.kernel.packs import Pack
from domain.kernel.system import System, boards_of
from domain.log.entry import Entry
from domain.log.refs import Ref
from projections.page.data import Scene
from projections.page.frames import Watcher, watch
from projections.page.muster import Muster
from projections.page.numbered import Numbers
from projections.page.scene import Scenery
from rules import SYSTEMS
from tests.page.played import order
from tests.replay_fixtures import RecordedGame, recorded_games

MANY = 600  # entries from the midst of each game
WITH_GLIMPSE = [path for path in recorded_games() if path.parts[-2] in ("freeform", "gettysburg")]


def without_boxes(board: Board) -> Board:
    """Places that are there only while something stands on them are no part of the map."""
    kept = tuple(spot for spot in board.spots if spot.x is not None or board.links)
    return msgspec.structs.replace(board, counters=(), spots=kept)


def glimpsed(system: System[Any], state: Any, entries: Sequence[Entry], viewers: Sequence[str | None]) -> int:
    """How many facts were told by a glimpse; each leads from one board to the next."""
    assert system.sight.glimpse is not None
    told, boards = 0, boards_of(system, state, viewers)
    for entry in entries:
        touched = system.sight.glimpse.touched(state, entry.fact)
        system.book.folds[type(entry.fact)](state, entry.fact)
        after = boards_of(system, state, viewers)
        if touched is not None:
            told += 1
            changes = {id: system.sight.glimpse.counter(state, id) for id in touched}
            for before, now in zip(boards, after, strict=True):
                counters: dict[str, Counter] = {counter.id: counter for counter in before.counters}
                Muster(counters).take({id: new for id, new in changes.items() if counters.get(id) != new})
                assert tuple(counters.values()) == now.counters, entry
                assert without_boxes(before) == without_boxes(now), entry
        boards = after
    return told


@pytest.mark.parametrize("path", WITH_GLIMPSE, ids=lambda path: path.name)
def test_a_glimpse_leads_from_each_viewers_board_to_the_next(path: Path, recorded_game: RecordedGame) -> None:
    games, line = recorded_game(path)
    entries = games.log.entries(line)
    first = max(0, len(entries) // 2 - MANY // 2)
    state = games.state(line, first) if first else games.initial(line)
    viewers = (None, *line.started.sides, SPECTATOR)
    assert glimpsed(line.system, state, entries[first : first + MANY], viewers) > 5


HAPPENED = """
one AddPiece piece=a side={one} at={at} strength=4
one AddPiece piece=b side={one} at={at}
two AddPiece piece=c side={two} at={other} hidden=yes
one AddPiece piece=d side={one} at=nowhere
one MovePiece piece=a to={other}
one MovePiece piece=b to=nowhere
two MovePiece piece=c to={at}
one TakeLoss piece=a amount=2 cause=fire
one ChangePiece piece=b strength=9
two RevealPiece piece=c
one MovePiece piece=d to={at}
two HidePiece piece=c
two MovePiece piece=c to={other}
two RemovePiece piece=c
one RemovePiece piece=a why=spent
one AddPiece piece=a side={one} at={at}
one RollDice why=test dice=1
one ScorePoints side={one} points=1 why=hill
one BeginPhase phase=night turn=2
one MovePiece piece=a to={other}
"""


def played_out(games: Games, pack: Pack, scenario: str) -> tuple[str, str]:
    """A freeform game in which all happens to pieces that can: on the map, beside it, hidden and shown again."""
    line = games.new(SYSTEMS["freeform"], scenario, "game", pack)
    places = [spot.name for spot in line.system.sight.board(games.initial(line), None).spots] or ["hill", "wood"]
    one, two = line.started.sides
    told = HAPPENED.format(one=one, two=two, at=places[0], other=places[1])
    for by, _, text in (row.partition(" ") for row in told.strip().splitlines()):
        order(games, Ref("game"), {"one": one, "two": two}[by], text)
    return one, two


@pytest.mark.parametrize("scenario", ["blank", "pegasus-bridge"])
def test_a_glimpse_of_whatever_happens_to_pieces_is_all_that_happened(games: Games, pack: Pack, scenario: str) -> None:
    sides = played_out(games, pack, scenario)
    line = games.log.line("game")
    told = glimpsed(line.system, games.initial(line), games.log.entries(line), (None, *sides, SPECTATOR))
    assert told > 12


@pytest.mark.parametrize("scenario", ["blank", "pegasus-bridge"])
def test_frames_by_glances_are_those_of_looking_at_every_board(games: Games, pack: Pack, scenario: str) -> None:
    sides = played_out(games, pack, scenario)
    line = games.log.line("game")
    whole = replace(line.system, sight=line.system.sight._replace(glimpse=None))
    assert drawn(line.system, games, sides) == drawn(whole, games, sides)


def drawn(system: System[Any], games: Games, sides: Sequence[str]) -> list[tuple[list[Scene], Any, Any]]:
    line = games.log.line("game")
    state, numbers, scenery = games.initial(line), Numbers(), Scenery()
    watchers = [Watcher(viewer, numbers, scenery) for viewer in (None, *sides, SPECTATOR)]
    for watcher in watchers:
        watcher.look(1, system.sight.board(state, watcher.viewer))
    watch(system, state, games.log.entries(line), watchers, lambda: None)
    assert all(len(watcher.frames) > 8 for watcher in watchers)
    return [(watcher.frames, watcher.traces, numbers.texts.since()) for watcher in watchers]
