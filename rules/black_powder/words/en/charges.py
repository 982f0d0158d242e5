"""Charges in English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Fact, Frame, Order
from domain.kernel.say import Say, Template
from rules.black_powder.charges import asks as a
from rules.black_powder.charges import facts as f
from rules.black_powder.charges.displaced import CommanderJoined
from rules.black_powder.words.en.movement import said_ground
from rules.black_powder.words.en.plain import inches, said, said_spot

MODES = {"charge": "charges", "sweep": "sweeps on and charges", "back": "goes back into combat against"}
REPLIES = {
    "hold": "holds", "countercharge": "rides to meet it", "face": "turns to face it", "evade": "gives way",
    "closing fire": "fires",
}  # fmt: skip


def _declared(say: Say, x: f.ChargeDeclared) -> str:
    far = f"{inches(x.distance)}{said_ground(x.ground)} of {inches(x.allowance)}"
    side = f" in the {x.side}" if x.side != "front" else ""
    die = f" (the side by a die: {x.die})" if x.die else ""
    return f"{say.unit(x.unit)} {MODES[x.mode]} {say.unit(x.target)}{side}, {far}{die}"


def _contact(say: Say, x: f.ContactMade) -> str:
    met = ", ".join(f"{say.unit(one.foe)} ({one.side}, {inches(one.length)} of {inches(one.of)})" for one in x.contacts)
    charging = "" if x.unit in x.charging else "; it has lost its charge"
    return f"{say.unit(x.unit)} meets {met}; now {said_spot(x.pose)}{charging}"


def _pushed(say: Say, x: f.UnitPushedBack) -> str:
    share = f"{inches(x.covered)} of {inches(x.of)} covered"
    return f"{say.unit(x.unit)} is only brushed by {say.unit(x.by)} ({share}) and stands back, {said_spot(x.pose)}"


def _passed(say: Say, x: f.FirePassed) -> str:
    share = f"{x.crossed // 100} % of its front"
    return f"{say.unit(x.unit)} lets {say.unit(x.charger)} pass at {inches(x.near)} along {share}"


def _joined(say: Say, x: CommanderJoined) -> str:
    how = "is driven off and joins" if x.driven else "joins"
    return f"{say.unit(x.commander)} {how} {say.unit(x.unit)}, {inches(x.distance)} of {inches(x.allowance)}"


FACTS: Mapping[type[Fact], Callable[[Say, Any], str]] = {
    f.ChargeDeclared: _declared,
    f.UnitResponded: lambda say, x: f"{say.unit(x.unit)}, charged by {say.unit(x.charger)}, {REPLIES[x.reply]}",
    f.FirePassed: _passed,
    f.ContactMade: _contact,
    f.UnitPushedBack: _pushed,
    f.ChargeEnded: lambda say, x: f"the charge of {say.unit(x.unit)} is over: {say.reason(x.why)}",
    CommanderJoined: _joined,
}
ASKED: Mapping[type[Frame], Callable[[Say, Any], str]] = {
    a.AwaitResponse: lambda say, x: (
        f"{say.term(x.side)}: what does {say.unit(x.unit)} do, charged by {say.unit(x.charger)}?"
    ),
    a.AwaitTraversing: lambda say, x: (
        f"{say.term(x.side)}: does {say.unit(x.unit)} fire at {say.unit(x.charger)}, which passes at {inches(x.near)} "
        f"along {x.crossed // 100} % of its {x.face}?"
    ),
    a.AwaitHalted: lambda say, x: (
        f"{say.term(x.side)}: {say.unit(x.unit)} has halted before a square, with {inches(x.left)} left"
    ),
    a.AwaitJoin: lambda say, x: f"{say.term(x.side)}: which unit does {say.unit(x.commander)} join?",
}
ORDERS: Mapping[type[Order], str] = {
    a.ChargeWith: "BP.chg.1 The unit charges: the shortest way, its front flush on the side it faces. `at` may say "
    "where the middle of its front comes to stand.",
    a.Respond: "BP.rsp.1 What a charged unit does: hold, countercharge, face, evade or closing fire.",
    a.FireTraversing: "BP.tra.1 The unit fires at an enemy that passes before its front.",
    a.HoldFire: "BP.tra.1 The unit lets the enemy pass.",
    a.StandFast: "BP.sq.10 Horse halted before a square stays there.",
    a.JoinUnit: "BP.cdm.6 Which unit a commander joins whom the enemy drives off.",
}
REASONS: Mapping[str, Template] = {
    "no enemy there": "there is no enemy {0} on the table",
    "guns do not charge": "{0:name} is artillery; guns do not charge",
    "formation does not charge": "{0:name} is in {1:term}, and so does not charge",
    "shaken": "{0:name} is shaken, and so does not charge",
    "no horse against a building": "{0:name} is cavalry; {1:name} holds a building",
    "sound square": "{1:name} stands in a sound square; {0:name} is cavalry",
    "skirmishers against formed troops": "{0:name} skirmishes; {1:name} is in {2:term}",
    "target out of reach": said("{1:name} is {2:in} from the leader of {0:name}; one move is {3:in}"),
    "ground costs too much": said("the way of {0:name} to {1:name} comes to {2:in} over this ground; it has {3:in}"),
    "target unseen": "the leader of {0:name} does not see {1:name}",
    "side taken": said("only {2:in} of {3:in} of that side of {1:name} are free for {0:name}; it takes half"),
    "too little of its front": said("{0:name} would bring {2:in} of its {3:in} against {1:name}; it takes half"),
    "side cannot be reached": "{0:name} cannot come against that side of {1:name}",
    "not where it would stand": "{0:name} does not come to stand there: the shortest way and the most contact decide",
    "no countercharge": "{0:name} cannot countercharge",
    "no room to meet": "{0:name} and {1:name} have no room to meet",
    "no turning to face": "{0:name} cannot turn to face",
    "no room to turn": "{0:name} has no room to turn",
    "disordered": "{0:name} is disordered",
    "no evading": "{0:name} may not evade {1:name}",
    "no way to evade": "{0:name} has no way to evade",
    "no such response": said("{0:name} cannot answer with {1}; it can: {rest}"),
    "another unit answers": "it is {1:name} that is asked, not {0:name}",
    "too far to join": "{1:name} is no unit that {0:name} could reach and join",
    "side struck": "side of {1:name} that {0:name} strikes",
    "driven off": "it was driven off",
    "no way to it": "no way leads to the enemy any more",
    "enemy is gone": "nobody is left before it",
    "skirmishers driven in": "the skirmishers of {0:name} are driven in, and it is not touched",
    "no charge at skirmishers": "{0:name} says whom to charge, if no more than skirmishers are meant",
    "no skirmishers before it": "{0:name} has no skirmishers before it",
    "not said of the skirmishers": "the order of {0:name} must say whether only skirmishers are charged",
    "halts before a square": "it halts before the square of {0:name}",
    "met by horse": "{0:name} rode to meet it",
    "ridden down": "ridden down by {0:name}",
}
