"""Refusals, which name their rule, and the other plain errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from domain.kernel.reasons import Of, Reason

P = ParamSpec("P")
T = TypeVar("T")


class RefightError(Exception):
    """Anything a user can cause and mend; it is shown as one sentence, never as a traceback."""


class IllegalOrder(RefightError):
    """Readable but forbidden: always names the rule that stands in the way."""

    def __init__(self, key: str, cite: str, *of: Of) -> None:
        super().__init__(key)
        self.reason = Reason(key, cite, of)
        self.speak: Callable[[Reason], str] | None = None  # in the language spoken; set where the words are at hand

    @property
    def rule(self) -> str:
        return self.reason.cite

    @property
    def message(self) -> str:
        return self.speak(self.reason) if self.speak else self.reason.key

    def __str__(self) -> str:
        return f"[{self.rule}] {self.message}"


def heed(bar: IllegalOrder | Reason | None) -> None:
    """Refuses for what a rule says stands in the way, if anything does: the rule answers those who list orders too."""
    if bar:
        raise IllegalOrder(bar.key, bar.cite, *bar.of) if isinstance(bar, Reason) else bar


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


def is_legal(check: Callable[P, object], *args: P.args, **more: P.kwargs) -> bool:
    """Whether a check, or a plan that begins with its checks, lets this pass."""
    try:
        check(*args, **more)
    except IllegalOrder:
        return False
    return True


def refusal(check: Callable[P, object], *args: P.args, **more: P.kwargs) -> IllegalOrder | None:
    """What a check says against this, if anything."""
    try:
        check(*args, **more)
    except IllegalOrder as refused:
        return refused
    return None


def if_legal(plan: Callable[P, T], *args: P.args, **more: P.kwargs) -> T | None:
    """What a plan comes to, or nothing where its checks refuse it."""
    try:
        return plan(*args, **more)
    except IllegalOrder:
        return None
