"""An entry: one stored fact with its envelope; and the bytes it is stored as."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from os import urandom
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from domain.kernel.core import check_side
from domain.kernel.errors import BadInput
from domain.kernel.facts import LOG_FORMAT, SHARED, Fact, GameStarted, Newer, Side
from domain.kernel.naming import UMPIRE
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.kernel.unions import bind, fact_union
from domain.log import chain

T = TypeVar("T")
KERNEL = "kernel"

_pack = msgspec.msgpack.Encoder().encode
# Written out by hand, since every append needs them: eight parts, nothing to hide, no salt, a hash of 32 bytes.
_EIGHT, _FOR_ALL, _NO_SALT, _HASH = b"\x98", _pack(None), _pack(b""), b"\xc4\x20"


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fact as it stands in the log. All facts of one order share `order_no`."""

    line: str
    number: int
    order_no: int
    by: str
    at: int  # milliseconds since 1970, UTC
    source: str  # empty when played here, else imported or ruled
    to: tuple[Side, ...] | None  # None: everyone may see it
    fact: Fact
    hash: bytes


class Sealed(NamedTuple):
    """An entry as the chain sees it: the fact is bytes, or only a digest where it is withheld."""

    line: str
    number: int
    order_no: int
    by: str
    at: int
    source: str
    to: tuple[Side, ...] | None
    body: bytes | None
    salt: bytes
    digest: bytes
    hash: bytes

    def expected(self, before: bytes) -> bytes:
        return chain.link(
            before, self.digest, self.line, self.number, self.order_no, self.by, self.at, self.source, self.to
        )


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a line as someone saw it: the basis of the next append."""

    number: int
    order_no: int
    hash: bytes


class Envelope(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What all entries of one append have in common."""

    order_no: int
    by: str
    at: int
    source: str = ""


class _Wire(msgspec.Struct, Generic[T], frozen=True, array_like=True, gc=False):
    """The stored form. The fact comes first, so that replay can stop reading after it."""

    fact: T
    order_no: int
    by: str
    at: int
    source: str
    to: tuple[Side, ...] | None
    salt: bytes
    hash: bytes


class _FactOnly(msgspec.Struct, Generic[T], frozen=True, array_like=True, gc=False):
    fact: T


_decode_raw = msgspec.msgpack.Decoder(_Wire[msgspec.Raw]).decode


class Codec:
    """Facts of one system to and from their stored bytes."""

    def __init__(self, system: System[Any] | None) -> None:
        union = fact_union(system)
        wire, fact_only = bind(_Wire, union), bind(_FactOnly, union)
        self._wire: Callable[[bytes], _Wire[Any]] = msgspec.msgpack.Decoder(wire).decode
        self._fact: Callable[[bytes], _FactOnly[Any]] = msgspec.msgpack.Decoder(fact_only).decode
        self.read_json: Callable[[bytes | str], Fact] = msgspec.json.Decoder(union).decode
        own = system.book.facts if system else ()
        key = system.key if system else KERNEL
        self._tags = {part.__name__: _tags_in(part) for part in get_args(union)}
        self.topics = {kind: f"{KERNEL}/{kind.__name__}" for kind in SHARED}
        self.topics.update({kind: f"{key}/{kind.__name__}" for kind in own})

    def facts(self, rows: Sequence[tuple[bytes]]) -> list[Fact]:
        """From rows of one column, as the database hands them out: this is the inner loop of every replay."""
        decode = self._fact
        try:
            return [decode(row).fact for (row,) in rows]
        except msgspec.ValidationError:
            return [self._whatever(row).fact for (row,) in rows]

    def _whatever(self, row: bytes) -> _Wire[Any]:
        """An entry of a newer program is read as far as it can be; anything else that does not fit is damage."""
        try:
            return self._wire(row)
        except msgspec.ValidationError:
            wire = _decode_raw(row)
            data = msgspec.msgpack.decode(wire.fact)
            kind = _unknown(data, self._tags) if isinstance(data, dict) else ""
            if not kind:
                raise
            fact = Newer(kind=kind, fields={key: value for key, value in data.items() if key != "fact"})
            return msgspec.structs.replace(wire, fact=fact)

    def entry(self, line: str, number: int, row: bytes) -> Entry:
        try:
            wire = self._wire(row)
        except msgspec.ValidationError:
            wire = self._whatever(row)
        return Entry(
            line=line, number=number, order_no=wire.order_no, by=wire.by, at=wire.at, source=wire.source,
            to=wire.to, fact=wire.fact, hash=wire.hash,
        )  # fmt: skip

    def write(
        self, line: str, head: Head, envelope: Envelope, items: Sequence[Recorded]
    ) -> tuple[list[tuple[str, bytes]], Head]:
        """(topic, stored bytes) of each fact, chained on to `head`; and the head that results."""
        number, before, rows, topics, pack = head.number, head.hash, [], self.topics, _pack
        common, line_bytes = pack(envelope)[1:], _line_bytes(line)  # without its array header: the same in every row
        for fact, to in items:
            number += 1
            body = pack(fact)
            if to is None:
                seen_by, salted, digest = _FOR_ALL, _NO_SALT, sha256(b"\0" + body).digest()
            else:
                salt = urandom(chain.SALT_BYTES)
                seen_by, salted, digest = pack(to), pack(salt), chain.digest(salt, body)
            before = sha256(b"".join((before, digest, line_bytes, pack(number), common, seen_by))).digest()
            rows.append((topics[type(fact)], b"".join((_EIGHT, body, common, seen_by, salted, _HASH, before))))
        return rows, Head(number, envelope.order_no, before)


