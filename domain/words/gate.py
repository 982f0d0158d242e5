"""An order at the wrong moment, in English: what the gate of any book refuses, in a system's own words for its phases.

Other languages say it in their own modules.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say
from domain.words.templates import Way


def refusals(side: Way = Say.term, *, now: str, of: str) -> ReasonTexts:
    """`side` names whose moment it is; `now` tells the phase {0} after "to act now", `of` after "is no order of"."""

    def not_asked(say: Say, about: tuple[Of, ...]) -> str:
        return f"it is for {side(say, about[0])} to act now ({_either(about[1:])})"

    def must_wait(say: Say, about: tuple[Of, ...]) -> str:
        return f"{about[0]} must wait: first {side(say, about[1])} gives {_either(about[2:])}"

    def not_your_turn(say: Say, about: tuple[Of, ...]) -> str:
        who = " and ".join(side(say, one) for one in about[1:] if one) or "nobody"
        return f"it is for {who} to act now{now.format(about[0])}"

    def no_order(_say: Say, about: tuple[Of, ...]) -> str:
        """What ends a phase is told last."""
        there = sorted(map(str, about[2:]), key=lambda name: name.startswith("End"))
        return f"{about[0]} is no order of {of.format(about[1])}; there: {', '.join(there)}"

    return {
        "not asked": not_asked,
        "must wait": must_wait,
        "not your turn": not_your_turn,
        "no order of this phase": no_order,
    }


def _either(names: Iterable[Of]) -> str:
    return " or ".join(map(str, names))
