"""9.3 Lines of sight, from the centre of a hex to that of another."""

from __future__ import annotations

from domain.hexes.sight import trace
from rules.wallaces_war.ids import HexId
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State


def has_sight(state: State, a: HexId, b: HexId) -> bool:
    """9.3a Nothing between the two blocks; along a side as D31 says."""
    levels = state.ground.level(a), state.ground.level(b)
    lower = b if levels[0] > levels[1] else a
    steps = _between(state, a, b)
    if levels[0] == levels[1]:
        return not any(_is_shut(state, step, levels[0]) for step in steps)
    beside = state.ground.near(lower)
    return not any(_is_shut_below(state, step, min(levels), beside) for step in steps)


def _between(state: State, a: HexId, b: HexId) -> tuple[tuple[HexId, ...], ...]:
    """The hexes of each part of the line but its ends: one that it crosses, or the two along whose side it runs.

    Nothing stands off the map: such a hex has no name and never blocks.
    """

    def found() -> tuple[tuple[HexId, ...], ...]:
        ground = state.ground
        parts = trace(ground.at[a], ground.at[b])[1:-1]
        return tuple(tuple(ground.ids.get(at, "") for at in part.hexes) for part in parts)

    return state.ground.kept(("sight", a, b), found)


def _is_shut(state: State, step: tuple[HexId, ...], level: int) -> bool:
    """9.3b, 2.1h Between hexes of one level; leaders are in nobody's way."""
    ground = state.ground
    return _blocked(
        state,
        [
            at != ""
            and (
                ground.level(at) > level or (ground.level(at) == level and (ground.is_woods(at) or at in state.stacks))
            )
            for at in step
        ],
    )


def _is_shut_below(state: State, step: tuple[HexId, ...], level: int, beside: tuple[HexId, ...]) -> bool:
    """9.3c From one level to another only what stands beside the lower hex, on its level, is in the way."""
    ground = state.ground
    return _blocked(
        state,
        [at in beside and ground.level(at) == level and (ground.is_woods(at) or at in state.stacks) for at in step],
    )


def _blocked(state: State, blocking: list[bool]) -> bool:
    """9.3d, D31 Both of two hexes, either, or never; a single one by itself."""
    if len(blocking) < 2:
        return any(blocking)
    letter = reading(state, "D31")
    return letter != "C" and (all(blocking) if letter == "A" else any(blocking))
