"""BP.foll.3, BP.ral.3, BP.off.3 What success brings where it is not plain moves."""

from __future__ import annotations

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.black_powder.breaking.displaced import join
from rules.black_powder.command.asks import AwaitMoves, AwaitPlacing, Kind
from rules.black_powder.command.facts import CasualtyRallied
from rules.black_powder.command.rating import distance_to
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.state import State


def apply(play: Play[State], kind: Kind, commander: CommanderId, units: tuple[UnitId, ...]) -> None:
    state, side = play.state, play.state.commanders[commander].side
    if kind == "return":
        play.open(AwaitPlacing(side=side, units=units))
        return
    unit = units[0]
    if kind in ("follow me", "rally"):
        join(play, commander, unit, distance_to(state, commander, unit))
    if kind == "rally":
        rally(play, unit, Reason("rallied", "BP.ral.3", (commander,)))
    elif state.order:
        play.open(AwaitMoves(side=side))


def rally(play: Play[State], name: UnitId, why: Reason, die: int = 0, amount: int = 1) -> None:
    """BP.ral.3, BP.ral.4 One casualty fewer, never the last."""
    left = play.state.units[name].casualties - amount
    play.record(CasualtyRallied(unit=name, why=why, amount=amount, left=left, die=die))
