"""8.1, 13.1, 17.1 to 17.3, 23.4, 23.5 Whether a side may use a piece now, or the other side take it over first."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.gettysburg.ids import PieceId
from rules.gettysburg.movement.asks import Activation, AwaitControl, MoveUnit
from rules.gettysburg.movement.declaration_facts import ControlAsked
from rules.gettysburg.position import command_state, commander, contents, is_observed, is_on_map, piece, side_of
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, OUT_OF_PLAY, POOL, UNION, State, Unit


def use_bar(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """8.1a, 17.3 Why a side may not use this piece now; None if it may."""
    if name not in state.units and name not in state.hmcs:
        return _unknown(state, name)
    side = side_of(state, name)
    if side != state.core.active:
        return IllegalOrder("of the other side", "5.1a", name)
    who = commander(state, name)
    if who != by:
        rule = "17.3a" if who != side else "8.1a"
        return IllegalOrder("another commands it" if who else "nobody commands it", rule, name, who)
    if state.turn.is_leftover and by == side and name not in state.turn.freed:
        return IllegalOrder("movement has ended", "17.3b", side, name)
    return None


def _unknown(state: State, name: PieceId) -> IllegalOrder:
    """A name in place of an id, or neither."""
    ids = [id for id, unit in state.units.items() if unit.name.casefold() == name.casefold()]
    return IllegalOrder("name for an id" if ids else "no piece", "8.1a", name, *ids)


def move_bar(state: State, name: PieceId, by: Side, leaves_hex: bool) -> IllegalOrder | None:
    """8.1a Why a piece may not begin a move; recovery in its hex is no move (D25)."""
    bar = use_bar(state, name, by)
    if bar:
        return bar
    if name in state.turn.acted:
        return _guns_bar(state, name) or IllegalOrder("has finished", "8.1a", name)
    bar = _place_bar(state, name)
    if bar:
        return bar
    if leaves_hex and not is_listed(state, name) and not _enters_late(state, name):
        return IllegalOrder("not among the movers", "23.5", name)
    unit = state.units.get(name)
    return _unit_bar(state, name, unit) if unit else _hmc_bar(state, name, by)


def _enters_late(state: State, name: PieceId) -> bool:
    """D07 B Asked only of those who are not listed: of others it is in no dispute."""
    return reading(state, "D07") == "B" and piece(state, name).at == POOL


def _place_bar(state: State, name: PieceId) -> IllegalOrder | None:
    at = piece(state, name).at
    if at in state.stacks or at == POOL:
        return None
    if at in state.hmcs:
        return IllegalOrder("inside an HMC", "18.3", name)
    if at == OUT_OF_PLAY:
        return IllegalOrder("off the map for good", "8.5a", name)
    return IllegalOrder("not on the map", "8.1a", name)


def is_listed(state: State, name: PieceId) -> bool:
    """23.5, D07 On some turns only named units may move; under B those that enter as well."""
    only = state.battle.may_move.get(state.core.turn, {}).get(side_of(state, name))
    return only is None or name in only


def _unit_bar(state: State, name: PieceId, unit: Unit) -> IllegalOrder | None:
    """21.1, 23.4 Trains that stay."""
    if unit.kind != "train":
        return _guns_bar(state, name)
    if unit.fired and reading(state, "D36") == "B":
        return IllegalOrder("Train has moved", "21.1")
    stays = state.battle.union_train_stays and unit.side == UNION and unit.at in state.stacks
    if stays and not is_observed(state, unit.at, unit.side):
        return IllegalOrder("Union Train unseen", "23.4")
    return None


def _guns_bar(state: State, name: PieceId) -> IllegalOrder | None:
    """13.1b Artillery that is Fired or will bombard stays, 13.1c unless it is Disrupted."""
    unit = state.units.get(name)
    if unit is None or unit.kind != "artillery" or unit.disrupted or unit.at == POOL:
        return None
    if name in state.turn.declared:
        return IllegalOrder("has declared", "13.1b", name)
    return IllegalOrder("guns are Fired", "13.1b", name) if unit.fired else None


def _hmc_bar(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """18.2b, 16.6b"""
    hmc = state.hmcs[name]
    if hmc.at == POOL:
        return _lone_decoy_bar(state, name)
    if hmc.created_on == state.core.turn:
        return IllegalOrder("HMC is new", "18.2b", name)
    if by == hmc.side and command_state(state, hmc.side) == "panic":
        return IllegalOrder("HMC in Panic", "16.6b", name)
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
    return IllegalOrder("decoy enters alone", "18.7", name)


def intervenes(play: Play[State], order: Activation) -> bool:
    """17.3a The opponent is asked once a turn over each unit its owner is about to use; the order waits for him."""
    by = play.by
    if by != play.state.core.active or not opens_window(play.state, order.unit, order):
        return False
    play.record(ControlAsked(unit=order.unit))
    play.open(AwaitControl(side=ENEMY[by], by=by, order=order))
    return True


def opens_window(state: State, unit: PieceId, order: Activation | None = None) -> bool:
    """17.3a Whether the opponent may stop the owner who is about to use a unit; D79 B only one that is to move."""
    if not has_chances(state) or state.turn.is_leftover or unit in state.turn.asked or unit not in state.units:
        return False
    if order is not None and reading(state, "D79") == "B" and not (isinstance(order, MoveUnit) and order.path):
        return False
    return attempt_bar(state, unit) is None


def has_chances(state: State) -> bool:
    """17.1 Only while the phasing army is in Panic."""
    if state.turn.chances < 1 or not is_on(state, "loss_of_control"):
        return False
    return command_state(state, state.core.active) == "panic"


def attempt_bar(state: State, name: PieceId) -> IllegalOrder | None:
    """17.2, 17.3, D82 Why no attempt may be made on a piece."""
    if name not in state.units and name not in state.hmcs:
        return IllegalOrder("no such piece", "17.2", name)
    if side_of(state, name) != state.core.active:
        return IllegalOrder("not of the army in Panic", "17.1", name)
    if not is_on_map(state, name):
        return IllegalOrder("not on the map", "17.3c", name)
    unit = state.units.get(name)
    if unit and unit.kind == "train" and reading(state, "D82") == "B":
        return IllegalOrder("no control of a Train", "17.2", name)
    if name in state.turn.tried:
        return IllegalOrder("control tried", "17.2", name)
    if name in state.turn.control:
        return IllegalOrder("command is settled", "17.5b", name)
    if name in state.turn.acted or name in state.turn.starts:
        return IllegalOrder("has been used", "17.3b", name)
    return None
