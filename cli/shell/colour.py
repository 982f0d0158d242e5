"""Colour on a terminal: one for each side, the same in every command; none in a pipe or where NO_COLOR is set."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence

import click

from cli.shell.errors import clean
from projections.drawing.colours import worn

# The first two stay apart for the colour-blind; magenta is kept for secrets. These names hold in tables as well.
PALETTE = ("bright_blue", "yellow", "cyan", "green", "bright_red", "white")
SECRET = "magenta"


class Painted(str):
    """Text that was cleaned and then styled by us: it is printed as it is."""


def is_on() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def colours(sides: Sequence[str]) -> dict[str, str]:
    """What wears blue in pictures is blue here, and so on."""
    return {side: PALETTE[i % len(PALETTE)] for side, i in worn(sides).items()}


def in_side(text: str, side: str, sides: Sequence[str]) -> str:
    """Text in the colour of a side; as it was for anyone else."""
    colour = colours(sides).get(side)
    return click.style(clean(text), fg=colour) if colour else clean(text)


def dimmed(text: str) -> str:
    return click.style(clean(text), dim=True)


def secret(text: str) -> str:
    return click.style(clean(text), fg=SECRET, italic=True)


def named(text: str, owners: Mapping[str, str], sides: Sequence[str]) -> str:
    """Every name that belongs to a side, wherever it stands as a word of its own, in that side's colour."""
    if not is_on() or not owners:
        return text
    names = "|".join(re.escape(name) for name in sorted(owners, key=len, reverse=True))
    word = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
    return Painted(word.sub(lambda found: in_side(found[0], owners[found[0]], sides), clean(text)))
