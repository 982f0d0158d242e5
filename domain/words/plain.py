"""Counting and naming that needs no catalogue."""

from __future__ import annotations

import msgspec

from domain.kernel.facts import GameEnded, IrregularPlay, PointsScored
from domain.kernel.reasons import cite_of


def count(amount: int, things: str) -> str:
    """1 step, 2 steps: the plural is what is stored."""
    return f"{amount} {things.removesuffix('s') if amount == 1 else things}"


def generic(thing: msgspec.Struct) -> str:
    fields = msgspec.structs.asdict(thing)
    return f"{type(thing).__name__} " + " ".join(f"{key}={value}" for key, value in fields.items())


def cited(fact: PointsScored | IrregularPlay | GameEnded) -> str:
    """The rule a fact names, in brackets."""
    rule = fact.rule or cite_of(fact.why)
    return f" [{rule}]" if rule else ""
