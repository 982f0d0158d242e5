"""Units on a drawn table: their bases to scale, front, sign and smoke; and the zones laid over the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.board import Board, Counter, Figure, Zone
from domain.tabletop.angles import SCALE, direction
from projections.drawing.counters import marked_corners
from projections.drawing.plane import (
    XY,
    Outline,
    Plane,
    along,
    between,
    leftwards,
    length,
    middle,
    moved,
    number,
    pair,
    path,
    rectangle,
    way,
)
from projections.drawing.style import SIGNS, Theme, key_of, text_of
from projections.drawing.words import spoken
from projections.tabletop.style import zone_colour, zone_strip
from projections.tabletop.words import unit_words

SHADOW = (2.5, 3.5)
FACING, FACING_HALF = 11, 7
PUFF_APART, PUFF_AHEAD = 19, 13
CORNER = 0.3  # of the shorter side of a base
SMOKE, LIMBERED = "smoke", "limbered"


def units(board: Board, plane: Plane, theme: Theme) -> Iterator[str]:
    standing = [counter for counter in board.counters if counter.figure]
    shadows = "".join(
        path([(x + SHADOW[0], y + SHADOW[1]) for x, y in plane.every(base)], closed=True)
        for counter in standing if counter.figure for base in counter.figure.bases
    )  # fmt: skip
    if shadows:
        yield f'<path class="shadow" d="{shadows}"/>'
    for counter in standing:
        yield from _unit(counter, board, plane, theme)


def _unit(counter: Counter, board: Board, plane: Plane, theme: Theme) -> Iterator[str]:
    figure = counter.figure
    assert figure is not None
    marks = {key_of(mark) for mark in counter.marks}
    bases = [plane.every(base) for base in figure.bases if base]
    said = text_of(unit_words(counter, board.field))
    yield f'<g class="unit {theme.sides[counter.side]}" data-id="{text_of(counter.id)}"><title>{said}</title>'
    yield f'<path class="outline" d="{"".join(path(base, closed=True) for base in bases)}"/>'
    yield from (f'<path class="base" d="{path(base, closed=True)}"/>' for base in bases)
    yield from (part for base in bases for part in _side_sign(base, theme.sides[counter.side]))
    if counter.hidden:
        yield from _secret(bases)
    else:
        arm = LIMBERED if LIMBERED in marks else SIGNS.get(key_of(counter.kind), "")
        yield from (part for base in bases for part in sign_on(base, arm))
    if SMOKE in marks and not counter.hidden:
        yield from _smoke(figure, plane)
    yield from facing(figure, plane)
    yield "</g>"


def _side_sign(base: Outline, look: str) -> Iterator[str]:
    """Marked corners, for whoever cannot tell the colours of the sides."""
    if len(base) == 4:
        yield from marked_corners(base, look, CORNER * min(length(base[:2]), length(base[1:3])))


def _secret(bases: Sequence[Outline]) -> Iterator[str]:
    if bases:
        x, y = middle([middle(base) for base in bases])
        yield f'<text class="secret" x="{number(x)}" y="{number(y + 8)}">?</text>'


def sign_on(base: Outline, arm: str) -> Iterator[str]:
    """The usual signs, as large as the base: a cross for foot, a stroke for horse, a dot for guns."""
    if len(base) != 4 or not arm:
        return
    front_left, front_right, rear_right, rear_left = base
    size = min(length([front_left, front_right]), length([front_right, rear_right]))
    if arm == "infantry":
        yield f'<path class="arm" d="{path([front_left, rear_right])}{path([front_right, rear_left])}"/>'
    elif arm == "cavalry":
        yield f'<path class="arm" d="{path([front_right, rear_left])}"/>'
    elif arm == LIMBERED:
        yield from _limber(base, size)
    elif arm == "artillery":
        yield _disc(middle(base), size * 0.17, "gun")
    else:
        yield f'<use href="#{arm}" transform="translate({pair(middle(base))})"/>'


def _limber(base: Outline, size: float) -> Iterator[str]:
    """A pale base, seen from above: a pair of horses, the limber behind them, and the gun it draws."""
    front_left, front_right, rear_right, rear_left = base
    front, rear = between(front_left, front_right, 0.5), between(rear_left, rear_right, 0.5)
    aside = leftwards(way(rear, front))

    def run(off: float, start: float, end: float) -> str:
        """A stroke along the axis, so far beside it, both in shares of the base."""
        return path([moved(between(front, rear, share), aside, off * size) for share in (start, end)])

    axles = "".join(path([moved(between(front, rear, s), aside, o * size) for o in (0.2, -0.2)]) for s in (0.52, 0.78))
    wheels = "".join(run(side * 0.22, start, start + 0.18) for side in (1, -1) for start in (0.43, 0.69))
    yield f'<path class="pale" d="{path(base, closed=True)}"/>'
    yield f'<path class="pole" d="{run(0, 0.2, 0.7)}{axles}"/>'
    yield f'<path class="wheels" d="{wheels}{run(0.1, 0.16, 0.32)}{run(-0.1, 0.16, 0.32)}{run(0, 0.7, 0.93)}"/>'


def _disc(at: XY, radius: float, look: str) -> str:
    return f'<circle class="{look}" cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"/>'


# The front


def ahead_of(figure: Figure, plane: Plane) -> tuple[list[XY], XY] | None:
    """Both ends of the front edge, and where it looks; None for whatever has no front."""
    if len(figure.front) < 2 or figure.heading is None:
        return None
    x, y = direction(figure.heading)
    return plane.every(figure.front[:2]), (x / SCALE, -y / SCALE)


def facing(figure: Figure, plane: Plane) -> Iterator[str]:
    """A thick front edge with an arrow head before its middle."""
    found = ahead_of(figure, plane)
    if found:
        ends, ahead = found
        at, aside = middle(ends), leftwards(ahead)
        head = [moved(at, aside, FACING_HALF), moved(at, ahead, FACING), moved(at, aside, -FACING_HALF)]
        yield f'<path class="facing" d="{path(head, closed=True)}"/>'
        yield f'<path class="front" d="{path(ends)}"/>'


def _smoke(figure: Figure, plane: Plane) -> Iterator[str]:
    found = ahead_of(figure, plane)
    if found:
        ends, ahead = found
        for i, (at, _) in enumerate(along(ends, PUFF_APART, PUFF_APART / 2)):
            x, y = moved(at, ahead, PUFF_AHEAD + 4 * (i % 2))
            yield f'<use href="#puff" x="{number(x)}" y="{number(y)}"/>'


# Zones


def zones(board: Board, plane: Plane) -> Iterator[str]:
    """No further than the table."""
    if board.zones:
        yield f'<clipPath id="edge">{rectangle(plane, "")}</clipPath><g clip-path="url(#edge)">'
        yield from _zones(board, plane)
        yield "</g>"


def _zones(board: Board, plane: Plane) -> Iterator[str]:
    for zone in board.zones:
        if len(zone.points) > 2:
            outline, colour = plane.every(zone.points), zone_colour(zone.kind)
            said = text_of(f"{zone.label}: {spoken(zone.kind)}" if zone.label else spoken(zone.kind))
            yield f'<g data-zone="{text_of(zone.kind)}" fill="{colour}" stroke="{colour}"><title>{said}</title>'
            yield zone_strip(zone.kind, path(outline, closed=True))
            marks = "".join(path(line) for _, line in range_lines(zone, plane))
            yield f'<path class="range" d="{marks}"/></g>' if marks else "</g>"


def range_lines(zone: Zone, plane: Plane) -> Iterator[tuple[int, list[XY]]]:
    """Each range with its line across the strip, the left end first; none beyond its far edge."""
    if len(zone.points) == 4:
        near_left, near_right, far_right, far_left = plane.every(zone.points)
        long = length([near_left, far_left])
        for reach in zone.ranges:
            share = (reach - zone.begins) / plane.parts / long if long else 2.0
            if 0 < share <= 1.001:
                yield reach, [between(near_left, far_left, share), between(near_right, far_right, share)]
