"""Charts read off players' own sheets, in English."""

from __future__ import annotations

from domain.kernel.reasons import total
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike import cards as c

HITS = ("T7", "T8", "T9", "T11")


def _look(_say: Say, look: c.Lookup) -> str:
    column = f", column {look.column}" if look.column else ""
    if look.table == "T10":
        return f"T10, class {look.column}, range {look.die}"
    changed = f" ({look.die} modified)" if look.modifiers else ""
    return f"{look.table}{column}, row of {look.die + total(look.modifiers)}{changed}"


def _cell(cell: c.Cell) -> str:
    if cell.lookup.table in HITS:
        check = " and a check" if cell.mc else ""
        return f"{cell.ch} casualty hits, {cell.fh} formation hits{check}"
    if cell.lookup.table == "T10":
        return f"{cell.value:+}"
    hits = f", {cell.ch} casualties" if cell.ch else ""
    return f"{cell.result}{hits}{', pursuit' if cell.pursuit else ''}"


FACTS: FactTexts = {
    c.ResultEntered: lambda say, x: f"{_look(say, x.cell.lookup)}: {_cell(x.cell)}, entered and confirmed (DRV.tables)",
    c.ResultTaken: lambda _say, _fact: "the result is put to use",
}
ASKED: QuestionTexts = {
    c.AwaitResult: lambda say, x: f"what your sheet says: {_look(say, x.lookup)}",
    c.AwaitConfirm: lambda say, x: f"whether your sheet says so too: {_look(say, x.cell.lookup)}: {_cell(x.cell)}",
}
ORDERS: OrderTexts = {
    c.EnterResult: "what your own sheet says for the die that was rolled",
    c.Confirm: "the result entered is right; Decline has it read again",
}
REASONS: ReasonTexts = {
    "not in that table": "{0} has no {1}",
    "no such result": lambda _say, of: f"{of[0]} can say {', '.join(map(str, of[1:]))}",
    "hits out of bounds": "hits are 0 to {0}",
}
