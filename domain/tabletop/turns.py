"""By which turns a strip certainly meets a shape: worked out from the angles at which its corners enter and leave.

The angles are reckoned in floats. What is nearer to the brink than the grain, which outweighs all rounding here and in
domain/tabletop/strips.py, is left out: whoever must know looks along that one strip in whole numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import acos, asin, atan2, ceil, degrees, floor, hypot, sqrt
from typing import TypeAlias

from domain.tabletop.angles import SCALE
from domain.tabletop.strips import Spot, Spots

Place: TypeAlias = tuple[float, float]  # right and ahead, as seen from the middle of the strip's near side

_GRAIN = SCALE // 1_000
_NONE = range(0)


def turns_short_of(halves_aside: int, width: int, spots: Spots, limit: int) -> range:
    """Whole degrees at all of which a strip meets a convex shape ahead of the front line, and short of the limit.

    A convex shape stays in a turning strip from where its first corner enters until its last one leaves, or longer if
    it is nearer than half the width.
    """
    corners, half = _places(halves_aside, spots), width * SCALE / 2 - _GRAIN
    if limit <= _GRAIN or min([ahead for _, ahead in corners]) < _GRAIN:
        return _NONE
    met = [(atan2(*place), _spread(hypot(*place), half)) for place in _nearer(corners, limit - _GRAIN)]
    return _whole(min([at - by for at, by in met]), max([at + by for at, by in met])) if met else _NONE


def _places(halves_aside: int, spots: Iterable[Spot]) -> list[Place]:
    aside = halves_aside * SCALE // 2
    return [(float(right - aside), float(ahead)) for right, ahead in spots]


def _nearer(corners: Sequence[Place], reach: float) -> Iterator[Place]:
    """The corners no farther than the reach, and the places where the outline comes or leaves so near."""
    pr, pa = corners[-1]
    for r, a in corners:
        if hypot(r, a) <= reach:
            yield r, a
        dr, da = r - pr, a - pa
        length2, middle = dr * dr + da * da, -(pr * dr + pa * da)
        root2 = middle * middle - length2 * (pr * pr + pa * pa - reach * reach)
        if length2 and root2 > 0:
            shares = [(middle - sqrt(root2)) / length2, (middle + sqrt(root2)) / length2]
            yield from [(pr + dr * share, pa + da * share) for share in shares if 0 < share < 1]
        pr, pa = r, a


def _spread(far: float, half: float) -> float:
    """By how much a strip may turn off a place and still have it ahead of its near side."""
    return min(asin(min(half / far, 1)), acos(_GRAIN / far))


def _whole(least: float, most: float) -> range:
    return range(ceil(degrees(least)), floor(degrees(most)) + 1)
