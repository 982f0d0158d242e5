"""Facts about pieces and turns that more than one chapter records. Tags are for ever."""

from __future__ import annotations

from typing import Literal

from domain.facts import Fact, Side
from rules.gettysburg.orders import HexId, PieceId


class UnitPlaced(Fact, frozen=True, kw_only=True):
    """3.2, 23.1 In the set-up."""

    unit: PieceId
    to: HexId


class SetUpEnded(Fact, frozen=True, kw_only=True):
    """3.2, 23.1 A side has placed what it may."""

    side: Side


class CommandRolled(Fact, frozen=True, kw_only=True):
    """16.2 The state of an army for its player turn; total 0 where the scenario fixes it."""

    side: Side
    state: Literal["attack", "restricted", "passive", "panic"]
    total: int = 0
    modifier: int = 0  # 22.5
    why: str = ""
    rule: str = "16.2"


class ChancesRolled(Fact, frozen=True, kw_only=True):
    """17.1 How often the opponent may try to take over a unit."""

    side: Side  # who has the chances
    chances: int


class GunsReadied(Fact, frozen=True, kw_only=True):
    """13.1a"""

    units: tuple[PieceId, ...]


class GunsFired(Fact, frozen=True, kw_only=True):
    """13.1b An artillery unit has done what it may do until its next player turn."""

    unit: PieceId
    why: str
    rule: str


class TrainRested(Fact, frozen=True, kw_only=True):
    """21.1 The Train is turned to its unmoved side."""

    unit: PieceId


class UnitTested(Fact, frozen=True, kw_only=True):
    """7.2, 7.6 What a morale, rout or elimination test came to; the dice stand before it."""

    unit: PieceId
    test: str  # rule id and purpose
    die: int
    rating: str  # as the counter prints it
    passed: bool


class UnitDisrupted(Fact, frozen=True, kw_only=True):
    unit: PieceId
    why: str
    rule: str


class UnitRecovered(Fact, frozen=True, kw_only=True):
    """7.3d Out of Disruption; `cost` in half-points was paid by a unit that is moving."""

    unit: PieceId
    cost: int = 0
    rule: str = "7.3d"


class UnitShaken(Fact, frozen=True, kw_only=True):
    unit: PieceId
    why: str
    rule: str


class UnitRallied(Fact, frozen=True, kw_only=True):
    """7.4b"""

    unit: PieceId
    recovers: bool = False  # 7.4c inside an HMC, where one more secret fact would betray that it was Disrupted


class RallyFailed(Fact, frozen=True, kw_only=True):
    """7.4b"""

    unit: PieceId
    recovers: bool = False  # as in UnitRallied


class UnitQuestioned(Fact, frozen=True, kw_only=True):
    """22.3 The unit gets a Questionable marker."""

    unit: PieceId


class UnitSteadied(Fact, frozen=True, kw_only=True):
    """22.3 The unit loses its Questionable marker."""

    unit: PieceId


class UnitRouted(Fact, frozen=True, kw_only=True):
    """7.5 To the Routed box, captured, or out of play."""

    unit: PieceId
    box: Literal["routed", "captured", "out_of_play"]
    why: str
    rule: str


class UnitEliminated(Fact, frozen=True, kw_only=True):
    """7.6"""

    unit: PieceId
    why: str
    rule: str


class UnitCaptured(Fact, frozen=True, kw_only=True):
    unit: PieceId
    why: str
    rule: str


class CadreDestroyed(Fact, frozen=True, kw_only=True):
    """7.7a The unit is spent to rebuild another."""

    unit: PieceId


class UnitReturned(Fact, frozen=True, kw_only=True):
    """10.4c Brigades come back Shaken, artillery on its Fired side; Disruption is kept only under D38 B."""

    unit: PieceId
    to: HexId
    disrupted: bool = False


class UnitLeftMap(Fact, frozen=True, kw_only=True):
    """8.5"""

    unit: PieceId
    at: HexId
    cost: int = 0
    rule: str = "8.5a"


class ReturnRolled(Fact, frozen=True, kw_only=True):
    """22.6 Whether a piece that left the map may enter this turn, and where."""

    unit: PieceId
    entry: str = ""  # letter of the entry hex; empty when it may not


class PieceRestored(Fact, frozen=True, kw_only=True):
    """22.6, D40 B Units come back Normal, artillery Ready; of an HMC only its owner learns which."""

    unit: PieceId  # a unit, or the HMC that holds these
    units: tuple[PieceId, ...]


class StackReordered(Fact, frozen=True, kw_only=True):
    """9.4a"""

    at: HexId
    pieces: tuple[PieceId, ...]


class Declined(Fact, frozen=True, kw_only=True):
    """A side lets an offer pass: replay must not ask again."""

    side: Side
    what: str
    rule: str


FACTS: tuple[type[Fact], ...] = (
    UnitPlaced, SetUpEnded, CommandRolled, ChancesRolled, GunsReadied, GunsFired, TrainRested, UnitTested,
    UnitDisrupted, UnitRecovered, UnitShaken, UnitRallied, RallyFailed, UnitQuestioned, UnitSteadied, UnitRouted,
    UnitEliminated, UnitCaptured, CadreDestroyed, UnitReturned, UnitLeftMap, ReturnRolled, PieceRestored,
    StackReordered, Declined,
)  # fmt: skip
