"""A board drawn as plain text: a small map where places have coordinates, and always a table of who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from domain.kernel.board import Board, Counter, Spot
from domain.words.phrases import word
from projections.drawing.words import Standing, folded, letters, plain, standing, table
from projections.hexmap.text import hex_map
from projections.tabletop.text import table_map
from projections.tabletop.words import beside, units

WIDTH = 100
MOST_ROWS = 60
MOST_LABELS = 40  # places a map can name; with more it shows one small cell each
LABELS = (18, 14, 11, 8)  # how much of a name is shown: as much as there is room for
CELL = 3


def draw(board: Board, width: int = WIDTH) -> str:
    """At most `width` columns; long lists go on in the next line."""
    notes = "\n".join(line for note in board.notes for line in folded(plain(word(note)), width))
    parts = ["\n".join(folded(plain(word(board.title)), width, "")), *_parts(board, width), notes]
    return "\n\n".join(part for part in parts if part)


def _parts(board: Board, width: int) -> list[str]:
    """The map, and who stands where."""
    if board.field:
        lists = units(board, width), beside(board, width)
        return [table_map(board, board.field, width), *("\n".join(found) for found in lists)]
    at = standing(board.counters)
    picture = hex_map(board, at, width) if board.cells else _map(board, at, width)
    return [picture, "\n".join(table(board, at, width))]


def _map(board: Board, at: Standing, width: int) -> str:
    placed = [spot for spot in board.spots if spot.x is not None and spot.y is not None]
    named = (_named_map(board, placed, at, width, label) for label in LABELS)
    return next(filter(None, named), "") or _cell_map(board, placed, at, width)


# A map with names and links


class Canvas:
    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], str] = {}

    def write(self, column: int, row: int, text: str) -> None:
        self.cells.update({(column + i, row): letter for i, letter in enumerate(text)})

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        across, down = end[0] - start[0], end[1] - start[1]
        steps = max(abs(across), abs(down))
        stroke = _stroke(across, down)
        for i in range(1, steps):
            self.cells[start[0] + round(across * i / steps), start[1] + round(down * i / steps)] = stroke

    def text(self) -> str:
        rows = range(max(row for _, row in self.cells) + 1)
        columns = range(max(column for column, _ in self.cells) + 1)
        return "\n".join("".join(self.cells.get((c, r), " ") for c in columns).rstrip() for r in rows)


def _stroke(across: int, down: int) -> str:
    if abs(across) >= 4 * abs(down):
        return "-"
    if abs(down) >= abs(across):
        return "|"
    return "\\" if (across > 0) == (down > 0) else "/"


def _named_map(board: Board, placed: Sequence[Spot], at: Standing, width: int, label: int) -> str:
    """Empty when there are too many places, or their labels would lie over each other."""
    if not 2 <= len(placed) <= MOST_LABELS:
        return ""
    labels = {spot.name: _label(spot, at, label) for spot in placed}
    widest = max(len(text) for label in labels.values() for text in label)
    if widest >= width:
        return ""
    columns = _scaled([spot.x or 0 for spot in placed], widest + 4, width - widest)
    rows = _scaled([spot.y or 0 for spot in placed], 4, MOST_ROWS)
    corners = {spot.name: (columns[spot.x or 0], rows[spot.y or 0]) for spot in placed}
    canvas, taken = Canvas(), set[tuple[int, int]]()
    for a, b in board.links:
        if a in corners and b in corners:
            canvas.line(_middle(corners[a], labels[a]), _middle(corners[b], labels[b]))
    for name, (column, row) in corners.items():
        for down, text in enumerate(labels[name]):
            cells = {(column + i, row + down) for i in range(-1, len(text) + 1)}
            if cells & taken:
                return ""
            taken |= cells
            canvas.write(column, row + down, text)
    return canvas.text()


def _label(spot: Spot, at: Standing, most: int) -> list[str]:
    """The name, and under it how many of each side stand there."""
    counts: dict[str, int] = {}
    for counter in at.get(spot.name, ()):
        counts[counter.side] = counts.get(counter.side, 0) + 1
    said = " ".join(f"{plain(side) or 'other'}:{count}" for side, count in counts.items())
    name = f"[{plain(spot.name)[: most - 2]}]"
    return [name, said[:most]] if said else [name]


def _middle(corner: tuple[int, int], label: Sequence[str]) -> tuple[int, int]:
    return corner[0] + len(label[0]) // 2, corner[1]


def _scaled(values: Sequence[int], room: int, most: int) -> dict[int, int]:
    """Each value's cell, distances kept: as much room as the narrowest gap needs, but no more than there is."""
    levels = sorted(set(values))
    low, extent = levels[0], levels[-1] - levels[0]
    if not extent:
        return {low: 0}
    narrowest = min(b - a for a, b in pairwise(levels))
    size = min(most, -(-extent * room // narrowest))
    return {level: (level - low) * size // extent for level in levels}


# A map of small cells


def _cell_map(board: Board, placed: Sequence[Spot], at: Standing, width: int) -> str:
    """One cell a place: who stands there and how many, or the terrain. Only around the counters if it is large."""
    if len(placed) < 2:
        return ""
    columns, rows = _ranks([spot.x or 0 for spot in placed]), _ranks([spot.y or 0 for spot in placed])
    capitals = letters(board.sides)
    cells: dict[tuple[int, int], str] = {}
    held: set[tuple[int, int]] = set()
    for spot in placed:
        place = columns[spot.x or 0], rows[spot.y or 0]
        here = at.get(spot.name, ())
        if here or place not in cells:
            cells[place] = _cell(here, capitals) or (plain(spot.terrain)[:1].lower() or ".")
        held |= {place} if here else set()
    window = _window(cells, held, width // CELL)
    if window is None:
        return ""
    left, top, right, bottom = window
    drawn = [
        "".join(cells.get((c, r), "").ljust(CELL) for c in range(left, right + 1)).rstrip()
        for r in range(top, bottom + 1)
    ]
    return "\n".join([*drawn, *folded(_legend(capitals, placed), width)])


def _legend(capitals: Mapping[str, str], placed: Sequence[Spot]) -> str:
    sides = ", ".join(f"{letter} {plain(side)}" for side, letter in capitals.items())
    terrains = sorted({plain(spot.terrain) for spot in placed if spot.terrain}, key=str.lower)
    by_letter = groupby(terrains, key=lambda terrain: terrain[:1].lower())
    small = "".join(f", {letter} {' or '.join(named)}" for letter, named in by_letter)
    return f"{sides}, * mixed, with the number of counters{small}"


def _ranks(values: Iterable[int]) -> dict[int, int]:
    return {value: rank for rank, value in enumerate(sorted(set(values)))}


def _cell(here: Sequence[Counter], capitals: Mapping[str, str]) -> str:
    if not here:
        return ""
    sides = {counter.side for counter in here}
    letter = capitals.get(here[0].side, "*") if len(sides) == 1 else "*"
    return letter + (str(len(here)) if len(here) < 10 else "+")


def _window(
    cells: Iterable[tuple[int, int]], held: Iterable[tuple[int, int]], most: int
) -> tuple[int, int, int, int] | None:
    """The whole map if it fits, else the part with counters on it; None if that does not fit either."""
    for part in (cells, held):
        box = list(part)
        if not box:
            return None
        left, right = min(c for c, _ in box), max(c for c, _ in box)
        top, bottom = min(r for _, r in box), max(r for _, r in box)
        if right - left < most and bottom - top < MOST_ROWS:
            return left, top, right, bottom
    return None
