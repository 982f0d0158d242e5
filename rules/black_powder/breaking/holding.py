"""BP.ret.7 to BP.ret.10 Units that hold: march columns form up, and those taken in flank may turn to the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop.angles import TURN, Point, bearing
from domain.tabletop.measure import Edge, Pose
from rules.black_powder.breaking.facts import TurnOffered, UnitReformed
from rules.black_powder.breaking.losses import disorder
from rules.black_powder.breaking.retreat import OFF, has_room
from rules.black_powder.ids import Face, UnitId, spot_of
from rules.black_powder.position import enemies, is_engaged, sides_touched
from rules.black_powder.state import State, Unit
from rules.black_powder.units.footprint import Body, body_as, body_of, centre, edge_of
from rules.black_powder.units.measuring import from_point
from rules.black_powder.units.profile import default_formation, is_all_round, is_gun


def hold(play: Play[State], name: UnitId) -> None:
    """BP.ret.7 It stays; what it may do about an enemy on its flank comes now or as the next round begins."""
    state, unit = play.state, play.state.units[name]
    if unit.formation == "march_column":
        reform(play, name)
    elif not is_engaged(state, name):
        return
    elif may_turn(state, name):
        play.record(TurnOffered(unit=name))


def may_turn(state: State, name: UnitId) -> bool:
    """BP.ret.9, BP.ret.10 Taken only on one flank or only on the rear, with flanks to speak of."""
    unit, touched = state.units[name], sides_touched(state, name)
    return len(touched) == 1 and touched[0] != "front" and not is_all_round(unit) and not is_gun(unit)


def reform(play: Play[State], name: UnitId) -> bool:
    """BP.ret.8, BP.ret.9 It forms line toward the enemy if there is room, and is disordered."""
    body = next(facing(play.state, name), None)
    if body is None:
        return False
    formation = default_formation(play.state.units[name])
    play.record(UnitReformed(unit=name, formation=formation, spot=spot_of(body.pose)))
    disorder(play, name, Reason("turned to the enemy", "BP.ret.9"))
    return True


def facing(state: State, name: UnitId) -> Iterator[Body]:
    """How it would stand with its new front on the side that is touched, or to the nearest enemy; if there is room."""
    unit, touched = state.units[name], sides_touched(state, name)
    formation = default_formation(unit)
    if len(touched) <= 1:
        pose = _onto(state, unit, touched[0]) if touched else _toward(state, unit)
        body = body_as(state, unit, formation, pose)
        if has_room(state, name, formation, body):
            yield body


def _toward(state: State, unit: Unit) -> Pose:
    """BP.ret.8 About its leader, who looks at the nearest enemy."""
    body = body_of(state, unit)
    here = body.pose.point
    foes = [body_of(state, foe) for foe in enemies(state, unit.side).values()]
    there = centre(min(foes, key=lambda foe: (from_point(here, foe), foe.pose.point), default=body))
    return Pose(x=here.x, y=here.y, heading=bearing(here, there) if foes else body.pose.heading)


def _onto(state: State, unit: Unit, face: Face) -> Pose:
    body = body_of(state, unit)
    edge = edge_of(body, Edge(face))
    middle = Point((edge.start.x + edge.end.x) // 2, (edge.start.y + edge.end.y) // 2)
    return Pose(x=middle.x, y=middle.y, heading=(body.pose.heading + OFF[face]) % TURN)
