"""A guided first turn being played: begun, how far it is, whether an order is the one meant, and what comes of it.

How far a game is follows from its log alone, so that one may leave and come back, here or on a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.games.ask import Ask, Played, meant
from domain.games.branch import branch, take_back
from domain.games.games import Games
from domain.games.order import give
from domain.games.preview import Preview, preview
from domain.games.seat import Seat
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Order, OrderGiven, Side
from domain.kernel.lesson import Given, Lesson, LessonStep
from domain.kernel.packs import Pack
from domain.kernel.system import System
from domain.log.gamelog import Line
from domain.log.refs import MAIN, Ref


class Reached(NamedTuple):
    """The first step that has not left its trace, or a look before it; behind the last one it is over."""

    line: str
    step: int
    strayed: bool = False  # something was ordered that the lesson does not know


def begin(games: Games, system: System[Any], lesson: Lesson, name: str, pack: Pack) -> Line:
    """A new game, and all that was played before the first step."""
    line = games.new(
        system, lesson.scenario, name, pack, title=lesson.title, sides=lesson.sides, options=lesson.options
    )
    for given in lesson.prelude:
        _give(games, Ask(Ref(name), given.by, given.order), given)
    return line


def standing(games: Games, game: str, lesson: Lesson) -> Reached:
    """Step by step along the log; looks are done with whatever follows them."""
    line = games.log.line(game, MAIN)
    given = _orders(games, line, 0)
    for one in lesson.prelude:
        found = next(given, None)
        if found is None or found.by != one.by or not _is(games, line, one.order, found.order):
            return Reached(MAIN, 0, strayed=True)
    done = 0
    for at, step in enumerate(lesson.steps):
        if step.branch:
            if step.branch not in games.log.lines(game):
                break
            line = games.log.line(game, step.branch)
            given = _orders(games, line, step.entry)
        elif step.order:
            found = next(given, None)
            if found is None:
                break
            if found.by != giver(lesson, step) or not _is(games, line, step.order, found.order, step.free):
                return Reached(line.name, done, strayed=True)
        if not step.is_look:
            done = at + 1
    return Reached(line.name, done, strayed=next(given, None) is not None)


def giver(lesson: Lesson, step: LessonStep) -> Side:
    return step.by or lesson.side


def _orders(games: Games, line: Line, after: int) -> Iterator[OrderGiven[Any]]:
    for entry in games.log.entries_of(line, (OrderGiven,), after):
        assert isinstance(entry.fact, OrderGiven)
        yield entry.fact


def _is(games: Games, line: Line, text: str, order: Order, free: Sequence[str] = ()) -> bool:
    """Whether an order is the one that was written, but for the fields that may hold anything."""
    wanted = meant(line.system, text, games.names(line))
    if type(order) is not type(wanted):
        return False
    return bool(msgspec.structs.replace(order, **{name: getattr(wanted, name) for name in free}) == wanted)


def looked_at(games: Games, ref: Ref, lesson: Lesson, step: LessonStep, text: str, seat: Seat | None = None) -> Preview:
    """What a newcomer has typed, in full; refused as it would be in any game."""
    return preview(games, Ask(ref, giver(lesson, step), text), seat)


def is_meant(games: Games, step: LessonStep, found: Preview) -> bool:
    """However it was typed."""
    return _is(games, found.line, step.order, found.order, step.free)


def play(games: Games, ref: Ref, lesson: Lesson, step: LessonStep, order: Order | None = None) -> Played | None:
    """The order of the lesson, or as it was typed, with its dice; or the line that is opened, and no order."""
    if step.back:
        take_back(games, ref, games.line(ref).started.sides, name=step.branch)
        return None
    if step.branch:
        branch(games, ref._replace(entry=step.entry), step.branch, by=lesson.side)
        return None
    return _give(games, Ask(ref, giver(lesson, step), order or step.order), step)


def _give(games: Games, ask: Ask, luck: LessonStep | Given) -> Played:
    """Never with fair dice: the words tell what these come to."""
    return give(games, ask, EnteredChance(luck.dice, luck.cards))


def ahead(lesson: Lesson, at: int) -> Sequence[LessonStep]:
    """From a step on, the looks, and the first that leaves a trace."""
    rest = lesson.steps[at:]
    upto = next((i for i, step in enumerate(rest, 1) if not step.is_look), len(rest))
    return rest[:upto]
