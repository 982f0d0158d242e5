"""The page of a drawn board: the map, and beneath it boxes, notes and legend; of one size throughout a game."""

from __future__ import annotations

from typing import NamedTuple

from projections.drawing.layout import PAD
from projections.drawing.legend import ROW

MORE_ROWS = 3  # of legend that are kept free for what a game comes to need: marks, arrows, notes


class Page(NamedTuple):
    """What is drawn, how wide and high it is, and where the map ends."""

    above: list[str]
    below: list[str]
    width: int
    bottom: int
    height: int


def framed(page: Page, begun: Page, scale: float) -> Page:
    """As high beneath the map as the page that the game began with, and some rows more; what needs more room than that
    is drawn smaller. The map is as large as ever."""
    room = begun.height - begun.bottom + round(MORE_ROWS * ROW * scale)
    needed = page.height - page.bottom
    below = page.below
    if needed > room:
        less = room / needed
        moved = f"translate({PAD * (1 - less):.1f},{page.bottom * (1 - less):.1f}) scale({less:.3f})"
        below = [f'<g transform="{moved}">', *below, "</g>"]
    return page._replace(below=below, height=page.bottom + room)
