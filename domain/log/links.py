"""The chain check: an entry as it was found, whether it can stand after the one before, and what is wrong if not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from domain.kernel import facts as f
from domain.kernel.errors import BadInput, VerificationFailed
from domain.kernel.naming import UMPIRE
from domain.log import chain
from domain.log.entry import KERNEL, OLD_FORMAT, SOURCES, Sealed, is_old
from domain.log.refs import MAIN
from domain.log.tampering import misplaced, what_was_done

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder().decode
UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, OverflowError, RecursionError)

OPENING = (f.GameStarted, f.LineOpened)
_ON_DICE = (
    f.OrderWaits, f.SharesDeposited, f.SharesPromised, f.DiceRolled, f.CardDrawn, f.DeckShuffled, f.SeedRevealed,
)  # fmt: skip
_KINDS = {kind.__name__: kind for kind in (*OPENING, *_ON_DICE)}
MOST_BACK = 20  # places where the clock goes back that are kept: a clock may do so at every other entry
_SHARED = {kind.__name__ for kind in f.SHARED}


class Found(NamedTuple):
    """What lies in the place of an entry; without `entry` it is unreadable, and `wrong` says why."""

    number: int
    entry: Sealed | None
    wrong: str = ""
    topic: str | None = None  # what the store files it under


class Place(NamedTuple):
    """Where a line lies: its own entries come after entry `at` of its parent; those of main after nothing."""

    name: str
    parent: str | None
    at: int
    system: str = ""  # whose facts the store files here

    def failed(self, number: int, what: str) -> VerificationFailed:
        return failed(self.name, number, what)


class FoundLine(NamedTuple):
    """A line's own entries as a file has them."""

    name: str
    parent: str | None
    at: int
    found: Sequence[Found]
    end: tuple[int, str] | None = None  # number and hash of the last entry, where the file says them

    @property
    def place(self) -> Place:
        return Place(self.name, self.parent, self.at)


class Backwards(msgspec.Struct, frozen=True):
    """Two entries in a row of which the later has the earlier time: a clock was set, or another machine wrote it."""

    line: str
    before: int
    entry: int
    by: int  # milliseconds


@dataclass(slots=True)
class Link:
    """The last entry that was checked: what the next one has to fit, and where until here the clock went back."""

    number: int = 0
    hash: bytes = chain.GENESIS
    order_no: int = 0
    at: int = 0
    back: tuple[Backwards, ...] = ()

    def tick(self, line: str, number: int, at: int) -> None:
        """The time of the next entry: nothing rests on it, so it is noted and not judged."""
        if at < self.at and number > 1 and len(self.back) < MOST_BACK:
            self.back += (Backwards(line, number - 1, number, self.at - at),)
        self.at = at


class _Lies(Protocol):
    @property
    def parent(self) -> str | None: ...

    @property
    def at(self) -> int: ...


L = TypeVar("L", bound=_Lies)


def failed(line: str, number: int, what: str) -> VerificationFailed:
    return VerificationFailed(f"entry {number} of {line} {what}", line=line, entry=number)


def stored_bytes(entry: Sealed) -> bytes:
    """The one way an entry is stored."""
    assert entry.body is not None, "a withheld entry cannot be stored"
    wire = (msgspec.Raw(entry.body), *entry[2:7], entry.salt, entry.hash)
    return _pack(wire)


def read_body(body: bytes) -> dict[str, Any]:
    """The fact as plain data; ValueError unless it is written in the one way facts are written."""
    data = _unpack(body)
    if not isinstance(data, dict) or not isinstance(data.get("fact"), str):
        raise ValueError("it is not a fact")
    if _pack(data) != body:
        raise ValueError("it is not written as facts are written")
    return data


@lru_cache(1000)
def filing(system: str, tag: str) -> tuple[str, type[f.Fact] | None]:
    """What a fact is filed under, by its tag; and its kind, if it opens a line or bears on dice."""
    if not isinstance(tag, str):
        raise TypeError("it is not a fact")
    return f"{KERNEL if tag in _SHARED else system}/{tag}", _KINDS.get(tag)


