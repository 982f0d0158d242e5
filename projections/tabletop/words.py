"""The words of a table without places: each unit, where it stands and where it looks."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.board import Board, Counter, Field, Figure
from domain.tabletop.angles import TURN
from domain.tabletop.lengths import angle_text
from domain.words.phrases import headings, phrase
from projections.drawing.words import (
    folded,
    letters,
    piece,
    plain,
    shortened,
    side_of,
    spoken,
    standing,
    state_words,
    table,
)

ARROWS = "↑↗→↘↓↙←↖"
POINTS = headings("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
EIGHTH = TURN // len(POINTS)
HEAD = headings("no", "unit", "strength", "formation", "at", "facing", "state")
LEAST_NAME, LEAST_STATE, GAP = 12, 12, 2


class Tag(NamedTuple):
    """A unit on the table, with the capital of its side and a number of its own among them: U7."""

    counter: Counter
    figure: Figure
    letter: str
    number: str


def tags(board: Board) -> list[Tag]:
    capitals, counted = letters(board.sides), dict[str, int]()
    found = []
    for counter in board.counters:
        if counter.figure:
            counted[counter.side] = counted.get(counter.side, 0) + 1
            letter = capitals.get(counter.side, "*")
            found.append(Tag(counter, counter.figure, letter, str(counted[counter.side])))
    return found


def _eighth(heading: int) -> int:
    return (heading % TURN * 2 + EIGHTH) // (2 * EIGHTH) % len(POINTS)


def arrow(heading: int | None) -> str:
    """One of eight; nothing for what looks nowhere."""
    return "" if heading is None else ARROWS[_eighth(heading)]


def compass(heading: int) -> str:
    return phrase(POINTS[_eighth(heading)])


def degrees(heading: int) -> str:
    """To the hundredth, as short as it can be: 180°, 22.5°."""
    return f"{angle_text(heading % TURN)}°"


def strength_of(counter: Counter) -> int | None:
    """As the counter says; else as many as it has bases, unless its one base stands for all of it."""
    bases = len(counter.figure.bases) if counter.figure else 0
    return counter.strength if counter.strength is not None or bases < 2 else bases


def state_of(counter: Counter) -> str:
    """State, ratings and marks, each once."""
    formation = spoken(counter.figure.formation) if counter.figure else ""
    marks = [mark for mark in counter.marks if spoken(mark) not in formation]
    return ", ".join(part for part in (plain(counter.ratings), *state_words(counter, marks)) if part)


def called_by(counter: Counter) -> str:
    """The name, and the id that orders use where it is another."""
    name, known_as = plain(counter.name), plain(counter.id)
    return name + (f" [{known_as}]" if known_as != name else "")


def unit_words(counter: Counter, field: Field | None) -> str:
    """All that is to be known of a unit on the table, in one line."""
    figure = counter.figure
    side = side_of(counter.side)
    if counter.hidden or figure is None:
        return phrase("{0}: {1}", side, piece(counter))
    strength = strength_of(counter)
    unit = plain(field.unit) if field else ""
    parts = [
        spoken(counter.kind),
        "" if strength is None else phrase("strength {0}", strength),
        spoken(figure.formation),
        phrase("at {0}", f"{plain(counter.at)} {unit}".rstrip()) if counter.at else "",
        "" if figure.heading is None else phrase("facing {0} ({1})", compass(figure.heading), degrees(figure.heading)),
        state_of(counter),
    ]
    return phrase("{0}: {1}", side, ", ".join([called_by(counter), *filter(None, parts)]))


def lines(board: Board, width: int) -> Iterator[str]:
    """Every unit on the table, then those beside it."""
    yield from (unit_words(tag.counter, board.field) for tag in tags(board))
    yield from beside(board, width)


def beside(board: Board, width: int) -> Iterator[str]:
    """Whatever stands in a box or off the board."""
    return table(board, standing(counter for counter in board.counters if not counter.figure), width)


# A table of units


def units(board: Board, width: int) -> Iterator[str]:
    """A row a unit, as wide as there is room; if there is too little, all that is to be said of each in turn."""
    found = tags(board)
    for is_short in (False, True):
        rows = _kept([tuple(map(phrase, HEAD)), *(_row(tag, is_short) for tag in found)])
        natural = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
        spare = width - sum(natural) - GAP * len(natural) - LEAST_STATE
        if spare >= 0:
            break
    widths = [natural[0], natural[1] + min(0, spare), *natural[2:]] if found else []
    if found and widths[1] < min(LEAST_NAME, natural[1]):
        yield from (line for tag in found for line in folded(_told(tag, board.field), width))
    elif found:
        yield from (line for row in rows for line in _cells(row, widths, width))


def _kept(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Without the columns that are empty in every row but the first; the last stays."""
    kept = [i for i in range(len(HEAD) - 1) if any(row[i] for row in rows[1:])]
    return [(*(row[i] for i in kept), row[-1]) for row in rows]


def _told(tag: Tag, field: Field | None) -> str:
    return f"{tag.letter}{tag.number} {unit_words(tag.counter, field)}"


def _row(tag: Tag, is_short: bool) -> tuple[str, ...]:
    counter, figure = tag.counter, tag.figure
    known_as, place = plain(counter.id), plain(counter.at)
    facing = "" if figure.heading is None else f"{arrow(figure.heading)} {degrees(figure.heading)}"
    if counter.hidden:
        return (f"{tag.letter}{tag.number}", f"? [{known_as}]", "", "", place, facing, "")
    called = known_as if is_short and _letters(known_as) == _letters(counter.name) else called_by(counter)
    size = strength_of(counter)
    return (
        f"{tag.letter}{tag.number}", called, "" if size is None else str(size), spoken(figure.formation),
        place, facing, state_of(counter),
    )  # fmt: skip


def _letters(text: str) -> str:
    """What is left of a name when an id is made of it."""
    return "".join(filter(str.isalnum, text.lower()))


def _cells(row: Sequence[str], widths: Sequence[int], width: int) -> Iterator[str]:
    """What does not fit of the last cell goes on below it."""
    fixed = (" " * GAP).join(shortened(cell, wide).ljust(wide) for cell, wide in zip(row, widths, strict=False))
    left = len(fixed) + GAP
    first, *more = textwrap.wrap(row[-1], width - left) or [""]
    yield f"{fixed}{' ' * GAP}{first}".rstrip()
    yield from (" " * left + line for line in more)
