"""Disputes about cards, passing and re-rolls."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Reading

READINGS: Mapping[str, Reading] = {
    "D2": Reading(
        "LL.1.dice.6",
        "When are dice of a combat re-rolled?",
        {
            "A": "when all attack dice have been rolled, the active player's first",
            "B": "each side's at once, before the other side rolls",
        },
        "A",
    ),
    "D13": Reading(
        "LL.3.lose.2",
        "Which piles must be empty for a pass to lose the game?",
        {"A": "deck and discard pile both", "B": "either of them"},
        "A",
    ),
    "D14": Reading(
        "LL.4.deck.3",
        "What does the enemy know of the piles?",
        {
            "A": "how many cards are in deck and discard pile",
            "B": "nothing but the size of the hand",
            "C": "how many cards are in both, and the card on top of the discard pile",
        },
        "A",
    ),
    "D15": Reading(
        "LL.4.resh.4",
        "A reshuffled deck has fewer than six cards. How many are removed?",
        {"A": "all of them", "B": "none"},
        "A",
    ),
    "D16": Reading(
        "LL.4.two.1",
        "When is the second invoking card played?",
        {"A": "with the first", "B": "with it, or later in the phase when a unit needs it"},
        "A",
    ),
    "D17": Reading(
        "LL.4.pass.2",
        "A player who passed last turn has no card and must pass again. What follows?",
        {
            "A": "he passes, and has passed for his next turn as well",
            "B": "he loses",
            "C": "he passes, and it does not count against his next turn",
        },
        "A",
    ),
    "D26": Reading(
        "LL.5.last.1",
        "May a morale card be played that can remove nothing?",
        {"A": "no", "B": "yes, it is wasted"},
        "A",
    ),
    "D45": Reading(
        "LL.7.finterp.1",
        "When is the card played that frees retreats of their losses?",
        {
            "A": "before that side rolls for any retreat",
            "B": "after its retreat dice, before the first unit moves",
        },
        "A",
    ),
    "D54": Reading(
        "LL.4.mod.1",
        "Whom does Quickstep speed up?",
        {"A": "every unit that moves in the phase", "B": "one unit"},
        "A",
    ),
    "D58": Reading(
        "LL.4.int.3",
        "Who names the unit that Old Rivals keeps from moving?",
        {"A": "the passive player, who played it", "B": "the active player", "C": "chance"},
        "A",
    ),
    "D60": Reading(
        "LL.4.pass.2",
        "May a player who passed last turn spend his last card on a Fire phase?",
        {"A": "yes, and he then passes because he must", "B": "no"},
        "A",
    ),
}
