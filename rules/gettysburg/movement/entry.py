"""10.1 to 10.3, 22.1, 22.6 Reinforcements come onto the map; units that left it try to come back."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import tables
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import costs
from rules.gettysburg.movement.asks import RollForReturn
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.facts import PieceRestored, ReturnRolled, group
from rules.gettysburg.movement.field import Field
from rules.gettysburg.position import contents, piece, side_of
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import OUT_OF_PLAY, POOL, State
from rules.gettysburg.turn.states import HOME_ENTRY


def due_now(state: State, name: PieceId) -> Arrival | None:
    """3.3 When and where a piece in the pool arrives, if its turn has come."""
    waiting = piece(state, name)
    due = waiting.due
    return due if waiting.at == POOL and due and due.turn <= state.core.turn else None


def entry_hexes(field: Field, due: Arrival) -> list[HexId]:
    """10.1a, 22.1 The hexes at which a piece due there may come on now."""
    ground = field.state.ground
    own = ground.entry_hexes[due.entry]
    if not field.holds_enemy(own):
        return [own]
    if not is_on(field.state, "alternate_entry") or field.state.core.turn <= due.turn:
        return []
    free = [at for at in ground.entry_hexes.values() if not field.holds_enemy(at)]
    nearest = min((ground.distance(own, at) for at in free), default=0)
    return [at for at in free if ground.distance(own, at) == nearest]


def letter(state: State, at: HexId) -> str:
    return next(entry for entry, hex in state.ground.entry_hexes.items() if hex == at)


def check_entry(field: Field, mover: Mover, at: HexId) -> int:
    """10.1a, 10.3, 22.1 Whether the piece may come on at this hex; its cost in half-points."""
    state = field.state
    due = piece(state, mover.name).due
    if due is None or due.turn > state.core.turn:
        raise _too_early(mover, due)
    if at not in entry_hexes(field, due):
        raise _wrong_hex(field, mover, due, at)
    costs.terms(field, mover).check_open(at)
    return entry_cost(field, mover, due, at)


def _too_early(mover: Mover, due: Arrival | None) -> IllegalOrder:
    if due is None:
        return IllegalOrder("never due", "10.1a", mover.name)
    return IllegalOrder("due later", "10.1a", mover.name, due.turn)


def _wrong_hex(field: Field, mover: Mover, due: Arrival, at: HexId) -> IllegalOrder:
    ground, unit = field.state.ground, mover.name
    own = ground.entry_hexes[due.entry]
    others = at in ground.entry_hexes.values() and at != own
    if others and is_on(field.state, "alternate_entry"):
        if not field.holds_enemy(own):
            return IllegalOrder("own entry hex is free", "22.1", unit, at, own)
        if field.state.core.turn <= due.turn:
            return IllegalOrder("other entry hex later", "22.1", unit, at, own)
        return IllegalOrder("other entry hex nearer", "22.1", unit, at, own, *entry_hexes(field, due))
    if at == own:
        return IllegalOrder("entry hex is held", "10.3", own, unit)
    return IllegalOrder("other entry hex", "10.1a", unit, own, due.entry, at)


def place_in_column(state: State, mover: Mover, due: Arrival, at: HexId) -> int:
    """10.2a, D32 The how-manieth piece to enter; the Train stands outside the column."""
    if mover.kind == "train":
        return 1
    turn = state.turn
    if reading(state, "D32") == "B":
        return turn.group_columns.get(group(due), 0) + 1
    return turn.columns.get(at, 0) + 1


def entry_cost(field: Field, mover: Mover, due: Arrival, at: HexId) -> int:
    """10.2a, D31 The place in the column, in MP, and what else the reading adds."""
    cost = place_in_column(field.state, mover, due, at) * tables.MP
    choice = reading(field.state, "D31")
    if choice != "A" and mover.kind != "train":
        cost += field.count(at) * tables.MP
        if choice == "C":
            kinds = ("artillery" if kind == costs.HIDDEN_GUNS else kind for kind in mover.column)
            cost += max(costs.cost_in_hex(field, at, kind) for kind in kinds)
    return 2 * cost if at in costs.twice(field, mover) else cost


def return_bar(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """22.6 Why a piece may not try to come back now; None if it may."""
    if name not in state.units and name not in state.hmcs:
        return IllegalOrder("no piece", "22.6", name)
    gone = piece(state, name)
    if not may_return(state):
        return IllegalOrder("return not in play", "8.5a", name)
    if side_of(state, name) != by or by != state.core.active or state.turn.is_leftover:
        return IllegalOrder("return of another", "22.6", name)
    if gone.at != OUT_OF_PLAY or not gone.left_on or (name in state.units and state.units[name].kind == "train"):
        return IllegalOrder("has no way back", "22.6", name)
    first = gone.left_on + tables.RETURN_AFTER
    if state.core.turn < first:
        return IllegalOrder("return too early", "22.6", name, first)
    if name in state.turn.return_rolls:
        return IllegalOrder("return rolled for", "22.6", name)
    return None


def decide_return(play: Play[State], order: RollForReturn) -> None:
    """22.6 On a roll of 1 it may enter this turn at A or F."""
    by = play.by
    heed(return_bar(play.state, order.unit, by))
    die = play.roll(1, 6, why=Reason("return to the map", "22.6"), by=by).total
    comes = die == tables.RETURN_TO_MAP
    play.record(ReturnRolled(unit=order.unit, entry=HOME_ENTRY[by] if comes else ""))
    if comes and reading(play.state, "D40") == "B":
        units = [order.unit] if order.unit in play.state.units else contents(play.state, order.unit)
        play.record(PieceRestored(unit=order.unit, units=tuple(units)))


def may_return(state: State) -> bool:
    """22.6 Whether the rule is in play."""
    return is_on(state, "return_to_map")


def choices(state: State) -> Iterator[Choice]:
    """22.6 A roll for each piece that may try."""
    if not may_return(state):
        return
    side = state.core.active
    for names in (state.units, state.hmcs):
        for name in names:
            if piece(state, name).at == OUT_OF_PLAY and return_bar(state, name, side) is None:
                yield Choice(side, RollForReturn(unit=name))
