"""What waits beside the log for every process that opens it: take-backs for consent, keys of orders that were sent."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from domain.log.store import Store

TABLES = (
    "proposals (game text, line text, at bigint, last bigint, name text NOT NULL, why text NOT NULL, "
    "asked bigint NOT NULL, made bigint NOT NULL, claimed bigint NOT NULL, opened text NOT NULL, "
    "PRIMARY KEY (game, line, at, last))",
    "consents (game text, line text, at bigint, last bigint, side text, PRIMARY KEY (game, line, at, last, side))",
    "sent (key text PRIMARY KEY, digest text NOT NULL, made bigint NOT NULL, head bigint NOT NULL, "
    "first bigint NOT NULL, last bigint NOT NULL)",
    "spent (client text NOT NULL, process text NOT NULL, at bigint NOT NULL, count bigint NOT NULL)",
)
_OF = "game=? AND line=? AND at=? AND last=?"
CLOSES = 0  # stands where a take-back names the entry it goes back to: the line is to be closed
CLAIM = 30_000  # milliseconds after which somebody else may do what one had begun and not ended


class Undoing(NamedTuple):
    """Where a take-back would go back to, and the last that had happened when it was asked for."""

    game: str
    line: str
    at: int
    last: int


class Proposal(NamedTuple):
    """Who agreed while that was the last that had happened: once someone plays on, it lapses."""

    place: Undoing
    name: str
    why: str
    asked: int  # the entry as it was asked for; 0: the last order
    agreed: frozenset[str] = frozenset()
    opened: str = ""  # the new line, once all did: whoever agrees again gets no other


class Sent(NamedTuple):
    """An order that came with a key: where the line stood, and its entries once they are there."""

    digest: str
    made: int
    head: int
    first: int
    last: int


def now() -> int:
    return time.time_ns() // 1_000_000


class Pending:
    """Every change is one statement: two processes that do the same at once do it once."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def _write(self, statement: str, *values: str | int) -> None:
        self.store.write_apart(statement, *values)

    def _read(self, statement: str, *values: str | int) -> Sequence[Sequence[object]]:
        return self.store.read_apart(statement, *values)

    # Take-backs

    def propose(self, one: Proposal, most: int) -> None:
        """What has lapsed in that line goes; of all in the game the oldest make room."""
        game, line, _, last = one.place
        for table in ("proposals", "consents"):
            self._write(f"DELETE FROM {{}}{table} WHERE game=? AND line=? AND last<?", game, line, last)
        self._write(
            "DELETE FROM {}proposals WHERE game=? AND made<(SELECT coalesce(min(made), 0) FROM (SELECT made FROM "
            "{}proposals WHERE game=? ORDER BY made DESC LIMIT ?) AS newest)",
            game, game, most - 1,
        )  # fmt: skip
        self._write(
            "INSERT INTO {}proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, '') ON CONFLICT DO NOTHING",
            *one.place, one.name, one.why, one.asked, now(),
        )  # fmt: skip

    def agree(self, place: Undoing, side: str) -> None:
        self._write("INSERT INTO {}consents VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", *place, side)

    def proposals(self, game: str) -> list[Proposal]:
        """Of a game, oldest first; lapsed ones among them."""
        columns = "line, at, last, name, why, asked, opened"
        found = self._read(f"SELECT {columns} FROM {{}}proposals WHERE game=? ORDER BY made", game)
        said: dict[Undoing, set[str]] = {}
        for line, at, last, side in self._read("SELECT line, at, last, side FROM {}consents WHERE game=?", game):
            said.setdefault(Undoing(game, str(line), _int(at), _int(last)), set()).add(str(side))
        made = []
        for line, at, last, name, why, asked, opened in found:
            place = Undoing(game, str(line), _int(at), _int(last))
            agreed = frozenset(said.get(place, ()))
            made.append(Proposal(place, str(name), str(why), _int(asked), agreed, str(opened)))
        return made

    def proposal(self, place: Undoing) -> Proposal | None:
        return next((one for one in self.proposals(place.game) if one.place == place), None)

    def claim(self, place: Undoing) -> bool:
        """Whether the caller is the one to open the line; another gets his chance if nothing comes of it."""
        since, taken = now(), f"UPDATE {{}}proposals SET claimed=? WHERE {_OF} AND opened='' AND claimed<? RETURNING 1"
        return bool(self._read(taken, since, *place, since - CLAIM))

    def settle(self, place: Undoing, opened: str) -> None:
        """The line that was opened; nothing if it came to nothing, and it may be tried again."""
        self._write(f"UPDATE {{}}proposals SET opened=?, claimed=0 WHERE {_OF}", opened, *place)

    # Keys of orders

    def begin(self, key: str, digest: str, head: int) -> Sent | None:
        """None if this is the first time that the key is seen; else what is known of the order that came with it."""
        made = self._read(
            "INSERT INTO {}sent VALUES (?, ?, ?, ?, 0, 0) ON CONFLICT DO NOTHING RETURNING 1", key, digest, now(), head
        )
        if made:
            return None
        found = self._read("SELECT digest, made, head, first, last FROM {}sent WHERE key=?", key)
        return Sent(str(found[0][0]), *map(_int, found[0][1:])) if found else self.begin(key, digest, head)

    def again(self, key: str, known: Sent, head: int) -> bool:
        """Whether the caller is the one to give an order that was begun and never ended."""
        taken = "UPDATE {}sent SET made=?, head=? WHERE key=? AND first=0 AND made=? RETURNING 1"
        return bool(self._read(taken, now(), head, key, known.made))

    def done(self, key: str, first: int, last: int) -> None:
        self._write("UPDATE {}sent SET first=?, last=? WHERE key=?", first, last, key)

    def refused(self, key: str) -> None:
        """Nothing was stored: the key may come again."""
        self._write("DELETE FROM {}sent WHERE key=? AND first=0", key)

    def forget_keys(self, before: int) -> None:
        self._write("DELETE FROM {}sent WHERE made<?", before)

    # Limits

    def exchange(self, process: str, spent: Mapping[str, int], since: int) -> tuple[dict[str, int], int]:
        """What clients have asked of this process, for what they have asked of the others since; and the time now."""
        until = now()
        for client, count in spent.items():
            self._write("INSERT INTO {}spent VALUES (?, ?, ?, ?)", client, process, until, count)
        asked = "SELECT client, sum(count)::bigint" if self.store.apart.schema else "SELECT client, sum(count)"
        found = self._read(
            f"{asked} FROM {{}}spent WHERE process<>? AND at>? AND at<=? GROUP BY client", process, since, until
        )
        self._write("DELETE FROM {}spent WHERE at<?", until - CLAIM)
        return {str(client): _int(count) for client, count in found}, until


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
