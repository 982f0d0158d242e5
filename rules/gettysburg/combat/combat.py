"""11.0 Combat: declared attacks are taken up one by one and carried through every part of the procedure."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.combat import (
    advance,
    artillery,
    asks,
    cavalry,
    coordination,
    counterattack,
    fights,
    procedure,
    retreat,
    selection,
)
from rules.gettysburg.combat.facts import FACTS, DefenderSwapped, FightBegan
from rules.gettysburg.combat.fights import current, decline, declines, first_defender, unresolved
from rules.gettysburg.combat.retreat_facts import FACTS as RETREAT_FACTS
from rules.gettysburg.combat.selection import orderer as orderer
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import brigades_at, piece, side_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import FightKind, State
from rules.gettysburg.turn.asks import Decline


def is_over(state: State) -> bool:
    """5.3.3 Nothing declared is left to resolve."""
    return not state.fights and next(unresolved(state), None) is None


def decide_coordination(play: Play[State], order: asks.RollCoordination) -> None:
    """11.3(1), 11.6a Before the first attack on the hex."""
    heed(coordination.roll_bar(play.state, order.target))
    selection.check_group(play.state, order.target)
    _check_owner(play.state, play.by)
    coordination.attempt(play, order.target)


def answer_coordination(play: Play[State], order: asks.RollCoordination, frame: asks.AwaitCoordination) -> None:
    """17.4c Asked for when the opponent is about to begin the first attack."""
    if order.target != frame.target:
        raise IllegalOrder("other hex first", "11.2b", frame.target)
    play.close()
    coordination.attempt(play, frame.target)
    _begin(play, frame.unit)


def _check_owner(state: State, by: Side) -> None:
    """17.4c The owner coordinates, not the side that controls one of his units."""
    if by != state.core.active:
        raise IllegalOrder("owner coordinates", "17.4c", state.core.active)


def decline_coordination(play: Play[State], _order: Decline, frame: asks.AwaitCoordination) -> None:
    decline(play, frame.side, Reason("coordination", "11.6a"))
    _begin(play, frame.unit)


def decide_attack(play: Play[State], order: asks.ResolveAttack) -> None:
    """11.3 The declared attack of one brigade."""
    state, by = play.state, play.by
    declared = selection.check_turn(state, order.unit, by, "attack")
    may_coordinate = declared.kind != "train" and not coordination.roll_bar(state, declared.target)
    if may_coordinate and reading(state, "D45") == "C":
        coordination.attempt(play, declared.target)
    elif may_coordinate and by != state.core.active:
        side = state.core.active
        play.open(asks.AwaitCoordination(side=side, unit=order.unit, target=declared.target))
        return
    _begin(play, order.unit)


def _begin(play: Play[State], unit: PieceId) -> None:
    state = play.state
    declared = state.turn.declared[unit]
    if declared.kind == "train":
        fights.attack_train(play, unit, declared.target)
        return
    side, target = state.units[unit].side, declared.target
    defender = first_defender(state, target) if side_at(state, target) != side else ""
    kind: FightKind = "charge" if declared.kind == "charge" else "attack"
    play.record(FightBegan(attacker=unit, side=side, target=target, kind=kind, defender=defender))


def proceed(play: Play[State]) -> bool:
    """The next thing of the fight in progress that nobody has to decide, or the window for what someone must."""
    state = play.state
    if state.core.phase != "combat" or state.core.pending:
        return False
    if not state.fights:
        return selection.drop_dead(play)
    procedure.carry_on(play)
    return True


def decide_swap(play: Play[State], order: asks.SwapDefender, _frame: asks.AwaitSwap) -> None:
    fight = current(play.state)
    others = brigades_at(play.state, fight.target)[1:]
    if order.unit not in others:
        raise IllegalOrder("cannot take over", "11.7b", order.unit, *others)
    play.record(DefenderSwapped(unit=order.unit, instead_of=fight.defender))
    play.close()


def choices(state: State) -> Iterator[Choice]:
    """The attacks that may come next."""
    if state.core.phase != "combat":
        return
    by = orderer(state)
    targets: dict[HexId, None] = {}
    for unit, declared in selection.selectable(state):
        if declared.kind != "bombardment" and selection.may_order(state, unit, by):
            yield Choice(by, asks.ResolveAttack(unit=unit))
            targets[declared.target] = None
    for target in targets:
        if by == state.core.active and not coordination.roll_bar(state, target):
            yield Choice(by, asks.RollCoordination(target=target))


def attacks_on(state: State, by: Side, enemy: PieceId) -> Iterator[asks.ResolveAttack]:
    """11.3 The attacks that may come next on the hex of an enemy."""
    at = piece(state, enemy).at
    orders = (choice.order for choice in choices(state) if choice.by == by)
    return (
        order
        for order in orders
        if isinstance(order, asks.ResolveAttack) and state.turn.declared[order.unit].target == at
    )


def _coordination_answers(_state: State, frame: asks.AwaitCoordination) -> Iterator[Choice]:
    yield Choice(frame.side, asks.RollCoordination(target=frame.target))
    yield Choice(frame.side, Decline())


def _swap_answers(state: State, frame: asks.AwaitSwap) -> Iterator[Choice]:
    for unit in brigades_at(state, current(state).target)[1:]:
        yield Choice(frame.side, asks.SwapDefender(unit=unit))
    yield Choice(frame.side, Decline())


def _defender_answers(_state: State, frame: asks.AwaitDefender) -> Iterator[Choice]:
    return (Choice(frame.side, asks.DefendWith(unit=unit)) for unit in frame.units)


def _rout_answers(_state: State, frame: asks.AwaitRout) -> Iterator[Choice]:
    return (Choice(frame.side, asks.ChooseRout(unit=unit)) for unit in frame.units)


CHAPTER = Chapter[State](
    facts=(*FACTS, *RETREAT_FACTS),
    orders=(
        Asked(asks.RollCoordination(target="1523"), decide_coordination, phases=("combat",), cites=("11.6a",)),
        Asked(asks.ResolveAttack(unit="C-28"), decide_attack, phases=("combat",), cites=("11.3",), against=attacks_on),
        Asked(asks.SwapDefender(unit="U-55"), cites=("11.7b",)),
        Asked(asks.RetreatBeforeCombat(), cites=("15.4",)),
        Asked(asks.GiveSupport(unit="U-7"), cites=("13.4",)),
        Asked(asks.DefendWith(unit="U-56"), cites=("13.5a",)),
        Asked(asks.RetreatTo(unit="U-51", to="1619"), cites=("12.4",)),
        Asked(asks.ChooseRout(unit="U-51"), cites=("9.3b",)),
        Asked(asks.Advance(units=("U-2",)), cites=("12.7a",)),
        Asked(asks.CounterAttack(unit="U-3", target="1423"), cites=("19.1",)),
    ),
    questions=(
        Question(
            asks.AwaitCoordination,
            {asks.RollCoordination: answer_coordination, Decline: decline_coordination},
            _coordination_answers,
            cites=("17.4c",),
        ),
        Question(
            asks.AwaitSwap,
            {asks.SwapDefender: decide_swap, Decline: declines(Reason("swap of the defender", "11.7b"))},
            _swap_answers,
            cites=("11.7b",),
        ),
        Question(
            asks.AwaitRetreatBeforeCombat,
            {
                asks.RetreatBeforeCombat: cavalry.decide_fall_back,
                Decline: declines(Reason("retreat before combat", "15.4")),
            },
            cavalry.answers,
            cites=("15.4",),
        ),
        Question(
            asks.AwaitSupport,
            {asks.GiveSupport: artillery.decide_support, Decline: artillery.decline_support},
            artillery.answers,
            cites=("13.4",),
        ),
        Question(
            asks.AwaitDefender, {asks.DefendWith: artillery.decide_defender}, _defender_answers, cites=("13.5a", "D59")
        ),
        Question(asks.AwaitRetreat, {asks.RetreatTo: retreat.decide_retreat}, retreat.answers, cites=("12.4",)),
        Question(asks.AwaitRout, {asks.ChooseRout: retreat.decide_rout}, _rout_answers, cites=("9.3b",)),
        Question(
            asks.AwaitAdvance,
            {asks.Advance: advance.decide_advance, Decline: declines(Reason("advance", "12.7a"))},
            advance.answers,
            cites=("12.7a",),
        ),
        Question(
            asks.AwaitCounterAttack,
            {asks.CounterAttack: counterattack.decide_counter, Decline: declines(Reason("Counter-Attack", "19.1a"))},
            counterattack.answers,
            cites=("19.1a",),
        ),
    ),
    proceed=proceed,
    choices=choices,
    due=retreat.due,
)
