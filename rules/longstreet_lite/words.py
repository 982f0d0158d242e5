"""Facts in plain words: a log reads like a battle report. Units stand by their id; the reader adds their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from rules.longstreet_lite.combat.words import ASIDES as COMBAT_ASIDES
from rules.longstreet_lite.combat.words import WORDS as COMBAT_WORDS
from rules.longstreet_lite.facts import EffectsEnded
from rules.longstreet_lite.fire.words import WORDS as FIRE_WORDS
from rules.longstreet_lite.losses import WORDS as LOSS_WORDS
from rules.longstreet_lite.movement.words import WORDS as MOVEMENT_WORDS
from rules.longstreet_lite.turn.words import WORDS as TURN_WORDS

WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    **TURN_WORDS,
    **FIRE_WORDS,
    **MOVEMENT_WORDS,
    **COMBAT_WORDS,
    **LOSS_WORDS,
}

# Told by other lines already, or only moving the machinery on.
ASIDES: tuple[type[Fact], ...] = (EffectsEnded, *COMBAT_ASIDES)


def tell(fact: Fact) -> str | None:
    words = WORDS.get(type(fact))
    return words(fact) if words else None
