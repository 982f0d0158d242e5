"""How a log is protected: encrypted, compressed, both or neither; and the row in it that says so."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple, Protocol

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.kernel.errors import BadInput
from domain.log.application import RowMapper, StoredRow

STREAM = "refight:key"
FIRST_ID = 0  # before every row that anyone follows: the notification log begins after it
PLAIN, ENCRYPTED, COMPRESSED = "plain", "encrypted", "compressed"
TOPICS = (PLAIN, ENCRYPTED, COMPRESSED, f"{ENCRYPTED} {COMPRESSED}")
ENOUGH = 8  # rows to look at: not all of them are damaged


class FirstRow(NamedTuple):
    stream: str
    topic: str
    state: bytes


class Guarded(Protocol):
    """What the check needs of either engine."""

    @property
    def may_write(self) -> bool: ...

    def first_rows(self, limit: int) -> list[FirstRow]: ...

    def keep_first(self, row: StoredEvent) -> None: ...


def settings(key: str, compress: bool) -> dict[str, str]:
    extra = {"COMPRESSOR_TOPIC": "eventsourcing.compressor:ZlibCompressor"} if compress else {}
    if key:
        _check_key(key)
        # The library's default cipher needs another package and is some thirty times slower.
        extra |= {"CIPHER_TOPIC": "eventsourcing.cryptography:AESCipher", "CIPHER_KEY": key}
    return extra


def _check_key(key: str) -> None:
    from base64 import b64decode  # late, for the few logs that are encrypted

    if find_spec("cryptography") is None:
        raise BadInput("encryption needs one more package: install refight[encryption]")
    try:
        size = len(b64decode(key, validate=True))
    except ValueError:
        size = 0
    if size not in (16, 24, 32):
        raise BadInput("the key of an encrypted log is 16, 24 or 32 bytes written in base64")


def is_compressed(recorder: Guarded, mapper: RowMapper) -> bool:
    """What the log says of itself; BadInput if the key is not its own. A new log is marked with what is given."""
    found = recorder.first_rows(1)
    if not found and recorder.may_write:
        recorder.keep_first(mapper.to_stored_event(StoredRow(STREAM, 0, _topic(mapper), b"refight")))
        found = recorder.first_rows(1)  # somebody else may have been quicker, with another key
    if not found:
        return bool(mapper.compressor)
    is_marked = found[0].stream == STREAM and found[0].topic in TOPICS
    topic = found[0].topic if is_marked else _guess(recorder.first_rows(ENOUGH), mapper)
    if ENCRYPTED not in topic:
        if mapper.cipher:
            raise BadInput("this log is not encrypted; unset REFIGHT_KEY")
    elif not mapper.cipher:
        raise BadInput("this log is encrypted; set REFIGHT_KEY to its key")
    elif not _fits(found, mapper) and not _fits(recorder.first_rows(ENOUGH), mapper):
        raise BadInput("this is not the key of this log; set REFIGHT_KEY to the one it was made with")
    return COMPRESSED in topic


def _topic(mapper: RowMapper) -> str:
    return " ".join([ENCRYPTED] * bool(mapper.cipher) + [COMPRESSED] * bool(mapper.compressor)) or PLAIN


def _guess(rows: Sequence[FirstRow], mapper: RowMapper) -> str:
    """For a log made before there was such a row, or whose row is damaged: the oldest row that tells decides."""
    encrypted = f"{ENCRYPTED} {COMPRESSED}" if mapper.compressor else ENCRYPTED
    for row in rows:
        if _is_plain(row.state):
            return PLAIN
        if _is_plain(_inflated(row.state)):
            return COMPRESSED
        if mapper.cipher and _fits([row], mapper):
            return encrypted
    return encrypted


def _is_plain(state: bytes) -> bool:
    try:
        msgspec.msgpack.decode(state)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return False
    return True


def _inflated(state: bytes) -> bytes:
    try:
        return zlib.decompress(state)
    except (zlib.error, TypeError):
        return b""


def _fits(rows: Sequence[FirstRow], mapper: RowMapper) -> bool:
    """Whether the key opens any of these rows; one may be damaged."""
    for row in rows:
        try:
            assert mapper.cipher
            mapper.cipher.decrypt(row.state)
        except (ValueError, TypeError):
            continue
        return True
    return False
