"""8.0, 15.1 to 15.3, 15.5 Orders to move: what must hold beforehand, and how a move begins, goes on and stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.facts import Frame, Order, Side
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.gettysburg import tables
from rules.gettysburg.evolve.pieces import piece
from rules.gettysburg.facts.hidden import HiddenRecovered
from rules.gettysburg.facts.movement import ChargeAnnounced, MarchBegan, MarchEnded, MarchForced
from rules.gettysburg.facts.pieces import Declined, UnitRecovered
from rules.gettysburg.frames import Activation, AwaitLeftover, AwaitMarch, ResumeMarch
from rules.gettysburg.hidden import control
from rules.gettysburg.movement import activation, costs, declarations, entry, march_choices, marching, modes
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.marching import Outset
from rules.gettysburg.orders import OFF_MAP, DeclareAttack, Decline, MoveUnit, PieceId, RollForReturn
from rules.gettysburg.position import commander, contents
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import POOL, State


def decide_move(play: Play[State], order: MoveUnit, by: Side) -> None:
    """5.3.2A, 8.1a One piece begins its move, or goes on with it."""
    frame = _top(play.state)
    if isinstance(frame, AwaitMarch):
        if order.unit != frame.unit:
            raise IllegalOrder(f"{frame.unit} is on the move: first it goes on or stops", rule="8.1a")
        if play.state.march is not None:
            _go_on(play, order)
            return
    plan = check_move(play.state, order, by)
    if not isinstance(frame, AwaitMarch) and activation.opens_window(play.state, order, by):
        control.open_window(play, order, by)
    else:
        _begin(play, order, by, plan)


def _top(state: State) -> Any:
    return state.core.pending[-1] if state.core.pending else None


def resume_order(play: Play[State], order: Activation, by: Side) -> None:
    """17.3a The order goes on after the window over its unit."""
    if isinstance(order, MoveUnit):
        _begin(play, order, by, check_move(play.state, order, by))
    elif isinstance(order, DeclareAttack):
        declarations.declare_attack(play, order, by)
    else:
        declarations.declare_bombardment(play, order, by)


class Plan(NamedTuple):
    """A move found to be in order."""

    field: Field
    mover: Mover
    here: Outset


def check_move(state: State, order: MoveUnit, by: Side) -> Plan:
    """O1 to O7, O11, O14, O16 All that can be known before the first step."""
    _check(activation.move_bar(state, order.unit, by, leaves_hex=bool(order.path)))
    mover = costs.mover(state, order.unit, by, order.pace)
    field = Field(state, mover.side, mover.name)
    at = piece(state, order.unit).at
    start = at if at in state.stacks else ""
    _check_purpose(order, at)
    _check(modes.pace_bar(field, mover, start))
    _check_disengagement(field, order)
    if order.recover:
        _check(modes.recovery_bar(field, mover, start))
    if order.forced:
        was = modes.bars_force(field, mover, recovers=order.recover)
        _check_forced(field, mover, order, so_far=0, was_disrupted=was)
    if order.charge:
        _check_charger(field, mover, order)
    left = modes.allowance(mover, charges=bool(order.charge))
    here = Outset(start, left, 0, bool(start) and modes.is_held(field, mover, start), order.charge)
    paid = tables.RECOVERY_COST if order.recover else 0
    purse = here._replace(left=left - paid + order.forced * tables.MP)
    _check_charge_end(field, mover, marching.check_path(field, mover, purse, order.path), more=order.more)
    return Plan(field, mover, here)


def _check(bar: IllegalOrder | None) -> None:
    if bar:
        raise bar


def _check_purpose(order: MoveUnit, at: str) -> None:
    if at == POOL and not order.path:
        raise IllegalOrder(f"{order.unit} is off the map: its path begins with its entry hex", rule="10.1a")
    if not order.path and not order.recover and not order.charge:
        raise IllegalOrder(f"name at least one hex for {order.unit} to enter, or its recovery", rule="8.1a")


def _check_disengagement(field: Field, order: MoveUnit) -> None:
    """D42 A One hex is no disengagement."""
    short = len(order.path) <= (0 if reading(field.state, "D42") == "B" else 1)
    if order.pace == "disengage" and short and not order.more:
        raise IllegalOrder("a move of one hex is no disengagement: order it as a normal move", rule="22.2")


def _check_forced(field: Field, mover: Mover, order: MoveUnit, *, so_far: int, was_disrupted: bool) -> None:
    """22.4"""
    _check(modes.force_bar(field, mover, was_disrupted=was_disrupted))
    if so_far + order.forced > tables.MOST_FORCED:
        text = f"a forced march adds {tables.MOST_FORCED} MP at most; asked were {so_far + order.forced}"
        raise IllegalOrder(text, rule="22.4")
    if not order.path:
        raise IllegalOrder("a forced march goes somewhere: name the hexes", rule="22.4")


def _check_charger(field: Field, mover: Mover, order: MoveUnit) -> None:
    """15.5a"""
    _check(modes.charger_bar(field, mover))
    _check(modes.charged_bar(field, order.charge))
    if order.forced or order.recover or OFF_MAP in order.path:
        raise IllegalOrder("a charge is at most 2 MP of plain movement up to the enemy", rule="15.5a")


def _check_charge_end(field: Field, mover: Mover, end: Outset, *, more: bool) -> None:
    """15.5a A charge ends next to the hex it names; where it is to go on, that hex stays within its reach."""
    bar = march_choices.charge_bar(field, mover, end.at, end.charge) if end.charge else None
    if bar and not (more and march_choices.can_charge_on(field, mover, end.at, end.left, end.charge)):
        raise bar


def _begin(play: Play[State], order: MoveUnit, by: Side, plan: Plan) -> None:
    """8.1a The move begins: recovery and forced march first, then step by step."""
    field, mover, here = plan
    if isinstance(_top(play.state), AwaitMarch):
        play.close()
    play.record(
        MarchBegan(unit=order.unit, by=by, left=here.left, pace=order.pace, charge=order.charge, one_hex=here.one_hex)
    )
    if order.recover or mover.kind == "hmc":
        _recover(play, mover, order)
    if order.forced:
        play.record(MarchForced(unit=order.unit, added=order.forced * tables.MP))
    marching.walk(play, order.path, order.more, field)


def _recover(play: Play[State], mover: Mover, order: MoveUnit) -> None:
    """7.3d, D26 A counter pays once for all it holds; what it says is the same whether or not anyone recovers."""
    if mover.kind != "hmc":
        play.record(UnitRecovered(unit=mover.name, cost=tables.RECOVERY_COST))
    elif order.recover or mover.name not in play.state.turn.rested:
        units = _disrupted_inside(play.state, mover.name) if order.recover else ()
        play.record(HiddenRecovered(hmc=mover.name, units=units, cost=tables.RECOVERY_COST if order.recover else 0))


def _disrupted_inside(state: State, hmc: PieceId) -> tuple[PieceId, ...]:
    return tuple(name for name in contents(state, hmc) if state.units[name].disrupted)


def _recovers_hidden(play: Play[State]) -> bool:
    """D26 C What the phasing side's HMCs hold recovers of itself, before they move."""
    state = play.state
    if reading(state, "D26") != "C" or state.core.phase != "movement":
        return False
    for name, hmc in state.hmcs.items():
        is_old = hmc.side == state.core.active and hmc.at in state.stacks and hmc.created_on < state.core.turn
        if is_old and name not in state.turn.starts and name not in state.turn.rested:
            play.record(HiddenRecovered(hmc=name, units=_disrupted_inside(state, name)))
            return True
    return False


