"""Longstreet Lite in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.longstreet_lite.sheets.faults import FAULTS
from rules.longstreet_lite.words.en import cards, combat, fire, gate, losses, movement, retreat, sight, turn

CHAPTERS = (turn, cards, fire, movement, combat, retreat, losses)
WORDS = Words(
    reasons={
        **gate.REASONS,
        **FAULTS,
        **{key: said for chapter in CHAPTERS for key, said in chapter.REASONS.items()},
        **sight.REASONS,
    },
    facts={kind: tell for chapter in CHAPTERS for kind, tell in chapter.FACTS.items()},
    asked={**cards.ASKED, **fire.ASKED, **movement.ASKED, **combat.ASKED, **retreat.ASKED, **losses.ASKED},
    orders={kind: said for chapter in CHAPTERS for kind, said in chapter.ORDERS.items()},
    terms={},
)
