"""Wallace's War in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.wallaces_war.words.en import charges, command, fire, losses, melee, movement, retreats, sight, turn

PARTS = (turn, command, movement, fire, melee, charges, retreats, losses)

WORDS = Words(
    reasons={key: text for part in (*PARTS, sight) for key, text in part.REASONS.items()},
    facts={kind: tell for part in PARTS for kind, tell in part.FACTS.items()},
    asked={kind: tell for part in PARTS for kind, tell in part.ASKED.items()},
    orders={kind: text for part in PARTS for kind, text in part.ORDERS.items()},
    terms={
        "HC": "heavy cavalry",
        "MXB": "mounted crossbowmen",
        "XB": "crossbowmen",
        "AR": "archers",
        "RI": "regular infantry",
        "SC": "schiltron",
        "MAA": "men-at-arms",
    },
)
