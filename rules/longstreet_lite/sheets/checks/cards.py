"""LL.4.anat, section 11.3 Whether cards can be played as they are typed: symbol, timing and effects must fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from domain.kernel.packs import twice, under
from rules.longstreet_lite.position import ID, name_fault
from rules.longstreet_lite.sheets.faults import told
from rules.longstreet_lite.sheets.rows import SIDES, CardRow, CardSheet, Do, Effect

PHASES = frozenset(("fire", "move", "combat"))
SYMBOLS: Mapping[str, str] = {"RIFLE": "fire", "BUGLE": "move", "SABRES": "combat"}
TIMINGS: Mapping[str, frozenset[str]] = {
    "after_fire": frozenset(("fire",)),
    "after_move": frozenset(("move",)),
    "after_combat": frozenset(("combat",)),
}
ONE_UNIT = ("units", "kind", "least_bases", "limbered")

# Which keys each effect reads besides `do` and `whose`; any other would do nothing.
READS: Mapping[Do, tuple[str, ...]] = {
    "move_bonus": ("n", "least", *ONE_UNIT),
    "unit_may_not_move": ONE_UNIT,
    "unit_may_not_fire": ONE_UNIT,
    "passive_moves_unit": ONE_UNIT,
    "extra_combat_dice": ("n", "dice", *ONE_UNIT),
    "may_reroll": ("dice", *ONE_UNIT),
    "must_reroll": ("dice", *ONE_UNIT),
    "die_modifier": ("n", "dice", "modes", "aimed", "within", *ONE_UNIT),
    "hand_limit": ("n", "turns"),
    "no_modifiers": ("turns",),
    "waive_second_card": (),
}
DICE: Mapping[Do, tuple[str, ...]] = {
    "extra_combat_dice": ("attack", "defence"),
    "may_reroll": ("to_hit", "attack", "defence"),
    "must_reroll": ("to_hit", "attack", "defence"),
    "die_modifier": ("", "to_hit", "attack", "defence"),
}
# The phases in which each effect can matter; those that are not named matter in all.
WHERE: Mapping[Do, frozenset[str]] = {
    "move_bonus": frozenset(("move", "combat")),
    "unit_may_not_move": frozenset(("move",)),
    "unit_may_not_fire": frozenset(("fire",)),
    "passive_moves_unit": frozenset(("move",)),
    "waive_second_card": frozenset(("move", "combat")),
}


def card_faults(sheet: CardSheet) -> Iterator[str]:
    """Every fault of the sheet, each with its card."""
    ids = [card.id for card in sheet.cards]
    yield from (f"cards: the id {id} stands there twice" for id in twice(ids))
    yield from (f"void: there is no card {id!r}" for id in sheet.void if id not in ids)
    for card in sheet.cards:
        yield from under(f"cards, {card.id}", _faults(card))


def _faults(card: CardRow) -> Iterator[str]:
    """LL.4.anat"""
    if not ID.fullmatch(card.id) or card.id in SIDES:
        yield "an id is made of small letters, digits and dashes, 40 at most"
    if fault := name_fault(card.name):
        yield told(fault)
    if card.years and card.years[0] > card.years[1]:
        yield f"years end in {card.years[1]}, before they begin in {card.years[0]}"
    if card.red and not card.interrupt:
        yield "only an interrupt has a red banner (LL.4.red.1)"
    yield from _time_faults(card)
    yield from _use_faults(card)
    for number, effect in enumerate(card.effects, 1):
        yield from under(f"effect {number}, {effect.do}", _effect_faults(card, effect))


def _time_faults(card: CardRow) -> Iterator[str]:
    """LL.4.mod.2, LL.4.int.6 A modifier is played with the invocation, an interrupt in a window."""
    if card.interrupt and card.timing == "with_invocation":
        yield "an interrupt is never played with_invocation; leave timing out if it fits any window"
    if not card.interrupt and card.timing not in (None, "with_invocation"):
        yield f"timing {card.timing} is an interrupt's, and it has no kepi"
    if card.timing == "with_invocation" and not card.modifier:
        yield "timing with_invocation is a modifier's, and it has no symbol"


def _use_faults(card: CardRow) -> Iterator[str]:
    has_symbol = bool(card.modifier or card.interrupt)
    if card.effects and not has_symbol:
        yield "it has effects, but neither a symbol nor the kepi to play them with"
    if has_symbol and not card.effects:
        yield "it has a symbol or the kepi, and no effect: playing it so would do nothing (LL.4.nodis.1)"


def _effect_faults(card: CardRow, effect: Effect) -> Iterator[str]:
    """Section 11.3 Nothing is written that would not be read, and nothing is missing."""
    reads = (*READS[effect.do], "do", "whose")
    for field in msgspec.structs.fields(Effect):
        if field.name not in reads and getattr(effect, field.name) != field.default:
            yield f"it does not read the key {field.name}"
    yield from _number_faults(effect)
    if effect.dice not in DICE.get(effect.do, ("",)):
        yield f"dice must be one of {', '.join(filter(None, DICE[effect.do]))}"
    if effect.do == "die_modifier" and effect.dice in ("attack", "defence") and (effect.modes or effect.within):
        yield "modes and within belong to to_hit dice"
    if effect.do == "may_reroll" and effect.whose == "enemy":
        yield "nobody chooses a re-roll for the enemy; must_reroll is meant"
    yield from _place_faults(card, effect)


def _number_faults(effect: Effect) -> Iterator[str]:
    if "n" in READS[effect.do] and not effect.n:
        yield "n is missing, or 0"
    if effect.do == "hand_limit" and effect.n < 0:
        yield "n is a number of cards, and below 0"
    for key in ("within", "least_bases", "least", "turns"):
        if getattr(effect, key) < 0:
            yield f"{key} is below 0"


def _place_faults(card: CardRow, effect: Effect) -> Iterator[str]:
    """LL.4.mod.1, LL.4.int.3 The card is played where its effect can matter."""
    if not played_in(card) & matters_in(effect):
        yield f"it matters in {' and '.join(sorted(matters_in(effect)))}, where the card is not played"
    if effect.do == "passive_moves_unit":
        is_fit = card.timing == "after_move" and not card.modifier
        if not is_fit or effect.units != "one" or effect.whose != "enemy":
            yield "it is for an interrupt after_move, with units one and whose enemy"


def played_in(card: CardRow) -> frozenset[str]:
    """The phases in which its effects are in force."""
    found = frozenset((SYMBOLS[card.modifier],)) if card.modifier else frozenset[str]()
    return found | TIMINGS.get(card.timing or "", PHASES) if card.interrupt else found


def matters_in(effect: Effect) -> frozenset[str]:
    if effect.do in DICE:
        return frozenset(("fire",)) if effect.dice in ("", "to_hit") else frozenset(("combat",))
    return WHERE.get(effect.do, PHASES)
