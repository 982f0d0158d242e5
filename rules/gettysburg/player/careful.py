"""An automatic player: a pure function of what its side may know, simple but not foolish.

It needs no memory: the best assault first, then the guns, then every unit that has somewhere better to be; which of
these it has come to is told by what its pieces have done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.kernel.facts import Order
from domain.kernel.player import Mind, answered, planned
from rules.gettysburg.book import BOOK
from rules.gettysburg.combat import bombardment, combat
from rules.gettysburg.combat.asks import ResolveAttack, ResolveBombardment, RollCoordination
from rules.gettysburg.movement import entry
from rules.gettysburg.movement.asks import ReorderStack
from rules.gettysburg.movement.declarations import put_forward, sworn
from rules.gettysburg.player import arrivals, assaults, attackers, counters, guns, marches, rear
from rules.gettysburg.player.answers import ANSWERS, best_top
from rules.gettysburg.player.view import View
from rules.gettysburg.position import brigades_at
from rules.gettysburg.state import State
from rules.gettysburg.tables import NEAR
from rules.gettysburg.turn.asks import Decline, EndPhase

Step = Callable[[View], Order | None]


def _movement(view: View) -> Order:
    """5.3.2A The first thing worth doing; then the phase is over."""
    return next((order for step in _steps(view) if (order := step(view)) is not None), EndPhase())


def _steps(view: View) -> Iterator[Step]:
    """In this order: who attacks is settled before the guns speak, and they before the others march."""
    yield assaults.pending
    if not view.state.turn.is_leftover:
        yield from (_roll_for_return, rear.rallies, counters.entering, arrivals.entering, counters.next_order)
    is_marching = bool(view.marched)
    if not is_marching and not view.bombarding:
        yield from (_front, assaults.next_order)
    yield assaults.strike_train
    yield from (marches.next_order, guns.next_order) if is_marching else (guns.next_order, marches.next_order)


def _roll_for_return(view: View) -> Order | None:
    """22.6"""
    return next((choice.order for choice in entry.choices(view.state) if choice.by == view.side), None)


def _front(view: View) -> Order | None:
    """9.4a Near the enemy the best brigade of each hex stands on top."""
    for at in sorted(at for at, names in view.brigade_hexes.items() if len(names) > 1):
        if view.from_enemy(at) <= NEAR and not sworn(view.state, at):
            best = best_top(view.state, at)
            if best != brigades_at(view.state, at)[0]:
                return ReorderStack(at=at, pieces=put_forward(view.state, best, at))
    return None


def _combat(view: View) -> Order | None:
    """11.1c Guns first, the largest stack together; then coordination; then the weakest blow first."""
    state = view.state
    legal = [choice.order for chapter in (bombardment, combat) for choice in chapter.choices(state)
             if choice.by == view.side]  # fmt: skip

    def rank(order: Order) -> tuple[int, int, str]:
        if isinstance(order, ResolveBombardment):
            return 0, -len(order.units), order.units[0]
        if isinstance(order, RollCoordination):
            return 1, 0, order.target
        assert isinstance(order, ResolveAttack)
        declared = state.turn.declared[order.unit]
        at = state.units[order.unit].at
        return 2, attackers.blow(state, order.unit, at, declared.target).strength, order.unit

    return min(legal, key=rank, default=None)


MIND = Mind[State](
    book=BOOK,
    no=Decline,
    plans={
        "set-up": planned(View, rear.set_up),
        "movement": planned(View, _movement),
        "rally": planned(View, rear.rally_step),
        "return": planned(View, rear.return_step),
        "combat": planned(View, _combat),
    },
    answers={frame: answered(View, reply) for frame, reply in ANSWERS.items()},
)
choose = MIND.choose
