"""14.6a Recovery: shaken units find their order again at the end of a turn, all at once."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason
from rules.wallaces_war.command.range import is_in_command
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.losses.facts import UnitRecovered
from rules.wallaces_war.losses.morale import Due, passes
from rules.wallaces_war.position import leaders_at
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.zones import is_controlled

UNCOUNTED = Modifier(-1, "shaken not counted", "14.6a")  # D72 B it makes up for what being shaken takes off the level


def recovery_bar(state: State, unit: UnitId) -> IllegalOrder | None:
    """6.2e, 14.6a Why a shaken unit may not try: an enemy zone, or nobody to rally it."""
    one = state.units[unit]
    if not one.shaken or one.at not in state.stacks:
        return IllegalOrder("not shaken", "14.6a", unit)
    if is_controlled(state, one.at, one.side):
        return IllegalOrder("held in a zone", "6.2e", unit)
    commander = state.commanders.get(one.side)
    if not is_in_command(state, unit) and commander not in leaders_at(state, one.at, one.side):
        return IllegalOrder("nobody to rally it", "14.6a", unit)
    return None


def recover(play: Play[State]) -> None:
    """14.6a Every die first, then who is in good order again: the tests are simultaneous."""
    state = play.state
    extra = (UNCOUNTED,) if reading(state, "D72") == "B" else ()
    trying = [unit for unit, one in state.units.items() if one.shaken and not recovery_bar(state, unit)]
    rallied = [unit for unit in trying if passes(play, Due(unit, Reason("recovery", "14.6a"), extra))]
    for unit in rallied:
        play.record(UnitRecovered(unit=unit))
