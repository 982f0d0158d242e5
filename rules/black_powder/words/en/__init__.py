"""Black Powder in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.black_powder.words.en import breaking, charges, combat, command, movement, opening, shooting, sight, turn

TERMS = {
    "attack_column": "attack column",
    "march_column": "march column",
    "mixed_line": "mixed line",
    "mixed_attack_column": "mixed attack column",
    "building": "in a building",
    "unlimbered_gun": "unlimbered gun",
    "half_out_of_zone": "less than half in the zone",
    "half_unseen": "less than half seen",
    "in_cover": "in cover",
    "narrow_corridor": "narrow corridor",
    "met_several": "met several",
}
WORDS = Words.of(turn, opening, command, movement, charges, shooting, combat, breaking, sight, terms=TERMS)
