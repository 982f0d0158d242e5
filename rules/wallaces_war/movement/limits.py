"""4.5, 4.6 How many enemy stacks a Battle may close with on its chit, and which of them count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.wallaces_war import tables
from rules.wallaces_war.ids import BattleId, HexId
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import REACTION, State
from rules.wallaces_war.zones import controllers

Entering = Literal["march", "charge", "advance"]
_BOUND = {"A": ("march", "charge"), "B": ("march",), "C": ("march", "charge", "advance")}  # D12


def moving_battle(state: State) -> BattleId:
    """7.1a The Battle that moves now: the activated one, in phase D the one that reacts."""
    return state.turn.reacting if state.core.phase == REACTION else state.turn.battle


def moving_side(state: State) -> Side:
    battle = state.battles.get(moving_battle(state))
    return battle.side if battle else ""


def zoc_limit(state: State) -> int | None:
    """4.5, 4.6a Enemy stacks whose zone may be entered in this activation; None: any number."""
    return 0 if state.core.phase == REACTION else tables.ZOC_LIMIT.get(state.turn.chit)


def counted(state: State, stacks: Sequence[HexId]) -> tuple[HexId, ...]:
    """4.5a, D11 Of the stacks whose zone covers a hex, those that entering it counts; under B one for each entry."""
    if reading(state, "D11") == "B":
        return tuple(stacks[:1])
    entered = _entered(state)
    return tuple(at for at in stacks if at not in entered)


def is_over(state: State, stacks: Sequence[HexId]) -> bool:
    """4.5 Whether the chit does not allow to enter a hex that these stacks control."""
    limit = zoc_limit(state)
    return limit is not None and len(_entered(state)) + len(counted(state, stacks)) > limit


def _entered(state: State) -> Sequence[HexId]:
    """4.6a What the activated Battle did does not concern the one that reacts."""
    return () if state.core.phase == REACTION else state.turn.entered


def limit_bar(state: State, side: Side, to: HexId, how: Entering = "march") -> IllegalOrder | None:
    """4.5, 4.6a, D12 Why the chit forbids a piece of this side to enter a hex; which moves it binds is disputed."""
    stacks = controllers(state, to, side)
    if not stacks or how not in _BOUND[reading(state, "D12")] or not is_over(state, stacks):
        return None
    return over_limit(state, to)


def over_limit(state: State, to: HexId) -> IllegalOrder:
    if state.core.phase == REACTION:
        return IllegalOrder("no enemy zone in reaction", "4.6a", to)
    return IllegalOrder("too many stacks for the chit", "4.5", to, state.turn.chit, zoc_limit(state) or 0)
