"""5.6, 7, 8 Whether a unit may make a move: who it is, how it stands, its order, its path, its pistol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from rules.musket_and_pike import tables
from rules.musket_and_pike.duties.duties import action_bar, idle_bar, standing_bar
from rules.musket_and_pike.duties.limits import Terms
from rules.musket_and_pike.fire.targets import named_bar, state_bar, where
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.marching import joining
from rules.musket_and_pike.movement.asks import Absorb
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.plan import plan, stop_bar, taken
from rules.musket_and_pike.movement.strides import (
    FIRE,
    HEDGEHOG,
    TOP,
    UNDER,
    Here,
    Mover,
    Stride,
    mover_of,
    origin,
    shot_of,
)
from rules.musket_and_pike.position import allowance, arcs_at, body, guns_at, head, is_guns, is_horse, is_top, main_at
from rules.musket_and_pike.state import State, Unit

ENGLISH_CIVIL_WAR = "TACW"


class March(NamedTuple):
    """A move that has been checked."""

    mover: Mover
    terms: Terms
    steps: list[tuple[Stride, Here]]


def unit_bar(state: State, by: Side, name: UnitId, path: Sequence[str]) -> IllegalOrder | None:
    """3.2.C, 6.3, 7.2.1, 8.2.2 Whether it may do a Move action at all."""
    bar = action_bar(state, by, name, "move")
    if bar:
        return bar
    if path and all(word.startswith(FIRE) or word in (TOP, UNDER) for word in path):
        return None
    if tuple(path) == (HEDGEHOG,):
        return None  # 6.3.2.b judges itself from which formation
    return standing_bar(state, name)


def checked(state: State, by: Side, name: UnitId, path: Sequence[str], *, alone: bool = False) -> March:
    """The whole move step by step; IllegalOrder names the rule that forbids it."""
    heed(unit_bar(state, by, name, path))
    if not path:
        raise IllegalOrder("no path", "7.1.1", name)
    if alone and len(body(state, name)) == 1:
        raise IllegalOrder("stands alone", "8.2.1", name)
    field = Field(state, by)
    mover = mover_of(state, name, allowance(state, name), alone=alone)
    here = origin(state, mover)
    terms = Terms(field, mover, here)
    steps = plan(field, mover, here, path, terms.limit())
    heed(stop_bar(field, mover, steps[-1][1]))
    check_words(terms, here, steps)
    heed(end_bar(terms, [here, *(there for _, there in steps)], path))
    return March(mover, terms, steps)


def end_bar(terms: Terms, passed: list[Here], path: Sequence[str]) -> IllegalOrder | None:
    """5.4.3, 5.6 A unit that stays where it is and fires, or changes places with its guns, must owe no move."""
    first, last = passed[0], passed[-1]
    if (first.hexes, first.facing, first.formation) == (last.hexes, last.facing, last.formation) and not last.spent:
        return idle_bar(terms.state, terms.mover.unit)
    return terms.end_bar(last, passed, path)


def check_words(terms: Terms, here: Here, steps: list[tuple[Stride, Here]], *, fired: bool = False) -> None:
    """5.4.3, 8.3.1, 10.2 The pistol shot and the places in a stack on the way; `fired`: it has had its shot."""
    state, name = terms.state, terms.mover.unit
    before, back, entering = here, terms.commanded, False
    for stride, there in steps:
        back = back or terms.is_back(before)
        if stride.word.startswith(FIRE):
            if fired:
                raise IllegalOrder("one pistol in a move", "10.2", name)
            heed(shot_bar(state, name, before, *shot_of(stride.word)))
            if not back:
                raise IllegalOrder("out of command: no fire", "5.4.3", name)
            fired = True
        elif stride.word in (TOP, UNDER):
            heed(restack_bar(state, name, before, stride.word, entering=entering))
        before, entering = there, stride.enters


def shot_bar(state: State, name: UnitId, here: Here, target: UnitId, into: HexId = "") -> IllegalOrder | None:
    """10.1.3, 10.2 A pistol from there at one in its front or on its flank; 10.9.5 `into` that hex of his."""
    rider = _rider(state, name)
    unit = state.units[rider]
    if unit.card.arm != tables.HORSE:
        return IllegalOrder("only horse has pistols", "10.2", name)
    bar = state_bar(state, rider) or named_bar(state, unit.side, (target,))
    if bar:
        return bar
    found = _before(state, unit, here, target)
    if not found:
        return IllegalOrder("not in front or flank", "10.1.3", rider, target)
    if into and into not in where(state, target):
        return IllegalOrder("not in that hex", "10.9.5", target, into)
    if into and into not in found:
        return IllegalOrder("cannot fire into that hex", "10.1.3", rider, into)
    return None


def _before(state: State, unit: Unit, here: Here, target: UnitId) -> list[HexId]:
    """10.1.3, 10.9.5 The hexes of a target in its front or on its flank from there: first the one that is usual."""
    around = arcs_at(state, unit, here.hexes, here.facing)
    found = [hex for hex in where(state, target) if hex in around.front or hex in around.flanks]
    return sorted(found, key=lambda hex: (hex not in around.front, hex))


def _rider(state: State, name: UnitId) -> UnitId:
    return head(state, name)


def restack_bar(state: State, name: UnitId, here: Here, word: str, *, entering: bool = False) -> IllegalOrder | None:
    """8.3.1, 8.3.2 Operational guns lie in its hex, Fired or not, and the order would change.

    Guns have a place to choose only as they come in: limbered, to a unit.
    """
    unit = state.units[name]
    if is_guns(unit) and entering and main_at(state, here.hexes[0]):
        return None
    guns = [gun for hex in here.hexes if (gun := guns_at(state, hex)) and state.units[gun].side == unit.side]
    if is_guns(unit) or not guns:
        return IllegalOrder("no guns to change places with", "8.3.2", name)
    if here.hexes == unit.hexes and is_top(state, name, state.units[guns[0]].at) == (word == TOP):
        return IllegalOrder("lies so already", "8.3.2", name)
    return None


def shots_from(state: State, name: UnitId, here: Here) -> Iterator[str]:
    """10.2, 10.9.5 The words for what horse could fire its pistol at from there."""
    for foe in targets_from(state, name, here):
        yield f"{FIRE}{foe}"
        yield from (f"{FIRE}{foe}:{hex}" for hex in _before(state, state.units[name], here, foe)[1:])


def targets_from(state: State, name: UnitId, here: Here) -> list[UnitId]:
    """10.2 Whom horse could fire its pistol at from there."""
    unit = state.units[name]
    if (not is_horse(unit) and not unit.card.dismounted) or state_bar(state, name):
        return []
    around = arcs_at(state, unit, here.hexes, here.facing)
    foes = (main_at(state, hex) or guns_at(state, hex) for hex in (*around.front, *around.flanks))
    return list(dict.fromkeys(foe for foe in foes if foe and state.units[foe].side != unit.side))


def check_absorb(terms: Terms, order: Absorb) -> None:
    """8.4, 5.6 The way, the last step, and what the order of the Wing says of both."""
    mover = terms.mover
    steps = plan(terms.field, mover, terms.start, order.path[:-1], terms.limit())
    here = steps[-1][1] if steps else terms.start
    stride = joining.entering(terms.field, mover, here, order.path[-1])
    heed(terms.limits.bar(mover, here, stride))
    end = taken(mover, here, stride)
    heed(terms.end_bar(end, [terms.start, *(one for _, one in steps), end], order.path))


def limber_bar(state: State, by: Side, name: UnitId) -> IllegalOrder | None:
    """7.3.3, D29 Guns that have not fired; never in the English Civil War."""
    bar = action_bar(state, by, name, "limber")
    if bar:
        return bar
    unit = state.units[name]
    if not is_guns(unit):
        return IllegalOrder("only guns are limbered", "7.3.3", name)
    if state.engagement.game == ENGLISH_CIVIL_WAR:
        return IllegalOrder("no limbering in this game", "7.3.3", name)
    if unit.fired:
        return IllegalOrder("guns have fired", "7.3.3", name)
    return None
