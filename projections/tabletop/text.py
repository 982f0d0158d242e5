"""A table without places as a map of characters, to scale: a row is twice as high as a column is wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.board import Board, Field, Figure
from domain.tabletop.angles import SCALE, direction
from domain.words.phrases import phrase
from projections.drawing.plane import XY, Outline, along, between, bounds, inside, middle, moved, sides, step
from projections.drawing.style import key_of
from projections.drawing.words import folded, letters, shortened, side_of, spoken
from projections.tabletop.words import arrow, tags

MOST_ROWS, LEAST_COLUMNS = 90, 10
ASPECT = 2
NUMBER_COLUMNS = 6  # from number to number on the rulers, at least
BAR = 10
UNIT_LETTERS = 12
OPEN, ZONE, AHEAD = " ", ":", 8
# What lies level and what stands upright; where both are one character, so is what lies aslant.
LINES = {
    "road": "═║", "track": "╌╎", "trail": "╌╎", "railway": "╪╫", "stream": "~~", "river": "≈≈", "crest": "^^",
    "wall": "━┃", "fence": "┼┼", "hedge": "%%", "works": "╦╣", "embankment": "┴┤", "zone": "┈┊",
}  # fmt: skip
OTHER_LINE, SLANTS = "─│", {"/", "\\"}
LETTERS = {
    "hill": ".", "ridge": ".", "woods": "w", "wood": "w", "forest": "w", "heavy_woods": "W", "orchard": "o",
    "field": "f", "marsh": "m", "rough": "r", "stream": "~", "river": "≈", "lake": "≈", "water": "≈", "ford": "-",
    "bridge": "=", "building": "b",
}  # fmt: skip
SOLID = "~≈-="  # fill their area; others every other cell, so that what lies below them shows through

Cell = tuple[int, int]  # column and row


class Sheet(NamedTuple):
    """The page: so many columns and rows for a table."""

    field: Field
    columns: int
    rows: int

    @property
    def size(self) -> XY:
        """Parts of the table in a cell."""
        return max(self.field.width, 1) / self.columns, max(self.field.height, 1) / self.rows

    def middle_of(self, cell: Cell) -> XY:
        wide, high = self.size
        return (cell[0] + 0.5) * wide, self.field.height - (cell[1] + 0.5) * high

    def cell(self, at: Sequence[float]) -> Cell:
        wide, high = self.size
        return int(at[0] // wide), int((self.field.height - at[1]) // high)

    def about(self, outline: Outline) -> Iterator[Cell]:
        """Cells of the page near a shape."""
        left, bottom, right, top = bounds(outline)
        (first, upper), (last, lower) = self.cell((left, top)), self.cell((right, bottom))
        rows = range(max(upper, 0), min(lower + 1, self.rows))
        return ((c, r) for r in rows for c in range(max(first, 0), min(last + 1, self.columns)))

    def held(self, outline: Outline) -> set[Cell]:
        """Cells whose middle lies inside."""
        return {cell for cell in self.about(outline) if inside(outline, self.middle_of(cell))}

    def within(self, outline: Outline) -> set[Cell]:
        """The same; for what is too narrow to hold one, those its rim runs through."""
        rim = (at for side in sides(outline) for at, _ in along(side, min(self.size) / 2))
        return self.held(outline) or set(map(self.cell, rim))


def sheet(field: Field, width: int) -> Sheet:
    """As wide as it may be, unless it then is too high."""
    wide, high = max(field.width, 1), max(field.height, 1)
    most = max(LEAST_COLUMNS, min(width, MOST_ROWS * ASPECT * wide // high))
    return Sheet(field, most, max(1, min(MOST_ROWS, round(most * high / wide / ASPECT))))


def table_map(board: Board, field: Field, width: int) -> str:
    """The map in a frame with rulers, a bar to measure with, and what its characters mean."""
    edge = len(str(field.height // max(field.per_unit, 1))) + 2
    page = sheet(field, width - edge - 1)
    ground, lines = _ground(board, page), _strokes(board, page)
    drawn = ground | _zones(board, page, ground) | lines | _units(board, page)
    rows = ["".join(drawn.get((c, r), OPEN) for c in range(page.columns)) for r in range(page.rows)]
    # A space that does not break keeps a character and its word on one line.
    said = [line.replace("\u00a0", " ") for part in _legend(board, set(lines.values())) for line in folded(part, width)]
    return "\n".join([*_framed(rows, page, edge), *folded(_scale(page), width), *said])


# The frame


def _framed(rows: Sequence[str], page: Sheet, edge: int) -> Iterator[str]:
    """Numbers stand where their line across the table runs."""
    apart = step(_per_unit(page), NUMBER_COLUMNS)
    ups = {page.rows - 1 - _along(page, n, 1): n for n in _numbers(page.field.height, apart, page)}
    yield f"{' ' * (edge - 1)}┌{'─' * page.columns}┐"
    for i, row in enumerate(rows):
        yield f"{str(ups.get(i, '')).rjust(edge - 2)} {'┤' if i in ups else '│'}{row}│"
    across = {_along(page, n, 0): n for n in _numbers(page.field.width, apart, page)}
    yield f"{' ' * (edge - 1)}└{''.join('┬' if c in across else '─' for c in range(page.columns))}┘"
    numbers = " " * (edge + page.columns + 1)
    for column, n in across.items():
        numbers = numbers[: edge + column] + str(n) + numbers[edge + column + len(str(n)) :]
    yield numbers[: edge + page.columns + 1].rstrip()


def _per_unit(page: Sheet) -> float:
    """Columns of a unit."""
    return max(page.field.per_unit, 1) / page.size[0]


def _numbers(extent: int, apart: int, page: Sheet) -> range:
    return range(0, extent // max(page.field.per_unit, 1) + 1, apart)


def _along(page: Sheet, units: int, axis: int) -> int:
    """The column, or the row from below, that holds so many units; the last one holds the far edge as well."""
    most = (page.columns, page.rows)[axis] - 1
    return min(int(units * page.field.per_unit / page.size[axis]), most)


def _scale(page: Sheet) -> str:
    units = step(_per_unit(page), BAR)
    unit = shortened(page.field.unit, UNIT_LETTERS)
    wide, high = (f"{size / max(page.field.per_unit, 1):.2g}" for size in page.size)
    bar = "─" * max(0, round(units * _per_unit(page)) - 2)
    return f"├{bar}┤ " + phrase("{0} {1}; a column is {2} {1}, a row {3} {1}", units, unit, wide, high)


def _legend(board: Board, used: set[str]) -> Iterator[str]:
    shown = [counter for counter in board.counters if counter.figure]
    sides = [f"{letter}\u00a0{side_of(side)}" for side, letter in letters(board.sides).items()]
    if any(counter.hidden for counter in shown):
        sides.append(f"?\u00a0{phrase('face down')}".replace(" ", "\u00a0"))
    facing = phrase("an arrow is where a unit looks") if any(c.figure and c.figure.front for c in shown) else ""
    yield ", ".join([*sides, facing] if facing else sides)
    areas = [f"{letter}\u00a0{spoken(kind)}" for kind, letter in _area_letters(board).items()]
    kinds = dict.fromkeys(stroke.kind for stroke in board.strokes)
    lines = [f"{''.join(dict.fromkeys(line_of(kind)))}\u00a0{spoken(kind)}" for kind in kinds]
    lines += [f"{''.join(sorted(used & SLANTS))}\u00a0{phrase('the same aslant')}"] if used & SLANTS else []
    zones = [f"{ZONE}\u00a0{spoken(kind)}" for kind in dict.fromkeys(zone.kind for zone in board.zones)]
    yield ", ".join([*areas, *lines, *zones])


# Terrain and zones


def _area_letters(board: Board) -> dict[str, str]:
    """The usual letter of each kind, or a small one that is free."""
    kinds = list(dict.fromkeys(area.kind for area in board.areas))
    found = {kind: LETTERS[key_of(kind)] for kind in kinds if key_of(kind) in LETTERS}
    for kind in kinds:
        small = [letter for letter in [*kind.lower(), *"abcdefghijklmnopqrstuvwxyz"] if "a" <= letter <= "z"]
        found.setdefault(kind, next((letter for letter in small if letter not in found.values()), ","))
    return {kind: found[kind] for kind in kinds}


def _ground(board: Board, page: Sheet) -> dict[Cell, str]:
    small = _area_letters(board)
    layers: dict[Cell, list[str]] = {}
    for area in board.areas:
        for cell in page.within(area.points) if len(area.points) > 2 else ():
            layers.setdefault(cell, []).append(small[area.kind])
    return {cell: _top(found, sum(cell) % 2) for cell, found in layers.items()}


def _top(found: Sequence[str], odd: int) -> str:
    """What lies on top; in every other cell what lies under it."""
    if found[-1] in SOLID or not odd:
        return found[-1]
    return found[-2] if len(found) > 1 else OPEN


def _zones(board: Board, page: Sheet, ground: dict[Cell, str]) -> dict[Cell, str]:
    """Only where nothing else is to be seen."""
    outlines = [zone.points for zone in board.zones if len(zone.points) > 2]
    cells = {cell for outline in outlines for cell in page.within(outline)}
    return {cell: ZONE for cell in cells if ground.get(cell, OPEN) == OPEN}


def line_of(kind: str) -> str:
    return LINES.get(key_of(kind), OTHER_LINE)


def _strokes(board: Board, page: Sheet) -> dict[Cell, str]:
    found: dict[Cell, str] = {}
    for stroke in board.strokes:
        for at, towards in along(stroke.points, min(page.size) / 3):
            found[page.cell(at)] = _sign(line_of(stroke.kind), towards)
    return found


def _sign(line: str, towards: XY) -> str:
    across, up = towards
    level, upright = line[0], line[1]
    if abs(up) * ASPECT <= abs(across) or level == upright:
        return level
    if abs(up) >= ASPECT * abs(across):
        return upright
    return "/" if (across > 0) == (up > 0) else "\\"


# Units


def _units(board: Board, page: Sheet) -> dict[Cell, str]:
    """The capital of its side for each base, its number in the middle, and an arrow before its front."""
    found: dict[Cell, str] = {}
    blocks = [(tag, _block(tag.figure, page)) for tag in tags(board)]
    for tag, block in blocks:
        found |= _lettered(block, "?" if tag.counter.hidden else tag.letter, tag.number)
    taken = set(found)
    for tag, block in blocks:
        found |= _facing(tag.figure, block, page, taken)
    return found


def _block(figure: Figure, page: Sheet) -> set[Cell]:
    bases = [base for base in figure.bases if base]
    return {cell for base in bases for cell in page.held(base) or _across(base, page)}


def _across(base: Outline, page: Sheet) -> Iterator[Cell]:
    """The cells across the middle of a base that holds the middle of none: so it is not lost on a coarse map."""
    yield page.cell(middle(base))
    if len(base) == 4:
        left, right = (between(base[i], base[3 - i], 0.5) for i in (0, 1))
        ends = between(left, right, 0.1), between(left, right, 0.9)
        yield from (page.cell(at) for at, _ in along(ends, min(page.size) / 2))


def _lettered(block: Iterable[Cell], letter: str, number: str) -> dict[Cell, str]:
    """The number stands in the longest row, if there is room for a letter beside it."""
    found = dict.fromkeys(sorted(block), letter)
    rows: dict[int, list[Cell]] = {}
    for cell in found:
        rows.setdefault(cell[1], []).append(cell)
    longest = max(rows.values(), key=len, default=[])
    if len(longest) > len(number):
        first = (len(longest) - len(number) + 1) // 2
        found |= dict(zip(longest[first:], number, strict=False))
    return found


def _facing(figure: Figure, block: set[Cell], page: Sheet, taken: set[Cell]) -> dict[Cell, str]:
    """In the first cell before the front; on the unit itself if something stands there."""
    if figure.heading is None or len(figure.front) < 2:
        return {}
    x, y = direction(figure.heading)
    at = middle([(float(x), float(y)) for x, y in figure.front[:2]])
    steps = [moved(at, (x / SCALE, y / SCALE), i * min(page.size) / 2) for i in range(1, AHEAD)]
    ahead = next((cell for cell in map(page.cell, steps) if cell not in block), None)
    if ahead is None or ahead in taken:
        ahead = min(block, key=lambda cell: _off(page.middle_of(cell), at), default=page.cell(at))
    return {ahead: arrow(figure.heading)}


def _off(a: XY, b: XY) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
