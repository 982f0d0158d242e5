"""What a side may ask for. Lengths are base widths, angles degrees, both with decimals; points are east:north.

Bases are numbered from 1: the front rank from left to right, then the next. Steps of a path: `ahead:2.5`, `back:1`,
`left:1`, `right:1`, `oblique-left:30:2`, `wheel-right:20`, `back-wheel-left:10`, `toward:180:3` (a bearing,
facing kept), `to:12:7.5`, `face:90`, and `about` for an about-face.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain import measuretext
from domain.facts import Order, UnitId

CardId = str
UnitKind = Literal["INF", "ART"]  # LL.1.unit.1, LL.F.1 neither cavalry nor officers
Hand = Literal["left", "right"]
Bases = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Shown = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class AddUnit(Order, frozen=True, kw_only=True):
    """LL.3.army.1 Free set-up: a unit joins the army of the side that gives the order."""

    unit: UnitId
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
        measuretext.points((*self.points, *self.crest))


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
    at: str
    heading: str
    ranks: tuple[Bases, ...] = ()
    offset: Bases = 0
    limbered: bool = False

    def __post_init__(self) -> None:
        measuretext.point(self.at)
        measuretext.angle(self.heading)


class FinishDeployment(Order, frozen=True, kw_only=True):
    """LL.3.terr.5 All units of the side stand."""


class BeginBattle(Order, frozen=True, kw_only=True):
    """LL.3.first.1 A scenario whose units stand already: cards are dealt; `roll` for the first turn if wanted."""

    roll: bool = False


class Interrupt(Order, frozen=True, kw_only=True):
    """LL.4.int.1 The passive player plays a kepi card; `unit` is the one its text speaks of."""

    card: CardId
    unit: UnitId = ""


class Decline(Order, frozen=True, kw_only=True):
    """LL.4.int.1 Whatever is asked: no."""


class NameUnit(Order, frozen=True, kw_only=True):
    """LL.4.mod.1 The unit a card speaks of."""

    unit: UnitId


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


class FireUnit(Order, frozen=True, kw_only=True):
    """LL.5.gen.1 One unit fires with every base that can.

    Bases with one best target need nothing more. `target` is the unit to prefer where a zone may be turned, and the
    unit to bombard; `aims` turns single bases by whole degrees, right above zero: aims={"1":-20}. `hold` keeps bases
    silent (D18 B only). `use_card` names this unit for the modifier card of the phase.
    """

    unit: UnitId
    target: UnitId = ""
    aims: dict[str, int] = {}
    hold: tuple[Bases, ...] = ()
    use_card: bool = False


class EndFire(Order, frozen=True, kw_only=True):
    """LL.5.seq.3 All that is to fire has fired."""


class Reroll(Order, frozen=True, kw_only=True):
    """LL.1.dice.2 The dice asked about are rolled once more."""


class PlayMorale(Order, frozen=True, kw_only=True):
    """LL.4.morale.1 Cards for units under fire, or beaten in combat: cards={"22nd-ohio":["quickstep"]}."""

    cards: dict[UnitId, tuple[CardId, ...]]


class RemoveBases(Order, frozen=True, kw_only=True):
    """LL.1.loss.3 The owner picks the bases lost, by number."""

    unit: UnitId
    bases: tuple[Bases, ...]


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


class MoveUnit(Order, frozen=True, kw_only=True):
    """LL.6.gen.1 One unit moves along the steps of `path`; `difficult` declares a difficult move (LL.6.hard.2).

    `use_card` names this unit for the modifier card of the phase (D54 B only).
    """

    unit: UnitId
    path: tuple[str, ...]
    difficult: bool = False
    use_card: bool = False

    def __post_init__(self) -> None:
        measuretext.steps(self.path)


class QuarterTurn(Order, frozen=True, kw_only=True):
    """LL.6.quart.1 All bases turn 90 degrees the same way."""

    unit: UnitId
    to: Hand


class ReformUnit(Order, frozen=True, kw_only=True):
    """LL.6.guide.1 New ranks on a guide base, with `left` files to the left of it.

    `offset` is the first file (from 0) of a short last rank.
    """

    unit: UnitId
    guide: Bases
    ranks: tuple[Bases, ...]
    left: Bases
    offset: Bases = 0


class LimberBattery(Order, frozen=True, kw_only=True):
    """LL.6.aform.2 The limber takes the place of one gun base, with any heading."""

    unit: UnitId
    gun: Bases
    heading: str

    def __post_init__(self) -> None:
        measuretext.angle(self.heading)


class UnlimberBattery(Order, frozen=True, kw_only=True):
    """LL.6.aform.1 A gun takes the limber's place, with any heading; `left` of the others stand to its left."""

    unit: UnitId
    heading: str
    left: Bases = 0

    def __post_init__(self) -> None:
        measuretext.angle(self.heading)


class EndMove(Order, frozen=True, kw_only=True):
    """LL.6.gen.1 All that is to move has moved."""


