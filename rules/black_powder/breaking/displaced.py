"""BP.cdm.6 A commander whom the enemy comes upon joins a friendly unit at once, or is lost."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice, Told
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of
from domain.tabletop.polygons import Polygon, contains
from rules.black_powder.breaking.asks import AwaitJoin, JoinUnit
from rules.black_powder.breaking.facts import CommanderLost
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.position import on_table
from rules.black_powder.state import State
from rules.black_powder.tables import MOUNTED, ON_FOOT
from rules.black_powder.units.footprint import body_of, centre
from rules.black_powder.units.measuring import from_point, is_in_reach, scaled


class CommanderJoined(Fact, frozen=True, kw_only=True):
    """BP.cdm.3, BP.gen.7 A commander is with a unit; how far he went, of how far he may."""

    commander: CommanderId
    unit: UnitId
    at: tuple[int, int]
    distance: int
    allowance: int
    driven: bool = False


def _joined(state: State, fact: CommanderJoined) -> None:
    one = state.commanders[fact.commander]
    one.joined, one.at = fact.unit, Point(*fact.at)


def reach_of(state: State, name: CommanderId) -> int:
    """BP.cdm.1"""
    return scaled(state, MOUNTED if state.commanders[name].mounted else ON_FOOT)


def friends_near(state: State, name: CommanderId) -> Iterator[tuple[UnitId, int]]:
    """Units he could join within one move, and how far each is."""
    one = state.commanders[name]
    if one.at is None:
        return
    for unit_id, unit in on_table(state, one.side).items():
        far = from_point(one.at, body_of(state, unit))
        if is_in_reach(state, far, reach_of(state, name)):
            yield unit_id, far


def drive_off(play: Play[State], mover: UnitId, over: tuple[CommanderId, ...] = ()) -> None:
    """BP.cdm.6, BP.gen.2 Those the mover came upon, and those it stands on; nobody fights them."""
    state, unit = play.state, play.state.units[mover]
    standing = under(state, unit.side, blocks_of(body_of(state, unit))[0]) if unit.is_on_table else ()
    for name in dict.fromkeys((*over, *standing)):
        if any(True for _ in friends_near(state, name)):
            play.open(AwaitJoin(side=state.commanders[name].side, commander=name))
        else:
            play.record(CommanderLost(commander=name, why=Reason("ridden down", "BP.gen.6", (mover,))))


def under(state: State, side: Side, area: Polygon) -> tuple[CommanderId, ...]:
    """Enemy commanders on this ground who have joined nobody."""
    free = ((name, one) for name, one in state.commanders.items() if not one.joined and not one.lost)
    return tuple(name for name, one in free if one.side != side and one.at and contains(area, one.at))


def decide_join(play: Play[State], order: JoinUnit, frame: AwaitJoin) -> None:
    near = dict(friends_near(play.state, frame.commander))
    if order.unit not in near:
        raise IllegalOrder("too far to join", "BP.cdm.6", frame.commander, order.unit)
    play.close()
    join(play, frame.commander, order.unit, near[order.unit], driven=True)


def join(play: Play[State], who: CommanderId, unit: UnitId, far: int, *, driven: bool = False) -> None:
    at = centre(body_of(play.state, play.state.units[unit]))
    reach = reach_of(play.state, who)
    play.record(
        CommanderJoined(commander=who, unit=unit, at=(at.x, at.y), distance=far, allowance=reach, driven=driven)
    )


def join_choices(state: State, frame: AwaitJoin) -> Iterator[Choice]:
    for unit, _ in friends_near(state, frame.commander):
        yield Choice(frame.side, JoinUnit(unit=unit))


FACTS = (Told(CommanderJoined, ("BP.cdm.3",), _joined),)
