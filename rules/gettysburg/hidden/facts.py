"""Facts of hidden movement and of control; what an HMC holds is secret until it is revealed. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Mapping
from typing import Final, Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Reason, TableRead
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import lift, put
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.sketch import Sketch
from rules.gettysburg.state import AVAILABLE, DEPLOYING, OUT_OF_PLAY, POOL, State
from rules.gettysburg.tables import CONTROL_NOBODY, CONTROL_TAKEN, CONTROL_TAKEN_LATE

DIE: Final = 6  # 2.1
# 17.3a, 17.3b The faces that lead to each outcome.
FACES: Final[Mapping[str, Mapping[str, str]]] = {
    "17.3a": {
        "opponent": f"1-{CONTROL_TAKEN}", "nobody": f"{CONTROL_NOBODY}", "owner": f"{CONTROL_NOBODY + 1}-{DIE}",
    },
    "17.3b": {"opponent": f"1-{CONTROL_TAKEN_LATE}", "owner": f"{CONTROL_TAKEN_LATE + 1}-{DIE}"},
}  # fmt: skip
VOLUNTARY = "18.4a"  # the rule named by a reveal that its owner asked for


class UnitsHidden(Fact, frozen=True, kw_only=True):
    """18.2b HMCs appear in a hex, units vanish from the map; which holds which is not said.

    Of HMCs that are to enter (18.7) not even the units are named: nobody saw them.
    """

    at: HexId
    hmcs: tuple[PieceId, ...]
    units: tuple[PieceId, ...]
    entry: str = ""  # letter, for HMCs of reinforcements (18.7)
    due: int = 0  # the turn from which those HMCs may enter


class HiddenFilled(Fact, frozen=True, kw_only=True):
    """18.2b Secret: the units in one HMC."""

    hmc: PieceId
    units: tuple[PieceId, ...]


class HiddenRevealed(Fact, frozen=True, kw_only=True):
    """18.4e An HMC is taken off and its contents shown."""

    hmc: PieceId
    units: tuple[PieceId, ...]
    why: Reason
    spent: bool = False  # the HMC has moved this turn, and its units with it


class UnitDeployed(Fact, frozen=True, kw_only=True):
    """18.5 A unit out of a revealed HMC is placed; artillery is Ready unless Disrupted (18.8b, D75)."""

    unit: PieceId
    to: HexId
    fired: bool = False


class HiddenTired(Fact, frozen=True, kw_only=True):
    """20.2a, D76 B Secret: whom a march by night Disrupted in an HMC; said of decoys too, to tell none apart."""

    hmc: PieceId
    units: tuple[PieceId, ...]


class HiddenBrokenUp(Fact, frozen=True, kw_only=True):
    """22.6 An HMC off the map is given up; its units stay off the map each on its own."""

    hmc: PieceId
    units: tuple[PieceId, ...] = ()


class CommandLost(Fact, frozen=True, kw_only=True):
    """17.5b Units out of an HMC that the opponent controlled: who commands them for the rest of the turn (D80)."""

    units: tuple[PieceId, ...]
    control: Literal["opponent", "nobody"]


class ControlTried(Fact, frozen=True, kw_only=True):
    """17.3 Who controls the unit for this turn."""

    unit: PieceId
    control: Literal["opponent", "nobody", "owner"]
    rule: str = "17.3a"


class LeftoverBegan(Fact, frozen=True, kw_only=True):
    """17.3b The owner has finished; chances are left."""

    side: Side


class LeftoverEnded(Fact, frozen=True, kw_only=True):
    """17.3b All units left to the opponent are done with."""


def _tried(state: State, fact: ControlTried) -> None:
    turn = state.turn
    turn.chances -= 1
    turn.tried.append(fact.unit)
    turn.control[fact.unit] = fact.control
    if turn.is_leftover and fact.control == "owner":
        turn.freed.append(fact.unit)


def _leftover(state: State, _fact: LeftoverBegan) -> None:
    state.turn.is_leftover = True


def _leftover_ended(state: State, _fact: LeftoverEnded) -> None:
    state.turn.chances = 0


def _hidden(state: State, fact: UnitsHidden) -> None:
    is_created = state.core.phase == "movement" and not fact.entry
    for unit in fact.units:
        lift(state, unit, DEPLOYING)
        state.units[unit].due = None
    for name in fact.hmcs:
        hmc = state.hmcs[name]
        hmc.created_on, hmc.left_on = state.core.turn if is_created else 0, 0
        if fact.entry:
            lift(state, name, POOL)
            hmc.due = Arrival(turn=fact.due, entry=fact.entry)
        else:
            put(state, name, fact.at)
    state.turn.window = ""
    if is_created:
        _spend(state, fact.units)


def _spend(state: State, units: tuple[PieceId, ...]) -> None:
    acted = state.turn.acted
    acted.extend(unit for unit in units if unit not in acted)


def _filled(state: State, fact: HiddenFilled) -> None:
    for unit in fact.units:
        state.units[unit].at, state.units[unit].due = fact.hmc, None


def _revealed(state: State, fact: HiddenRevealed) -> None:
    turn = state.turn
    lift(state, fact.hmc, AVAILABLE)
    state.hmcs[fact.hmc].removed_in = (state.core.turn, state.core.active)
    for unit in fact.units:
        state.units[unit].at = DEPLOYING
        # 18.8b What the counter did does not count against artillery.
        if fact.spent and state.units[unit].kind != "artillery":
            turn.starts.setdefault(unit, turn.starts.get(fact.hmc, ""))
    if fact.spent:
        _spend(state, fact.units)
    if fact.why.cite == VOLUNTARY:
        turn.window = ""
    if state.march and state.march.unit == fact.hmc:
        state.march = None


def _deployed(state: State, fact: UnitDeployed) -> None:
    put(state, fact.unit, fact.to)
    state.turn.deployed.append(fact.unit)
    unit = state.units[fact.unit]
    if unit.kind == "artillery":
        unit.fired = fact.fired


def _tired(state: State, fact: HiddenTired) -> None:
    state.turn.tired.append(fact.hmc)
    for name in fact.units:
        unit = state.units[name]
        unit.disrupted = True
        unit.fired = unit.fired or unit.kind == "artillery"  # 13.1d


def _broken_up(state: State, fact: HiddenBrokenUp) -> None:
    hmc = state.hmcs[fact.hmc]
    for name in fact.units:
        unit = state.units[name]
        unit.at, unit.due = hmc.at, hmc.due
        unit.left_on = hmc.left_on if hmc.at == OUT_OF_PLAY else unit.left_on
    hmc.at, hmc.due, hmc.removed_in = AVAILABLE, None, (state.core.turn, state.core.active)


def _command_lost(state: State, fact: CommandLost) -> None:
    state.turn.control.update(dict.fromkeys(fact.units, fact.control))


def _draw_hidden(sketch: Sketch, fact: UnitsHidden) -> None:
    """Its units vanish; the counters that appear are open to see."""
    for unit in fact.units:
        sketch.places.pop(unit, "")
    if fact.at in sketch.state.ground.at and not fact.entry:
        for hmc in fact.hmcs:
            sketch.step("arrive", hmc, fact.at)


def _draw_revealed(sketch: Sketch, fact: HiddenRevealed) -> None:
    at = sketch.places.pop(fact.hmc, "")
    if at:
        sketch.places.update(dict.fromkeys(fact.units, at))
        sketch.add("revealed", fact.hmc, (at,), "" if fact.units else "nothing in it")


def _draw_deployed(sketch: Sketch, fact: UnitDeployed) -> None:
    sketch.step("move" if sketch.places.get(fact.unit, fact.to) != fact.to else "arrive", fact.unit, fact.to)


def _read_control(fact: ControlTried) -> tuple[TableRead, ...]:
    """17.3a, 17.3b Who controls the unit, by one die."""
    faces = FACES.get(fact.rule, {}).get(fact.control)
    return (TableRead("loss of unit control", faces, "control", fact.control, fact.rule),) if faces else ()


FACTS = (
    Told(UnitsHidden, ("18.2b",), _hidden, draws=_draw_hidden),
    Told(HiddenFilled, ("18.2b",), _filled),
    Told(HiddenRevealed, ("18.4e",), _revealed, draws=_draw_revealed),
    Told(UnitDeployed, ("18.5",), _deployed, draws=_draw_deployed),
    Told(HiddenTired, ("20.2a", "D76"), _tired),
    Told(HiddenBrokenUp, ("22.6",), _broken_up),
    Told(CommandLost, ("17.5b",), _command_lost),
    Told(ControlTried, ("17.3",), _tried, reads=_read_control),
    Told(LeftoverBegan, ("17.3b",), _leftover),
    Told(LeftoverEnded, ("17.3b",), _leftover_ended),
)
