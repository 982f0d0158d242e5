"""Play at random under any readings: nothing crashes, nobody gets stuck, all that is listed is legal, facts replay."""

from __future__ import annotations

import random
from copy import deepcopy

import msgspec
import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.chapter import Choice
from domain.kernel.facts import Fact
from domain.kernel.play import carry_out, facts_of, fold
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.position import is_guns, is_operational
from rules.musket_and_pike.rulings import OPTIONS, READINGS
from rules.musket_and_pike.state import State
from tests.musket_and_pike.positions import HOUSE, start

SCENARIOS = tuple(SYSTEM.sheets.scenarios(HOUSE))
SHY = {"EndActions": 0.1, "Decline": 0.3, "PassWing": 0.1, "EndDeclarations": 0.2, "Limber": 0.1}


def any_readings(rng: random.Random) -> dict[str, str]:
    return {dispute: rng.choice(found.letters) for dispute, found in READINGS.items()}


def picked(rng: random.Random, choices: list[Choice]) -> Choice:
    """Any kind of order, then any of that kind; fights are wanted, so actions end seldom."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(type(choice.order).__name__, []).append(choice)
    names = sorted(kinds)
    return rng.choice(kinds[rng.choices(names, [SHY.get(name, 1.0) for name in names])[0]])


def play_at_random(state: State, rng: random.Random, orders: int) -> None:
    begun, told, chance = deepcopy(state), list[Fact](), SeededChance(rng.randrange(10**6))
    for _ in range(orders):
        if state.core.ended:
            break
        choices = list(SYSTEM.book.choices(state))
        assert choices, f"stuck in {state.core.phase} of turn {state.core.turn}: {state.core.pending}"
        choice = picked(rng, choices)
        told += facts_of(carry_out(SYSTEM, state, choice.by, choice.order, chance))
        check(state)
    assert written(fold(SYSTEM, begun, told)) == written(state)


def written(state: State) -> object:
    return [msgspec.to_builtins(getattr(state, name)) for name in state.__struct_fields__ if name != "ground"]


def check(state: State) -> None:
    """What holds between any two orders: places and stacks agree (6.1), nobody shares a hex who may not (8.1.1)."""
    for hex, stack in state.stacks.items():
        units = [state.units[name] for name in stack]
        assert stack
        assert len(set(stack)) == len(stack)
        assert all(hex in unit.hexes for unit in units)
        usable = [unit for unit in units if is_operational(unit)]
        assert len({unit.side for unit in usable}) <= 1, (hex, stack)
        check_stack(hex, [unit.card.arm for unit in usable if not is_guns(unit)])
    for name, unit in state.units.items():
        assert all(name in state.stacks.get(hex, ()) for hex in unit.hexes), (name, unit.hexes)
        assert bool(unit.hexes) != bool(unit.gone), (name, unit.hexes, unit.gone)
        check_unit(state, name)
    for leader in state.leaders.values():
        assert not leader.at or leader.at in state.ground.at


def check_stack(hex: str, arms: list[str]) -> None:
    assert len(arms) <= 1 or sorted(arms) == ["CAV", "LI"], (hex, arms)


def check_unit(state: State, name: str) -> None:
    unit = state.units[name]
    if not unit.hexes:
        return
    assert len(unit.hexes) == unit.card.width, name
    assert is_guns(unit) or 0 <= unit.casualties < unit.card.sp, (name, unit.casualties)
    assert 0 <= unit.pistols <= 2
    assert (unit.formation == "") == (unit.morale == "MB" or is_guns(unit)), (name, unit.formation, unit.morale)
    if len(unit.hexes) > 1 and unit.formation != "CO":
        left, right = unit.hexes
        assert state.ground.neighbour(left, unit.facing + 2) == right, (name, unit.hexes, unit.facing)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_hold_together(scenario: str) -> None:
    rng = random.Random(len(scenario))
    state = start(scenario, readings=any_readings(rng), options=[name for name in OPTIONS if rng.random() < 0.3])
    play_at_random(state, rng, 120)
