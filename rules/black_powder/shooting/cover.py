"""BP.save.2, BP.save.3, BP.ter.1 Cover: how much of a unit stands in it, or behind it, as the shooter looks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from domain.tabletop.angles import Point
from domain.tabletop.bodies import is_near, mean
from domain.tabletop.polygons import segments
from domain.tabletop.quarters import share_within, visible_share
from rules.black_powder.state import Piece, State, Unit
from rules.black_powder.tables import BLOCKS, INCH, TERRAIN
from rules.black_powder.units.compass import comes_from
from rules.black_powder.units.footprint import Body, body_of

BEHIND = INCH  # house: so near a wall or hedge one stands behind it
HALF = Fraction(1, 2)


class Cover(NamedTuple):
    """What covers a unit: how much its saves gain, and which share of it is covered."""

    bonus: int
    piece: str
    share: Fraction

    @property
    def counts(self) -> bool:
        """BP.save.3 At least half."""
        return self.share >= HALF


def cover_of(state: State, unit: Unit, eye: Point) -> Cover | None:
    """BP.save.2 The best cover a unit has from there; of those that count the one that gives most."""
    found = list(covers(state, unit, eye))
    return max(found, key=lambda one: (one.counts, one.bonus, one.share), default=None)


def covers(state: State, unit: Unit, eye: Point) -> Iterator[Cover]:
    if unit.building:
        piece = state.terrain[unit.building]
        yield Cover(max(piece.cover, TERRAIN[piece.kind].cover), unit.building, Fraction(1))
        return
    body = body_of(state, unit)
    for name, piece in state.terrain.items():
        bonus = bonus_of(piece, eye, body)
        if bonus and piece.kind not in BLOCKS:
            share = _share_behind(piece, body, eye) if TERRAIN[piece.kind].shape == "line" else _share_in(piece, body)
            if share:
                yield Cover(bonus, name, share)


def bonus_of(piece: Piece, eye: Point, body: Body) -> int:
    """BP.save.2, and what is agreed for fire from one side of the table."""
    agreed = piece.save_from
    if agreed and comes_from(agreed.edge, eye, body.pose.point):
        return max(agreed.bonus, piece.cover)
    return piece.cover


def _share_in(piece: Piece, body: Body) -> Fraction:
    return mean(body, lambda block: share_within(block, piece.points))


def _share_behind(piece: Piece, body: Body, eye: Point) -> Fraction:
    """The part of a unit close behind a line that crosses the view of it."""
    near = [line for line in segments(piece.points) if is_near(body, line, BEHIND)]
    return mean(body, lambda block: 1 - visible_share(eye, block, near)) if near else Fraction(0)
