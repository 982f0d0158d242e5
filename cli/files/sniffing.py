"""Files from elsewhere: what kind they are by their content, read within bounds."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from domain.formats.jsonlines.jsonlines import GameFile, read_game
from domain.formats.vassal.chattext import is_chat
from domain.formats.vassal.read import is_vassal
from domain.kernel.errors import BadInput

JSON_LINES, TRANSCRIPT, VASSAL, CSV, JSON, CHAT = "jsonl", "transcript", "vassal", "csv", "json", "chat"
MAX_TRANSCRIPT = 64_000_000
MAX_FOREIGN = 128_000_000
MAX_JSON_LINES = 1_000_000_000
LONGEST_LINE = 64_000_000
_BOM, _ZIP = b"\xef\xbb\xbf", b"PK\x03\x04"
_BEGINS_TRANSCRIPT = re.compile(rb"#|\w+\s*:|[^,;\t]*>")
_LOOKED_AT = 4096  # bytes of a file in a folder, and of blank lines before anything else
_DIGITS = re.compile(r"([0-9]{1,18})")
_OUR_OWN = re.compile(rb'"(?:refight|line|game|end)"\s*:')
_DELIMITER = re.compile(rb"[,;\t]")


class Found(NamedTuple):
    """An open file and what it seems to be; `head` is what was read of it: the first line with anything on it."""

    name: str
    format: str
    head: bytes
    stream: BinaryIO


@contextmanager
def sniff(name: str) -> Iterator[Found]:
    """Opens a file, or stdin for -, and tells by how it begins what it is, whatever it is called."""
    shown = "the standard input" if name == "-" else name
    if name != "-" and Path(name).is_dir():
        raise BadInput(f"{name} is a folder; give a file")
    with _open(name) as stream:
        raw = _first_line(stream)
        if raw.startswith(_ZIP) or is_vassal(raw):
            yield Found(shown, VASSAL, raw, stream)
            return
        head = raw.removeprefix(_BOM)
        if not head:
            raise BadInput(f"{shown} is empty; there is no game in it")
        if head.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise BadInput(f"{shown} is UTF-16 text; save it as UTF-8")
        if b"\0" in head:
            raise _not_text(shown)
        yield Found(shown, _text_format(head), head, stream)


def _text_format(head: bytes) -> str:
    """A head of `key: value`, a comment or an order begins a transcript; a row of headers a CSV."""
    first = head.strip()
    if first.startswith(b"["):
        return JSON
    if first.startswith(b"{"):
        return JSON_LINES if _OUR_OWN.search(first[:400]) else JSON
    if is_chat(first):
        return CHAT
    if _BEGINS_TRANSCRIPT.match(first) or not _DELIMITER.search(first):
        return TRANSCRIPT
    return CSV


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None


def _first_line(stream: BinaryIO) -> bytes:
    """Up to the first line that is not blank; what begins with a page of blanks is taken for empty."""
    head = b""
    while len(head) < _LOOKED_AT:
        line = stream.readline(MAX_TRANSCRIPT)
        head += line
        if not line or line.removeprefix(_BOM).strip():
            return head if line else b""
    return b""


def listed(names: Sequence[str]) -> list[str]:
    """The files meant: of a folder the VASSAL logs and saves in it, in the order people count them in."""
    found: list[str] = []
    for name in names:
        is_folder = name != "-" and Path(name).is_dir()
        found += sorted(_logs_in(Path(name)), key=_counted) if is_folder else [name]
        if is_folder and not found:
            raise BadInput(f"there is no VASSAL log or save in {name}")
    return found


def _logs_in(folder: Path) -> Iterator[str]:
    for file in folder.iterdir():
        if file.is_file():
            with _open(str(file)) as stream:
                if is_vassal(stream.read(_LOOKED_AT)):
                    yield str(file)


def _counted(name: str) -> list[tuple[int, str]]:
    """`log-9` comes before `log-10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in _DIGITS.split(name)]


def rest_of(names: Sequence[str]) -> tuple[tuple[str, bytes], ...]:
    """The further logs of a game, whole; any other file among them is an error."""
    found, left = [], MAX_FOREIGN
    for name in names:
        with sniff(name) as opened:
            if opened.format != VASSAL:
                raise BadInput(f"{name} is no VASSAL log; only the logs of one game are imported together")
            data = read_bytes(opened, left)
        left -= len(data)
        found.append((Path(name).stem, data))
    return tuple(found)


def read_bytes(found: Found, limit: int = MAX_FOREIGN) -> bytes:
    """The whole file, within bounds."""
    data = found.head + found.stream.read(max(limit + 1 - len(found.head), 0))
    if len(data) > limit:
        raise BadInput(f"{found.name} is larger than {limit // 1_000_000} MB; no game is that long")
    return data


def read_text_file(found: Found) -> str:
    """The whole of a text file: a transcript, a CSV."""
    data = read_bytes(found, MAX_TRANSCRIPT)
    if b"\0" in data:
        raise _not_text(found.name)
    return _decoded(found.name, data)


def _not_text(name: str) -> BadInput:
    return BadInput(f"{name}: this is no file that refight reads: VASSAL logs and saves, transcripts, CSV, JSON lines")


def read_game_file(found: Found) -> GameFile:
    return read_game(lines_of(found))


def lines_of(found: Found) -> Iterator[str]:
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
