"""Files from elsewhere: what kind they are by their content, read within bounds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from domain.jsonlines import GameFile, read_game
from domain.ruling import BadInput

JSON_LINES, TRANSCRIPT = "jsonl", "transcript"
MAX_TRANSCRIPT = 64_000_000
MAX_JSON_LINES = 1_000_000_000
LONGEST_LINE = 64_000_000
_BOM = b"\xef\xbb\xbf"


class Found(NamedTuple):
    """An open file and what it seems to be; `head` is its first line with anything on it."""

    name: str
    format: str
    head: bytes
    stream: BinaryIO


@contextmanager
def sniff(name: str) -> Iterator[Found]:
    """Opens a file, or stdin for -, and tells JSON lines from a transcript by how it begins."""
    shown = "the standard input" if name == "-" else name
    if name != "-" and Path(name).is_dir():
        raise BadInput(f"{name} is a folder; give a file")
    with _open(name) as stream:
        head = _first_line(stream).removeprefix(_BOM)
        if not head:
            raise BadInput(f"{shown} is empty; there is no game in it")
        if head.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise BadInput(f"{shown} is UTF-16 text; save it as UTF-8")
        if b"\0" in head:
            raise _not_text(shown)
        yield Found(shown, JSON_LINES if head.lstrip().startswith(b"{") else TRANSCRIPT, head, stream)


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None


def _first_line(stream: BinaryIO) -> bytes:
    """Up to the first line that is not blank."""
    head = b""
    while len(head) < MAX_TRANSCRIPT:
        line = stream.readline(MAX_TRANSCRIPT)
        head += line
        if not line or line.removeprefix(_BOM).strip():
            return head if line else b""
    return head


def read_transcript(found: Found) -> str:
    data = found.head + found.stream.read(max(MAX_TRANSCRIPT + 1 - len(found.head), 0))
    if len(data) > MAX_TRANSCRIPT:
        raise BadInput(f"{found.name} is larger than {MAX_TRANSCRIPT // 1_000_000} MB; no transcript is that long")
    if b"\0" in data:
        raise _not_text(found.name)
    return _decoded(found.name, data)


def _not_text(name: str) -> BadInput:
    return BadInput(f"{name}: this is not a text file; refight reads JSON lines and transcripts")


def read_game_file(found: Found) -> GameFile:
    return read_game(_lines(found))


def _lines(found: Found) -> Iterator[str]:
    """One by one, so that a long game is never in memory twice."""
    size = 0
    more = iter(lambda: found.stream.readline(LONGEST_LINE + 2), b"")
    for number, line in enumerate(chain(found.head.splitlines(keepends=True), more), 1):
        size += len(line)
        if len(line) > LONGEST_LINE:
            raise BadInput(f"{found.name}, line {number}: is longer than {LONGEST_LINE} bytes")
        if size > MAX_JSON_LINES:
            raise BadInput(f"{found.name} is larger than {MAX_JSON_LINES // 1_000_000} MB; no game is that long")
        yield _decoded(found.name, line).rstrip("\r\n")


def _decoded(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = f"byte {error.start + 1}: {data[error.start]:#04x}"
        raise BadInput(
            f"{name}: this is not a text file, or not one in UTF-8 ({byte}); if you can read it, save it as UTF-8"
        ) from None
