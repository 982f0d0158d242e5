"""16.1 The set-up: leaders where the ground is open and towards the enemy, their Battles arrayed about them."""

from __future__ import annotations

from typing import Final

from domain.kernel.facts import Order
from domain.kernel.player import offers
from rules.wallaces_war import book, tables
from rules.wallaces_war.ground.costs import can_stand
from rules.wallaces_war.ids import BattleId, HexId, LeaderId
from rules.wallaces_war.opening.array import array
from rules.wallaces_war.opening.opening import end_bar, missing
from rules.wallaces_war.opening.places import area_bar, current, leader_hexes
from rules.wallaces_war.player.chits import strength
from rules.wallaces_war.player.view import View
from rules.wallaces_war.turn.asks import AwaitTarget, Deploy, EndSegment, NameTarget, SetUpLeader

APART: Final = 5  # hexes between two leaders
CROWDED: Final = 4  # what a hex nearer than that is worth
ROOM: Final = 15  # open hexes that a Battle needs about its leader
MIDDLE: Final = 2


def next_order(view: View) -> Order | None:
    """Leaders first, then an array of each Battle; what neither can place as the rules offer it."""
    state, side = view.state, view.side
    left = missing(state, side)
    for name in left:
        if name in state.leaders and _is_due(view, name):
            return SetUpLeader(leader=name, to=_post(view, name))
    for battle in dict.fromkeys(state.units[name].battle for name in left if name in state.units):
        order = _deployed(view, battle)
        if order:
            return order
    if end_bar(state, side) is None:
        return EndSegment()
    return next(offers(book.BOOK, state, side), None)


def _is_due(view: View, name: LeaderId) -> bool:
    """16.3.3a One Battle after the other, where they are placed in turn: the strongest first."""
    state, battle = view.state, view.state.leaders[name].battle
    if not battle or not state.engagement.battles_in_turn:
        return any(leader_hexes(state, name))
    if current(state, view.side):
        return current(state, view.side) == battle
    return battle == max((b for b in view.battles if b not in state.ready), key=lambda b: strength(state, b))


def _enemy_place(view: View) -> HexId:
    """Where the enemy stands or will stand, as far as that is known; else the middle of the map."""
    state, ground = view.state, view.ground
    posts = state.engagement.camps[view.enemy].posts.values()
    known = [one.at for one in state.leaders.values() if one.side == view.enemy and one.at in ground.at] or [*posts]
    if not known:
        return ground.hexes[len(ground.hexes) // MIDDLE]
    return min(known, key=lambda at: sum(ground.distance(at, other) for other in known))


def _post(view: View, name: LeaderId) -> HexId:
    """16.3.3b, 20.3.3 Towards the enemy, with room about him and apart from other leaders."""
    state, ground, enemy = view.state, view.ground, _enemy_place(view)
    friends = [one.at for one in state.leaders.values() if one.side == view.side and one.at in ground.at]
    if not state.leaders[name].battle:  # 16.2.3 with another leader: that of the strongest Battle
        captains = {state.battles[battle].leader: battle for battle in view.battles}
        at = {state.leaders[leader].at: strength(state, battle) for leader, battle in captains.items()}
        return max(leader_hexes(state, name), key=lambda to: (at.get(to, 0.0), to))

    def price(to: HexId) -> tuple[int, HexId]:
        lone = min((ground.distance(to, other) for other in friends), default=APART)
        return ground.distance(to, enemy) + CROWDED * (max(APART - lone, 0) + max(ROOM - _room(view, to), 0)), to

    return min(leader_hexes(state, name), key=price)


def _room(view: View, at: HexId) -> int:
    """Hexes about a leader in which anybody could be set up."""
    state, camp = view.state, view.state.engagement.camps[view.side]
    return sum(
        to not in state.stacks
        and area_bar(state, camp, to) is None
        and not (camp.bank and view.ground.is_by_stream(to))
        and can_stand(state, "cavalry", to)
        for to in (at, *view.ground.within(at, tables.SET_UP_REACH))
    )


def _deployed(view: View, battle: BattleId) -> Deploy | None:
    """16.1a The array that looks most towards the enemy and finds room for all."""
    state, ground = view.state, view.ground
    at = state.leaders[state.battles[battle].leader].at
    if at not in ground.at:
        return None
    enemy = _enemy_place(view)

    def away(facing: int) -> int:
        return sum(ground.distance(to, enemy) for to in ground.front(at, facing))

    for facing in sorted(range(6), key=lambda one: (away(one) / max(len(ground.front(at, one)), 1), one)):
        if array(state, battle, facing):
            return Deploy(battle=battle, facing=facing)
    return None


def name_target(view: View, _frame: AwaitTarget) -> Order:
    """20.3.2a The enemy Battle nearest to Edward."""
    state, ground = view.state, view.ground
    edward = state.engagement.camps[view.side].posts.get("edward", "")

    def rank(battle: BattleId) -> tuple[int, BattleId]:
        at = state.leaders[state.battles[battle].leader].at
        is_known = edward in ground.at and at in ground.at
        return (ground.distance(edward, at) if is_known else 0), battle

    return NameTarget(battle=min((one for one in state.battles if one not in view.battles), key=rank))
