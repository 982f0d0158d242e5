"""The chain check: entries as they were found, the first thing wrong with them, and what was done to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from domain import chain
from domain import facts as f
from domain.chance import NO_END
from domain.entry import KERNEL, Sealed
from domain.refs import MAIN, UMPIRE
from domain.ruling import VerificationFailed
from domain.table import SOURCES

FARTHEST_SHIFT = 1000  # how many entries taken out together we still recognise as such

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder().decode
UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, OverflowError, RecursionError)

OPENING = (f.GameStarted, f.LineOpened)
KINDS = {kind.__name__: kind for kind in (*OPENING, f.DiceRolled, f.CardDrawn, f.DeckShuffled, f.SeedRevealed)}


class Found(NamedTuple):
    """What lies in the place of an entry; without `entry` it is unreadable, and `wrong` says why."""

    number: int
    entry: Sealed | None
    wrong: str = ""
    topic: str | None = None  # what the store files it under


class Marked(NamedTuple):
    """A fact that bears on dice, or None where an entry is withheld."""

    number: int
    fact: f.Fact | None


@dataclass
class FoundLine:
    """A line's own entries as they were found; the check fills in the facts that bear on dice."""

    name: str
    parent: str | None
    at: int
    found: Sequence[Found]
    system: str = ""
    last: int = NO_END  # entries after this one are read, but belong to none of the lines that are proved
    end: tuple[int, str] | None = None  # number and hash of the last entry, where the file says them
    marked: list[Marked] = field(default_factory=list)

    @property
    def counted(self) -> int:
        return max(0, min(self.last - self.at, len(self.found)))

    @property
    def withheld(self) -> int:
        return sum(fact is None and number <= self.last for number, fact in self.marked)

    def failed(self, number: int, what: str) -> VerificationFailed:
        return VerificationFailed(f"entry {number} of {self.name} {what}", line=self.name, entry=number)

    def opening(self) -> Any:
        return self.marked[0].fact


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


def check_envelopes(lines: Mapping[str, FoundLine], sides: Sequence[str]) -> None:
    """Who gave each entry, how it came in and who may see it: after the chain, which says that all can be read."""
    known = {UMPIRE, *sides}
    for line in lines.values():
        for number, entry, _, _ in line.found:
            assert entry is not None, "the chain is checked first"
            if entry.by not in known:
                raise line.failed(number, f"is by {entry.by!r}, who is neither a side of this game nor the {UMPIRE}")
            if entry.source not in SOURCES:
                raise line.failed(number, f"says {entry.source!r} of where it comes from: nothing, imported or ruled")
            strangers = [side for side in entry.to or () if side not in sides]
            if strangers:
                raise line.failed(number, f"is for {strangers[0]!r} to see, which is no side of this game")


def home(lines: Mapping[str, FoundLine], name: str | None, number: int) -> FoundLine | None:
    """The line that entry `number`, seen from line `name`, lies in."""
    line = lines.get(name or "")
    while line is not None and number <= line.at:
        line = lines.get(line.parent or "")
    return line


def check_chain(lines: Mapping[str, FoundLine]) -> None:
    """Every line, parents first: VerificationFailed at the first entry that is not as it was written."""
    for line in lines.values():
        _check_line(line, _before(lines, line))


def _before(lines: Mapping[str, FoundLine], line: FoundLine) -> Sealed | None:
    """The entry that a line leaves from; main has none."""
    if line.name == MAIN:
        return None
    parent = home(lines, line.parent, line.at)
    place = line.at - parent.at - 1 if parent else 0
    if parent is None or place >= len(parent.found):
        raise line.failed(
            line.at + 1,
            f"branches off {line.parent} at entry {line.at}, which is not there: "
            f"it was changed, or the end of {line.parent} was cut off",
        )
    before = parent.found[place].entry
    assert before is not None, "parents are checked first"
    return before


