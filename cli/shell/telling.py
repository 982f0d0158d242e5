"""Entries for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from cli.shell import colour
from cli.shell.errors import clean
from domain.games.sight import can_see
from domain.kernel.facts import CLERICAL, IMPORTED, Fact, OrderGiven
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.words.phrases import later, phrase
from domain.words.tell import is_aside, tell

if TYPE_CHECKING:
    from domain.games.preview import Preview
    from domain.games.remarks import EntryNote

HIDDEN = later("(hidden)")
Names = Mapping[str, str] | None  # of units, as their pack calls them


def told(
    system: System[Any], entry: Entry, viewer: str | None = None, sides: Sequence[str] = (), names: Names = None,
    remarks: Sequence[EntryNote] = (),
) -> str:  # fmt: skip
    """`12  blue> …`: an order with its number and its giver, what follows from it indented beneath."""
    seen = can_see(viewer, entry.to)
    said = tell(system, entry.fact, names) if seen else phrase(HIDDEN)
    beside = "".join(map(_beside, remarks))
    return laid_out(entry.number, said, (_marks(entry) if seen else "") + beside, sides, is_head(entry.fact))


def _beside(one: EntryNote) -> str:
    """What somebody wrote of an entry later: a mark, or that there is a note."""
    return phrase("  [{0} by {1}, entry {2}]", one.mark or phrase("note"), one.by, one.entry)


def in_full(typed: str, found: Preview) -> list[str]:
    """The order that will be given, with its price; nothing where it has none and was written out."""
    return [] if found.price is None and found.is_written(typed) else [found.told]


def with_price(rows: Sequence[dict[str, Any]], found: Preview) -> Sequence[dict[str, Any]]:
    """For programs: the order itself with what it costs, and by which way it goes."""
    priced = {"price": found.cost or None, "way": found.way}
    return [{**row, **priced} if _is_order(row["fact"]) else row for row in rows]


def _is_order(fact: Any) -> bool:
    return isinstance(fact, OrderGiven) or (isinstance(fact, dict) and fact["fact"] == OrderGiven.__name__)


def worth_telling(system: System[Any], entries: Iterable[Entry]) -> Iterator[Entry]:
    """Without what only keeps the machinery going."""
    return (entry for entry in entries if not is_aside(system, entry.fact))


def is_head(fact: Fact) -> bool:
    """An order, or what the clerk wrote; not what follows from an order."""
    return isinstance(fact, (OrderGiven, *CLERICAL))


def laid_out(number: int, said: str, marks: str, sides: Sequence[str], head: bool) -> str:
    """One line of a log; on a terminal the giver in his colour, effects dimmed, secrets in a style of their own."""
    indent = "" if head else "  "
    said = said.replace("\n", f"\n      {indent}")
    if not colour.is_on():
        return f"{number:>4}  {indent}{said}{marks}"
    giver, arrow, order = said.partition(">")
    if said == phrase(HIDDEN):
        shown = colour.secret(said)
    elif head and arrow and giver in sides:
        shown = colour.in_side(giver + arrow, giver, sides) + clean(order)
    else:
        shown = clean(said) if head else colour.dimmed(said)
    return colour.Painted(f"{number:>4}  {indent}{shown}{colour.secret(marks) if marks else ''}")


def _marks(entry: Entry) -> str:
    """That an order was imported is said once, at the order."""
    is_told = entry.source and (entry.source != IMPORTED or is_head(entry.fact))
    return secret_mark(entry.to) + (f" ({phrase(entry.source)})" if is_told else "")


def secret_mark(to: Sequence[str] | None) -> str:
    if to is None:
        return ""
    return phrase(" [secret: {0} only]", ", ".join(to)) if to else phrase(" [secret: the umpire only]")


def entry_value(system: System[Any], entry: Entry, viewer: str | None = None, names: Names = None) -> dict[str, Any]:
    """An entry as JSON; a hidden one keeps its envelope and loses its fact."""
    from projections.models.timeline import moment  # late: people are told without it

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
        "words": tell(system, entry.fact, names) if seen else None,
        "hash": entry.hash.hex(),
    }


def values(
    system: System[Any], entries: Iterable[Entry], viewer: str | None = None, names: Names = None
) -> Iterator[dict[str, Any]]:
    return (entry_value(system, entry, viewer, names) for entry in entries)
