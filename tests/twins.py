"""Twin games that differ only in what one side hides, as logs that can be played on; and the work an answer costs."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from inspect import CO_GENERATOR
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from domain.games.games import Games
from domain.games.groups import groups
from domain.games.look import legal
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import TapeMismatch
from domain.kernel.facts import GameStarted, Order, OrderGiven
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.log.entry import Entry, Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.words.orders import orders_of
from domain.words.slots import listed_in, slots_of
from rules import SYSTEMS
from tests.at_random import by_kind, picked

TWIN = Ref("twin")
MOST_CHOICES = 4_000
ROOT = Path(__file__).parent.parent


def written(log: GameLog, pack: Pack, entries: Sequence[Entry]) -> Games:
    """A log of its own that holds these facts, in orders as they were given; it has no seed."""
    games, first = Games(log), entries[0].fact
    assert isinstance(first, GameStarted)
    line = log.start(TWIN.game, first, pack, None, entries[0].by, 0)
    for group in groups(entries[1:]):
        items = [Recorded(entry.fact, entry.to) for entry in group]
        log.append(line, log.head(line), Envelope(group[0].order_no, group[0].by, 0, group[0].source), items)
    return games


@contextmanager
def undone(games: Games) -> Iterator[None]:
    """Whatever is recorded meanwhile is gone afterwards: the next order is tried in the same position."""
    line = games.line(TWIN)
    head = games.log.head(line).number
    try:
        yield
    finally:
        rows = games.log.store.recorder.connection
        rows.execute("DELETE FROM stored_events WHERE originator_id=? AND originator_version>=?", ("twin@main", head))


def work_of(function: Any, *args: Any) -> tuple[Any, Counter[str]]:
    """What is answered, and how often each function of the program was called for it: reads, decisions, all of them.

    But for the drawing of a board, which looks once at every piece there is; and for generators, which are called
    another time when they are thrown away.
    """
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _arg: object) -> None:
        file, is_plain = frame.f_code.co_filename, not frame.f_code.co_flags & CO_GENERATOR
        if event == "call" and is_plain and file.startswith(_OURS) and _DRAWN not in file:
            calls[f"{file[len(str(ROOT)) + 1 :]}:{frame.f_code.co_qualname}"] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return function(*args), calls
    finally:
        sys.setprofile(before)


_OURS, _DRAWN = (str(ROOT / "domain"), str(ROOT / "rules")), "/sight/"


def chosen_otherwise(log: GameLog, pack: Pack, entries: Sequence[Entry]) -> Games | None:
    """The same up to the last order, which was hidden; and in its place another of its kind that looks alike."""
    *before, last = groups(entries)
    given = last[0].fact
    assert isinstance(given, OrderGiven)
    games = written(log, pack, [entry for group in before for entry in group])
    line, rng = games.line(TWIN), random.Random(1)
    others = [order for by, order in islice(legal(line.system, games.position(TWIN).state, given.by), MOST_CHOICES)
              if type(order) is type(given.order) and by == given.by and order != given.order]  # fmt: skip
    for order in rng.sample(others, min(len(others), 20)):
        with undone(games), suppress(TapeMismatch):  # dice: both have chosen, and nothing is hidden any more
            if _looks(games.order(TWIN, given.by, order, EnteredChance())) == _looks(last):
                found = order
                break
    else:
        return None
    games.order(TWIN, given.by, found, EnteredChance())
    return games


def _looks(entries: Sequence[Entry]) -> list[object]:
    """As whoever may not see what is hidden sees it."""
    return [entry.fact if entry.to is None else entry.to for entry in entries]


# Orders at random


def any_orders(rng: random.Random, system: System[Any], state: Any, side: str) -> Iterator[Order]:
    """Legal ones, such with a field of another, and some made of whatever lies about."""
    kinds = by_kind(choice for choice in islice(legal(system, state, side), MOST_CHOICES))
    while True:
        if kinds and rng.random() < 3 / 4:
            order = picked(rng, kinds).order
            yield order if rng.random() < 1 / 2 else _varied(rng, system, state, side, order)
        elif made := _made(rng, system, state, side, rng.choice(list(orders_of(system).values()))):
            yield made


def _varied(rng: random.Random, system: System[Any], state: Any, side: str, order: Order) -> Order:
    slots = [slot for slot in slots_of(type(order)).values() if slot.of]
    if not slots:
        return order
    slot = rng.choice(slots)
    value, now = _word(rng, system, state, side, slot.of), getattr(order, slot.name)
    return msgspec.structs.replace(order, **{slot.name: (*now[:-1], value) if isinstance(now, tuple) else value})


def _made(rng: random.Random, system: System[Any], state: Any, side: str, kind: type[Order]) -> Order | None:
    fields: dict[str, Any] = {"order": kind.__name__}
    for slot in slots_of(kind).values():
        listed = [value for one in slot.shapes for value in listed_in(one)]
        word = rng.choice(listed) if listed else _word(rng, system, state, side, slot.of)
        options = [word, [word], rng.randint(0, 3), rng.random() < 1 / 2, {word: [word]}, {word: word}]
        fits = [value for value in options if _fits(value, slot.type)]
        if fits:
            fields[slot.key] = rng.choice(fits)
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError:
        return None


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, TypeError):
        return False
    return True


def _word(rng: random.Random, system: System[Any], state: Any, side: str, of: str) -> str:
    board = system.sight.board(state, side)
    if of == "side":
        return str(rng.choice(state.core.sides))
    if of == "place" and board.spots:
        return rng.choice(board.spots).name
    found = [one.id for one in board.counters] + sorted(getattr(state, "units", {}))
    return str(rng.choice(found)) if found else "nobody"


def opened(folder: Path, name: str) -> GameLog:
    folder.mkdir(exist_ok=True)
    return GameLog(str(folder / f"{name}.db"), SYSTEMS)
