"""Counting and naming that needs no catalogue."""

from __future__ import annotations

import msgspec

from domain.kernel.facts import GameEnded, IrregularPlay, PointsScored


def count(amount: int, things: str) -> str:
    """1 step, 2 steps: the plural is what is stored."""
    return f"{amount} {_one(things) if amount == 1 else things}"


def _one(things: str) -> str:
    return things.removesuffix("ies") + "y" if things.endswith("ies") else things.removesuffix("s")


def generic(thing: msgspec.Struct) -> str:
    fields = msgspec.structs.asdict(thing)
    return f"{type(thing).__name__} " + " ".join(f"{key}={value}" for key, value in fields.items())


def cited(fact: PointsScored | IrregularPlay | GameEnded) -> str:
    """The rule a fact names, in brackets."""
    return f" [{fact.why.cite}]" if fact.why.cite else ""
