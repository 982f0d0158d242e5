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

WORDS = Words.of(fire, morale, charts, reaction, retreats, melee, leaders, movement, recovery, turn, sight)
