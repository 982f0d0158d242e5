"""The state of a game: the table, the units on it, both players' cards, and what the phase under way must remember."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.core import Core
from domain.kernel.facts import Side, UnitId, Written
from domain.kernel.reasons import Modifier, Reason
from domain.tabletop.angles import Point
from domain.tabletop.measure import Pose
from rules.longstreet_lite.cards import asks as cards
from rules.longstreet_lite.combat import asks as combat
from rules.longstreet_lite.fire import asks as fire
from rules.longstreet_lite.losses import asks as losses
from rules.longstreet_lite.retreat import asks as retreat
from rules.longstreet_lite.sheets.rows import SIDES, CardRow, Effect
from rules.longstreet_lite.tables import CardId, Mode, UnitKind


class SetUp(msgspec.Struct, kw_only=True):
    """LL.3.terr Who rolled what, who placed what, and who stands ready."""

    agreed: list[Side] = []
    rolls: dict[Side, int] = {}
    higher: Side = ""  # places terrain, and chooses when to set up
    placed: list[str] = []  # names of pieces put down by the higher roller
    edges: dict[Side, str] = {}  # side to north or south
    deploying: Side = ""
    done: list[Side] = []


class Shot(Written, frozen=True, kw_only=True):
    """Section 6.3 What one base does: its zone, what that strikes, and its dice."""

    base: int
    mode: Mode
    turn: int = 0  # whole degrees, right above zero
    target: UnitId
    struck: int  # the number of the base that is struck
    range: int  # milli-BW
    needs: int  # the natural face
    modifiers: tuple[Modifier, ...] = ()
    faces: tuple[int, ...]
    again: tuple[int, ...] = ()  # LL.1.dice.5 second faces, 0 for a die rolled once; empty if none was re-rolled
    hits: int = 0


class FirePhase(msgspec.Struct, kw_only=True):
    """LL.5.seq; empty outside a Fire phase."""

    fired: list[UnitId] = []  # LL.5.gen.2 in the order in which they did
    shots: tuple[Shot, ...] = ()  # of the unit that fired last: some of its dice may be rolled again
    ended: bool = False  # LL.5.seq.3 no unit fires any more
    to_kill: list[UnitId] = []  # LL.5.seq.4 units with hits whose kill dice are yet to be rolled


class Retreating(msgspec.Struct, frozen=True, kw_only=True):
    """LL.7.fdist.2, LL.7.fvuln.1 From whom a unit falls back, and whether it was vulnerable as a defender."""

    engaged: tuple[UnitId, ...] = ()
    vulnerable: bool = False


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """LL.7.finterp.2, LL.7.finterp.3 One base that a retreat costs, of a friend or of the unit itself."""

    unit: UnitId
    by: UnitId  # the unit that fell back


class Retreats(msgspec.Struct, kw_only=True):
    """LL.7.retire.1, LL.7.aloss.2 The retreats of one side, one unit after the other."""

    side: Side
    units: dict[UnitId, Retreating]
    done: list[UnitId] = []  # moved or gone
    rolled: dict[UnitId, tuple[int, ...]] = {}  # dice that stand
    ready: bool = False  # the question of the card is settled
    card: bool = False  # LL.7.finterp.1 it was played
    costs: list[Cost] = []  # bases still to be lost


# LL.7.proc.1 The steps once all charges are made; none before that.
Stage = Literal[
    "",
    "naming",
    "allocation",
    "defence",
    "defence again",
    "attack",
    "attack again",
    "result",
    "morale",
    "defender losses",
    "defender retreats",
    "attacker losses",
    "attacker retreats",
    "end",
]


class Charging(msgspec.Struct, kw_only=True):
    """LL.7.charge.1 A unit that charged: whom it touched, and whose flank or rear with the right to it."""

    unit: UnitId
    touched: tuple[UnitId, ...] = ()
    flanked: tuple[UnitId, ...] = ()


class Attack(msgspec.Struct, kw_only=True):
    """LL.7.engage.3 One attacker against one of those it engages."""

    attacker: UnitId
    defender: UnitId
    contact: bool
    spaces: int  # LL.7.alloc.4
    barely: bool  # LL.7.barely.1
    cover: bool  # LL.7.cover.2
    dice: int = 0
    needs: int = 0
    faces: tuple[int, ...] = ()
    again: tuple[int, ...] = ()  # places of dice rolled once more


class Defence(msgspec.Struct, kw_only=True):
    """LL.7.proc.2 The dice of one defender, and how its combat ended."""

    needs: int  # 0 for a limbered battery, which keeps its higher die
    faces: tuple[int, ...]
    again: tuple[int, ...] = ()


class Fought(msgspec.Struct, kw_only=True):
    """LL.7.res.1 The scores of one defender's combat, as they stand."""

    attack: int
    defence: int
    saved: int = 0  # LL.7.morale.1 bases that cards saved


class CombatPhase(msgspec.Struct, kw_only=True):
    """LL.7.proc.1; empty outside a Combat phase."""

    stage: Stage = ""
    charges: list[Charging] = []
    attacks: list[Attack] = []
    flanked: list[UnitId] = []  # LL.7.flank.1 defenders
    allocated: list[UnitId] = []  # attackers whose dice are divided
    asked: list[Reason] = []  # names and re-rolls the owner has been asked about
    defences: dict[UnitId, Defence] = {}
    attacked: list[UnitId] = []  # defenders against whom the attack dice are rolled
    fought: dict[UnitId, Fought] = {}
    vulnerable: list[UnitId] = []  # LL.7.vuln.1 defenders
    paid: list[UnitId] = []  # units that have lost what the combat cost them
    retreats: Retreats | None = None

    @property
    def attackers(self) -> list[UnitId]:
        """In the order in which they charged."""
        return list(dict.fromkeys(attack.attacker for attack in self.attacks))


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
