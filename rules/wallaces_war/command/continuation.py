"""4.6, 10.4, 13.2d Attack continuation: the decision, the other side's reaction, and a special one."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.command.activation import continue_bar, is_announced, special_bar
from rules.wallaces_war.command.asks import ActivateReaction, ContinueAttack, SpecialContinuation
from rules.wallaces_war.command.facts import AttackContinued, OfferDeclined, ReactionActivated
from rules.wallaces_war.command.range import check
from rules.wallaces_war.position import units_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import DECISION, EMPTY, REACTION, ZERO, State
from rules.wallaces_war.turn.asks import Decline
from rules.wallaces_war.turn.phases import begin

SECOND = 2  # the round of a second D and E


def decide_continue(play: Play[State], _order: ContinueAttack) -> None:
    """C7, 10.4a, 10.4b: D and E are added to the turn."""
    heed(continue_bar(play.state))
    _continue(play)


def decide_special(play: Play[State], _order: SpecialContinuation) -> None:
    """E7, 10.4e, 13.2d: D and E once more; D14 B announced before the first of them."""
    heed(special_bar(play.state))
    _continue(play, special=True)


def _continue(play: Play[State], *, special: bool = False) -> None:
    """10.4c The other side may react first."""
    play.record(AttackContinued(battle=play.state.turn.battle, special=special))
    begin(play, REACTION)


def offers(state: State) -> Iterator[Choice]:
    """10.4a, 13.2d What the initiative side may decide now."""
    side = state.core.active
    if not continue_bar(state):
        yield Choice(side, ContinueAttack())
    if not special_bar(state):
        yield Choice(side, SpecialContinuation())


def go_on(play: Play[State]) -> bool:
    """D14 B The second D and E that were announced."""
    if play.state.core.phase == DECISION and is_announced(play.state):
        _continue(play)
        return True
    return False


def has_second(state: State) -> bool:
    """13.2d Whether this D is the second of the turn."""
    return state.turn.round >= SECOND


def react_bar(state: State, side: Side, order: ActivateReaction) -> IllegalOrder | None:
    """4.6a, 13.2d, D15, D16 Why a side may not move this Battle in D for this chit."""
    battle, turn = state.battles.get(order.battle), state.turn
    if turn.reacting:
        return IllegalOrder("one Battle reacts", "4.6a", turn.reacting)
    if battle is None or battle.side != side:
        return IllegalOrder("no Battle of yours", "4.6a", order.battle)
    if battle.standing == "eliminated" or not any(units_of(state, order.battle)):
        return IllegalOrder("nobody to react", "4.7a", order.battle)
    if has_second(state) and turn.sat_out and reading(state, "D15") != "C":
        return IllegalOrder("sat out before", "13.2d", side)
    if turn.reacted and order.battle != turn.reacted:
        return IllegalOrder("same Battle again", "13.2d", turn.reacted)
    if order.chit not in ({ZERO} if is_free(state, side) else battle.track):
        return IllegalOrder("no such chit on its track", "4.6a", order.battle, order.chit)
    return None


def is_free(state: State, side: Side) -> bool:
    """D15 B, D16 B Whether the side reacts without a chit: it has paid for both, or has none."""
    if has_second(state) and state.turn.reacted and reading(state, "D15") == "B":
        return True
    spent = all(box == EMPTY for one in state.battles.values() if one.side == side for box in one.track)
    return spent and reading(state, "D16") == "B"


def decide_react(play: Play[State], order: ActivateReaction) -> None:
    """D, 4.1a, 4.6a: one chit for one Battle, which then moves as with a 0; its command is checked (13.3a)."""
    state = play.state
    heed(react_bar(state, play.by, order))
    play.record(ReactionActivated(battle=order.battle, chit=order.chit, free=is_free(state, play.by)))
    check(play, order.battle)


def reactions(state: State) -> Iterator[Choice]:
    """4.6a Every Battle and chit."""
    side = state.core.active
    for name, battle in state.battles.items():
        values: set[int] = {ZERO} if is_free(state, side) else set(battle.track) - {EMPTY}
        for value in sorted(values):
            order = ActivateReaction(battle=name, chit=value)
            if not react_bar(state, side, order):
                yield Choice(side, order)


def decline(play: Play[State]) -> None:
    """10.4b, 4.6a The attack ends, or the other side sits the reaction out."""
    if play.state.turn.reacting and play.state.core.phase == REACTION:
        raise IllegalOrder("one Battle reacts", "4.6a", play.state.turn.reacting)
    reacts = play.state.core.phase == REACTION
    what = Reason("reaction", "4.6a") if reacts else Reason("continuation", "10.4a")
    play.record(OfferDeclined(side=play.by, what=what))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == DECISION and not state.segment.over:
        yield from _or_decline(state, list(offers(state)))
    elif state.core.phase == REACTION and not state.turn.reacting:
        yield from _or_decline(state, list(reactions(state)))


def _or_decline(state: State, found: list[Choice]) -> Iterator[Choice]:
    yield from found
    if found:
        yield Choice(state.core.active, Decline())


CHAPTER = Chapter[State](
    orders=(
        Asked(ContinueAttack(), decide_continue, phases=(DECISION,), cite="10.4a"),
        Asked(SpecialContinuation(), decide_special, phases=(DECISION,), cite="13.2d"),
        Asked(ActivateReaction(battle="murray", chit=1), decide_react, phases=(REACTION,), cite="4.6a"),
    ),
    proceed=go_on,
    choices=choices,
)
