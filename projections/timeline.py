"""Every entry of every line in plain words, with its fact as JSON; the words can be searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from domain.entry import Entry
from domain.facts import Fact, Side
from domain.kernel import System
from projections.model import ReadFile
from projections.sight import SPECTATOR, can_see

if TYPE_CHECKING:
    from sqlite_utils import Database

HIDDEN = "(hidden)"
_json = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode


class TimelineRow(NamedTuple):
    line: str
    entry: int
    order_no: int
    by: str
    at: str
    source: str
    seen_by: str | None  # None: everyone
    tag: str
    text: str
    fact: str | None  # JSON; None where it is withheld
    packed: bytes | None


def teller(system: System[Any], names: Mapping[str, str] | None = None) -> Callable[[Fact], str]:
    """Facts of a system in plain words; loaded late, for a quick start of commands that tell nothing."""
    from domain.words import tell

    return partial(tell, system, names=names)


def rows(system: System[Any], entries: Iterable[Entry], viewer: Side | None = None) -> Iterator[TimelineRow]:
    tell = teller(system)
    return (row(tell, entry, viewer) for entry in entries)


def row(tell: Callable[[Fact], str], entry: Entry, viewer: Side | None) -> TimelineRow:
    return TimelineRow(entry.line, entry.number, *_told(tell, entry, viewer))


def _told(tell: Callable[[Fact], str], entry: Entry, viewer: Side | None) -> tuple[Any, ...]:
    """One entry as the viewer may read it: that there is one, everybody may know."""
    to, fact = entry.to, entry.fact
    if to is None:
        return (
            entry.order_no, entry.by, moment(entry.at), entry.source, None, type(fact).__name__, tell(fact),
            str(_json(fact), "utf-8"), _pack(fact),
        )  # fmt: skip
    said: tuple[Any, ...] = (HIDDEN, f"seen by {_names(to) or 'nobody'} only", None, None)
    if can_see(viewer, to):
        said = (type(fact).__name__, tell(fact), str(_json(fact), "utf-8"), _pack(fact))
    return (entry.order_no, entry.by, moment(entry.at), entry.source, ", ".join(to), *said)


def _names(sides: tuple[Side, ...]) -> str:
    return " and ".join(sides)


@lru_cache(maxsize=64)
def moment(at: int) -> str:
    """Milliseconds since 1970 as a date and time in UTC; empty for a time no calendar has."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")
    except (ValueError, OverflowError, OSError):
        return ""


def create(db: Database) -> None:
    db.table("timeline").create(
        {
            "id": int, "game": str, "line": str, "entry": int, "order_no": int, "by": str, "at": str, "source": str,
            "seen_by": str, "tag": str, "text": str, "fact": str, "packed": bytes,
        },
        pk="id",
        foreign_keys=[("game", "games", "game")],
    )  # fmt: skip
    db.table("timeline").create_index(["game", "line", "entry"], unique=True)
    db.table("timeline").enable_fts(["text"])


class TimelineWriter:
    """Takes every entry, the hidden ones too: the file is public, so they come without their words."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []

    def take(self, id: int, game: str, tell: Callable[[Fact], str], entry: Entry) -> None:
        self.rows.append((id, game, entry.line, entry.number, *_told(tell, entry, SPECTATOR)))

    def write(self, file: ReadFile) -> None:
        if self.rows:
            ids = self.rows[0][0], self.rows[-1][0]
            file.insert("timeline", self.rows)
            words = "INSERT INTO timeline_fts (rowid, text) SELECT id, text FROM timeline WHERE id BETWEEN ? AND ?"
            file.connection.execute(words, ids)
