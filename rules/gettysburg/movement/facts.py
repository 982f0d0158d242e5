"""Facts of marches: onto the map, over it, off it and back. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.asks import Pace
from rules.gettysburg.position import lift, piece, put
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import OUT_OF_PLAY, POOL, TRAINS, March, State


class MarchBegan(Fact, frozen=True, kw_only=True):
    """8.1a A piece starts its move; points in halves."""

    unit: PieceId
    by: Side
    left: int
    pace: Pace = "normal"
    charge: HexId = ""
    one_hex: bool = False  # 8.6(2)


class MarchForced(Fact, frozen=True, kw_only=True):
    """22.4 Half-points added."""

    unit: PieceId
    added: int


class UnitMoved(Fact, frozen=True, kw_only=True):
    """8.1b One step; the cost in half-points."""

    unit: PieceId
    to: HexId
    cost: int
    road: bool = False  # 6.3a at the road rate


class UnitEntered(Fact, frozen=True, kw_only=True):
    """10.1a A reinforcement comes onto the map as the n-th of its column (10.2a)."""

    unit: PieceId
    at: HexId
    column: int
    cost: int
    entry: str  # letter
    rule: str = "10.1a"


class UnitDelayed(Fact, frozen=True, kw_only=True):
    """15.3a What enemy cavalry adds to leaving this hex, in half-points."""

    unit: PieceId
    extra: int
    to: HexId = ""  # the hex it was about to enter (D33 C)


class CavalryTested(Fact, frozen=True, kw_only=True):
    """8.6(4) A morale test next to enemy infantry."""

    unit: PieceId
    passed: bool


class MarchStopped(Fact, frozen=True, kw_only=True):
    """The rest of an ordered path can no longer be walked."""

    unit: PieceId
    why: Reason


class MarchEnded(Fact, frozen=True, kw_only=True):
    """8.1a The move is over; its moment to declare begins (8.4a)."""

    unit: PieceId


class ApproachUsed(Fact, frozen=True, kw_only=True):
    """16.4O The one brigade that may go next to enemy infantry this turn."""

    unit: PieceId


class HiddenRecovered(Fact, frozen=True, kw_only=True):
    """7.3d, D26 Secret: who recovers in an HMC, at what cost in half-points; said of each, to tell none apart."""

    hmc: PieceId
    units: tuple[PieceId, ...]
    cost: int = 0


class UnitLeftMap(Fact, frozen=True, kw_only=True):
    """8.5 A unit marches off the map."""

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


def _left(state: State, fact: UnitLeftMap) -> None:
    lift(state, fact.unit, OUT_OF_PLAY)
    piece(state, fact.unit).left_on = state.core.turn
    if state.march and state.march.unit == fact.unit:
        state.turn.starts.setdefault(fact.unit, state.march.start)
        state.march.left -= fact.cost
        state.march.spent += fact.cost


def _return_rolled(state: State, fact: ReturnRolled) -> None:
    state.turn.return_rolls.append(fact.unit)
    if fact.entry:
        returning = piece(state, fact.unit)
        returning.at = POOL
        returning.due = Arrival(turn=state.core.turn, entry=fact.entry)


def _restored(state: State, fact: PieceRestored) -> None:
    for name in fact.units:
        unit = state.units[name]
        unit.disrupted = unit.shaken = unit.fired = False


def _began(state: State, fact: MarchBegan) -> None:
    moving = piece(state, fact.unit)
    unit = state.units.get(fact.unit)
    state.march = March(
        unit=fact.unit,
        by=fact.by,
        start=moving.at if moving.at in state.stacks else "",
        left=fact.left,
        pace=fact.pace,
        charge=fact.charge,
        one_hex=fact.one_hex,
        was_disrupted=unit is not None and unit.disrupted,
    )
    state.turn.window = ""


def _forced(state: State, fact: MarchForced) -> None:
    march = state.on_march
    march.left += fact.added
    march.forced += fact.added


def _moved(state: State, fact: UnitMoved) -> None:
    state.turn.starts.setdefault(fact.unit, state.on_march.start)
    put(state, fact.unit, fact.to)
    _pay(state, fact.cost)
    if fact.unit in TRAINS.values():
        state.units[fact.unit].fired = True


def _entered(state: State, fact: UnitEntered) -> None:
    entering = piece(state, fact.unit)
    due, entering.due = entering.due, None
    entering.left_on = 0  # 22.6 has brought it back: what befalls it now may be for good (7.5c)
    state.turn.starts.setdefault(fact.unit, "")
    put(state, fact.unit, fact.at)
    if fact.unit not in TRAINS.values():
        columns, groups = state.turn.columns, state.turn.group_columns
        columns[fact.at] = columns.get(fact.at, 0) + 1
        if due:
            groups[group(due)] = groups.get(group(due), 0) + 1
    else:
        state.units[fact.unit].fired = True
    _pay(state, fact.cost)


def group(due: Arrival) -> str:
    """D32 B The line of the schedule that a piece belongs to."""
    return f"{due.turn}{due.entry}"


def _pay(state: State, cost: int) -> None:
    march = state.on_march
    march.left -= cost
    march.spent += cost
    march.steps += 1
    march.delay = -1


def _delayed(state: State, fact: UnitDelayed) -> None:
    march = state.on_march
    march.delay, march.delay_to = fact.extra, fact.to


def _ended(state: State, fact: MarchEnded) -> None:
    state.march = None
    act(state, fact.unit)
    state.turn.window = fact.unit


def act(state: State, unit: PieceId) -> None:
    if unit not in state.turn.acted:
        state.turn.acted.append(unit)


def _approach(state: State, fact: ApproachUsed) -> None:
    state.turn.lone_approach = fact.unit


def _recovered(state: State, fact: HiddenRecovered) -> None:
    state.turn.rested.append(fact.hmc)
    for name in fact.units:
        state.units[name].disrupted = False
    if state.march and state.march.unit == fact.hmc:
        state.march.left -= fact.cost
        state.march.spent += fact.cost


FACTS = (
    Told(MarchBegan, ("8.1a",), _began),
    Told(MarchForced, ("22.4",), _forced),
    Told(UnitMoved, ("8.1b",), _moved, draws=lambda sketch, x: sketch.step("move", x.unit, x.to)),
    Told(UnitEntered, ("10.1a",), _entered, draws=lambda sketch, x: sketch.step("move", x.unit, x.at)),
    Told(UnitDelayed, ("15.3a",), _delayed),
    Told(CavalryTested, ("8.6(4)",), aside=True),
    Told(MarchStopped, ("8.1a",)),
    Told(MarchEnded, ("8.1a",), _ended, aside=True),
    Told(ApproachUsed, ("16.4O",), _approach),
    Told(HiddenRecovered, ("7.3d", "D26"), _recovered, aside=True),
    Told(UnitLeftMap, ("8.5",), _left, draws=lambda sketch, x: sketch.gone(x.unit, "left the map")),
    Told(ReturnRolled, ("22.6",), _return_rolled),
    Told(PieceRestored, ("22.6", "D40"), _restored),
)
