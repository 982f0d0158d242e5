"""Facts of the set-up, of the turn, and of victory. Tags are for ever."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, PhaseBegan, Side, UnitId
from domain.kernel.reasons import Reason, TableRead
from domain.tabletop.angles import Point
from domain.tabletop.measure import pose_of
from rules.longstreet_lite.sketch import Sketch
from rules.longstreet_lite.state import FirePhase, State, Terrain, Turn, Unit
from rules.longstreet_lite.tables import CardId, UnitKind

Points = tuple[tuple[int, int], ...]

NEW_TURN = "turn start"
FRESH = ("fire", "command", "move", "combat", "status")  # phases that begin with nobody having acted
COMMANDS = ("move", "combat")


class UnitAdded(Fact, frozen=True, kw_only=True):
    """LL.3.army.1 A unit joins an army that is being mustered."""

    side: Side
    unit: UnitId
    name: str
    kind: UnitKind
    bases: int


class UnitDropped(Fact, frozen=True, kw_only=True):
    """LL.3.army.1 A unit leaves an army that is being mustered."""

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
    """LL.3.terr.2 A piece of terrain is laid on the table."""

    name: str
    kind: str
    points: Points
    crest: Points = ()
    plateau: bool = False


class TerrainRemoved(Fact, frozen=True, kw_only=True):
    """LL.3.terr.2 A piece of terrain is taken away again."""

    name: str


class EdgesChosen(Fact, frozen=True, kw_only=True):
    """LL.3.terr.4 The long edge of each side."""

    edges: dict[Side, str]


class DeploymentPassed(Fact, frozen=True, kw_only=True):
    """LL.3.terr.5, LL.3.terr.6 This side places units now."""

    side: Side


class UnitDeployed(Fact, frozen=True, kw_only=True):
    """LL.3.terr.5 A unit is set up on the table."""

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
    """LL.3.first.1 Who begins, by choice or by the dice."""

    side: Side
    rolled: bool


class PenaltyPaid(Fact, frozen=True, kw_only=True):
    """LL.4.resh.2, LL.4.resh.4 A new deck, and how many cards of it left the game unseen."""

    by: Side
    removed: int
    deck: int | None = None  # left; not told under D14 B


class PhaseInvoked(Fact, frozen=True, kw_only=True):
    """LL.4.invoke.1, LL.4.mod.2 Cards are played for a phase, and perhaps modify it."""

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
    """LL.4.seq.2 These units lose their smoke."""

    side: Side
    units: tuple[UnitId, ...]


class VictoryTested(Fact, frozen=True, kw_only=True):
    """LL.3.bp.2 A die and the enemy's lost bases against the break point; a die of 0 was not rolled (D53 B)."""

    by: Side
    die: int
    lost: int
    break_point: int
    won: bool


def _phase(state: State, fact: PhaseBegan) -> None:
    if fact.phase == NEW_TURN:
        state.turn = Turn()
    if fact.phase in FRESH:
        state.turn.invoked = 0
        for unit in state.units.values():
            unit.acted, unit.hits = False, 0
        state.fire = FirePhase()


def _added(state: State, fact: UnitAdded) -> None:
    state.units[fact.unit] = Unit(name=fact.name, side=fact.side, kind=fact.kind, initial=fact.bases, bases=fact.bases)
    state.set_up.agreed = []


def _dropped(state: State, fact: UnitDropped) -> None:
    del state.units[fact.unit]
    state.set_up.agreed = []


def _agreed(state: State, fact: ArmiesAgreed) -> None:
    state.set_up.agreed.append(fact.side)


def _terrain_rolled(state: State, fact: TerrainRolled) -> None:
    state.set_up.rolls, state.set_up.higher = dict(fact.rolls), fact.higher


def _placed(state: State, fact: TerrainPlaced) -> None:
    state.terrain[fact.name] = Terrain(
        name=fact.name,
        kind=fact.kind,
        points=tuple(Point(x, y) for x, y in fact.points),
        crest=tuple(Point(x, y) for x, y in fact.crest),
        plateau=fact.plateau,
    )
    state.set_up.placed.append(fact.name)


