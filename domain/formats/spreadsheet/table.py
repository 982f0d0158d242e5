"""A CSV file as rows of cells: its delimiter found by content, its bounds checked, its mistakes noted by cell."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from domain.formats.spreadsheet.columns import recognised
from domain.kernel.errors import BadInput

MAX_ROWS, MAX_COLUMNS, MAX_CELL = 1_000_000, 200, 100_000
MAX_CELLS = 2_500_000
MAX_SHOWN = 100
DELIMITERS = (",", ";", "\t")
_LOOKED_AT = 5  # rows that are read to find the delimiter
_LOOKED_WIDE = 200_000  # characters of a line, to see what parts its cells
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_SEP = re.compile(r"sep=(.)[ \t]*(?:\r\n|\r|\n)", re.IGNORECASE)  # as spreadsheets write it


class Row(NamedTuple):
    number: int  # as the spreadsheet counts them
    cells: list[str]


class Wrong:
    """All that is wrong with a file; nothing is read by halves."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.count = 0

    def add(self, row: int, column: int, header: str, message: str) -> None:
        self.count += 1
        if len(self.found) < MAX_SHOWN:
            name = f" ({header})" if header else ""
            self.found.append(f"row {row}, column {letters(column)}{name}: {message}")

    def check(self) -> None:
        if self.found:
            more = self.count - len(self.found)
            raise BadInput("\n".join([*self.found, *([f"and {more} more like these"] if more else [])]))


def letters(column: int) -> str:
    """A column, counted from 0, as a spreadsheet names it: A, Z, AA."""
    found = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        found = chr(ord("A") + letter) + found
    return found


def read_rows(text: str) -> Iterator[Row]:
    """Every row with anything in it."""
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise BadInput("a NUL character stands in this file; it is no CSV file")
    said = _SEP.match(text)
    start = said.end() if said else 0
    delimiter = said[1] if said and said[1] in DELIMITERS else _sniffed(text, start)
    _check_size(text, delimiter)
    number, lines = 0, (line[0] for line in _LINE.finditer(text, start))
    rows = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    while True:
        number += 1
        try:
            cells = next(rows, None)
        except csv.Error as error:
            line = rows.line_num + bool(said)
            raise BadInput(f"row {number} (line {line} of the file): {_plain(error)}") from None
        if cells is None:
            return
        _check_bounds(number, cells)
        if any(cell.strip() for cell in cells):
            yield Row(number, [cell.strip() for cell in cells])


def _check_size(text: str, delimiter: str) -> None:
    """Counted before anything is taken apart: a table that is too large is refused at once."""
    lines = text.count("\n") or text.count("\r")
    if lines > 2 * MAX_ROWS:
        raise BadInput(f"this file has more than {MAX_ROWS} rows; split it")
    if lines + text.count(delimiter) > MAX_CELLS:
        raise BadInput(f"this table has more than {MAX_CELLS:,} cells; no game has that many moves. Split it")


def _check_bounds(number: int, cells: list[str]) -> None:
    if number > MAX_ROWS:
        raise BadInput(f"this file has more than {MAX_ROWS} rows; split it")
    if len(cells) > MAX_COLUMNS:
        raise BadInput(f"row {number} has {len(cells)} columns; at most {MAX_COLUMNS} are read")
    for column, cell in enumerate(cells):
        if len(cell) > MAX_CELL:
            raise BadInput(f"row {number}, column {letters(column)}: a cell has at most {MAX_CELL} characters")


def _sniffed(text: str, start: int) -> str:
    """Whatever makes the most headers known, then the most columns; a comma where nothing tells."""
    return max(DELIMITERS, key=lambda delimiter: _fit(text, start, delimiter))


def _fit(text: str, start: int, delimiter: str) -> tuple[int, int]:
    lines = (line[0][:_LOOKED_WIDE] for line in islice(_LINE.finditer(text, start), 1000))
    try:
        rows = islice(
            (row for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True) if any(row)), _LOOKED_AT
        )
        header, *more = [*rows] or [[]]
    except csv.Error:
        return 0, 0
    return len(recognised(header)), min(len(row) for row in (header, *more))


def _plain(error: csv.Error) -> str:
    said = str(error)
    if "limit" in said:
        return f"a cell has at most {MAX_CELL} characters; a quote that is never closed may be the reason"
    if "unexpected end" in said:
        return "a quote is never closed"
    if "expected after" in said:
        return 'a quote within a quoted cell is written twice: "the ""Iron"" Brigade"'
    return f"this row cannot be read as CSV: {said}"
