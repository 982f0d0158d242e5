"""The game all bars are taken on: a freeform refight of a hundred pieces, the same every time."""

from __future__ import annotations

import random
from pathlib import Path

from domain.chance import SeededChance
from domain.entry import Envelope
from domain.facts import DiceRolled, Fact, LossTaken, PhaseBegan, PointsScored
from domain.gamelog import GameLog, Line
from domain.games import Games
from domain.kernel import Recorded
from domain.packs import Pack
from domain.table import Table
from rules import SYSTEMS
from rules.freeform import facts as f
from rules.freeform import orders as o

FREEFORM = SYSTEMS["freeform"]
UNITS = 100
AT = 1_700_000_000_000
SCENARIOS = """
source = "house"
[[scenarios]]
key = "bench"
title = "A long day"
sides = ["blue", "red"]
source = "house"
"""
PACK = Pack(name="bench", files={"scenarios.toml": SCENARIOS})


def open_games(path: Path) -> Games:
    return Games(GameLog(str(path), SYSTEMS))


def new_line(games: Games, name: str = "day") -> Line:
    return games.new(FREEFORM, "bench", name, PACK)


def facts(count: int, seed: int = 1) -> list[Fact]:
    """Pieces come on, then move, roll, suffer and score."""
    dice = random.Random(seed)
    pieces = [f"unit-{i}" for i in range(UNITS)]
    found: list[Fact] = [
        f.PieceAdded(piece=piece, side=("blue", "red")[i % 2], at=f"hex-{i:04}", strength=9)
        for i, piece in enumerate(pieces)
    ]
    while len(found) < count:
        found.append(_one(dice, pieces, len(found)))
    return found[:count]


def _one(dice: random.Random, pieces: list[str], number: int) -> Fact:
    piece, kind = dice.choice(pieces), dice.randrange(10)
    side = ("blue", "red")[int(piece.split("-")[1]) % 2]
    if kind < 5:
        return f.PieceMoved(piece=piece, start=f"hex-{number:04}", to=f"hex-{dice.randrange(2000):04}")
    if kind < 7:
        return DiceRolled(
            by=side, sides=6, faces=(dice.randint(1, 6), dice.randint(1, 6)), why="fire", source="entered"
        )
    if kind < 8:
        return LossTaken(side=side, unit=piece, kind="steps", amount=1, cause="fire")
    if kind < 9:
        return PointsScored(side=side, points=dice.randint(1, 3), why="a place taken")
    return PhaseBegan(turn=1 + number // 500, phase="fire", side=side)


def fill(games: Games, line: Line, count: int, per_order: int = 50) -> None:
    """`count` entries in all, with those the line already has."""
    head = games.log.head(line)
    wanted = facts(count - head.number)
    for start in range(0, len(wanted), per_order):
        items = [Recorded(fact) for fact in wanted[start : start + per_order]]
        head = games.log.append(line, head, Envelope(head.order_no + 1, "blue", AT + start), items)


def play(table: Table, orders: int) -> None:
    """Real orders, decided by the rules, so that an audit has something to decide."""
    dice, chance = random.Random(2), SeededChance(3)
    for i in range(UNITS):
        side = ("blue", "red")[i % 2]
        table.order(side, o.AddPiece(piece=f"unit-{i}", side=side, at=f"hex-{i:04}", strength=9), chance, AT)
    for i in range(orders - UNITS):
        unit = dice.randrange(UNITS)
        piece, side = f"unit-{unit}", ("blue", "red")[unit % 2]
        kinds = (
            o.MovePiece(piece=piece, to=f"hex-{dice.randrange(2000):04}"),
            o.RollDice(why="fire", dice=2),
            o.TakeLoss(piece=piece, cause="fire"),
            o.ScorePoints(side=side, points=1, why="a place taken"),
        )
        table.order(side, kinds[i % 4], chance, AT + i)
