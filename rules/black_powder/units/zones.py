"""BP.form.12 Front, flanks and rear of a unit: in which of them a point lies, or the larger part of another."""

from __future__ import annotations

from fractions import Fraction

from domain.tabletop import quarters
from domain.tabletop.angles import SCALE, Point
from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Edge
from domain.tabletop.polygons import Polygon
from rules.black_powder.ids import Face
from rules.black_powder.tables import TOUCH
from rules.black_powder.units.footprint import Body

FACES: dict[Edge, Face] = {Edge.FRONT: "front", Edge.LEFT: "left", Edge.RIGHT: "right", Edge.REAR: "rear"}


def quarter_of(body: Body, point: Point) -> Edge:
    """BP.form.12 The zone that holds a point; on a line the front wins, then a flank."""
    return quarters.quarter_of(body.pose, body.width, body.depth, point)


def quarter_mostly(body: Body, other: Body) -> Edge:
    """D16 The zone that holds the larger part of another's footprint."""
    return quarters.quarter_mostly(body.pose, body.width, body.depth, blocks_of(other)[0])


def share_in_quarter(body: Body, edge: Edge, shape: Polygon) -> Fraction:
    """D15 The share of a shape's area in a zone."""
    return quarters.share_in(shape, quarters.quarter_planes(body.pose, body.width, body.depth, edge))


def lies_in(body: Body, edge: Edge, point: Point) -> bool:
    """Whether a point is in a zone or on its rim, but for a touch: corners stand on whole thousandths."""
    planes = quarters.quarter_planes(body.pose, body.width, body.depth, edge)
    return all(plane.at(*point) >= -2 * TOUCH * SCALE for plane in planes)
