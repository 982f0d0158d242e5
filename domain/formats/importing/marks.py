"""Where an imported game ends: what a further file needs to be joined to it, kept beside its last entry."""

from __future__ import annotations

import zlib

import msgspec

from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import CLERICAL, IMPORTED
from domain.log.gamelog import GameLog, Line

MAX_MARK = 256 << 20  # bytes, unpacked


class GameMark(msgspec.Struct, frozen=True, kw_only=True):
    names: dict[str, str] = {}  # the file's ids of pieces -> what they are called in the game
    read: bytes = b""  # where the reader of the files stopped, in its own words


def packed_mark(mark: GameMark) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(mark), 6)


def unpacked_mark(data: bytes) -> GameMark:
    try:
        return msgspec.msgpack.decode(zlib.decompressobj().decompress(data, MAX_MARK), type=GameMark)
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError):
        raise BadInput("where the last log ended cannot be read; import all logs of the game together") from None


def mark_of(log: GameLog, line: Line) -> GameMark:
    """Of the last entry that came out of a file; what was played since, but for notes, could not be joined to it."""
    if log.entry(line, 1).source != IMPORTED:
        raise BadInput(f"{line.game} was played here and not imported; a log is joined only to logs")
    known = log.marks(line)
    if not known:
        raise NotFound(
            f"where the logs of {line.game} ended is not known here: it was imported elsewhere, or by an older "
            "refight; import all of its logs together"
        )
    last, played = log.head(line).number, 0
    for entry in log.backwards(line, last):
        if entry.hash in known:
            if played:
                where = f"{line.game}@{line.name}:{entry.number}"
                raise BadInput(
                    f"{line.game} was played on here since its last log (entry {played}); `refight branch {where} "
                    "--name NAME`, and append to GAME@NAME"
                )
            return unpacked_mark(log.mark(line, entry.hash))
        played = played if isinstance(entry.fact, CLERICAL) else entry.number
    raise NotFound(f"this line of {line.game} holds no log as a whole; import all of its logs together")
