"""11.2.6 Rebounds: horse that has charged and did not take its hex comes back, and is shaken."""

from __future__ import annotations

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.charges.facts import RetreatDue, UnitRebounded
from rules.wallaces_war.command.activation import can_continue
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.losses.facts import UnitShaken
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.melee.ledger import in_hand, ledger
from rules.wallaces_war.melee.state import CHARGES, Attack
from rules.wallaces_war.position import is_on_map, stack_of
from rules.wallaces_war.state import State

HEXES = 1  # 11.2.6a
AFTER_EXTENSION = 2  # 11.2.6b


def charged(state: State) -> set[UnitId]:
    """11.2.6a Horse that has made its charge in this melee and must come back from it."""
    return {
        unit
        for _, attack in in_hand(ledger(state))
        if attack.kind in CHARGES and attack.rode
        for unit in attack.riders
        if is_on_map(state, unit) and must_rebound(state, attack, unit)
    }


def must_rebound(state: State, attack: Attack, unit: UnitId) -> bool:
    """11.2.1i, 11.2.6a, 11.2.6b Unless it took its hex; after an extension only if its Battle may attack again too."""
    won = unit in ledger(state).advanced
    return not won or (attack.kind == "extension" and not can_continue(state))


def due(play: Play[State]) -> bool:
    """11.2.6a, 11.2.6b All rebounds of the melee; those who were driven back have rebounded with it (11.2.6d)."""
    state, back = play.state, charged(play.state)
    found = False
    for _, attack in in_hand(ledger(state)):
        units = tuple(unit for unit in attack.riders if unit in back and unit not in ledger(state).rebounded)
        if attack.kind in CHARGES and attack.rode and units:
            hexes = AFTER_EXTENSION if attack.kind == "extension" else HEXES
            why = Reason("rebounds", "11.2.6b" if attack.kind == "extension" else "11.2.6a", (hexes,))
            play.record(RetreatDue(units=units, hexes=hexes, kind="rebound", why=why, rebounds=True))
            found = True
    return found


def shake(play: Play[State], units: tuple[UnitId, ...]) -> None:
    """11.2.6a, 11.2.6c, 14.2d It is shaken by that; who was already stays so, who is stacked with it tests."""
    state = play.state
    units = tuple(unit for unit in units if is_on_map(state, unit))
    if units:
        play.record(UnitRebounded(units=units))
    shaken = tuple(unit for unit in units if not state.units[unit].shaken)
    for unit in shaken:
        play.record(UnitShaken(unit=unit, why=Reason("shaken by its rebound", "11.2.6a")))
    fellows = stack_of(state, shaken[0]) if shaken else ()
    good = (other for other in fellows if not state.units[other].shaken)
    settle(play, [Due(other, Reason("fellow shaken", "14.2d", shaken[:1])) for other in good])
