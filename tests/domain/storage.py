"""What the tests of storage share: a game in one call, samples of facts, helpers that run in other processes."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec.inspect as shape

from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled, Fact, NoteAdded
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.kernel.shapes import bare
from domain.log import chain
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform.luck import RollDice

FREEFORM = SYSTEMS["freeform"]
SCENARIOS = """
source = "house"
[[scenarios]]
key = "blank"
title = "An empty table"
sides = ["blue", "red"]
source = "house"
"""
PACK = Pack(name="open", files={"scenarios.toml": SCENARIOS})
SPAWN = multiprocessing.get_context("spawn")


def new_game(games: Games, name: str = "ridge") -> Line:
    return games.new(FREEFORM, "blank", name, PACK)


def roll(games: Games, ref: Ref, *faces: int) -> None:
    """One order of two facts: the order, and its dice."""
    games.order(ref, "blue", RollDice(why="a test", dice=len(faces)), EnteredChance(faces))


def notes(count: int, text: str = "note") -> list[Recorded]:
    return [Recorded(NoteAdded(by="blue", text=f"{text} {i}")) for i in range(count)]


def append(log: GameLog, line: Line, items: Sequence[Recorded]) -> None:
    head = log.head(line)
    log.append(line, head, Envelope(head.order_no + 1, "blue", 7), items)


def grow(log: GameLog, line: Line, entries: int, per_order: int = 100) -> None:
    """A long line quickly: dice and notes, which need no rules."""
    head = log.head(line)
    for start in range(0, entries, per_order):
        size = min(per_order, entries - start)
        items = [Recorded(fact(start + i)) for i in range(size)]
        head = log.append(line, head, Envelope(head.order_no + 1, "blue", start), items)


def fact(i: int) -> Fact:
    return DiceRolled(by="blue", sides=6, faces=(i % 6 + 1,), why=said(f"roll {i}"), source="fair", number=i)


def row_count(log: GameLog) -> int:
    return len(log.since(0, 10**6))


def check_chain(log: GameLog, line: Line) -> int:
    """Every link from the first entry on; gives the number of entries."""
    before, number = chain.GENESIS, 0
    for sealed in log.each_sealed(line):
        number += 1
        assert sealed.number == number
        assert sealed.hash == sealed.expected(before), f"entry {number}"
        before = sealed.hash
    return number


def orders_in(log: GameLog, line: Line) -> dict[int, list[Fact]]:
    """The facts of each order."""
    found: dict[int, list[Fact]] = {}
    for entry in log.entries(line):
        found.setdefault(entry.order_no, []).append(entry.fact)
    return found


def side_by_side(count: int, work: Callable[..., Any], *args: Any) -> list[Any]:
    """What `work(number, *args)` gives in each of several processes that start together."""
    with SPAWN.Pool(count, initializer=_meet, initargs=(SPAWN.Barrier(count),)) as pool:
        return pool.starmap(_after_meeting, [(work, i, *args) for i in range(count)], chunksize=1)


_barrier: Any = None


def _meet(barrier: Any) -> None:
    global _barrier
    _barrier = barrier


def _after_meeting(work: Callable[..., Any], *args: Any) -> Any:
    _barrier.wait(60)
    return work(*args)


@contextmanager
def without_root() -> Iterator[None]:
    """File rights do not bind root: be nobody for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.setresgid(65534, 65534, 0)
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


def lock_away(folder: Path) -> None:
    """Files and folder become readable to all and writable to none."""
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)


def sample(kind: Any) -> Any:
    """Any value of a type, no field left at its default where another value is at hand."""
    return _value(shape.type_info(kind))


def _value(info: shape.Type) -> Any:
    info = bare(info)
    if isinstance(info, shape.StructType):
        return info.cls(**{field.name: _value(field.type) for field in info.fields})
    if isinstance(info, shape.UnionType):
        return _value(next(t for t in info.types if not isinstance(t, shape.NoneType)))
    if isinstance(info, shape.LiteralType):
        return info.values[-1]
    if isinstance(info, shape.EnumType):
        return list(info.cls)[-1]
    if isinstance(info, shape.DictType):
        return {_value(info.key_type): _value(info.value_type)}
    return _plain(info)


def _plain(info: shape.Type) -> Any:
    if isinstance(info, shape.TupleType):
        return tuple(_value(item) for item in info.item_types)
    if isinstance(info, shape.VarTupleType):
        return (_value(info.item_type), _value(info.item_type))
    if isinstance(info, shape.ListType):
        return [_value(info.item_type)]
    if isinstance(info, shape.IntType):
        return info.ge if info.ge is not None else 3
    return {shape.StrType: "Château «N° 7»", shape.BoolType: True, shape.AnyType: {"any": ["thing", 1, None]}}[
        type(info)
    ]


def run_sql(url: str, sqlite: str, postgres: str = "") -> None:
    """Changes a log behind the program's back."""
    if url.startswith("postgresql"):
        import psycopg

        with psycopg.connect(url) as server:
            server.execute((postgres or sqlite.replace("stored_events", "refight_events")).encode())
        return
    with closing(sqlite3.connect(url)) as connection, connection:
        connection.execute(sqlite)
