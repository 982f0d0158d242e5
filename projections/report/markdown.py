"""A report as Markdown: plain enough to be read as it is, and no text of a player is taken for mark-up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from domain.words.phrases import phrase
from projections.drawing.words import plain
from projections.report.document import Block, Document, Facts, Figure, Items, Para, Table, Typed

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")
_START = re.compile(r"^([#+-]|\d+(?=[.)]))")


def markdown(document: Document) -> str:
    parts = [f"# {_safe(document.title)}", _safe(document.subtitle), *_told(document.lead)]
    for section in document.sections:
        parts += [f"{'#' * section.level} {_safe(section.title)}", *_told(section.blocks)]
    return "\n\n".join(parts) + "\n"


def _safe(text: str) -> str:
    """Read as it stands: without this, `<b>` in a note would be mark-up, and a side called *red* slanted."""
    return _START.sub(r"\\\1", _MARKUP.sub(r"\\\1", plain(text)))


def _told(blocks: Iterable[Block]) -> Iterator[str]:
    return filter(None, map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Para(text, strong):
            return f"**{_safe(text)}**" if strong else _safe(text)
        case Items(items):
            return "\n".join(f"- {_entry(one.entry)}{_safe(one.text)}" for one in items)
        case Table():
            return _table(block)
        case Facts(rows):
            return "\n".join(f"- {phrase('{0}: {1}', f'**{_safe(name)}**', _safe(value))}" for name, value in rows)
        case Figure(_, _, text):
            return _fenced(text.splitlines()) if text else ""
        case Typed(lines):
            return _fenced(lines)


def _entry(number: int) -> str:
    return phrase("entry {0}: {1}", number, "") if number else ""


def _table(table: Table) -> str:
    numbers = [all(isinstance(row[i], int) for row in table.rows) for i in range(len(table.columns))]
    rule = "|".join(" ---: " if is_number else " --- " for is_number in numbers)
    rows = [" | ".join(_safe(str(cell)) for cell in row) for row in (table.columns, *table.rows)]
    head, *rest = (f"| {row} |" for row in rows)
    return "\n".join([head, f"|{rule}|", *rest])


def _fenced(lines: Iterable[str]) -> str:
    """With a fence longer than any in it."""
    found = list(lines)
    longest = max((len(run) for line in found for run in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *found, fence])
