"""17.1 to 17.3 Whether the opponent may try to take over a unit, and the window in which he is asked."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.gettysburg.ids import PieceId
from rules.gettysburg.movement.asks import Activation, AwaitControl, MoveUnit
from rules.gettysburg.movement.declaration_facts import ControlAsked
from rules.gettysburg.position import command_state, side_of
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, State


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
    unit = state.units.get(name)
    if (unit.at if unit else state.hmcs[name].at) not in state.stacks:
        return IllegalOrder("not on the map", "17.3c", name)
    if unit and unit.kind == "train" and reading(state, "D82") == "B":
        return IllegalOrder("no control of a Train", "17.2", name)
    if name in state.turn.tried:
        return IllegalOrder("control tried", "17.2", name)
    if name in state.turn.control:
        return IllegalOrder("command is settled", "17.5b", name)
    if name in state.turn.acted or name in state.turn.starts:
        return IllegalOrder("has been used", "17.3b", name)
    return None
