"""The hash chain: each entry's hash covers the one before, so any change shows, and shows where."""

from __future__ import annotations

import hashlib

import msgspec

GENESIS = bytes(32)
SALT_BYTES = 16

_pack = msgspec.msgpack.Encoder().encode


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def digest(salt: bytes, body: bytes) -> bytes:
    """Stands for a fact in the chain. A secret fact is salted, so that nobody can guess it from its digest."""
    return sha256(bytes((len(salt),)) + salt + body)


def link(
    before: bytes,
    fact_digest: bytes,
    line: str,
    number: int,
    order_no: int,
    by: str,
    at: int,
    source: str,
    to: tuple[str, ...] | None,
) -> bytes:
    """Both hashes are of fixed length, so the header that follows them needs no further framing."""
    return sha256(before + fact_digest + _pack((line, number, order_no, by, at, source, to)))
