"""What every read model's writer has in common: rows are gathered for a batch, and written in one go."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any, Protocol

from domain.kernel.facts import Fact
from domain.log.entry import Entry
from domain.log.gamelog import GameLog, Line, Span

LARGEST = 10**15  # sums of what a log may hold must not overflow SQLite's whole numbers
NO_END = 2**62
ROWS_AT_ONCE = 40  # well under the number of values a statement may have


class Model(Protocol):
    """A writer of one read model's tables. It may be dropped at any time: all it knows is in the file."""

    kinds: tuple[type[Fact], ...]

    def take(self, id: int, line: Line, entry: Entry) -> None:
        """One public entry of a kind this model wants."""

    def write(self, file: ReadFile) -> None:
        """All rows gathered so far, into the open transaction."""


Taken = tuple[int, Line, Entry]  # the id of an entry's row in the log, and the line it stands in


def by_line(taken: Iterable[Taken]) -> Iterator[tuple[Line, tuple[int, ...], tuple[Entry, ...]]]:
    """Entries of one line that follow each other, with their ids: they are told and counted together."""
    for _, found in groupby(taken, _place):
        ids, lines, entries = zip(*found, strict=True)
        yield lines[0], ids, entries


def _place(taken: Taken) -> tuple[str, str]:
    line = taken[1]
    return line.game, line.name


class ReadFile:
    """The open read database and the log it is made from."""

    def __init__(self, connection: sqlite3.Connection, log: GameLog) -> None:
        self.connection, self.log = connection, log

    def insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        """Many to a statement, which costs a third less. One that fails takes the transaction with it: else SQLite
        would write down before each statement how to undo it alone."""
        if rows:
            row, whole = f"({','.join('?' * len(rows[0]))})", len(rows) - len(rows) % ROWS_AT_ONCE
            insert = f"INSERT OR ROLLBACK INTO {table} VALUES "
            many = insert + ",".join([row] * ROWS_AT_ONCE)
            for start in range(0, whole, ROWS_AT_ONCE):
                self.connection.execute(many, list(chain.from_iterable(rows[start : start + ROWS_AT_ONCE])))
            self.connection.executemany(insert + row, rows[whole:])
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
