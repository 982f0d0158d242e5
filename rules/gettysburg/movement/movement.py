"""8.0, 15.1 to 15.3, 15.5 Orders to move: what must hold beforehand, and how a move begins, goes on and stops."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import tables
from rules.gettysburg.ids import PieceId
from rules.gettysburg.movement import (
    activation,
    checks,
    costs,
    declarations,
    entry,
    march_choices,
    marching,
    wayfinding,
)
from rules.gettysburg.movement.asks import Activation, AwaitMarch, DeclareAttack, MoveUnit, ResumeMarch, RollForReturn
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.declaration_facts import ChargeAnnounced
from rules.gettysburg.movement.facts import FACTS, HiddenRecovered, MarchBegan, MarchEnded, MarchForced
from rules.gettysburg.movement.field import Field
from rules.gettysburg.position import commander, contents
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import POOL, State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.facts import Declined
from rules.gettysburg.turn.state_facts import UnitRecovered


def decide_move(play: Play[State], order: MoveUnit) -> None:
    """5.3.2A, 8.1a One piece begins its move."""
    plan = checks.check_move(play.state, order, play.by)
    if not activation.intervenes(play, order):
        _begin(play, order, play.by, plan)


def answer_march(play: Play[State], order: MoveUnit, frame: AwaitMarch) -> None:
    """8.1a The piece goes on; 17.3a or begins, having been taken over."""
    if order.unit != frame.unit:
        raise IllegalOrder("on the move", "8.1a", frame.unit)
    if play.state.march is not None:
        _go_on(play, order)
        return
    plan = checks.check_move(play.state, order, play.by)
    play.close()
    _begin(play, order, play.by, plan)


def resume_order(play: Play[State], order: Activation, by: Side) -> None:
    """17.3a The order goes on after the window over its unit."""
    if isinstance(order, MoveUnit):
        _begin(play, order, by, checks.check_move(play.state, order, by))
    elif isinstance(order, DeclareAttack):
        heed(declarations.attack_bar(play.state, order, by))
        declarations.declare_attack(play, order)
    else:
        heed(declarations.bombardment_bar(play.state, order, by))
        declarations.declare_bombardment(play, order)


def _begin(play: Play[State], order: MoveUnit, by: Side, plan: checks.Plan) -> None:
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
    checks.check_further(field, mover, order)
    play.close()
    if order.recover:
        _recover(play, mover, order)
    if order.forced:
        play.record(MarchForced(unit=order.unit, added=order.forced * tables.MP))
    if order.charge and order.charge != march.charge:
        play.record(ChargeAnnounced(unit=order.unit, target=order.charge))
    marching.walk(play, order.path, order.more, field)


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
        yield from map(partial(Choice, side), march_choices.opening_moves(field, name, side))


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
