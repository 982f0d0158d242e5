"""The account of an import, for people: a summary, and on request every single thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.shell.output import Grid, counted
from domain.formats.importing.account import Account, Remark

SHOWN = 500  # characters of one remark; the log has all of it
_KINDS = {
    "Appeared": ("piece", ""),
    "Moved": ("move", ""),
    "Changed": ("change", ""),
    "Vanished": ("removal", ""),
    "Rolled": ("roll", ""),
    "DeckMade": ("deck", ""),
    "Drew": ("card drawn", "cards drawn"),
    "Discarded": ("card played", "cards played"),
    "Shuffled": ("shuffle", ""),
    "Lost": ("loss", "losses"),
    "Scored": ("score", ""),
    "PhaseTold": ("turn or phase", "turns and phases"),
    "Said": ("line of chat or note", "lines of chat and notes"),
    "Order": ("order", ""),
    "Fact": ("ruling or note", "rulings and notes"),
}


def summary(account: Account) -> Iterator[str]:
    """What a player wants to know at once."""
    found = [counted(number, *_KINDS.get(kind, (kind, ""))) for kind, number in account.understood.items()]
    yield f"  understood: {', '.join(found) or 'nothing'}"
    for what, remarks, more in _remarks(account):
        if remarks:
            yield f"  {what}: {len(remarks)}, {more}"
    for what, number in account.left_out.items():
        yield f"  left out: {number} {what}"


def _remarks(account: Account) -> Iterator[tuple[str, Sequence[Remark], str]]:
    yield "irregular", account.irregular, "recorded as it was played, with the rule it breaks"
    yield "supplied", account.supplied, "orders the file does not name, and the next ones need"
    yield "not understood", account.unread, "kept word for word as notes"
    yield "gaps in the log", account.gaps, "done outside it, and taken for granted in it"
    yield "signs of damage or editing", account.warnings, "where the file contradicts itself"


def details(account: Account) -> Iterator[str | Grid]:
    """All of it, by kind, with where it stands in the file and in the log."""
    for what, remarks, _ in _remarks(account):
        if remarks:
            rows = [(remark.place, remark.entry, remark.rule, _short(remark.text)) for remark in remarks]
            yield ""
            yield Grid(("where", "entry", "rule", what), rows)
    if account.counts:
        yield ""
        yield Grid(
            ("in the file", "number"), sorted((what, number) for what, number in account.counts.items() if number)
        )


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
