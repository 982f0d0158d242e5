"""BP.turn.5 The sequence of play: player turn after player turn, phase after phase."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import PhaseBegan, Side
from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Reason
from rules.black_powder.breaking import disorder
from rules.black_powder.command import initiative, withdrawal
from rules.black_powder.command.results import rally
from rules.black_powder.phases import begin
from rules.black_powder.position import enemy_of, has_enemy_within, is_broken, is_shaken, on_table
from rules.black_powder.rulings import READINGS, SETTLED, reading
from rules.black_powder.shooting import fires
from rules.black_powder.state import COMBAT, DEPLOYMENT, INITIATIVE, MUSTER, ORDERS, SET_UP, SHOOTING, State
from rules.black_powder.tables import DIE, TWELVE
from rules.black_powder.turn import start, victory
from rules.black_powder.turn.asks import AwaitFirst, ChooseFirst, EndInitiative, EndOrders, ResumeTurn, RollForFirst
from rules.black_powder.turn.facts import FACTS, SideChosen
from rules.black_powder.units.profile import has

BRAVE_ON = 4  # BP.sr.Brav


def acting(state: State) -> tuple[Side, ...]:
    """BP.turn.5 Who may give orders while nothing is awaited."""
    if state.core.phase == DEPLOYMENT:
        return (state.set_up.deploying,)
    return state.core.sides if state.core.phase in (MUSTER, SET_UP) else (state.core.active,)


def decide_begin(play: Play[State], _order: RollForFirst) -> None:
    """BP.turn.6 By scenario; else each rolls, ties again, and the higher chooses."""
    state = play.state
    if state.battle.first:
        play.record(SideChosen(first=state.battle.first, named=True))
        _begin_turn(play, 1, state.battle.first)
        return
    while True:
        dice = {side: play.roll(1, DIE, Reason("who goes first", "BP.turn.6"), side).total for side in state.core.sides}
        if len(set(dice.values())) > 1:
            break
    play.open(AwaitFirst(side=max(dice, key=lambda side: dice[side])))


def decide_first(play: Play[State], order: ChooseFirst, _frame: AwaitFirst) -> None:
    if order.first not in play.state.core.sides:
        raise IllegalOrder("no such side", "BP.turn.6", order.first)
    play.close()
    play.record(SideChosen(first=order.first))
    _begin_turn(play, 1, order.first)


def first_choices(state: State, frame: AwaitFirst) -> Iterator[Choice]:
    return (Choice(frame.side, ChooseFirst(first=side)) for side in state.core.sides)


def _begin_turn(play: Play[State], turn: int, side: Side) -> None:
    """T0"""
    play.record(PhaseBegan(turn=turn, phase=INITIATIVE, side=side))
    start.begin(play)


def decide_end_initiative(play: Play[State], _order: EndInitiative) -> None:
    """BP.init.1, BP.init.4 Not while a unit must charge."""
    heed(initiative_bar(play.state))
    begin(play, ORDERS)


def initiative_bar(state: State) -> IllegalOrder | None:
    bound = next(initiative.bound(state), "")
    return IllegalOrder("must charge first", "BP.sr.DetC", bound) if bound else None


def decide_end_orders(play: Play[State], _order: EndOrders) -> None:
    """BP.turn.5, BP.vic.10"""
    heed(withdrawal.end_bar(play.state))
    _end_command(play)


def _end_command(play: Play[State]) -> None:
    """C3 Guns that could not withdraw, brave men, and fires."""
    withdrawal.abandon(play)
    _brave(play)
    fires.fight(play)
    begin(play, SHOOTING)


def _brave(play: Play[State]) -> None:
    """BP.sr.Brav (D48) Shaken, and 12 inches or more from every enemy."""
    state, side = play.state, play.state.core.active
    for name, unit in on_table(state, side).items():
        tries = has(unit, "BP.sr.Brav") and is_shaken(unit) and unit.casualties > 1 and not is_broken(state, unit)
        near = TWELVE - 1 if reading(state, "D48") == "A" else TWELVE
        if tries and not has_enemy_within(state, unit, near):
            why = Reason("brave", "BP.sr.Brav", (name,))
            die = play.roll(1, DIE, why, side, alike=reaching(BRAVE_ON)).total
            rally(play, name, why, die, 1 if die >= BRAVE_ON else 0)


def proceed(play: Play[State]) -> bool:
    """BP.turn.5 The next phase, when nobody has anything left to decide in this one."""
    state = play.state
    if state.core.pending or state.core.ended:
        return False
    phase = state.core.phase
    if phase == INITIATIVE and state.turn.checked and not any(True for _ in initiative.open_units(state)):
        begin(play, ORDERS)
    elif phase == SHOOTING and state.turn.over:
        begin(play, COMBAT)
    elif phase == COMBAT and state.turn.over:
        _end_turn(play)
    else:
        return False
    return True


def _end_turn(play: Play[State]) -> None:
    """T9 Disorder ends, fires burn on, and the battle may be over."""
    state = play.state
    disorder.end_turn(play)
    fires.end_turn(play)
    second = state.core.active != state.first
    if second and (victory.end_if_fallen(play, turn_over=True) or victory.end_if_decided(play)):
        return
    _begin_turn(play, state.core.turn + second, enemy_of(state, state.core.active))


def choices(state: State) -> Iterator[Choice]:
    match state.core.phase:
        case "set-up":
            yield from (Choice(side, RollForFirst()) for side in state.core.sides)
        case "initiative" if initiative_bar(state) is None:
            yield Choice(state.core.active, EndInitiative())
        case "orders" if withdrawal.end_bar(state) is None:
            yield Choice(state.core.active, EndOrders())


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(RollForFirst(), decide_begin, (SET_UP,), "BP.turn.6"),
        Asked(ChooseFirst(first="blue"), cite="BP.turn.6"),
        Asked(EndInitiative(), decide_end_initiative, (INITIATIVE,), "BP.init.1"),
        Asked(EndOrders(), decide_end_orders, (ORDERS,), "BP.turn.5"),
    ),
    questions=(Question(AwaitFirst, {ChooseFirst: decide_first}, first_choices, ("BP.turn.6",)),),
    within={ResumeTurn: ("BP.turn.5",)},
    resumes={ResumeTurn: start.resume},
    readings=READINGS,
    settled=SETTLED,
    proceed=proceed,
    choices=choices,
)
