"""Longstreet Lite in English: a log reads like a battle report."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.longstreet_lite.sheets import faults
from rules.longstreet_lite.words.en import cards, combat, fire, movement, retreat, sight, turn

WORDS = Words.of(faults, turn, cards, fire, movement, combat, retreat, sight)
