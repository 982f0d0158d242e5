"""A small table with all kinds of terrain, units of both sides, limbered guns, smoke, zones and notes."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.board import Area, Board, Counter, Field, Figure, Stroke, Zone, place_of
from domain.tabletop.angles import Point
from domain.tabletop.measure import Pose, box, footprint

FIELD = Field(width=24_000, height=16_000)
SIDES = ("red", "blue")
AREAS = (
    "hill", "woods", "orchard", "field", "marsh", "rough", "stream", "river", "lake", "ford", "bridge", "building",
    "quicksand",
)  # fmt: skip
STROKES = (
    "crest", "wall", "fence", "hedge", "works", "embankment", "road", "track", "railway", "stream", "zone", "tramway",
)  # fmt: skip


def unit(
    name: str, x: int, y: int, heading: int = 0, side: str = "blue", ranks: Sequence[int] = (3,), **more: object
) -> Counter:
    """Bases of 1000 by 1000, the middle of the front in x, y."""
    pose = Pose(x=x, y=y, heading=heading)
    bases = tuple(
        box(pose, (2 * file - ranks[0]) * 1000, (2 * file + 2 - ranks[0]) * 1000, -2000 * rank, -2000 * (rank + 1))
        for rank, files in enumerate(ranks) for file in range(files)
    )  # fmt: skip
    front = footprint(pose, ranks[0] * 1000, 1000)
    figure = Figure(
        bases=bases, front=(front.front_left, front.front_right), heading=heading, formation=f"{len(ranks)} deep"
    )
    said = {"kind": "infantry", "strength": sum(ranks), **more}
    return Counter(
        id=f"id-{name}", name=name, side=side, at=place_of(FIELD, pose.point), figure=figure, **said  # type: ignore[arg-type]
    )  # fmt: skip


def square(x: int, y: int, size: int = 2000) -> tuple[Point, ...]:
    return (Point(x, y), Point(x + size, y), Point(x + size, y + size), Point(x, y + size))


def table(*counters: Counter, **more: object) -> Board:
    return Board(title="Mill Ridge", spots=(), counters=counters, sides=SIDES, field=FIELD, **more)  # type: ignore[arg-type]


def every_kind() -> Board:
    """A patch of each kind in two rows, a line of each kind between them, and units of both sides south of them."""
    areas = tuple(
        Area(kind=kind, points=square(500 + 3300 * (i % 7), 13_500 - 2500 * (i // 7)), name=f"the {kind}")
        for i, kind in enumerate(AREAS)
    )
    strokes = tuple(
        Stroke(kind=kind, points=(Point(1000 + 1800 * i, 8500), Point(2400 + 1800 * i, 9700)), name=f"a {kind}")
        for i, kind in enumerate(STROKES)
    )
    strip = (Point(4500, 5000), Point(5500, 5000), Point(5500, 9000), Point(4500, 9000))
    return table(
        unit("3rd Ohio", 6000, 5000, ranks=(3, 2), marks=("smoke", "shaken"), state="shaken"),
        unit("2nd Guards", 14_000, 7000, 18_000, "red", ranks=(4,)),
        unit("Battery A", 19_000, 6000, 27_000, "red", ranks=(1,), kind="artillery", strength=3, marks=("limbered",)),
        Counter(id="late", name="Late", side="blue", at="reserve"),
        areas=areas, strokes=strokes, zones=(Zone(kind="short", points=strip, label="volley", ranges=(2000, 4000)),),
        notes=("blue: 6 cards in hand, 36 in the deck", "red: 5 cards in hand"),
    )  # fmt: skip
