"""10.3/S10 The advance after combat into a hex that the enemy has left."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.ground.ground import SIX
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses.displacement import oust
from rules.wallaces_war.melee.asks import AdvanceAfterCombat, AwaitAdvance
from rules.wallaces_war.melee.crossing import ground_bar
from rules.wallaces_war.melee.facts import AdvanceDeclined, MeleeStepped, UnitAdvanced
from rules.wallaces_war.melee.ledger import in_hand, ledger, standing, targets
from rules.wallaces_war.melee.state import Attack
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.movement.facts import FacingChanged, UnitsMoved, ZonesEntered
from rules.wallaces_war.movement.limits import counted, limit_bar, moving_battle
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.asks import Decline
from rules.wallaces_war.zones import controllers, is_controlled, is_threatened


def advance(play: Play[State]) -> None:
    """P4.4 K4 The next hex that may be entered, or on to the rebounds."""
    state, melee = play.state, ledger(play.state)
    for to in targets(melee):
        units = () if to in melee.taken else tuple(party[0] for party in parties(state, to))
        if units:
            play.open(AwaitAdvance(side=melee.side, to=to, units=units))
            return
    play.record(MeleeStepped(stage="rebound", focus=melee.focus))


def parties(state: State, to: HexId) -> list[tuple[UnitId, ...]]:
    """10.3/S10a, D40 The stacks of which one may enter a hex."""
    melee = ledger(state)
    if to in state.stacks or is_closed(state, to):
        return []
    found = (advancers(state, one) for _, one in in_hand(melee) if one.target == to and has_fought(state, one))
    return [units for units in found if units]


def is_closed(state: State, to: HexId) -> bool:
    """10.3/S10b, D40, D42 Whether nobody may advance into a hex, because of how it was left or who attacked it."""
    melee = ledger(state)
    if reading(state, "D40") == "B" and melee.side != state.turn.initiative:
        return True
    return reading(state, "D42") == "B" and any(unit in melee.routed for unit in melee.defenders[to])


def has_fought(state: State, attack: Attack) -> bool:
    """10.3/S10a, D41 Whether it attacked the hex: its die was thrown, or its target withdrew before that."""
    if attack.progress == "rolled":
        return True
    withdrew = all(unit in state.segment.withdrawn for unit in ledger(state).defenders[attack.target])
    return attack.lapsed and withdrew and reading(state, "D41") == "A"


def advancers(state: State, attack: Attack) -> tuple[UnitId, ...]:
    """10.3/S10a Those of an attack that may enter its target hex; nobody if the first of them may not."""
    units = standing(state, attack) if attack.at in state.ground.near(attack.target) else ()
    if any(state.units[unit].at != attack.at for unit in units):
        return ()
    if not units or unit_bar(state, units[0], attack.target):
        return ()
    return tuple(unit for unit in units if not unit_bar(state, unit, attack.target))


def unit_bar(state: State, unit: UnitId, to: HexId) -> IllegalOrder | None:
    """7.3a, 14.4a, 14.4b, 6.3c, 4.5 Why a unit that has fought for a hex may not enter it (D12, D20, D73, D94).

    4.6a What binds the Battle that reacts does not bind horse that charges it.
    """
    one = state.units[unit]
    bar = ground_bar(state, (unit,), one.at, to)
    if bar:
        return bar
    held = is_controlled(state, to, one.side)
    if one.shaken and held:
        return IllegalOrder("shaken into a zone", "14.4a", unit, to)
    if one.shaken and is_threatened(state, to, one.side):
        return IllegalOrder("shaken before horse", "14.4b", unit, to)
    if held and reading(state, "D20") == "B" and is_controlled(state, one.at, one.side):
        return IllegalOrder("from zone to zone", "6.3c", unit, one.at, to)
    return limit_bar(state, one.side, to, "advance") if one.battle == moving_battle(state) else None


def decide_advance(play: Play[State], order: AdvanceAfterCombat, frame: AwaitAdvance) -> None:
    """10.3/S10a, 5.2c"""
    state = play.state
    units = _party(state, order, frame)
    heed(leaders_bar(state, units, order.leaders))
    play.close()
    enter(play, units, order)


def _party(state: State, order: AdvanceAfterCombat, frame: AwaitAdvance) -> tuple[UnitId, ...]:
    """10.3/S10a Who goes: the stack that attacked with this unit."""
    if order.to != frame.to:
        raise IllegalOrder("another hex was left", "10.3/S10a", order.to, frame.to)
    found = [one for _, one in in_hand(ledger(state)) if one.target == frame.to and order.unit in one.units]
    units = advancers(state, found[0]) if found else ()
    if order.unit in units and units[0] in frame.units:
        return units
    if found and order.unit in standing(state, found[0]):
        heed(unit_bar(state, order.unit, frame.to))
    raise IllegalOrder("did not attack it", "10.3/S10a", order.unit, frame.to)


def enter(play: Play[State], units: tuple[UnitId, ...], order: AdvanceAfterCombat) -> None:
    """10.3/S10a, 5.2c, 11.2.7c Stack order is kept; who turns there ends his charge."""
    state, side = play.state, play.state.units[units[0]].side
    facing = state.units[units[0]].facing
    entered = counted(state, controllers(state, order.to, side)) if reading(state, "D12") == "C" else ()
    turned = order.facing is not None and order.facing != facing
    play.record(UnitAdvanced(units=units, to=order.to, turned=turned))
    play.record(UnitsMoved(units=units, to=order.to, how="advance", leaders=order.leaders))
    if entered and state.units[units[0]].battle == moving_battle(state):
        play.record(ZonesEntered(stacks=entered))
    if order.facing is not None and turned:
        play.record(FacingChanged(units=units, facing=order.facing, why=Reason("turns after its advance", "5.2c")))
    oust(play, units)


def decline(play: Play[State], _order: Decline, frame: AwaitAdvance) -> None:
    """10.3/S10a, 11.2.4a"""
    if frame.must:
        raise IllegalOrder("must follow its charge", "11.2.4a", frame.units[0], frame.to)
    play.close()
    play.record(AdvanceDeclined(to=frame.to))


def choices(state: State, frame: AwaitAdvance) -> Iterator[Choice]:
    found = (advancers(state, one) for _, one in in_hand(ledger(state)) if one.target == frame.to)
    for units in found:
        if units and units[0] in frame.units:
            for leaders in variants(state, units):
                yield from (
                    Choice(frame.side, AdvanceAfterCombat(unit=units[0], to=frame.to, facing=facing, leaders=leaders))
                    for facing in (None, *range(SIX))
                )
    if not frame.must:
        yield Choice(frame.side, Decline())
