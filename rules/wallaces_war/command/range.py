"""13.3 Command range: which units their leader reaches, at the moments when it is checked."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.wallaces_war.command.facts import CommandChecked
from rules.wallaces_war.ground.costs import can_cross, can_enter, can_stand, is_road, known
from rules.wallaces_war.ids import BattleId, HexId, UnitId
from rules.wallaces_war.position import class_of, side_at, units_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import Leader, State
from rules.wallaces_war.zones import controlled


def is_in_command(state: State, unit: UnitId) -> bool:
    """13.3b Whether its leader reaches it now; all of an arriving Battle count as reached (16.2.4e, 20.3.6b)."""
    found = state.units[unit]
    if state.turn.arriving == found.battle:
        return True
    leader = state.leaders.get(state.battles[found.battle].leader)
    if leader is None or leader.at not in state.ground.at or state.ground.distance(found.at, leader.at) > leader.range:
        return False
    return found.at in reached(state, leader, class_of(found), controlled(state, leader.side))


def reached(state: State, leader: Leader, mover: str, zones: frozenset[HexId]) -> frozenset[HexId]:
    """13.2e, 13.3b, 13.3c Every hex from which a unit of this class finds a way to the leader within his range;
    `zones` are those hostile to him."""
    found, edge, start = {leader.at}, [leader.at], leader.at
    for _ in range(leader.range):
        reach, edge = edge, list[HexId]()
        for at in reach:
            if at != start and not _is_open(state, at, leader.side, mover, zones):
                continue
            for near in _first(state, mover, leader, zones) if at == start else _into(state, mover, at):
                if near not in found:
                    found.add(near)
                    edge.append(near)
    return frozenset(found)


def _first(state: State, mover: str, leader: Leader, zones: frozenset[HexId]) -> list[HexId]:
    """13.3c The hexes next to the leader, whose own hex is tested only under D67 B."""
    b, near = leader.at, state.ground.near(leader.at)
    if reading(state, "D67") == "A":
        return [a for a in near if is_road(state, a, b) or can_cross(state, mover, a, b)]
    return _into(state, mover, b) if _is_open(state, b, leader.side, mover, zones) else []


def _into(state: State, mover: str, at: HexId) -> list[HexId]:
    """7.3a The hexes from which a class can come into a hex."""
    kept = known(state)
    found: list[HexId] | None = kept.get(("into", mover, at))
    if found is None:
        found = kept["into", mover, at] = [a for a in state.ground.near(at) if can_enter(state, mover, a, at)]
    return found


def _is_open(state: State, at: HexId, side: Side, mover: str, zones: frozenset[HexId]) -> bool:
    """13.3c, 6.2d No enemy in the way, and no enemy zone but where a friend stands."""
    held = side_at(state, at)
    if held not in ("", side) or not (can_stand(state, mover, at) or state.ground.has_road(at)):
        return False
    return held == side or at not in zones


def check(play: Play[State], battle: BattleId) -> None:
    """13.3a The command of a Battle as it is now, kept until the next check."""
    play.record(CommandChecked(battle=battle, out=tuple(_out_of_command(play.state, battle))))


def _out_of_command(state: State, battle: BattleId) -> Iterator[UnitId]:
    """13.3b The same as `is_in_command` denies, with one search for all units of a class."""
    leader = state.leaders.get(state.battles[battle].leader)
    is_led = leader is not None and leader.at in state.ground.at
    zones = controlled(state, leader.side) if leader and is_led else frozenset()
    hexes: dict[str, frozenset[HexId]] = {}
    for unit in units_of(state, battle) if state.turn.arriving != battle else ():
        mover = class_of(state.units[unit])
        if leader and is_led and mover not in hexes:
            hexes[mover] = reached(state, leader, mover, zones)
        if not is_led or state.units[unit].at not in hexes[mover]:
            yield unit
