"""Every entry of every line in plain words, with its fact as JSON; the words can be searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from domain.games.sight import can_see
from domain.kernel.facts import Fact, Side
from domain.kernel.system import System
from domain.log.entry import Entry
from projections.models.model import ReadFile

if TYPE_CHECKING:
    from sqlite_utils import Database

HIDDEN = "(hidden)"
_json = msgspec.json.Encoder().encode


def teller(system: System[Any], names: Mapping[str, str] | None = None) -> Callable[[Fact], str]:
    """Facts of a system in plain words; loaded late, for a quick start of commands that tell nothing."""
    from domain.words import tell

    return tell.teller(system, names)


def columns(tell: Callable[[Fact], str], entry: Entry, viewer: Side | None, id: int, game: str) -> tuple[Any, ...]:
    """One entry as the viewer may read it: that there is one, everybody may know."""
    to, fact = entry.to, entry.fact
    if to is None:  # nearly all of them, so by the shortest way
        return (
            id, game, entry.line, entry.number, entry.order_no, entry.by, moment(entry.at), entry.source, None,
            type(fact).__name__, tell(fact), str(_json(fact), "utf-8"),
        )  # fmt: skip
    told = (type(fact).__name__, tell(fact), str(_json(fact), "utf-8")) if can_see(viewer, to) else _hidden(to)
    return (
        id, game, entry.line, entry.number, entry.order_no, entry.by, moment(entry.at), entry.source, ", ".join(to),
        *told,
    )  # fmt: skip


def _hidden(to: tuple[Side, ...]) -> tuple[str, str, None]:
    return HIDDEN, f"seen by {_names(to) or 'nobody'} only", None


def _names(sides: tuple[Side, ...]) -> str:
    return " and ".join(sides)


@lru_cache(maxsize=64)
def moment(at: int) -> str:
    """Milliseconds since 1970 as a date and time in UTC; empty for a time no calendar has."""
    second, thousandths = divmod(at, 1000)
    said = _second(second)
    return f"{said}.{thousandths:03}" if said else ""


@lru_cache(maxsize=64)
def _second(since: int) -> str:
    try:
        return datetime.fromtimestamp(since, UTC).replace(tzinfo=None).isoformat(" ")
    except (ValueError, OverflowError, OSError):
        return ""


def create(db: Database) -> None:
    db.table("timeline").create(
        {
            "id": int, "game": str, "line": str, "entry": int, "order_no": int, "by": str, "at": str, "source": str,
            "seen_by": str, "tag": str, "text": str, "fact": str,
        },
        pk="id",
        foreign_keys=[("game", "games", "game")],
    )  # fmt: skip
    db.table("timeline").create_index(["game", "line", "entry"], unique=True)
    # How long each text is, only a ranking asks; it then counts. Pieces of the index are seldom put together: a batch
    # adds one, and that is most of what the index would cost.
    # Datasette knows it by how `content` is quoted.
    db.execute('CREATE VIRTUAL TABLE timeline_fts USING fts5 (text, content="timeline", columnsize=0)')
    for setting in (("automerge", 0), ("crisismerge", 64)):
        db.execute("INSERT INTO timeline_fts (timeline_fts, rank) VALUES (?, ?)", setting)


class TimelineWriter:
    """Every entry, the hidden ones too, as `columns` shows it to spectators: the file is public."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []

    def write(self, file: ReadFile) -> None:
        if self.rows:
            ids = self.rows[0][0], self.rows[-1][0]
            file.insert("timeline", self.rows)
            words = "INSERT INTO timeline_fts (rowid, text) SELECT id, text FROM timeline WHERE id BETWEEN ? AND ?"
            file.connection.execute(words, ids)
