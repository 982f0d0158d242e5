"""Bring a read database up to the end of the log: in batches, each entry exactly once, whatever is killed when."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.kernel.errors import BadInput, RefightError
from domain.kernel.facts import Fact
from domain.kernel.say import ENGLISH, speaking
from domain.log.entry import Entry, codec_of
from domain.log.gamelog import GameLog, Line
from domain.log.reading import UNREADABLE
from domain.log.store import Stored
from projections.models import schema
from projections.models.boards import write_board
from projections.models.casualties import LossesWriter
from projections.models.dice import DiceWriter, write_tests
from projections.models.games_list import GamesWriter, is_damage, write_standing
from projections.models.model import Model, ReadFile
from projections.models.readfile import connect, discard, is_outside, writing
from projections.models.timeline import TimelineWriter, columns, teller
from projections.models.victory_points import PointsWriter

BATCH = 2000
LINES_KEPT = 1000
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
        """What is known of lines is kept from batch to batch, but not if somebody else wrote in between; and not of
        more than some, since a log may have any number of them."""
        self.mark = -1
        self.feeds: dict[str, Feed | None] = {}  # None: nothing is taken from this stream
        self.tellers: dict[tuple[str, str], Callable[[Fact], str]] = {}
        self.timeline, self.games = TimelineWriter(), GamesWriter()
        self.models: tuple[Model, ...] = (self.games, PointsWriter(), LossesWriter(), DiceWriter())
        self.takers = {kind: model.take for model in self.models for kind in model.kinds}

    def run(self, rebuild: bool) -> int:
        """What is kept is told in English, whoever asks."""
        with speaking(ENGLISH):
            return self._run(rebuild)

    def _run(self, rebuild: bool) -> int:
        taken = 0
        if not rebuild and self._has_all():
            return taken
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

    def _has_all(self) -> bool:
        """Looked at without the lock: most often there is nothing to do, and nobody has to be waited for."""
        if self._is_empty() or not self._is_current():
            return False
        return not self.log.since(self._tracking()[0], 1) and not self._behind()

    def _is_empty(self) -> bool:
        return not self.connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()

    def _is_current(self) -> bool:
        """Made by this version, and from this log: the row at its mark is the one it has seen."""
        (version,) = self.connection.execute("PRAGMA user_version").fetchone()
        if version != schema.VERSION:
            return False
        mark, seen = self._tracking()
        return not mark or self.log.store.digest(mark) == seen

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
        if mark != self.mark or len(self.feeds) > LINES_KEPT:
            self.forget()
        found = self.log.since(mark, self.size)
        if not found:
            return 0, 0
        taken = sum(self._take(stream, rows) for stream, rows in groupby(found, itemgetter(1)))
        self.timeline.write(self.file)  # first: the others look up there what a branch shares with its parents
        for model in self.models:
            model.write(self.file)
        self.mark = found[-1].id
        how_far = (self.mark, self.log.store.digest(self.mark))
        self.connection.execute("UPDATE tracking SET mark=?, digest=? WHERE name='log'", how_far)
        if self.progress:
            self.progress(self.mark, max(self.mark, self.log.store.latest()))
        return taken, len(found)

    def _take(self, stream: str, rows: Iterable[Stored]) -> int:
        """Rows of one stream that follow each other; the number of entries taken in."""
        feed = self.feeds[stream] if stream in self.feeds else self._feed(stream)
        if feed is None:
            return 0
        line, (game, name), first, read, tell = feed
        entry, taken, takers, show = None, 0, self.takers, self.timeline.rows.append
        for id, _, version, _, state in rows:
            try:
                entry = read(name, first + version, state)
            except UNREADABLE:
                self.games.give_up(game, name, line, first + version)
                self.feeds[stream] = None
                break
            kind = type(entry.fact)
            if kind in takers and entry.to is None:
                takers[kind](id, line, entry)
            show(columns(tell, entry, SPECTATOR, id, game))
            taken += 1
        if entry is not None:
            self.games.heads[game, name] = (entry.number, entry.at)
        return taken

    def _feed(self, stream: str) -> Feed | None:
        """Streams of games are GAME@LINE; packs lie in streams of their own and are passed over."""
        game, at, name = stream.partition("@")
        self.feeds[stream] = self._feed_of(game, name) if at else None
        return self.feeds[stream]

    def _feed_of(self, game: str, name: str) -> Feed | None:
        """None for a damaged line: the others go on."""
        if self._damage(game, name):
            return None
        line = None
        try:
            line = self.log.line(game, name)
            tell = self._teller(line)
            damage = self._damage_before(line)
        except RefightError as error:
            if not is_damage(error):
                raise
            damage = 1
        if line is None or damage:
            self.games.give_up(game, name, line, damage)
            return None
        return Feed(line, (game, name), line.own.base + 1, codec_of(line.system).entry, tell)

    def _teller(self, line: Line) -> Callable[[Fact], str]:
        """One for all games with the same pack: it is read once."""
        key = line.system.key, line.started.pack
        if key not in self.tellers:
            self.tellers[key] = teller(line.system, dict(line.system.sheets.names(self.log.pack(line.started.pack))))
        return self.tellers[key]

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
        if not self._behind():
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
