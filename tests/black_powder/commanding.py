"""Positions of the Command phase: an order won, and its moves to be made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.facts import Await, Fact
from domain.tabletop import lengths
from rules.black_powder.command.asks import AwaitMoves, Stated
from rules.black_powder.ids import spot_of
from rules.black_powder.state import INITIATIVE, ORDERS, Piece, State, Underway, Unit
from tests.black_powder.positions import position


def at_orders(units: Mapping[str, Unit], *pieces: Piece, at: str = "36:10", **more: Any) -> State:
    """Blue's commanders may give orders; all blue commanders stand at one place."""
    state = position(units, *pieces, phase=ORDERS, **more)
    for one in state.commanders.values():
        if one.side == "blue":
            one.at = lengths.point(at)
    state.turn.checked = True
    return state


def at_initiative(units: Mapping[str, Unit], *pieces: Piece, near: Sequence[str] = (), **more: Any) -> State:
    state = position(units, *pieces, phase=INITIATIVE, **more)
    state.turn.checked, state.turn.near = True, tuple(near)
    return state


def with_moves(
    units: Mapping[str, Unit], *pieces: Piece, moves: int = 3, who: Sequence[str] = (), stated: Stated | None = None,
    kind: str = "follow me", **more: Any,
) -> State:  # fmt: skip
    """An order of blue's with moves to be made, for these units or all of blue's; `follow me` need not be stated."""
    state = at_orders(units, *pieces, **more)
    own = list(who) or [name for name, one in state.units.items() if one.side == "blue"]
    left = dict.fromkeys(own, moves)
    poses = {name: state.units[name].pose for name in own}
    state.order = Underway(
        kind=kind, commander="blue-first", stated=stated or Stated(), left=dict(left), granted=left,  # type: ignore[arg-type]
        began={name: spot_of(pose) for name, pose in poses.items() if pose}, all=tuple(own),
    )  # fmt: skip
    state.core.pending.append(AwaitMoves(side="blue"))
    return state


def kinds(facts: Sequence[Fact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def asked(state: State) -> tuple[str, str]:
    """What is awaited, and of whom."""
    frame = state.core.pending[-1]
    assert isinstance(frame, Await), frame
    return type(frame).__name__, frame.side
