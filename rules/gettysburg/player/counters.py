"""18.0 Hidden movement, used simply: reinforcements march hidden by road and come out near the front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.kernel.facts import Order
from rules.gettysburg.hidden import deployment, hiding
from rules.gettysburg.hidden.asks import DeployUnits, HideUnits
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import entry
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.player.aims import cover
from rules.gettysburg.player.view import View
from rules.gettysburg.position import is_observed
from rules.gettysburg.rulings import is_on
from rules.gettysburg.state import POOL
from rules.gettysburg.tables import NEAR
from rules.gettysburg.turn.set_up import unplaced

MOST_INSIDE: Final = 6  # so that all find room when they are seen
KEPT: Final = 4  # counters left to reinforcements before one serves as a decoy
PROGRESS: Final = 1.0  # MP of way that a counter must gain to march on
CLOSE: Final = NEAR + 1
IN_FRONT, GUNS_IN_FRONT = -1.0, -4.0  # for a unit placed next to enemy infantry
ARRIVED: Final = 4.0  # MP from the objective at which the units go on by themselves


def is_hidden(view: View) -> bool:
    return is_on(view.state, "hidden_movement")


def set_up(view: View) -> HideUnits | None:
    """23.1 The units of an `h` hex in as few counters as keep them manageable."""
    if not is_hidden(view):
        return None
    waiting = set(unplaced(view.state, view.side))
    for at, group in view.state.battle.hidden.items():
        units = [name for name in group if name in waiting]
        order = _hide_all(view, at, units)
        if order is not None:
            return order
    return None


def _hide_all(view: View, at: HexId, units: list[PieceId]) -> HideUnits | None:
    """23.1 In one order, for the enemy sees which units an order hides; a counter by itself has a decoy beside it."""
    free = hiding.free_hmcs(view.state, view.side)
    parts = [tuple(units[i : i + MOST_INSIDE]) for i in range(0, len(units), MOST_INSIDE)]
    is_masked = len(parts) == 1 and len(free) > KEPT
    return (_hide(view, at, [*parts, ()]) if is_masked else None) or _hide(view, at, parts)


def entering(view: View) -> HideUnits | None:
    """18.7 Two or more units due at an unobserved entry hex come on in one counter."""
    if not is_hidden(view):
        return None
    due: dict[HexId, list[PieceId]] = {}
    for name, unit in view.state.units.items():
        if unit.side == view.side and unit.kind != "train" and (arrival := entry.due_now(view.state, name)):
            due.setdefault(view.ground.entry_hexes[arrival.entry], []).append(name)
    for at, units in due.items():
        order = _hide(view, at, [tuple(units[:MOST_INSIDE])]) if len(units) > 1 else None
        if order is not None:
            return order
    return None


def _hide(view: View, at: HexId, parts: list[tuple[PieceId, ...]]) -> HideUnits | None:
    """Each part into a counter, as far as the free ones go."""
    contents = dict(zip(hiding.free_hmcs(view.state, view.side), parts, strict=False))
    if not contents:
        return None
    order = HideUnits(at=at, contents=contents)

    def sees(hex: HexId) -> bool:
        return is_observed(view.state, hex, view.side)

    return order if hiding.refusal(view.state, order, view.side, sees) is None else None


def next_order(view: View) -> Order | None:
    """A counter that can march on does; one that has come to the front, or can get no further, is emptied."""
    if not is_hidden(view):
        return None
    for name, hmc in view.state.hmcs.items():
        if hmc.side == view.side and (hmc.at in view.state.stacks or hmc.at == POOL):
            order = _march(view, name, hmc.at) or _empty(view, name, hmc.at)
            if order is not None:
                return order
    return None


def _march(view: View, name: PieceId, at: HexId) -> MoveUnit | None:
    to = view.best(name, lambda hex: -view.to_goal(hex))
    if not to:
        return None
    if at == POOL:
        return view.move(name, to)
    is_there = view.from_enemy(at) <= CLOSE or view.to_goal(at) <= ARRIVED
    if is_there and not view.is_night and _empty(view, name, at) is not None:
        return None
    return view.move(name, to) if view.to_goal(to) <= view.to_goal(at) - PROGRESS else None


def _empty(view: View, name: PieceId, at: HexId) -> DeployUnits | None:
    """18.4a, 20.2a Not at night, when units that come out are Disrupted."""
    if view.is_night and at != POOL:
        return None
    found = [order for order in _deployments(view) if order.hmc == name]
    return min(found, key=lambda order: (-worth(view, order), sorted(order.places.items()))) if found else None


def _deployments(view: View) -> Iterator[DeployUnits]:
    for choice in deployment.choices(view.state):
        if choice.by == view.side and isinstance(choice.order, DeployUnits):
            yield choice.order


def worth(view: View, order: DeployUnits) -> float:
    """Brigades forward and under cover, guns not in the first line, all placed."""
    total = 0.0
    for name, at in order.places.items():
        is_gun = view.state.units[name].kind == "artillery"
        total += cover(view.state, at) - view.to_goal(at)
        if at in view.foe.near_infantry:
            total += GUNS_IN_FRONT if is_gun else IN_FRONT
    return total