def home(lines: Mapping[str, L], name: str | None, number: int) -> L | None:
    """The line that entry `number`, seen from line `name`, lies in."""
    line = lines.get(name or "")
    while line is not None and number <= line.at:
        line = lines.get(line.parent or "")
    return line


def check_entry(place: Place, link: Link, found: Found, following: Iterator[Found]) -> f.Fact | None:
    """The fact, if it opens a line or bears on dice; VerificationFailed unless the entry is as it was written.

    `following` are the entries after it: they are read only to say what was done to it.
    """
    number, entry, wrong, topic = found
    wanted, opens = link.number + 1, link.number == place.at
    if number != wanted:
        raise place.failed(wanted, misplaced(wanted, number, (after.number for after in following)))
    if entry is None:
        raise place.failed(number, f"cannot be read: {wrong}")
    if entry.expected(link.hash) != entry.hash:
        readable = (after.entry for after in following if after.entry is not None)
        raise place.failed(number, what_was_done(entry, link.hash, readable))
    if wrong:
        raise place.failed(number, wrong)
    if entry.order_no != link.order_no and (opens or entry.order_no != link.order_no + 1):
        raise place.failed(number, _misnumbered(entry.order_no, link.order_no, opens))
    fact = None if entry.body is None else _read_fact(place, number, entry.body, topic)
    _check_opening(place, number, fact, opens)
    link.tick(place.name, number, entry.at)
    link.number, link.hash, link.order_no = number, entry.hash, entry.order_no
    return fact


def _misnumbered(found: int, before: int, opens: bool) -> str:
    wanted = f"{before}" if opens else f"{before} or {before + 1}"
    return f"is counted to order {found}, but only order {wanted} can stand there"


def _read_fact(place: Place, number: int, body: bytes, topic: str | None) -> f.Fact | None:
    try:
        data = read_body(body)
        filed, kind = filing(place.system, data["fact"])
        fact = None if kind is None else msgspec.convert(data, kind)
    except UNREADABLE as error:
        with suppress(*UNREADABLE):
            if is_old(read_body(body)):
                raise BadInput(f"this {OLD_FORMAT}") from None
        raise place.failed(number, f"cannot be read: {error}") from None
    if topic is not None and topic != filed:
        raise place.failed(number, f"holds {data['fact']}, but is filed under {topic}")
    return fact


def _check_opening(place: Place, number: int, fact: f.Fact | None, opens: bool) -> None:
    if not opens:
        if isinstance(fact, OPENING):
            raise place.failed(number, "opens a line in the middle of one")
        return
    if not isinstance(fact, f.GameStarted if place.name == MAIN else f.LineOpened):
        raise place.failed(number, "does not open the line as a first entry must")
    if isinstance(fact, f.LineOpened) and (fact.parent, fact.at) != (place.parent, place.at):
        raise place.failed(
            number,
            f"says it branches off {fact.parent} at entry {fact.at}, but lies after entry {place.at} of {place.parent}",
        )


def check_envelopes(lines: Mapping[str, FoundLine], sides: Sequence[str]) -> None:
    """Who gave each entry, how it came in and who may see it: after the chain, which says that all can be read."""
    known = {UMPIRE, *sides}
    for line in lines.values():
        for number, entry, _, _ in line.found:
            assert entry is not None, "the chain is checked first"
            if entry.by not in known:
                what = f"is by {entry.by!r}, who is neither a side of this game nor the {UMPIRE}"
                raise failed(line.name, number, what)
            if entry.source not in SOURCES:
                what = f"says {entry.source!r} of where it comes from: nothing, imported or ruled"
                raise failed(line.name, number, what)
            strangers = [side for side in entry.to or () if side not in sides]
            if strangers:
                raise failed(line.name, number, f"is for {strangers[0]!r} to see, which is no side of this game")
