"""Games of any shape, and every way we know to spoil the rows they are stored in."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from hypothesis import strategies as st

from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.log import chain
from domain.log.entry import Sealed, read_sealed
from domain.log.links import stored_bytes
from domain.log.refs import Ref
from rules.freeform.luck import DrawCard, RollDice, ShuffleDeck
from rules.freeform.pieces.asks import TakeLoss
from rules.freeform.sequence import BeginPhase, ScorePoints

ORDERS = st.sampled_from(
    [
        RollDice(why="a", dice=3),
        RollDice(why="b", sides=7),
        ScorePoints(side="red", points=-5),
        BeginPhase(phase="night ☾"),
        DrawCard(deck="d"),
        ShuffleDeck(deck="d"),
    ]
)
SECRETS = st.just(TakeLoss(piece="spy"))
LUCK = st.sampled_from(["same", "fresh"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("order"), st.integers(0, 9), ORDERS | SECRETS),
        st.tuples(st.just("enter"), st.integers(0, 9), st.integers(1, 6)),
        st.tuples(st.just("branch"), st.integers(0, 9), st.tuples(st.integers(1, 60), LUCK)),
        st.tuples(st.just("reveal"), st.integers(0, 9), st.none()),
    ),
    max_size=25,
)


def take(games: Games, lines: list[str], step: tuple[str, int, Any]) -> None:
    what, which, with_what = step
    ref = Ref("g", lines[which % len(lines)])
    line = games.line(ref)
    if what == "enter":
        games.order(ref, "blue", RollDice(why="typed"), EnteredChance([with_what]))
    elif what == "branch":
        lines.append(f"x{len(lines)}")
        at = 1 + with_what[0] % games.log.head(line).number
        games.branch(ref._replace(entry=at), lines[-1], luck=with_what[1])
    elif what == "reveal":
        games.reveal(ref)
    elif not games.revealed_seed(line):
        with suppress(IllegalOrder):  # a line may leave before the deck or the spy is there
            games.order(ref, "red", with_what)


def table(connection: sqlite3.Connection) -> str:
    names = connection.execute("SELECT name FROM sqlite_master WHERE type='table' AND sql LIKE '%topic%state%'")
    (name,) = [name for (name,) in names if "snapshot" not in name]
    return str(name)


class Rows:
    """The rows of one stream, by version."""

    def __init__(self, connection: sqlite3.Connection, line: str) -> None:
        self.connection, self.stream, self.table = connection, f"g@{line}", table(connection)

    def all(self) -> list[tuple[str, bytes]]:
        return self.connection.execute(
            f"SELECT topic, state FROM {self.table} WHERE originator_id=? ORDER BY originator_version", (self.stream,)
        ).fetchall()

    def write(self, rows: list[tuple[str, bytes]]) -> None:
        self.connection.execute(f"DELETE FROM {self.table} WHERE originator_id=?", (self.stream,))
        self.connection.executemany(
            f"INSERT INTO {self.table} (originator_id, originator_version, topic, state) VALUES (?,?,?,?)",
            [(self.stream, version, *row) for version, row in enumerate(rows)],
        )

    def set(self, version: int, column: str, value: Any) -> None:
        self.connection.execute(
            f"UPDATE {self.table} SET {column}=? WHERE originator_id=? AND originator_version=?",
            (value, self.stream, version),
        )

    def delete(self, version: int) -> None:
        self.connection.execute(
            f"DELETE FROM {self.table} WHERE originator_id=? AND originator_version=?", (self.stream, version)
        )


def other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, bytes):
        return bytes([*value[:-1], value[-1] ^ 1]) if value else b"\1"
    if isinstance(value, dict):
        return {**value, "why": "forged"}
    return [*(value or []), "red"]


def edit_wire(rows: Rows, version: int, field: int) -> None:
    wire = msgspec.msgpack.decode(rows.all()[version][1])
    wire[field] = other(wire[field])
    rows.set(version, "state", msgspec.msgpack.encode(wire))


def edit_fact(rows: Rows, version: int, which: int) -> None:
    wire = msgspec.msgpack.decode(rows.all()[version][1])
    key = list(wire[0])[which % len(wire[0])]
    wire[0][key] = other(wire[0][key])
    rows.set(version, "state", msgspec.msgpack.encode(wire))


def add_to_wire(rows: Rows, version: int, _: int) -> None:
    wire = msgspec.msgpack.decode(rows.all()[version][1])
    rows.set(version, "state", msgspec.msgpack.encode([*wire, "more"]))


def flip_a_bit(rows: Rows, version: int, which: int) -> None:
    state = bytearray(rows.all()[version][1])
    state[which % len(state)] ^= 1 << which % 8
    rows.set(version, "state", bytes(state))


def cut_bytes(rows: Rows, version: int, which: int) -> None:
    state = rows.all()[version][1]
    rows.set(version, "state", state[: which % len(state)])


def put_text(rows: Rows, version: int, _: int) -> None:
    rows.set(version, "state", "not bytes at all")


def refile(rows: Rows, version: int, _: int) -> None:
    rows.set(version, "topic", rows.all()[version][0] + "x")


def renumber(rows: Rows, version: int, which: int) -> None:
    rows.set(version, "originator_version", 1000 + which)


def delete_and_close_up(rows: Rows, version: int, _: int) -> None:
    kept = rows.all()
    del kept[version]
    rows.write(kept)


def insert_copy(rows: Rows, version: int, which: int) -> None:
    kept = rows.all()
    kept.insert(version, kept[which % len(kept)])
    rows.write(kept)


def swap(rows: Rows, version: int, which: int) -> None:
    kept = rows.all()
    second = (version + 1 + which % (len(kept) - 1)) % len(kept)
    kept[version], kept[second] = kept[second], kept[version]
    rows.write(kept)


EDITS = [edit_fact, add_to_wire, flip_a_bit, cut_bytes, put_text, refile, renumber]
MOVES = [delete_and_close_up, insert_copy, swap]


def cut_off(rows: Rows, version: int, _: int) -> None:
    for after in range(version, len(rows.all())):
        rows.delete(after)


def delete(rows: Rows, version: int, _: int) -> None:
    rows.delete(version)


def write_longer(rows: Rows, version: int, which: int) -> None:
    """The same entry with the same hash, in more bytes than it needs."""
    state = rows.all()[version][1]
    fact = len(msgspec.msgpack.encode(msgspec.msgpack.decode(state)[0]))
    longer = (
        b"\xdc\x00\x08" + state[1:],
        state[:-34] + b"\xc5\x00\x20" + state[-32:],
        state[: 1 + fact] + b"\xcc" + state[1 + fact :],  # the number of a low order
    )
    rows.set(version, "state", longer[which % len(longer)])


SPOILS = [*EDITS, *MOVES, cut_off, delete, write_longer]


# A forger who computes the chain anew


def forge(connection: sqlite3.Connection, lines: Sequence[str], change: Callable[[Sealed], Sealed]) -> None:
    """Change entries, and chain those of all lines anew; parents come first."""
    parents: dict[str, str] = {}
    known = {("main", 0): chain.GENESIS}

    def hash_at(line: str, number: int) -> bytes:
        return known[line, number] if (line, number) in known else hash_at(parents[line], number)

    for name in lines:
        rows, made = Rows(connection, name), []
        opened = msgspec.msgpack.decode(rows.all()[0][1])[0]
        parents[name], at = opened.get("parent", "main"), opened.get("at", 0)
        for number, (topic, state) in enumerate(rows.all(), at + 1):
            entry = change(read_sealed(name, number, state))
            entry = entry._replace(digest=chain.digest(entry.salt, entry.body or b""))
            known[name, number] = entry.expected(hash_at(name, number - 1))
            made.append((topic, stored_bytes(entry._replace(hash=known[name, number]))))
        rows.write(made)


FORGERIES: list[tuple[str, dict[str, Any]]] = [
    ("DiceRolled", {"faces": [1, 1, 1]}),
    ("DiceRolled", {"faces": [99]}),
    ("DiceRolled", {"number": 3}),
    ("DiceRolled", {"number": 2**62}),
    ("DiceRolled", {"source": "fair"}),
    ("DiceRolled", {"source": "nobody"}),
    ("CardDrawn", {"card": "a"}),
    ("CardDrawn", {"card": "zz"}),
    ("DeckShuffled", {"cards": ["a", "b"]}),
    ("SeedRevealed", {"seed": "00" * 32}),
    ("SeedRevealed", {"fact": "DiceRolled"}),
    ("GameStarted", {"commitments": {}}),
    ("LineOpened", {"luck_until": 2}),
    ("LineOpened", {"luck_until": 10**6}),
    ("LineOpened", {"luck": "same"}),
    ("LineOpened", {"commitments": {}}),
    ("PointsScored", {"fact": 5}),
    ("PointsScored", {"fact": "GameStarted"}),
    ("PointsScored", {"fact": "LineOpened"}),
    ("PointsScored", {"points": 7}),
    ("LossTaken", {"amount": 7}),
]


def forgery(tag: str, change: dict[str, Any], nth: int) -> Callable[[Sealed], Sealed]:
    """Changes the nth fact that bears this tag, whatever its line."""
    seen = 0

    def do(entry: Sealed) -> Sealed:
        nonlocal seen
        fact = msgspec.msgpack.decode(entry.body or b"")
        if fact["fact"] != tag:
            return entry
        seen += 1
        return entry._replace(body=msgspec.msgpack.encode({**fact, **change})) if seen == nth + 1 else entry

    return do


def miscount(nth: int, by: int) -> Callable[[Sealed], Sealed]:
    """The nth entry of a line is counted to another order."""
    return lambda entry: entry._replace(order_no=entry.order_no + by) if entry.number == nth + 1 else entry


def spell_longer(nth: int) -> Callable[[Sealed], Sealed]:
    """A fact in more bytes than it needs: a map of up to 15 keys has a short head."""

    def do(entry: Sealed) -> Sealed:
        body = entry.body or b""
        return entry._replace(body=b"\xde\x00" + bytes([body[0] & 15]) + body[1:]) if entry.number == nth + 1 else entry

    return do
