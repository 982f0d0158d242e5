"""A turn as it is sent: the entries that the other side has not got, and the signature that vouches for them.

One JSON object a line, spelt as in the files of whole games: a head, the entries, and what was signed.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack
from domain.log.apart import Signed
from domain.log.entry import Sealed
from domain.log.gamefile import FileEntry, FileObject, FileSigned, Hash, Number, decoded, numbered, sealed_of

FORMAT = 1
BEGINS = b'{"refight_turn":'
MOST_BYTES = 64_000_000
MOST_SIGNED = 1_000


class TurnHead(FileObject, frozen=True, kw_only=True):
    refight_turn: int
    game: str
    title: str
    system: str
    line: str
    by: str  # who sends it
    to: str
    after: Number  # the last entry that the other side is known to have; 0: none, and the pack comes along
    hash: str  # of that entry
    keys: dict[str, Hash]  # by side
    pack: Pack | None


class TurnEnd(FileObject, frozen=True, kw_only=True):
    signed: tuple[FileSigned, ...]


class TurnFile(msgspec.Struct, frozen=True, kw_only=True):
    """As it was read; nothing in it is proved yet."""

    head: TurnHead
    entries: tuple[Sealed, ...]
    signed: tuple[Signed, ...]

    @property
    def last(self) -> int:
        return self.head.after + len(self.entries)


def read_turn(lines: Iterable[str]) -> TurnFile:
    """Strict, and within bounds."""
    rows = numbered(_bounded(lines))
    number, first = next(rows, (1, b""))
    if not first.startswith(BEGINS):
        raise BadInput("this is no turn as `refight send` writes it")
    head = decoded(first, TurnHead, number, "the head of a turn")
    if head.refight_turn != FORMAT:
        raise BadInput(f"this turn is of format {head.refight_turn}, and only {FORMAT} is known; upgrade refight")
    entries: list[Sealed] = []
    for number, row in rows:
        if row.startswith(b'{"signed":'):
            end = decoded(row, TurnEnd, number, "the end of a turn")
            for extra, _ in rows:
                raise BadInput(f"line {extra}: something follows the end of the turn")
            if len(end.signed) > MOST_SIGNED:
                raise BadInput(f"line {number}: more than {MOST_SIGNED} signatures")
            return TurnFile(head=head, entries=tuple(entries), signed=tuple(one.signed for one in end.signed))
        entries.append(sealed_of(decoded(row, FileEntry, number, "an entry"), number))
    raise BadInput(f"line {number}: the turn breaks off here; it was cut short. Ask for it again")


def _bounded(lines: Iterable[str]) -> Iterable[str]:
    size = 0
    for line in lines:
        size += len(line)
        if size > MOST_BYTES:
            raise BadInput(f"this is larger than {MOST_BYTES // 1_000_000} MB; no turn is that long")
        yield line
