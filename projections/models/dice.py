"""How the dice fell: faces, mean, and whether fair dice would often be as uneven."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from domain.games.games import Games
from domain.games.sight import seen
from domain.kernel.facts import DiceRolled, Fact, Side
from domain.kernel.reasons import kind_of
from domain.kernel.say import read_off
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.phrases import decimal, later, phrase, some
from projections.models.chi_square import FEWEST_EXPECTED, chi_square, p_value
from projections.models.model import ReadFile, fit

if TYPE_CHECKING:
    from sqlite_utils import Database

WIDE = 1.959964  # 95 % of a normal distribution lies within so many deviations
UNUSUAL, RARE = 0.05, 0.01
SOURCES = {
    "fair": "fair", "entered": later("entered (rolled at the table)"), "imported": "imported", "ruled": "ruled",
}  # fmt: skip


class Group(NamedTuple):
    """Dice that are counted together; None stands for all sides, or all purposes. Sources are never mixed."""

    side: Side | None
    why: str | None
    die: int
    source: str


class DiceTest(NamedTuple):
    side: Side | None
    why: str | None
    die: int
    source: str
    dice: int
    faces: dict[int, int]
    mean: float
    expected: float
    low: float  # 95 % of so many fair dice have a mean between low and high
    high: float
    chi_square: float | None
    degrees: int
    p_value: float | None  # None: too few dice for a test
    words: str
    least: int = 1  # the lowest face: 0 where the highest is called so


Counts = dict[Group, Counter[int]]
_json = msgspec.json.Encoder().encode


def count(entries: Iterable[Entry], viewer: Side | None = None) -> Counts:
    """Faces by side, purpose, die and source."""
    counts: Counts = {}
    for entry in seen(entries, viewer):
        if isinstance(entry.fact, DiceRolled) and entry.fact.faces:  # no dice have no mean
            counts.setdefault(group_of(entry.fact), Counter()).update(entry.fact.faces)
    return counts


def group_of(fact: DiceRolled) -> Group:
    return Group(fact.by, kind_of(fact.why), fact.sides, fact.source)


def levels(counts: Mapping[Group, Counter[int]]) -> Counts:
    """The same dice by side and purpose, by side, by purpose, and all together."""
    found: Counts = {}
    for (side, why, die, source), faces in counts.items():
        for of_side, of_why in ((None, None), (None, why), (side, None), (side, why)):
            into = found.setdefault(Group(of_side, of_why, die, source), Counter())
            for face, times in faces.items():  # not `update`: this is done for every game of an archive
                into[face] = into.get(face, 0) + times
    return found


def luck(games: Games, ref: Ref, viewer: Side | None = None) -> list[DiceTest]:
    """All dice of a line up to an entry, in every grouping, the widest first."""
    found, zeros = levels(count(games.entries_of(ref, DiceRolled), viewer)), games.line(ref).system.book.zeros
    return [assess(group, found[group], zeros) for group in sorted(found, key=_order)]


def _order(group: Group) -> tuple[Any, ...]:
    side, why = group.side, group.why
    return (why is not None, why or "", side is not None, side or "", group.die, group.source)


def assess(group: Group, thrown: Mapping[int, int], zeros: Collection[int] = ()) -> DiceTest:
    """Read off as players of the system do: without `zeros`, and in what is kept of many games, from 1 upwards."""
    faces = {read_off(face, group.die, zeros): times for face, times in thrown.items()}
    dice, die, least = sum(faces.values()), group.die, 0 if group.die in zeros else 1
    mean, expected = sum(face * times for face, times in faces.items()) / dice, (die - 1) / 2 + least
    spread = WIDE * math.sqrt(max(0, die * die - 1) / 12 / dice)
    last = least + die - 1
    low, high = max(float(least), expected - spread), min(float(last), expected + spread)
    statistic = chance = None
    if dice >= enough(die) and all(least <= face <= last for face in faces):
        statistic = chi_square([faces.get(face, 0) for face in range(least, last + 1)])
        chance = p_value(statistic, die - 1)
    words = " ".join(_words(group, dice, mean, expected, low, high, chance))
    shown = dict(sorted(faces.items()))
    return DiceTest(*group, dice, shown, mean, expected, low, high, statistic, die - 1, chance, words, least)


def enough(die: int) -> int:
    """How many dice a test of their faces needs."""
    return FEWEST_EXPECTED * die


def _words(
    group: Group, dice: int, mean: float, expected: float, low: float, high: float, chance: float | None
) -> Iterator[str]:
    source = phrase(SOURCES.get(group.source, group.source))
    mid, usual = decimal(mean, 2), decimal(expected, 1)
    yield phrase("{0}d{1}, {2}: mean {3}, expected {4};", dice, group.die, source, mid, usual)
    between = decimal(low, 2), decimal(high, 2)
    if low <= mean <= high:
        yield phrase("19 in 20 such series of fair dice lie between {0} and {1}, this one does too.", *between)
    else:
        yield phrase("19 in 20 such series of fair dice lie between {0} and {1}, this one does not.", *between)
    yield _of_faces(group, dice, chance)


def in_short(test: DiceTest) -> str:
    """How a side's dice fell; of a few dice, no more than can be said of a few."""
    needed = enough(test.die)
    if test.dice >= needed:
        return phrase("{0}: {1}", test.side, test.words)
    return phrase(
        "{0} (d{1}, {2}): {3}: too few to judge ({4} are needed); mean {5}, fair dice mostly {6} to {7}",
        test.side, test.die, phrase(test.source), some(test.dice, "die", "dice"), needed,
        *(decimal(value, 2) for value in (test.mean, test.low, test.high)),
    )  # fmt: skip


