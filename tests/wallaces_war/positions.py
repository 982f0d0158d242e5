"""Small positions for tests: units put where the test wants them, orders given with scripted dice.

Axial coordinates of the rules reference are printed ids of the open plain: `at(0, -1)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact, GameStarted, Order
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import Setup, default_readings
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.state import MOVEMENT, OFF_MAP, State
from rules.wallaces_war.turn.set_up import initial
from tests.shipped import shipped_packs

HOUSE = shipped_packs("wallaces_war")[0]
CENTRE = "1313"


def at(q: int, r: int) -> str:
    """P23.13 The printed id of an axial coordinate on the open plain; (0, 0) is 1313."""
    row = 13 - r
    return f"{row:02}{q + 20 - (row + row % 2) // 2:02}"


def start(scenario: str = "plain", *, options: Sequence[str] = (), readings: Mapping[str, str] | None = None) -> State:
    """A scenario before any order."""
    sides = SYSTEM.sheets.scenarios(HOUSE)[scenario].sides
    started = GameStarted(
        format=1,
        game="0", title="t", system="wallaces_war", edition="", scenario=scenario, pack="", sides=sides,
        options=dict.fromkeys(options, True),
        readings=default_readings(SYSTEM, readings or {}),
        corrections=tuple(one.number for one in SYSTEM.book.corrections),
    )  # fmt: skip
    return initial(Setup(started, HOUSE))


def position(
    places: Mapping[str, str],
    *,
    leaders: Mapping[str, str] | None = None,
    steps: Mapping[str, int] | None = None,
    shaken: Sequence[str] = (),
    berserk: Sequence[str] = (),
    charge: Sequence[str] = (),
    out_of_command: Sequence[str] = (),
    turn: int = 2,
    phase: str = MOVEMENT,
    initiative: str = "english",
    active: str = "",
    battle: str = "red",
    chit: int = 3,
    options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None,
    scenario: str = "plain",
) -> State:
    """Only these units are on the map: unit to `hex:facing`, the first in a hex on top; `battle` is activated."""
    state = start(scenario, options=options, readings=readings)
    for leader in state.leaders.values():
        leader.at = OFF_MAP
    state.core.turn, state.core.phase, state.core.active = turn, phase, active or initiative
    state.turn.initiative, state.turn.battle, state.turn.chit = initiative, battle, chit
    state.history = [initiative]
    for name, place in places.items():
        hex, _, facing = place.partition(":")
        unit = state.units[name]
        unit.at, unit.facing = hex, int(facing or 0)
        state.stacks.setdefault(hex, []).append(name)
    for name, hex in (leaders or {}).items():
        state.leaders[name].at = hex
    for name, lost in (steps or {}).items():
        state.units[name].steps = lost
    for mark, names in {"shaken": shaken, "berserk": berserk, "charge": charge}.items():
        for name in names:
            setattr(state.units[name], mark, True)
    for name in out_of_command:
        state.units[name].in_command = False
    together = (tuple(stack) for stack in state.stacks.values() if len(stack) > 1)
    state.segment.together = [(pair[0], pair[1]) for pair in together]
    return state


def give(state: State, by: str, order: Order, *dice: int) -> list[Fact]:
    """The facts of one order on these dice; the state goes on."""
    return facts_of(carry_out(SYSTEM, state, by, order, EnteredChance(dice)))


def refused(state: State, by: str, order: Order) -> str:
    """The rule that forbids an order."""
    with pytest.raises(IllegalOrder) as caught:
        give(state, by, order)
    return caught.value.rule


def told(facts: Sequence[Fact], kind: type[Any]) -> list[Any]:
    """The facts of one kind."""
    return [fact for fact in facts if isinstance(fact, kind)]
