"""A file from elsewhere, read as a log: whole or as one side may see it, without a database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cli.files.sniffing import CSV, JSON_LINES, VASSAL, read_game_file, sniff
from cli.shell.session import Session, wear
from cli.shell.telling import HIDDEN, entry_value, laid_out, told
from domain.games.remarks import EntryNote, remark_of
from domain.kernel.colours import colours_of
from domain.kernel.core import check_side
from domain.kernel.errors import BadInput, NotFound, RefightError
from domain.kernel.facts import GameStarted, NoteAdded
from domain.kernel.system import System
from domain.log.entry import OLD_FORMAT, Entry, Sealed, codec_of, is_old
from domain.log.gamefile import GameFile
from domain.log.links import UNREADABLE, read_body, stored_bytes
from domain.log.refs import parse_ref
from domain.words.phrases import later, phrase
from domain.words.tell import is_aside
from projections.models.timeline import moment

OTHERS = {VASSAL: "a VASSAL log", CSV: "a spreadsheet"}
NOTE = NoteAdded.__name__.encode()  # what holds it may be one: the others need not be read
UNKNOWN = later("(this version cannot read it)")


class Wanted(NamedTuple):
    """Which entries, and for whose eyes."""

    viewer: str | None = None
    first: int = 1
    last: int | None = None
    orders: bool = False
    every: bool = False  # also what only keeps the machinery going


def is_file(session: Session, what: str) -> bool:
    """Whether an argument means a file: a game of that name comes first."""
    return what == "-" or os.sep in what or (Path(what).is_file() and not _is_game(session, what))


def _is_game(session: Session, what: str) -> bool:
    with suppress(RefightError):
        return session.has_log and session.games.log.has_game(parse_ref(what).game)
    return False


def nor_a_file(session: Session, what: str, error: NotFound) -> NotFound:
    """The same error; where it is the game that is not there, it says that there is no such file either."""
    return error if _is_game(session, what) else NotFound(f"{error} (nor is there a file {what!r})")


def open_file(name: str, instead: str) -> GameFile:
    """A file of JSON lines; for a transcript, what to do instead."""
    with sniff(name) as found:
        if found.format != JSON_LINES:
            raise BadInput(f"{name} is {OTHERS.get(found.format, 'a transcript')}: {instead}")
        return read_game_file(found)


def system_of(file: GameFile) -> System[Any]:
    from rules import SYSTEMS

    if file.head.system not in SYSTEMS:
        here = ", ".join(SYSTEMS)
        raise NotFound(f"this is a game of {file.head.system}, a system that is not here; there are {here}")
    return SYSTEMS[file.head.system]


def read_entry(system: System[Any], sealed: Sealed) -> Entry | None:
    """An entry of a file as one of a log; None where it is withheld or its fact is not known here."""
    if sealed.body is None:
        return None
    try:
        return codec_of(system).entry(sealed.line, sealed.number, stored_bytes(sealed))
    except UNREADABLE:
        return None


class FileLog:
    """What a file tells. Nothing in it is verified by being read."""

    def __init__(self, file: GameFile, wanted: Wanted) -> None:
        _check_format(file)
        self.file, self.wanted, self.system = file, wanted, system_of(file)
        self.sides = _sides(self.system, file)
        wear(partial(colours_of, self.system, file.head.pack))
        if wanted.viewer is not None:
            check_side(self.sides, wanted.viewer)

    def values(self) -> Iterator[dict[str, Any]]:
        return (self._value(sealed, entry) for sealed, entry, _ in self._entries())

    def lines(self) -> Iterator[str]:
        """Line by line of the game, each under its name if there are several; notes on entries beside them."""
        said = self._remarks()
        heads = {row.line: row for row in self.file.head.lines} if len(self.file.head.lines) > 1 else {}
        for sealed, entry, is_first in self._entries():
            head = heads.pop(sealed.line, None)
            if head:
                yield f"{head.line}, from {head.parent}:{head.at}" if head.parent else head.line
            if entry is None:
                yield laid_out(sealed.number, phrase(HIDDEN if sealed.body is None else UNKNOWN), "", (), is_first)
            elif self.wanted.every or not is_aside(self.system, entry.fact):
                beside = said.get((sealed.line, sealed.number), ())
                yield told(self.system, entry, self.wanted.viewer, self.sides, remarks=beside)

    def _remarks(self) -> dict[tuple[str, int], list[EntryNote]]:
        found: dict[tuple[str, int], list[EntryNote]] = {}
        for sealed in self.file.entries:
            entry = read_entry(self.system, sealed) if sealed.body and NOTE in sealed.body else None
            if entry and (one := remark_of(entry)):
                found.setdefault((sealed.line, one.about), []).append(one)
        return found

    def _entries(self) -> Iterator[tuple[Sealed, Entry | None, bool]]:
        """Each that is wanted, and whether it is the first of its order: then it is the order itself."""
        wanted, before = self.wanted, ("", 0)
        for sealed in self.file.entries:
            is_first, before = before != (sealed.line, sealed.order_no), (sealed.line, sealed.order_no)
            within = wanted.first <= sealed.number and (wanted.last is None or sealed.number <= wanted.last)
            if within and (is_first or not wanted.orders):
                yield sealed, read_entry(self.system, sealed), is_first

    def _value(self, sealed: Sealed, entry: Entry | None) -> dict[str, Any]:
        if entry is not None:
            return entry_value(self.system, entry, self.wanted.viewer)
        return {
            "line": sealed.line, "entry": sealed.number, "order": sealed.order_no, "by": sealed.by,
            "at": moment(sealed.at), "source": sealed.source, "to": sealed.to, "fact": None, "words": None,
            "hash": sealed.hash.hex(),
        }  # fmt: skip


def _check_format(file: GameFile) -> None:
    body = file.entries[0].body if file.entries else None
    with suppress(*UNREADABLE):
        if body is not None and is_old(read_body(body)):
            raise BadInput(f"this {OLD_FORMAT}")


def _sides(system: System[Any], file: GameFile) -> tuple[str, ...]:
    opening = read_entry(system, file.entries[0]) if file.entries else None
    return opening.fact.sides if opening and isinstance(opening.fact, GameStarted) else ()
