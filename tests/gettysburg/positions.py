"""Small positions for tests: units put where the test wants them, orders given with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact, GameStarted, Order
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import Setup, default_readings
from rules.gettysburg import SYSTEM
from rules.gettysburg.by_hand import bare
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.position import put
from rules.gettysburg.state import SIDES, State
from rules.gettysburg.turn.set_up import initial
from tests.shipped import shipped_packs

HOUSE = shipped_packs("gettysburg")[0]


def start(scenario: str = "full", *, options: Sequence[str] = (), readings: Mapping[str, str] | None = None) -> State:
    """A scenario as it is set up, before any order."""
    started = GameStarted(
        format=1,
        game="0", title="t", system="gettysburg", edition="", scenario=scenario, pack="", sides=SIDES,
        options=dict.fromkeys(options, True),
        readings=default_readings(SYSTEM, readings or {}),
    )  # fmt: skip
    return initial(Setup(started, HOUSE))


def position(
    places: Mapping[str, str],
    *,
    ratings: Mapping[str, str] | None = None,
    shaken: Sequence[str] = (),
    disrupted: Sequence[str] = (),
    fired: Sequence[str] = (),
    questionable: Sequence[str] = (),
    turn: int = 3,
    phase: str = "movement",
    active: str = "confederate",
    options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None,
    ground: Ground | None = None,
    scenario: str = "full",
) -> State:
    """Only these units are in play, piece to hex or box, in stacking order; ratings as "combat/morale/loss"."""
    state = start(scenario, options=options, readings=readings)
    if ground is not None:
        state.ground = ground
    bare(state)
    state.core.turn, state.core.phase, state.core.active = turn, phase, active
    for name, at in places.items():
        _put(state, name, at)
    for name, text in (ratings or {}).items():
        _rate(state, name, text)
    for mark, names in {"shaken": shaken, "disrupted": disrupted, "fired": fired, "questionable": questionable}.items():
        for name in names:
            setattr(state.units[name], mark, True)
    return state


def _put(state: State, name: str, at: str) -> None:
    if state.ground.is_on_map(at):
        put(state, name, at)
    else:
        (state.units.get(name) or state.hmcs[name]).at = at
        if at in state.hmcs:
            state.units[name].shown = True  # it has been seen before it vanished


def _rate(state: State, name: str, text: str) -> None:
    """Both faces alike unless written as 5:3/4:3/4+."""
    combat, morale, loss = text.split("/")
    unit = state.units[name]
    unit.ratings = msgspec.structs.replace(unit.ratings, combat=_faces(combat), morale=_faces(morale), loss=loss)


def _faces(text: str) -> tuple[int, int]:
    front, _, back = text.partition(":")
    return int(front), int(back or front)


def give(state: State, by: str, order: Order, *dice: int) -> list[Fact]:
    """The facts that follow an order, without the order itself; the dice must be used up exactly."""
    recorded: list[Any] = carry_out(SYSTEM, state, by, order, EnteredChance(dice))
    return facts_of(recorded)[1:]


def refusal(state: State, by: str, order: Order) -> str:
    """The rule that refuses an order; the state stays as it was."""
    before = msgspec.msgpack.encode(state)
    try:
        carry_out(SYSTEM, state, by, order, EnteredChance(()))
    except IllegalOrder as refused:
        assert msgspec.msgpack.encode(state) == before
        return refused.rule
    raise AssertionError(f"{order} was not refused")


def said(state: State, by: str, order: Order) -> str:
    """What a refused order is told."""
    try:
        carry_out(SYSTEM, state, by, order, EnteredChance(()))
    except IllegalOrder as refused:
        return refused.message
    raise AssertionError(f"{order} was not refused")
