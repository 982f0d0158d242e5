"""What blows and shots promise: the tables of the rules, weighed by what a step is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from domain.kernel.reasons import total
from rules.wallaces_war import tables
from rules.wallaces_war.fire.facts import Occasion
from rules.wallaces_war.fire.fire import column_of, fire_modifiers, row_of
from rules.wallaces_war.ground.costs import can_cross
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.modifiers import Blow, losses, reckon
from rules.wallaces_war.position import class_of, life, morale
from rules.wallaces_war.state import State, Unit
from rules.wallaces_war.zones import aspect, front

# Of what a unit is worth, the part that is gone with its first, second and further steps; the fourth and fifth drive
# it from its ground.
GONE: Final = (0.0, 0.1, 0.25, 0.45, 0.7, 0.85, 1.0)
SHOOTERS: Final = 2  # strength points by which missile units are worth more than they show
FACES: Final = 10
WILLING: Final = ("resolute", "wavering")  # 10.2i, 17.1a Battles that attack, and that are still to be beaten
BEATEN: Final = 0.6  # what a unit of another counts for
SHAKEN: Final = 0.2  # part of a unit's worth
CHARGE_SPENT: Final = 0.1  # the same, of horse that comes back from its charge shaken


def worth(unit: Unit) -> float:
    """Of a whole unit, in strength points."""
    return unit.full.sp + SHOOTERS * (unit.kind in tables.MISSILE)


def left_of(unit: Unit) -> float:
    """Of what is left of it."""
    return worth(unit) * (1 - GONE[min(unit.steps, tables.STEPS)])


def toll(state: State, stack: Sequence[UnitId], steps: int) -> float:
    """12.4a What so many steps cost a stack: the top unit first, then the other."""
    lost = 0.0
    for name in stack:
        if not steps:
            break
        unit = state.units[name]
        most = life(state, unit)
        after = min(unit.steps + steps, most)
        steps -= after - unit.steps
        gone = 1.0 if after >= most else GONE[after]
        part = 1.0 if state.battles[unit.battle].standing in WILLING else BEATEN
        lost += part * worth(unit) * (gone - GONE[min(unit.steps, tables.STEPS)])
    return lost


def blow(state: State, units: tuple[UnitId, ...], at: HexId, target: HexId, sources: tuple[HexId, ...]) -> float:
    """10.3/S2 to S7 What an attack of the activated Battle promises to cost the stack attacked."""
    return struck(state, Blow(units, at, target, True, sources))


def struck(state: State, given: Blow) -> float:
    """The same of any blow, all faces of its die taken together."""
    found, stack = reckon(state, given), given.against or state.stacks[given.target]
    results = [losses(state, found, die) for die in range(1, found.faces + 1)]
    return sum(results.count(steps) * toll(state, stack, steps) for steps in set(results)) / found.faces


def reply(state: State, at: HexId, target: HexId, units: tuple[UnitId, ...]) -> float:
    """10.2c What the stack in `at` may cost these units, if they attack it from `target`: nothing from behind."""
    stack = tuple(state.stacks[at])
    if target not in front(state, at) or not can_cross(state, class_of(state.units[stack[0]]), at, target):
        return 0.0
    return struck(state, Blow(stack, at, target, False, (at,), units))


def shock(state: State, at: HexId, target: HexId) -> float:
    """11.2.4a, 11.2.5a What the test of a charged target promises: a rout of the shaken, else disorder."""
    stack = state.stacks[target]
    top = state.units[stack[0]]
    fails = 1 - min(max(morale(state, top), 0), FACES) / FACES
    if top.shaken:
        return fails * sum(left_of(state.units[name]) for name in stack)
    return fails * SHAKEN * left_of(top) if aspect(state, target, at) != "front" else 0.0


def charge(state: State, units: tuple[UnitId, ...], at: HexId, target: HexId, sources: tuple[HexId, ...]) -> float:
    """11.2.1 A whole charge: the test it forces, the blow, the reply, and the disorder it ends in."""
    spent = CHARGE_SPENT * sum(left_of(state.units[name]) for name in units)
    return (
        shock(state, at, target)
        + blow(state, units, at, target, sources)
        - reply(state, target, at, units)
        - spent
    )  # fmt: skip


def shot(state: State, firer: Unit, target: HexId, occasion: Occasion) -> float:
    """9.7 What a shot promises to cost its target."""
    return at_range(state, firer, target, column_of(state, firer, target, occasion))


def at_range(state: State, firer: Unit, target: HexId, column: int) -> float:
    """9.7/S4 The same from so far away."""
    modifier = total(tuple(fire_modifiers(state, firer)))
    hits = _hits(tuple([row_of(state, die + modifier).losses[column - 1] for die in range(1, FACES + 1)]))
    stack = state.stacks[target]
    return sum(count * toll(state, stack, steps) for steps, count in hits) / FACES


@cache
def _hits(results: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each number of steps that may be lost, and by how many faces."""
    return tuple((steps, results.count(steps)) for steps in sorted(set(results)) if steps)
