"""Games at random by sides that are keen to act: no position is a dead end, and all that is offered is legal."""

from __future__ import annotations

import random

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.chapter import Choice
from domain.kernel.facts import GameStarted, Order
from domain.kernel.play import carry_out
from domain.kernel.system import Setup
from rules.black_powder import SYSTEM
from rules.black_powder.charges.asks import ChargeWith
from rules.black_powder.command.asks import GiveOrder
from rules.black_powder.corrections import CORRECTIONS
from rules.black_powder.rulings import READINGS
from rules.black_powder.state import State
from tests.at_random import by_kind, picked
from tests.black_powder.positions import HOUSE

IDLE = ("EndOrders", "EndShooting", "EndMoves", "EndInitiative", "MoveCommander", "FollowMe")
ORDERS = 150


def keenly(rng: random.Random, choices: list[Choice]) -> Choice:
    """A charge half the time, and seldom the word that ends something."""
    charges = [one for one in choices if isinstance(one.order, ChargeWith) or _says_charge(one.order)]
    acts = [one for one in choices if type(one.order).__name__ not in IDLE]
    if charges and rng.random() < 0.5:
        return picked(rng, by_kind(charges))
    return picked(rng, by_kind(acts if acts and rng.random() < 0.93 else choices))


def _says_charge(order: Order) -> bool:
    return isinstance(order, GiveOrder) and bool(order.charge)


def begun(scenario: str, readings: dict[str, str]) -> State:
    started = GameStarted(
        format=1, game="0", title="t", system="black_powder", edition="", scenario=scenario, pack="",
        sides=SYSTEM.sheets.scenarios(HOUSE)[scenario].sides, readings=readings,
        corrections=tuple(one.number for one in CORRECTIONS),
    )  # fmt: skip
    return SYSTEM.initial(Setup(started, HOUSE))


@pytest.mark.parametrize("other", [False, True], ids=["as usual", "other readings"])
@pytest.mark.parametrize("scenario", ["drill_field", "freemans_farm", "hougoumont", "rorkes_drift", "open_field"])
def test_whoever_must_act_can(scenario: str, other: bool) -> None:
    rng, chance = random.Random(203), SeededChance(203)
    letters = {name: rng.choice(reading.letters) for name, reading in READINGS.items()} if other else {}
    state = begun(scenario, letters)
    for _ in range(ORDERS):
        if state.core.ended:
            break
        choices = list(SYSTEM.book.choices(state))
        assert choices, f"nobody can act: {state.core.phase}, {state.core.pending}"
        choice = keenly(rng, choices)
        carry_out(SYSTEM, state, choice.by, choice.order, chance)
    assert state.core.turn > 1
