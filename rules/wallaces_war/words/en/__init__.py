"""Wallace's War in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.wallaces_war.words.en import charges, command, fire, losses, melee, movement, retreats, sight, turn

TERMS = {
    "HC": "heavy cavalry",
    "MXB": "mounted crossbowmen",
    "XB": "crossbowmen",
    "AR": "archers",
    "RI": "regular infantry",
    "SC": "schiltron",
    "MAA": "men-at-arms",
}
WORDS = Words.of(turn, command, movement, fire, melee, charges, retreats, losses, sight, terms=TERMS)
