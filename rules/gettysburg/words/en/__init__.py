"""Gettysburg in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.gettysburg.words.en import combat, gate, hidden, movement, movement_refusals, sight, turn, victory

WORDS = Words(
    reasons={
        **gate.REASONS,
        **turn.REASONS,
        **movement_refusals.REASONS,
        **hidden.REASONS,
        **combat.REASONS,
        **victory.REASONS,
        **sight.REASONS,
    },
    facts={**turn.FACTS, **movement.FACTS, **hidden.FACTS, **combat.FACTS},
    asked={**movement.ASKED, **hidden.ASKED, **combat.ASKED},
    orders={**turn.ORDERS, **movement.ORDERS, **hidden.ORDERS, **combat.ORDERS},
    terms={
        "attack": "Attack",
        "restricted": "Restricted",
        "passive": "Passive",
        "panic": "Panic",
        "heavy_woods": "heavy woods",
        "light_woods": "light woods",
    },
)
