"""Sides of the table: from which of them something comes."""

from __future__ import annotations

from domain.tabletop.angles import Point


def comes_from(edge: str, there: Point, here: Point) -> bool:
    """Whether a place lies mainly toward that edge of the table, as seen from here."""
    dx, dy = there.x - here.x, there.y - here.y
    along = {"north": dy, "south": -dy, "east": dx, "west": -dx}[edge]
    return along > 0 and along >= max(abs(dx), abs(dy))
