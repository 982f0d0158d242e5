"""9.3.2, 9.3.3 An interception carried out: the die, the ride, the fire of both, and the melee it may lead to."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import charts
from rules.musket_and_pike.cards import Lookup
from rules.musket_and_pike.charts import SUCCESS
from rules.musket_and_pike.fire import pistol, targets
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.morale import together
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.position import are_adjacent, d10, is_horse, is_paired
from rules.musket_and_pike.reaction.asks import (
    AwaitInterceptorFire,
    AwaitTargetFire,
    Intercept,
    ReactFire,
    ResumeAttempt,
    ResumeInterception,
)
from rules.musket_and_pike.reaction.facts import InterceptionRolled, ReactionMade
from rules.musket_and_pike.reaction.interception import has_guns, modifiers, rider, route
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, ResumeMelee


def attempt(play: Play[State], frame: ResumeAttempt) -> None:
    """9.3.2 d10 by the order its Wing has; whoever fails stays where he is."""
    state, unit = play.state, play.state.units[frame.unit]
    order = state.wings[unit.wing].order
    cell = charts.taken(play)
    if cell is None:
        die = d10(play, Reason("interception", "9.3.2", (frame.unit, frame.trigger.unit)), unit.side)
        lookup = Lookup(
            table="T6", die=die, modifiers=modifiers(state, frame.unit, frame.trigger), column=order, unit=frame.unit
        )
        cell = charts.read(play, lookup, unit.side)
    if cell is None:
        return
    play.close()
    success = cell.result == SUCCESS
    play.record(
        InterceptionRolled(
            unit=frame.unit, target=frame.trigger.unit, order=order, die=cell.lookup.die,
            modifiers=cell.lookup.modifiers, net=charts.net(cell.lookup), success=success, source=cell.source,
        )
    )  # fmt: skip
    if reading(state, "D65") == "b" and not success:
        carry.lose_momentum(play, frame.trigger.unit, Reason("attempt to intercept it", "11.3.6"))
    if success:
        _ride(play, frame)


def _ride(play: Play[State], frame: ResumeAttempt) -> None:
    """9.3.3, 9.3.4 It comes up beside its target, which loses what momentum it had."""
    state = play.state
    strides = route(state, Intercept(unit=frame.unit, path=frame.path), frame.trigger)
    who = rider(state, frame.unit)
    play.record(ReactionMade(unit=frame.unit, deed="intercept"))
    carry.lose_momentum(play, frame.trigger.unit, Reason("intercepted", "9.3.4"))
    carry.begin(play, frame.unit, "interception", who.ma, alone=is_paired(state, frame.unit))
    field = Field(state, state.units[frame.unit].side)
    for stride, _ in strides:
        together.take(play, field, who, stride, "interception")
        if stride.enters and has_guns(state, stride.hexes[0], state.units[frame.unit].side):
            carry.lose_momentum(play, frame.unit, Reason("rides through guns", "9.3.7"))
    carry.end(play, frame.unit, spends=False)
    play.open(ResumeInterception(unit=frame.unit, target=frame.trigger.unit))


def stages(play: Play[State], frame: ResumeInterception) -> None:
    """9.3.3 First the target fires, if it is cavalry, then the interceptor; then there may be a melee."""
    state = play.state
    play.close()
    if not _are_engaged(state, frame):
        return
    if frame.stage == "target":
        play.open(ResumeInterception(unit=frame.unit, target=frame.target, stage="interceptor"))
        if _shots(state, frame.target, frame.unit):
            side = state.units[frame.target].side
            play.open(AwaitTargetFire(side=side, unit=frame.target, at=frame.unit))
    elif frame.stage == "interceptor":
        play.open(ResumeInterception(unit=frame.unit, target=frame.target, stage="melee"))
        if _shots(state, frame.unit, frame.target):
            side = state.units[frame.unit].side
            play.open(AwaitInterceptorFire(side=side, unit=frame.unit, at=frame.target))
    else:
        play.open(ResumeMelee(attackers=(frame.unit,), defender=frame.target, stage="offer", reaction=True))


def _are_engaged(state: State, frame: ResumeInterception) -> bool:
    """Both are there still, side by side, and the interceptor has not been broken."""
    one, other = state.units[frame.unit], state.units[frame.target]
    return bool(one.hexes and other.hexes) and one.morale != "MB" and are_adjacent(state, one, other)


def _shots(state: State, firer: UnitId, target: UnitId) -> bool:
    """9.3.3, 10.2 A pistol into front or flank."""
    return is_horse(state.units[firer]) and not pistol.shot_bar(state, firer, target)


def fire(play: Play[State], order: ReactFire, frame: AwaitTargetFire | AwaitInterceptorFire) -> None:
    """9.3.3 Only these two take part."""
    if order.unit != frame.unit:
        raise IllegalOrder("only these two", "9.3.3", order.unit)
    if order.salvo:
        raise IllegalOrder("cavalry has no Salvo", "10.4", order.unit)
    if order.hand:
        raise IllegalOrder("only guns are laid", "10.8.5", order.unit)
    heed(pistol.shot_bar(play.state, frame.unit, frame.at, into=order.hex))
    play.close()
    play.record(ReactionMade(unit=frame.unit, deed="fire"))
    pistol.answer(play, frame.unit, frame.at, order.hex)


def decline(play: Play[State], _order: Decline, _frame: AwaitTargetFire | AwaitInterceptorFire) -> None:
    play.close()


def fires(state: State, frame: AwaitTargetFire | AwaitInterceptorFire) -> Iterator[Choice]:
    found = targets.shots(state, frame.unit, at=(frame.at,))
    for into in targets.intos(state, frame.unit, (frame.at,), found):
        yield Choice(frame.side, ReactFire(unit=frame.unit, hex="".join(into)))
    yield Choice(frame.side, Decline())
