"""An entry: one stored fact with its envelope; and the bytes it is stored as."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar, Union

import msgspec

from domain import chain
from domain.facts import SHARED, Fact, FrameOpened, OrderGiven, Side
from domain.kernel import Recorded, System

T = TypeVar("T")
KERNEL = "kernel"

_pack = msgspec.msgpack.Encoder().encode
# Written out by hand, since every append needs them: nothing to hide, no salt, a hash of 32 bytes.
_FOR_ALL, _NO_SALT, _HASH = _pack(None), _pack(b""), b"\xc4\x20"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
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


class Head(NamedTuple):
    """The end of a line as someone saw it: the basis of the next append."""

    number: int
    order_no: int
    hash: bytes


class Envelope(NamedTuple):
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
        wire, fact_only = _bind(_Wire, union), _bind(_FactOnly, union)
        self._wire: Callable[[bytes], _Wire[Any]] = msgspec.msgpack.Decoder(wire).decode
        self._fact: Callable[[bytes], _FactOnly[Any]] = msgspec.msgpack.Decoder(fact_only).decode
        self.read_json: Callable[[bytes | str], Fact] = msgspec.json.Decoder(union).decode
        own = system.facts if system else ()
        key = system.key if system else KERNEL
        self.topics = {kind: f"{KERNEL}/{kind.__name__}" for kind in SHARED}
        self.topics.update({kind: f"{key}/{kind.__name__}" for kind in own})

    def facts(self, rows: Iterable[tuple[bytes]]) -> list[Fact]:
        """From rows of one column, as the database hands them out: this is the inner loop of every replay."""
        decode = self._fact
        return [decode(row).fact for (row,) in rows]

    def entry(self, line: str, number: int, row: bytes) -> Entry:
        wire = self._wire(row)
        return Entry(
            line=line, number=number, order_no=wire.order_no, by=wire.by, at=wire.at, source=wire.source,
            to=wire.to, fact=wire.fact, hash=wire.hash,
        )  # fmt: skip

    def write(
        self, line: str, head: Head, envelope: Envelope, items: Sequence[Recorded]
    ) -> tuple[list[tuple[str, bytes]], Head]:
        """(topic, stored bytes) of each fact, chained on to `head`; and the head that results."""
        number, before, rows, topics, pack = head.number, head.hash, [], self.topics, _pack
        common = pack(envelope)[1:]  # without its array header: the same bytes in every header and tail
        for_all, line_bytes = common + _FOR_ALL, _line_bytes(line)
        for fact, to in items:
            number += 1
            body = pack(fact)
            if to is None:
                tail, salted, digest = for_all, _NO_SALT, sha256(b"\0" + body).digest()
            else:
                salt = secrets.token_bytes(chain.SALT_BYTES)
                tail, salted, digest = common + pack(to), pack(salt), chain.digest(salt, body)
            before = sha256(before + digest + line_bytes + pack(number) + tail).digest()
            rows.append((topics[type(fact)], b"\x98" + body + tail + salted + _HASH + before))
        return rows, Head(number, envelope.order_no, before)


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


def read_head(number: int, row: bytes) -> Head:
    wire = _decode_raw(row)
    return Head(number, wire.order_no, wire.hash)


def fact_union(system: System[Any] | None) -> Any:
    """The tagged union all facts of a system decode into, the shared ones bound to its orders and frames."""
    orders: Any = order_union(system) if system else Any
    frames: Any = Union[system.frames] if system and system.frames else Any  # noqa: UP007
    bound = {OrderGiven: _bind(OrderGiven, orders), FrameOpened: _bind(FrameOpened, frames)}
    own = system.facts if system else ()
    return Union[tuple(bound.get(kind, kind) for kind in (*SHARED, *own))]  # noqa: UP007


def _bind(generic: Any, argument: Any) -> Any:
    """generic[argument], made while running: type checkers know only those they can read."""
    return generic[argument]


def order_union(system: System[Any]) -> Any:
    return Union[system.orders]  # noqa: UP007


@cache
def codec_of(system: System[Any] | None) -> Codec:
    return Codec(system)
