"""A board as data: what stands where, ready to be drawn as text or as a picture."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.kernel.reasons import Reason
from domain.tabletop.angles import Point, round_div

Label: TypeAlias = Reason | str  # what is told when it is shown: a reason, or a word that may be a term of the system


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the board; `x` and `y` are whole numbers in any unit, for drawing only.

    On a board of hexes they are those of `domain.hexes.sight.centre`. A box beside the map is a spot without them.
    """

    name: str
    x: int | None = None
    y: int | None = None
    terrain: str = ""
    tags: tuple[str, ...] = ()  # further terrain in the same place: hill, heavy_woods, town
    label: str = ""  # what the map prints there: a town, a hill, an entry letter


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """How a unit stands on a table without places: its bases to scale. Points as everywhere on a `Field`."""

    bases: tuple[tuple[Point, ...], ...]  # a polygon each: front left, front right, rear right, rear left
    front: tuple[Point, ...] = ()  # both ends of the front edge, the left one first; none if it has no front
    heading: int | None = None  # hundredths of a degree clockwise from north; None if it looks nowhere
    formation: Label = ""  # line, 2 ranks of 3, column, limbered


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit, leader or marker as it is drawn; only what the viewer may know is in it.

    On a table without places `figure` says how it stands, `at` is `place_of(field, front)` for people to read, and
    the marks `smoke` and `limbered` are drawn as such. Without a figure it stands in the box `at`, or off the board.
    """

    id: str
    name: str
    side: str
    at: str  # a spot, or empty when off the board
    kind: str = ""  # infantry, cavalry, artillery and train have a sign of their own, others their first letter
    strength: int | None = None
    state: tuple[Label, ...] | str = ()  # one after the other; a text once it is told
    stack: int = 0  # how many counters of its place lie on it: 0 is the top one
    hidden: bool = False  # lies face down before the viewer: drawn as a question mark, told apart by its id alone
    ratings: str = ""  # as printed on the counter: 4-4-3
    marks: tuple[str, ...] = ()  # disrupted, shaken, fired, questionable; casualties:3 is a mark that counts
    figure: Figure | None = None
    heading: int | None = None  # on hexes: degrees clockwise from north of the corner or side it faces; None: all round
    also: str = ""  # on hexes: the second one that it covers


class EdgeDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """A hexside with something on it; a slope, and a protected side, belong to `b`: the hex uphill, or behind cover."""

    a: str
    b: str
    kind: str  # stream, ravine, slope, protected, or any other word
    name: str = ""


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """A line from spot to spot."""

    kind: str  # road, trail, railway, or any other word
    spots: tuple[str, ...]
    name: str = ""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A table without places. Points are whole parts of a unit, x east, y north, the origin in the south-west."""

    width: int  # along x, in parts
    height: int  # along y
    unit: str = "BW"  # what distances are counted in: BW, in, cm
    per_unit: int = 1000  # parts of a unit


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """Terrain with an outline, which closes by itself; the first is the lowest."""

    kind: str  # hill, woods, orchard, field, marsh, rough, stream, river, lake, ford, bridge, building; or any word
    points: tuple[Point, ...]
    name: str = ""


class Stroke(msgspec.Struct, frozen=True, kw_only=True):
    """Terrain or a mark along a line."""

    kind: str  # crest, wall, fence, hedge, works, embankment, road, track, railway, stream, zone; or any other word
    points: tuple[Point, ...]
    name: str = ""
    falls: Literal["", "left", "right", "both"] = ""  # from a crest, seen along it; empty: to its hill's nearer rim


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """Something laid over the table to look at, such as what a unit could fire at.

    A strip has four corners: near left, near right, far right, far left; lines across it mark the `ranges`.
    """

    kind: str  # fire, short, long, blocked, charge, deployment; or any other word
    points: tuple[Point, ...]
    label: str = ""
    ranges: tuple[int, ...] = ()  # in parts, counted from the near edge
    begins: int = 0  # where the near edge itself lies on that count, for a strip that goes on from another


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """Something an order did, to be drawn over the board as it is now.

    The points lead from where it began to where it ended: spots by name, or points of the table. One alone says where.
    """

    kind: str  # move, attack, fire, retreat, arrive, gone, loss; or any other word
    points: tuple[str | Point, ...]
    side: str = ""  # whose deed it was
    unit: str = ""  # the id of the piece it is told of
    label: Label = ""  # what came of it, in a few words
    stood: tuple[tuple[Point, ...], ...] = ()  # on a table: the bases as they stood before


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How a side stands, for the head of a picture."""

    side: str
    points: int | None = None
    losses: str = ""  # in words: "3 steps, about 150 men"


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Places of any shape, hexes (`cells`), or a table to scale (`field`, with its areas, strokes and zones)."""

    title: Label
    spots: tuple[Spot, ...]
    counters: tuple[Counter, ...]
    sides: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()  # spots joined by a road, bridge or border
    cells: Literal["", "pointy", "flat"] = ""  # a board of hexes, standing on a corner or on a side
    edges: tuple[EdgeDrawn, ...] = ()
    roads: tuple[Road, ...] = ()
    field: Field | None = None
    areas: tuple[Area, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    zones: tuple[Zone, ...] = ()
    traces: tuple[Trace, ...] = ()  # the last order, or several, the oldest first
    tallies: tuple[Tally, ...] = ()
    active: str = ""  # the side whose turn it is, where there is a head to say so
    colours: tuple[tuple[str, str], ...] = ()  # sides that have one of their own, as #rrggbb
    notes: tuple[Label, ...] = ()  # lines under any board: us: 6 cards in hand, 36 in the deck


def place_of(field: Field, point: Point) -> str:
    """Where a unit stands, for people: `12.5, 7.0`."""
    return f"{_units(point.x, field.per_unit)}, {_units(point.y, field.per_unit)}"


def _units(parts: int, per_unit: int) -> str:
    """In units, to the thousandth, without needless noughts."""
    thousandths = round_div(parts * 1000, per_unit)
    whole, rest = divmod(abs(thousandths), 1000)
    return f"{'-' if thousandths < 0 else ''}{whole}.{f'{rest:03}'.rstrip('0') or '0'}"
