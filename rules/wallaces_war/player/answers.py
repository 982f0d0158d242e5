"""What to answer to each question: of what the rules allow, what promises most or costs least."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.kernel.facts import Await, Order
from rules.wallaces_war import tables
from rules.wallaces_war.charges.placement import best as placings
from rules.wallaces_war.charges.placement import horses
from rules.wallaces_war.command.asks import AwaitOutbid
from rules.wallaces_war.fight import going_back
from rules.wallaces_war.fire.asks import AwaitWithdrawal, Fire
from rules.wallaces_war.fire.targets import bound_bar
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses.displacement import hosts, ways_out
from rules.wallaces_war.melee.advance import advancers
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitAttack,
    AwaitDefensiveFire,
    AwaitPlacement,
    AwaitReply,
    AwaitRetreat,
    AwaitSink,
    AwaitVoluntary,
    ChooseNextAttack,
    ReactionPlacement,
    Reply,
    RetreatPath,
    SinkMissileUnit,
)
from rules.wallaces_war.melee.ledger import in_hand, ledger, unresolved
from rules.wallaces_war.melee.modifiers import blow_of, reply_of
from rules.wallaces_war.melee.state import CHARGES
from rules.wallaces_war.movement.asks import (
    AwaitDisplacement,
    AwaitSuccessor,
    DisplaceLeader,
    PlaceReplacementLeader,
    VoluntaryRetreat,
)
from rules.wallaces_war.player import bids, odds, posts, shots
from rules.wallaces_war.player.view import FAR, View
from rules.wallaces_war.position import class_of, companions, is_cavalry, side_at
from rules.wallaces_war.retreats import voluntary
from rules.wallaces_war.turn.asks import AwaitTarget, Decline
from rules.wallaces_war.zones import aspect

SMALL: Final = 0.3  # strength points for which nobody gives up his ground
WORN: Final = 2  # steps lost from which on horse does not stay under fire
ALONE: Final = 3  # enemy stacks about a hex that make an advance into it folly


# The attacker


def next_attack(view: View, _frame: AwaitAttack) -> Order:
    """10.3/S1 Charges first: a target that runs from one needs no other blow."""
    melee = ledger(view.state)
    waiting = [melee.attacks[i] for i in unresolved(melee)]
    first = next((one for one in waiting if one.kind in CHARGES), waiting[0])
    return ChooseNextAttack(start=first.start)


def advance(view: View, frame: AwaitAdvance) -> Order:
    """10.3/S10a The strongest party goes in, unless a crowd of enemies waits there; horse and berserkers always do."""
    state = view.state
    found = [advancers(state, one) for _, one in in_hand(ledger(state)) if one.target == frame.to]
    parties = [units for units in found if units and units[0] in frame.units]
    units = max(parties, key=lambda party: sum(odds.left_of(state.units[name]) for name in party))
    bold = frame.must or any(state.units[name].kind == "HC" or state.units[name].berserk for name in units)
    if not bold and len(view.foes_near(frame.to)) >= ALONE:
        return Decline()
    leaders = tuple(companions(state, units))
    return AdvanceAfterCombat(unit=units[0], to=frame.to, facing=_turned(view, units, frame.to), leaders=leaders)


def _turned(view: View, units: tuple[UnitId, ...], to: HexId) -> int | None:
    """5.2c, 11.2.7c Towards the enemy; horse keeps its facing if it may ride on at somebody ahead."""
    one = view.state.units[units[0]]
    ahead = view.ground.cone(to, one.facing)
    if one.kind == "HC" and any(at in view.field.enemies for at in ahead):
        return None
    return view.facing(to, class_of(one), one.facing)


# The attacked


def fire(view: View, frame: AwaitDefensiveFire) -> Order:
    """9.4e, 20.3.2a"""
    within = tuple(at for at in frame.targets if not bound_bar(view.state, frame.unit, at))
    target = shots.aimed(view, frame.unit, within)
    return Fire(unit=frame.unit, target=target) if target else Decline()


def sink(view: View, frame: AwaitSink) -> Order:
    """8.2k Missile units let others take the blow, if they are no worse at it."""
    top, bottom = (view.state.units[name] for name in view.state.stacks[frame.at])
    return SinkMissileUnit() if bottom.kind not in tables.MISSILE or top.steps > bottom.steps else Decline()


def stand(view: View, frame: AwaitVoluntary) -> Order:
    """11.1a, 11.1d Archers and horse get away from what would cost them more than they could do."""
    state = view.state
    due = [one for _, one in in_hand(ledger(state)) if one.target == frame.at and one.progress != "void"]
    taken = sum(odds.struck(state, blow_of(state, one)) for one in due)
    there = [one.at for one in due if side_at(state, one.at) == view.enemy]
    given = max((odds.struck(state, reply_of(state, frame.at, at)) for at in there), default=0.0)
    if taken - given < SMALL:
        return Decline()
    return _farthest(view, list(voluntary.ways_out(state, frame.at, "melee"))) or Decline()


def _farthest(view: View, ways: list[VoluntaryRetreat]) -> VoluntaryRetreat | None:
    """The whole stack, away from the enemy and looking at him."""
    if not ways:
        return None
    units = max((order.units for order in ways), key=len)
    mover = class_of(view.state.units[units[0]])
    away = view.away(mover)
    order = max((order for order in ways if order.units == units), key=lambda one: (away(one.path[-1]), one.path))
    facing = view.facing(order.path[-1], mover, order.facing)
    return VoluntaryRetreat(units=units, path=order.path, facing=facing, leaders=order.leaders)


def withdraw(view: View, frame: AwaitWithdrawal) -> Order:
    """11.1b Horse that is shaken or worn does not stay under fire."""
    units = [view.state.units[name] for name in view.state.stacks[frame.at]]
    if not any(is_cavalry(unit) and (unit.shaken or unit.steps >= WORN) for unit in units):
        return Decline()
    return _farthest(view, list(voluntary.ways_out(view.state, frame.at, "fire"))) or Decline()


def reply(view: View, frame: AwaitReply) -> Order:
    """10.2c Always, at whom it costs most."""
    state = view.state
    if len(frame.targets) == 1:
        return Reply(target=frame.targets[0])
    return Reply(target=max(frame.targets, key=lambda at: (odds.struck(state, reply_of(state, frame.at, at)), at)))


# Those who go back


def retreat(view: View, frame: AwaitRetreat) -> Order:
    """10.3/S9d Away from the enemy, not through friends, towards its leader; he comes along."""
    state = view.state
    due = going_back.entry(state, frame.units[0])
    units = going_back.party(state, due)
    one = state.units[units[0]]
    mover = class_of(one)
    away, captain = view.away(mover), view.captain(one.battle)

    def price(path: tuple[HexId, ...]) -> tuple[int, int, int, tuple[HexId, ...]]:
        friends = sum(at in state.stacks for at in path)
        led = view.ground.distance(path[-1], captain[1].at) if path and captain else 0
        return friends, -away(path[-1]) if path else 0, led, path

    path = min((way.path for way in going_back.ways_of(state, due, units)), key=price)
    if not path:
        return RetreatPath(unit=units[0], path=())
    facing = view.facing(path[-1], mover, one.facing) if going_back.may_turn(state, due) else None
    return RetreatPath(unit=units[0], path=path, facing=facing, leaders=tuple(companions(state, units)))


def displaced(view: View, frame: AwaitDisplacement) -> Order:
    """13.4c To men of his own Battle, out of reach of the enemy, by the shortest way."""
    state = view.state
    own, away = state.leaders[frame.leader].battle, view.away(tables.LEADER)
    found = ways_out(state, frame.leader)

    def price(to: HexId) -> tuple[bool, bool, int, HexId]:
        stack = state.stacks.get(to, ())
        is_home = any(state.units[name].battle == own for name in stack)
        return not is_home, bool(view.foes_near(to)), len(found[to]) - away(to) // FAR, to

    return DisplaceLeader(leader=frame.leader, path=found[min(found, key=price)])


def succeeded(view: View, frame: AwaitSuccessor) -> Order:
    """13.5b With whoever is farthest from the enemy."""
    units = view.state.units
    unit = max(hosts(view.state, frame.leader), key=lambda name: (view.to_enemy(units[name]), name))
    return PlaceReplacementLeader(leader=frame.leader, unit=unit)


def placement(view: View, frame: AwaitPlacement) -> Order:
    """11.2.3c From behind or the flank, if there is a choice."""
    state = view.state

    def behind(paths: Mapping[HexId, tuple[HexId, ...]]) -> int:
        ends = ((at, *path)[-1] for at, path in paths.items())
        return sum(aspect(state, frame.target, end) != "front" for end in ends)

    return ReactionPlacement(paths=max(placings(state, horses(state, frame)), key=behind))


ANSWERS: Mapping[type[Await], Callable[[View, Any], Order]] = {
    AwaitOutbid: bids.outbid,
    AwaitTarget: posts.name_target,
    AwaitAttack: next_attack,
    AwaitAdvance: advance,
    AwaitDefensiveFire: fire,
    AwaitSink: sink,
    AwaitVoluntary: stand,
    AwaitWithdrawal: withdraw,
    AwaitReply: reply,
    AwaitRetreat: retreat,
    AwaitDisplacement: displaced,
    AwaitSuccessor: succeeded,
    AwaitPlacement: placement,
}
