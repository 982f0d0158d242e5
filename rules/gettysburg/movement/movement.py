"""8.0, 15.1 to 15.3, 15.5 Orders to move: what must hold beforehand, and how a move begins, goes on and stops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import tables
from rules.gettysburg.ids import OFF_MAP, PieceId
from rules.gettysburg.movement import (
    activation,
    costs,
    declarations,
    entry,
    march_choices,
    marching,
    modes,
    wayfinding,
    window,
)
from rules.gettysburg.movement.asks import Activation, AwaitMarch, DeclareAttack, MoveUnit, ResumeMarch, RollForReturn
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.declaration_facts import ChargeAnnounced
from rules.gettysburg.movement.facts import FACTS, HiddenRecovered, MarchBegan, MarchEnded, MarchForced
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.marching import Outset
from rules.gettysburg.position import commander, contents, piece
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import POOL, State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.facts import Declined
from rules.gettysburg.turn.state_facts import UnitRecovered


def decide_move(play: Play[State], order: MoveUnit) -> None:
    """5.3.2A, 8.1a One piece begins its move."""
    plan = check_move(play.state, order, play.by)
    if not window.intervenes(play, order):
        _begin(play, order, play.by, plan)


def answer_march(play: Play[State], order: MoveUnit, frame: AwaitMarch) -> None:
    """8.1a The piece goes on; 17.3a or begins, having been taken over."""
    if order.unit != frame.unit:
        raise IllegalOrder("on the move", "8.1a", frame.unit)
    if play.state.march is not None:
        _go_on(play, order)
        return
    plan = check_move(play.state, order, play.by)
    play.close()
    _begin(play, order, play.by, plan)


def resume_order(play: Play[State], order: Activation, by: Side) -> None:
    """17.3a The order goes on after the window over its unit."""
    if isinstance(order, MoveUnit):
        _begin(play, order, by, check_move(play.state, order, by))
    elif isinstance(order, DeclareAttack):
        heed(declarations.attack_bar(play.state, order, by))
        declarations.declare_attack(play, order)
    else:
        heed(declarations.bombardment_bar(play.state, order, by))
        declarations.declare_bombardment(play, order)


class Plan(NamedTuple):
    """A move found to be in order."""

    field: Field
    mover: Mover
    here: Outset


def check_move(state: State, order: MoveUnit, by: Side) -> Plan:
    """O1 to O7, O11, O14, O16 All that can be known before the first step."""
    heed(activation.move_bar(state, order.unit, by, leaves_hex=bool(order.path)))
    mover = costs.mover(state, order.unit, by, order.pace)
    field = Field(state, mover.side, mover.name)
    at = piece(state, order.unit).at
    start = at if at in state.stacks else ""
    _check_purpose(order, at)
    heed(modes.pace_bar(field, mover, start))
    _check_disengagement(field, order)
    if order.recover:
        heed(modes.recovery_bar(field, mover, start))
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


def _check_purpose(order: MoveUnit, at: str) -> None:
    if at == POOL and not order.path:
        raise IllegalOrder("entry hex first", "10.1a", order.unit)
    if not order.path and not order.recover and not order.charge:
        raise IllegalOrder("move without a purpose", "8.1a", order.unit)


def _check_disengagement(field: Field, order: MoveUnit) -> None:
    """D42 A One hex is no disengagement."""
    short = len(order.path) <= (0 if reading(field.state, "D42") == "B" else 1)
    if order.pace == "disengage" and short and not order.more:
        raise IllegalOrder("one hex is no disengagement", "22.2")


def _check_forced(field: Field, mover: Mover, order: MoveUnit, *, so_far: int, was_disrupted: bool) -> None:
    """22.4"""
    heed(modes.force_bar(field, mover, was_disrupted=was_disrupted))
    if so_far + order.forced > tables.MOST_FORCED:
        raise IllegalOrder("forced too far", "22.4", tables.MOST_FORCED, so_far + order.forced)
    if not order.path:
        raise IllegalOrder("forced nowhere", "22.4")


def _check_charger(field: Field, mover: Mover, order: MoveUnit) -> None:
    """15.5a"""
    heed(modes.charger_bar(field, mover))
    heed(modes.charged_bar(field, order.charge))
    if order.forced or order.recover or OFF_MAP in order.path:
        raise IllegalOrder("plain charge", "15.5a")


def _check_charge_end(field: Field, mover: Mover, end: Outset, *, more: bool) -> None:
    """15.5a A charge ends next to the hex it names; where it is to go on, that hex stays within its reach."""
    bar = march_choices.charge_bar(field, mover, end.at, end.charge) if end.charge else None
    if bar and not (more and march_choices.can_charge_on(field, mover, end.at, end.left, end.charge)):
        raise bar


def _begin(play: Play[State], order: MoveUnit, by: Side, plan: Plan) -> None:
    """8.1a The move begins: recovery and forced march first, then step by step."""
    field, mover, here = plan
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


def _go_on(play: Play[State], order: MoveUnit) -> None:
    """8.1a, 15.3b A further order to the piece on the move: elsewhere, on, or by forced march."""
    state = play.state
    march = state.on_march
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
    march = field.state.on_march
    if order.pace not in ("normal", march.pace):
        raise IllegalOrder("pace is kept", "8.1a", mover.name, march.pace)
    if not order.path and not order.recover and not order.charge:
        raise IllegalOrder("nowhere to go on to", "8.1a")
    if order.recover:
        heed(march_choices.further_recovery_bar(field, mover))
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
    march = field.state.on_march
    was = march.was_disrupted
    if reading(field.state, "D25") == "B":
        was = modes.bars_force(field, mover, recovers=order.recover)
    if march.charge or order.charge:
        raise IllegalOrder("plain charge", "15.5a")
    _check_forced(field, mover, order, so_far=march.forced // tables.MP, was_disrupted=was)


def _check_late_charge(field: Field, mover: Mover, order: MoveUnit, here: Outset) -> Outset:
    """15.5a, D66 Announced on the way, before it comes next to enemy infantry."""
    march = field.state.on_march
    _check_charger(field, mover, order)
    heed(march_choices.late_charge_bar(field, mover))
    return here._replace(left=tables.CHARGE_ALLOWANCE - march.spent, charge=order.charge)


def proceed(play: Play[State]) -> bool:
    """D26 C What the phasing side's HMCs hold recovers of itself, before they move."""
    state = play.state
    if state.core.pending or state.core.phase != "movement" or reading(state, "D26") != "C":
        return False
    for name, hmc in state.hmcs.items():
        is_old = hmc.side == state.core.active and hmc.at in state.stacks and hmc.created_on < state.core.turn
        if is_old and name not in state.turn.starts and name not in state.turn.rested:
            play.record(HiddenRecovered(hmc=name, units=_disrupted_inside(state, name)))
            return True
    return False


