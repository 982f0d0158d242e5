"""Bring a read database up to the end of the log: in batches, each entry exactly once, whatever is killed when."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.entry import Entry, codec_of
from domain.facts import Fact
from domain.gamelog import GameLog, Line
from domain.games import Games
from domain.ruling import BadInput
from projections import schema
from projections.board import write_board
from projections.casualties import LossesWriter
from projections.dice import DiceWriter, write_tests
from projections.games_list import GamesWriter, write_standing
from projections.model import Model, ReadFile
from projections.readfile import connect, discard, is_outside, writing
from projections.timeline import TimelineWriter, teller
from projections.victory_points import PointsWriter

BATCH = 2000
Progress = Callable[[int, int], None]


def catch_up(
    log: GameLog, path: Path, *, rebuild: bool = False, progress: Progress | None = None, batch: int = BATCH
) -> int:
    """Take in what the log has and the file has not; the number of entries taken in.

    `rebuild` makes everything anew in one transaction: whoever has the file open sees the old content or the new.
    """

    def run() -> int:
        with closing(connect(path)) as connection:
            return CatchUp(ReadFile(connection, log), progress, batch).run(rebuild)

    try:
        try:
            return run()
        except sqlite3.Error as error:
            if is_outside(error):
                raise
            discard(path)  # it holds nothing that the log does not
            return run()
    except (sqlite3.Error, OSError) as error:
        said = is_outside(error) if isinstance(error, sqlite3.Error) else None
        raise BadInput(f"{path} {said or f'cannot be used: {error}'}") from error


class Feed(NamedTuple):
    """A line as the hot loop needs it."""

    line: Line
    place: tuple[str, str]
    first: int  # the number of the entry that is version 0 of its stream
    read: Callable[[str, int, bytes], Entry]
    tell: Callable[[Fact], str]


class CatchUp:
    def __init__(self, file: ReadFile, progress: Progress | None, batch: int) -> None:
        self.file, self.connection, self.log = file, file.connection, file.log
        self.progress, self.size = progress, batch
        self.feeds: dict[str, Feed | None] = {}
        self.forget()

    def forget(self) -> None:
        """Running totals are kept from batch to batch, but not if somebody else wrote in between."""
        self.mark = -1
        self.timeline, self.games = TimelineWriter(), GamesWriter()
        self.models: tuple[Model, ...] = (self.games, PointsWriter(), LossesWriter(), DiceWriter())
        self.takers = {kind: model.take for model in self.models for kind in model.kinds}

    def run(self, rebuild: bool) -> int:
        taken = 0
        with writing(self.connection):
            if self._is_empty():
                schema.create(self.connection)
            elif rebuild or not self._is_current():
                schema.drop(self.connection)
                schema.create(self.connection)
                taken = self._take_all()
                self._show_all()
        while True:
            with writing(self.connection):
                entries, rows = self._take_batch()
            taken += entries
            if not rows:
                break
        while self._show_some():
            pass
        return taken

    def _is_empty(self) -> bool:
        return not self.connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()

    def _is_current(self) -> bool:
        """Made by this version, and from this log: the row at its mark is the one it has seen."""
        (version,) = self.connection.execute("PRAGMA user_version").fetchone()
        if version != schema.VERSION:
            return False
        mark, seen = self._tracking()
        if not mark:
            return True
        found = self.log.since(mark - 1, 1)
        return bool(found) and found[0].id == mark and digest(found[0]) == seen

    def _tracking(self) -> tuple[int, str]:
        row = self.connection.execute("SELECT mark, digest FROM tracking WHERE name='log'").fetchone()
        return row or (0, "")

    def _take_all(self) -> int:
        taken = 0
        while True:
            entries, rows = self._take_batch()
            taken += entries
            if not rows:
                return taken

    def _take_batch(self) -> tuple[int, int]:
        """Entries taken in and rows read; they and the mark are one transaction, which the caller holds."""
        mark, _ = self._tracking()
        if mark != self.mark:
            self.forget()
        found = self.log.since(mark, self.size)
        if not found:
            return 0, 0
        try:
            taken = sum(map(self._take, found))
        except msgspec.DecodeError as error:
            raise BadInput(
                f"the log holds an entry this version cannot read ({error}); run `refight verify`"
            ) from error
        self.timeline.write(self.file)  # first: the others look up there what a branch shares with its parents
        for model in self.models:
            model.write(self.file)
        self.mark = found[-1].id
        self.connection.execute("UPDATE tracking SET mark=?, digest=? WHERE name='log'", (self.mark, digest(found[-1])))
        if self.progress:
            self.progress(self.mark, max(self.mark, self.log.store.latest()))
        return taken, len(found)

    def _take(self, row: Any) -> bool:
        id, stream, version, _, state = row
        feed = self.feeds[stream] if stream in self.feeds else self._feed(stream)
        if feed is None:
            return False
        line, place, first, read, tell = feed
        entry = read(place[1], first + version, state)
        if entry.to is None:
            take = self.takers.get(type(entry.fact))
            if take:
                take(id, line, entry)
        self.timeline.take(id, place[0], tell, entry)
        self.games.heads[place] = (entry.number, entry.at)
        return True

    def _feed(self, stream: str) -> Feed | None:
        """Streams of games are GAME@LINE; packs lie in streams of their own and are passed over."""
        game, at, name = stream.partition("@")
        feed = None
        if at:
            line = self.log.line(game, name)
            system = line.system
            feed = Feed(line, (game, name), line.own.base + 1, codec_of(system).entry, teller(system))
        self.feeds[stream] = feed
        return feed

    def _show_some(self) -> bool:
        """Boards and dice tests show the head of a line, so they are made once, after its last batch."""
        if not self._behind():  # looked at first without the lock: most often there is nothing to do
            return False
        with writing(self.connection):
            self._show(self._behind())
        return True

    def _behind(self) -> list[tuple[str, str, int]]:
        behind = "SELECT game, line, entries FROM lines WHERE shown<>entries ORDER BY game, line LIMIT 20"
        return self.connection.execute(behind).fetchall()

    def _show_all(self) -> None:
        while behind := self._behind():
            self._show(behind)

    def _show(self, behind: list[tuple[str, str, int]]) -> None:
        games = Games(self.log)
        for game, name, number in behind:
            line = self.log.line(game, name)
            state = games.state(line, number)
            write_board(self.file, line, state)
            write_standing(self.file, line, state.core, number)
            write_tests(self.file, line)


def digest(row: Any) -> str:
    """How a row of the log is known again."""
    return hashlib.sha256(repr(tuple(row)).encode()).hexdigest()
