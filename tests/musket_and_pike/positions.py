"""Small positions on the proving ground for tests: units put where the test wants them, orders with scripted dice.

A unit of the proving ground is written `hex:facing` with further words: a formation (FS, HH …), a level (MS, MB).
Facing 5 is north, 2 south; of a two-hex unit the hex is that of its left half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Await, Fact, GameStarted, Order
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import Setup, default_readings
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.corrections import CORRECTIONS
from rules.musket_and_pike.state import ACTIONS, State
from rules.musket_and_pike.turn.set_up import initial
from rules.musket_and_pike.work import Decline
from tests.shipped import shipped_packs

HOUSE = next(pack for pack in shipped_packs("musket_and_pike") if pack.name == "house")
FORMATIONS = ("FN", "FS", "FB", "HH", "OO", "CO")
LEVELS = ("MN", "MS", "MB")


def start(
    scenario: str = "proving_ground", *, options: Sequence[str] = (), readings: Mapping[str, str] | None = None
) -> State:
    """A scenario before any order."""
    sides = SYSTEM.sheets.scenarios(HOUSE)[scenario].sides
    started = GameStarted(
        format=1,
        game="0", title="t", system="musket_and_pike", edition="", scenario=scenario, pack="", sides=sides,
        options=dict.fromkeys(options, True),
        readings=default_readings(SYSTEM, readings or {}), corrections=tuple(one.number for one in CORRECTIONS),
    )  # fmt: skip
    return initial(Setup(started, HOUSE))


def position(
    places: Mapping[str, str],
    *,
    leaders: Mapping[str, str] | None = None,
    wing: str = "",
    order: str = "make_ready",
    orders: Mapping[str, str] | None = None,
    casualties: Mapping[str, int] | None = None,
    phase: str = ACTIONS,
    turn: int = 2,
    options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None,
    scenario: str = "proving_ground",
    **marks: Any,
) -> State:
    """Only these units are on the map, the first in a hex on top; the Wing of the first is active unless one is named.

    Leaders stand where they are put; without any the commander of the active Wing stands with its first unit. Further
    names are fields of units: `pistols={"blue-cuirassiers-i": 1}`.
    """
    state = start(scenario, options=options, readings=readings)
    state.stacks.clear()
    state.wagons.clear()
    for unit in state.units.values():
        unit.hexes, unit.gone = (), "removed"
    for name, place in places.items():
        put(state, name, place)
    first = next(iter(places))
    active = wing or state.units[first].wing
    for each in state.wings.values():
        each.order = "make_ready"
    state.wings[active].order, state.wings[active].status = order, "active"  # type: ignore[assignment]
    for key, held in (orders or {}).items():
        state.wings[key].order = held  # type: ignore[assignment]
    state.activation.wing = active
    state.core.turn, state.core.phase, state.core.active = turn, phase, state.wings[active].side
    for leader in state.leaders.values():
        leader.at = ""
    for name, hex in (_commander(state, places) if leaders is None else leaders).items():
        state.leaders[name].at = hex
    for name, lost in (casualties or {}).items():
        state.units[name].casualties = lost
    for field, values in marks.items():
        for name, value in values.items():
            setattr(state.units[name], field, value)
    return state


def put(state: State, name: str, place: str) -> None:
    hex, *words = place.split(":")
    unit = state.units[name]
    unit.gone = ""
    unit.facing = int(words[0]) if words else 5
    for word in words[1:]:
        if word in FORMATIONS:
            unit.formation = word  # type: ignore[assignment]
        elif word in LEVELS:
            unit.morale = word  # type: ignore[assignment]
    if unit.morale == "MB":
        unit.formation = ""
    right = state.ground.neighbour(hex, unit.facing + 2)
    unit.hexes = (hex, right) if unit.card.width > 1 and right else (hex,)
    for at in unit.hexes:
        state.stacks.setdefault(at, []).append(name)


def _commander(state: State, places: Mapping[str, str]) -> dict[str, str]:
    """The commander of the active Wing with its first unit."""
    wing = state.activation.wing
    first = next((name for name in places if state.units[name].wing == wing), "")
    return {state.wings[wing].commander: state.units[first].hexes[-1]} if first else {}


def give(state: State, by: str, order: Order, *dice: int) -> list[Fact]:
    """The facts of one order on these dice, 0 to 9; the state goes on."""
    return facts_of(carry_out(SYSTEM, state, by, order, EnteredChance([die or 10 for die in dice])))


def refused(state: State, by: str, order: Order) -> str:
    """The rule that forbids an order."""
    with pytest.raises(IllegalOrder) as caught:
        give(state, by, order)
    return caught.value.rule


def told(facts: Sequence[Fact], kind: type[Any]) -> list[Any]:
    """The facts of one kind."""
    return [fact for fact in facts if isinstance(fact, kind)]


def asked(state: State) -> Await | None:
    """What is asked now, if anything is."""
    top = state.core.pending[-1] if state.core.pending else None
    return top if isinstance(top, Await) else None


def let_pass(state: State, *kinds: str) -> list[Fact]:
    """Questions of these kinds, such as AwaitReaction, are all declined; the facts that follow."""
    facts: list[Fact] = []
    while (frame := asked(state)) is not None and type(frame).__name__ in kinds:
        facts += give(state, frame.side, Decline())
    return facts


def orders_of(state: State, kind: type[Order]) -> list[Any]:
    """What may be ordered now, of one kind."""
    return [choice.order for choice in SYSTEM.book.choices(state) if isinstance(choice.order, kind)]
