"""BP.form, BP.lim, BP.ter The orders of a move; they answer the question which moves are made.

A move along a way stands with the orders it serves: its way is found by what was stated.
"""

from __future__ import annotations

from domain.kernel.chapter import Asked, Chapter, always
from rules.black_powder.movement.asks import EndMoves, EnterBuilding, FormUnit, HandleGun, LeaveBuilding
from rules.black_powder.movement.facts import FACTS, Extra
from rules.black_powder.state import State

CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(FormUnit(unit="blue-foot-i", formation="attack_column"), cite="BP.form.10", sampled=always),
        Asked(HandleGun(unit="blue-gun", do="limber"), cite="BP.lim.1", sampled=always),
        Asked(EnterBuilding(unit="blue-foot-i", block="farm"), cite="BP.ter.7"),
        Asked(
            LeaveBuilding(unit="blue-foot-i", to="52:44", formation="line", heading="0"),
            cite="BP.ter.8",
            sampled=always,
        ),
        Asked(EndMoves(), cite="BP.cmd.5"),
    ),
    within={Extra: ("BP.ter.1",)},
)
