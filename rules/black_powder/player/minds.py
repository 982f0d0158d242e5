"""What both players have in common: they differ in how they think of a unit, and whom they shoot at."""

from __future__ import annotations

from domain.kernel.facts import Order, Side
from domain.kernel.player import Mind, answered, planned
from rules.black_powder.book import BOOK
from rules.black_powder.combat.asks import ChooseEngagement
from rules.black_powder.combat.engagements import unresolved
from rules.black_powder.command.asks import AwaitMoves
from rules.black_powder.opening.asks import Agree, DropUnit
from rules.black_powder.opening.muster import agree_fault, army
from rules.black_powder.player import commands, shots
from rules.black_powder.player.answers import ANSWERS
from rules.black_powder.player.commands import Manner
from rules.black_powder.player.view import View
from rules.black_powder.state import COMBAT, INITIATIVE, MUSTER, ORDERS, SET_UP, SHOOTING, State
from rules.black_powder.turn.asks import Concede, RollForFirst


def _begin(state: State, side: Side) -> Order | None:
    return RollForFirst() if side == state.core.sides[0] else None


def _muster(state: State, side: Side) -> Order | None:
    """BP.house.1 It takes the army it was given, or as much of it as the points allow."""
    if side in state.set_up.agreed:
        return None
    fault = agree_fault(state, side)
    return DropUnit(unit=list(army(state, side))[-1]) if fault and fault.reason.key == "too many points" else Agree()


def _fight(state: State, _side: Side) -> Order | None:
    """BP.hth.3 One after the other."""
    return ChooseEngagement(unit=unresolved(state)[0][0])


def mind(manner: Manner, pick: shots.Pick) -> Mind[State]:
    return Mind[State](
        book=BOOK,
        no=Concede,
        plans={
            MUSTER: _muster,
            SET_UP: _begin,
            INITIATIVE: planned(View, lambda view: commands.take_initiative(view, manner)),
            ORDERS: planned(View, lambda view: commands.next_order(view, manner)),
            SHOOTING: planned(View, lambda view: shots.next_order(view, pick)),
            COMBAT: _fight,
        },
        answers={
            **{frame: answered(View, reply) for frame, reply in ANSWERS.items()},
            AwaitMoves: answered(View, lambda view, frame: commands.move(view, frame, manner)),
        },
    )
