"""Where brigades go: to what the scenario is about, or to the enemy; who defends stays and waits."""

from __future__ import annotations

from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.measure import distance as far_from
from rules.black_powder.ids import BrigadeId, UnitId
from rules.black_powder.movement.buildings import occupants
from rules.black_powder.player.view import Foe, View, distance, mean
from rules.black_powder.tables import BLOCKS, INCH

THERE = 3 * INCH  # so near its aim a brigade has arrived
ITS_OWN = 20 * INCH  # an enemy so near is a unit's own business


def is_defending(view: View) -> bool:
    """BP.vic.15 The side that has the ground already."""
    victory = view.state.battle.victory
    if victory.kind == "ground":
        return victory.side != view.side
    return victory.kind == "stand" and victory.side == view.side


def places(view: View) -> list[str]:
    """BP.vic.15 What is to be taken or held."""
    victory = view.state.battle.victory
    return list(victory.places or victory.points)


def aim_of(view: View, brigade: BrigadeId) -> Point | None:
    """The place this brigade makes for; None: where it is, it stays."""
    units = view.units_of(brigade)
    if not units:
        return None
    here = mean([view.middle(name) for name in units])
    ground = _ground(view, brigade, here)
    if ground is not None:
        return ground if distance(here, ground) > THERE else None
    if is_defending(view) or not view.foes:
        return None
    return min(view.foes.values(), key=lambda at: (distance(here, at), at))


def post_of(view: View, name: UnitId, aim: Point | None) -> Point | None:
    """Where one unit of the brigade goes: it keeps its place among the others, so that nobody gets into his way."""
    foe = view.nearest(name)
    if aim is None:
        return None
    if foe is not None and foe.gap <= ITS_OWN:
        return foe.at
    units = view.units_of(view.state.units[name].brigade)
    return view.middle(name).plus(aim).minus(mean([view.middle(one) for one in units]))


def _ground(view: View, brigade: BrigadeId, here: Point) -> Point | None:
    """Each brigade of an attack has its own place, the nearest first; what all must hold they all go to."""
    if is_defending(view):
        return None
    state, victory = view.state, view.state.battle.victory
    middles = {place: mean(list(state.terrain[place].points)) for place in places(view)}
    if victory.kind == "hold" and middles:
        return min(middles.values(), key=lambda at: (distance(here, at), at))
    if victory.kind == "ground":
        ranked = sorted(middles, key=lambda place: (distance(here, middles[place]), place))
        own = [name for name, one in state.brigades.items() if one.side == view.side and view.units_of(name)]
        return middles[ranked[own.index(brigade) % len(ranked)]]
    if victory.kind == "stand":
        return mean(list(lengths.points(victory.area)))
    return None


def open_block(view: View, name: UnitId, foe: Foe | None, reach: int) -> str:
    """BP.ter.7 An empty block worth holding, near enough to go into, and nearer than the enemy."""
    state, body = view.state, view.state.units[name].pose
    assert body is not None
    for place in places(view):
        piece = state.terrain[place]
        if piece.kind not in BLOCKS or occupants(state, place):
            continue
        fire = state.fires.get(place)
        away = far_from(body.point, piece.points)
        if away <= reach and not (fire and (fire.down or fire.fierceness)) and (foe is None or foe.gap > away):
            return place
    return ""
