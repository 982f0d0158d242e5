"""4.3 Initiative: the bid, the higher bid, and the turns that go to a side without one."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.command.activation import (
    activate,
    activations,
    chit_bar,
    decide_activate,
    hand,
    roll_arrival,
)
from rules.wallaces_war.command.asks import Activate, AwaitOutbid, Bid, Chit, Outbid
from rules.wallaces_war.command.facts import FACTS, BidMade, BidPassed, InitiativeWon, ZeroUsed
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import ACTIVATION, INITIATIVE, ZERO, State, enemy_of
from rules.wallaces_war.turn.asks import Decline
from rules.wallaces_war.turn.phases import begin


def first_bidder(state: State) -> Side:
    """4.3b Who did not have initiative last turn."""
    return enemy_of(state, state.history[-1])


def bound(state: State) -> Side:
    """4.3f Who has initiative because the other has had it two turns running; empty if nobody."""
    last = state.history[-2:]
    return enemy_of(state, last[0]) if len(last) == 2 and last[0] == last[1] else ""


def speaker(state: State) -> Side:
    """4.3b Who is to show a chit first; the other if he has none and need not take it (D91 B)."""
    first = first_bidder(state)
    return first if hand(state, first) else enemy_of(state, first)


def open_bidding(play: Play[State]) -> None:
    """B1, 4.3f to 4.3h, 16.2.4d: what comes before any bid, an arrival or initiative that falls to a side."""
    state = play.state
    if roll_arrival(play, bound(state)):
        return
    found = falls_to(state)
    if found:
        play.record(found)


def falls_to(state: State) -> InitiativeWon | None:
    """4.3f, 4.3g, 4.3h Whose initiative is without a bid, and why; None if there is to be one."""
    first, second = first_bidder(state), enemy_of(state, first_bidder(state))
    if bound(state):
        return InitiativeWon(side=first, why=Reason("two turns running", "4.3f", (second,)))
    if hand(state, first):
        return None
    if not hand(state, second):
        return InitiativeWon(side=first, why=Reason("nobody has a chit", "4.3h"))
    if reading(state, "D91") == "A":
        return InitiativeWon(side=second, why=Reason("no chit to bid", "4.3g", (first,)))
    return None


def bid_bar(state: State, side: Side, chit: Chit) -> IllegalOrder | None:
    """4.3b"""
    return chit_bar(state, side, chit, automatic=False)


def decide_bid(play: Play[State], order: Bid) -> None:
    """4.3b The first chit shown; the other side is asked if it could show a higher one."""
    state, chit = play.state, Chit(battle=order.battle, value=order.chit)
    heed(bid_bar(state, play.by, chit))
    play.record(BidMade(side=play.by, chit=chit))
    other = enemy_of(state, play.by)
    if play.by == first_bidder(state) and any(raises(state, other, chit)):
        play.open(AwaitOutbid(side=other, bid=chit))
    else:
        play.record(InitiativeWon(side=play.by, why=Reason("no higher chit", "4.3b")))


def raises(state: State, side: Side, bid: Chit) -> Iterator[Chit]:
    """4.3b Chits of a side that are strictly higher."""
    return (chit for chit in hand(state, side) if chit.value > bid.value)


def decide_outbid(play: Play[State], order: Outbid, frame: AwaitOutbid) -> None:
    """4.3b, 4.3d A higher chit wins; the other goes back to its box (D5 B: unless it is a zero)."""
    chit = Chit(battle=order.battle, value=order.chit)
    heed(bid_bar(play.state, play.by, chit))
    if chit.value <= frame.bid.value:
        raise IllegalOrder("not higher", "4.3b", chit.value, frame.bid.value)
    play.close()
    play.record(BidMade(side=play.by, chit=chit, raises=True))
    if frame.bid.value == ZERO and reading(play.state, "D5") == "B":
        play.record(ZeroUsed(battle=frame.bid.battle))
    play.record(InitiativeWon(side=play.by, why=Reason("higher chit", "4.3b")))


def decline_outbid(play: Play[State], _order: Decline, frame: AwaitOutbid) -> None:
    """4.3b The first bidder has it."""
    play.close()
    play.record(BidPassed(side=frame.side, why=Reason("does not raise", "4.3b")))
    play.record(InitiativeWon(side=enemy_of(play.state, frame.side), why=Reason("not outbid", "4.3b")))


def pass_bar(state: State, side: Side) -> IllegalOrder | None:
    """4.3b, D7, D91 Why a side must show a chit."""
    other = enemy_of(state, side)
    if side != first_bidder(state):
        return None  # it is asked under D91 B only
    if reading(state, "D7") == "A" or not hand(state, other, automatic=True):
        return IllegalOrder("must bid", "4.3b", side)
    return None


def pass_bid(play: Play[State]) -> None:
    """D7 B, D91 B Who shows nothing leaves initiative to the other."""
    heed(pass_bar(play.state, play.by))
    play.record(BidPassed(side=play.by, why=Reason("shows no chit", "4.3b")))
    play.record(InitiativeWon(side=enemy_of(play.state, play.by), why=Reason("left to it", "4.3b")))


def proceed(play: Play[State]) -> bool:
    """3.3 B1, B2: who has won initiative activates; the chit that won it is spent."""
    state, turn = play.state, play.state.turn
    if state.core.pending or not turn.initiative or turn.battle:
        return False
    if state.core.phase == INITIATIVE:
        begin(play, ACTIVATION)
    elif state.core.phase == ACTIVATION and turn.bid and state.battles[turn.bid.battle].side == turn.initiative:
        activate(play, turn.bid)
    else:
        return False
    return True


def outbids(state: State, frame: AwaitOutbid) -> Iterator[Choice]:
    for chit in raises(state, frame.side, frame.bid):
        yield Choice(frame.side, Outbid(battle=chit.battle, chit=chit.value))
    yield Choice(frame.side, Decline())


def choices(state: State) -> Iterator[Choice]:
    """4.3b Every bid; 4.3f to 4.3j every activation."""
    if state.core.phase == INITIATIVE and not state.turn.initiative:
        side = speaker(state)
        for chit in hand(state, side):
            yield Choice(side, Bid(battle=chit.battle, chit=chit.value))
        if not pass_bar(state, side):
            yield Choice(side, Decline())
    elif state.core.phase == ACTIVATION and not state.turn.battle:
        yield from activations(state, state.core.active)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(Bid(battle="latimr", chit=2), decide_bid, phases=(INITIATIVE,), cite="4.3b"),
        Asked(Outbid(battle="murray", chit=3), cite="4.3b"),
        Asked(Activate(battle="wallace", chit=4), decide_activate, phases=(ACTIVATION,), cite="4.3j"),
    ),
    questions=(Question(AwaitOutbid, {Outbid: decide_outbid, Decline: decline_outbid}, outbids, cites=("4.3b",)),),
    proceed=proceed,
    choices=choices,
)
