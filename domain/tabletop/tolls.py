"""What a move comes to: the longest way of any corner, dearer inches on some ground, a toll for each line crossed."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, isqrt
from typing import NamedTuple, TypeAlias

from domain.tabletop.bodies import Body, blocks_of, standing
from domain.tabletop.ground import Ground, is_under, parts_of
from domain.tabletop.manoeuvre import Leg, swept
from domain.tabletop.measure import footprint, meets
from domain.tabletop.polygons import Polygon, Segment, overlaps, spans, squared
from domain.tabletop.sweep import arc, overlap_time

Span: TypeAlias = tuple[Fraction, Fraction]  # shares of a leg
Rates: TypeAlias = Mapping[str, tuple[Ground, int]]  # a piece by its name, and how dear an inch or a crossing is


class Toll(NamedTuple):
    """What a piece of ground adds to a way."""

    name: str
    extra: int


class Price(NamedTuple):
    """The longest way of any corner, what ground adds to it, and for which pieces."""

    way: int
    tolls: tuple[Toll, ...] = ()

    @property
    def whole(self) -> int:
        return self.way + sum(toll.extra for toll in self.tolls)


def longest_corner(taken: Sequence[Leg], width: int, depth: int) -> int:
    """How far the corner goes that goes farthest; an about-face turns every base where it stands."""
    straight = sum(leg.length for leg in taken)
    swings = [0, 0, 0, 0]
    for leg in taken:
        if leg.pivot is not None:
            corners = footprint(leg.start, width, depth)
            swings = [
                swing + isqrt(squared(leg.pivot, corner)) * abs(leg.turn)
                for swing, corner in zip(swings, corners, strict=True)
            ]
    return straight + max(arc(swing) for swing in swings)


def dear_spans(leg: Leg, body: Body, area: Polygon) -> Iterator[Span]:
    """The shares of a straight leg during which the body lies on a convex area."""
    move = leg.end.point.minus(leg.start.point)
    for block in standing(leg.start, body.outline):
        found = overlap_time(block, move, area, 0)
        if found:
            yield found


def dear_length(leg: Leg, body: Body, dear: Rates) -> Iterator[Toll]:
    """What each dear piece adds to a leg, by how many times an inch counts there; where two lie, the dearer."""
    spans = [
        (span, rate, name)
        for name, (piece, rate) in dear.items()
        for part in parts_of(piece)
        for span in (dear_spans(leg, body, part) if leg.is_straight else _turned_on(leg, body, part))
    ]
    length = leg.length if leg.is_straight else longest_corner((leg,), body.frontage, body.whole_depth)
    cuts = sorted({end for span, _, _ in spans for end in span})
    found: dict[str, Fraction] = {}
    for begin, end in pairwise(cuts):
        here = [(rate, name) for (low, high), rate, name in spans if low <= begin and end <= high]
        if here:
            rate, name = max(here)
            found[name] = found.get(name, Fraction(0)) + (end - begin) * (rate - 1)
    return (Toll(name, ceil(share * length)) for name, share in found.items())


def _turned_on(leg: Leg, body: Body, area: Polygon) -> Iterator[Span]:
    """A turn is all dear or not at all."""
    if any(overlaps(piece, area) for piece in swept(leg, body.outline)):
        yield Fraction(0), Fraction(1)


def crosses(leg: Leg, body: Body, line: Ground) -> bool:
    """The body comes upon the line on this leg, and did not lie on it before."""
    if any(is_under(line, block) for block in blocks_of(body.at(leg.start))):
        return False
    return any(is_under(line, piece) for piece in swept(leg, body.outline))


def price(taken: Sequence[Leg], body: Body, dear: Rates, lines: Rates) -> Price:
    """What a move of several legs comes to; each line is paid for once."""
    tolls: dict[str, int] = {}
    for leg in taken:
        for name, extra in dear_length(leg, body, dear):
            tolls[name] = tolls.get(name, 0) + extra
        for name, (line, toll) in lines.items():
            if name not in tolls and crosses(leg, body, line):
                tolls[name] = toll
    way = longest_corner(taken, body.frontage, body.whole_depth)
    return Price(way, tuple(Toll(*one) for one in tolls.items()))


def line_price(line: Segment, dear: Rates, lines: Rates) -> Price:
    """What a straight way of a point comes to: so much dearer on some ground, and so much for each line it crosses."""
    length = isqrt(squared(*line) - 1) + 1 if line.start != line.end else 0
    tolls = [Toll(name, ceil(_share_on(line, piece) * length * (rate - 1))) for name, (piece, rate) in dear.items()]
    tolls += [Toll(name, toll) for name, (piece, toll) in lines.items() if _meets(line, piece)]
    return Price(length, tuple(toll for toll in tolls if toll.extra))


def _share_on(line: Segment, piece: Ground) -> Fraction:
    return sum((end - begin for begin, end in spans(line, piece.points)), Fraction(0))


def _meets(line: Segment, piece: Ground) -> bool:
    return any(meets(line, Segment(*part)) for part in parts_of(piece))
