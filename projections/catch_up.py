"""Bring a read database up to the end of the log: in batches, each entry exactly once, whatever is killed when."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from domain.entry import Entry, codec_of
from domain.facts import Fact
from domain.gamelog import UNREADABLE, GameLog, Line
from domain.games import Games
from domain.ruling import BadInput, RefightError
from projections import schema
from projections.board import write_board
from projections.casualties import LossesWriter
from projections.dice import DiceWriter, write_tests
from projections.games_list import GamesWriter, is_damage, write_standing
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


def damaged_lines(path: Path) -> list[tuple[str, str, int]]:
    """Game, line and first entry of what could not be taken in."""
    with closing(connect(path)) as connection:
        found = "SELECT game, line, damaged FROM lines WHERE damaged>0 ORDER BY game, line"
        return connection.execute(found).fetchall()


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
        self.forget()

    def forget(self) -> None:
        """Running totals are kept from batch to batch, but not if somebody else wrote in between."""
        self.mark = -1
        self.feeds: dict[str, Feed | None] = {}  # None: nothing is taken from this stream
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
        taken = sum(map(self._take, found))
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
        try:
            entry = read(place[1], first + version, state)
        except UNREADABLE:
            self.games.give_up(*place, line, first + version)
            self.feeds[stream] = None
            return False
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
        self.feeds[stream] = self._feed_of(game, name) if at else None
        return self.feeds[stream]

    def _feed_of(self, game: str, name: str) -> Feed | None:
        """None for a damaged line: the others go on."""
        if self._damage(game, name):
            return None
        line, names = None, dict[str, str]()
        try:
            line = self.log.line(game, name)
            names = dict(line.system.names(self.log.pack(line.started.pack)))
            damage = self._damage_before(line)
        except RefightError as error:
            if not is_damage(error):
                raise
            damage = 1
        if line is None or damage:
            self.games.give_up(game, name, line, damage)
            return None
        return Feed(line, (game, name), line.own.base + 1, codec_of(line.system).entry, teller(line.system, names))

    def _damage(self, game: str, name: str) -> int:
        """The entry from which on a line is not taken in; 0 if it is sound."""
        for found in self.games.damaged:
            if found[:2] == (game, name):
                return found[-1]
        row = self.connection.execute("SELECT damaged FROM lines WHERE game=? AND line=?", (game, name)).fetchone()
        return row[0] if row else 0

    def _damage_before(self, line: Line) -> int:
        """The first damaged entry of those a branch shares with its parents."""
        for span in line.spans[:-1]:
            assert span.last is not None
            damage = self._damage(line.game, span.line)
            if 0 < damage <= span.last:
                return damage
            if not damage and self._taken(line.game, span.line) < span.last:
                self.log.facts(line, 0, span.last)  # a parent that stands further down in the log: can it be read?
        return 0

    def _taken(self, game: str, name: str) -> int:
        if (game, name) in self.games.heads:
            return self.games.heads[game, name][0]
        row = self.connection.execute("SELECT entries FROM lines WHERE game=? AND line=?", (game, name)).fetchone()
        return row[0] if row else 0

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
            try:
                state = games.state(line, number)
            except RefightError as error:
                if not is_damage(error):
                    raise
                shown = "UPDATE lines SET shown=entries, damaged=entries WHERE game=? AND line=?"
                self.connection.execute(shown, (game, name))
                continue
            write_board(self.file, line, state)
            write_standing(self.file, line, state.core, number)
            write_tests(self.file, line)


def digest(row: Any) -> str:
    """How a row of the log is known again."""
    return hashlib.sha256(repr(tuple(row)).encode()).hexdigest()
