"""Gettysburg in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.gettysburg.words.en import combat, hidden, movement, movement_refusals, sight, turn

TERMS = {
    "attack": "Attack",
    "restricted": "Restricted",
    "passive": "Passive",
    "panic": "Panic",
    "heavy_woods": "heavy woods",
    "light_woods": "light woods",
}
WORDS = Words.of(turn, movement_refusals, movement, hidden, combat, sight, terms=TERMS)
