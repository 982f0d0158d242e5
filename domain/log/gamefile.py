"""A file of our own format as it was read: one JSON object a line, spelt in one way only; nothing in it is verified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Annotated, Any

import msgspec

from domain.kernel.errors import BadInput, VerificationFailed
from domain.kernel.facts import GameStarted
from domain.kernel.packs import Pack
from domain.log import chain
from domain.log.apart import Signed
from domain.log.entry import Sealed
from domain.log.links import UNREADABLE, Found, FoundLine, failed, read_body
from domain.log.refs import MAIN

FORMAT = 1
LONGEST_LINE = 16 * 1024 * 1024

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Moment = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Salt = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2}){1,255}\Z")]


class FileObject(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class FileLine(FileObject, frozen=True, kw_only=True):
    line: str
    parent: str | None
    at: Number


class FileHead(FileObject, frozen=True, kw_only=True):
    refight: int
    game: str
    title: str
    system: str
    side: str | None  # whom it was made for; null: it is whole
    lines: tuple[FileLine, ...]
    pack: Pack


class FileEntry(FileObject, frozen=True, kw_only=True):
    """A withheld entry has a digest in place of its fact and salt."""

    line: str
    entry: Number
    order: Number
    by: str
    at: Moment
    source: str
    to: tuple[str, ...] | None
    fact: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    salt: Salt | msgspec.UnsetType = msgspec.UNSET
    digest: Hash | msgspec.UnsetType = msgspec.UNSET
    hash: Hash


class LineEnd(FileObject, frozen=True, kw_only=True):
    line: str
    entry: Number
    hash: Hash


class FileSigned(FileObject, frozen=True, kw_only=True):
    """That a side vouches for an entry and all before it."""

    line: str
    entry: Number
    by: str
    hash: Hash
    key: Hash
    signature: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}\Z")]

    @property
    def signed(self) -> Signed:
        return Signed(self.line, self.entry, self.by, self.hash, self.key, self.signature)


class FileEnd(FileObject, frozen=True, kw_only=True):
    end: tuple[LineEnd, ...]
    signed: tuple[FileSigned, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def signatures(self) -> list[Signed]:
        return [] if self.signed is msgspec.UNSET else [one.signed for one in self.signed]


class GameFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was read; nothing in it is verified yet."""

    head: FileHead
    entries: tuple[Sealed, ...]
    end: FileEnd

    def found_lines(self) -> tuple[dict[str, FoundLine], VerificationFailed | None]:
        """Entries by line, up to the first that stands in a wrong place; and what is wrong with that place."""
        ends = dict.fromkeys((row.line for row in self.head.lines), (0, ""))
        ends |= {end.line: (end.entry, end.hash) for end in self.end.end}
        found: dict[str, list[Found]] = {row.line: [] for row in self.head.lines}
        places = ((row.line, n) for row in self.head.lines for n in range(row.at + 1, ends[row.line][0] + 1))
        wrong = None
        for index, (wanted, entry) in enumerate(zip_longest(places, self.entries)):
            if entry is None or wanted != (entry.line, entry.number):
                wrong = self._misplaced(index, wanted)
                break
            found[entry.line].append(Found(entry.number, entry, self._wrongly_shown(entry)))
        lines = {
            row.line: FoundLine(row.line, row.parent, row.at, found[row.line], end=None if wrong else ends[row.line])
            for row in self.head.lines
            if found[row.line] or not wrong
        }
        return lines, wrong

    def _misplaced(self, index: int, wanted: tuple[str, int] | None) -> VerificationFailed:
        """What should stand at this place of the file, and does not."""
        here = self.entries[index] if index < len(self.entries) else None
        stands = f"stands entry {here.number} of {here.line}" if here else "the file ends"
        if wanted is None:
            assert here is not None, "one of the two is there"
            return failed(here.line, here.number, "stands after all that belongs here: it was put in")
        if any((entry.line, entry.number) == wanted for entry in self.entries[index:]):
            return failed(*wanted, f"stands further down; in its place {stands}: out of order, or one was put in")
        return failed(*wanted, f"is missing: in its place {stands}")

    def _wrongly_shown(self, entry: Sealed) -> str:
        may_see = self.head.side is None or entry.to is None or self.head.side in entry.to
        if may_see == (entry.body is not None):
            return ""
        return "is withheld, but should not be" if may_see else f"shows what {self.head.side} may not see"

    def check_frame(self, lines: Mapping[str, FoundLine], started: GameStarted) -> None:
        """What the head and the end say, against what the entries say."""
        head = self.head
        if (head.game, head.title, head.system) != (started.game, started.title, started.system):
            raise VerificationFailed("the head of the file names another game than entry 1", line=MAIN, entry=1)
        if head.side is not None and head.side not in started.sides:
            raise VerificationFailed(f"the head is for {head.side!r}, which is no side here", line=MAIN, entry=1)
        if [end.line for end in self.end.end] != list(lines):
            raise VerificationFailed("the end of the file names other lines than its head", line=MAIN, entry=1)