def decline_march(play: Play[State], _order: Decline, frame: AwaitMarch) -> None:
    """8.1a The move stops where it is; 17.3a a unit taken over stays where it stands."""
    heed(march_choices.stop_bar(play.state))
    play.record(Declined(side=frame.side, what=Reason("further movement", "8.1a", (frame.unit,))))
    play.close()
    if play.state.march is not None:
        marching.finish(play)
    else:
        play.record(MarchEnded(unit=frame.unit))
        marching.offer_declaration(play, frame.unit, frame.side)


def moves(state: State, side: Side) -> Iterator[Choice]:
    """Every piece that a side may use to every hex it can reach."""
    field = Field(state, state.core.active)
    for name in _usable(state, side):
        yield from (Choice(side, order) for order in march_choices.opening_moves(field, name, side))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == "movement":
        yield from moves(state, state.core.active)
        if not state.turn.is_leftover:
            yield from entry.choices(state)


def answers(state: State, frame: AwaitMarch) -> Iterator[Choice]:
    """8.1a How the move in progress goes on; 17.3a or every move of a unit just taken over."""
    if state.march is not None:
        orders = march_choices.further_moves(state)
    else:
        orders = march_choices.opening_moves(Field(state, state.core.active), frame.unit, frame.side)
    yield from (Choice(frame.side, order) for order in orders)
    if march_choices.stop_bar(state) is None:
        yield Choice(frame.side, Decline())


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


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            MoveUnit(unit="C-44", path=("1927", "1926", "2026", "2125")),
            decide_move,
            phases=("movement",),
            cites=("8.1",),
            way=wayfinding.WAY,
        ),
        Asked(
            RollForReturn(unit="C-46"),
            entry.decide_return,
            phases=("movement",),
            when=entry.may_return,
            cites=("22.6",),
        ),
    ),
    questions=(Question(AwaitMarch, {MoveUnit: answer_march, Decline: decline_march}, answers, cites=("8.1a",)),),
    resumes={ResumeMarch: marching.resume},
    within={ResumeMarch: ("8.1a",)},
    proceed=proceed,
    choices=choices,
)
