"""What the player answers when it is asked: responses to charges, ways back, dice again, what winners do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.errors import is_legal
from domain.kernel.facts import Frame, Order
from domain.tabletop.lengths import angle_text
from rules.black_powder.breaking import retreat
from rules.black_powder.breaking.asks import (
    AwaitJoin,
    AwaitReroll,
    AwaitRetreat,
    AwaitTestOrder,
    JoinUnit,
    OrderTests,
    RetreatUnit,
    UseReroll,
)
from rules.black_powder.breaking.displaced import friends_near
from rules.black_powder.charges import charging
from rules.black_powder.charges.asks import (
    AwaitHalted,
    AwaitResponse,
    AwaitTraversing,
    ChargeWith,
    FireTraversing,
    Reply,
    Respond,
    StandFast,
)
from rules.black_powder.combat import allocation, winners
from rules.black_powder.combat.asks import (
    AllocateDice,
    AssignSupport,
    AwaitSplit,
    AwaitSupport,
    AwaitTurning,
    AwaitWinner,
    TurnToEnemy,
    WinnerMove,
)
from rules.black_powder.command import returning
from rules.black_powder.command.asks import (
    AwaitAgain,
    AwaitBlunder,
    AwaitFate,
    AwaitPlacing,
    ChooseBlunder,
    GoOn,
    RollAgain,
)
from rules.black_powder.player import odds
from rules.black_powder.player.view import View
from rules.black_powder.position import is_shaken
from rules.black_powder.shooting.asks import AwaitNextDie, NextDie, StopFiring
from rules.black_powder.turn.asks import AwaitFirst, ChooseFirst
from rules.black_powder.units.profile import is_gun, is_horse, is_skirmishing

FATES = (5, 3, 4, 6, 2, 1)  # BP.blun.1 the best of them first
BURST = 3  # dice after which a machine gun is spared
REPLIES: tuple[Reply, ...] = ("countercharge", "face", "closing fire", "hold")


def _first(_view: View, frame: AwaitFirst) -> Order:
    return ChooseFirst(first=frame.side)


def _response(view: View, frame: AwaitResponse) -> Order:
    """BP.rsp.1 Horse rides to meet horse; skirmishers and shaken troops get away; everybody else fires."""
    unit = view.state.units[frame.unit]
    runs = is_skirmishing(unit) or is_shaken(unit) or is_gun(unit) or is_horse(unit)
    if "evade" in frame.replies and runs:
        return Respond(unit=frame.unit, reply="evade")
    return Respond(unit=frame.unit, reply=next(reply for reply in REPLIES if reply in frame.replies))


def _traversing(_view: View, frame: AwaitTraversing) -> Order:
    return FireTraversing(unit=frame.unit)


def _halted(_view: View, frame: AwaitHalted) -> Order:
    return StandFast(unit=frame.unit)


def _join(view: View, frame: AwaitJoin) -> Order:
    """BP.cdm.6 The nearest friends."""
    return JoinUnit(unit=min(friends_near(view.state, frame.commander), key=lambda one: (one[1], one[0]))[0])


def _placing(view: View, frame: AwaitPlacing) -> Order:
    """BP.off.3 The first place there is; who has none stays off."""
    return next(choice.order for choice in returning.placing_choices(view.state, frame))


def _again(_view: View, _frame: AwaitAgain) -> Order:
    return RollAgain()


def _blunder(view: View, frame: AwaitBlunder) -> Order:
    """BP.blun.1 A charge only if it would be one of its own."""
    good = [foe for foe in frame.foes if odds.of_charge(view, frame.unit, foe) > 0]
    legal = (foe for foe in good if is_legal(charging.check, view.state, frame.unit, foe))
    foe = next(legal, "")
    return ChargeWith(unit=frame.unit, target=foe) if foe else GoOn(unit=frame.unit)


def _fate(_view: View, frame: AwaitFate) -> Order:
    return ChooseBlunder(result=min(frame.dice, key=FATES.index))


def _next_die(_view: View, frame: AwaitNextDie) -> Order:
    done = len(frame.faces) >= BURST
    return StopFiring(unit=frame.unit) if done else NextDie(unit=frame.unit)


def _tests(_view: View, frame: AwaitTestOrder) -> Order:
    return OrderTests(units=frame.units)


def _reroll(_view: View, frame: AwaitReroll) -> Order:
    return UseReroll(unit=frame.test.unit)


def _retreat(view: View, frame: AwaitRetreat) -> Order:
    """BP.ret.1 The straightest way."""
    way = next(retreat.ways(view.state, frame.unit, frame.zone, frame.going))
    return RetreatUnit(unit=frame.unit, bearing=angle_text(way.bearing))


def _turning(_view: View, frame: AwaitTurning) -> Order:
    return TurnToEnemy(unit=frame.unit, turn=True)


def _split(view: View, frame: AwaitSplit) -> Order:
    return AllocateDice(unit=frame.unit, dice=next(allocation.splits(view.state, frame.unit, frame.dice)))


def _support(_view: View, frame: AwaitSupport) -> Order:
    return AssignSupport(supporter=frame.supporter, unit=frame.units[0])


def _winner(view: View, frame: AwaitWinner) -> Order:
    """BP.win.1 Into the building that was won; back to help friends, or on at the next, where that is good."""
    state, unit = view.state, view.state.units[frame.unit]
    for block in frame.blocks:
        if winners.occupy_bar(state, frame.unit, block, frame) is None:
            return WinnerMove(unit=frame.unit, do="occupy", block=block)
    if frame.foes or is_horse(unit):
        for order in winners._onward(state, frame):
            if order.target and not is_shaken(unit) and odds.of_charge(view, frame.unit, order.target) > 0:
                return order
    return WinnerMove(unit=frame.unit, do="nothing")


def nothing(_view: View, frame: AwaitWinner) -> Order:
    return WinnerMove(unit=frame.unit, do="nothing")


ANSWERS: Mapping[type[Frame], Callable[[View, Any], Order]] = {
    AwaitFirst: _first,
    AwaitResponse: _response,
    AwaitTraversing: _traversing,
    AwaitHalted: _halted,
    AwaitJoin: _join,
    AwaitPlacing: _placing,
    AwaitAgain: _again,
    AwaitBlunder: _blunder,
    AwaitFate: _fate,
    AwaitNextDie: _next_die,
    AwaitTestOrder: _tests,
    AwaitReroll: _reroll,
    AwaitRetreat: _retreat,
    AwaitTurning: _turning,
    AwaitSplit: _split,
    AwaitSupport: _support,
    AwaitWinner: _winner,
}
