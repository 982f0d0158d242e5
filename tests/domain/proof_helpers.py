"""A game with everything that proofs must cope with, and a second way to compute the chain."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Order
from domain.kernel.packs import Pack
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, DrawCard, RollDice
from rules.freeform.pieces.asks import AddPiece, MovePiece, RevealPiece

PACK = Pack(
    name="open",
    files={"scenarios.toml": (Path(__file__).parents[2] / "rules/freeform/packs/open/scenarios.toml").read_text()},
)
LINES = ("main", "b", "c", "d")


def open_games(folder: Path, **protection: Any) -> Games:
    return Games(GameLog(str(folder / "games.db"), SYSTEMS, **protection))


def play(games: Games, line: str, *orders: tuple[str, Order]) -> None:
    for by, order in orders:
        games.order(Ref("g", line), by, order)


def play_story(games: Games, *, reveal: bool = False) -> None:
    """Hidden pieces, cards, fair and entered dice; b leaves main, c leaves b, d leaves c in what it has from main."""
    games.new(SYSTEMS["freeform"], "blank", "g", PACK, title="A tale of two sides")
    two = ("red", RollDice(why="fire", dice=2)), ("blue", RollDice(why="morale", dice=1, sides=10))
    play(games, "main", ("blue", AddPiece(piece="spy", side="blue", at="wood", strength=3, hidden=True)), *two)
    play(games, "main", ("red", AddDeck(deck="events", cards=tuple("abcdefgh"), hidden=True)))
    play(games, "main", ("red", DrawCard(deck="events", count=2)), ("blue", DrawCard(deck="events")))
    games.branch(Ref("g", "main", 10), "b", luck="same", why="what if")
    play(games, "main", ("blue", MovePiece(piece="spy", to="hill")), *two)
    games.order(Ref("g"), "red", RollDice(why="melee", dice=3), EnteredChance([1, 2, 6]))
    play(games, "b", *two, *two, ("blue", DrawCard(deck="events")))
    games.branch(Ref("g", "b"), "c", luck="fresh")
    play(games, "c", *two, ("blue", RevealPiece(piece="spy")))
    games.branch(Ref("g", "c", 5), "d", luck="same")
    play(games, "d", *two, *two, *two)
    games.note(Ref("g"), "umpire", "tea at four ☕")
    for name in LINES if reveal else ():
        games.reveal(Ref("g", name))


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def rechained(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Exported objects with all hashes computed anew: what a forger with our code would do."""
    pack = msgspec.msgpack.encode
    head, *entries, _ = rows
    parents = {line["line"]: line["parent"] for line in head["lines"]}
    known = {("main", 0): bytes(32)}

    def at(line: str, number: int) -> bytes:
        return known[line, number] if (line, number) in known else at(parents[line], number)

    made, ends = [], {}
    for row in entries:
        salt = bytes.fromhex(row.get("salt", ""))
        digest = (
            bytes.fromhex(row["digest"]) if "digest" in row else sha256(bytes([len(salt)]) + salt + pack(row["fact"]))
        )
        header = pack([row[key] for key in ("line", "entry", "order", "by", "at", "source", "to")])
        known[row["line"], row["entry"]] = now = sha256(at(row["line"], row["entry"] - 1) + digest + header)
        made.append({**row, "hash": now.hex()})
        ends[row["line"]] = {"line": row["line"], "entry": row["entry"], "hash": now.hex()}
    return [head, *made, {"end": list(ends.values())}]


def texts(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [msgspec.json.encode(row).decode() for row in rows]


def objects(lines: Sequence[str]) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in lines]
