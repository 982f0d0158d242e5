"""Pictures that commands draw: into a file, whole or not at all, or printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.shell import png
from cli.shell.output import Grid, emit, say_exactly
from cli.shell.session import Session
from cli.shell.writing import write_bytes, write_file
from domain.kernel.errors import BadInput
from domain.words.phrases import phrase

F = TypeVar("F", bound=Callable[..., Any])

force_option = click.option("--force", is_flag=True, help="Write over a file that is there.")


def svg_option(what: str) -> Callable[[F], F]:
    """`--svg FILE` and `--force`, for a command that can draw what it tells."""

    def options(command: F) -> F:
        svg = click.option("--svg", metavar="FILE", type=click.Path(allow_dash=True), help=f"{what}; - prints it.")
        return svg(force_option(command))

    return options


def png_options(command: F) -> F:
    """`--png FILE` and `--width N`."""
    file = click.option("--png", metavar="FILE", type=click.Path(dir_okay=False), help="The same as PNG.")
    width = click.option(
        "--width",
        type=click.IntRange(png.LEAST, png.MOST),
        metavar="N",
        help="Of a PNG, in pixels; as wide as it is drawn if not given.",
    )
    return file(width(command))


def check_drawn(file: str | None, image: str | None, width: int | None) -> None:
    """Before anything is drawn: a PNG has a file of its own, and a width is of a PNG."""
    if width is not None and image is None:
        raise BadInput("--width is the width of a PNG: add --png FILE; an SVG has none, it is drawn as wide as wanted")
    if image == "-":
        raise BadInput("a PNG is not printed: name a file, such as --png board.png; --svg - prints the picture as SVG")
    if image is not None and file not in (None, "-") and Path(image).absolute() == Path(str(file)).absolute():
        raise BadInput(f"--svg and --png cannot both be {image}: name two files")


def put(
    svg: str, file: str | None, image: str | None = None, width: int | None = None, *, force: bool
) -> dict[str, Any]:
    """Where the pictures are; a picture for - is there as text."""
    found: dict[str, Any] = {}
    if file == "-":
        found |= {"file": None, "svg": svg}
    elif file is not None:
        found |= {"file": file, "bytes": write_file(Path(file), [svg], force=force)}
    if image is not None:
        found |= {"png": image, "png_bytes": write_bytes(Path(image), [png.png_of(svg, width)], force=force)}
    return found


def is_printed(session: Session, drawn: dict[str, Any]) -> bool:
    """Whether the picture itself is what was asked for; then it is printed, as `export` does it."""
    if "svg" not in drawn or session.is_asked_by_a_program:
        return False
    say_exactly(drawn["svg"])
    return True


def said(what: str, drawn: dict[str, Any]) -> list[str]:
    """`farm:600 is drawn in farm.svg, 70123 bytes`."""
    places = [(drawn.get("file"), drawn.get("bytes")), (drawn.get("png"), drawn.get("png_bytes"))]
    return [phrase("{0} is drawn in {1}, {2} bytes", what, file, size) for file, size in places if file]


def emit_drawn(session: Session, value: dict[str, Any], what: str, drawn: dict[str, Any], *more: str | Grid) -> None:
    """A picture printed, or the value with where the picture is."""
    if not is_printed(session, drawn):
        emit(session, {**value, **drawn}, *said(what, drawn), *more)
