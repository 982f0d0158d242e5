"""16.1a, 16.2.4f, 16.3.3, 20.3.3 Where a unit or a leader may be set up, and whose turn it is to do so."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.wallaces_war import tables
from rules.wallaces_war.command.range import reached
from rules.wallaces_war.ground.costs import can_stand
from rules.wallaces_war.ids import BattleId, HexId, LeaderId, UnitId
from rules.wallaces_war.position import class_of, leaders_at, side_at
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.sheets.engagement import Camp
from rules.wallaces_war.state import State, enemy_of
from rules.wallaces_war.zones import controlled

Hexes = frozenset[HexId]


def acting_side(state: State) -> Side:
    """16.1a, 16.3.3a Whose set-up it is; empty when all is done."""
    camps = sorted(state.engagement.camps.values(), key=lambda camp: camp.sets_up)
    if state.engagement.battles_in_turn:
        return _in_turn(state, [camp.side for camp in camps])
    return next((camp.side for camp in camps if camp.side not in state.ready), "")


def _in_turn(state: State, sides: list[Side]) -> Side:
    """16.3.3a, D85 Whole Battles alternately, then the rest of the side that has more; or two of it for one."""
    first, second = sides
    own = {side: sum(battle.side == side for battle in state.battles.values()) for side in sides}
    done = {side: sum(state.battles[name].side == side for name in state.ready) for side in sides}
    if done[first] == own[first] or done[second] == own[second]:
        return next((side for side in sides if done[side] < own[side]), "")
    each = 2 if reading(state, "D85") == "B" and own[second] > own[first] else 1
    return second if done[second] < each * done[first] else first


def current(state: State, side: Side) -> BattleId:
    """16.3.3a The Battle that is being placed; empty if the side may choose one."""
    begun = (
        name
        for name, battle in state.battles.items()
        if battle.side == side and name not in state.ready and _has_begun(state, name)
    )
    return next(begun, "")


def _has_begun(state: State, battle: BattleId) -> bool:
    leader = state.battles[battle].leader
    units = (unit.at in state.stacks for unit in state.units.values() if unit.battle == battle)
    return state.leaders[leader].at in state.ground.at or any(units)


def turn_bar(state: State, battle: BattleId) -> IllegalOrder | None:
    """16.2.4d, 16.3.3a, 20.3.6a Whether the pieces of a Battle are to be placed now."""
    if not state.battles[battle].arrived:
        return IllegalOrder("comes later", "20.3.6a" if state.engagement.barons else "16.2.4d", battle)
    if not state.engagement.battles_in_turn:
        return None
    begun = current(state, state.battles[battle].side)
    if battle in state.ready or begun not in ("", battle):
        return IllegalOrder("one whole Battle", "16.3.3a", begun or battle)
    return None


def reach_of(state: State, unit: UnitId) -> Hexes | None:
    """16.3.3b The hexes within command range for a unit; None where the scenario does not ask. Empty: no leader yet."""
    if not state.engagement.within_command_range:
        return None
    one = state.units[unit]
    leader = state.leaders[state.battles[one.battle].leader]
    if leader.at not in state.ground.at:
        return frozenset()
    return reached(state, leader, class_of(one), controlled(state, leader.side))


def unit_bar(state: State, unit: UnitId, to: HexId, reach: Hexes | None) -> IllegalOrder | None:
    """16.1a, 16.3.3b Why a unit may not start in a hex, whoever stands there."""
    one = state.units[unit]
    camp = state.engagement.camps[one.side]
    post = camp.posts.get(one.battle, "")
    if post and state.ground.distance(post, to) > tables.SET_UP_REACH:
        return IllegalOrder("far from its leader's hex", "16.1a", unit, to, post, tables.SET_UP_REACH)
    bar = area_bar(state, camp, to)
    if bar:
        return bar
    if camp.bank and state.ground.is_by_stream(to):
        return IllegalOrder("next to a stream", "16.3.3b", to)
    if reach is not None and to not in reach:
        return IllegalOrder("out of command range", "16.3.3b", unit, to)
    if not can_stand(state, class_of(one), to) and not state.ground.has_road(to):
        return IllegalOrder("ground forbidden to it", "7.3a", unit, to)
    return None


def area_bar(state: State, camp: Camp, to: HexId) -> IllegalOrder | None:
    """16.2.4f, 16.3.3b, 20.3.3 What is asked of every hex of a side."""
    if camp.bank and state.ground.bank(to) != camp.bank:
        return IllegalOrder("wrong bank", "16.3.3b", to, camp.bank)
    if camp.rows and not camp.rows[0] <= state.ground.row(to) <= camp.rows[1]:
        return IllegalOrder("outside its rows", "20.3.3", to, *camp.rows)
    if camp.side == state.engagement.closed_until_arrival and to in kept_clear(state):
        return IllegalOrder("kept clear until they arrive", "16.2.4f", to)
    if side_at(state, to) == enemy_of(state, camp.side):
        return IllegalOrder("enemy stands there", "7.3b", to)
    return None


def kept_clear(state: State) -> Hexes:
    """16.2.4f The entry hexes of a Battle that has not arrived, and those next to them."""
    entries = [
        at
        for due in state.engagement.reinforcements
        if not state.battles[due.battle].arrived and state.engagement.closed_until_arrival
        for at in due.hexes
    ]
    return frozenset(entries).union(*(state.ground.near(at) for at in entries))


def stack_bar(state: State, unit: UnitId, to: HexId, facing: int) -> IllegalOrder | None:
    """8.1a, 8.2a, 8.2b Why a unit may not join who stands there."""
    one = state.units[unit]
    there = [state.units[name] for name in state.stacks.get(to, ()) if name != unit]
    for other in there:
        if len(there) >= tables.STACK or other.kind not in tables.PAIRS[one.kind]:
            return IllegalOrder("no such stack", "8.1a", unit, to)
        if other.battle != one.battle:
            return IllegalOrder("two Battles in a stack", "8.2a", unit, to)
        if other.facing != facing:
            return IllegalOrder("two facings in a stack", "8.2b", to, other.facing)
    return None


def leader_bar(state: State, leader: LeaderId, to: HexId) -> IllegalOrder | None:
    """16.1a, 16.2.3, 16.3.3b, 20.3.3, D84 Why a leader may not start in a hex."""
    one = state.leaders[leader]
    camp = state.engagement.camps[one.side]
    post = camp.posts.get(leader, "")
    if post and reading(state, "D84") == "A":
        return IllegalOrder("leader has his hex", "16.1a", leader, post)
    if post and state.ground.distance(post, to) > tables.SET_UP_REACH:
        return IllegalOrder("far from its leader's hex", "16.1a", leader, to, post, tables.SET_UP_REACH)
    if leader in camp.with_any:
        company = [other for other in leaders_at(state, to, one.side) if other != leader]
        return None if company else IllegalOrder("with another leader", "16.2.3", leader)
    bar = area_bar(state, camp, to)
    if bar or can_stand(state, tables.LEADER, to):
        return bar
    return IllegalOrder("ground forbidden to it", "7.3a", leader, to)


def leader_hexes(state: State, leader: LeaderId) -> Iterator[HexId]:
    """Every hex where a leader may be set up."""
    camp = state.engagement.camps[state.leaders[leader].side]
    post = camp.posts.get(leader, "")
    return (to for to in _about(state, post) if not leader_bar(state, leader, to))


def _about(state: State, post: HexId) -> tuple[HexId, ...]:
    """16.1a The hexes within two of a post, that of the post first; of the whole map where there is none."""
    return (post, *state.ground.within(post, tables.SET_UP_REACH)) if post else state.ground.hexes


def unit_hexes(state: State, unit: UnitId, reach: Hexes | None) -> Iterator[HexId]:
    """Every hex where a unit may be set up, if the stack there lets it."""
    post = state.engagement.camps[state.units[unit].side].posts.get(state.units[unit].battle, "")
    near = _about(state, post) if reach is None else sorted(reach)
    return (to for to in near if not unit_bar(state, unit, to, reach))