def _of_faces(group: Group, dice: int, chance: float | None) -> str:
    if dice < enough(group.die):
        return phrase("Too few to test the faces: that takes {0} dice.", enough(group.die))
    if chance is None:
        return phrase("Some faces do not belong on a d{0}, so they are not tested.", group.die)
    if chance >= UNUSUAL:
        return phrase("Faces: p = {0}, nothing unusual.", decimal(chance, 2))
    if chance >= RARE:
        told = decimal(chance, 3)
        return phrase("Faces: p = {0}, uneven; but of 20 tests of fair dice one looks like that.", told)
    told = f"{chance:.2g}".replace(".", phrase("."))
    return phrase("Faces: p = {0}, very uneven: fair dice do that less than once in a hundred tests.", told)


def create(db: Database) -> None:
    place = {"game": str, "line": str}
    kept = {"side": str, "why": str, "die": int, "source": str}
    games = ("game", "games", "game")
    db.table("dice").create(
        {"id": int, **place, "entry": int, **kept, "dice": int, "faces": str, "total": int},
        pk="id",
        foreign_keys=[("id", "timeline", "id"), games],
    )
    db.table("dice").create_index(["game", "line", "entry"], unique=True)
    key = [*place, *kept, "face"]
    db.table("dice_faces").create({**place, **kept, "face": int, "times": int}, pk=key, foreign_keys=[games])
    tested = {"mean": float, "expected": float, "low": float, "high": float, "chi_square": float, "degrees": int}
    db.table("dice_tests").create(
        {**place, **kept, "dice": int, **tested, "p_value": float, "words": str}, foreign_keys=[games]
    )
    db.table("dice_tests").create_index(["game", "line"])


class DiceWriter:
    kinds: tuple[type[Fact], ...] = (DiceRolled,)

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.times: dict[tuple[Any, ...], dict[int, int]] = {}

    def take(self, id: int, line: Line, entry: Entry) -> None:
        fact = entry.fact
        assert isinstance(fact, DiceRolled)
        game, name, faces = line.game, line.name, fact.faces
        group = fact.by, kind_of(fact.why), fit(fact.sides), fact.source
        thrown = len(faces), str(_json(faces), "utf-8"), fit(sum(faces))
        self.rows.append((id, game, name, entry.number, *group, *thrown))
        times = self.times.setdefault((game, name, *group), {})
        for face in faces:  # not a Counter: its `update` would cost more than all the rest
            times[face] = times.get(face, 0) + 1

    def write(self, file: ReadFile) -> None:
        file.insert("dice", self.rows)
        file.connection.executemany(
            "INSERT INTO dice_faces VALUES (?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET times = times + excluded.times",
            [(*key, fit(face), times) for key, faces in self.times.items() for face, times in faces.items()],
        )
        self.times.clear()


def write_tests(file: ReadFile, line: Line) -> None:
    """The tests of a line's own dice, anew: a branch that repeats its parent's dice must not count them twice."""
    place, counts = (line.game, line.name), Counts()
    found = "SELECT side, why, die, source, face, times FROM dice_faces WHERE game=? AND line=?"
    for side, why, die, source, face, times in file.connection.execute(found, place):
        counts.setdefault(Group(side, why, die, source), Counter())[face] += times
    file.connection.execute("DELETE FROM dice_tests WHERE game=? AND line=?", place)
    tests = levels(counts)
    file.insert("dice_tests", [(*place, *_columns(assess(group, tests[group]))) for group in sorted(tests, key=_order)])


def _columns(result: DiceTest) -> tuple[Any, ...]:
    rounded = [value if value is None else round(value, 4) for value in result[6:11]]
    chance = None if result.p_value is None else float(f"{result.p_value:.4g}")
    return (*result[:5], *rounded, result.degrees, chance, result.words)
