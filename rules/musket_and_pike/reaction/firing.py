"""9.4 Reaction Fire, and guns that change places instead (9.4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.fire import react
from rules.musket_and_pike.fire.facts import GunsSpent
from rules.musket_and_pike.fire.guns import Line, lines
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.movement.facts import StackChanged
from rules.musket_and_pike.position import body, is_guns, is_operational, units_at
from rules.musket_and_pike.reaction.asks import ReactFire, Restack
from rules.musket_and_pike.reaction.facts import ReactionMade
from rules.musket_and_pike.reaction.zones import is_in_fire_zone
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Trigger


def fire_bar(
    state: State, name: UnitId, trigger: Trigger, *, salvo: bool = False, line: Line | None = None
) -> IllegalOrder | None:
    """9.4.1, 9.1.2, 9.1.5 Why it may not fire at who gave it cause."""
    if not is_in_fire_zone(state, name, trigger):
        return IllegalOrder("outside its zone", "9.1.2", name, trigger.unit)
    return react.aim_bar(state, name, trigger, salvo=salvo, line=line)


def laid(order: ReactFire) -> Line | None:
    """10.8.5, 10.9.5 As the order says, if it does."""
    return Line(order.hand or "left", order.hex) if order.hand or order.hex else None


def hand_bar(state: State, order: ReactFire) -> IllegalOrder | None:
    """10.8.5 Only the shot of guns has a hand."""
    if order.hand and not is_guns(state.units[order.unit]):
        return IllegalOrder("only guns are laid", "10.8.5", order.unit)
    return None


def fire(play: Play[State], order: ReactFire, trigger: Trigger) -> None:
    """9.4.1 At once, as normal fire."""
    play.record(ReactionMade(unit=order.unit, deed="fire"))
    react.fire(play, order.unit, trigger, salvo=order.salvo, line=laid(order))


def fires(state: State, name: UnitId, trigger: Trigger) -> Iterator[ReactFire]:
    for salvo in (False, True):
        if not fire_bar(state, name, trigger, salvo=salvo):
            yield ReactFire(unit=name, salvo=salvo)
            yield from _otherwise(state, name, trigger, salvo)


def _otherwise(state: State, name: UnitId, trigger: Trigger, salvo: bool) -> Iterator[ReactFire]:
    """10.8.5, 10.9.5 The other ways to lay guns, and the other hex of a two-hex unit."""
    if is_guns(state.units[name]):
        reach = react.guns_reach(state, name, trigger)
        found, usual = lines(state, name, trigger.unit, reach), react.volley(state, name, trigger)
        for line in found:
            if react.volley(state, name, trigger, line=line) != usual:
                yield ReactFire(unit=name, hand=line.hand, hex=line.to)
        return
    for hex in react.other_hexes(state, name, trigger, salvo=salvo):
        yield ReactFire(unit=name, salvo=salvo, hex=hex)


def struck_off(state: State, name: UnitId) -> tuple[UnitId, ...]:
    """D31 Who has had his chance once this one has fired: read as b, horse and light infantry fire once together."""
    return body(state, name) if reading(state, "D31") == "b" else (name,)


def restack_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    """8.3.2, 9.4.4 Guns that have not fired, with a unit in their hex, in place of their fire."""
    unit = state.units[name]
    if not is_guns(unit):
        return IllegalOrder("only guns change places", "8.3.2", name)
    if unit.fired:
        return IllegalOrder("guns have fired", "8.3.2", name)
    if not is_in_fire_zone(state, name, trigger):
        return IllegalOrder("outside its zone", "9.1.2", name, trigger.unit)
    if not companions(state, name):
        return IllegalOrder("nobody to change places with", "8.3.2", name)
    return None


def companions(state: State, name: UnitId) -> list[UnitId]:
    """8.3.1 The unit that shares the hex of guns."""
    return [other for other in units_at(state, state.units[name].at) if not is_guns(state.units[other])]


def restack(play: Play[State], order: Restack) -> tuple[UnitId, ...]:
    """8.3.2, 8.3.4 Top and bottom change; neither fires at this trigger. Who is struck off by it."""
    state, guns = play.state, play.state.units[order.unit]
    others = companions(state, order.unit)
    why = Reason("instead of firing", "9.4.4")
    play.record(ReactionMade(unit=order.unit, deed="restack"))
    play.record(GunsSpent(unit=order.unit, why=why))
    is_top = units_at(state, guns.at)[0] == order.unit
    for hex in _hexes(state, others):
        play.record(StackChanged(at=hex, units=turned(state, hex, down=is_top), why=why))
    return (order.unit, *others)


def _hexes(state: State, others: list[UnitId]) -> list[str]:
    """8.3.4 Of a two-hex unit with guns in each half both stacks are turned: they lie both on top, or both below."""
    held = dict.fromkeys(hex for other in others for hex in state.units[other].hexes)
    return [hex for hex in held if any(is_guns(state.units[one]) for one in units_at(state, hex))]


def turned(state: State, hex: str, *, down: bool) -> tuple[UnitId, ...]:
    """The stack with its guns below the unit, or on top; guns of no use stay at the bottom."""
    stack = units_at(state, hex)
    useless = [one for one in stack if not is_operational(state.units[one])]
    guns = [one for one in stack if is_guns(state.units[one]) and one not in useless]
    rest = [one for one in stack if one not in guns and one not in useless]
    return (*rest, *guns, *useless) if down else (*guns, *rest, *useless)
