"""Play at random under any readings: nothing crashes, nobody gets stuck, all that is listed is legal, facts replay."""

from __future__ import annotations

import random
from copy import deepcopy

import msgspec
import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import Fact
from domain.kernel.play import carry_out, facts_of, fold
from rules.wallaces_war import SYSTEM, tables
from rules.wallaces_war.position import life
from rules.wallaces_war.rulings import OPTIONS, READINGS
from rules.wallaces_war.state import State
from tests.at_random import by_kind, picked_shyly
from tests.wallaces_war.positions import CENTRE, HOUSE, position, start

SCENARIOS = tuple(SYSTEM.sheets.scenarios(HOUSE))
SHY = {"EndSegment": 0.3, "Decline": 0.3, "FreeFacing": 0.2, "SetUpUnit": 0.01, "SetUpLeader": 0.05, "Concede": 0.001}


def any_readings(rng: random.Random) -> dict[str, str]:
    return {dispute: rng.choice(found.letters) for dispute, found in READINGS.items()}


def play_at_random(state: State, rng: random.Random, orders: int) -> None:
    begun, told, chance = deepcopy(state), list[Fact](), SeededChance(rng.randrange(10**6))
    for _ in range(orders):
        if state.core.ended:
            break
        kinds = by_kind(SYSTEM.book.choices(state))
        assert kinds, f"stuck in {state.core.phase} of turn {state.core.turn}: {state.core.pending}"
        choice = picked_shyly(rng, kinds, SHY)
        told += facts_of(carry_out(SYSTEM, state, choice.by, choice.order, chance))
        check(state)
    assert written(fold(SYSTEM, begun, told)) == written(state)


def written(state: State) -> object:
    return [msgspec.to_builtins(getattr(state, name)) for name in state.__struct_fields__ if name != "ground"]


def check(state: State) -> None:
    """What holds between any two orders: 7.3b, 8.1a, 12.3a; 8.2a and 8.2b where nobody is on his way."""
    for at, stack in state.stacks.items():
        units = [state.units[name] for name in stack]
        assert 0 < len(stack) <= tables.STACK
        assert {(unit.at, unit.side) for unit in units} == {(at, units[0].side)}
        if not (state.melee or state.retreats or state.core.pending):
            assert len({(unit.battle, unit.facing) for unit in units}) == 1
            assert len(units) == 1 or units[1].kind in tables.PAIRS[units[0].kind]
    for unit in state.units.values():
        assert unit.at not in state.stacks or unit.steps < life(state, msgspec.structs.replace(unit, steps=0))


def close_order(rng: random.Random, readings: dict[str, str]) -> State:
    """Both armies in a heap on the plain, some of them worn, shaken or berserk."""
    state = start()
    spots = rng.sample([CENTRE, *state.ground.within(CENTRE, 4)], 40)
    units = rng.sample(sorted(state.units), len(spots))
    places = {unit: f"{at}:{rng.randrange(6)}" for unit, at in zip(units, spots, strict=True)}
    worn = {unit: rng.randrange(min(life(state, state.units[unit]), 5)) for unit in units}
    found = position(
        places,
        leaders={name: rng.choice([places[u][:4] for u in units if state.units[u].side == leader.side])
                 for name, leader in state.leaders.items()},
        steps=worn,
        shaken=[unit for unit in units if rng.random() < 0.15],
        berserk=[unit for unit in units if state.units[unit].kind == "SC" and rng.random() < 0.4],
        chit=rng.randrange(5),
        turn=rng.randrange(1, 5),
        options=[option for option in ("leader_loss_on_10", "house2_leaders") if rng.random() < 0.5],
        readings=readings,
    )  # fmt: skip
    for battle in found.battles.values():
        battle.track = [rng.randrange(-1, 5) for _ in battle.track]
    found.ready = list(found.core.sides)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_opening_of_every_scenario_at_random(scenario: str) -> None:
    rng = random.Random(scenario)
    state = start(scenario, options=[one for one in OPTIONS if rng.random() < 0.5], readings=any_readings(rng))
    play_at_random(state, rng, 40)


@pytest.mark.parametrize("seed", range(12))
def test_a_melee_of_all_arms_at_random(seed: int) -> None:
    rng = random.Random(seed)
    play_at_random(close_order(rng, any_readings(rng) if seed else {}), rng, 90)
