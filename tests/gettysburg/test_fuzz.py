"""Whole games at random with every set of optional rules and any readings: each ends, none crashes, none gets stuck."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import GameEnded
from domain.kernel.play import carry_out
from rules.gettysburg import SYSTEM
from rules.gettysburg.rulings import FULL, OPTIONS, READINGS
from tests.at_random import by_kind, picked_shyly
from tests.gettysburg.positions import start

SCENARIOS = ("mcpherson", "first_day", "second_day", "little_round_top")
SETS: dict[str, Sequence[str]] = {"basic": (), "full": FULL, "all": tuple(OPTIONS)}
MOST_ORDERS = 6000
SHY = {"EndPhase": 0.3, "Decline": 0.3}  # how often a phase is ended while other orders can be given


def play_at_random(scenario: str, options: Sequence[str], readings: dict[str, str], seed: int) -> GameEnded:
    """How the game ended; every listed order must be carried out."""
    state, rng, chance = start(scenario, options=options, readings=readings), random.Random(seed), SeededChance(seed)
    for _ in range(MOST_ORDERS):
        if state.core.ended is not None:
            return state.core.ended
        kinds = by_kind(SYSTEM.book.choices(state))
        assert kinds, f"stuck in {state.core.phase} of turn {state.core.turn}: {state.core.pending}"
        choice = picked_shyly(rng, kinds, SHY)
        carry_out(SYSTEM, state, choice.by, choice.order, chance)
    pytest.fail(f"no end after {MOST_ORDERS} orders")


@pytest.mark.parametrize("options", list(SETS.values()), ids=list(SETS))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_ends(scenario: str, options: Sequence[str]) -> None:
    assert play_at_random(scenario, options, {}, seed=1863).why.of[0] == "last-turn"


def test_a_random_whole_battle_ends() -> None:
    assert play_at_random("full", FULL, {}, seed=1863)


@pytest.mark.parametrize("option", list(OPTIONS))
def test_each_optional_rule_alone(option: str) -> None:
    needed = ("command_control",) if option != "command_control" else ()
    assert play_at_random("mcpherson", (option, *needed), {}, seed=7)


@pytest.mark.parametrize("seed", range(6))
def test_any_readings_together(seed: int) -> None:
    rng = random.Random(seed)
    readings = {dispute: rng.choice(list(reading.choices)) for dispute, reading in READINGS.items()}
    assert play_at_random("mcpherson" if seed % 2 else "little_round_top", tuple(OPTIONS), readings, seed)
