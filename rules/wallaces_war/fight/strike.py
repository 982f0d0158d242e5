"""10.3/S1, P4.4 K1 The attacks one by one: the ride, fire against it, the defender's choices, the test, the die."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.charges import planned, reaction, shock
from rules.wallaces_war.charges.ride import ride
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.fire.fire import shoot
from rules.wallaces_war.fire.targets import bound_bar, targets_in_melee
from rules.wallaces_war.ids import HexId
from rules.wallaces_war.melee.asks import (
    AwaitAttack,
    AwaitDefensiveFire,
    AwaitSink,
    AwaitVoluntary,
    ChooseNextAttack,
    SinkMissileUnit,
)
from rules.wallaces_war.melee.facts import AttackStepped, MeleeStepped
from rules.wallaces_war.melee.ledger import cull, in_hand, ledger, unresolved
from rules.wallaces_war.melee.modifiers import blow_of
from rules.wallaces_war.melee.roll import roll
from rules.wallaces_war.melee.state import CHARGES, OVER, Attack, Progress
from rules.wallaces_war.movement.asks import VoluntaryRetreat
from rules.wallaces_war.movement.facts import StackReordered
from rules.wallaces_war.position import side_at, top_of
from rules.wallaces_war.retreats import voluntary
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.asks import Decline


def strike(play: Play[State]) -> None:
    """P4.4 K1 One step."""
    melee = ledger(play.state)
    if melee.current >= 0 and melee.attacks[melee.current].progress in OVER:
        play.record(MeleeStepped(stage="strike", focus=melee.focus))
    elif cull(play):
        return
    elif melee.current < 0:
        _pick(play)
    else:
        attack = melee.attacks[melee.current]
        _STEPS[attack.progress](play, melee.current, attack)


def _pick(play: Play[State]) -> None:
    """10.3/S1, 11.2.3c The next attack, asked for where there is a choice; in reaction all ride before the first."""
    melee = ledger(play.state)
    waiting = unresolved(melee)
    riding = [i for i in waiting if melee.attacks[i].progress == "riding"]
    if not waiting:
        play.record(MeleeStepped(stage="reply", focus=melee.focus))
    elif riding or len(waiting) == 1:
        take_up(play, (riding or waiting)[0])
    elif not reaction.join(play):
        play.open(AwaitAttack(side=melee.side))


def take_up(play: Play[State], index: int) -> None:
    """D36 B With its first attack a target hex is in hand until all is over there."""
    target = ledger(play.state).attacks[index].target
    focus = target if reading(play.state, "D36") == "B" else ""
    play.record(MeleeStepped(stage="strike", current=index, focus=focus))


def decide_next(play: Play[State], order: ChooseNextAttack, _frame: AwaitAttack) -> None:
    """10.3/S1"""
    melee = ledger(play.state)
    found = [i for i in unresolved(melee) if melee.attacks[i].start == order.start]
    if not found:
        raise IllegalOrder("no attack from there", "10.3a", order.start)
    play.close()
    take_up(play, found[0])


def next_attacks(state: State, frame: AwaitAttack) -> Iterator[Choice]:
    melee = ledger(state)
    return (Choice(frame.side, ChooseNextAttack(start=melee.attacks[i].start)) for i in unresolved(melee))


def _step(play: Play[State], index: int, progress: Progress) -> None:
    play.record(AttackStepped(attack=index, progress=progress))


def _set_off(play: Play[State], index: int, attack: Attack) -> None:
    """P4.4 K1a"""
    if attack.kind == "charge":
        planned.set_off(play, index, attack)
    else:
        _step(play, index, "moved")


def _ride(play: Play[State], index: int, attack: Attack) -> None:
    """11.2.1e, 11.2.3c"""
    ride(play, index)
    if attack.kind == "reaction" and attack.progress == "moved":
        play.record(MeleeStepped(stage="strike", focus=ledger(play.state).focus))


def _fire(play: Play[State], index: int, attack: Attack) -> None:
    """9.4e, D33 P4.4 K1b The attacked may fire at who comes; in the extension segment only under D33 B."""
    state, melee = play.state, ledger(play.state)
    allowed = melee.kind == "segment" or (melee.kind != "reaction" and reading(state, "D33") == "B")
    unit = state.stacks[attack.target][0]
    targets = targets_in_melee(state, unit, _in_sight(state, attack)) if allowed else ()
    if targets:
        play.open(AwaitDefensiveFire(side=state.units[unit].side, unit=unit, targets=targets))
    else:
        _step(play, index, "shot")


def _in_sight(state: State, attack: Attack) -> tuple[HexId, ...]:
    """9.4e, 9.4f On the first attack on it all that attack it on foot, and on every charge the charger."""
    melee = ledger(state)
    first = attack.target not in melee.faced
    on_foot = (
        one.at
        for _, one in in_hand(melee)
        if first and one.target == attack.target and one.kind not in CHARGES and one.progress not in OVER
    )
    return tuple(dict.fromkeys((*((attack.at,) if attack.kind in CHARGES else ()), *on_foot)))


def decide_fire(play: Play[State], order: Fire, frame: AwaitDefensiveFire) -> None:
    """9.4e"""
    if order.unit != frame.unit:
        raise IllegalOrder("another is attacked", "9.4e", order.unit, frame.unit)
    if order.target not in frame.targets:
        raise IllegalOrder("does not attack it", "9.4e", order.target, *frame.targets)
    heed(bound_bar(play.state, order.unit, order.target))
    play.close()
    _step(play, ledger(play.state).current, "shot")
    shoot(play, order.unit, order.target, "melee")


def hold_fire(play: Play[State], _order: Decline, _frame: AwaitDefensiveFire) -> None:
    play.close()
    _step(play, ledger(play.state).current, "shot")


def shots(state: State, frame: AwaitDefensiveFire) -> Iterator[Choice]:
    for at in frame.targets:
        if not bound_bar(state, frame.unit, at):
            yield Choice(frame.side, Fire(unit=frame.unit, target=at))
    yield Choice(frame.side, Decline())


def _sink(play: Play[State], index: int, attack: Attack) -> None:
    """8.2k P4.4 K1c"""
    state, at = play.state, attack.target
    owner, stack = side_at(state, at), state.stacks[at]
    first = at not in ledger(state).faced
    if first and len(stack) > 1 and owner != state.turn.initiative and top_of(state, at).kind in tables.MISSILE:
        play.open(AwaitSink(side=owner, at=at))
    else:
        _step(play, index, "sunk")


def decide_sink(play: Play[State], _order: SinkMissileUnit, frame: AwaitSink) -> None:
    """8.2k"""
    play.close()
    top, bottom = play.state.stacks[frame.at]
    why = Reason("missiles to the bottom", "8.2k", (top,))
    play.record(StackReordered(at=frame.at, units=(bottom, top), why=why))
    _step(play, ledger(play.state).current, "sunk")


def stay_on_top(play: Play[State], _order: Decline, _frame: AwaitSink) -> None:
    play.close()
    _step(play, ledger(play.state).current, "sunk")


def sinking(_state: State, frame: AwaitSink) -> Iterator[Choice]:
    yield Choice(frame.side, SinkMissileUnit())
    yield Choice(frame.side, Decline())


def _withdraw(play: Play[State], index: int, attack: Attack) -> None:
    """11.1a, 11.1d, D45 P4.4 K1d Before the first die, under B before each; never from horse alone."""
    state, melee = play.state, ledger(play.state)
    due = attack.target not in melee.faced or reading(state, "D45") == "B"
    if due and melee.kind in ("segment", "impulse") and any(voluntary.ways_out(state, attack.target, "melee")):
        play.open(AwaitVoluntary(side=side_at(state, attack.target), at=attack.target))
    else:
        _step(play, index, "stood")


def decide_withdrawal(play: Play[State], order: VoluntaryRetreat, frame: AwaitVoluntary) -> None:
    """11.1a, 11.1d"""
    voluntary.check(play.state, order, frame.at, "melee")
    play.close()
    _step(play, ledger(play.state).current, "stood")
    voluntary.withdraw(play, order)


def stand(play: Play[State], _order: Decline, _frame: AwaitVoluntary) -> None:
    play.close()
    _step(play, ledger(play.state).current, "stood")


def withdrawals(state: State, frame: AwaitVoluntary) -> Iterator[Choice]:
    yield from (Choice(frame.side, order) for order in voluntary.ways_out(state, frame.at, "melee"))
    yield Choice(frame.side, Decline())


def _shock(play: Play[State], index: int, attack: Attack) -> None:
    """11.2.4a, 11.2.5a, 11.2.7f P4.4 K1e"""
    if attack.kind in CHARGES and shock.routs(play, attack):
        _step(play, index, "won")
        shock.follow_up(play, attack)
    else:
        _step(play, index, "tested")


def _roll(play: Play[State], index: int, attack: Attack) -> None:
    """10.3/S2 to S7 P4.4 K1f"""
    roll(play, blow_of(play.state, attack), index)


_STEPS: dict[str, Callable[[Play[State], int, Attack], None]] = {
    "declared": _set_off,
    "riding": _ride,
    "moved": _fire,
    "shot": _sink,
    "sunk": _withdraw,
    "stood": _shock,
    "tested": _roll,
}
