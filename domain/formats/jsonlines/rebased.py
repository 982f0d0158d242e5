"""Facts of a line that comes to stand elsewhere in a game: under another name, or behind other numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.kernel.facts import IMPORTED, CardDrawn, DiceRolled, LineOpened, NoteAdded
from domain.kernel.naming import UMPIRE
from domain.log.entry import Sealed
from domain.log.links import read_body

_pack = msgspec.msgpack.Encoder().encode
_LUCK = (DiceRolled.__name__, CardDrawn.__name__)
_FAIR = "fair"


class Rebased(NamedTuple):
    """The entry a line leaves now, and how entries are numbered now that it speaks of."""

    parent: str
    at: int
    number: Callable[[int], int]


def rebased_body(body: bytes, rebased: Rebased) -> tuple[bytes, int]:
    """The fact as it is told there, and how many dice and cards count as imported now.

    A fair die is bound to the name of the line it was rolled on, so under another name nothing could prove it.
    """
    data = read_body(body)
    tag = data["fact"]
    if tag in _LUCK and data.get("source") == _FAIR:
        data["source"] = IMPORTED
        data.pop("number", None)
        return _pack(data), len(data.get("faces", "1"))
    if tag == NoteAdded.__name__ and "about" in data:
        data["about"] = rebased.number(data["about"])
    elif tag == LineOpened.__name__:
        data.update(parent=rebased.parent, at=rebased.at, luck="fresh", luck_until=0)
    else:
        return body, 0
    return _pack(data), 0


def opening(last: Sealed, first: Sealed, commitments: Mapping[str, Any]) -> Sealed:
    """Opens the branch on which a line goes on that parted: as it was promised, at the time of its first entry."""
    why = f"merged: another record of {last.line} from entry {last.number + 1} on"
    opened = LineOpened(
        parent=last.line, at=last.number, luck="fresh", luck_until=0, why=why, commitments=dict(commitments)
    )
    return Sealed(
        last.line, 0, last.order_no, UMPIRE, first.at, IMPORTED, None, _pack(opened), b"", b"", b""
    )  # its place and its hashes are those of the line it will open
