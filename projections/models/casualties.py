"""Losses by side and unit over time, in the system's own measure and in men where the pack gives a scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.games.games import Games
from domain.games.sight import SPECTATOR, seen
from domain.kernel.facts import Fact, LossTaken, Side, UnitId
from domain.kernel.say import Say
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.phrases import phrase, word
from domain.words.plain import count
from domain.words.tell import say_of
from projections.models.model import ReadFile, Taken, by_line, fit

if TYPE_CHECKING:
    from sqlite_utils import Database

EARLIER = (
    "SELECT side, unit, kind, SUM(amount), SUM(men) FROM losses WHERE game=? AND line=? AND entry<=? "
    "GROUP BY side, unit, kind"
)


class LossRow(NamedTuple):
    line: str
    entry: int
    side: Side
    unit: UnitId
    kind: str
    amount: int
    cause: str
    men: int | None
    unit_total: int  # of this unit and kind, with this loss
    side_total: int  # of this side and kind, with this loss
    side_men: int  # of this side, as far as men are known


class UnitLoss(NamedTuple):
    side: Side
    unit: UnitId
    kind: str
    amount: int
    men: int | None


class Tally:
    """Running totals; kinds of loss are never added to each other."""

    def __init__(self) -> None:
        self.units: dict[tuple[Side, UnitId, str], UnitLoss] = {}
        self.sides: dict[tuple[Side, str], int] = {}
        self.men: dict[Side, int] = {}

    def add(self, side: Side, unit: UnitId, kind: str, amount: int, men: int | None) -> tuple[int, int, int]:
        before = self.units.get((side, unit, kind))
        of_unit, known = (amount, men) if before is None else (before.amount + amount, _added(before.men, men))
        self.units[side, unit, kind] = UnitLoss(side, unit, kind, of_unit, known)
        of_side = self.sides[side, kind] = self.sides.get((side, kind), 0) + amount
        side_men = self.men[side] = self.men.get(side, 0) + (men or 0)
        return of_unit, of_side, side_men


def _added(before: int | None, men: int | None) -> int | None:
    return before if men is None else (before or 0) + men


class Losses(NamedTuple):
    rows: tuple[LossRow, ...]
    by_unit: tuple[UnitLoss, ...]
    by_side: dict[Side, dict[str, int]]  # side to kind to amount
    men: dict[Side, int]


def rows(
    entries: Iterable[Entry], say: Say, viewer: Side | None = None, tally: Tally | None = None
) -> Iterator[LossRow]:
    """Each loss with its running totals; `tally` is where the count begins, and is kept up to date."""
    tally = tally or Tally()
    for entry in seen(entries, viewer):
        loss = entry.fact
        if isinstance(loss, LossTaken):
            totals = tally.add(loss.side, loss.unit, loss.kind, loss.amount, loss.men)
            cause = say.reason(loss.cause)
            yield LossRow(
                entry.line, entry.number, loss.side, loss.unit, loss.kind, loss.amount, cause, loss.men, *totals
            )


def losses(games: Games, ref: Ref, viewer: Side | None = None) -> Losses:
    """The losses up to any entry of a line, straight from the log."""
    tally = Tally()
    line = games.line(ref)
    found = tuple(rows(games.entries_of(ref, LossTaken), say_of(line.system), viewer, tally))
    sides = line.started.sides
    by_side: dict[Side, dict[str, int]] = {side: {} for side in sides}
    for (side, kind), amount in tally.sides.items():
        by_side.setdefault(side, {})[kind] = amount
    return Losses(found, tuple(tally.units.values()), by_side, {**dict.fromkeys(sides, 0), **tally.men})


def said(kinds: Mapping[str, int], men: int | None) -> str:
    """`3 steps, about 150 men`."""
    lost = [_lost(amount, kind) for kind, amount in kinds.items()] + ([phrase("about {0} men", men)] if men else [])
    return ", ".join(lost) or phrase("none")


def _lost(amount: int, kind: str) -> str:
    number, _, things = count(amount, kind).partition(" ")
    return f"{number} {word(things)}"


def create(db: Database) -> None:
    db.table("losses").create(
        {
            "id": int, "game": str, "line": str, "entry": int, "side": str, "unit": str, "kind": str, "amount": int,
            "cause": str, "men": int, "unit_total": int, "side_total": int, "side_men": int,
        },
        pk="id",
        foreign_keys=[("id", "timeline", "id"), ("game", "games", "game")],
    )  # fmt: skip
    db.table("losses").create_index(["game", "line", "entry"], unique=True)


class LossesWriter:
    kinds: tuple[type[Fact], ...] = (LossTaken,)

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.tallies: dict[tuple[str, str], Tally] = {}

    def take(self, id: int, line: Line, entry: Entry) -> None:
        self.taken.append((id, line, entry))

    def write(self, file: ReadFile) -> None:
        ready: list[tuple[Any, ...]] = []
        for line, ids, entries in by_line(self.taken):
            tally = self.tallies.get((line.game, line.name))
            if tally is None:
                file.insert("losses", ready)  # what a branch begins with may be among them
                tally = self.tallies[line.game, line.name] = earlier(file, line, ids[0])
            told = rows(entries, say_of(line.system), SPECTATOR, tally)
            ready += [(id, line.game, *_fitting(row)) for id, row in zip(ids, told, strict=True)]
        file.insert("losses", ready)
        self.taken.clear()


def _fitting(row: LossRow) -> tuple[Any, ...]:
    line, entry, side, unit, kind, amount, cause, men, of_unit, of_side, side_men = row
    known = None if men is None else fit(men)
    return line, entry, side, unit, kind, fit(amount), cause, known, fit(of_unit), fit(of_side), fit(side_men)


def earlier(file: ReadFile, line: Line, id: int) -> Tally:
    """The public losses of a line as it stands before row `id` of the log."""
    tally, spans = Tally(), line.spans
    if not file.has_taken(line, id):
        before = file.log.entries_of(line, (LossTaken,), 0, line.own.base)
        for _ in rows(before, say_of(line.system), SPECTATOR, tally):
            pass
        spans = spans[-1:]
    for side, unit, kind, amount, men in file.along(EARLIER, line.game, spans):
        tally.add(side, unit, kind, amount, men)
    return tally
