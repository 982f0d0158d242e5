"""Musket & Pike in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.musket_and_pike.words.en import (
    charts,
    fire,
    leaders,
    melee,
    morale,
    movement,
    reaction,
    recovery,
    retreats,
    sight,
    turn,
)

PARTS = (fire, morale, charts, reaction, retreats, melee, leaders, movement, recovery, turn)

WORDS = Words(
    reasons={key: text for part in (*PARTS, sight) for key, text in part.REASONS.items()},
    facts={kind: tell for part in PARTS for kind, tell in part.FACTS.items()},
    asked={kind: tell for part in PARTS for kind, tell in part.ASKED.items()},
    orders={kind: text for part in PARTS for kind, text in part.ORDERS.items()},
    terms=turn.TERMS,
)
