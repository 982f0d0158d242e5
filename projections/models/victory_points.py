"""Victory points by side over time: what was scored, why, under which rule, and how it stood then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.games.games import Games
from domain.games.sight import SPECTATOR, seen
from domain.kernel.facts import Fact, PointsScored, Side
from domain.kernel.say import Say
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line, Span
from domain.log.refs import Ref
from domain.words.phrases import phrase
from domain.words.tell import say_of
from projections.models.model import ReadFile, Taken, by_line, fit

if TYPE_CHECKING:
    from sqlite_utils import Database

EARLIER = "SELECT side, SUM(points) FROM points WHERE game=? AND line=? AND entry<=? GROUP BY side ORDER BY min(entry)"


class PointsRow(NamedTuple):
    line: str
    entry: int
    side: Side
    points: int
    total: int  # of the side, with these points
    why: str
    rule: str


class Score(NamedTuple):
    totals: dict[Side, int]
    rows: tuple[PointsRow, ...]


def rows(
    entries: Iterable[Entry], say: Say, viewer: Side | None = None, totals: dict[Side, int] | None = None
) -> Iterator[PointsRow]:
    """Each scoring with its running total; `totals` is where the count begins, and is kept up to date."""
    totals = {} if totals is None else totals
    for entry in seen(entries, viewer):
        fact = entry.fact
        if isinstance(fact, PointsScored):
            totals[fact.side] = totals.get(fact.side, 0) + fact.points
            yield PointsRow(
                entry.line, entry.number, fact.side, fact.points, totals[fact.side], say.reason(fact.why), fact.why.cite
            )  # fmt: skip


def score(games: Games, ref: Ref, viewer: Side | None = None) -> Score:
    """The points at any entry of a line, straight from the log."""
    line = games.line(ref)
    totals = dict.fromkeys(line.started.sides, 0)
    say = say_of(line.system, games.names(line))
    found = tuple(rows(games.entries_of(ref, PointsScored), say, viewer, totals))
    return Score(totals, found)


def stands(system: System[Any], state: Any, viewer: Side | None = None) -> str:
    """How it ended, or how it stands by the scenario's own conditions where the system knows.

    These may hang on what is hidden: while a game goes on only the umpire hears of them.
    """
    ended, say = state.core.ended, say_of(system)
    if ended:
        why = say.reason(ended.why)
        return phrase("{0} has won: {1}", say.term(ended.winner), why) if ended.winner else phrase("a draw: {0}", why)
    return say.reason(system.sight.standing(state)) if system.sight.standing and viewer is None else ""


def create(db: Database) -> None:
    db.table("points").create(
        {
            "id": int, "game": str, "line": str, "entry": int, "side": str, "points": int, "total": int, "why": str,
            "rule": str,
        },
        pk="id",
        foreign_keys=[("id", "timeline", "id"), ("game", "games", "game")],
    )  # fmt: skip
    db.table("points").create_index(["game", "line", "entry"], unique=True)


class PointsWriter:
    kinds: tuple[type[Fact], ...] = (PointsScored,)

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.totals: dict[tuple[str, str], dict[Side, int]] = {}

    def take(self, id: int, line: Line, entry: Entry) -> None:
        self.taken.append((id, line, entry))

    def write(self, file: ReadFile) -> None:
        ready: list[tuple[Any, ...]] = []
        for line, ids, entries in by_line(self.taken):
            totals = self.totals.get((line.game, line.name))
            if totals is None:
                file.insert("points", ready)  # what a branch begins with may be among them
                totals = self.totals[line.game, line.name] = earlier(file, line, ids[0])
            names = line.system.sheets.names(file.log.pack(line.started.pack))
            told = rows(entries, say_of(line.system, names), SPECTATOR, totals)
            ready += [
                (id, line.game, name, entry, side, fit(points), fit(total), why, rule)
                for id, (name, entry, side, points, total, why, rule) in zip(ids, told, strict=True)
            ]
        file.insert("points", ready)
        self.taken.clear()


def earlier(file: ReadFile, line: Line, id: int) -> dict[Side, int]:
    """The public points of a line as it stands before row `id` of the log."""
    totals: dict[Side, int] = {}
    spans = line.spans
    if not file.has_taken(line, id):
        before = file.log.entries_of(line, (PointsScored,), 0, line.own.base)
        for _ in rows(before, say_of(line.system), SPECTATOR, totals):
            pass
        spans = spans[-1:]
    return _added_up(file, line, spans, totals)


def standing(file: ReadFile, line: Line) -> dict[Side, int]:
    """The public points at the head of a line that was taken in whole."""
    return _added_up(file, line, line.spans, dict.fromkeys(line.started.sides, 0))


def _added_up(file: ReadFile, line: Line, spans: Iterable[Span], totals: dict[Side, int]) -> dict[Side, int]:
    for side, points in file.along(EARLIER, line.game, spans):
        totals[side] = totals.get(side, 0) + points
    return totals
