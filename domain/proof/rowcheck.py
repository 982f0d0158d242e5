"""Stored rows, checked as they are read: swiftly while each is what it must be, with care where one is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain as one_after_another
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from domain.log.entry import read_sealed
from domain.log.links import OPENING, UNREADABLE, Found, Place, filing, stored_bytes
from domain.proof.dice import DiceProof
from domain.proof.walk import Checked, take_entry

Row = tuple[Any, str, Any]  # version, topic and bytes; but what lies there need not be so
Pieces = Iterator[Sequence[Row]]

_pack = msgspec.msgpack.Encoder().encode
_HASH = b"\xc4\x20"  # 32 bytes follow


class _Fact(msgspec.Struct, array_like=True, frozen=True, gc=False):
    fact: dict[str, Any]


class _Envelope(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """What follows the fact in a row, without the hash."""

    order_no: int
    by: str
    at: int
    source: str
    to: tuple[str, ...] | None
    salt: bytes


_decode_fact = msgspec.msgpack.Decoder(_Fact).decode
_decode_envelope = msgspec.msgpack.Decoder(_Envelope).decode


class _Header(NamedTuple):
    """All that stands between the fact and the hash, and what of it is hashed."""

    stored: bytes
    order_no: int
    at: int
    hashed: bytes
    salt: bytes  # with its length: how the bytes begin whose digest stands for the fact


def _read_header(stored: bytes) -> _Header:
    """ValueError unless it is written in the one way headers are written."""
    order_no, by, at, source, to, salt = msgspec.structs.astuple(_decode_envelope(b"\x96" + stored[:-2]))
    hashed = _pack((order_no, by, at, source, to))[1:]
    if hashed + _pack(salt) + _HASH != stored:
        raise ValueError("it is not written as headers are written")
    return _Header(stored, order_no, at, hashed, bytes((len(salt),)) + salt)


def read_row(place: Place, row: Row) -> Found:
    """A row as an entry, without trusting it."""
    version, topic, state = row
    if not isinstance(version, int):
        return Found(0, None, "its number is not a number")
    number = place.at + 1 + version
    if not isinstance(state, bytes):
        return Found(number, None, "its bytes are damaged")
    try:
        entry = read_sealed(place.name, number, state)
        wrong = "" if stored_bytes(entry) == state else "is stored with bytes that do not belong to it"
    except UNREADABLE as error:
        return Found(number, None, str(error))
    return Found(number, entry, wrong, str(topic))


class StoredEntries:
    """A line's own rows, a piece of them in memory at a time."""

    def __init__(self, place: Place, pieces: Pieces, dice: DiceProof, checked: Callable[[int], None]) -> None:
        self.place, self.dice, self.checked = place, dice, checked
        self._pieces = pieces
        self._piece: Sequence[Row] = ()
        self._next = 0
        self._header = _Header(b"", 0, 0, b"", b"")

    def advance(self, sofar: Checked, upto: int) -> None:
        while sofar.link.number < upto and self._has_more():
            last = min(len(self._piece), self._next + upto - sofar.link.number)
            done = self._pass_swiftly(sofar, islice(self._piece, self._next, last))
            self._next += done
            if self._next < last:
                self._take_carefully(sofar)
                done += 1
            self.checked(done)

    def _has_more(self) -> bool:
        while self._next == len(self._piece):
            piece = next(self._pieces, None)
            if piece is None:
                return False
            self._piece, self._next = piece, 0
        return True

    def _take_carefully(self, sofar: Checked) -> None:
        self._next += 1
        row = self._piece[self._next - 1]
        rest = one_after_another(self._piece[self._next :], one_after_another.from_iterable(self._pieces))
        following = (read_row(self.place, after) for after in rest)
        take_entry(sofar, self.place, read_row(self.place, row), following, self.dice)

    def _pass_swiftly(self, sofar: Checked, rows: Iterator[Row]) -> int:
        """How many rows, from the first on, are surely as they were written. About the next `take_entry` decides.

        The inner loop of every verification, so it is one function, makes no object an entry but what it must hash,
        and says neither what is wrong nor where. A row is right if it is, byte by byte, what is written for its fact
        and header after the entry before: one comparison sees to the hash and to the one way of writing both.
        Headers are read once an order: they are the same in all entries of one, but for the salt of secrets.
        """
        link, place, header = sofar.link, self.place, self._header
        number, before, order_no, done = link.number, link.hash, link.order_no, 0
        begins = b"\x97" + _pack(place.name)
        if number == place.at:
            return 0  # what opens a line has rules of its own
        try:
            for version, topic, state in rows:
                data = _decode_fact(state).fact
                body = _pack(data)
                between = state[1 + len(body) : -32]
                if between != header.stored:
                    header = _read_header(between)
                digest = sha256(header.salt + body).digest()
                hashed = sha256(before + digest + begins + _pack(number + 1) + header.hashed).digest()
                filed, kind = filing(place.system, data["fact"])
                is_next = version == number - place.at and order_no <= header.order_no <= order_no + 1
                if not is_next or topic != filed or state != b"\x98" + body + between + hashed or kind in OPENING:
                    break
                if kind is not None:
                    self.dice.take(sofar.rolls, place, number + 1, msgspec.convert(data, kind), header.order_no)
                number, before, order_no, done = number + 1, hashed, header.order_no, done + 1
                if header.at != link.at:
                    link.tick(place.name, number, header.at)
        except (*UNREADABLE, KeyError):
            pass  # it is read again with care, and the reason told
        link.number, link.hash, link.order_no, self._header = number, before, order_no, header
        return done
