"""10.2, 10.7 Pistols: who has one, whom it can be fired at, and what it costs."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.fire import shooting, targets
from rules.musket_and_pike.fire.facts import PistolSpent
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import ResumeShots, Shot

FIRED = Reason("fired", "10.2")
ANSWERED = Reason("fired in reaction", "9.4.1")  # no part of a move under way (D83)
IN_MELEE = Reason("pistols in melee", "11.3.9")


def has(state: State, name: UnitId) -> bool:
    """10.7.3, 14.3 Horse, mounted or not, with a shot left."""
    unit = state.units[name]
    return unit.card.arm == tables.HORSE and unit.pistols < tables.PISTOLS


def shot_at(
    state: State, name: UnitId, target: UnitId, hexes: tuple[HexId, ...] = (), into: HexId = ""
) -> Shot | None:  # fmt: skip
    """Its shot, from `hexes` if it stood there; `into` that hex of a two-hex target, if it can (10.9.5)."""
    found = targets.shots(state, name, at=(target,), hexes=hexes)
    if not found:
        return None
    usual = targets.best(state, state.units[name], found, hexes or state.units[name].hexes)
    return targets.laid(found, (into,)) or usual


def bar(
    state: State, name: UnitId, target: UnitId, hexes: tuple[HexId, ...] = (), into: HexId = ""
) -> IllegalOrder | None:
    """10.2 Why cavalry cannot fire a pistol at it in its action: one shot in a move."""
    if state.moves and state.moves[-1].unit == name and state.moves[-1].pistol:
        return IllegalOrder("second pistol in one action", "10.2", name)
    return shot_bar(state, name, target, hexes, into)


def shot_bar(
    state: State, name: UnitId, target: UnitId, hexes: tuple[HexId, ...] = (), into: HexId = ""
) -> IllegalOrder | None:
    """10.2, 10.7.3 Why cavalry cannot fire a pistol at it from where it stands, in its action or in reaction."""
    unit = state.units[name]
    if unit.card.arm != tables.HORSE:
        return IllegalOrder("no cavalry", "10.2", name)
    if found := targets.state_bar(state, name) or targets.named_bar(state, unit.side, (target,)):
        return found
    shot = shot_at(state, name, target, hexes, into)
    if shot is None:
        return targets.aim_bar(state, name, (target,))
    return targets.hexes_bar(state, name, (target,), (into,), (shot,))


def fire(play: Play[State], name: UnitId, target: UnitId, into: HexId = "") -> None:
    """10.2 In a move, or without one: the shot, and under it the answer of its target (TR5)."""
    shot = shot_at(play.state, name, target, into=into)
    assert shot is not None, "bar is heeded first"
    spend(play, name, FIRED)
    shooting.open_fire(play, name, "pistol", (shot,))


def answer(play: Play[State], name: UnitId, target: UnitId, into: HexId = "") -> None:
    """9.3.3 In an interception: nobody reacts to it."""
    shot = shot_at(play.state, name, target, into=into)
    assert shot is not None, "bar is heeded first"
    spend(play, name, ANSWERED)
    play.open(ResumeShots(firer=name, mode="interception", shots=(shot,)))


def spend(play: Play[State], name: UnitId, why: Reason = IN_MELEE) -> None:
    """10.7.1, 10.7.2, 11.3.9"""
    play.record(PistolSpent(unit=name, why=why))
