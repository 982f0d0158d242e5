"""3.3 The sequence of play: from the last set-up to the end, phase by phase and segment by segment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.charges import charges
from rules.wallaces_war.command import continuation, initiative, lists, placing, pool, replacement
from rules.wallaces_war.command.activation import battles_for
from rules.wallaces_war.command.facts import InitiativeWon
from rules.wallaces_war.command.range import check
from rules.wallaces_war.fight import fight
from rules.wallaces_war.fire import fire
from rules.wallaces_war.losses import effectiveness, recovery
from rules.wallaces_war.marching import entry, movement, withdrawal
from rules.wallaces_war.opening import opening
from rules.wallaces_war.opening.places import acting_side
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import (
    ACTIVATION,
    DECISION,
    DEFENSIVE_FIRE,
    EXTENSION,
    INITIATIVE,
    LISTS,
    MELEE,
    MOVEMENT,
    PLACING,
    REACTION,
    RECOVERY,
    REPLACEMENT,
    SET_UP,
    State,
)
from rules.wallaces_war.turn import victory
from rules.wallaces_war.turn.asks import Concede, Decline, EndSegment
from rules.wallaces_war.turn.facts import SegmentEnded
from rules.wallaces_war.turn.phases import ROUND, SEGMENTS, begin

# Whose orders may fill a segment, the likeliest first: one in which none of them has any is passed over.
ACTORS = (movement, fire, fight, charges, withdrawal, continuation)
# Several sides at once while they choose unseen, or one that the phase does not name.
ACTING: Mapping[str, Callable[[State], tuple[Side, ...]]] = {
    LISTS: lists.waiting,
    PLACING: placing.waiting,
    SET_UP: lambda state: (acting_side(state),),
    REPLACEMENT: replacement.waiting,
    INITIATIVE: lambda state: (initiative.speaker(state),),
}
ENDS: Mapping[str, Callable[[State, Side], IllegalOrder | None]] = {
    SET_UP: opening.end_bar,
    MOVEMENT: lambda state, _side: entry.entry_bar(state),
}


def acting(state: State) -> tuple[Side, ...]:
    """3.3 Who may give orders while nothing is awaited."""
    several = ACTING.get(state.core.phase)
    return several(state) if several else (state.core.active,)


def is_idle(state: State) -> bool:
    """3.3 Whether a segment holds nothing to decide; one that a secret target shapes never shows it (20.3.2a)."""
    if _is_bound(state):
        return False
    return not any(True for actor in ACTORS for _ in actor.CHAPTER.choices(state))


def _is_bound(state: State) -> bool:
    """20.3.2a Whether it is for Edward's men to act, or to fire at who is activated, and a target is named for them."""
    if not state.target or state.core.phase == DECISION:
        return False
    theirs = state.turn.battle == opening.EDWARD or state.core.phase == DEFENSIVE_FIRE
    return theirs and state.core.active == state.battles[opening.EDWARD].side


def decide_end(play: Play[State], _order: EndSegment) -> None:
    """3.3 The side is done with its segment, or its set-up."""
    phase = play.state.core.phase
    heed(end_bar(play.state, play.by))
    if phase == SET_UP:
        opening.end(play)
    elif phase == REACTION and not play.state.turn.reacting:
        continuation.decline(play)
    else:
        _end_segment(play)


def _end_segment(play: Play[State]) -> None:
    """3.3, 10.3b Of the melee segment only the declarations: they are resolved now, and markers left over go."""
    state, phase = play.state, play.state.core.phase
    play.record(SegmentEnded(side=state.core.active, phase=phase))
    if phase == MELEE and (state.melee or any(unit.charge for unit in state.units.values())):
        fight.close_declarations(play)


def end_bar(state: State, side: Side) -> IllegalOrder | None:
    """Why a side cannot be done yet."""
    bar = ENDS.get(state.core.phase)
    return bar(state, side) if bar else None


def decide_decline(play: Play[State], _order: Decline) -> None:
    """4.3b, 4.6a, 10.4b No bid, no reaction, no further attack."""
    if play.state.core.phase == INITIATIVE:
        initiative.pass_bid(play)
    else:
        continuation.decline(play)


