"""What a rule says: modifiers with their citation, refusals with theirs, and the other plain errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One line of a modifier table as it applied: how much, why, and under which rule."""

    value: int
    why: str
    cite: str


class TableRead(msgspec.Struct, frozen=True, gc=False):
    """Which printed table was read, in which row and column, and what stands there."""

    table: str
    row: str
    column: str
    cell: str
    cite: str


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)


class RefightError(Exception):
    """Anything a user can cause and mend; it is shown as one sentence, never as a traceback."""


class IllegalOrder(RefightError):
    """Readable but forbidden: always names the rule that stands in the way."""

    def __init__(self, message: str, *, rule: str, **facts: Any) -> None:
        super().__init__(message)
        self.message, self.rule, self.facts = message, rule, facts

    def __str__(self) -> str:
        return f"[{self.rule}] {self.message}"


class MalformedOrder(RefightError):
    """Unreadable: not an order of this system, or its fields do not fit."""

    def __init__(self, message: str, *, column: int = 0) -> None:
        super().__init__(message)
        self.column = column


class NotFound(RefightError):
    """A game, line, entry, side, system, scenario or pack that is not there."""


class BadInput(RefightError):
    """A file or value we cannot read: says where, and what was expected."""


class LogConflict(RefightError):
    """Someone else appended first; nothing of ours was stored."""


class TapeMismatch(RefightError):
    """The rules ask for other dice than those at hand (too few, too many, other sides or purpose)."""


class VerificationFailed(RefightError):
    """A chain or dice proof does not hold; `entry` is the first that is wrong."""

    def __init__(self, message: str, *, line: str = "", entry: int = 0) -> None:
        super().__init__(message)
        self.line, self.entry = line, entry
