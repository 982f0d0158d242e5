"""Printing: tables and colour on a terminal, plain aligned text in a pipe, one JSON value for programs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from os import terminal_size
from typing import Any, NamedTuple

import click

from cli.shell import colour
from cli.shell.errors import clean
from cli.shell.session import Session

Progress = Callable[[int, int], None]
PATIENCE, REDRAW, BAR = 0.5, 0.1, 30  # seconds before the bar shows, between two drawings; its width
SIDES = ("side", "by")  # columns that hold sides
LONG = 500  # rows from which on a table is only aligned: drawing one takes a hundred times as long


class Grid(NamedTuple):
    """A table to print: whole numbers stand to the right; where sides are named, each has its colour."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    sides: Sequence[str] = ()


def emit(session: Session, value: Any, *parts: str | Grid) -> None:
    """The value for programs, or the parts for people."""
    if session.collected is not None:
        session.collected.append(value)
        return
    if session.json:
        emit_json(value)
        return
    for part in parts:
        if isinstance(part, Grid):
            _table(part)
        else:
            say(part)


def say_first(session: Session, *lines: str) -> None:
    """For people, before something is done: programs are told in one value what came of it."""
    for line in () if session.is_asked_by_a_program else lines:
        say(line)


def emit_lines(session: Session, values: Iterable[Any], lines: Iterable[str]) -> None:
    """The same for what may be long, an array for programs: only what is wanted is made, and only as it is printed."""
    if session.collected is not None:
        session.collected.append(list(values))
    elif session.json:
        _emit_array(values)
    else:
        for line in lines:
            say(line)


def _emit_array(values: Iterable[Any]) -> None:
    """One JSON value, but never all of it in memory."""
    import msgspec

    at_terminal, separator = is_read(), b""
    click.echo(b"[", nl=False)
    for value in values:
        encoded = msgspec.json.encode(value)
        shown = b"\n" + msgspec.json.format(encoded, indent=2) if at_terminal else encoded
        click.echo(separator + shown, nl=False)
        separator = b","
    click.echo(b"\n]" if at_terminal and separator else b"]")


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def titled(columns: Sequence[str], rows: Sequence[Sequence[Any]], sides: Sequence[str] = ()) -> list[str | Grid]:
    """A further table, set off by an empty line; nothing if it has no rows."""
    return ["", Grid(columns, rows, sides)] if rows else []


def emit_json(value: Any) -> None:
    import msgspec

    encoded = msgspec.json.encode(value)
    click.echo(msgspec.json.format(encoded, indent=2) if sys.stdout.isatty() else encoded)


def say(text: str) -> None:
    click.echo(text if isinstance(text, colour.Painted) else clean(text))


def say_exactly(text: str) -> None:
    """What is to become a file: UTF-8 with plain line ends, whatever the encoding of the terminal."""
    click.echo(text if sys.stdout.isatty() else text.encode())


def warn(text: str) -> None:
    """Something to know, though the command was carried out."""
    click.echo(clean(text), err=True)


def hint(session: Session, text: str) -> None:
    """Help along the way: for people at a terminal, and for nobody else."""
    if sys.stderr.isatty() and not session.json:
        click.echo(clean(text), err=True)


def width() -> int:
    """Columns there are: those of the terminal, or a page's worth in a pipe."""
    return max(40, _terminal_size().columns) if sys.stdout.isatty() else 100


def is_read() -> bool:
    """Whether a person reads it as it is printed."""
    return sys.stdout.isatty()


def height() -> int:
    """Lines there are on the terminal."""
    return max(10, _terminal_size().lines)


def _terminal_size() -> terminal_size:
    """Loaded late: most commands print a line or two, and need none."""
    from shutil import get_terminal_size

    return get_terminal_size()


def can_print(text: str) -> bool:
    """Whether the terminal has these letters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _table(grid: Grid) -> None:
    rows = [[_cell(value) for value in row] for row in grid.rows]
    right = [bool(grid.rows) and all(isinstance(row[i], int) for row in grid.rows) for i in range(len(grid.columns))]
    if sys.stdout.isatty() and len(rows) < LONG:
        _rich_table(grid, rows, right)
    else:
        _plain_table(grid, rows, right)


def _cell(value: Any) -> str:
    return "" if value is None else clean(str(value)).replace("\n", " ")


def _headed(grid: Grid) -> list[str]:
    """The names of the columns in the language spoken."""
    from domain.words.phrases import phrase

    return list(map(phrase, grid.columns))


def _plain_table(grid: Grid, rows: Sequence[Sequence[str]], right: Sequence[bool]) -> None:
    lines = [_headed(grid), *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(grid.columns))]
    of_side = _colours(grid)
    coloured = [i for i, name in enumerate(grid.columns) if of_side and name in SIDES]
    for line in lines:
        cells = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(line, widths, right, strict=True)]
        for i in coloured:
            cells[i] = click.style(cells[i], fg=of_side.get(line[i]))
        click.echo("  ".join(cells).rstrip())


def _colours(grid: Grid) -> dict[str, str]:
    return colour.colours(grid.sides) if colour.is_on() else {}


def _rich_table(grid: Grid, rows: Sequence[Sequence[str]], right: Sequence[bool]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    of_side = _colours(grid)
    header = "bold" if colour.is_on() else ""
    table = Table(box=box.SIMPLE_HEAD, header_style=header, pad_edge=False, show_edge=False)
    for i, (name, is_right) in enumerate(zip(_headed(grid), right, strict=True)):
        table.add_column(name, justify="right" if is_right else "left", no_wrap=is_right or not i, overflow="fold")
    for row in rows:
        cells = zip(grid.columns, row, strict=True)
        table.add_row(*(Text(cell, of_side.get(cell, "") if name in SIDES else "") for name, cell in cells))
    Console(highlight=False).print(table)


@contextmanager
def progress(label: str) -> Iterator[Progress | None]:
    """A bar on stderr once work takes long enough to wonder about; none in a pipe, and gone when done."""
    if not sys.stderr.isatty():
        yield None
        return
    next_at = time.monotonic() + PATIENCE

    def step(done: int, of: int) -> None:
        nonlocal next_at
        if time.monotonic() >= next_at:
            next_at = time.monotonic() + REDRAW
            full = BAR * done // max(of, 1)
            click.echo(f"\r{label} [{'#' * full}{'-' * (BAR - full)}] {done} of {of}", err=True, nl=False)

    try:
        yield step
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)
