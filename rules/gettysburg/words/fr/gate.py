"""Pourquoi un ordre donné au mauvais moment est refusé, en français."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say
from rules.gettysburg.words.en.sight import COMMON


def _either(orders: Iterable[Of]) -> str:
    return " ou ".join(map(str, orders))


def _no_order_of_this_phase(say: Say, of: tuple[Of, ...]) -> str:
    order, phase, *there = map(str, of)
    if phase == "movement":
        there = [*COMMON, *(other for other in there if other not in COMMON)]
    return f"{order} n’est pas un ordre de la phase de {say.term(phase)} ; ici : {', '.join(there)}"


REASONS: ReasonTexts = {
    "not asked": lambda say, of: f"c’est à {say.term(of[0])} d’agir maintenant ({_either(of[1:])})",
    "must wait": lambda say, of: f"{of[0]} doit attendre : {say.term(of[1])} donne d’abord {_either(of[2:])}",
    "not your turn": "c’est à {1:term} d’agir dans cette phase de {0:term}",
    "no order of this phase": _no_order_of_this_phase,
    "set-up first": "{0:term} doit d’abord terminer sa mise en place (EndPhase)",
}
