"""The course of a game, turn by turn: of hundreds of entries those that mattered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.games.groups import groups
from domain.games.remarks import EntryNote, remark_of, remarks
from domain.kernel.facts import (
    DiceRolled,
    GameEnded,
    IrregularPlay,
    LossTaken,
    NoteAdded,
    OrderGiven,
    PhaseBegan,
    PointsScored,
    RulingMade,
    Side,
)
from domain.kernel.naming import UMPIRE
from domain.log.entry import Entry
from domain.words.phrases import decimal, phrase
from projections.drawing.words import plain
from projections.luck.standing import height
from projections.models.casualties import said
from projections.page.story import heading
from projections.report.document import Block, Item, Items, Kind, Para, Section
from projections.report.teller import Teller

MOST = {"loss": 4, "points": 4, "dice": 2, "note": 10}  # of a turn; rulings, irregular plays and the end are all told
UNLIKELY = 1 / 35  # two sixes are among it, one six is not
LONGEST = 400  # letters of a note


class Moment(NamedTuple):
    turn: int
    item: Item
    weight: float  # among those of its kind


def course(teller: Teller) -> list[Section]:
    """A section for each turn in which something happened."""
    found = list(_moments(teller))
    heads = _headings(teller)
    sections = []
    for turn, each in groupby(found, key=lambda moment: moment.turn):
        moments = list(each)
        blocks = list[Block]()
        if summary := _summary(teller, turn):
            blocks.append(Para(summary))
        kept = tuple(_worth_telling(moments))
        blocks.append(Items(kept))
        if left := len(moments) - len(kept):
            blocks.append(Para(phrase("…and {0} more; `refight log` tells them all.", left)))
        head = heads.get(turn) or phrase("before turn 1")
        sections.append(Section(f"turn-{turn}", head[:1].upper() + head[1:], tuple(blocks), 3))
    return sections


def largest(teller: Teller, most: int = 5) -> tuple[Item, ...]:
    """The heaviest losses of the whole game, the heaviest first."""
    losses = [moment for moment in _moments(teller) if moment.item.kind == "loss"]
    return tuple(moment.item for moment in sorted(losses, key=lambda each: -each.weight)[:most])


def _headings(teller: Teller) -> dict[int, str]:
    words: dict[int, list[str]] = {}
    for _, fact in teller.of(PhaseBegan):
        words.setdefault(fact.turn, []).append(teller.tell(fact))
    return {turn: heading(turn, each) for turn, each in words.items()}


def _worth_telling(moments: Sequence[Moment]) -> Iterator[Item]:
    kept: set[Item] = set()
    for kind in {moment.item.kind for moment in moments}:
        own = sorted((one for one in moments if one.item.kind == kind), key=lambda one: -one.weight)
        kept.update(one.item for one in own[: MOST.get(kind)])
    return (moment.item for moment in moments if moment.item in kept)


def _moments(teller: Teller) -> Iterator[Moment]:
    """In the order of the log, a note on an entry beside that entry; a turn is one stretch of it."""
    turn, beside = 0, _remarks(teller)
    for group in groups(teller.entries):
        for entry in group:
            turn = entry.fact.turn if isinstance(entry.fact, PhaseBegan) else turn
        remark = remark_of(group[0])
        if remark and remark in beside.get(remark.about, ()):
            continue  # told where it belongs
        for item, weight in _told(teller, group):
            yield Moment(turn, item, weight)
        for one in (one for entry in group for one in beside.get(entry.number, ())):
            yield Moment(turn, Item(_signed(teller, one.by, f"{one.mark} {one.text}"), one.about, "note"), -one.entry)


def _remarks(teller: Teller) -> dict[int, list[EntryNote]]:
    """Notes on what is told here; others, on a note or on something hidden, stand where they were written."""
    told = {entry.number for entry in teller.entries if not remark_of(entry)}
    found: dict[int, list[EntryNote]] = {}
    for one in remarks(teller.entries):
        if one.about in told:
            found.setdefault(one.about, []).append(one)
    return found


def _signed(teller: Teller, by: str, text: str) -> str:
    """A note, with who wrote it where that is a side."""
    said = plain(text.strip())
    short = said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"
    return short if by == UMPIRE else phrase("{0}: {1}", teller.side(by), short)


def _told(teller: Teller, group: Sequence[Entry]) -> Iterator[tuple[Item, float]]:
    if lost := [entry for entry in group if isinstance(entry.fact, LossTaken)]:
        yield _loss(teller, group, [entry.fact for entry in lost if isinstance(entry.fact, LossTaken)])
    for entry in group:
        match entry.fact:
            case PointsScored(side=side, points=points, why=why):
                reason = teller.say.reason(why) or phrase("no reason given")
                scored = phrase("points for {0}: {1} ({2})", teller.side(side), f"{points:+}", reason)
                yield _item(entry, "points", scored), abs(points)
            case DiceRolled() as roll if (standing := _unlikely(roll)) is not None:
                yield _item(entry, "dice", _dice(teller, roll, *standing)), -standing[0]
            case NoteAdded(by=by, text=text):
                yield _item(entry, "note", _signed(teller, by, text)), -entry.number
            case RulingMade():
                yield _item(entry, "ruling", teller.tell(entry.fact)), 0
            case IrregularPlay():
                yield _item(entry, "irregular", teller.tell(entry.fact)), 0
            case GameEnded():
                yield _item(entry, "end", teller.tell(entry.fact)), 0


def _item(entry: Entry, kind: Kind, text: str) -> Item:
    return Item(text, entry.number, kind)


def _loss(teller: Teller, group: Sequence[Entry], lost: Sequence[LossTaken]) -> tuple[Item, float]:
    """All that one order cost, and by what: the enemy's order too, but not one's own to take the loss.

    Men count for more than steps, which differ from unit to unit.
    """
    sides = {one.side for one in lost}
    orders = (entry.fact for entry in group if isinstance(entry.fact, OrderGiven))
    attack = [teller.tell(order) for order in orders if order.by not in sides]
    behind = [*dict.fromkeys(filter(None, (teller.say.reason(one.cause) for one in lost))), *attack]
    by_unit = groupby(sorted(lost, key=lambda one: one.unit), key=lambda one: one.unit)
    told = "; ".join(_of_unit(teller, unit, list(each)) for unit, each in by_unit)
    weight = sum((one.men or 0) + one.amount / 100 for one in lost)
    first = next(entry for entry in group if isinstance(entry.fact, LossTaken))
    return _item(first, "loss", f"{told} ({'; '.join(behind)})" if behind else told), weight


def _of_unit(teller: Teller, unit: str, lost: Iterable[LossTaken]) -> str:
    kinds: dict[str, int] = {}
    men, side = 0, ""
    for one in lost:
        kinds[one.kind] = kinds.get(one.kind, 0) + one.amount
        men, side = men + (one.men or 0), one.side
    return phrase("{0} ({1}) loses {2}", teller.name(unit), teller.side(side), said(kinds, men))


def _unlikely(roll: DiceRolled) -> tuple[float, bool] | None:
    """How seldom so many dice fall so high, or so low; None for what is seen often."""
    if not roll.faces or not all(1 <= face <= roll.sides for face in roll.faces):
        return None
    found = height(len(roll.faces), roll.sides, sum(roll.faces))
    return (found.tail, found.percentile > 1 / 2) if found.tail <= UNLIKELY else None


def _dice(teller: Teller, roll: DiceRolled, tail: float, is_high: bool) -> str:
    chance = decimal(tail * 100, 1)
    how = (
        phrase("{0} % of such throws are so high", chance)
        if is_high
        else phrase("{0} % of such throws are so low", chance)
    )
    return f"{teller.tell(roll)}; {how}"


def _summary(teller: Teller, turn: int) -> str:
    """What the turn cost and brought each side."""
    lost: dict[Side, dict[str, int]] = {}
    men: dict[Side, int] = {}
    points: dict[Side, int] = {}
    now = 0
    for _, fact in teller.of(PhaseBegan, LossTaken, PointsScored):
        if isinstance(fact, PhaseBegan):
            now = fact.turn
        elif now == turn and isinstance(fact, LossTaken):
            kinds = lost.setdefault(fact.side, {})
            kinds[fact.kind] = kinds.get(fact.kind, 0) + fact.amount
            men[fact.side] = men.get(fact.side, 0) + (fact.men or 0)
        elif now == turn:
            points[fact.side] = points.get(fact.side, 0) + fact.points
    losses = [f"{teller.side(side)} {said(kinds, men[side])}" for side, kinds in lost.items()]
    scored = [f"{teller.side(side)} {number:+}" for side, number in points.items()]
    told = [phrase("Losses: {0}.", "; ".join(losses))] if losses else []
    return " ".join([*told, *([phrase("Points: {0}.", ", ".join(scored))] if scored else [])])
