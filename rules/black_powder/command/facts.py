"""BP.cmd, BP.blun, BP.init, BP.foll, BP.ral, BP.off, BP.cdm Facts of the Command phase. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier, Reason, TableRead
from domain.tabletop.angles import Point
from rules.black_powder.command.asks import Arriving, Kind, Stated
from rules.black_powder.ids import CommanderId, Spot, UnitId, pose_of, spot_of
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import State, Underway
from rules.black_powder.tables import Formation

Outcome = Literal["moves", "failed", "blunder"]


class OrderStated(Fact, frozen=True, kw_only=True):
    """BP.cmd.1 The whole order, before the dice."""

    kind: Kind
    commander: CommanderId
    units: tuple[UnitId, ...]
    stated: Stated = Stated()


class Rated(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """BP.cmd.17 The rating, what modifies it, what must not be exceeded; measured to the farthest unit."""

    rating: int
    modifiers: tuple[Modifier, ...]
    needs: int
    far: UnitId = ""
    distance: int = 0


class CommandRolled(Fact, frozen=True, kw_only=True):
    """BP.cmd.4 Two dice against the modified rating, and the moves they bring."""

    kind: Kind
    commander: CommanderId
    units: tuple[UnitId, ...]
    stated: Stated
    rated: Rated
    dice: tuple[int, ...]
    outcome: Outcome
    moves: int = 0
    free: tuple[UnitId, ...] = ()  # BP.free.1 one move though the order failed
    idle: tuple[UnitId, ...] = ()  # BP.sr.Unre they do not move
    again: bool = False  # BP.per.4, BP.per.5 the second roll
    silenced: bool = False  # BP.cmd.12


class OrderEnded(Fact, frozen=True, kw_only=True):
    """BP.cmd.5 The moves of an order are made."""

    units: tuple[UnitId, ...]


class BlunderRolled(Fact, frozen=True, kw_only=True):
    """BP.blun.1"""

    commander: CommanderId
    units: tuple[UnitId, ...]
    dice: tuple[int, ...]
    result: int
    moves: int = 1


class UnitStayed(Fact, frozen=True, kw_only=True):
    """BP.blun.1, BP.cmd.5 A unit that cannot do what it must stands where it is."""

    unit: UnitId
    why: Reason


class InitiativeTaken(Fact, frozen=True, kw_only=True):
    """BP.init.1"""

    unit: UnitId


class CasualtyRallied(Fact, frozen=True, kw_only=True):
    """BP.ral.3, BP.sr.Brav One casualty fewer, or none where the die was too low."""

    unit: UnitId
    why: Reason
    amount: int
    left: int
    die: int = 0


class CommanderMoved(Fact, frozen=True, kw_only=True):
    """BP.cdm.1 Where he stands, how far he went; and whom he joined."""

    commander: CommanderId
    at: tuple[int, int]
    distance: int
    allowance: int
    joined: UnitId = ""


class CommanderReplaced(Fact, frozen=True, kw_only=True):
    """BP.gen.9 Another takes the place of one who was lost."""

    commander: CommanderId
    unit: UnitId
    rating: int
    at: tuple[int, int]


class TraitsRolled(Fact, frozen=True, kw_only=True):
    """BP.per.1"""

    commander: CommanderId
    dice: tuple[int, ...]
    traits: dict[str, str]


class UnitReturned(Fact, frozen=True, kw_only=True):
    """BP.off.3 A unit comes on the table."""

    unit: UnitId
    why: Arriving
    formation: Formation
    pose: Spot
    stamina: int = 0  # of one that comes back weaker
    commander: CommanderId = ""  # who comes with it


class ArrivalTried(Fact, frozen=True, kw_only=True):
    """A brigade that is due: the dice, if any, and whether it comes."""

    brigade: str
    dice: tuple[int, ...]
    needs: int
    comes: bool


class UnitKeptOff(Fact, frozen=True, kw_only=True):
    """BP.off.3 A unit stays off the table for now."""

    unit: UnitId
    why: Arriving


def _opened(state: State, commander: CommanderId) -> None:
    turn = state.turn
    if turn.commander and turn.commander != commander:
        turn.done = (*turn.done, turn.commander)
    turn.commander = commander


def _stated(state: State, fact: OrderStated) -> None:
    _opened(state, fact.commander)
    state.turn.first = state.turn.first or fact.commander
    for name in fact.units:
        state.units[name].turn.ordered = True


def _rolled(state: State, fact: CommandRolled) -> None:
    turn = state.turn
    last = fact.kind in ("follow me", "rally")
    if fact.outcome != "moves" or last:
        turn.stopped = (*turn.stopped, fact.commander)
    if last:
        turn.fixed = (*turn.fixed, fact.commander)
        turn.last = {**turn.last, fact.commander: fact.kind}
    turn.silenced = turn.silenced or fact.silenced
    moved = tuple(name for name in fact.units if name not in fact.idle) if fact.outcome == "moves" else fact.free
    if moved and fact.kind in ("order", "brigade", "follow me"):
        moves = fact.moves if fact.outcome == "moves" else 1
        left = dict.fromkeys(moved, moves)
        state.order = Underway(
            kind=fact.kind, commander=fact.commander, stated=fact.stated, left=dict(left), granted=left,
            began=_places(state, moved), free=fact.outcome != "moves", all=fact.units,
        )  # fmt: skip


def _places(state: State, units: tuple[UnitId, ...]) -> dict[UnitId, Spot]:
    poses = {name: state.units[name].pose for name in units}
    return {name: spot_of(pose) for name, pose in poses.items() if pose is not None}


def _order_ended(state: State, _fact: OrderEnded) -> None:
    state.order = None


def _initiative(state: State, fact: InitiativeTaken) -> None:
    state.units[fact.unit].turn.initiative = True
    left = {fact.unit: 1}
    state.order = Underway(
        kind="initiative", left=dict(left), granted=left, began=_places(state, (fact.unit,)), all=(fact.unit,)
    )


def _rallied(state: State, fact: CasualtyRallied) -> None:
    state.units[fact.unit].casualties = fact.left


def _commander_moved(state: State, fact: CommanderMoved) -> None:
    _opened(state, fact.commander)
    state.turn.done = (*state.turn.done, fact.commander)
    state.turn.commander = ""
    one = state.commanders[fact.commander]
    one.at, one.joined = Point(*fact.at), fact.joined


def _replaced(state: State, fact: CommanderReplaced) -> None:
    one = state.commanders[fact.commander]
    one.lost, one.rating, one.at, one.joined = False, fact.rating, Point(*fact.at), fact.unit


def _traits(state: State, fact: TraitsRolled) -> None:
    state.commanders[fact.commander].traits = dict(fact.traits)


def _returned(state: State, fact: UnitReturned) -> None:
    unit = state.units[fact.unit]
    unit.pose, unit.formation, unit.status, unit.exit = pose_of(fact.pose), fact.formation, "table", None
    unit.turn.returned = fact.why == "returns"
    if fact.why == "comes back":
        unit.stamina, unit.casualties, unit.disordered, unit.lives = fact.stamina, 0, False, unit.lives + 1
    if fact.commander:
        state.commanders[fact.commander].at = pose_of(fact.pose).point


def _arrived(state: State, fact: ArrivalTried) -> None:
    state.brigades[fact.brigade].here = fact.comes


def _reads(fact: CommandRolled) -> Iterator[TableRead]:
    """BP.cmd.4"""
    under = fact.rated.needs - sum(fact.dice)
    row = (
        "12"
        if fact.outcome == "blunder"
        else "> R"
        if under < 0
        else "R, R-1"
        if under < 2
        else "R-2"
        if under < 3
        else "R-3"
    )
    cell = fact.outcome if fact.outcome != "moves" else Reason("moves won", "BP.cmd.4", (fact.moves,))
    yield TableRead("Command", row, "2D6", cell, "BP.cmd.4")


def _reads_blunder(fact: BlunderRolled) -> Iterator[TableRead]:
    yield TableRead("Blunders", str(fact.result), "D6", Reason("blunder", "BP.blun.1", (fact.result,)), "BP.blun.1")


def _draw_returned(sketch: Sketch, fact: UnitReturned) -> None:
    sketch.add("arrive", fact.unit, (pose_of(fact.pose).point,))


FACTS = (
    Told(OrderStated, ("BP.cmd.1",), _stated),
    Told(CommandRolled, ("BP.cmd.4",), _rolled, _reads),
    Told(OrderEnded, ("BP.cmd.5",), _order_ended, aside=True),
    Told(BlunderRolled, ("BP.blun.1",), reads=_reads_blunder),
    Told(UnitStayed, ("BP.blun.1",)),
    Told(InitiativeTaken, ("BP.init.1",), _initiative),
    Told(CasualtyRallied, ("BP.ral.3",), _rallied),
    Told(CommanderMoved, ("BP.cdm.1",), _commander_moved),
    Told(CommanderReplaced, ("BP.gen.9",), _replaced),
    Told(TraitsRolled, ("BP.per.1",), _traits),
    Told(UnitReturned, ("BP.off.3",), _returned, draws=_draw_returned),
    Told(ArrivalTried, ("BP.vic.15",), _arrived),
    Told(UnitKeptOff, ("BP.off.3",)),
)
