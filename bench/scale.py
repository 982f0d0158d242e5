"""Bars: what must not grow with the game: an order with dice, and commands, in a very long game and in a short one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

from bench.children import refight
from bench.games import open_games, played
from bench.measure import Result, at_most, cpu_seconds
from bench.plan import Plan
from domain.games.games import Games
from domain.log.refs import Ref
from rules.freeform.luck import RollDice

LARGE, QUICK, SMALL = 1_000_000, 100_000, 1000
BAR = 1.5
ORDERS, QUICK_ORDERS = 15, 7  # in each log


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    size = plan.size(LARGE, QUICK)
    logs = [played(plan, entries, folder) for entries in (size, SMALL)]
    yield _result("an order with dice", [_orders(logs, plan.size(ORDERS, QUICK_ORDERS))], size, plan)
    middles = [size // 2, SMALL // 2]
    names = count()
    refight(plan, logs[0], "show", "day")  # leaves snapshots, should those made in this process not serve a command
    works: dict[str, Callable[[int], tuple[str, ...]]] = {
        "refight order RollDice": lambda _: ("order", "day", "RollDice", "why=fire", "dice=2", "--by", "blue"),
        "refight branch": lambda i: ("branch", f"day:{middles[i]}", "--name", f"line-{next(names)}"),
        "refight tree": lambda _: ("tree", "day"),
        "refight show": lambda _: ("show", "day"),
    }
    for work, words in works.items():
        yield _result(work, _commands(plan, logs, words), size, plan)


def _orders(logs: Sequence[Path], orders: int) -> list[float]:
    """Seconds in each log, by turns; each order through a log opened for it, as a command or a request would."""
    taken: list[list[float]] = [[], []]
    for _ in range(orders):
        for times, log in zip(taken, logs, strict=True):
            games = open_games(log)
            times.append(cpu_seconds(partial(_order, Games(games.log))))
            games.log.close()
    return [median(times[1:]) for times in taken]  # the first finds nothing ready


def _order(games: Games) -> None:
    games.order(Ref("day"), "blue", RollDice(why="fire", dice=2))


def _commands(plan: Plan, logs: Sequence[Path], words: Callable[[int], tuple[str, ...]]) -> list[list[float]]:
    """A round is one of each."""
    refight(plan, logs[1], *words(1))  # compiles
    return [[refight(plan, log, *words(i)).cpu for i, log in enumerate(logs)] for _ in range(plan.rounds)]


def _result(work: str, rounds: Sequence[Sequence[float]], size: int, plan: Plan) -> Result:
    large, small = (1000 * median(times) for times in zip(*rounds, strict=True))
    note = f"the same at {SMALL:,} entries"
    return at_most(f"{work}, at {size:,} entries", large, small, "ms", BAR, note=note, quick=plan.quick)
