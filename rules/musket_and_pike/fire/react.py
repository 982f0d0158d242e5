"""9.4 Reaction Fire: whom a unit may answer with what, and the fire itself."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.fire import guns, pistol, targets
from rules.musket_and_pike.fire.facts import GunsSpent, SalvoSpent
from rules.musket_and_pike.fire.guns import Line
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import arcs, is_guns
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import ResumeShots, Shot, Trigger

FIRED = Reason("fired", "10.8.1")
AFTER_MELEE = ("advance", "pursuit")


def volley(
    state: State, name: UnitId, trigger: Trigger, *, salvo: bool = False, line: Line | None = None
) -> tuple[Shot, ...]:
    """9.1.4, 9.4.1 The shots of a unit at whoever gave it cause: every half that can; none if it cannot fire."""
    if bar(state, name, salvo=salvo):
        return ()
    return _shots(state, name, trigger, salvo, line)


def _shots(state: State, name: UnitId, trigger: Trigger, salvo: bool, line: Line | None) -> tuple[Shot, ...]:
    """`line`: how guns are laid, None: as they hit most enemies; of others at which hex of a two-hex unit (10.9.5)."""
    unit, foe = state.units[name], trigger.unit
    if is_guns(unit):
        reach = guns_reach(state, name, trigger)
        laid = line or guns.best_line(state, name, foe, reach)
        can = laid is not None and guns.target_bar(state, name, foe, laid, reach) is None
        return guns.shots(state, name, foe, laid, reach) if laid and can else ()
    found = _found(state, name, foe, salvo)
    return targets.volley(state, name, (foe,), found, into=(line.to,) if line else ())


def other_hexes(state: State, name: UnitId, trigger: Trigger, *, salvo: bool) -> list[HexId]:
    """10.9.5 The hexes of a two-hex unit that may be named, and make another volley of muskets or pistols."""
    found = _found(state, name, trigger.unit, salvo)
    return ["".join(into) for into in targets.intos(state, name, (trigger.unit,), found) if into]


def _found(state: State, name: UnitId, foe: UnitId, salvo: bool) -> tuple[Shot, ...]:
    return targets.shots(state, name, salvo=salvo, at=(foe,), below=reading(state, "D32") == "b")


def guns_reach(state: State, name: UnitId, trigger: Trigger) -> int:
    """9.1.2, 9.4.3 The maximum range against fire at it, grazing range against anything else."""
    card = state.units[name].card
    return card.maximum if trigger.kind == "TR6" else card.grazing


def bar(state: State, name: UnitId, *, salvo: bool = False) -> IllegalOrder | None:
    """9.1.5, 9.4.1a, 9.4.5, 10.4 What keeps a unit from Reaction Fire, besides having nobody to fire at."""
    unit = state.units[name]
    if name in state.activation.covered:
        return IllegalOrder("under cover", "9.4.5", name)
    if is_silenced(state, name):
        return IllegalOrder("has spent its fire", "9.4.1a", name)
    if is_guns(unit):
        if salvo:
            return IllegalOrder("Salvo by heavy infantry only", "10.4", name)
        if unit.fired:
            return IllegalOrder("has fired this turn", "9.1.5", name)
        return guns.state_bar(state, name)
    if salvo and (found := targets.may_salvo(state, name, reaction=True)):
        return found
    return targets.state_bar(state, name)


def aim_bar(
    state: State, name: UnitId, trigger: Trigger, *, salvo: bool = False, line: Line | None = None
) -> IllegalOrder | None:
    """9.4, 10.1 Why it cannot fire at who triggered it; None if it can."""
    if found := bar(state, name, salvo=salvo):
        return found
    if shots := _shots(state, name, trigger, salvo, line):
        named = (line.to,) if line and not is_guns(state.units[name]) else ()
        return targets.hexes_bar(state, name, (trigger.unit,), named, shots)
    if is_guns(state.units[name]):
        return guns.target_bar(state, name, trigger.unit, line or Line(), guns_reach(state, name, trigger))
    return targets.aim_bar(state, name, (trigger.unit,), salvo=salvo)


def is_silenced(state: State, name: UnitId) -> bool:
    """9.4.1a"""
    return name in state.activation.silenced


def is_in_motion(state: State, name: UnitId, trigger: Trigger) -> bool:
    """9.4.2, D43 Whether horse has advanced after combat, or come into the firer's zone from further off.

    Read as a, it has entered a hex outside that zone on its way; read as b, any.
    """
    if trigger.how in AFTER_MELEE:
        return True
    if reading(state, "D43") == "b":
        return bool(trigger.entered) or (trigger.kind == "TR1" and trigger.how in ("move", "entry"))
    return bool(trigger.entered) and _came_from_outside(state, name, trigger.unit)


def _came_from_outside(state: State, name: UnitId, mover: UnitId) -> bool:
    around = arcs(state, state.units[name])
    zone = {*around.front, *around.flanks}
    move = next((move for move in reversed(state.moves) if move.unit == mover), None)
    return move is not None and any(zone.isdisjoint(hexes) for hexes in move.trail)


def fire(
    play: Play[State], name: UnitId, trigger: Trigger, *, salvo: bool = False, line: Line | None = None
) -> None:  # fmt: skip
    """9.4.1 The volley of one unit in reaction; whoever lies below takes it up when all of it has fallen."""
    state, unit = play.state, play.state.units[name]
    shots = volley(state, name, trigger, salvo=salvo, line=line)
    assert shots, "aim_bar is heeded first"
    if is_guns(unit):
        play.record(GunsSpent(unit=name, why=FIRED))
    elif unit.card.arm == tables.HORSE:
        pistol.spend(play, name, pistol.ANSWERED)
    if salvo:
        play.record(SalvoSpent(unit=name, reaction=True))
    play.open(
        ResumeShots(
            firer=name,
            mode="reaction",
            shots=shots,
            salvo=salvo,
            retreating=trigger.retreating,
            in_place=trigger.in_place and reading(state, "D50") == "b",
            moved=is_in_motion(state, name, trigger),
        )
    )
