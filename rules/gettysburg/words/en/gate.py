"""Why an order at the wrong moment is refused, in English."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say

COMMON = ("MoveUnit", "DeclareAttack", "DeclareBombardment", "ReorderStack")  # named before what is rarely ordered


def _either(orders: Iterable[Of]) -> str:
    return " or ".join(map(str, orders))


def _no_order_of_this_phase(_say: Say, of: tuple[Of, ...]) -> str:
    order, phase, *there = map(str, of)
    if phase == "movement":
        there = [*COMMON, *(other for other in there if other not in COMMON)]
    return f"{order} is no order of the {phase} phase; there: {', '.join(there)}"


REASONS: ReasonTexts = {
    "not asked": lambda _say, of: f"it is for the {of[0]} side to act now ({_either(of[1:])})",
    "must wait": lambda _say, of: f"{of[0]} must wait: first the {of[1]} side gives {_either(of[2:])}",
    "not your turn": "it is for the {1} side to act in this {0} phase",
    "no order of this phase": _no_order_of_this_phase,
    "set-up first": "the {0} side must end its set-up first (EndPhase)",
}
