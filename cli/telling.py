"""Entries for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.entry import Entry
from domain.facts import CLERICAL, OrderGiven
from domain.kernel import System
from domain.words import tell
from projections.sight import can_see
from projections.timeline import moment

HIDDEN = "(hidden)"


def told(system: System[Any], entry: Entry, viewer: str | None = None) -> str:
    """`12  blue> …`: an order with its number and its giver, what follows from it indented beneath."""
    indent = "" if isinstance(entry.fact, (OrderGiven, *CLERICAL)) else "  "
    return f"{entry.number:>4}  {indent}{words(system, entry, viewer)}"


def words(system: System[Any], entry: Entry, viewer: str | None = None) -> str:
    if not can_see(viewer, entry.to):
        return HIDDEN
    return tell(system, entry.fact) + _secret(entry) + (f" ({entry.source})" if entry.source else "")


def _secret(entry: Entry) -> str:
    if entry.to is None:
        return ""
    return f" [secret: {', '.join(entry.to)} only]" if entry.to else " [secret: the umpire only]"


def entry_value(system: System[Any], entry: Entry, viewer: str | None = None) -> dict[str, Any]:
    """An entry as JSON; a hidden one keeps its envelope and loses its fact."""
    seen = can_see(viewer, entry.to)
    return {
        "line": entry.line,
        "entry": entry.number,
        "order": entry.order_no,
        "by": entry.by,
        "at": moment(entry.at),
        "source": entry.source,
        "to": entry.to,
        "fact": msgspec.to_builtins(entry.fact) if seen else None,
        "words": tell(system, entry.fact) if seen else None,
        "hash": entry.hash.hex(),
    }


def values(system: System[Any], entries: Sequence[Entry], viewer: str | None = None) -> list[dict[str, Any]]:
    return [entry_value(system, entry, viewer) for entry in entries]
