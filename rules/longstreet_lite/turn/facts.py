"""Facts of the set-up, of the cards' round through hand, deck and discard, and of victory. Tags are for ever."""

from __future__ import annotations

from domain.facts import Fact, Side, UnitId
from rules.longstreet_lite.orders import CardId, UnitKind

Points = tuple[tuple[int, int], ...]
Piles = dict[Side, tuple[CardId, ...]]


class UnitAdded(Fact, frozen=True, kw_only=True):
    """LL.3.army.1"""

    side: Side
    unit: UnitId
    name: str
    kind: UnitKind
    bases: int


class UnitDropped(Fact, frozen=True, kw_only=True):
    """LL.3.army.1"""

    side: Side
    unit: UnitId


class ArmiesAgreed(Fact, frozen=True, kw_only=True):
    """LL.3.army.1 The side is content with both armies as they are."""

    side: Side


class TerrainRolled(Fact, frozen=True, kw_only=True):
    """LL.3.terr.1, LL.3.terr.2 Who places terrain, and how many pieces."""

    rolls: dict[Side, int]
    higher: Side
    least: int
    most: int


class TerrainPlaced(Fact, frozen=True, kw_only=True):
    """LL.3.terr.2"""

    name: str
    kind: str
    points: Points
    crest: Points = ()
    plateau: bool = False


class TerrainRemoved(Fact, frozen=True, kw_only=True):
    """LL.3.terr.2"""

    name: str


class EdgesChosen(Fact, frozen=True, kw_only=True):
    """LL.3.terr.4 The long edge of each side."""

    edges: dict[Side, str]


class DeploymentPassed(Fact, frozen=True, kw_only=True):
    """LL.3.terr.5, LL.3.terr.6 This side places units now."""

    side: Side


class UnitDeployed(Fact, frozen=True, kw_only=True):
    """LL.3.terr.5"""

    unit: UnitId
    pose: tuple[int, int, int]
    ranks: tuple[int, ...]
    offset: int = 0
    limbered: bool = False


class DeploymentFinished(Fact, frozen=True, kw_only=True):
    """LL.3.terr.5 The whole army stands."""

    side: Side


class BreakPointSet(Fact, frozen=True, kw_only=True):
    """LL.3.bp.1 Half of each side's bases, and what both sides break at."""

    halves: dict[Side, int]
    break_point: int
    given: bool = False  # by the scenario


class FirstTurnTaken(Fact, frozen=True, kw_only=True):
    """LL.3.first.1"""

    side: Side
    rolled: bool


class HandFilled(Fact, frozen=True, kw_only=True):
    """LL.4.draw.1 How many cards a side drew and holds: the cards themselves are its own secret."""

    side: Side
    drawn: int
    hand: int
    deck: int | None = None  # left; not told under D14 B


class PenaltyPaid(Fact, frozen=True, kw_only=True):
    """LL.4.resh.2, LL.4.resh.4 A new deck, and how many cards of it left the game unseen."""

    by: Side
    removed: int
    deck: int | None = None  # left; not told under D14 B


class PhaseInvoked(Fact, frozen=True, kw_only=True):
    """LL.4.invoke.1, LL.4.mod.2"""

    by: Side
    phase: str
    cards: int
    modifier: CardId = ""
    symbol: str = ""


class SecondCardPlayed(Fact, frozen=True, kw_only=True):
    """LL.4.two.1, D16 B The phase under way counts as invoked with two cards from now on."""

    by: Side


class Passed(Fact, frozen=True, kw_only=True):
    """LL.4.pass.1 `counts` if the side may not pass in its next turn (LL.4.pass.2)."""

    by: Side
    forced: bool
    counts: bool


class SmokeCleared(Fact, frozen=True, kw_only=True):
    """LL.4.seq.2"""

    side: Side
    units: tuple[UnitId, ...]


class VictoryTested(Fact, frozen=True, kw_only=True):
    """LL.3.bp.2 A die and the enemy's lost bases against the break point; a die of 0 was not rolled (D53 B)."""

    by: Side
    die: int
    lost: int
    break_point: int
    won: bool


class CardsShown(Fact, frozen=True, kw_only=True):
    """LL.4.deck.3 The game is over: hands, decks, and the cards that reshuffles cost, which nobody had seen."""

    hands: Piles
    decks: Piles
    unseen: Piles


FACTS: tuple[type[Fact], ...] = (
    UnitAdded, UnitDropped, ArmiesAgreed, TerrainRolled, TerrainPlaced, TerrainRemoved, EdgesChosen, DeploymentPassed,
    UnitDeployed, DeploymentFinished, BreakPointSet, FirstTurnTaken, HandFilled, PenaltyPaid, PhaseInvoked,
    SecondCardPlayed, Passed, SmokeCleared, VictoryTested, CardsShown,
)  # fmt: skip
