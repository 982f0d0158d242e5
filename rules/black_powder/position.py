"""Questions about a position: who stands, who is engaged, who is shaken, whose is what."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Frame, Side
from domain.kernel.play import Play
from rules.black_powder.ids import BrigadeId, CommanderId, Face, UnitId
from rules.black_powder.state import Brigade, Commander, Contact, State, Unit
from rules.black_powder.units.footprint import body_of, span_of
from rules.black_powder.units.measuring import body_gap, is_within


def enemy_of(state: State, side: Side) -> Side:
    first, second = state.core.sides
    return second if side == first else first


def on_table(state: State, side: Side = "") -> dict[UnitId, Unit]:
    """Units that stand, of one side or of both."""
    if not side:
        return {name: unit for name, unit in state.units.items() if unit.is_on_table}
    return {name: unit for name, unit in state.units.items() if unit.side == side and unit.is_on_table}


def enemies(state: State, side: Side) -> dict[UnitId, Unit]:
    return on_table(state, enemy_of(state, side))


def own_unit(state: State, side: Side, name: UnitId, cite: str) -> Unit:
    """A unit of this side that stands on the table; refused under the rule of the order otherwise."""
    unit = state.units.get(name)
    if unit is None or not unit.is_on_table:
        raise IllegalOrder("nobody there", cite, name)
    if unit.side != side:
        raise IllegalOrder("not yours", cite, name, unit.side)
    return unit


def stamina_of(unit: Unit) -> int:
    """BP.army.7, BP.sr.Untd"""
    return unit.stamina or unit.profile.stamina


def is_shaken(unit: Unit) -> bool:
    """BP.shk.1"""
    return unit.casualties >= stamina_of(unit)


def contacts_of(state: State, name: UnitId) -> Iterator[Contact]:
    return (one for one in state.contacts if name in (one.unit, one.foe))


def foes_touching(state: State, name: UnitId) -> tuple[UnitId, ...]:
    return tuple(one.foe if one.unit == name else one.unit for one in contacts_of(state, name))


def is_engaged(state: State, name: UnitId) -> bool:
    """BP.hth.1"""
    return any(name in (one.unit, one.foe) for one in state.contacts)


def sides_touched(state: State, name: UnitId) -> tuple[Face, ...]:
    """BP.hth.5 The sides on which a unit is engaged."""
    found = (one.side if one.unit == name else one.foe_side for one in contacts_of(state, name))
    return tuple(dict.fromkeys(found))


def engagement_of(state: State, name: UnitId) -> frozenset[UnitId]:
    """BP.hth.1 All units linked to this one through contact; only itself if it touches nobody."""
    found, waiting = {name}, [name]
    while waiting:
        fresh = [one for one in foes_touching(state, waiting.pop()) if one not in found]
        found.update(fresh)
        waiting += fresh
    return frozenset(found)


def engagements(state: State) -> list[frozenset[UnitId]]:
    """BP.hth.1 Each combat, in the order in which its contacts were made."""
    found: list[frozenset[UnitId]] = []
    for contact in state.contacts:
        if not any(contact.unit in one for one in found):
            found.append(engagement_of(state, contact.unit))
    return found


def part(state: State, name: UnitId) -> None:
    """A unit leaves contact, or the table: for folds. Whoever touches nobody any more forgets its fight."""
    had = {name, *foes_touching(state, name)}
    state.contacts = tuple(one for one in state.contacts if name not in (one.unit, one.foe))
    for one in had:
        if not is_engaged(state, one):
            state.units[one].fight = type(state.units[one].fight)()


def brigade_of(state: State, unit: Unit) -> Brigade:
    return state.brigades[unit.brigade]


def is_broken(state: State, unit: Unit) -> bool:
    """BP.vic.1 Of a broken brigade."""
    return brigade_of(state, unit).broken


def general_of(state: State, side: Side) -> CommanderId:
    """BP.army.1 The general, if he is still there."""
    found = (name for name, one in state.commanders.items() if one.side == side and one.rank == "general")
    return next((name for name in found if not state.commanders[name].lost), "")


def commanders_with(state: State, name: UnitId) -> tuple[CommanderId, ...]:
    """BP.gen.7 Who has joined a unit."""
    return tuple(who for who, one in state.commanders.items() if one.joined == name and not one.lost)


def units_of(state: State, brigade: BrigadeId) -> dict[UnitId, Unit]:
    return {name: unit for name, unit in state.units.items() if unit.brigade == brigade}


def standing_commanders(state: State, side: Side) -> dict[CommanderId, Commander]:
    """Those on the table."""
    return {
        name: one for name, one in state.commanders.items() if one.side == side and not one.lost and one.at is not None
    }


def has_enemy_within(state: State, unit: Unit, reach: int) -> bool:
    """BP.init.2, BP.gen.3 An enemy unit so near; commanders do not count."""
    here, far = body_of(state, unit), reach + span_of(state, unit)
    x, y = here.pose.point
    near = (other for other in enemies(state, unit.side).values() if may_be_near(state, other, x, x, y, y, far))
    return any(is_within(state, here, body_of(state, other), reach) for other in near)


def nearest_within(state: State, unit: Unit, reach: int) -> tuple[int, UnitId] | None:
    """BP.cmd.17, BP.init.2 How near the nearest enemy unit so near stands, and which it is."""
    here, far = body_of(state, unit), reach + span_of(state, unit)
    x, y = here.pose.point
    found = [
        (body_gap(here, there), name)
        for name, other in enemies(state, unit.side).items()
        if may_be_near(state, other, x, x, y, y, far) and is_within(state, here, there := body_of(state, other), reach)
    ]
    return min(found, default=None)


def may_be_near(state: State, unit: Unit, west: int, east: int, south: int, north: int, far: int) -> bool:
    """By where it stands alone: most units are out of the question, whatever ground they cover."""
    pose = unit.pose
    assert pose is not None
    far += span_of(state, unit)
    return west - far <= pose.x <= east + far and south - far <= pose.y <= north + far


def again(play: Play[State], frame: Frame) -> None:
    """Work laid aside at its next stage."""
    play.close()
    play.open(frame)
