"""Names that stand in refs and in streams: of games, lines and sides."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.kernel.errors import BadInput

UMPIRE = "umpire"  # signs what no side does
RESERVED = frozenset({UMPIRE, "host", "spectator", "none"})  # who keeps the log, who looks on, nobody: they are no side
LONGEST_NAME = 63  # characters
PLAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")


def check_name(kind: str, name: str) -> str:
    """Names stand in refs and in stream ids, so they are kept plain."""
    if kind == "side" and name in RESERVED:
        raise BadInput(f"no side can be called {name}: the name {name} is taken")
    if not PLAIN.fullmatch(name):
        raise BadInput(
            f"{name!r} cannot name a {kind}; use up to 63 small letters, digits, dots, dashes and underscores"
        )
    return name


def check_sides(sides: Sequence[str]) -> None:
    """Those of a game: names stand in orders, options and files."""
    for side in sides:
        check_name("side", side)
    if not sides or len(set(sides)) != len(sides):
        raise BadInput("each side needs a name of its own" if sides else "a game has sides, and here are none")


def slug(text: str) -> str:
    """A plain name from any title."""
    plain = re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-._")
    return plain[:LONGEST_NAME] or "game"
