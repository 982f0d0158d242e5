"""Turned strips before a front line in whole numbers: what they meet first, and what ground begins or bars the way.

The fast sibling of `first_in_strip` and `is_screened` in zones.py. Shapes are seen from the middle of a front line, so
far to the right of it and so far ahead, each times SCALE; where a side is cut, the result is rounded down.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple, TypeAlias

from domain.tabletop.angles import SCALE, Point, cosine, direction, sine
from domain.tabletop.measure import Pose

Spot: TypeAlias = tuple[int, int]
Spots: TypeAlias = tuple[Spot, ...]  # a segment or a convex polygon, clockwise
Side: TypeAlias = tuple[Spot, Spot]  # from left to right

_DEGREE = 100
_MOST = 90
_TANGENTS = [sine(k * _DEGREE) * SCALE // cosine(k * _DEGREE) for k in range(1 - _MOST, _MOST)]
_SQUARED_SINES = [sine(k * _DEGREE) ** 2 for k in range(_MOST + 1)]
_SEAM = 2  # rounding may part what touches by so little
_GRAIN = SCALE // 1_000  # and turning may change a slack by no more than this


class Strip(NamedTuple):
    """It starts `aside` of the middle of the front line, and its near side is turned about its own middle."""

    aside: int
    sine: int
    cosine: int
    half: int  # of its width


class Stretch(NamedTuple):
    """Where a shape begins and ends in a strip."""

    near: int
    far: int


class Turns(NamedTuple):
    """Whole degrees outside which no strip meets a shape, and a distance short of which none does."""

    degrees: range
    least: int


def turned_strip(halves_aside: int, width: int, angle: int) -> Strip:
    """So many half milli-units right of the middle, turned clockwise by less than a quarter turn."""
    s, c = direction(angle)
    return Strip(halves_aside * SCALE // 2, s, c, width * SCALE // 2)


def seen(pose: Pose, points: Iterable[Point]) -> Spots:
    """The points as they lie before the pose: to the right, and ahead."""
    (s, c), px, py = direction(pose.heading), pose.x, pose.y
    return tuple([((x - px) * c - (y - py) * s, (x - px) * s + (y - py) * c) for x, y in points])


def clip(spots: Sequence[Spot], a: int, b: int, least: int) -> Spots:
    """What is left of a convex shape where a * right + b * ahead is at least so much."""
    values = [a * right + b * ahead - least for right, ahead in spots]
    if not values or min(values) >= 0:
        return tuple(spots)
    return tuple(_cut(spots, values)) if max(values) >= 0 else ()


def _cut(spots: Sequence[Spot], values: Sequence[int]) -> Iterator[Spot]:
    (pr, pa), before = spots[-1], values[-1]
    for (r, a), value in zip(spots, values, strict=True):
        if before < 0 < value or value < 0 < before:
            yield pr + (r - pr) * before // (before - value), pa + (a - pa) * before // (before - value)
        if value >= 0:
            yield r, a
        pr, pa, before = r, a, value


def beyond(spots: Spots, by: int) -> Spots:
    """What is left of a shape at least so far ahead; nothing if no part of it is farther."""
    return clip(spots, 0, 1, by) if spots and max(spots, key=_ahead)[1] > by else ()


def _ahead(spot: Spot) -> int:
    return spot[1]


def along(strip: Strip, spots: Spots) -> Spots:
    """A shape as it lies before the strip itself."""
    aside, s, c, _ = strip
    if not s:
        return tuple([(r - aside, a) for r, a in spots])
    return tuple([(((r - aside) * c - a * s) // SCALE, ((r - aside) * s + a * c) // SCALE) for r, a in spots])


def stretch(strip: Strip, spots: Spots) -> Stretch | None:
    """Where the shape begins and ends in the strip; None if it only touches it, or not even that."""
    aside, s, c, half = strip
    side = half - 1  # what only touches a side is left out
    rights = [((r - aside) * c - a * s) // SCALE for r, a in spots] if s else [r - aside for r, _ in spots]
    if max(rights) < -side or min(rights) > side:
        return None
    ends = _ends(rights, [((r - aside) * s + a * c) // SCALE for r, a in spots], side)
    far = max(ends)
    return Stretch(max(min(ends), 0), far) if far > 0 else None


def _ends(rights: Sequence[int], aheads: Sequence[int], right: int) -> list[int]:
    """How far ahead the corners lie that are in the strip, and the places where the outline crosses its sides."""
    ends, left = [], -right
    pr, pa = rights[-1], aheads[-1]
    for r, a in zip(rights, aheads, strict=True):
        if left <= r <= right:
            ends.append(a)
        if (pr < left) != (r < left):
            ends.append(pa + (a - pa) * (left - pr) // (r - pr))
        if (pr > right) != (r > right):
            ends.append(pa + (a - pa) * (right - pr) // (r - pr))
        pr, pa = r, a
    return ends


def near_sides(strip: Strip, target: Spots) -> Iterator[Side]:
    """The sides of a polygon that lines along the strip reach first, as far as they lie in it."""
    lying = along(strip, target)
    right = lying[-1]
    for left in lying:
        if left[0] < right[0]:
            side = clip(clip((left, right), 1, 0, -strip.half), -1, 0, -strip.half)
            if side and min(side)[0] < max(side)[0]:
                yield min(side), max(side)
        right = left


def shadows(strip: Strip, side: Side, screens: Iterable[Spots], slack: int) -> Iterator[tuple[int, int]]:
    """The stretches of a side, by right, that lie behind a screen, or no farther than `slack` before one."""
    (left, near), (right, far) = side
    across, rise = right - left, far - near
    # The slack is square to the side; along one that the strip only grazes it must not reach far past its end.
    past = slack * isqrt(across**2 + rise**2) // across + _GRAIN if slack else 0
    for screen in screens:
        before = clip(along(strip, screen), rise, -across, rise * left - across * (near + past))
        rights = [r for r, _ in clip(clip(before, 0, 1, 0), 0, -1, -max(near, far) - 2 * slack)]
        if rights and min(rights) < right and max(rights) > left:
            yield max(min(rights), left), min(max(rights), right)


def is_screened(strip: Strip, target: Spots, screens: Sequence[Spots], slack: int = 0) -> bool:
    """Every line along the strip to the target meets a screen first, or one within `slack` of its near side."""
    sides = list(near_sides(strip, target))
    return bool(sides) and all(_is_covered(side, shadows(strip, side, screens, slack)) for side in sides)


def _is_covered(side: Side, parts: Iterable[tuple[int, int]]) -> bool:
    reached = side[0][0]
    for start, end in sorted(parts):
        if start > reached + _SEAM:
            return False
        reached = max(reached, end)
    return reached + _SEAM >= side[1][0]


def is_touched(strip: Strip, target: Spots, screens: Sequence[Spots], slack: int = 0) -> bool:
    """Some line along the strip to the target meets a screen first, or one within `slack` of its near side."""
    return any(True for side in near_sides(strip, target) for _ in shadows(strip, side, screens, slack))


def turns_toward(halves_aside: int, width: int, reach: int, spots: Spots, most: int) -> Turns:
    """The turns, up to `most` to either side, by which a strip may meet a shape ahead of the front line."""
    aside = halves_aside * SCALE // 2
    around = [((r - aside) // SCALE, a // SCALE) for r, a in spots]
    gap2 = _gap2(around)
    least = max(isqrt(gap2) - width // 2 - 3, 0)
    if least > reach:
        return Turns(range(0), least * SCALE)
    if not least:
        return Turns(range(-most, most + 1), 0)
    spread = bisect_left(_SQUARED_SINES, (width + 4) ** 2 * SCALE**2 // (4 * gap2))
    bearings = [_degrees(r, a) for r, a in around]
    turns = range(max(-most, min(bearings) - spread - 2), min(most, max(bearings) + spread + 2) + 1)
    return Turns(turns, least * SCALE)


def _degrees(right: int, ahead: int) -> int:
    """The bearing to the degree above, or the next."""
    if ahead <= 0:
        return _MOST if right > 0 else -_MOST
    return bisect_left(_TANGENTS, right * SCALE // ahead) + 1 - _MOST


def _gap2(spots: Sequence[Spot]) -> int:
    """Squared distance from the origin to the outline, rounded down."""
    best = min([r * r + a * a for r, a in spots])
    (pr, pa) = spots[-1]
    for r, a in spots:
        dr, da = r - pr, a - pa
        reached, length = -(pr * dr + pa * da), dr * dr + da * da
        if 0 < reached < length:
            best = min(best, (pr * da - pa * dr) ** 2 // length)
        pr, pa = r, a
    return best
