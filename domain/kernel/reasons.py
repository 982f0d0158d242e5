"""Why: a key of the catalogue, the rule it rests on, and what it speaks of. Whoever shows it has a language."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

Of: TypeAlias = str | int  # an id, a key or a number; never a sentence


class Reason(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One concept for dice purposes, causes, refusals and what was declined."""

    key: str  # a short phrase, unique in the catalogue of its system, for ever
    cite: str = ""
    of: tuple[Of, ...] = ()


SAID = "said"  # the key of what somebody typed: told as typed in every language


def said(text: str, cite: str = "") -> Reason:
    return Reason(SAID, cite, (text,) if text else ())


def kind_of(why: Reason) -> str:
    """What it is about, without the units and numbers it speaks of: how dice are counted by purpose."""
    return why.key if why.key != SAID else "".join(map(str, why.of))


def brief(why: Reason) -> str:
    """For an error about a log, where no words of its system are at hand."""
    return f"{why.cite} {kind_of(why)}".strip()


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One line of a modifier table as it applied: how much, why, and under which rule."""

    value: int
    key: str
    cite: str
    of: tuple[Of, ...] = ()


class TableRead(msgspec.Struct, frozen=True, gc=False):
    """Which printed table was read, in which row and column, and what stands there: figures, terms or reasons."""

    table: str
    row: Reason | str
    column: Reason | str
    cell: Reason | str
    cite: str


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)