def _go_on(play: Play[State], order: MoveUnit) -> None:
    """8.1a, 15.3b A further order to the piece on the move: elsewhere, on, or by forced march."""
    state = play.state
    march = state.march
    assert march is not None
    mover = costs.mover(state, march.unit, march.by, march.pace)
    field = Field(state, mover.side, mover.name)
    _check_further(field, mover, order)
    play.close()
    if order.recover:
        _recover(play, mover, order)
    if order.forced:
        play.record(MarchForced(unit=order.unit, added=order.forced * tables.MP))
    if order.charge and order.charge != march.charge:
        play.record(ChargeAnnounced(unit=order.unit, target=order.charge))
    marching.walk(play, order.path, order.more, field)


def _check_further(field: Field, mover: Mover, order: MoveUnit) -> None:
    march = field.state.march
    assert march is not None
    if order.pace not in ("normal", march.pace):
        raise IllegalOrder(f"{costs.said(field, mover)} began at the {march.pace} pace and keeps it", rule="8.1a")
    if not order.path and not order.recover and not order.charge:
        raise IllegalOrder("name a hex to go to; Decline ends the move", rule="8.1a")
    if order.recover:
        _check(march_choices.further_recovery_bar(field, mover))
    if order.forced:
        _check_further_force(field, mover, order)
    here = marching.outset(field.state, march)
    if order.charge and order.charge != march.charge:
        here = _check_late_charge(field, mover, order, here)
    paid = tables.RECOVERY_COST if order.recover else 0
    here = here._replace(left=here.left - paid + order.forced * tables.MP)
    _check_charge_end(field, mover, marching.check_path(field, mover, here, order.path), more=order.more)


