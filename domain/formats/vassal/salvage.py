"""A member of a ZIP archive that has lost its list of contents, or its end."""

from __future__ import annotations

import zlib
from typing import NamedTuple

_LOCAL, _DESCRIPTOR = b"PK\x03\x04", b"PK\x07\x08"
_STORED, _DEFLATED = 0, 8
_HEAD = 30
_MAX_LOOKS = 1_000


class Saved(NamedTuple):
    content: bytes
    is_whole: bool
    is_too_long: bool = False  # then nothing of it is kept


def saved_member(data: bytes, name: bytes, limit: int) -> Saved | None:
    """The first member of that name, found by its own head and not by the archive's list; at most a byte past the
    limit is unpacked."""
    at = data.find(_LOCAL)
    for _ in range(_MAX_LOOKS):
        if at < 0:
            return None
        start = at + _HEAD + int.from_bytes(data[at + 26 : at + 28], "little")
        if data[at + _HEAD : start] == name:
            start += int.from_bytes(data[at + 28 : at + 30], "little")
            return _content(data, at, start, limit)
        at = data.find(_LOCAL, at + 4)
    return None


def _content(data: bytes, at: int, start: int, limit: int) -> Saved | None:
    method = int.from_bytes(data[at + 8 : at + 10], "little")
    if method == _DEFLATED:
        return _inflated(data[start:], limit)
    return _stored(data, at, start, limit) if method == _STORED else None


def _inflated(packed: bytes, limit: int) -> Saved:
    """A block at a time, so that what stands before the damage is kept."""
    engine = zlib.decompressobj(-zlib.MAX_WBITS)
    found = bytearray()
    try:
        for start in range(0, len(packed), 4096):
            found += engine.decompress(packed[start : start + 4096], limit + 1 - len(found))
            if len(found) > limit:
                return Saved(b"", is_whole=True, is_too_long=True)
            if engine.eof:
                return Saved(bytes(found), is_whole=True)
    except zlib.error:
        pass
    return Saved(bytes(found), is_whole=False)


def _stored(data: bytes, at: int, start: int, limit: int) -> Saved:
    size = int.from_bytes(data[at + 18 : at + 22], "little")
    if data[at + 6] & 8 and not size:  # the size stands behind the content
        size = max(data.find(_DESCRIPTOR, start) - start, 0)
    content = data[start : start + min(size, limit + 1)]
    return Saved(content, is_whole=0 < size <= len(data) - start)
