"""Names that stand in refs and in streams: of games, lines and sides."""

from __future__ import annotations

import re

from domain.kernel.errors import BadInput

UMPIRE = "umpire"  # signs what no side does; no side may bear the name
LONGEST_NAME = 63  # characters
PLAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")


def check_name(kind: str, name: str) -> str:
    """Names stand in refs and in stream ids, so they are kept plain."""
    if kind == "side" and name == UMPIRE:
        raise BadInput(f"no side can be called {UMPIRE}: the name {UMPIRE} is taken")
    if not PLAIN.fullmatch(name):
        raise BadInput(
            f"{name!r} cannot name a {kind}; use up to 63 small letters, digits, dots, dashes and underscores"
        )
    return name


def slug(text: str) -> str:
    """A plain name from any title."""
    plain = re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-._")
    return plain[:LONGEST_NAME] or "game"
