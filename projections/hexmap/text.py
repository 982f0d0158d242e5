"""A board of hexes as a compact map in text: three columns a hex, numbers on the margin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.board import Board, Counter, Spot
from domain.words.phrases import phrase
from projections.drawing.words import Standing, folded, grounds, letters, plain, side_of, spoken

CELL = 3
MARGIN = 2  # hexes shown around the counters of a map that is too large
MOST_ROWS = 250
MANY = 10
STEP = 3  # the plane of a hex board: lines lie 3 apart, places on a line 2
CLEAR, HILL, ROAD = ".", "^", "="
KNOWN = {
    "clear": CLEAR, "open": CLEAR, "hill": HILL, "town": "t", "village": "t", "rough": "r", "heavy_woods": "W",
    "woods": "w", "light_woods": "w", "water": "~", "marsh": "m",
}  # fmt: skip
SPELLINGS = (
    re.compile(r"(\d\d)(\d\d)"),
    re.compile(r"(\d{3})(\d{3})"),
    re.compile(r"([A-Za-z]+)(\d+)"),
    re.compile(r"(\w+)[.,:/ -](\w+)"),
)


class Cell(NamedTuple):
    """Where a hex is in the text, and whether it lies half a hex further along its row."""

    row: int
    column: int
    half: int = 0


class Page(NamedTuple):
    """The cell of each hex, and the numbers on the margin."""

    cells: Mapping[str, Cell]
    rows: Mapping[int, str]
    columns: Mapping[int, str]

    @property
    def edge(self) -> int:
        return max((len(number) for number in self.rows.values()), default=0)


Box = tuple[int, int, int, int]  # left, top, right, bottom


def hex_map(board: Board, at: Standing, width: int) -> str:
    """The whole map if it fits, else the part where counters stand; in strips if that is too wide as well."""
    spots = [spot for spot in board.spots if spot.x is not None and spot.y is not None]
    if not spots:
        return ""
    page = _page(spots, board.cells == "pointy")
    strips = _strips(page, [spot.name for spot in spots if spot.name in at], width)
    signs = {page.cells[name][:2]: (sign, page.cells[name].half) for name, sign in _signs(board, spots, at).items()}
    pictures = [_strip(page, signs, strip) for strip in strips]
    return "\n\n".join([*pictures, _legend(board, spots, width)]) if pictures else ""


# Which hex is where


def _page(spots: Sequence[Spot], pointy: bool) -> Page:
    """Places are paired across lines so that a number stands over its own hexes, if the names have numbers."""
    split = _split([spot.name for spot in spots])
    found = [_paired(spots, split, pointy, shift) for shift in (0, 1)]
    return max(found, key=lambda page: len(page.rows) + len(page.columns))


def _paired(spots: Sequence[Spot], split: Mapping[str, tuple[str, str]], pointy: bool, shift: int) -> Page:
    """Hexes standing on a side lie in columns, so that each takes two rows of text."""
    cells: dict[str, Cell] = {}
    places: dict[str, int] = {}
    for spot in spots:
        across, along = (spot.y or 0, spot.x or 0) if pointy else (spot.x or 0, spot.y or 0)
        line, (place, half) = across // STEP, divmod(along + shift, 2)
        cells[spot.name] = Cell(line, place, half) if pointy else Cell(2 * place + half, line)
        places[spot.name] = place if pointy else 2 * place
    lines = {name: cell.row if pointy else cell.column for name, cell in cells.items()}
    ways = [(_agreed(lines, split, first), _agreed(places, split, 1 - first)) for first in (0, 1)]
    numbers = max(ways, key=lambda way: len(way[0]) + len(way[1]))
    return Page(cells, *(numbers if pointy else numbers[::-1]))


def _split(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Both numbers of every name, where all names are spelt in one way: 2120, A4, 3.7."""
    for spelling in SPELLINGS:
        found = [spelling.fullmatch(name) for name in names]
        if all(found):
            return {name: (match[1], match[2]) for name, match in zip(names, found, strict=True) if match}
    return {}


def _agreed(groups: Mapping[str, int], split: Mapping[str, tuple[str, str]], part: int) -> dict[int, str]:
    """The number of each group, if all its hexes have the same."""
    found: dict[int, set[str]] = {}
    for name, numbers in split.items():
        found.setdefault(groups[name], set()).add(numbers[part])
    return {group: same.pop() for group, same in found.items() if len(same) == 1}


# What stands in a cell