def _check_further_force(field: Field, mover: Mover, order: MoveUnit) -> None:
    """22.4, D25 During a move, by whether it was Disrupted at its start; under B by whether it still would be."""
    march = field.state.march
    assert march is not None
    was = march.was_disrupted
    if reading(field.state, "D25") == "B":
        was = modes.bars_force(field, mover, recovers=order.recover)
    if march.charge or order.charge:
        raise IllegalOrder("a charge is at most 2 MP of plain movement up to the enemy", rule="15.5a")
    _check_forced(field, mover, order, so_far=march.forced // tables.MP, was_disrupted=was)


def _check_late_charge(field: Field, mover: Mover, order: MoveUnit, here: Outset) -> Outset:
    """15.5a, D66 Announced on the way, before it comes next to enemy infantry."""
    march = field.state.march
    assert march is not None
    _check_charger(field, mover, order)
    _check(march_choices.late_charge_bar(field, mover))
    return here._replace(left=tables.CHARGE_ALLOWANCE - march.spent, charge=order.charge)


def decline_march(play: Play[State], frame: AwaitMarch) -> None:
    """8.1a The move stops where it is; 17.3a a unit taken over stays where it stands."""
    _check(march_choices.stop_bar(play.state))
    play.record(Declined(side=frame.side, what=f"further movement of {frame.unit}", rule="8.1a"))
    play.close()
    if play.state.march is not None:
        marching.finish(play)
    else:
        play.record(MarchEnded(unit=frame.unit))
        marching.offer_declaration(play, frame.unit, frame.side)


def proceed(play: Play[State]) -> bool:
    """18.4b A move that a reveal broke off goes on."""
    frame = _top(play.state)
    if isinstance(frame, ResumeMarch):
        marching.resume(play, frame)
        return True
    return frame is None and _recovers_hidden(play)


def choices(state: State) -> Iterator[Choice]:
    """Every piece that may act to every hex it can reach; in a window, the answers to it."""
    core, frame = state.core, _top(state)
    if core.phase != "movement":
        return
    if isinstance(frame, AwaitMarch):
        yield from (Choice(frame.side, order) for order in _answers(state, frame))
        if march_choices.stop_bar(state) is None:
            yield Choice(frame.side, Decline())
    elif frame is None or isinstance(frame, AwaitLeftover):
        side = frame.side if frame else core.active
        field = Field(state, core.active)
        for name in _usable(state, side):
            yield from (Choice(side, order) for order in march_choices.opening_moves(field, name, side))
        if frame is None and not state.turn.is_leftover:
            yield from entry.choices(state)


def _answers(state: State, frame: AwaitMarch) -> Iterator[MoveUnit]:
    if state.march is not None:
        return march_choices.further_moves(state)
    return march_choices.opening_moves(Field(state, state.core.active), frame.unit, frame.side)


def _usable(state: State, side: Side) -> Iterator[PieceId]:
    """Pieces on the map or due to enter that a side commands and that have not finished."""
    turn, stacks = state.turn, state.stacks
    acted = set(turn.acted)
    owns = side == state.core.active
    if not owns:
        yield from (name for name in turn.control if name not in acted and commander(state, name) == side)
        return
    for name, unit in state.units.items():
        if unit.side == side and name not in acted and (unit.at in stacks or unit.at == POOL):
            yield name
    for name, hmc in state.hmcs.items():
        if hmc.side == side and name not in acted and (hmc.at in stacks or hmc.at == POOL):
            yield name


DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {
    MoveUnit: decide_move,
    RollForReturn: entry.decide_return,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {AwaitMarch: decline_march}
