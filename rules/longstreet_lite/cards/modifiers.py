"""LL.4.mod Modifiers: whether a card may modify a phase, and how effects of any card come into force."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.facts import Side, UnitId
from domain.kernel import Play
from domain.ruling import IllegalOrder
from rules.longstreet_lite.cards import effects, hand
from rules.longstreet_lite.facts import EffectBegan
from rules.longstreet_lite.orders import CardId
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.sheets import Effect, Symbol
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import phases

# LL.4.mod.1 The symbol that modifies each phase.
SYMBOLS: Mapping[str, Symbol] = {phases.FIRE: "RIFLE", phases.MOVE: "BUGLE", phases.COMBAT: "SABRES"}
TO_THE_END_OF_A_TURN = ("hand_limit", "no_modifiers")


def check_modifier(state: State, side: Side, card: CardId, phase: str) -> None:
    """LL.4.mod.1, LL.4.mod.3 The symbol of the phase, and one modifier of a symbol a turn."""
    symbol, name = SYMBOLS[phase], hand.row(state, card).name
    if hand.row(state, card).modifier != symbol:
        raise IllegalOrder(f"{name} cannot modify a {phase} phase: that takes the {symbol}", rule="LL.4.mod.1")
    if symbol in state.turn.modified:
        raise IllegalOrder(f"the {symbol} has modified a phase this turn already; once is all", rule="LL.4.mod.3")
    hand.check_not_void(state, card)
    barring = effects.no_modifiers(state, side)
    if barring:
        by = hand.row(state, barring.card).name
        raise IllegalOrder(f"{side} may not modify any phase this turn: {by} forbids it", rule="LL.4.int.6")


def begin_effects(play: Play[State], side: Side, card: CardId, unit: UnitId = "", *, whole_turn: bool = False) -> None:
    """LL.4.mod.1, LL.4.int.6 What the card says is in force; `unit` is the one it speaks of, if it is named already."""
    for effect in hand.row(play.state, card).effects:
        read = as_read(play.state, side, effect)
        named = unit if read.units == "one" else ""
        until = lasts_until(play.state, side, read, whole_turn)
        play.record(EffectBegan(card=card, by=side, effect=read, unit=named, until=until))


def as_read(state: State, side: Side, effect: Effect) -> Effect:
    """LL.4.mod.1 (D54) A modifier that speeds up moves does so for all units, or for one of them."""
    is_modifier = side == state.core.active
    if is_modifier and effect.do == "move_bonus" and effect.units == "all" and reading(state, "D54") == "B":
        return msgspec.structs.replace(effect, units="one")
    return effect


def lasts_until(state: State, side: Side, effect: Effect, whole_turn: bool) -> tuple[int, Side]:
    """LL.4.int.6 The phase under way, the turn, or so many further turns of the side it touches."""
    if not whole_turn and effect.do not in TO_THE_END_OF_A_TURN:
        return (0, "")
    turn, touched = state.core.turn, effects.side_touched(side, effect)
    ahead = 2 * effect.turns - (1 if effect.turns and touched != state.core.active else 0)
    return (turn + ahead, touched)
