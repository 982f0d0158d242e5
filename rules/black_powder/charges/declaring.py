"""BP.chg.2 to BP.chg.7 Who may charge whom: forbidden chargers and targets, sight, reach, and what the ground costs."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of
from domain.tabletop.bounds import bounds
from domain.tabletop.contact import nearest_point
from domain.tabletop.measure import Edge
from domain.tabletop.polygons import Segment, squared
from domain.tabletop.tolls import Price, Toll, line_price
from rules.black_powder.charges.asks import Mode
from rules.black_powder.corrections import FIGURES, is_corrected
from rules.black_powder.ids import Face, UnitId, pose_of
from rules.black_powder.movement.actor import allowance
from rules.black_powder.movement.limits import must_reform
from rules.black_powder.movement.terrain import CLOSED
from rules.black_powder.position import contacts_of, is_engaged, is_shaken, on_table
from rules.black_powder.rulings import reading
from rules.black_powder.shooting.sight import sees
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import BUILDING_COST
from rules.black_powder.units.footprint import body_of, main_body
from rules.black_powder.units.ground import Hindrance, dear, hindrances, lines, shape_of
from rules.black_powder.units.measuring import from_point, is_in_reach, scaled
from rules.black_powder.units.profile import is_all_round, is_gun, is_horse, is_mixed, is_skirmishing
from rules.black_powder.units.zones import FACES, quarter_of

FORBIDDEN_TO_SKIRMISHERS = ("line", "attack_column", "warband", "mixed_line", "mixed_attack_column", "square")


class Reach(NamedTuple):
    """BP.chg.6 How far the leader is off, and what the way costs him."""

    distance: int
    price: Price
    allowance: int
    way: Segment

    @property
    def left(self) -> int:
        return self.allowance - self.price.whole


def charger_bar(state: State, name: UnitId, mode: Mode = "charge") -> IllegalOrder | None:
    """BP.chg.3 Who may never charge; back into combat the shaken and disordered may go (BP.win.3)."""
    unit = state.units[name]
    if is_engaged(state, name):
        return IllegalOrder("engaged", "BP.hth.2", name)
    if unit.formation == "building":
        return IllegalOrder("leaves the building first", "BP.ter.8", name)
    if is_gun(unit):
        return IllegalOrder("guns do not charge", "BP.chg.3", name)
    if unit.formation in ("march_column", "square"):
        return IllegalOrder("formation does not charge", "BP.chg.3", name, unit.formation)
    if is_shaken(unit) and mode != "back":
        return IllegalOrder("shaken", "BP.chg.3", name)
    if unit.bent or must_reform(state, unit):
        return IllegalOrder("reforms first", "BP.mov.10" if unit.bent else "BP.irr.2", name)
    return None


def target_bar(state: State, name: UnitId, target: UnitId, side: Edge) -> IllegalOrder | None:
    """BP.chg.4, BP.chg.5, BP.sq.10 Whom it may not charge."""
    unit, foe = state.units[name], state.units[target]
    if is_horse(unit) and foe.formation == "building":
        return IllegalOrder("no horse against a building", "BP.chg.5", name, target)
    if is_horse(unit) and is_sound_square(foe):
        return IllegalOrder("sound square", "BP.chg.5", name, target)
    if is_skirmishing(unit) and not may_skirmishers_charge(state, target, side):
        return IllegalOrder("skirmishers against formed troops", "BP.chg.4", name, target, foe.formation)
    return None


def is_sound_square(foe: Unit) -> bool:
    """BP.sq.10"""
    return foe.formation == "square" and not foe.disordered and not is_shaken(foe)


def may_skirmishers_charge(state: State, target: UnitId, side: Edge) -> bool:
    """BP.chg.4 Formed troops only in flank or rear, while they are engaged on their front."""
    foe = state.units[target]
    if foe.formation not in FORBIDDEN_TO_SKIRMISHERS:
        return True
    engaged = any((one.foe_side if one.foe == target else one.side) == "front" for one in contacts_of(state, target))
    return engaged and side is not Edge.FRONT and not is_all_round(foe)


def side_struck(state: State, name: UnitId, target: UnitId) -> Edge:
    """BP.chg.8 (D17) The zone of the target in which the leader is as the charge begins, or as his order began."""
    there = main_body(body_of(state, state.units[target]))
    return quarter_of(there, start_point(state, name))


def start_point(state: State, name: UnitId) -> Point:
    unit = state.units[name]
    assert unit.pose is not None
    began = state.order.began.get(name) if state.order else None
    return pose_of(began).point if began and reading(state, "D17") == "B" else unit.pose.point


def face_of(foe: Unit, side: Edge) -> Face:
    """BP.form.5 What has neither flank nor rear is struck in front."""
    return "front" if is_all_round(foe) else FACES[side]


def eye_of(state: State, name: UnitId, target: UnitId) -> Point:
    """BP.chg.6 The leader; of skirmishers any figure at the edge, so that one, corner or not, nearest to the target."""
    unit = state.units[name]
    here = body_of(state, unit)
    if not is_skirmishing(unit):
        return here.pose.point
    there = main_body(body_of(state, state.units[target]))
    own = blocks_of(here)[0]
    edge = tuple(own)
    if is_corrected(state, FIGURES):
        edge = (*own, *(nearest_point(own, corner) for block in blocks_of(there) for corner in block))
    return min(edge, key=lambda figure: (from_point(figure, there), figure))


def reach_of(state: State, name: UnitId, target: UnitId, *, screen: bool = False) -> Reach:
    """BP.chg.6, BP.chg.7, BP.ter.5 The straight way to the nearest point of the target, and its price.

    BP.mix.6 Of a mixed formation that is its main body, since its skirmishers rejoin; or the `screen` of these.
    """
    unit, foe = state.units[name], state.units[target]
    whole, eye = body_of(state, foe), eye_of(state, name, target)
    there = whole if screen else main_body(whole)
    way = Segment(eye, min((nearest_point(block, eye) for block in blocks_of(there)), key=lambda at: squared(at, eye)))
    found = [one for one in hindrances(state, unit, bounds(way)) if one.piece.name != foe.building]
    price = line_price(way, dear(tuple(found)), lines(tuple(found)))
    if foe.building:
        price = price._replace(tolls=(*price.tolls, Toll(foe.building, scaled(state, BUILDING_COST))))
    return Reach(from_point(eye, there), price, allowance(state, unit), way)


def reaches_main_body(state: State, name: UnitId, target: UnitId) -> bool:
    """BP.mix.6"""
    reach = reach_of(state, name, target)
    return is_in_reach(state, reach.distance, reach.allowance) and reach.price.whole <= reach.allowance


def reach_bar(state: State, name: UnitId, target: UnitId, reach: Reach) -> IllegalOrder | None:
    """BP.chg.6, BP.ter.5 Within one move, over ground it may cross, with 6 inches left for each obstacle."""
    if not is_in_reach(state, reach.distance, reach.allowance):
        return IllegalOrder("target out of reach", "BP.chg.6", name, target, reach.distance, reach.allowance)
    closed = closed_on(state, name, target, reach.way)
    if closed:
        rule = CLOSED.get(closed.piece.kind, "BP.ter.9")
        return IllegalOrder("closed ground", rule, name, closed.piece.name, closed.piece.kind)
    if reach.price.whole > reach.allowance:
        return IllegalOrder("ground costs too much", "BP.ter.5", name, target, reach.price.whole, reach.allowance)
    return None


def closed_on(state: State, name: UnitId, target: UnitId, way: Segment) -> Hindrance | None:
    """BP.chg.7 Ground closed to the charger between it and the target."""
    unit, foe = state.units[name], state.units[target]
    for one in hindrances(state, unit, bounds(way)):
        piece = shape_of(one.piece)
        rates = {one.piece.name: (piece, 2)}
        met = line_price(way, {}, rates) if piece.is_line else line_price(way, rates, {})
        if one.closed and one.piece.name != foe.building and met.tolls:
            return one
    return None


def bar(state: State, name: UnitId, target: UnitId, mode: Mode = "charge") -> IllegalOrder | None:
    """BP.chg.2 to BP.chg.8 Why this unit may not charge that one; where it would stand is asked later."""
    unit, foe = state.units[name], state.units.get(target)
    if foe is None or not foe.is_on_table or foe.side == unit.side:
        return IllegalOrder("no enemy there", "BP.chg.1", target)
    refused = charger_bar(state, name, mode) or target_bar(state, name, target, side_struck(state, name, target))
    if refused:
        return refused
    screen = is_mixed(foe) and not reaches_main_body(state, name, target)
    refused = reach_bar(state, name, target, reach_of(state, name, target, screen=screen))
    if refused is None and not sees(state, name, target):
        return IllegalOrder("target unseen", "BP.chg.6", name, target)
    return refused


def in_reach(state: State, name: UnitId) -> list[UnitId]:
    """Enemies that could be charged, as far as reach, sight and kind go; the nearest first."""
    unit = state.units[name]
    if charger_bar(state, name):
        return []
    full = allowance(state, unit)
    here = body_of(state, unit).pose.point
    foes = {
        other: from_point(here, body_of(state, foe)) for other, foe in on_table(state).items() if foe.side != unit.side
    }
    near = [other for other, far in sorted(foes.items(), key=lambda one: one[1]) if far <= full + slack_of(unit, state)]
    return [other for other in near if bar(state, name, other) is None]


def slack_of(unit: Unit, state: State) -> int:
    """Skirmishers measure from any figure."""
    return body_of(state, unit).width if is_skirmishing(unit) else 0