def proceed(play: Play[State]) -> bool:
    """3.3 The next phase or segment, when nobody has anything left to decide in this one."""
    state = play.state
    if state.core.pending or state.march or state.retreats or (state.melee and state.melee.stage != "declare"):
        return False
    phase = state.core.phase
    if phase == SET_UP and not acting_side(state):
        _begin_game(play)
    elif phase == REPLACEMENT and not replacement.waiting(state):
        _begin_bidding(play, state.core.turn)
    elif phase == ACTIVATION and state.turn.battle:
        _begin_segment(play, MOVEMENT)
    elif phase == ACTIVATION and state.turn.initiative and not battles_for(state, state.turn.initiative):
        begin(play, RECOVERY)
    elif phase == RECOVERY:
        _end_turn(play)
    else:
        return phase in (*ROUND, REACTION) and _pass_on(play)
    return True


def _pass_on(play: Play[State]) -> bool:
    """3.3 A segment ends when its side says so; what it brought on is resolved first."""
    state, phase = play.state, play.state.core.phase
    if phase == REACTION and not state.segment.over and not state.turn.reacting and is_idle(state):
        _end_segment(play)
    elif not state.segment.over or state.melee:
        return False
    elif phase == DECISION:
        begin(play, RECOVERY)
    else:
        _begin_segment(play, MOVEMENT if phase == REACTION else ROUND[ROUND.index(phase) + 1])
    return True


def _begin_segment(play: Play[State], phase: str) -> None:
    """3.3 One in which there is nothing to decide is over as it begins."""
    begin(play, phase)
    _check_command(play, phase)
    if is_idle(play.state):
        _end_segment(play)


def _check_command(play: Play[State], phase: str) -> None:
    """C1, C6, 13.3a: as the segment begins; D44 C that of the other side with the turn."""
    state = play.state
    if phase == MOVEMENT and state.turn.round == 0 and reading(state, "D44") == "C":
        for name, battle in state.battles.items():
            if battle.side != state.turn.initiative:
                check(play, name)
    if phase in (MOVEMENT, EXTENSION):
        check(play, state.turn.battle)


def _begin_game(play: Play[State]) -> None:
    """4.3j On turn 1 the scenario names the initiative side."""
    first = play.state.engagement.first
    begin(play, ACTIVATION, first, 1)
    play.record(InitiativeWon(side=first, why=Reason("named by the scenario", "4.3j")))


def _begin_turn(play: Play[State], turn: int) -> None:
    """3.1a, 3.3 A on every third turn, else B1."""
    if replacement.is_due(turn):
        begin(play, REPLACEMENT, "", turn)
        replacement.roll(play)
    else:
        _begin_bidding(play, turn)


def _begin_bidding(play: Play[State], turn: int) -> None:
    begin(play, INITIATIVE, "", turn)
    initiative.open_bidding(play)


def _end_turn(play: Play[State]) -> None:
    """F, G: recovery, then command effectiveness, then the end or the next turn, of any number (3.1b, 17.1a, D81)."""
    recovery.recover(play)
    effectiveness.try_all(play)
    if victory.beaten(play.state):
        victory.end(play)
    else:
        _begin_turn(play, play.state.core.turn + 1)


def is_spent(state: State, side: Side) -> bool:
    """Whether a side has no chit left above zero: it may still play on, and now thinks of giving up."""
    boxes = (box for battle in state.battles.values() if battle.side == side for box in battle.track)
    return not sum(pool.counted(boxes))


def choices(state: State) -> Iterator[Choice]:
    """3.3 The end of a segment; 16.1 to concede is legal always, and listed for a side that has spent its chits."""
    side, phase = state.core.active, state.core.phase
    if phase == SET_UP:
        side = acting_side(state)
        if not end_bar(state, side):
            yield Choice(side, EndSegment())
    elif phase in SEGMENTS and not state.segment.over and (phase != REACTION or state.turn.reacting):
        if not end_bar(state, side):
            yield Choice(side, EndSegment())
    elif phase in (INITIATIVE, ACTIVATION):
        for one in acting(state):
            if is_spent(state, one):
                yield Choice(one, Concede())


CHAPTER = Chapter[State](
    orders=(
        Asked(EndSegment(), decide_end, phases=(SET_UP, *SEGMENTS), cites=("3.3",)),
        Asked(Decline(), decide_decline, phases=(INITIATIVE, DECISION, REACTION), cites=("3.3",)),
    ),
    proceed=proceed,
    choices=choices,
)
