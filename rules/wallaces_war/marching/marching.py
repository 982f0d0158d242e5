"""7.1 A move made: the whole way checked first, then hex by hex, with what the enemy does about it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.charges import reaction
from rules.wallaces_war.ids import LeaderId, Step, UnitId
from rules.wallaces_war.losses.displacement import oust
from rules.wallaces_war.movement.asks import MoveLeader, MoveUnits
from rules.wallaces_war.movement.facts import (
    FacingChanged,
    How,
    LeaderMoved,
    MarchPaused,
    MarchResumed,
    MoveEnded,
    UnitsMoved,
    ZonesEntered,
)
from rules.wallaces_war.movement.field import Field
from rules.wallaces_war.movement.limits import counted, moving_side, zoc_limit
from rules.wallaces_war.movement.movers import (
    Mover,
    alone_bar,
    along_bar,
    captain,
    in_order,
    party,
    units_bar,
)
from rules.wallaces_war.movement.steps import NONE, Stride, atoms, origin, plan
from rules.wallaces_war.state import MOVEMENT, State

DONE = Reason("move done", "7.1b")


def decide_move(play: Play[State], order: MoveUnits) -> None:
    """C1, D, 7.1, 8.2c: a unit or stack goes its way; no other moves before it is done."""
    mover, field = units_moved(play.state, order), Field(play.state, moving_side(play.state))
    steps = tuple(atoms(order.path, mover.nature.at))
    walk(play, field, mover, plan(field, mover, origin(mover), steps))


def units_moved(state: State, order: MoveUnits) -> Mover:
    """7.1a, 8.2c, 13.7a Who goes by an order; IllegalOrder if they may not."""
    heed(units_bar(state, order.units))
    heed(along_bar(state, order.units, order.leaders))
    if not order.path:
        raise IllegalOrder("no way named", "7.1c", order.units[0])
    return party(state, in_order(state, order.units), order.leaders)


def decide_leader(play: Play[State], order: MoveLeader) -> None:
    """7.1c A leader by himself."""
    state = play.state
    mover, field = leader_moved(state, order), Field(state, moving_side(state))
    walk(play, field, mover, plan(field, mover, origin(mover), tuple(order.path)))


def leader_moved(state: State, order: MoveLeader) -> Mover:
    heed(alone_bar(state, order.leader))
    if not order.path:
        raise IllegalOrder("no way named", "7.1c", order.leader)
    return captain(state, order.leader)


def walk(play: Play[State], field: Field, mover: Mover, strides: Sequence[Stride], how: How = "march") -> None:
    """P4.2 Step by step: enemy leaders are driven off (13.4c), then horse that sees it may charge (11.2.2).

    7.1f A turn on the spot is no movement: nobody is driven off or provoked by it.
    """
    for place, stride in enumerate(strides, 1):
        _make(play, field, mover, stride, how)
        if stride.to and mover.units:
            if oust(play, mover.units):
                rest = tuple(_written(one) for one in strides[place:])
                play.record(MarchPaused(units=mover.units, leaders=mover.leaders, rest=rest))
                return
            if reaction.provoke(play, mover.units):
                end(play, mover.pieces, Reason("charged on the way", "11.2.2c"))
                return
        how = "march"
    end(play, mover.pieces, _why(play.state, field, mover))


def _written(stride: Stride) -> Step:
    """A step as a path writes it; a turn for the road ahead is named again where it is made."""
    if stride.to:
        return stride.to
    here = stride.here
    return f"{here.at}:{here.facing if here.towards == NONE else here.towards}"


def _why(state: State, field: Field, mover: Mover) -> Reason:
    at = state.units[mover.units[0]].at if mover.units else state.leaders[mover.leaders[0]].at
    stops = at in field.zones and at != mover.nature.at and state.core.phase == MOVEMENT
    return Reason("stopped by a zone", "6.2a", (at,)) if stops else DONE


def _make(play: Play[State], field: Field, mover: Mover, stride: Stride, how: How) -> None:
    """5.2, 7.2, 8.2 One step, recorded."""
    units = mover.units
    if stride.follows != NONE:
        play.record(FacingChanged(units=units, facing=stride.follows, why=Reason("follows the road", "7.4b")))
    if not units:
        play.record(LeaderMoved(leader=mover.leaders[0], to=stride.to, cost=stride.cost, enters=how == "entry"))
    elif stride.to:
        play.record(
            UnitsMoved(units=units, to=stride.to, how=how, cost=stride.cost, under=stride.under, leaders=mover.leaders)
        )
    facing = stride.here.facing
    if units and facing != play.state.units[units[0]].facing:
        key, rule, cost = ("turns on the march", "5.2a", stride.turn)
        if how == "entry":
            key, rule = ("faces as it enters", "16.2.4e")
        elif stride.to:
            key, rule, cost = ("faces as its fellow", "8.2b", stride.joins)
        play.record(FacingChanged(units=units, facing=facing, why=Reason(key, rule), cost=cost))
    enter_zone(play, field, stride)


def enter_zone(play: Play[State], field: Field, stride: Stride) -> None:
    """4.5a, D11 The enemy stacks that count against the chit."""
    stacks = field.zones.get(stride.to)
    if stacks and zoc_limit(play.state) is not None:
        new = counted(play.state, stacks)
        if new:
            play.record(ZonesEntered(stacks=new))


def end(play: Play[State], pieces: tuple[str, ...], why: Reason) -> None:
    """7.1e What is left of its points is gone."""
    play.record(MoveEnded(pieces=pieces, why=why))


def proceed(play: Play[State]) -> bool:
    """13.4c A move that waited for enemy leaders goes on when they are gone."""
    state, march = play.state, play.state.march
    if march is None or state.core.pending or state.melee or state.retreats:
        return False
    play.record(MarchResumed())
    if reaction.provoke(play, march.units):
        end(play, (*march.units, *march.leaders), Reason("charged on the way", "11.2.2c"))
    else:
        _go_on(play, march.units, march.leaders, march.rest)
    return True


def _go_on(play: Play[State], units: tuple[UnitId, ...], leaders: tuple[LeaderId, ...], rest: tuple[Step, ...]) -> None:
    """7.1 The rest of the way, if what has happened leaves it open."""
    mover, field = party(play.state, units, leaders), Field(play.state, moving_side(play.state))
    try:
        strides = plan(field, mover, origin(mover), rest)
    except IllegalOrder as refused:
        end(play, mover.pieces, refused.reason)
        return
    walk(play, field, mover, strides)
