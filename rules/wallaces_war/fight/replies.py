"""10.2c, 10.3/S8 Replies: each attacked stack may strike at one hex from which it was attacked."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.wallaces_war.ground.costs import can_cross
from rules.wallaces_war.ids import HexId
from rules.wallaces_war.melee.asks import AwaitReply, Reply
from rules.wallaces_war.melee.facts import MeleeStepped, ReplyDeclined, ReplyMade
from rules.wallaces_war.melee.ledger import in_hand, ledger, standing, targets
from rules.wallaces_war.melee.modifiers import reply_of
from rules.wallaces_war.melee.roll import roll
from rules.wallaces_war.position import class_of, has_enemy, side_at, top_of
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.asks import Decline
from rules.wallaces_war.zones import front


def reply(play: Play[State]) -> None:
    """10.2a P4.4 K2 The next defender who may be attacker in his turn, or on to the losses."""
    state, melee = play.state, ledger(play.state)
    for at in targets(melee):
        within = () if at in melee.replied else open_to(state, at)
        if within:
            play.open(AwaitReply(side=side_at(state, at), at=at, targets=within))
            return
    play.record(MeleeStepped(stage="losses", focus=melee.focus))


def open_to(state: State, at: HexId) -> tuple[HexId, ...]:
    """10.2c Of the hexes that a stack was attacked from, those in front of it."""
    melee = ledger(state)
    if not has_enemy(state, at, melee.side):
        return ()
    ahead, mover = front(state, at), class_of(top_of(state, at))
    attackers = (
        one.at for _, one in in_hand(melee) if one.target == at and one.progress == "rolled" and standing(state, one)
    )
    return tuple(dict.fromkeys(to for to in attackers if to in ahead and can_cross(state, mover, at, to)))


def decide_reply(play: Play[State], order: Reply, frame: AwaitReply) -> None:
    """10.3/S8"""
    if order.target not in frame.targets:
        raise IllegalOrder("cannot reply there", "10.2c", frame.at, order.target, *frame.targets)
    play.close()
    play.record(ReplyMade(at=frame.at, target=order.target))
    roll(play, reply_of(play.state, frame.at, order.target))


def decline(play: Play[State], _order: Decline, frame: AwaitReply) -> None:
    play.close()
    play.record(ReplyDeclined(at=frame.at))


def choices(_state: State, frame: AwaitReply) -> Iterator[Choice]:
    yield from (Choice(frame.side, Reply(target=target)) for target in frame.targets)
    yield Choice(frame.side, Decline())
