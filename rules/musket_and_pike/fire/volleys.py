"""10.3, 10.4 Infantry fire as an action of its own: Advancing Fire, Skirmish, Retreating Fire, Salvo."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.errors import IllegalOrder, heed, if_legal
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.duties.duties import action_bar, step_bar
from rules.musket_and_pike.fire import pistol, shooting, steps, targets
from rules.musket_and_pike.fire.asks import AdvancingFire, ResumeFire, RetreatingFire, Salvo, Skirmish
from rules.musket_and_pike.fire.facts import SalvoSpent
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.morale import together
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import StackChanged
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.position import body, guns_at, is_near_enemy, is_paired, is_top
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import FireMode, How, ResumeShots, ResumeTrigger, Shot, Trigger

RESTACKED = Reason("changes places with the guns", "10.3.5")


def firer_bar(state: State, by: Side, name: UnitId, how: How) -> IllegalOrder | None:
    """3.2.C, 5.4.3, 10.3 What infantry needs for a fire action."""
    if bar := action_bar(state, by, name, how):
        return bar
    if not targets.has_muskets(state.units[name]):
        return IllegalOrder("infantry only", "10.3.1", name)
    return targets.state_bar(state, name)


def _aim(
    state: State, by: Side, name: UnitId, chosen: Sequence[UnitId], *, salvo: bool = False,
    hexes: tuple[HexId, ...] = (), below: bool = False, into: Sequence[HexId] = (),
) -> tuple[Shot, ...]:  # fmt: skip
    """10.1 The shots at these targets; IllegalOrder if none of them can be fired at, or one too many is named."""
    if not 1 <= len(chosen) <= len(state.units[name].hexes):
        raise IllegalOrder("one target for each half", "10.1.4", name)
    heed(targets.named_bar(state, by, chosen))
    found = targets.shots(state, name, salvo=salvo, at=chosen, hexes=hexes, below=below)
    shots = targets.volley(state, name, chosen, found, hexes, into)
    if len({shot.target for shot in shots}) < len(set(chosen)):
        raise targets.aim_bar(state, name, chosen, salvo=salvo)
    heed(targets.hexes_bar(state, name, chosen, into, shots))
    return shots


def _fire(
    play: Play[State], order: Skirmish | AdvancingFire | RetreatingFire, mode: FireMode, shots: tuple[Shot, ...]
) -> None:
    """8.2.1, D31 The shots, and the pistol of the horse that stands with it, before anybody answers."""
    horse, aside = body(play.state, order.unit)[0], order.pistol
    pistols = pistol.shot_at(play.state, horse, aside, into=order.pistol_hex) if aside else None
    if pistols is not None and mode == "SK" and aside not in {shot.target for shot in shots}:
        hexes = play.state.units[horse].hexes
        play.open(ResumeTrigger(trigger=Trigger(kind="TR5", unit=horse, how="pistol", hexes=hexes, targets=(aside,))))
    shooting.open_fire(play, order.unit, mode, shots)
    if pistols is not None:
        pistol.spend(play, horse, pistol.FIRED)
        play.open(ResumeShots(firer=horse, mode="pistol", shots=(pistols,)))


def pistol_bar(
    state: State, name: UnitId, target: UnitId, into: HexId, hexes: tuple[HexId, ...] = ()
) -> IllegalOrder | None:
    """8.2.1, D31 Whether the horse of its stack may fire too."""
    if not target:
        return IllegalOrder("one hex for each target", "10.9.5", name) if into else None
    if not is_paired(state, name):
        return IllegalOrder("no cavalry", "8.2.1", name)
    if reading(state, "D31") == "b":
        return IllegalOrder("one of them fires", "8.2.1", name)
    return pistol.bar(state, body(state, name)[0], target, hexes, into)


# Skirmish, Salvo


def decide_skirmish(play: Play[State], order: Skirmish) -> None:
    """10.3.3"""
    state = play.state
    heed(firer_bar(state, play.by, order.unit, "SK"))
    shots = _aim(state, play.by, order.unit, order.targets, into=order.hexes)
    heed(pistol_bar(state, order.unit, order.pistol, order.pistol_hex))
    carry.begin(play, order.unit, "SK")
    play.open(ResumeFire(unit=order.unit))
    _fire(play, order, "SK", shots)


def decide_salvo(play: Play[State], order: Salvo) -> None:
    """10.4"""
    state = play.state
    heed(firer_bar(state, play.by, order.unit, "SAL") or targets.may_salvo(state, order.unit, reaction=False))
    shots = _aim(state, play.by, order.unit, order.targets, salvo=True, into=order.hexes)
    carry.begin(play, order.unit, "SAL")
    play.record(SalvoSpent(unit=order.unit))
    play.open(ResumeFire(unit=order.unit))
    shooting.open_fire(play, order.unit, "SAL", shots, salvo=True)


# Advancing Fire


def decide_advancing(play: Play[State], order: AdvancingFire) -> None:
    """10.3.2, 10.3.5"""
    state = play.state
    heed(firer_bar(state, play.by, order.unit, "AF") or advancing_bar(state, order.unit, in_place=not order.to))
    if not order.to:
        heed(step_bar(state, order.unit, state.units[order.unit].hexes))
        shots = _aim(state, play.by, order.unit, order.targets, below=True, into=order.hexes)
        heed(pistol_bar(state, order.unit, order.pistol, order.pistol_hex))
        carry.begin(play, order.unit, "AF")
        play.open(ResumeFire(unit=order.unit))
        _restack(play, order.unit, top=True)
        _fire(play, order, "AF", shots)
        return
    stride = steps.forward(state, order.unit, order.to)
    if not is_near_enemy(state, stride.hexes, play.by):
        raise IllegalOrder("must end adjacent to an enemy", "10.3.2", order.unit, order.to)
    heed(step_bar(state, order.unit, stride.hexes))
    _aim(state, play.by, order.unit, order.targets, hexes=stride.hexes, into=order.hexes)
    heed(pistol_bar(state, order.unit, order.pistol, order.pistol_hex, stride.hexes))
    carry.begin(play, order.unit, "AF")
    play.open(ResumeFire(unit=order.unit))
    together.take(play, Field(state, play.by), steps.mover(state, order.unit), stride, "AF")
    _fire(play, order, "AF", _aim(state, play.by, order.unit, order.targets, into=order.hexes))


def advancing_bar(state: State, name: UnitId, *, in_place: bool) -> IllegalOrder | None:
    """10.3.2 Under Charge only; 10.3.5, D51 from among the guns under any order."""
    order = state.wings[state.units[name].wing].order
    if in_place and not steps.is_among_guns(state, name):
        return IllegalOrder("no guns to come out of", "10.3.5", name)
    if order != "charge" and (not in_place or reading(state, "D51") == "b"):
        return IllegalOrder("Advancing Fire under Charge only", "10.3.5" if in_place else "10.3.2", name)
    return None


def _restack(play: Play[State], name: UnitId, *, top: bool) -> None:
    """10.3.5 The infantry comes on top of the guns in its hexes, or goes below them."""
    state = play.state
    for at in state.units[name].hexes:
        gun = guns_at(state, at)
        if not gun or is_top(state, name, at) == top:
            continue
        own = [other for other in state.stacks[at] if other in body(state, name)]
        rest = [other for other in state.stacks[at] if other not in own and other != gun]
        order = (*own, gun, *rest) if top else (gun, *own, *rest)
        play.record(StackChanged(at=at, units=order, why=RESTACKED))


# Retreating Fire


def decide_retreating(play: Play[State], order: RetreatingFire) -> None:
    """10.3.4, 10.3.5"""
    state = play.state
    heed(firer_bar(state, play.by, order.unit, "RF") or retreating_bar(state, order.unit, in_place=not order.to))
    if order.to:
        steps.backward(state, order.unit, order.to)
    shots = _aim(state, play.by, order.unit, order.targets, into=order.hexes)
    heed(pistol_bar(state, order.unit, order.pistol, order.pistol_hex))
    carry.begin(play, order.unit, "RF")
    play.open(ResumeFire(unit=order.unit, to=order.to, under=not order.to))
    _fire(play, order, "RF", shots)


def retreating_bar(state: State, name: UnitId, *, in_place: bool) -> IllegalOrder | None:
    """10.3.4, D90 Not under Charge; 10.3.5 in place from the top of a stack with guns."""
    order = state.wings[state.units[name].wing].order
    if order == "charge" and reading(state, "D90") == "a":
        return IllegalOrder("no Retreating Fire under Charge", "10.3.4", name)
    if in_place and not steps.is_among_guns(state, name):
        return IllegalOrder("must step back", "10.3.4", name)
    return None


def resume(play: Play[State], frame: ResumeFire) -> None:
    """10.3.4, 10.3.5 All is answered: the step back, if the unit still can, and the end of the action."""
    state, unit = play.state, play.state.units[frame.unit]
    play.close()
    if unit.hexes and unit.morale != "MB":
        if frame.under:
            _restack(play, frame.unit, top=False)
        elif frame.to:
            _step_back(play, frame)
    spent = tuple(state.moves[-1].answered)
    carry.end(play, frame.unit)
    if frame.to and unit.hexes and frame.to in unit.hexes and reading(state, "D37") == "a":
        again = Trigger(kind="TR1", unit=frame.unit, how="RF", hexes=unit.hexes, spent=spent)
        play.open(ResumeTrigger(trigger=again))


def _step_back(play: Play[State], frame: ResumeFire) -> None:
    stride = if_legal(steps.backward, play.state, frame.unit, frame.to)
    if stride:  # 7.3.1, 12.4.3 else what came back has broken its formation, or it is not where it was
        side = play.state.units[frame.unit].side
        together.take(play, Field(play.state, side), steps.mover(play.state, frame.unit), stride, "RF")
