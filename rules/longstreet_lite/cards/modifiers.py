"""LL.4.mod Modifiers: whether a card may modify a phase, how effects of any card come into force, and how they end."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import effects, hand
from rules.longstreet_lite.cards.facts import EffectBegan, EffectsEnded
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.sheets.rows import Effect, Symbol
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import CardId

# LL.4.mod.1 The symbol that modifies each phase.
SYMBOLS: Mapping[str, Symbol] = {phases.FIRE: "RIFLE", phases.MOVE: "BUGLE", phases.COMBAT: "SABRES"}
AFTER: Mapping[str, str] = {phases.FIRE: phases.COMMAND, phases.MOVE: phases.STATUS, phases.COMBAT: phases.STATUS}
TO_THE_END_OF_A_TURN = ("hand_limit", "no_modifiers")


def check_modifier(state: State, side: Side, card: CardId, phase: str) -> None:
    """LL.4.mod.1, LL.4.mod.3 The symbol of the phase, and one modifier of a symbol a turn."""
    symbol = SYMBOLS[phase]
    if hand.row(state, card).modifier != symbol:
        raise IllegalOrder("wrong symbol", "LL.4.mod.1", card, phase, symbol)
    if symbol in state.turn.modified:
        raise IllegalOrder("symbol used", "LL.4.mod.3", symbol)
    hand.check_not_void(state, card)
    barring = effects.no_modifiers(state, side)
    if barring:
        raise IllegalOrder("may not modify", "LL.4.int.6", side, barring.card)


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


def end_phase(play: Play[State]) -> None:
    """LL.4.seq.2 The phase under way is over, and with it what cards did to it."""
    end_effects(play, 0)
    phases.begin(play, AFTER[play.state.core.phase])


def end_effects(play: Play[State], turn: int) -> None:
    """LL.4.mod.1, LL.4.int.6 Effects that last to the end of this turn at most; of turn 0: of the phase."""
    found = list(enumerate(play.state.effects))
    places = tuple(place for place, effect in found if effect.until[0] <= turn)
    if places:
        cards = dict.fromkeys(play.state.effects[place].card for place in places)
        play.record(EffectsEnded(cards=tuple(cards), places=places))
