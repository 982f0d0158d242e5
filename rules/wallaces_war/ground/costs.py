"""7.2 to 7.4 What a step costs, in halves of a movement point, and where nobody of a class may go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kernel.facts import Side
from rules.wallaces_war.ids import HexId
from rules.wallaces_war.state import State

ROAD_COST = 1  # 7.4a half a point
FORBIDDEN = -1  # as the charts have it


def known(state: State) -> dict[Any, Any]:
    """What was found of these charts and this scenario: it lies with the map, since none of the three ever changes."""
    memory = state.ground.memory
    found = memory.get("costs")
    if found is None or found[0] is not state.charts or found[1] is not state.engagement:
        found = memory["costs"] = state.charts, state.engagement, {}
    kept: dict[Any, Any] = found[2]
    return kept


def is_road(state: State, a: HexId, b: HexId) -> bool:
    """7.4a, 7.4d Whether the road, or the bridge, crosses this side and may be used."""
    return bool(state.ground.road(a, b)) and not is_closed(state, a, b)


def is_closed(state: State, a: HexId, b: HexId) -> bool:
    """16.2.2c"""
    return state.engagement.bridge_closed and state.ground.is_bridge(a, b)


def can_cross(state: State, mover: str, a: HexId, b: HexId) -> bool:
    """7.3a, 10.2g Whether a class may cross this side at all; a bridge carries it over the river (7.4d)."""
    ground, terrain = state.ground, state.charts.terrain
    if ground.is_bridge(a, b):
        return not state.engagement.bridge_closed
    return all(terrain[kind][mover] != FORBIDDEN for kind in sides_crossed(state, a, b))


def can_enter(state: State, mover: str, a: HexId, b: HexId) -> bool:
    """7.3a, 6.1d Whether a class may go from one hex to the next, by road or off it."""
    kept = known(state)
    found: bool | None = kept.get((mover, a, b))
    if found is None:
        found = is_road(state, a, b) or (can_cross(state, mover, a, b) and can_stand(state, mover, b))
        kept[mover, a, b] = found
    return found


def can_stand(state: State, mover: str, at: HexId) -> bool:
    """2.2.1b Whether the ground of a hex is allowed to a class."""
    kept = known(state)
    found: bool | None = kept.get((mover, at))
    if found is None:
        found = all(state.charts.terrain[kind][mover] != FORBIDDEN for kind in ground_of(state, at))
        kept[mover, at] = found
    return found


def ground_of(state: State, at: HexId) -> list[str]:
    """2.2.1 What a hex holds, as the Terrain Effects Chart calls it; height is a matter of its sides."""
    return [kind for kind in state.ground.terrain(at) if kind != "high"] or ["clear"]


def is_barred(state: State, side: Side, at: HexId) -> bool:
    """16.2.4f Before a reinforcement has come, a side keeps off the hexes by which it enters and those next to them."""
    engagement = state.engagement
    if side != engagement.closed_until_arrival:
        return False
    return any(
        at == by or at in state.ground.near(by)
        for later in engagement.reinforcements
        if not state.battles[later.battle].arrived
        for by in later.hexes
    )


def step_cost(state: State, mover: str, a: HexId, b: HexId, *, road: bool = True) -> int | None:
    """7.2a The hex and the side crossed, in halves; None where it is forbidden. A road replaces both (7.4a)."""
    if road and is_road(state, a, b):
        return ROAD_COST
    if not can_enter(state, mover, a, b):
        return None
    terrain = state.charts.terrain
    inside = sum(terrain[kind][mover] for kind in ground_of(state, b))
    crossed = () if state.ground.is_bridge(a, b) else tuple(sides_crossed(state, a, b))
    return inside + sum(terrain[kind][mover] for kind in crossed)


def sides_crossed(state: State, a: HexId, b: HexId) -> Iterator[str]:
    """2.2.2 What lies on the side between two hexes, as the Terrain Effects Chart calls it."""
    ground = state.ground
    if ground.is_uphill(a, b):
        yield "slope_up"
    if ground.is_downhill(a, b):
        yield "slope_down"
    if ground.is_stream(a, b):
        yield "stream"
    if ground.is_river(a, b):
        yield "river"
    if ground.is_steep(a, b):
        yield "steep"
