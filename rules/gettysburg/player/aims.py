"""4.0, 23.2 to 23.5 What each side fights for in a scenario, and how good the ground of a hex is; all of it fixed."""

from __future__ import annotations

from typing import Final, cast

from domain.kernel.facts import Side
from rules.gettysburg.combat.differential import terrain_modifiers
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import HexId
from rules.gettysburg.player.spread import FAR, Spread, step_costs
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import CONFEDERATE, State
from rules.gettysburg.tables import MP
from rules.gettysburg.turn import victory

KEY_HILLS: Final = (victory.CEMETERY_HILL, "Culp's Hill", "Little Round Top", "Powers Hill")
ROADS: Final = (victory.TANEYTOWN_ROAD, victory.BALTIMORE_PIKE)
HILL_WORTH: Final = 0.4  # guns see further from it, and it hides what is behind (14.5a)


def is_attacker(side: Side) -> bool:
    """Every scenario asks the Confederate to come on, and the Union to hold."""
    return side == CONFEDERATE


def objective(state: State) -> tuple[HexId, ...]:
    """The ground that decides, or that both armies must want; empty on a map without it."""
    kind = state.battle.victory
    return state.ground.kept(("objective", kind), lambda: _objective(state, kind))


def _objective(state: State, kind: str) -> tuple[HexId, ...]:
    ground = state.ground
    if kind == "cemetery_hill":
        return tuple(ground.named_hills.get(victory.CEMETERY_HILL, ()))
    roads = [hex for road in ROADS if _has_road(ground, *road) for hex in victory.stretch(state, *road)]
    if kind == "little_round_top":
        return tuple(dict.fromkeys(roads))
    hills = [hex for name in KEY_HILLS for hex in ground.named_hills.get(name, ())]
    return tuple(dict.fromkeys([*hills, *roads]))


def slope(state: State) -> Spread:
    """Half-points of infantry from each hex to the ground that decides, whoever stands where: the same all game."""
    key = "slope", state.battle.victory
    return state.ground.kept(key, lambda: Spread(objective(state), step_costs(state.ground), FAR * MP - 1))


def _has_road(ground: Ground, name: str, first: HexId, last: HexId) -> bool:
    return any(road.name == name and first in road.hexes and last in road.hexes for road in ground.roads)


def posts(state: State) -> tuple[HexId, ...]:
    """Hexes that a defender of the objective wants a brigade in: the ground itself and cover next to it."""
    key = ("posts", state.battle.victory, reading(state, "D17"))
    return state.ground.kept(key, lambda: _posts(state))


def _posts(state: State) -> tuple[HexId, ...]:
    held = objective(state)
    hills = [hex for name in KEY_HILLS for hex in state.ground.named_hills.get(name, ())]
    near = [to for at in held for to in state.ground.near(at) if cover(state, to) >= 1]
    wanted = held if state.battle.victory == "cemetery_hill" else (*hills, *held)
    return tuple(dict.fromkeys([*wanted, *near]))


def cover(state: State, at: HexId) -> float:
    """11.5 What the ground of a hex gives its defender against an attack from any side, on average."""
    known = state.ground.memory.setdefault(("cover", reading(state, "D17")), {})
    if at not in known:
        near = state.ground.near(at)
        shifts = sum(-modifier.value for a in near for modifier in terrain_modifiers(state, a, at))
        known[at] = shifts / max(1, len(near)) + (HILL_WORTH if state.ground.is_hill(at) else 0.0)
    return cast("float", known[at])


def shift(state: State, a: HexId, b: HexId) -> int:
    """11.5 The terrain modifiers of an attack from a on b, summed."""
    known = state.ground.memory.setdefault(("shift", reading(state, "D17")), {})
    if (a, b) not in known:
        known[a, b] = sum(modifier.value for modifier in terrain_modifiers(state, a, b))
    return cast("int", known[a, b])
