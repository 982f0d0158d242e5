"""The state of a game: the table, the units on it, both players' cards, and what the phase under way must remember."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.core import Core
from domain.kernel.facts import Side, UnitId
from domain.tabletop.angles import Point
from domain.tabletop.measure import Pose
from rules.longstreet_lite.cards import asks as cards
from rules.longstreet_lite.combat import asks as combat
from rules.longstreet_lite.combat.state import CombatPhase
from rules.longstreet_lite.fire import asks as fire
from rules.longstreet_lite.fire.state import FirePhase
from rules.longstreet_lite.losses import asks as losses
from rules.longstreet_lite.retreat import asks as retreat
from rules.longstreet_lite.sheets.rows import SIDES, CardRow, Effect
from rules.longstreet_lite.tables import CardId, UnitKind
from rules.longstreet_lite.turn.state import SetUp

US, CS = SIDES
Status = Literal["reserve", "table", "broken", "routed", "destroyed"]


class Terrain(msgspec.Struct, frozen=True, kw_only=True):
    """LL.2.gen.1 A piece on the table: an outline, or a line; a hill with its crest."""

    name: str
    kind: str  # a key of tables.TERRAIN
    points: tuple[Point, ...]
    crest: tuple[Point, ...] = ()
    plateau: bool = False


class Unit(msgspec.Struct, kw_only=True):
    """LL.1.unit.1, LL.1.unit.5 Infantry or artillery, and nobody who leads it.

    A limbered battery has ranks (1,), its limber; `bases` counts gun bases then, for all to see (LL.1.art.4).
    """

    name: str
    side: Side
    kind: UnitKind
    initial: int
    bases: int
    pose: Pose | None = None  # LL.G.2
    ranks: tuple[int, ...] = ()
    offset: int = 0  # the first file of a short last rank
    limbered: bool = False
    smoke: bool = False  # LL.1.base.4
    status: Status = "reserve"
    hits: int = 0  # only inside a Fire phase
    acted: bool = False  # fired, moved or charged in the phase under way

    @property
    def is_on_table(self) -> bool:
        return self.status == "table"


class Active(msgspec.Struct, kw_only=True):
    """A card's effect in force."""

    card: CardId
    by: Side
    effect: Effect
    unit: UnitId = ""  # the one unit it speaks of, once named
    used: bool = False  # a re-roll is made once
    until: tuple[int, Side] = (0, "")  # the end of the turn with this number, for this side; (0, "") of the phase


class Cards(msgspec.Struct, kw_only=True):
    """Section 3.3 One player's cards; his deck lies in core.decks under the name of his side."""

    hand: list[CardId] = []
    discard: list[CardId] = []
    removed: list[CardId] = []  # red interrupts, face up
    unseen: list[CardId] = []  # the price of reshuffles: nobody has seen them
    passed: bool = False  # LL.4.pass.2 in his last turn


class Turn(msgspec.Struct, kw_only=True):
    """What one turn must remember; a new one begins empty."""

    interrupted: bool = False  # LL.4.int.2
    modified: list[str] = []  # LL.4.mod.3 symbols used
    invoked: int = 0  # cards that invoked the phase under way (LL.4.two.1)
    phases: list[str] = []  # phases invoked so far


class Battle(msgspec.Struct, kw_only=True):
    """What does not change once the game has begun."""

    title: str
    year: int
    width: int
    height: int
    gun_depth: int
    limber_depth: int
    cards: dict[CardId, CardRow]
    hand_limit: int
    first_turn: Side = ""
    free: bool = False
    void: tuple[CardId, ...] = ()


class State(msgspec.Struct, kw_only=True):
    core: Core[cards.Awaited | fire.Awaited | combat.Awaited | retreat.Awaited | losses.Awaited]
    battle: Battle
    terrain: dict[str, Terrain] = {}
    units: dict[UnitId, Unit] = {}
    cards: dict[Side, Cards] = {}
    lost: dict[Side, int] = {}  # LL.3.bp.2 bases removed, as victory counts them (D51)
    break_point: int = 0
    set_up: SetUp = msgspec.field(default_factory=SetUp)
    turn: Turn = msgspec.field(default_factory=Turn)
    effects: list[Active] = []
    fire: FirePhase = msgspec.field(default_factory=FirePhase)
    combat: CombatPhase = msgspec.field(default_factory=CombatPhase)

    @property
    def names(self) -> dict[str, str]:
        """What people call the cards and the units."""
        cards = {card.id: card.name for card in self.battle.cards.values()}
        return cards | {name: unit.name for name, unit in self.units.items()}


def enemy_of(side: Side) -> Side:
    return CS if side == US else US


def on_table(state: State, side: Side = "") -> dict[UnitId, Unit]:
    """Units that stand, of one side or of both."""
    return {name: unit for name, unit in state.units.items() if unit.is_on_table and side in ("", unit.side)}
