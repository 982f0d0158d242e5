"""Facts of set-up, command, rally and return, and what a side lets pass. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, LossTaken, PhaseBegan, PointsScored, Side
from domain.kernel.reasons import Reason, TableRead
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import lift, put
from rules.gettysburg.sketch import Sketch
from rules.gettysburg.state import DESTROYED, TRAINS, PlayerTurn, State


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
    why: Reason = Reason("rolled", "16.2")


class ChancesRolled(Fact, frozen=True, kw_only=True):
    """17.1 How often the opponent may try to take over a unit."""

    side: Side  # who has the chances
    chances: int


class GunsReadied(Fact, frozen=True, kw_only=True):
    """13.1a Fired artillery turns back to its Ready face."""

    units: tuple[PieceId, ...]


class TrainRested(Fact, frozen=True, kw_only=True):
    """21.1 The Train is turned to its unmoved side."""

    unit: PieceId


class UnitRallied(Fact, frozen=True, kw_only=True):
    """7.4b A Shaken brigade passes its rally and turns to its normal face."""

    unit: PieceId
    recovers: bool = False  # 7.4c inside an HMC, where one more secret fact would betray that it was Disrupted


class RallyFailed(Fact, frozen=True, kw_only=True):
    """7.4b A Shaken brigade stays so."""

    unit: PieceId
    recovers: bool = False  # as in UnitRallied


class CadreDestroyed(Fact, frozen=True, kw_only=True):
    """7.7a The unit is spent to rebuild another."""

    unit: PieceId


class UnitReturned(Fact, frozen=True, kw_only=True):
    """10.4c Brigades come back Shaken, artillery on its Fired side; Disruption is kept only under D38 B."""

    unit: PieceId
    to: HexId
    disrupted: bool = False


class Declined(Fact, frozen=True, kw_only=True):
    """A side lets an offer pass: replay must not ask again."""

    side: Side
    what: Reason


def _phase(state: State, fact: PhaseBegan) -> None:
    if fact.phase == "command":
        state.turn = PlayerTurn()
    elif fact.phase == "combat":
        state.units[TRAINS[fact.side]].attacked = False  # 10.4a asks of the enemy Combat Phase before this turn


def _placed(state: State, fact: UnitPlaced) -> None:
    put(state, fact.unit, fact.to)


def _set_up(state: State, fact: SetUpEnded) -> None:
    state.ready.append(fact.side)


def _command(state: State, fact: CommandRolled) -> None:
    state.command[fact.side] = fact.state


def _chances(state: State, fact: ChancesRolled) -> None:
    state.turn.chances = fact.chances


def _readied(state: State, fact: GunsReadied) -> None:
    for unit in fact.units:
        state.units[unit].fired = False


def _rested(state: State, fact: TrainRested) -> None:
    state.units[fact.unit].fired = False


def _rallied(state: State, fact: UnitRallied) -> None:
    state.units[fact.unit].shaken = False
    _tried_to_rally(state, fact)


def _tried_to_rally(state: State, fact: UnitRallied | RallyFailed) -> None:
    state.turn.rallied.append(fact.unit)
    if fact.recovers:
        state.units[fact.unit].disrupted = False
    if state.core.phase == "movement":
        state.turn.acted.append(fact.unit)  # D27 B: instead of moving


def _destroyed(state: State, fact: CadreDestroyed) -> None:
    lift(state, fact.unit, DESTROYED)


def _returned(state: State, fact: UnitReturned) -> None:
    unit = state.units[fact.unit]
    put(state, fact.unit, fact.to)
    unit.disrupted = fact.disrupted
    if unit.kind == "artillery":
        unit.fired = True
    else:
        unit.shaken = True


def _draw_arrived(sketch: Sketch, fact: UnitPlaced | UnitReturned) -> None:
    sketch.places.pop(fact.unit, "")
    sketch.step("arrive", fact.unit, fact.to)


def _read_command(fact: CommandRolled) -> tuple[TableRead, ...]:
    """16.2 Two dice against the Army Marker; nothing is read where the scenario fixes the state."""
    if not fact.total:
        return ()
    shift = f" ({fact.total - fact.modifier}{fact.modifier:+})" if fact.modifier else ""
    marker = Reason("Army Marker", "", (fact.side,))
    return (TableRead("command states", f"{fact.total}{shift}", marker, fact.state, fact.why.cite),)


def _lost(state: State, fact: LossTaken) -> None:
    state.units[fact.unit].men -= fact.men or 0


def _read_points(fact: PointsScored) -> tuple[TableRead, ...]:
    """4.3"""
    is_printed = fact.why.cite == "4.3"
    return (TableRead("victory points", fact.why, "points", str(fact.points), "4.3"),) if is_printed else ()


FACTS = (
    Told(UnitPlaced, ("3.2", "23.1"), _placed, draws=_draw_arrived),
    Told(SetUpEnded, ("3.2", "23.1"), _set_up),
    Told(CommandRolled, ("16.2",), _command, reads=_read_command),
    Told(ChancesRolled, ("17.1",), _chances),
    Told(GunsReadied, ("13.1a",), _readied),
    Told(TrainRested, ("21.1",), _rested),
    Told(UnitRallied, ("7.4b",), _rallied),
    Told(RallyFailed, ("7.4b",), _tried_to_rally),
    Told(CadreDestroyed, ("7.7a",), _destroyed),
    Told(UnitReturned, ("10.4c",), _returned, draws=_draw_arrived),
    Told(Declined, ("5.1a",)),
    Told(PhaseBegan, fold=_phase),
    Told(LossTaken, fold=_lost),
    Told(PointsScored, reads=_read_points),
)
