"""Disputed and optional rules as switches: what they are, and which are in force in a game."""

from __future__ import annotations

from collections.abc import Mapping

from domain.core import HasCore
from domain.kernel import Reading
from rules.longstreet_lite.rulings import cards as rulings_cards
from rules.longstreet_lite.rulings import combat as rulings_combat
from rules.longstreet_lite.rulings import fire as rulings_fire
from rules.longstreet_lite.rulings import formation as rulings_formation
from rules.longstreet_lite.rulings import ground as rulings_ground


def _number(dispute: tuple[str, Reading]) -> int:
    return int(dispute[0].removeprefix("D"))


READINGS: Mapping[str, Reading] = dict(
    sorted(
        {
            **rulings_ground.READINGS,
            **rulings_formation.READINGS,
            **rulings_cards.READINGS,
            **rulings_fire.READINGS,
            **rulings_combat.READINGS,
        }.items(),
        key=_number,
    )
)

SETTLED: Mapping[str, str] = {
    "D12": "LL.3.card.1 Each side is dealt six cards before the roll for the first turn: the book never deals a hand, "
    "yet the first player needs cards to invoke with, and six is what a hand is filled up to.",
    "D24": "LL.5.own.2 The few millimetres of own ground that a base may ignore are 0.1 BW, and so is the gap at which "
    "it still stands against a wall; the book gives no number, and any other this small plays alike.",
    "D50": "LL.4.int.6 An interrupt may be played in every window that its text fits, and in any of the four if it "
    "names no time: nothing else would let such a card be played.",
    "D57": "LL.4.seq.3 A turn without Move and without Combat is a pass, with all that follows from one: no third kind "
    "of turn is written.",
}  # no second way to play these

OPTIONS: Mapping[str, str] = {
    "void_effects": "LL.F.2 void effects: the cards named in the pack's `void` list serve for morale and invoking "
    "only; they neither modify nor interrupt",
    "plateaus": "LL.2.crest.1 plateaus: a hill marked as flat-topped has no crest",
    "rivers": "LL.3.terr.3 rivers: rivers, with their bridges and fords, and other impassable ground may be set up",
    "strict_firing_order": "LL.5.gen.2 strict firing order: units fire from one flank of the army to the other",
}

NEEDS: Mapping[str, str] = {}  # no option rests on another

_DEFAULTS: Mapping[str, str] = {dispute: found.default for dispute, found in READINGS.items()}


def reading(state: HasCore, dispute: str) -> str:
    """The letter in force: chosen at the start, or by a ruling since, else the default."""
    return state.core.readings.get(dispute) or _DEFAULTS[dispute]


def is_on(state: HasCore, option: str) -> bool:
    """Whether an optional rule is played."""
    return option in state.core.options
