"""LL.4.seq Orders at the wrong moment, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.reasons import Of
from domain.kernel.say import Say, Template


def _either(names: tuple[Of, ...]) -> str:
    return " or ".join(map(str, names))


def _not_asked(_say: Say, of: tuple[Of, ...]) -> str:
    return f"it is for {of[0]} to act now ({_either(of[1:])})"


def _must_wait(_say: Say, of: tuple[Of, ...]) -> str:
    return f"{of[0]} must wait: first {of[1]} gives {_either(of[2:])}"


def _not_your_turn(_say: Say, of: tuple[Of, ...]) -> str:
    return f"it is for {_either(of[1:])} to act now ({of[0]})"


def _no_order(_say: Say, of: tuple[Of, ...]) -> str:
    """What ends the phase is told last."""
    there = sorted(map(str, of[2:]), key=lambda name: name.startswith("End"))
    return f"{of[0]} is no order of this moment ({of[1]}); there: {', '.join(there)}"


REASONS: Mapping[str, Template] = {
    "not asked": _not_asked,
    "must wait": _must_wait,
    "not your turn": _not_your_turn,
    "no order of this phase": _no_order,
}
