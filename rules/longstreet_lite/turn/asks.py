"""LL.3, LL.4.seq What a side may ask for in the set-up and between the phases of a turn. Points are east:north."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Order, PlaceId, UnitId
from domain.tabletop import lengths
from rules.longstreet_lite.tables import Bases, CardId, Shown, UnitKind


class AddUnit(Order, frozen=True, kw_only=True):
    """LL.3.army.1 Free set-up: a unit joins the army of the side that gives the order."""

    unit: str
    name: Shown
    kind: UnitKind
    bases: Bases


class DropUnit(Order, frozen=True, kw_only=True):
    """LL.3.army.1 Free set-up: one of the side's own units stays at home."""

    unit: UnitId


class Agree(Order, frozen=True, kw_only=True):
    """LL.3.army.1 Free set-up: the side is content with both armies; when both are, terrain is rolled for."""


class PlaceTerrain(Order, frozen=True, kw_only=True):
    """LL.3.terr.2 A piece of terrain: `points` as east:north; a hill may have a `crest` (LL.2.crest.1)."""

    name: Shown
    kind: str
    points: tuple[str, ...]
    crest: tuple[str, ...] = ()
    plateau: bool = False

    def __post_init__(self) -> None:
        lengths.points((*self.points, *self.crest))


class RemoveTerrain(Order, frozen=True, kw_only=True):
    """LL.3.terr.2 Takes a piece just placed away again."""

    name: str


class FinishTerrain(Order, frozen=True, kw_only=True):
    """LL.3.terr.2"""


class ChooseEdge(Order, frozen=True, kw_only=True):
    """LL.3.terr.4 The long edge the lower roller sets up along."""

    edge: Literal["north", "south"]


class ChooseDeployment(Order, frozen=True, kw_only=True):
    """LL.3.terr.6 The higher roller sets up first, or second."""

    first: bool


class DeployUnit(Order, frozen=True, kw_only=True):
    """LL.3.terr.5 A unit stands on the table: `at` is the middle of its front; again to place it anew."""

    unit: UnitId
    at: PlaceId
    heading: str
    ranks: tuple[Bases, ...] = ()
    offset: Bases = 0
    limbered: bool = False

    def __post_init__(self) -> None:
        lengths.point(self.at)
        lengths.angle(self.heading)


class FinishDeployment(Order, frozen=True, kw_only=True):
    """LL.3.terr.5 All units of the side stand."""


class BeginBattle(Order, frozen=True, kw_only=True):
    """LL.3.first.1 A scenario whose units stand already: cards are dealt; `roll` for the first turn if wanted."""

    roll: bool = False


class Reshuffle(Order, frozen=True, kw_only=True):
    """LL.4.resh.1 Discards and deck become a new deck, at the price of six cards."""


class KeepDeck(Order, frozen=True, kw_only=True):
    """LL.4.resh.1 No reshuffle this turn."""


class InvokeFire(Order, frozen=True, kw_only=True):
    """LL.4.invoke.1 One card, any card; `modifier` needs the rifle."""

    card: CardId
    modifier: CardId = ""


class SkipFire(Order, frozen=True, kw_only=True):
    """LL.4.seq.3 No Fire phase this turn."""


class InvokeMove(Order, frozen=True, kw_only=True):
    """LL.4.invoke.1 One card, or two to allow disorder (LL.4.two.1); `modifier` needs the bugle."""

    cards: tuple[CardId, ...]
    modifier: CardId = ""


class InvokeCombat(Order, frozen=True, kw_only=True):
    """LL.4.invoke.1 One card, or two to allow disorder (LL.4.two.1); `modifier` needs the crossed sabres."""

    cards: tuple[CardId, ...]
    modifier: CardId = ""


class AddCard(Order, frozen=True, kw_only=True):
    """LL.4.two.1 The second card of a phase under way (D16 B only)."""

    card: CardId


class Pass(Order, frozen=True, kw_only=True):
    """LL.4.pass.1 Neither Move nor Combat this turn."""
