"""The game all bars are taken on: a freeform refight of a hundred pieces, the same every time."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from bench.plan import Plan
from domain.games.games import Games
from domain.games.seat import Seat
from domain.kernel.chance import SeededChance
from domain.kernel.facts import DiceRolled, Fact, LossTaken, PhaseBegan, PointsScored
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from rules.freeform.pieces.asks import AddPiece, MovePiece, TakeLoss
from rules.freeform.pieces.facts import PieceAdded, PieceMoved
from rules.freeform.sequence import ScorePoints

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
        PieceAdded(piece=piece, side=("blue", "red")[i % 2], at=f"hex-{i:04}", strength=9)
        for i, piece in enumerate(pieces)
    ]
    while len(found) < count:
        found.append(_one(dice, pieces, len(found)))
    return found[:count]


def _one(dice: random.Random, pieces: list[str], number: int) -> Fact:
    piece, kind = dice.choice(pieces), dice.randrange(10)
    side = ("blue", "red")[int(piece.split("-")[1]) % 2]
    if kind < 5:
        return PieceMoved(piece=piece, start=f"hex-{number:04}", to=f"hex-{dice.randrange(2000):04}")
    if kind < 7:
        return DiceRolled(
            by=side, sides=6, faces=(dice.randint(1, 6), dice.randint(1, 6)), why=said("fire"), source="entered"
        )
    if kind < 8:
        return LossTaken(side=side, unit=piece, kind="steps", amount=1, cause=said("fire"))
    if kind < 9:
        return PointsScored(side=side, points=dice.randint(1, 3), why=said("a place taken"))
    return PhaseBegan(turn=1 + number // 500, phase="fire", side=side)


def fill(games: Games, line: Line, count: int, per_order: int = 50) -> None:
    """`count` entries in all, with those the line already has."""
    head = games.log.head(line)
    wanted = facts(count - head.number)
    for start in range(0, len(wanted), per_order):
        items = [Recorded(fact) for fact in wanted[start : start + per_order]]
        head = games.log.append(line, head, Envelope(head.order_no + 1, "blue", AT + start), items)


def play(table: Seat, orders: int) -> None:
    """Real orders, decided by the rules, so that an audit has something to decide."""
    dice, chance = random.Random(2), SeededChance(3)
    for i in range(UNITS):
        side = ("blue", "red")[i % 2]
        table.order(side, AddPiece(piece=f"unit-{i}", side=side, at=f"hex-{i:04}", strength=9), chance, AT)
    for i in range(orders - UNITS):
        unit = dice.randrange(UNITS)
        piece, side = f"unit-{unit}", ("blue", "red")[unit % 2]
        kinds = (
            MovePiece(piece=piece, to=f"hex-{dice.randrange(2000):04}"),
            RollDice(why="fire", dice=2),
            TakeLoss(piece=piece, cause="fire"),
            ScorePoints(side=side, points=1, why="a place taken"),
        )
        table.order(side, kinds[i % 4], chance, AT + i)


def played(plan: Plan, entries: int, folder: Path) -> Path:
    """A log with a line of so many entries, all by real orders, two each, and its snapshots: made once in a run, and
    copied for whoever goes on from it."""
    made = plan.shared / f"played-{entries}.db"
    if not made.exists():
        _make(made, entries)
    for file in made.parent.glob(made.name + "*"):
        shutil.copyfile(file, folder / file.name)
    return folder / made.name


def _make(path: Path, entries: int) -> None:
    games = open_games(path)
    line = new_line(games)
    play(games.table(line), (entries - 1) // 2)
    games.position(Ref("day"))  # leaves the snapshots behind
    games.log.close()