def _tags_in(kind: Any) -> set[str]:
    """The orders or frames that a fact of this kind may hold."""
    return {
        part.__name__ for argument in get_args(kind) for part in get_args(argument) or (argument,) if part is not Any
    }


def _unknown(data: dict[str, Any], tags: Mapping[str, set[str]]) -> str:
    """The kind of fact, order or question that is not known here; nothing if all are."""
    kind = data.get("fact")
    if not isinstance(kind, str):
        return ""
    if kind not in tags:
        return kind
    for field in ("order", "frame"):
        inner = data.get(field)
        if isinstance(inner, dict) and tags[kind] and inner.get(field) not in tags[kind]:
            return f"{kind} {inner.get(field)}"
    return ""


@cache
def _line_bytes(line: str) -> bytes:
    """How the header of each of a line's entries begins."""
    return b"\x97" + _pack(line)


def read_sealed(line: str, number: int, row: bytes) -> Sealed:
    """Needs no system: what is hashed are the stored bytes themselves."""
    wire = _decode_raw(row)
    body = bytes(wire.fact)
    return Sealed(
        line, number, wire.order_no, wire.by, wire.at, wire.source, wire.to, body, wire.salt,
        chain.digest(wire.salt, body), wire.hash,
    )  # fmt: skip


OLD_FORMAT = f"is a log of format 0, from before the first release; this program reads format {LOG_FORMAT}"


def is_old(data: Mapping[str, Any]) -> bool:
    """Whether a fact opens a game of the form that logs had before their first version."""
    return data.get("fact") == GameStarted.__name__ and "format" not in data


def read_head(number: int, row: bytes) -> Head:
    wire = _decode_raw(row)
    return Head(number, wire.order_no, wire.hash)


_building = threading.Lock()


def codec_of(system: System[Any] | None) -> Codec:
    """Built once: two threads that build the decoders of the same facts at a time would bring the process down."""
    found = _codecs.get(system)
    if found is None:
        with _building:
            found = _codecs.get(system) or Codec(system)
            _codecs[system] = found
    return found


_codecs: dict[System[Any] | None, Codec] = {}


SOURCES = ("", "imported", "ruled")  # where an entry comes from; empty: it was played here


def check_envelope(sides: Sequence[str], by: str, source: str, to: Sequence[str] = ()) -> None:
    """Who gave an entry, how it came in, and who may see it."""
    if by != UMPIRE:
        check_side(sides, by)
    if source not in SOURCES:
        raise BadInput(f"an entry is played here, imported or ruled, not {source!r}")
    for side in to:
        check_side(sides, side)
