"""Whole games at random with any options and readings: each ends, none crashes, none gets stuck.

Half of the orders are the automatic player's, so that the armies meet; the other half is anything that is legal.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.chapter import Choice
from domain.kernel.play import carry_out
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.player.careful import choose
from rules.longstreet_lite.rulings import OPTIONS, READINGS
from rules.longstreet_lite.state import State
from tests.at_random import by_kind, picked_shyly
from tests.longstreet_lite.starts import start

SCENARIOS = ("brawner_farm", "railroad_cut", "open_field")
MOST_ORDERS = 4000
SHY = {
    "Reshuffle": 0.05,
    "Pass": 0.2,
    "SkipFire": 0.3,
    "EndMove": 0.3,
    "EndCharges": 0.3,
    "EndFire": 0.3,
    "Decline": 0.5,
}  # fmt: skip; phases end seldom and cards are kept


def any_order(rng: random.Random, state: State) -> Choice:
    if rng.random() < 0.5:
        for side in state.core.sides:
            order = choose(state, side)
            if order is not None:
                return Choice(side, order)
    kinds = by_kind(SYSTEM.book.choices(state))
    assert kinds, f"stuck in {state.core.phase} of turn {state.core.turn}: {state.core.pending}"
    return picked_shyly(rng, kinds, SHY)


def play_at_random(scenario: str, options: Sequence[str], readings: Mapping[str, str], seed: int) -> str:
    """The rule by which the game ended; every listed order must be carried out."""
    state, rng, chance = start(scenario, options=options, readings=readings), random.Random(seed), SeededChance(seed)
    for _ in range(MOST_ORDERS):
        if state.core.ended is not None:
            return state.core.ended.why.cite
        choice = any_order(rng, state)
        carry_out(SYSTEM, state, choice.by, choice.order, chance)
    pytest.fail(f"no end after {MOST_ORDERS} orders")


ENDINGS = ("LL.3.bp.2", "LL.3.lose.1", "LL.3.lose.2", "LL.4.pass.2")


@pytest.mark.parametrize("options", [(), tuple(OPTIONS)], ids=["basic", "all options"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_ends(scenario: str, options: Sequence[str]) -> None:
    assert play_at_random(scenario, options, {}, seed=1862) in ENDINGS


@pytest.mark.parametrize("seed", range(12))
def test_random_games_under_any_readings(seed: int) -> None:
    rng = random.Random(seed)
    readings = {dispute: rng.choice(list(found.choices)) for dispute, found in READINGS.items()}
    assert play_at_random(SCENARIOS[seed % 3], (), readings, seed) in ENDINGS
