"""What `export` writes by itself: a film, a page; and what each has no use for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from domain.kernel.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])

OF_A_FILM = {"every": "--every", "pace": "--pace", "width": "--width"}
OF_A_TEXT = {"kind": "--format", "output": "--output"}
BESIDE = {
    "html": {**OF_A_TEXT, **OF_A_FILM, "line": "--line"},
    "film": {**OF_A_TEXT, "html": "--html", "luck": "--luck", "with_pictures": "--with-pictures",
             "players": "--players"},
    "text": OF_A_FILM,
}  # fmt: skip
WRITES = {"html": "--html writes a page of its own", "film": "--film writes a film of its own",
          "text": "only films have that"}  # fmt: skip


def film_options(command: F) -> F:
    """`--film FILE` and how it is made."""
    for option in (
        click.option("--width", type=click.IntRange(320, 3840), default=1280, show_default=True, metavar="N",
                     help="With --film: its width in pixels."),
        click.option("--pace", type=click.FloatRange(0.5, 60), metavar="SECONDS",
                     help="With --film: how long a picture is shown; if not given, 2.5 for a phase, 1.5 for an order."),
        click.option("--every", type=click.Choice(["phase", "order"]), default="phase", show_default=True,
                     help="With --film: a picture of each phase, or of each order."),
        click.option("--film", metavar="FILE", type=click.Path(path_type=Path),
                     help="Film a line, near the action and with captions: an .mp4 or a .gif."),
    ):  # fmt: skip
        command = option(command)
    return command


def check_alone(what: str) -> None:
    context = click.get_current_context()
    given = (name for name in BESIDE[what] if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)
    for name in given:
        raise BadInput(f"{WRITES[what]}; leave out {BESIDE[what][name]}")