def _signs(board: Board, spots: Sequence[Spot], at: Standing) -> dict[str, str]:
    capitals, ground = letters(board.sides), _ground_letters(spots)
    roads = {name for road in board.roads for name in road.spots}
    found: dict[str, str] = {}
    for spot in spots:
        here = at.get(spot.name, ())
        found[spot.name] = _held(here, capitals) if here else _bare(spot, ground, spot.name in roads)
    return found


def _held(here: Sequence[Counter], capitals: Mapping[str, str]) -> str:
    """Side and kind of a single counter, else side and number."""
    top = here[0]
    side = capitals.get(top.side, "*") if len({counter.side for counter in here}) == 1 else "*"
    if len(here) > 1:
        return side + (str(len(here)) if len(here) < MANY else "+")
    if top.hidden:
        return f"{side}?"
    return side + (plain(top.kind)[:1].lower() or "1")


def _bare(spot: Spot, ground: Mapping[str, str], is_road: bool) -> str:
    """What covers the hex, then a road or the hill beneath."""
    words = grounds(spot)
    found = [ground[word] for word in words if ground[word] not in (HILL, CLEAR)]
    is_hill = any(ground[word] == HILL for word in words)
    cover = found[0] if found else HILL if is_hill else CLEAR
    return cover + (ROAD if is_road else HILL if is_hill and cover != HILL else "")


def _ground_letters(spots: Iterable[Spot]) -> dict[str, str]:
    """A letter for each word: the usual one, or a small one of its own that is free."""
    words = sorted({word for spot in spots for word in grounds(spot)})
    found = {word: KNOWN[word.lower()] for word in words if word.lower() in KNOWN}
    for word in words:
        if word not in found:
            small = [letter for letter in [*word.lower(), *"abcdefghijklnopqrstuvxyz"] if "a" <= letter <= "z"]
            found[word] = next((letter for letter in small if letter not in found.values()), ",")
    return found


# The picture


def _strips(page: Page, held: Sequence[str], width: int) -> list[Box]:
    """None if even the part with counters is beyond reason."""
    room = (width - page.edge - 1) // CELL - 1  # a row that lies half a hex further needs a little more
    left, top, right, bottom = box = _box(page.cells.values())
    if held and (right - left >= room or bottom - top >= MOST_ROWS):
        near = _box([page.cells[name] for name in held])
        left, top = max(box[0], near[0] - MARGIN), max(box[1], near[1] - MARGIN)
        right, bottom = min(box[2], near[2] + MARGIN), min(box[3], near[3] + MARGIN)
    if max(bottom - top, right - left) >= MOST_ROWS or room < 1:
        return []
    return [(first, top, min(first + room - 1, right), bottom) for first in range(left, right + 1, room)]


def _box(cells: Iterable[Cell]) -> Box:
    every = list(cells)
    rows, columns = [cell.row for cell in every], [cell.column for cell in every]
    return min(columns), min(rows), max(columns), max(rows)


def _strip(page: Page, signs: Mapping[tuple[int, int], tuple[str, int]], strip: Box) -> str:
    left, top, right, bottom = strip
    across = range(left, right + 1)
    head = [_row([(page.columns.get(c, "")[1 - CELL :], 0) for c in across], "", page.edge)] if page.columns else []
    rows = range(top, bottom + 1)
    drawn = [_row([signs.get((r, c), ("", 0)) for c in across], page.rows.get(r, ""), page.edge) for r in rows]
    return "\n".join([*head, *drawn])


def _row(cells: Sequence[tuple[str, int]], number: str, edge: int) -> str:
    further = " " * any(half for _, half in cells)
    return f"{number.rjust(edge)} {further}{''.join(sign.ljust(CELL) for sign, _ in cells)}".rstrip()


def _legend(board: Board, spots: Sequence[Spot], width: int) -> str:
    said = [f"{letter} {side_of(side)}" for side, letter in letters(board.sides).items()]
    said.append(phrase("with the kind of a single counter or the number of several, * mixed"))
    by_letter: dict[str, list[str]] = {}
    for word, letter in _ground_letters(spots).items():
        by_letter.setdefault(letter, []).append(spoken(word))
    by_letter.setdefault(CLEAR, [spoken("clear")])
    # A space that does not break keeps a letter and its word on one line.
    said += [f"{letter}\u00a0{phrase(' or ').join(words)}" for letter, words in by_letter.items()]
    said += [f"{ROAD}\u00a0{spoken('road')}"] if board.roads else []
    return "\n".join(folded(", ".join(said), width)).replace("\u00a0", " ")
