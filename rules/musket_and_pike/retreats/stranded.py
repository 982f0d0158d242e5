"""11.4.5 A broken unit that cannot go back: the Unable to Retreat Table, and a free rally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason
from rules.musket_and_pike import charts
from rules.musket_and_pike.cards import Lookup
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.morale.casualties import eliminate
from rules.musket_and_pike.morale.facts import MoraleSet
from rules.musket_and_pike.movement.facts import UnitTurned
from rules.musket_and_pike.position import best_leader, body, d10, leaders_with, owe
from rules.musket_and_pike.retreats.asks import AwaitStand, ResumeStranded, StandFacing
from rules.musket_and_pike.retreats.facts import StrandedRolled
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import CasualtyDue

FACINGS: Final = range(6)


def stranded(play: Play[State], frame: ResumeStranded) -> None:
    """11.4.5 The die of a broken unit that is stuck."""
    state, unit = play.state, play.state.units[frame.unit]
    cell = charts.taken(play)
    if cell is None:
        die = d10(play, Reason("unable to retreat", "11.4.5", (frame.unit,)), unit.side)
        lookup = Lookup(table="T16", die=die, modifiers=stranded_modifiers(state, frame), unit=frame.unit)
        cell = charts.read(play, lookup, unit.side)
    if cell is None:
        return
    play.close()
    play.record(
        StrandedRolled(
            unit=frame.unit, die=cell.lookup.die, modifiers=cell.lookup.modifiers, net=charts.net(cell.lookup),
            result=cell.result, source=cell.source,  # type: ignore[arg-type]
        )
    )  # fmt: skip
    cause = Reason("cannot retreat", "11.4.5")
    if cell.result == "STAND":
        units = body(state, frame.unit)
        play.record(MoraleSet(units=units, level="MS", why=Reason("stands", "11.4.5")))
        play.open(AwaitStand(side=unit.side, unit=frame.unit))
    elif cell.result == "ELIMINATED":
        eliminate(play, body(state, frame.unit), cause)
    else:
        owe(play, CasualtyDue(unit=frame.unit, count=cell.ch, by=frame.by, cause=cause))


def stranded_modifiers(state: State, frame: ResumeStranded) -> tuple[Modifier, ...]:
    """11.4.5 As the card has them."""
    sheet = state.charts.unable_to_retreat
    if sheet is None:
        return ()
    found = []
    leader = best_leader(state, leaders_with(state, frame.unit))
    if leader and sheet.drm.leader_rating_if_stacked and state.leaders[leader].rating:
        found.append(Modifier(state.leaders[leader].rating, "leader there", "11.4.5", (leader,)))
    if not frame.gone and sheet.drm.no_hex_retreated:
        found.append(Modifier(sheet.drm.no_hex_retreated, "no hex retreated", "11.4.5"))
    return tuple(found)


def stand(play: Play[State], order: StandFacing, frame: AwaitStand) -> None:
    """13.2.4 A free rally: its owner says how it faces."""
    if order.unit != frame.unit:
        raise IllegalOrder("another retreats", "11.4.5", order.unit, frame.unit)
    play.close()
    face(play, order.unit, order.facing)


def face(play: Play[State], name: UnitId, facing: int) -> None:
    """12.4.3 A facing chosen anew; the halves of a two-hex unit are counted from its left."""
    unit = play.state.units[name]
    hexes = halves(play.state, unit.hexes, facing)
    play.record(UnitTurned(units=body(play.state, name), facing=facing, hexes=hexes if len(hexes) > 1 else ()))


def halves(state: State, hexes: tuple[HexId, ...], facing: int) -> tuple[HexId, ...]:
    """DRV.geo2 Left and right for that facing; as they are if the facing does not fit the two."""
    if len(hexes) == 1:
        return hexes
    one, other = hexes
    return (one, other) if state.ground.neighbour(one, facing + 2) == other else (other, one)


def facings(state: State, frame: AwaitStand) -> Iterator[Choice]:
    hexes = state.units[frame.unit].hexes
    for facing in FACINGS:
        if len(hexes) == 1 or facing in fitting(state, hexes):
            yield Choice(frame.side, StandFacing(unit=frame.unit, facing=facing))


def fitting(state: State, hexes: tuple[HexId, ...]) -> list[int]:
    """DRV.geo2 The two facings that a unit abreast on these hexes may have."""
    one, other = hexes
    return [
        facing
        for facing in FACINGS
        if state.ground.neighbour(one, facing + 2) == other or state.ground.neighbour(other, facing + 2) == one
    ]