def read_game(lines: Iterable[str]) -> GameFile:
    """Strict: each line must be spelt as `export_game` spells it, so that what was read is what stands there."""
    rows = numbered(lines)
    number, first = next(rows, (1, b""))
    head = decoded(first, FileHead, number, "the head of a refight file")
    if head.refight != FORMAT:
        raise BadInput(f"line {number}: this is format {head.refight}, and only {FORMAT} is known; upgrade refight")
    _check_lines(head)
    entries: list[Sealed] = []
    for number, row in rows:
        if row.startswith(b'{"end":'):
            end = decoded(row, FileEnd, number, "the end of a refight file")
            for extra, _ in rows:
                raise BadInput(f"line {extra}: something follows the end")
            return GameFile(head=head, entries=tuple(entries), end=end)
        entries.append(sealed_of(decoded(row, FileEntry, number, "an entry"), number))
    raise BadInput(f"line {number}: the file breaks off here; its end is missing, so it was cut short")


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, bytes]]:
    """Lines from 1, without their newline; only the very last may be empty."""
    empty = 0
    for number, line in enumerate(lines, 1):
        if empty:
            raise BadInput(f"line {empty}: is empty")
        if not line.removesuffix("\n"):
            empty = number
            continue
        try:
            row = line.removesuffix("\n").encode()
        except UnicodeEncodeError:
            raise BadInput(f"line {number}: is not UTF-8 text") from None
        if len(row) > LONGEST_LINE:
            raise BadInput(f"line {number}: is longer than {LONGEST_LINE} bytes")
        yield number, row


def decoded(row: bytes, kind: type[Any], number: int, what: str) -> Any:
    try:
        found = msgspec.json.decode(row, type=kind)
    except UNREADABLE as error:
        raise BadInput(f"line {number}: is not {what}: {error}") from None
    if msgspec.json.encode(found) != row:
        raise BadInput(f"line {number}: is not spelt as refight spells it: no spaces, keys in order and once each")
    return found


def sealed_of(row: FileEntry, number: int) -> Sealed:
    envelope = (row.line, row.entry, row.order, row.by, row.at, row.source, row.to)
    hashed = bytes.fromhex(row.hash)
    if row.digest is not msgspec.UNSET and row.fact is msgspec.UNSET and row.salt is msgspec.UNSET:
        return Sealed(*envelope, None, b"", bytes.fromhex(row.digest), hashed)
    if row.digest is not msgspec.UNSET or row.fact is msgspec.UNSET:
        raise BadInput(f"line {number}: an entry has either its fact or a digest")
    body = _body(bytes(row.fact), number)
    salt = b"" if row.salt is msgspec.UNSET else bytes.fromhex(row.salt)
    return Sealed(*envelope, body, salt, chain.digest(salt, body), hashed)


def _body(fact: bytes, number: int) -> bytes:
    """The bytes that were hashed: the same fact, keys in the same order, as msgpack."""
    try:
        data = msgspec.json.decode(fact)
        body = msgspec.msgpack.encode(data)
        read_body(body)
    except UNREADABLE as error:
        raise BadInput(f"line {number}: is not a fact: {error}") from None
    if msgspec.json.encode(data) != fact:
        raise BadInput(f"line {number}: is not spelt as refight spells it: no spaces, and each key once")
    return body


def _check_lines(head: FileHead) -> None:
    known: set[str] = set()
    for row in head.lines:
        if row.line == MAIN and row.at:
            raise BadInput(f"line 1: {MAIN} leaves no other line, so its `at` is 0")
        if (row.parent is None) != (row.line == MAIN) or row.line in known:
            raise BadInput(f"line 1: {row.line!r} is named twice, or lacks its parent; only {MAIN} has none")
        if row.parent is not None and row.parent not in known:
            raise BadInput(f"line 1: {row.line!r} stands before its parent {row.parent!r}")
        known.add(row.line)
    if MAIN not in known:
        raise BadInput(f"line 1: there is no line {MAIN}")