class Charge(Order, frozen=True, kw_only=True):
    """LL.7.charge.2 Straight ahead to contact, after a wheel of at most 1 BW: `wheel` is left:12.5 or right:8."""

    unit: UnitId
    wheel: str = ""

    def __post_init__(self) -> None:
        if self.wheel:
            measuretext.step(f"wheel-{self.wheel}")


class EndCharges(Order, frozen=True, kw_only=True):
    """LL.7.gen.1 All charges are made; combats are resolved."""


class AllocateDice(Order, frozen=True, kw_only=True):
    """LL.7.alloc.1 The dice of one attacker among those it engages: dice={"22nd-ohio":3,"3rd-ohio":3}.

    `most` says which of two counts as occupying most of its front, where that is equal (LL.7.alloc.4).
    """

    unit: UnitId
    dice: dict[UnitId, Bases]
    most: UnitId = ""


class PlayRetreatCard(Order, frozen=True, kw_only=True):
    """LL.7.finterp.1 Any card: this side's retreats now cost nothing in friends and difficult terrain."""

    card: CardId


class RollRetreat(Order, frozen=True, kw_only=True):
    """LL.7.fdist.1 This unit retreats next; two dice say how far."""

    unit: UnitId


class RetreatUnit(Order, frozen=True, kw_only=True):
    """LL.7.fdir.2 The way the unit falls back; without `path`, the shortest.

    `ranks` and `offset` are the new formation of a unit that must end linear (LL.7.fvuln.1), `heading` its facing
    where it is free (D55).
    """

    unit: UnitId
    path: tuple[str, ...] = ()
    ranks: tuple[Bases, ...] = ()
    offset: Bases = 0
    heading: str = ""

    def __post_init__(self) -> None:
        measuretext.steps(self.path)
        if self.heading:
            measuretext.angle(self.heading)


ORDERS: tuple[type[Order], ...] = (
    AddUnit, DropUnit, Agree, PlaceTerrain, RemoveTerrain, FinishTerrain, ChooseEdge, ChooseDeployment, DeployUnit,
    FinishDeployment, BeginBattle, Interrupt, Decline, NameUnit, Reshuffle, KeepDeck, InvokeFire, SkipFire, FireUnit,
    EndFire, Reroll, PlayMorale, RemoveBases, InvokeMove, InvokeCombat, AddCard, Pass, MoveUnit, QuarterTurn,
    ReformUnit, LimberBattery, UnlimberBattery, EndMove, Charge, EndCharges, AllocateDice, PlayRetreatCard, RollRetreat,
    RetreatUnit,
)  # fmt: skip

# One of each kind, from games of Brawner's Farm and of an open field; the units stand as such an order needs them.
EXAMPLES: tuple[Order, ...] = (
    AddUnit(unit="20th-maine", name="20th Maine", kind="INF", bases=6),
    DropUnit(unit="4th-maine"),
    Agree(),
    PlaceTerrain(name="the ridge", kind="hill", points=("4:10", "12:10", "12:14", "4:14"), crest=("4:12", "12:12")),
    RemoveTerrain(name="the ridge"),
    FinishTerrain(),
    ChooseEdge(edge="south"),
    ChooseDeployment(first=False),
    DeployUnit(unit="1st-maine", at="12:6", heading="0", ranks=(4, 3)),
    FinishDeployment(),
    BeginBattle(),
    Interrupt(card="old-rivals", unit="2nd-wisconsin"),
    Decline(),
    NameUnit(unit="7th-wisconsin"),
    Reshuffle(),
    KeepDeck(),
    InvokeFire(card="steady-boys", modifier="aim-low"),
    SkipFire(),
    FireUnit(unit="2nd-wisconsin"),
    EndFire(),
    Reroll(),
    PlayMorale(cards={"4th-virginia": ("steady-boys",)}),
    RemoveBases(unit="4th-virginia", bases=(1,)),
    InvokeMove(cards=("steady-boys",), modifier="quickstep"),
    InvokeCombat(cards=("steady-boys", "stubborn-line")),
    AddCard(card="steady-boys"),
    Pass(),
    MoveUnit(unit="2nd-wisconsin", path=("wheel-left:10", "ahead:2.5")),
    QuarterTurn(unit="19th-indiana", to="left"),
    ReformUnit(unit="2nd-wisconsin", guide=2, ranks=(4, 2), left=2),
    LimberBattery(unit="battery-b-4th-us", gun=1, heading="90"),
    UnlimberBattery(unit="poagues-battery", heading="180", left=1),
    EndMove(),
    Charge(unit="7th-wisconsin", wheel="left:5"),
    EndCharges(),
    AllocateDice(unit="7th-wisconsin", dice={"4th-virginia": 4, "5th-virginia": 3}),
    PlayRetreatCard(card="steady-boys"),
    RollRetreat(unit="4th-virginia"),
    RetreatUnit(unit="4th-virginia"),
)
