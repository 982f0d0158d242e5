"""BP.ret Retreats and evasions: a full move within one zone, clear of all; two moves if need be; else lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop import lengths
from domain.tabletop.angles import HALF_TURN, QUARTER, TURN
from domain.tabletop.bodies import blocks_of, do_overlap, is_on_table
from domain.tabletop.manoeuvre import Leg, legs
from domain.tabletop.measure import Pose
from domain.tabletop.space import Barrier, Space, barriers, berths, beyond_the_table, friends, room
from domain.tabletop.swath import along, swath
from domain.tabletop.wayback import shortest_straight
from rules.black_powder.breaking.asks import AwaitRetreat, Going, RetreatUnit
from rules.black_powder.breaking.facts import UnitFled, UnitRetreated
from rules.black_powder.breaking.losses import destroy, disorder
from rules.black_powder.ids import Face, UnitId, spot_of
from rules.black_powder.movement.actor import Actor, allowance
from rules.black_powder.movement.terrain import check_open, on_the_way, priced
from rules.black_powder.position import (
    commanders_with,
    contacts_of,
    foes_touching,
    is_broken,
    is_shaken,
    on_table,
)
from rules.black_powder.rulings import reading
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import CONTACT, TOUCH, Formation
from rules.black_powder.units.footprint import Body, body_as, body_of, centre, has_extent, main_body
from rules.black_powder.units.profile import default_formation, gun_class, is_all_round, is_foot, is_gun, is_horse
from rules.black_powder.units.zones import FACES, quarter_of

OPPOSITE: dict[str, Face] = {"front": "rear", "rear": "front", "left": "right", "right": "left"}
OFF: dict[Face, int] = {"front": 0, "right": QUARTER, "rear": HALF_TURN, "left": -QUARTER}
HALF_FAN = QUARTER // 2  # BP.form.12 a zone reaches 45 degrees to each side
STEP = 1500  # ways listed
MOVES = 2  # BP.ret.1


class Way(NamedTuple):
    """One straight way back."""

    bearing: int
    length: int
    moves: int
    end: Body
    formation: Formation


def away_from(state: State, name: UnitId) -> Face | None:
    """BP.ret.2 The side it was contacted on, if only on one flank or only on the rear."""
    touched = tuple(dict.fromkeys(side_met(state, name, foe) for foe in foes_touching(state, name)))
    return touched[0] if len(touched) == 1 and touched[0] != "front" else None


def side_met(state: State, name: UnitId, foe: UnitId) -> Face:
    """BP.rsp.5 Where the enemy stands; who has neither flank nor rear still goes away from him, not through him."""
    unit = state.units[name]
    if is_all_round(unit):
        there = centre(body_of(state, state.units[foe]))
        return FACES[quarter_of(main_body(body_of(state, unit)), there)]
    found = (one.foe_side if one.foe == name else one.side for one in contacts_of(state, name)
             if foe in (one.unit, one.foe))  # fmt: skip
    return next(found, "front")


def begin(play: Play[State], name: UnitId, contacted: Face | None, going: Going) -> None:
    """BP.ret.1 The owner shows the way if there are several; with none the unit is lost."""
    zone = OPPOSITE[contacted or "front"]
    found = list(islice(ways(play.state, name, zone, going), 2))
    if not found:
        _no_way(play, name, zone, going)
    elif len(found) == 1:
        _go(play, name, found[0], going)
    else:
        play.open(AwaitRetreat(side=play.state.units[name].side, unit=name, zone=zone, going=going))


def decide(play: Play[State], order: RetreatUnit, frame: AwaitRetreat) -> None:
    """BP.ret.1, BP.ret.2"""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit goes back", "BP.ret.1", order.unit, frame.unit)
    bearing = lengths.angle(order.bearing) % TURN
    straight = straight_of(play.state, frame.unit, frame.zone)
    if abs((bearing - straight + HALF_TURN) % TURN - HALF_TURN) > fan(play.state.units[frame.unit], frame.zone):
        raise IllegalOrder("out of the zone", "BP.ret.2", frame.unit, frame.zone)
    way = way_along(play.state, frame.unit, bearing, frame.going)
    if way is None:
        raise IllegalOrder("no way back there", "BP.ret.4", frame.unit, order.bearing)
    play.close()
    _go(play, frame.unit, way, frame.going)


def choices(state: State, frame: AwaitRetreat) -> Iterator[Choice]:
    for way in ways(state, frame.unit, frame.zone, frame.going):
        yield Choice(frame.side, RetreatUnit(unit=frame.unit, bearing=lengths.angle_text(way.bearing)))


def fan(unit: Unit, zone: Face) -> int:
    """BP.ret.2 Anywhere in the rear zone, which skirmishers have on every side; from a flank or the rear straight."""
    return HALF_FAN if zone == "rear" or is_all_round(unit) else 0


def straight_of(state: State, name: UnitId, zone: Face) -> int:
    return (body_of(state, state.units[name]).pose.heading + OFF[zone]) % TURN


def ways(state: State, name: UnitId, zone: Face, going: Going) -> Iterator[Way]:
    """Straight first, then ever more aside."""
    straight, half = straight_of(state, name, zone), fan(state.units[name], zone)
    for more in range(0, half + 1, STEP):
        for bearing in dict.fromkeys(((straight + more) % TURN, (straight - more) % TURN)):
            way = way_along(state, name, bearing, going)
            if way:
                yield way


def can_evade(state: State, name: UnitId, contacted: Face) -> bool:
    """D35 Whether there is a way at all."""
    return any(ways(state, name, OPPOSITE[contacted], "evade"))


def formation_of(state: State, unit: Unit, going: Going) -> Formation:
    """BP.rsp.5b, D36 Horse in column opens out to evade; horse guns limber."""
    if is_gun(unit):
        return "limbered" if going == "evade" and gun_class(state, unit) == "horse" else unit.formation
    if going == "evade" and unit.formation == "march_column" and is_horse(unit):
        return unit.usual or "skirmish"
    return unit.formation


def way_along(state: State, name: UnitId, bearing: int, going: Going) -> Way | None:
    """BP.ret.1, BP.ret.3 As far as one move takes it, and on to where it is clear, two moves at most."""
    unit = state.units[name]
    formation = formation_of(state, unit, going)
    found = _way(state, name, unit, formation, bearing)
    if found is None and reading(state, "D45") == "B" and is_foot(unit) and has_extent(state, unit, "skirmish"):
        found = _way(state, name, unit, "skirmish", bearing)
    return found


def _way(state: State, name: UnitId, unit: Unit, formation: Formation, bearing: int) -> Way | None:
    assert unit.pose is not None
    as_it_goes = msgspec.structs.replace(unit, formation=formation)
    body = body_as(state, unit, formation, unit.pose)
    actor = Actor(state, name, as_it_goes, body)
    reach = _reach(actor, bearing, allowance(state, as_it_goes))
    found = shortest_straight([space_of(actor, bearing, reach)]) if reach else None
    if found is None:
        return None
    most = _reach(actor, bearing, MOVES * allowance(state, as_it_goes)) if found.length > reach else reach
    if found.length > most or not _is_open(actor, bearing, found.length):
        return None
    end = found.places[-1]
    pose = Pose(x=unit.pose.x + end.x, y=unit.pose.y + end.y, heading=unit.pose.heading)
    return Way(bearing, found.length, 1 if found.length <= reach else MOVES, body.at(pose), formation)


def _legs(actor: Actor, bearing: int, length: int) -> list[Leg]:
    step = lengths.StepText("toward", angle=bearing, length=length)
    return list(legs(actor.body.pose, [step], actor.body.width, actor.body.depth))


def _reach(actor: Actor, bearing: int, most: int) -> int:
    """BP.ret.3 How far so much takes it over this ground, to a thousandth."""
    if _cost(actor, bearing, most) <= most:
        return most
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _cost(actor, bearing, middle) <= most else (low, middle - 1)
    return low


def _cost(actor: Actor, bearing: int, length: int) -> int:
    taken = _legs(actor, bearing, length)
    found = on_the_way(actor, swath([along(leg, actor.body) for leg in taken]), taken)
    return priced(actor, taken, found).whole if found else length


def _is_open(actor: Actor, bearing: int, length: int) -> bool:
    """BP.ret.4, D45 Forbidden ground bars the way."""
    taken = _legs(actor, bearing, length)
    try:
        check_open(actor, taken, on_the_way(actor, swath([along(leg, actor.body) for leg in taken]), taken))
    except IllegalOrder:
        return False
    return True


def space_of(actor: Actor, bearing: int, least: int) -> Space[Body]:
    """BP.ret.1 Enemies bar the way and are kept clear of; friends are passed through, not stopped on."""
    state, body, side = actor.state, actor.body, actor.unit.side
    others = {key: body_of(state, one) for key, one in on_table(state).items() if key != actor.id}
    foes = {key: there for key, there in others.items() if state.units[key].side != side}
    own = {key: there for key, there in others.items() if key not in foes}
    limits: tuple[Barrier, ...] = tuple(
        one for key, there in foes.items() for one in barriers(blocks_of(there), body, "enemy", key)
    )
    return Space(
        start=body, end=body, least_way=least, bearings=(bearing,), barriers=limits, limits=(),
        berths=tuple(one for key, there in foes.items() for one in berths(there, body, key, CONTACT, more=True)),
        friends=tuple(one for key, there in own.items() for one in friends(there, key, body, body)),
        closed=(), room=room(body, state.battle.width, state.battle.height),
        end_room=room(body, state.battle.width, state.battle.height),
    )  # fmt: skip


def _go(play: Play[State], name: UnitId, way: Way, going: Going) -> None:
    """BP.ret.1 It goes, and is disordered; a march column forms up if there is room (BP.ret.6)."""
    state, unit = play.state, play.state.units[name]
    assert unit.pose is not None
    end, formation = way.end, way.formation
    if formation == "march_column":
        formed = body_as(state, unit, default_formation(unit), end.pose)
        if has_room(state, name, formed):
            end, formation = formed, default_formation(unit)
    play.record(
        UnitRetreated(
            unit=name,
            going=going,
            start=spot_of(unit.pose),
            end=spot_of(end.pose),
            length=way.length,
            moves=way.moves,
            formation=formation if formation != unit.formation else None,
            limbered=formation == "limbered" and unit.formation != "limbered",
            parts=commanders_with(state, name) if reading(state, "D70") == "B" else (),
        )
    )
    if is_disordering(state, going):
        disorder(play, name, Reason("went back", "BP.rsp.5" if going == "evade" else "BP.ret.1"))


def is_disordering(state: State, going: Going) -> bool:
    """BP.ret.1, D34, D41"""
    if going == "evade":
        return reading(state, "D34") == "B"
    return going != "draw" or reading(state, "D41") == "A"


def has_room(state: State, name: UnitId, body: Body) -> bool:
    """Whether it could stand so: on the table, on nobody, on no closed ground."""
    unit = state.units[name]
    if not is_on_table(body, state.battle.width, state.battle.height):
        return False
    others = (body_of(state, one) for key, one in on_table(state).items() if key != name)
    if any(do_overlap(body, there, TOUCH) for there in others):
        return False
    actor = Actor(state, name, unit, body)
    still = _legs(actor, body.pose.heading, 0)
    try:
        check_open(actor, still, on_the_way(actor, swath([along(leg, body) for leg in still]), still))
    except IllegalOrder:
        return False
    return True


def _no_way(play: Play[State], name: UnitId, zone: Face, going: Going) -> None:
    """BP.ret.4, BP.ret.5, BP.off.5, D11 No way back: destroyed; or it leaves the table by the way that leads there."""
    state, unit = play.state, play.state.units[name]
    assert unit.pose is not None
    leads_off = _leads_off(state, name, unit, straight_of(state, name, zone), going)
    if leads_off and reading(state, "D11") == "B":
        for_good = is_shaken(unit) or is_broken(state, unit)
        play.record(UnitFled(unit=name, exit=spot_of(unit.pose), gone=for_good))
        return
    key, cite = ("retreated off the table", "BP.ret.5") if leads_off else ("no way to retreat", "BP.ret.4")
    destroy(play, name, Reason(key, cite))


def _leads_off(state: State, name: UnitId, unit: Unit, bearing: int, going: Going) -> bool:
    """On a table without edges there would be a way."""
    assert unit.pose is not None
    formation = formation_of(state, unit, going)
    moving = msgspec.structs.replace(unit, formation=formation)
    actor = Actor(state, name, moving, body_as(state, unit, formation, unit.pose))
    least = allowance(state, moving)
    way = shortest_straight([beyond_the_table(space_of(actor, bearing, least))])
    return way is not None and way.length <= MOVES * least and _is_open(actor, bearing, way.length)
