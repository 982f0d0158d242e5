"""What is answered, as Structs: the description of the interface is made from them."""

from __future__ import annotations

from typing import Any

import msgspec

from cli.service.access import Role
from domain.cases.telling import CaseTold
from domain.formats.jsonlines.merge import Added, Continued, Parted
from domain.games.hand import Hand
from domain.games.lines import Branch
from domain.kernel.board import Board
from rules.search import Found


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is answered."""


# Games


class GameSummary(Answer, frozen=True, kw_only=True):
    """A game as its main line stands."""

    game: str
    title: str
    system: str
    scenario: str
    sides: tuple[str, ...]
    lines: int
    entries: int
    started: str
    last_entry: str
    turn: int
    phase: str
    winner: str  # empty while it goes on
    points: dict[str, int]
    pack: str  # its name and the first digits of its hash
    players: dict[str, str] = {}  # by side, where they are named and the host lets it be told
    active: str = ""  # whose turn it is, where there are turns


class GameDetail(Answer, frozen=True, kw_only=True):
    """What a game was started with, its lines, and who the caller is in it."""

    game: str
    id: str
    title: str
    system: str
    edition: str
    scenario: str
    sides: tuple[str, ...]
    options: tuple[str, ...]
    readings: dict[str, str]
    settings: tuple[str, ...]
    pack: str
    commitment: str  # what the fair dice are bound to
    lines: list[Branch]
    goes_on: dict[str, str]  # by line: the one that is played on instead, since it was taken back and left at that
    players: dict[str, str]  # by side, where they are named and the host lets it be told
    role: Role
    side: str  # whose token it is; empty for others than sides


class Started(Answer, frozen=True, kw_only=True):
    game: str
    title: str
    system: str
    sides: tuple[str, ...]
    entries: int
    lines: list[str]
    account: dict[str, Any] | None = None  # of a file of another program: what was understood of it


class TurnTaken(Answer, frozen=True, kw_only=True):
    """A turn by mail that came in."""

    by: str
    first: int
    last: int


class MergedValue(Answer, frozen=True, kw_only=True):
    """What another record of the same game had and ours had not."""

    game: str
    changed: bool  # false: ours had all of it
    added: tuple[Added, ...]
    continued: tuple[Continued, ...]
    parted: tuple[Parted, ...]
    unproved: int  # fair dice and cards that count as imported here


# Entries


class EntryValue(Answer, frozen=True, kw_only=True):
    """One fact as it stands in the log."""

    line: str
    entry: int
    order: int
    by: str
    at: str
    source: str
    to: tuple[str, ...] | None  # who may see it; null: everyone
    fact: Any
    words: str
    hash: str


class EntryPage(Answer, frozen=True, kw_only=True):
    """Entries the caller may see; the numbers of those that are hidden are left out."""

    entries: list[EntryValue]
    after: int  # what to ask for next: entries up to here have been looked through
    head: int


class PreviewValue(Answer, frozen=True, kw_only=True):
    """An order as it would stand in the log; nothing of what would come of it."""

    order: str  # in full
    price: str  # of its way, in words; empty: it has none
    way: tuple[str, ...]
    head: int  # the last entry, which `expected` may name when it is given
    stands: tuple[tuple[tuple[float, ...], ...], ...] = ()  # on a table: its bases at the end of the way, drawn
    goes: tuple[tuple[float, ...], ...] = ()  # and the way itself


class HandValue(Hand, frozen=True, kw_only=True):
    """Everything a side may order at the head of a line."""

    head: int  # the entry it holds for
    fronts: dict[str, tuple[tuple[float, ...], ...]]  # of its units on a table, drawn: left, right


class HandPart(Answer, frozen=True, kw_only=True):
    """Some of the orders in hand, by their values as there."""

    head: int  # the entry they hold for
    rows: tuple[tuple[Any, ...], ...]


class Given(Answer, frozen=True, kw_only=True):
    """What came of an order, as its giver may see it."""

    entries: list[EntryValue]
    head: int


class PromiseValue(Answer, frozen=True, kw_only=True):
    """What a party's shares of the dice lead to."""

    end: str
    before: int  # orders with dice that came before its first share
    held: bool  # the next share lies with the host
    made_here: bool  # and so do all: the host made them


class SharesValue(Answer, frozen=True, kw_only=True):
    """How dice are made that all make together: who has promised what, and whose share is waited for."""

    together: bool
    number: int = 0  # of the next order with dice
    links: int = 0  # of a chain
    promises: dict[str, PromiseValue] = {}
    waits_for: str = ""  # the party whose share an order waits for, if the caller may know of it
    entry: int = 0  # that order
    open: bool = False  # a side may promise its own now
    what_if: bool = False  # the line was opened to study it, not to play on in it by consent


# Seats, and what there is to play


class TokenMade(Answer, frozen=True, kw_only=True):
    """Shown this once."""

    side: str
    token: str
    page: str  # where whoever has it plays