def _removed(state: State, fact: TerrainRemoved) -> None:
    del state.terrain[fact.name]
    state.set_up.placed.remove(fact.name)


def _edges(state: State, fact: EdgesChosen) -> None:
    state.set_up.edges = dict(fact.edges)


def _deploying(state: State, fact: DeploymentPassed) -> None:
    state.set_up.deploying = fact.side


def _deployed(state: State, fact: UnitDeployed) -> None:
    unit = state.units[fact.unit]
    unit.pose, unit.status = pose_of(fact.pose), "table"
    unit.ranks, unit.offset, unit.limbered = fact.ranks, fact.offset, fact.limbered


def _finished(state: State, fact: DeploymentFinished) -> None:
    state.set_up.done.append(fact.side)


def _break_point(state: State, fact: BreakPointSet) -> None:
    state.break_point = fact.break_point


def _invoked(state: State, fact: PhaseInvoked) -> None:
    state.turn.invoked = fact.cards
    state.turn.phases.append(fact.phase)
    if fact.symbol:
        state.turn.modified.append(fact.symbol)
    if fact.phase in COMMANDS:
        state.cards[fact.by].passed = False


def _second(state: State, _fact: SecondCardPlayed) -> None:
    state.turn.invoked = 2


def _passed(state: State, fact: Passed) -> None:
    state.cards[fact.by].passed = fact.counts


def _smoke(state: State, fact: SmokeCleared) -> None:
    for unit in fact.units:
        state.units[unit].smoke = False


def _draw_deployed(sketch: Sketch, fact: UnitDeployed) -> None:
    sketch.add("arrive", fact.unit, (pose_of(fact.pose).point,))


def _read_victory(fact: VictoryTested) -> Iterable[TableRead]:
    """LL.3.bp.2"""
    summed = f"{fact.die} + {fact.lost} = {fact.die + fact.lost}"
    reached = summed if fact.die else Reason("without a die", "", (fact.lost,))
    cell = "victory" if fact.won else "play goes on"
    goal = Reason("break point of the test", "", (fact.break_point,))
    yield TableRead("victory test", reached, goal, cell, "LL.3.bp.2")


FACTS: tuple[Told, ...] = (
    Told(PhaseBegan, fold=_phase),
    Told(UnitAdded, ("LL.3.army.1",), _added),
    Told(UnitDropped, ("LL.3.army.1",), _dropped),
    Told(ArmiesAgreed, ("LL.3.army.1",), _agreed),
    Told(TerrainRolled, ("LL.3.terr.1", "LL.3.terr.2"), _terrain_rolled),
    Told(TerrainPlaced, ("LL.3.terr.2",), _placed),
    Told(TerrainRemoved, ("LL.3.terr.2",), _removed),
    Told(EdgesChosen, ("LL.3.terr.4",), _edges),
    Told(DeploymentPassed, ("LL.3.terr.5", "LL.3.terr.6"), _deploying),
    Told(UnitDeployed, ("LL.3.terr.5",), _deployed, draws=_draw_deployed),
    Told(DeploymentFinished, ("LL.3.terr.5",), _finished),
    Told(BreakPointSet, ("LL.3.bp.1",), _break_point),
    Told(FirstTurnTaken, ("LL.3.first.1",)),
    Told(PenaltyPaid, ("LL.4.resh.2", "LL.4.resh.4")),
    Told(PhaseInvoked, ("LL.4.invoke.1", "LL.4.mod.2"), _invoked),
    Told(SecondCardPlayed, ("LL.4.two.1",), _second),
    Told(Passed, ("LL.4.pass.1",), _passed),
    Told(SmokeCleared, ("LL.4.seq.2",), _smoke),
    Told(VictoryTested, ("LL.3.bp.2",), reads=_read_victory),
)
