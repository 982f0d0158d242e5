"""D15 B Half of a unit by its figures: the middle of each is looked at."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from domain.tabletop.angles import Point
from domain.tabletop.bodies import Block
from domain.tabletop.measure import Pose, halves_off
from rules.black_powder.units.footprint import Body

FIGURE = 787  # BP.army.12 20 mm


def share_counted(body: Body, holds: Callable[[Point], bool]) -> Fraction:
    """The share of the figures of a body that satisfy a test."""
    points = [point for block in body.outline for point in _middles(body.pose, block)]
    return Fraction(sum(map(holds, points)), len(points))


def _middles(pose: Pose, block: Block) -> list[Point]:
    """Figures stand on squares of 20 mm; a block holds as many files and ranks as it has room for."""
    wide, deep = block.right - block.left, block.front - block.rear
    files, ranks = max(wide // (2 * FIGURE), 1), max(deep // (2 * FIGURE), 1)
    return [
        halves_off(
            pose, block.left + (2 * file + 1) * wide // (2 * files), block.front - (2 * rank + 1) * deep // (2 * ranks)
        )
        for file in range(files)
        for rank in range(ranks)
    ]