class Seats(Answer, frozen=True, kw_only=True):
    program: dict[str, str]  # each side that the program plays, and in what manner


class ScenarioValue(Answer, frozen=True, kw_only=True):
    scenario: str
    title: str
    sides: tuple[str, ...]
    text: str


class ReadingValue(Answer, frozen=True, kw_only=True):
    rule: str
    question: str
    choices: dict[str, str]
    usual: str


class SystemValue(Answer, frozen=True, kw_only=True):
    system: str
    title: str
    edition: str
    has_player: bool
    scenarios: list[ScenarioValue]
    options: dict[str, str]
    readings: dict[str, ReadingValue]
    settings: dict[str, str]


# Looking


class BoardValue(Answer, frozen=True, kw_only=True):
    ref: str
    entry: int
    turn: int
    phase: str
    active: str
    winner: str | None  # null while it goes on, empty for a draw
    board: Board


class OptionValue(Answer, frozen=True, kw_only=True):
    by: str
    order: str


class OptionList(Answer, frozen=True, kw_only=True):
    options: list[OptionValue]
    complete: bool  # false: there are more, or the system gives a sample


class PointsValue(Answer, frozen=True, kw_only=True):
    line: str
    entry: int
    side: str
    points: int
    total: int
    why: str
    rule: str


class ScoreValue(Answer, frozen=True, kw_only=True):
    totals: dict[str, int]
    rows: list[PointsValue]
    standing: str  # by the scenario's own conditions; only the umpire is told while the game goes on


class LossValue(Answer, frozen=True, kw_only=True):
    line: str
    entry: int
    side: str
    unit: str
    kind: str
    amount: int
    cause: str
    men: int | None
    unit_total: int
    side_total: int
    side_men: int


class UnitLossValue(Answer, frozen=True, kw_only=True):
    side: str
    unit: str
    kind: str
    amount: int
    men: int | None


class LossesValue(Answer, frozen=True, kw_only=True):
    by_side: dict[str, dict[str, int]]
    men: dict[str, int]
    by_unit: list[UnitLossValue]
    rows: list[LossValue]


class RollValue(Answer, frozen=True, kw_only=True):
    entry: int
    by: str
    why: str
    dice: str
    faces: tuple[int, ...]
    source: str


class DiceTestValue(Answer, frozen=True, kw_only=True):
    side: str | None
    why: str | None
    die: int
    source: str
    dice: int
    faces: dict[str, int]
    least: int
    mean: float
    expected: float
    low: float
    high: float
    chi_square: float | None
    degrees: int
    p_value: float | None
    words: str


class DiceValue(Answer, frozen=True, kw_only=True):
    rolls: list[RollValue]
    tests: list[DiceTestValue]


class Parting(Answer, frozen=True, kw_only=True):
    """Where the log and the rules part; in words for the umpire alone, since they may tell what is hidden."""

    line: str
    entry: int
    rule: str = ""
    expected: str = ""
    recorded: str = ""
    message: str = ""


class AuditValue(Answer, frozen=True, kw_only=True):
    ref: str
    is_clean: bool
    orders: int
    facts: int
    clerical: int
    complete: bool
    differences: list[Parting]
    irregular: list[Parting]
    ruled: list[Parting]


class Health(Answer, frozen=True, kw_only=True):
    version: str
    games: int  # whose names anyone may know


# Settling


class Opened(Answer, frozen=True, kw_only=True):
    ref: str
    line: str
    parent: str
    at: int
    luck: str
    why: str
    consent: tuple[str, ...] = ()  # of a take-back, the sides that agreed


class TakeBackValue(Answer, frozen=True, kw_only=True):
    """A take-back, and whose consent it waits for; once it has all, the line that was opened."""

    line: str
    at: int  # the new line goes on from here
    why: str
    agreed: tuple[str, ...]
    missing: tuple[str, ...]
    opened: Opened | None = None
    closes: bool = False  # it is no take-back: the line is to be closed


class ClosingValue(Answer, frozen=True, kw_only=True):
    """A line that is to be closed, and who must still agree."""

    line: str
    why: str
    agreed: tuple[str, ...]
    missing: tuple[str, ...]
    closed: bool
    head: int  # the last entry now
    all_open: bool = False  # no line of the game is in play any more: nothing of it is hidden from whoever may see it


class CaseText(Answer, frozen=True, kw_only=True):
    ref: str
    case: str  # TOML, as `adjudicate` takes it


class CaseValue(Answer, frozen=True, kw_only=True):
    """A case as it is decided; and of what it expects, how much and what does not hold."""

    case: CaseTold
    rows: list[CaseTold]  # of a case with several positions, those after the first
    claims: int
    failures: list[str]


class RulesFound(Answer, frozen=True, kw_only=True):
    found: list[Found]  # the best
    of: int  # how many there are
    unknown: str  # which of the words stand nowhere, and what was perhaps meant
