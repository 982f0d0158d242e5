"""Printing: tables and colour on a terminal, plain aligned text in a pipe, one JSON value for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from cli.errors import clean
from cli.session import Session

Progress = Callable[[int, int], None]


class Grid(NamedTuple):
    """A table to print: whole numbers stand to the right."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


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


def titled(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str | Grid]:
    """A further table, set off by an empty line; nothing if it has no rows."""
    return ["", Grid(columns, rows)] if rows else []


def emit_json(value: Any) -> None:
    import msgspec

    encoded = msgspec.json.encode(value)
    click.echo(msgspec.json.format(encoded, indent=2) if sys.stdout.isatty() else encoded)


def say(text: str) -> None:
    click.echo(clean(text))


def hint(session: Session, text: str) -> None:
    """Help along the way: for people at a terminal, and for nobody else."""
    if sys.stderr.isatty() and not session.json:
        click.echo(clean(text), err=True)


def _table(grid: Grid) -> None:
    rows = [[_cell(value) for value in row] for row in grid.rows]
    right = [bool(grid.rows) and all(isinstance(row[i], int) for row in grid.rows) for i in range(len(grid.columns))]
    if sys.stdout.isatty():
        _rich_table(grid.columns, rows, right)
    else:
        _plain_table(grid.columns, rows, right)


def _cell(value: Any) -> str:
    return "" if value is None else clean(str(value)).replace("\n", " ")


def _plain_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]) -> None:
    lines = [list(columns), *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    for line in lines:
        cells = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(line, widths, right, strict=True))
        click.echo("  ".join(cells).rstrip())


def _rich_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, show_edge=False)
    for name, is_right in zip(columns, right, strict=True):
        table.add_column(name, justify="right" if is_right else "left", no_wrap=is_right, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(highlight=False).print(table)


@contextmanager
def progress(label: str) -> Iterator[Progress | None]:
    """A bar on stderr while long work goes on; none in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr, width=30) as bar:

        def step(done: int, of: int) -> None:
            bar.length = max(of, 1)
            bar.update(done - bar.pos)

        yield step
