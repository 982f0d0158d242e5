"""8.1, 13.1, 17.3, 23.4, 23.5 Whether a side may use a piece now, and whether the piece may move."""

from __future__ import annotations

from domain.facts import Side
from domain.ruling import IllegalOrder
from rules.gettysburg.evolve.pieces import piece
from rules.gettysburg.frames import Activation
from rules.gettysburg.hidden import control
from rules.gettysburg.orders import PieceId
from rules.gettysburg.position import command_state, commander, contents, is_observed, side_of
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import OUT_OF_PLAY, POOL, UNION, State, Unit


def said(state: State, name: PieceId) -> str:
    unit = state.units.get(name)
    return unit.name if unit else name


def use_bar(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """8.1a, 17.3 Why a side may not use this piece now; None if it may."""
    if name not in state.units and name not in state.hmcs:
        return IllegalOrder(_unknown(state, name), rule="8.1a")
    side = side_of(state, name)
    if side != state.core.active:
        return IllegalOrder(f"{said(state, name)} belongs to the side whose turn it is not", rule="5.1a")
    who = commander(state, name)
    if who != by:
        why = f"the {who} side commands it" if who else "nobody commands it this turn"
        rule = "17.3a" if who != side else "8.1a"
        return IllegalOrder(f"{said(state, name)} is not yours to use: {why}", rule=rule)
    if state.turn.is_leftover and by == side and name not in state.turn.freed:
        return IllegalOrder(f"the {side} side has ended its movement; {said(state, name)} stays", rule="17.3b")
    return None


def _unknown(state: State, name: PieceId) -> str:
    """A name in place of an id, or neither."""
    ids = [id for id, unit in state.units.items() if unit.name.casefold() == name.casefold()]
    return f"unit= takes an id: {name} is {' or '.join(ids)}" if ids else f"{name} is no piece of this game"


def move_bar(state: State, name: PieceId, by: Side, leaves_hex: bool) -> IllegalOrder | None:
    """8.1a Why a piece may not begin a move; recovery in its hex is no move (D25)."""
    bar = use_bar(state, name, by)
    if bar:
        return bar
    if name in state.turn.acted:
        return IllegalOrder(f"{said(state, name)} has finished for this turn", rule="8.1a")
    bar = _place_bar(state, name)
    if bar:
        return bar
    if leaves_hex and not _is_listed(state, name):
        return IllegalOrder(f"{said(state, name)} is not among the units that may move this turn", rule="23.5")
    unit = state.units.get(name)
    return _unit_bar(state, unit) if unit else _hmc_bar(state, name, by)


def _place_bar(state: State, name: PieceId) -> IllegalOrder | None:
    at = piece(state, name).at
    if at in state.stacks or at == POOL:
        return None
    if at in state.hmcs:
        return IllegalOrder(f"{said(state, name)} is in an HMC and moves only with it", rule="18.3")
    if at == OUT_OF_PLAY:
        return IllegalOrder(f"{said(state, name)} is off the map for good", rule="8.5a")
    return IllegalOrder(f"{said(state, name)} is not on the map", rule="8.1a")


def _is_listed(state: State, name: PieceId) -> bool:
    """23.5, D07 Whether the scenario lets it move this turn."""
    only = state.battle.may_move.get(state.core.turn, {}).get(side_of(state, name))
    if only is None or name in only:
        return True
    return reading(state, "D07") == "B" and piece(state, name).at == POOL


def _unit_bar(state: State, unit: Unit) -> IllegalOrder | None:
    """13.1b Artillery on its Fired side stays, 13.1c unless it is Disrupted; 21.1, 23.4 Trains that stay."""
    if unit.kind == "artillery" and unit.fired and not unit.disrupted and unit.at != POOL:
        return IllegalOrder(f"{unit.name} is on its Fired side: it has done what it may", rule="13.1b")
    if unit.kind != "train":
        return None
    if unit.fired and reading(state, "D36") == "B":
        return IllegalOrder("the Train is on its moved side and must first be turned back (D36)", rule="21.1")
    stays = state.battle.union_train_stays and unit.side == UNION and unit.at in state.stacks
    if stays and not is_observed(state, unit.at, unit.side):
        return IllegalOrder("the Union Train moves only when a Confederate unit observes it", rule="23.4")
    return None


def _hmc_bar(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """18.2b, 16.6b"""
    hmc = state.hmcs[name]
    if hmc.at == POOL:
        return _lone_decoy_bar(state, name)
    if hmc.created_on == state.core.turn:
        return IllegalOrder(f"{name} was made this turn and stays where it is", rule="18.2b")
    if by == hmc.side and command_state(state, hmc.side) == "panic":
        return IllegalOrder(f"an army in Panic moves no HMC: {name} stays", rule="16.6b")
    return None


def _lone_decoy_bar(state: State, name: PieceId) -> IllegalOrder | None:
    """18.7 A decoy enters on the turn of a counter with units, not by itself; 22.6 one that left may come back so."""
    hmc = state.hmcs[name]
    if hmc.left_on or contents(state, name):
        return None
    for other, fellow in state.hmcs.items():
        waits = fellow.at == POOL and fellow.due and hmc.due and fellow.due.entry == hmc.due.entry
        if fellow.side == hmc.side and (waits or state.turn.starts.get(other) == "") and contents(state, other):
            return None
    return IllegalOrder(f"{name} is a decoy: it enters on the same turn as a counter with units", rule="18.7")


def opens_window(state: State, order: Activation, by: Side) -> bool:
    """17.3a Whether the opponent may try to take the unit over before its owner uses it."""
    return by == state.core.active and control.opens_window(state, order.unit, order)
