"""BP.dis.2, D1 When disorder ends."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.black_powder.breaking.facts import DisorderEnded
from rules.black_powder.ids import UnitId
from rules.black_powder.position import is_broken, is_engaged
from rules.black_powder.rulings import reading
from rules.black_powder.state import State, Unit


def end_turn(play: Play[State]) -> None:
    """BP.dis.2 At the end of a player turn."""
    for name in tuple(recovering(play.state)):
        play.record(DisorderEnded(unit=name, why=Reason("end of the turn", "BP.dis.2")))


def recovering(state: State) -> Iterator[UnitId]:
    """Units whose disorder ends with this player turn; never those engaged, or of a broken brigade (BP.vic.7).

    BP.off.3 Those off the table that may come back too.
    """
    for name, unit in state.units.items():
        stays = is_engaged(state, name) or is_broken(state, unit)
        if unit.disordered and unit.status in ("table", "off") and not stays and _is_over(state, unit):
            yield name


def _is_over(state: State, unit: Unit) -> bool:
    """D1"""
    own = unit.side == state.core.active
    match reading(state, "D1"):
        case "B":  # not in the turn in which it began
            return own and unit.since != (state.core.turn, state.core.active)
        case "C":  # with the full turn
            return state.core.active != state.first
        case "D":
            return own or unit.turn.freed
    return own
