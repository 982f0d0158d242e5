"""What every read model's writer has in common: rows are gathered for a batch, and written in one go."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from domain.kernel.facts import Fact
from domain.log.entry import Entry
from domain.log.gamelog import GameLog, Line, Span

LARGEST = 10**15  # sums of what a log may hold must not overflow SQLite's whole numbers
NO_END = 2**62


class Model(Protocol):
    """A writer of one read model's tables. It may be dropped at any time: all it knows is in the file."""

    kinds: tuple[type[Fact], ...]

    def take(self, id: int, line: Line, entry: Entry) -> None:
        """One public entry of a kind this model wants."""

    def write(self, file: ReadFile) -> None:
        """All rows gathered so far, into the open transaction."""


class ReadFile:
    """The open read database and the log it is made from."""

    def __init__(self, connection: sqlite3.Connection, log: GameLog) -> None:
        self.connection, self.log = connection, log

    def insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        if rows:
            marks = ",".join("?" * len(rows[0]))
            self.connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
            rows.clear()

    def has_taken(self, line: Line, id: int) -> bool:
        """Whether all that a branch shares with its parents was written before row `id` of the log."""
        return all(self._id(line.game, span) < id for span in line.spans[:-1])

    def _id(self, game: str, span: Span) -> int:
        found = "SELECT id FROM timeline WHERE game=? AND line=? AND entry=?"
        row = self.connection.execute(found, (game, span.line, span.last)).fetchone()
        return row[0] if row else NO_END

    def along(self, sql: str, game: str, spans: Iterable[Span]) -> Iterator[tuple[Any, ...]]:
        """A query with (game, line, last entry) as its values, over each stretch of a line."""
        for span in spans:
            yield from self.connection.execute(sql, (game, span.line, NO_END if span.last is None else span.last))


def fit(number: int) -> int:
    """A number as large as a read model shows them; a log may hold larger ones."""
    return number if -LARGEST <= number <= LARGEST else max(-LARGEST, min(number, LARGEST))
