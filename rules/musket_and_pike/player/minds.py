"""What both players have in common: they differ in how units act, and in what they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Await, Order
from domain.kernel.player import Mind, answered, planned
from rules.musket_and_pike.book import BOOK
from rules.musket_and_pike.player import actions, wings
from rules.musket_and_pike.player.actions import Think
from rules.musket_and_pike.player.answers import ANSWERS, flee
from rules.musket_and_pike.player.view import View
from rules.musket_and_pike.state import ACTIONS, ACTIVATION, BOMBARDMENT, OPEN_ORDER, ROUT, SET_UP, State
from rules.musket_and_pike.work import Decline

Answer = Callable[[View, Any], Order]


def mind(think: Think, answers: Mapping[type[Await], Answer]) -> Mind[State]:
    """3 A plan for each phase in which something is ordered, an answer to each question."""
    return Mind[State](
        book=BOOK,
        no=Decline,
        plans={
            SET_UP: wings.choose_orders,
            OPEN_ORDER: wings.open_order,
            BOMBARDMENT: planned(View, actions.bombard),
            ACTIVATION: planned(View, wings.activate),
            ACTIONS: planned(View, lambda view: actions.next_order(view, think)),
            ROUT: planned(View, flee),
        },
        answers={frame: answered(View, reply) for frame, reply in {**ANSWERS, **answers}.items()},
    )
