"""Bars: replay of 100k entries against hand-written code, and the state at any entry against a full replay."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from bench.games import AT, facts, fill, new_line, open_games
from bench.measure import Result, at_least, at_most, cpu_seconds, interleaved
from bench.plan import Plan
from domain.kernel.facts import Fact

LONG, QUICK, SHORT = 100_000, 50_000, 10_000


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    yield from _replay(folder, plan)
    yield _any_entry(folder, plan.rounds)


def _replay(folder: Path, plan: Plan) -> Iterator[Result]:
    """Against two logs of one's own: one that keeps what an entry keeps, and one that keeps nothing but the fact."""
    games, count = open_games(folder / "long.db"), plan.size(LONG, QUICK)
    line = new_line(games)
    fill(games, line, count)
    entries = _hand_written(folder / "entries.db", facts(count - 1), _entry)
    bare = _hand_written(folder / "bare.db", facts(count - 1), _bare)
    states: dict[str, Any] = {}

    def ours() -> None:
        states["ours"] = games.replayed(line, count)

    def with_entries() -> None:
        states["entries"] = _fold_by_hand(entries)

    def with_bare_facts() -> None:
        states["bare"] = _fold_by_hand(bare)

    mine, *yardsticks = interleaved([ours, with_entries, with_bare_facts], plan.rounds)
    for name in ("entries", "bare"):
        _check_alike(states["ours"], states[name])
    games.log.close()
    for what, yardstick in zip(("the same entries", "bare facts"), yardsticks, strict=True):
        work, note = f"replay, store to state, {count:,}", f"hand-written SQLite + json.loads, {what}"
        yield at_least(work, count / mine, count / yardstick, "entries/s", 3, note, quick=plan.quick)


def _hand_written(path: Path, all_facts: list[Fact], kept: Callable[[int, Fact], dict[str, Any]]) -> sqlite3.Connection:
    """What one would write without a library: a table of JSON texts."""
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE events (game TEXT, seq INTEGER, data TEXT, PRIMARY KEY (game, seq))")
    rows = [("day", i, msgspec.json.encode(kept(i, fact)).decode()) for i, fact in enumerate(all_facts)]
    connection.executemany("INSERT INTO events VALUES (?,?,?)", rows)
    connection.commit()
    return connection


def _entry(number: int, fact: Fact) -> dict[str, Any]:
    return {"order": number // 50, "by": "blue", "at": AT + number, "kind": type(fact).__name__, "fact": fact}


def _bare(_number: int, fact: Fact) -> dict[str, Any]:
    return {"kind": type(fact).__name__, "fact": fact}


def _fold_by_hand(connection: sqlite3.Connection) -> dict[str, Any]:
    state: dict[str, Any] = {"pieces": {}, "points": {}, "losses": {}, "turn": 0, "phase": "", "dice": 0}
    for (data,) in connection.execute("SELECT data FROM events WHERE game='day' ORDER BY seq"):
        entry = json.loads(data)
        _apply(state, entry["kind"], entry["fact"])
    return state


def _apply(state: dict[str, Any], kind: str, fact: dict[str, Any]) -> None:
    if kind == "PieceMoved":
        state["pieces"][fact["piece"]]["at"] = fact["to"]
    elif kind == "DiceRolled":
        state["dice"] += len(fact["faces"])
    elif kind == "LossTaken":
        piece = state["pieces"][fact["unit"]]
        piece["strength"] = max(0, piece["strength"] - fact["amount"])
        state["losses"][fact["side"]] = state["losses"].get(fact["side"], 0) + fact["amount"]
    elif kind == "PointsScored":
        state["points"][fact["side"]] = state["points"].get(fact["side"], 0) + fact["points"]
    elif kind == "PhaseBegan":
        state["turn"], state["phase"] = fact["turn"], fact["phase"]
    elif kind == "PieceAdded":
        state["pieces"][fact["piece"]] = {"side": fact["side"], "at": fact["at"], "strength": fact["strength"]}


def _check_alike(ours: Any, theirs: dict[str, Any]) -> None:
    """Both did the same work, or the ratio means nothing."""
    assert ours.core.points == theirs["points"]
    assert ours.core.losses == theirs["losses"]
    assert {name: (piece.at, piece.strength) for name, piece in ours.pieces.items()} == {
        name: (piece["at"], piece["strength"]) for name, piece in theirs["pieces"].items()
    }


def _any_entry(folder: Path, rounds: int) -> Result:
    path = folder / "short.db"
    games = open_games(path)
    line = new_line(games)
    fill(games, line, SHORT)
    games.state(line, SHORT)  # leaves the snapshots behind
    games.log.close()
    games = open_games(path)
    line = games.log.line("day")
    dice = random.Random(4)
    whole, anywhere = [], []
    for _ in range(rounds):
        whole.append(cpu_seconds(lambda: games.replayed(line, SHORT)))
        numbers = dice.choices(range(1, SHORT), k=40)
        anywhere += [cpu_seconds(partial(games.state, line, number)) for number in numbers]
    games.log.close()
    note = f"full replay; median of {len(anywhere)} entries, worst {1000 * max(anywhere):.2f} ms"
    return at_most(
        "state at any entry of 10k", 1000 * median(anywhere), 1000 * median(whole), "ms", 1 / 20, "1/20", note
    )
