"""The law of a page, on every recorded game: after each order its frames give each viewer's board, drawn alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from domain.games.groups import groups
from domain.games.sight import SPECTATOR
from domain.kernel.system import System, boards_of
from domain.log.entry import Entry
from projections.drawing.words import HALF
from projections.page.frames import Shown, Watcher, advanced, watch
from projections.page.numbered import Numbers
from projections.page.scene import Drawn, Scenery
from projections.page.tabletop import LABEL
from tests.page.test_frames import expected_words
from tests.replay_fixtures import RecordedGame, recorded_games

WIDE, DRAWN = 40, 12  # entries of a window; at the end of every so manieth order the drawing is compared, too


def windows(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """From its start, out of its midst, and up to its end, whole orders only: those that begin there, or one before."""
    every = [list(group) for group in groups(entries)]
    middle = len(entries) // 2
    for first, last in ((0, WIDE), (middle, middle + WIDE), (len(entries) - WIDE, len(entries))):
        before = [group for group in every if group[0].number <= last]
        inside = [group for group in before if first < group[0].number] or before[-1:]
        yield [entry for group in inside for entry in group]


class Reader:
    """A viewer's board as the frames give it."""

    def __init__(self, watcher: Watcher) -> None:
        self.shown: Shown = dict(watcher.shown)
        self.watcher = watcher

    def upto(self, number: int) -> None:
        while self.watcher.frames and self.watcher.frames[0].entry <= number:
            self.shown = advanced(self.shown, self.watcher.frames.pop(0))

    def pieces(self, texts: Sequence[str], faces: Sequence[str]) -> dict[str, Drawn]:
        return {
            texts[id]: Drawn(texts[id], faces[p.face], texts[p.words], texts[p.place], p.x, p.y)
            for id, p in self.shown.items()
        }


def check(system: System[Any], states: Sequence[Any], entries: Sequence[Entry], viewers: Sequence[str | None]) -> None:
    """One state is folded by the page, the other here."""
    state, own = states
    numbers, scenery = Numbers(), Scenery()
    watchers = [Watcher(viewer, numbers, scenery) for viewer in viewers]
    for watcher, board in zip(watchers, boards_of(system, state, viewers), strict=True):
        watcher.begin(board)
    readers = [Reader(watcher) for watcher in watchers]
    watch(system, state, entries, watchers, lambda: None)
    texts, faces = numbers.texts.since(), numbers.faces.since()
    for i, group in enumerate(groups(entries)):
        for entry in group:
            system.book.folds[type(entry.fact)](own, entry.fact)
        for reader in readers:
            reader.upto(group[-1].number)
            board, pieces = system.sight.board(own, reader.watcher.viewer), reader.pieces(texts, faces)
            words = {id: (one.words, one.place) for id, one in pieces.items() if not id.startswith((LABEL, HALF))}
            assert words == expected_words(board)
            if i % DRAWN == 0:
                assert pieces == {one.id: one for one in Scenery().stage(board).pieces(board)}


@pytest.mark.parametrize("path", recorded_games(), ids=lambda path: path.name)
def test_frames_give_each_viewers_board_at_the_end_of_every_order(path: Path, recorded_game: RecordedGame) -> None:
    games, line = recorded_game(path)
    viewers = (None, *line.started.sides, SPECTATOR)
    for entries in windows(games.log.entries(line)):
        assert entries
        first = entries[0].number - 1
        states = [games.state(line, first) if first else games.initial(line) for _ in range(2)]
        check(line.system, states, entries, viewers)


def test_boards_of_several_viewers_are_those_of_each(recorded_game: RecordedGame) -> None:
    path = next(path for path in recorded_games() if path.stem == "first-of-july")
    games, line = recorded_game(path)
    viewers, state = (None, *line.started.sides, SPECTATOR), games.initial(line)
    assert line.system.sight.boards is not None
    for entry in games.log.entries(line):
        line.system.book.folds[type(entry.fact)](state, entry.fact)
        if entry.number % 40 == 0:
            together = list(line.system.sight.boards(state, viewers))
            assert together == [line.system.sight.board(state, viewer) for viewer in viewers]
    assert len({board.counters for board in together}) > 1
