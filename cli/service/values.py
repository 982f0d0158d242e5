"""What is answered and what is sent, as Structs: the description of the interface is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cli.service.access import Role
from domain.board import Board
from domain.lines import Branch

Number = Annotated[int, Meta(ge=1, le=2**53, description="An entry's number; entries are counted from 1.")]
Name = Annotated[str, Meta(min_length=1, max_length=63, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
SideName = Annotated[str, Meta(min_length=1, max_length=63)]
Words = Annotated[str, Meta(max_length=2_000)]
Some = Annotated[list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(max_length=64)]
Face = Annotated[int, Meta(ge=1, le=10_000)]


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
    pack: str
    commitment: str  # what the fair dice are bound to
    lines: list[Branch]
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


class Given(Answer, frozen=True, kw_only=True):
    """What came of an order, as its giver may see it."""

    entries: list[EntryValue]
    head: int


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
    games: int


# What is sent


class Sent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is sent: a misspelt field is said to be one."""


class NewGame(Sent, frozen=True, kw_only=True):
    system: Name
    scenario: Annotated[str, Meta(min_length=1, max_length=200)]
    name: Name
    title: Annotated[str, Meta(max_length=200)] = ""
    sides: Some = []
    options: Some = []
    readings: dict[str, str] = {}
    pack: Annotated[str, Meta(max_length=200, description="A pack that comes with the system, by name.")] = ""


class NewOrder(Sent, frozen=True, kw_only=True):
    """Without dice and cards, fair dice are rolled."""

    order: Annotated[str, Meta(min_length=1, max_length=100_000, description="As `refight order` takes it.")]
    by: SideName
    dice: Annotated[list[Face], Meta(max_length=1_000, description="Faces rolled at the table.")] = []
    cards: Some = []
    expected: Annotated[int | None, Meta(description="The last entry as you know it; refused if it is another.")] = None


class NewBranch(Sent, frozen=True, kw_only=True):
    name: Name
    line: Name = "main"
    at: Number | None = None
    luck: Literal["same", "fresh"] = "fresh"
    why: Words = ""


class NewNote(Sent, frozen=True, kw_only=True):
    text: Annotated[str, Meta(min_length=1, max_length=10_000)]
    about: Number | None = None
    expected: int | None = None


class Opened(Answer, frozen=True, kw_only=True):
    ref: str
    line: str
    parent: str
    at: int
    luck: str
    why: str