def _check_line(line: FoundLine, left: Sealed | None) -> None:
    before, order_no = (left.hash, left.order_no) if left else (chain.GENESIS, 0)
    if not line.found:
        raise line.failed(line.at + 1, "is missing, and with it the whole line")
    for place, (number, entry, wrong, topic) in enumerate(line.found):
        if number != line.at + 1 + place:
            raise _misplaced(line, place)
        if entry is None:
            raise line.failed(number, f"cannot be read: {wrong}")
        if entry.expected(before) != entry.hash:
            raise line.failed(number, _what_was_done(line, place, before))
        if wrong:
            raise line.failed(number, wrong)
        if entry.order_no != order_no and (place == 0 or entry.order_no != order_no + 1):
            raise line.failed(number, _misnumbered(entry.order_no, order_no, place == 0))
        _mark(line, entry, topic)
        before, order_no = entry.hash, entry.order_no
    if line.end:
        _check_end(line, line.end, before)


def _misnumbered(found: int, before: int, opens: bool) -> str:
    wanted = f"{before}" if opens else f"{before} or {before + 1}"
    return f"is counted to order {found}, but only order {wanted} can stand there"


def _check_end(line: FoundLine, end: tuple[int, str], head: bytes) -> None:
    number = line.at + len(line.found)
    if end != (number, head.hex()):
        raise line.failed(number, "is not the last one named at the end of the file")


def _mark(line: FoundLine, entry: Sealed, topic: str | None) -> None:
    """Read the fact, keep it if it bears on dice, and see that lines open where they must."""
    kind = None
    if entry.body is None:
        line.marked.append(Marked(entry.number, None))
    else:
        try:
            data = read_body(entry.body)
            kind = KINDS.get(data["fact"])
            if kind is not None:
                line.marked.append(Marked(entry.number, msgspec.convert(data, kind)))
        except UNREADABLE as error:
            raise line.failed(entry.number, f"cannot be read: {error}") from None
        if topic is not None and topic != _topic(line.system, data["fact"]):
            raise line.failed(entry.number, f"holds {data['fact']}, but is filed under {topic}")
    if entry.number == line.at + 1:
        _check_opening(line, kind)
    elif kind in OPENING:
        raise line.failed(entry.number, "opens a line in the middle of one")


@lru_cache(1000)
def _topic(system: str, tag: str) -> str:
    return f"{KERNEL if any(tag == kind.__name__ for kind in f.SHARED) else system}/{tag}"


def _check_opening(line: FoundLine, kind: type[f.Fact] | None) -> None:
    if kind is not (f.GameStarted if line.name == MAIN else f.LineOpened):
        raise line.failed(line.at + 1, "does not open the line as a first entry must")
    opened = line.opening()
    if isinstance(opened, f.LineOpened) and (opened.parent, opened.at) != (line.parent, line.at):
        raise line.failed(
            line.at + 1,
            f"says it branches off {opened.parent} at entry {opened.at}, but lies after entry {line.at} "
            f"of {line.parent}",
        )


def _misplaced(line: FoundLine, place: int) -> VerificationFailed:
    wanted, number = line.at + 1 + place, line.found[place].number
    if any(found.number == wanted for found in line.found[place + 1 :]):
        return line.failed(wanted, f"stands further down, and entry {number} in its place: they are out of order")
    if number < wanted:
        return line.failed(wanted, f"should come next, but there stands entry {number} once more: it was put in")
    return line.failed(wanted, f"is missing; the next one there is {number}")


def _what_was_done(line: FoundLine, place: int, before: bytes) -> str:
    """Where entries were renumbered as well, the hashes after still tell what happened."""
    number = line.at + 1 + place
    after = [found.entry for found in line.found[place:] if found.entry is not None]
    here, following = after[0], after[1:]
    true = next((entry for entry in following if _fits(entry, before, number)), None)
    if true is not None:
        last = following[1:2]
        if true is following[0] and (not last or _fits(last[0], true.hash, number + 1)):
            return "was put in: the true one stands after it"
        return f"stands in the place of entry {true.number}: they are out of order"
    if following:
        then = following[0]
        if _fits(then, here.expected(before), number + 1):
            return "bears another hash than its own: the hash was changed"
        if _fits(then, here.hash, number + 1):
            return "was changed"
        if any(_fits(then, here.hash, number + 1 + shift) for shift in range(1, FARTHEST_SHIFT)):
            return "is another one, moved up: one or more before it were taken out"
    return "was changed, or one before it was taken out"


def _fits(entry: Sealed, before: bytes, number: int) -> bool:
    return entry._replace(number=number).expected(before) == entry.hash
