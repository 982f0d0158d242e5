"""What a card's effect does, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.facts import UnitId
from domain.kernel.say import Say
from rules.longstreet_lite.sheets.rows import Effect

KINDS: Mapping[str, str] = {"": "unit", "INF": "infantry unit", "ART": "battery"}
DICE: Mapping[str, str] = {
    "": "to-hit dice",
    "to_hit": "to-hit dice",
    "attack": "attack dice",
    "defence": "defence dice",
}


def said_effect(say: Say, effect: Effect, unit: UnitId = "") -> str:
    """In one clause, with the unit where it is named."""
    return SAID[effect.do](effect, say.unit(unit) if unit else whom(effect))


def whom(effect: Effect) -> str:
    side = "" if effect.whose == "own" else "enemy "
    least = f" of {effect.least_bases} bases or more" if effect.least_bases else ""
    return f"{'one' if effect.units == 'one' else 'every'} {side}{KINDS[effect.kind]}{least}"


def _player(effect: Effect) -> str:
    return "the player" if effect.whose == "own" else "the enemy"


def _move(effect: Effect, subject: str) -> str:
    way = f"{effect.n} BW farther" if effect.n > 0 else f"{-effect.n} BW less"
    least = f", {effect.least} at least" if effect.least else ""
    return f"{subject} moves {way}{least}"


def _die(effect: Effect, subject: str) -> str:
    which = f"{' and '.join(effect.modes)} dice" if effect.modes else DICE[effect.dice]
    near = f" within {effect.within} BW" if effect.within else ""
    return f"{effect.n:+} to {which}{near} {'of' if effect.aimed == 'by' else 'aimed at'} {subject}"


SAID: Mapping[str, Callable[[Effect, str], str]] = {
    "move_bonus": _move,
    "unit_may_not_move": lambda _effect, subject: f"{subject} may not move",
    "unit_may_not_fire": lambda _effect, subject: f"{subject} may not fire",
    "extra_combat_dice": lambda effect, subject: f"{subject} rolls {effect.n:+} {DICE[effect.dice]}",
    "may_reroll": lambda effect, subject: f"{subject} may re-roll failed {DICE[effect.dice]}",
    "must_reroll": lambda effect, subject: f"{subject} must re-roll successful {DICE[effect.dice]}",
    "die_modifier": _die,
    "hand_limit": lambda effect, _subject: f"{_player(effect)} draws up to {effect.n} cards",
    "waive_second_card": lambda _effect, _subject: "the phase counts as invoked with two cards",
    "passive_moves_unit": lambda _effect, subject: f"the player moves {subject}",
    "no_modifiers": lambda effect, _subject: f"{_player(effect)} may not modify any phase",
}
