"""What sentences of several chapters are made with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.kernel.reasons import Of
from domain.kernel.say import Say, Template
from rules.gettysburg.tables import MP


def in_points(halves: int) -> str:
    """Half-points as the players say them."""
    whole, half = divmod(halves, MP)
    return f"{whole or ''}{'½' if half else ''}" or "0"


def points(halves: int) -> str:
    """Movement points as people count them."""
    return f"{in_points(halves)} MP"


def named(say: Say, unit: Of) -> str:
    """A unit of a refusal by name and id; what is no unit as it was typed."""
    name = say.name(unit)
    return name if name == unit else f"{name} ({unit})"


def each(say: Say, units: Iterable[Of]) -> str:
    return ", ".join(named(say, unit) for unit in units)


def listed(things: Iterable[Of], nothing: str = "") -> str:
    return ", ".join(map(str, things)) or nothing


def because(say: Say, fact: Any) -> str:
    """Why, and under which rule; a roll needs no word."""
    why = fact.why
    return f" ({why.cite})" if why.key == "rolled" else f" ({say.reason(why)}, {why.cite})"


def of_unit(text: str) -> Template:
    """A test; with whose it is, where that is said."""
    return lambda say, of: f"{text}: {say.name(of[0])}" if of else text
