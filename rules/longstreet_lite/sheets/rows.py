"""LL.4.anat, section 11 A pack: the action cards and the scenarios, as they are typed; checked before a game starts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.facts import Side
from domain.kernel.packs import Pack, Sheet, sheet_of
from domain.kernel.system import Scenario
from rules.longstreet_lite.tables import HAND_LIMIT, CardId, UnitKind

CARDS, SCENARIOS = "cards.toml", "scenarios.toml"
SIDES: tuple[Side, ...] = ("us", "cs")
Nation = Literal["NEUTRAL", "US", "CS"]
Symbol = Literal["RIFLE", "SABRES", "BUGLE"]
Timing = Literal["with_invocation", "turn_start", "after_fire", "after_move", "after_combat", "any"]
Do = Literal[
    "move_bonus", "unit_may_not_move", "extra_combat_dice", "may_reroll", "must_reroll", "die_modifier", "hand_limit",
    "waive_second_card", "unit_may_not_fire", "passive_moves_unit", "no_modifiers",
]  # fmt: skip
Small = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Year = Annotated[int, msgspec.Meta(ge=1861, le=1865)]


class Effect(Sheet, frozen=True, kw_only=True):
    """Section 11.3 One primitive and whom it touches: a card's effects are data."""

    do: Do
    n: Small = 0  # BW, dice, or what is added to a die
    units: Literal["one", "all"] = "all"
    whose: Literal["own", "enemy"] = "own"  # as the player of the card sees it
    kind: Literal["", "INF", "ART"] = ""
    dice: Literal["", "to_hit", "attack", "defence"] = ""
    modes: tuple[Literal["volley", "skirmish", "canister", "bombard"], ...] = ()  # none: every mode
    aimed: Literal["by", "at"] = "by"  # a die modifier for the firer's dice, or for dice aimed at the unit
    within: Small = 0  # BW; 0: any range
    least_bases: Small = 0
    least: Small = 0  # BW: an allowance is never cut below this
    limbered: bool = True  # whether it may touch a limbered battery
    turns: Small = 0  # how many own turns of the victim it lasts beyond this one (hand_limit)


class CardRow(Sheet, frozen=True, kw_only=True):
    """LL.4.anat"""

    id: CardId
    name: str
    nation: Nation
    copies: Annotated[int, msgspec.Meta(ge=1, le=60)]
    morale: Annotated[int, msgspec.Meta(ge=0, le=9)]
    source: str
    years: tuple[Year, Year] | None = None
    modifier: Symbol | None = None
    interrupt: bool = False
    red: bool = False
    timing: Timing | None = None
    text: str = ""
    effects: tuple[Effect, ...] = ()


class CardSheet(Sheet, frozen=True, kw_only=True):
    source: str
    deck: str
    cards: tuple[CardRow, ...]
    hand_limit: Annotated[int, msgspec.Meta(ge=1, le=20)] = HAND_LIMIT
    void: tuple[CardId, ...] = ()  # LL.F.2, O1: no effect but morale and invoking, where the option is played


class TerrainPiece(Sheet, frozen=True, kw_only=True):
    name: str
    kind: str
    points: tuple[str, ...]
    crest: tuple[str, ...] = ()
    plateau: bool = False
    note: str = ""


class UnitRow(Sheet, frozen=True, kw_only=True):
    id: str
    name: str
    kind: UnitKind
    bases: int
    ranks: tuple[int, ...] = ()
    offset: int = 0
    at: str = ""
    heading: str = ""
    limbered: bool = False


class ScenarioRow(Sheet, frozen=True, kw_only=True):
    key: str
    title: str
    source: str
    year: Year
    table: tuple[str, str]  # BW along x, along y
    text: str = ""
    free: bool = False  # LL.3 terrain and deployment by the book's own procedure
    first_turn: Literal["us", "cs", ""] = ""
    first_turn_note: str = ""
    break_point: int | None = None
    gun_depth: str = "1"
    limber_depth: str = "1"
    terrain: tuple[TerrainPiece, ...] = ()
    us: tuple[UnitRow, ...] = ()
    cs: tuple[UnitRow, ...] = ()


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    source: str
    scenarios: tuple[ScenarioRow, ...]


FILES: Mapping[str, type[Sheet]] = {CARDS: CardSheet, SCENARIOS: ScenarioSheet}


card_sheet = sheet_of(CARDS, CardSheet)
scenario_sheet = sheet_of(SCENARIOS, ScenarioSheet)


def rows(pack: Pack) -> Mapping[str, ScenarioRow]:
    return {row.key: row for row in scenario_sheet(pack).scenarios}


def armies(row: ScenarioRow) -> Iterator[tuple[Side, UnitRow]]:
    for side, units in zip(SIDES, (row.us, row.cs), strict=True):
        yield from ((side, unit) for unit in units)


def scenarios(pack: Pack) -> Mapping[str, Scenario]:
    """LL.1.player.1 One player a side."""
    return {key: Scenario(key, row.title, SIDES, row.text) for key, row in rows(pack).items()}


def names(pack: Pack) -> Mapping[str, str]:
    """What people call the cards and the units; two scenarios may share a unit."""
    cards = {card.id: card.name for card in card_sheet(pack).cards}
    return cards | {unit.id: unit.name for row in rows(pack).values() for _, unit in armies(row)}


def belongs(card: CardRow, side: Side, year: int) -> bool:
    """LL.4.deck.1, LL.4.year.1 Neutral cards and the own nation's, if their years cover the game's."""
    if card.nation not in ("NEUTRAL", side.upper()):
        return False
    return card.years is None or card.years[0] <= year <= card.years[1]


def deck_of(cards: Iterable[CardRow], side: Side, year: int) -> tuple[CardId, ...]:
    """LL.3.card.1, LL.4.deck.1 Every copy of every card that belongs."""
    return tuple(card.id for card in cards if belongs(card, side, year) for _ in range(card.copies))
