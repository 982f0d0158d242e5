"""Set-up, activation, the end of a turn and of the game in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.facts import PhaseBegan
from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from domain.words.gate import refusals
from rules.musket_and_pike.turn import asks as a
from rules.musket_and_pike.turn import facts as f
from rules.musket_and_pike.words.en.fire import added
from rules.musket_and_pike.work import Decline

PHASES = {
    "orders": "the sides choose their orders, each unseen by the other",
    "open order": "the sides choose, unseen, who stands in Open Order",
    "bombardment": "preliminary bombardment",
    "activation": "activation",
    "actions": "actions",
    "melee": "melee",
    "rout": "rout",
    "markers": "end of the turn",
}
STANDINGS = {"charge": "Charge", "make_ready": "Make Ready", "receive_charge": "Receive Charge", "rally": "Rally"}
ADJECTIVES = {
    "royalist": "Royalist", "parliament": "Parliamentarian", "spanish": "Spanish", "french": "French",
    "swedish": "Swedish", "imperial": "Imperial", "blue": "blue", "red": "red",
}  # fmt: skip


def side(say: Say, name: Of) -> str:
    return f"the {ADJECTIVES.get(str(name), say.term(name))} side"


def _standing(order: Of) -> str:
    return STANDINGS.get(str(order), str(order))


def _phase(say: Say, fact: PhaseBegan) -> str:
    told = PHASES.get(fact.phase, fact.phase)
    if not fact.turn:
        return f"{told}, {side(say, fact.side)}" if fact.side else told
    if fact.phase == "activation" and not fact.side:
        return f"turn {fact.turn}: the next Wing"
    return f"turn {fact.turn}: {told}" + (f", {side(say, fact.side)}" if fact.side else "")


def _orders(say: Say, orders: Mapping[str, str]) -> str:
    return ", ".join(f"{say.name(wing)} {_standing(order)}" for wing, order in orders.items())


def _sum(say: Say, fact: Any) -> str:
    """A die, what modifies it, and what it had to be."""
    parts = added(say, fact.modifiers)
    whole = f" = {fact.net}" if fact.modifiers else ""
    return f"{fact.die}{parts}{whole}, {fact.needed} or less needed"


def _preempts(say: Say, fact: f.PreemptionRolled) -> str:
    came = "and acts first" if fact.success else "and fails"
    return f"{say.name(fact.wing)} tries to preempt {say.name(fact.against)}: {_sum(say, fact)}, {came}"


def _continues(say: Say, fact: f.ContinuationRolled) -> str:
    came = "it does" if fact.success else "it does not"
    return f"{say.name(fact.wing)} tries to go on: {_sum(say, fact)}; {came}"


def _changes(say: Say, fact: f.OrderChangeRolled) -> str:
    came = "it is changed" if fact.success else "it stands"
    what = f"from {_standing(fact.order)} to {_standing(fact.to)}"
    return f"{say.name(fact.wing)} tries to change its order {what}: {_sum(say, fact)}; {came}"


def _activated(say: Say, fact: f.WingActivated) -> str:
    again = {1: "", 2: " a second time", 3: " a third time"}[fact.number]
    how = ", first of all" if fact.preempting else ", which was Bypassed," if fact.resumed else ""
    return f"{say.name(fact.wing)}{how} acts{again}"


def _open(say: Say, units: tuple[str, ...]) -> str:
    return f"in Open Order: {say.units(units)}" if units else "nobody stands in Open Order"


def _defected(say: Say, fact: f.DefectionRolled) -> str:
    return f"{say.unit(fact.unit)} {'goes over to the enemy' if fact.leaves else 'stays true'} on a {fact.die}"


def _level(say: Say, winner: Of, level: Of) -> str:
    if not winner:
        return "a draw"
    return f"{level} victory of {side(say, winner)}" if level != "victory" else f"victory of {side(say, winner)}"


def _capitulation(say: Say, of: tuple[Of, ...]) -> str:
    winner, level, margin, *sides = of
    who = " and ".join(side(say, one) for one in sides)
    return f"{who} leaves the field: {_level(say, winner, level)}, {margin} points"


def _standing_now(say: Say, of: tuple[Of, ...]) -> str:
    winner, level, first, second = of
    return f"{first} points to {second}, which would be {_level(say, winner, level)} (15)"


def _each(say: Say, of: tuple[Of, ...]) -> str:
    return f"one order for each of these Wings, and no others: {', '.join(map(str, of))} ({say.name(of[0])} …)"


FACTS: FactTexts = {
    PhaseBegan: _phase,
    f.OrdersSealed: lambda say, x: f"{side(say, x.side)} has chosen its orders: {_orders(say, x.orders)}",
    f.OrdersRevealed: lambda say, x: f"the orders are shown: {_orders(say, x.orders)}",
    f.OpenOrderSealed: lambda say, x: f"{side(say, x.side)} has chosen, {_open(say, x.units)}",
    f.OpenOrderRevealed: lambda say, x: _open(say, x.units),
    f.BombardmentEnded: lambda say, x: f"{side(say, x.side)} ends its bombardment",
    f.DefectionRolled: _defected,
    f.InitiativeWon: lambda say, x: f"{side(say, x.side)} has the initiative: {say.reason(x.why)}",
    f.ActivationNamed: lambda say, x: f"{say.name(x.wing)} is to act",
    f.WingActivated: _activated,
    f.WingPassed: lambda say, x: f"{say.name(x.wing)} passes",
    f.WingBypassed: lambda say, x: f"{say.name(x.wing)} is Bypassed",
    f.MarkedNoContinue: lambda say, x: f"{say.name(x.wing)} is marked No Continue",
    f.WingFinished: lambda say, x: f"{say.name(x.wing)} is Finished: {say.reason(x.why)}",
    f.PreemptionRolled: _preempts,
    f.ContinuationRolled: _continues,
    f.OrderChangeRolled: _changes,
    f.OrderSet: lambda say, x: f"{say.name(x.wing)} has {_standing(x.order)} orders: {say.reason(x.why)}",
    f.ChangeWaived: lambda say, x: f"{say.name(x.wing)} keeps its order",
    f.MarkersRemoved: lambda _say, _x: "markers are taken off",
}
ASKED: QuestionTexts = {
    a.AwaitPreemption: lambda say, x: (
        f"{side(say, x.side)} to preempt {say.name(x.wing)}{', which goes on,' if x.continuing else ''} or not (4.4.1)"
    ),
    a.AwaitChange: lambda say, x: f"{say.name(x.wing)} to change its order or keep it (5.7.1)",
    a.AwaitContinuation: lambda say, x: f"{say.name(x.wing)} to try to act once more or not (4.3.1)",
}
ORDERS: OrderTexts = {
    a.ChooseOrders: "5.5.3 An order for each Wing of the side that is on the map, chosen unseen.",
    a.ChooseOpenOrder: "6.3.3 The units that start in Open Order, chosen unseen; none is a choice too.",
    a.ActivateWing: "4.2.1 A Wing is to act.",
    a.PassWing: "4.5 A Wing does not act this turn.",
    a.Preempt: "4.4 A Wing tries to act first; `commander`: the Army Commander adds his rating.",
    a.ChangeOrder: "5.7 The Wing tries to change its order; `commander`: the Army Commander adds his rating.",
    a.EndActions: "3.2.C All units of the Wing have done what they will; melees follow.",
    a.ContinueWing: "4.3 The Wing tries to act once more; `commander`: the Army Commander adds his rating.",
    Decline: "The side makes no use of what it is offered.",
}
TERMS: Mapping[str, str] = {
    "light infantry": "light infantry",
    "T1": "Orders Change",
    "T2": "Continuation",
    "T3": "Preemption",
    "charge": "Charge",
    "make_ready": "Make Ready",
    "receive_charge": "Receive Charge",
    "rally": "Rally",
    "changed sides": "changed sides",
}
REASONS: ReasonTexts = {
    # the gate
    **refusals(side, now=" ({0})", of="this moment ({0})"),
    # 5.5.3, 6.3.3 set-up
    "already chosen": "the choice is made, and sealed",
    "an order for each Wing": _each,
    "cannot start in Open Order": "{0:unit} cannot start in Open Order",
    "one formation in a stack": lambda say, of: (
        f"horse and its light infantry stand in one formation: also {say.units(of)}"
    ),
    "defection": "whether {0:name} changes sides",
    # 4.1 initiative
    "initiative": "initiative",
    "higher die": "the higher die, {0} to {1}",
    "more Wings of the highest order": lambda _say, of: (
        f"more Wings with {_standing(of[0])} orders, {of[1]} to {of[2]}"
    ),
    "better Wing Commander": lambda _say, of: (
        f"as many with {_standing(of[0])} orders, the better commander, {of[1]} to {of[2]}"
    ),
    # 4.2 to 4.5 Wings
    "not your Wing": "{0} is no Wing of yours",
    "Wing is Finished": "{0:name} has acted, or waits",
    "no Wing Commander": "{0:name} has no commander",
    "no units left": "{0:name} has no units left",
    "other orders come first": lambda say, of: (
        f"{say.name(of[0])} waits: Wings with {_standing(of[1])} orders come first"
    ),
    "Charge may not pass": "{0:name} has Charge orders and may not pass",
    "must rally": "all that {0:name} has is shaken, broken or gone: it must rally",
    "must move first": "{0:unit} must move before the actions end",
    "only the Bypassed leader": "only {0:name}, which is Bypassed, may try",
    "not with Rally orders": "{0:name} has Rally orders",
    "has tried": "{0:term} has been tried",
    "not for preemption": "the Army Commander does not help preemption",
    "Army Commander too far off": "the Army Commander is not stacked or adjacent: {0:name}",
    "leader has acted": "{0:name} has done his one action",
    "marked No Continue": "{0:name} is marked No Continue",
    "three activations": "{0:name} has acted three times",
    "preemption": "preemption by {0:name}",
    "preempted": "it is preempted",
    "failed to preempt again": "it has failed to preempt a second time",
    "continuation": "continuation of {0:name}",
    "failed to continue": "it fails to go on",
    "done": "it has done what it could",
    "cannot act": "it can no longer act",
    # 5.7, 5.8 orders
    "has that order": "it has {0:term} orders already",
    "cannot be changed so": "{0:term} cannot be changed to {1:term}",
    "change of order": "change of order of {0:name} to {1:term}",
    "order changed": "they are changed",
    f.FORCED: "all of its horse and heavy infantry is shaken, broken or gone",
    "rating of the Wing Commander": "rating of {0:name}",
    "rating of the Army Commander": "rating of {0:name}",
    "Wing Commander next to the enemy": "its commander next to the enemy",
    "cavalry Wing": "cavalry Wing",
    "second attempt": "second attempt",
    "more than half shaken, broken or gone": "more than half of it shaken, broken or gone",
    # 15 the end
    "unit lost": "{0:name} lost",
    "casualties": "casualties of {0:name}",
    "guns captured": "{0:name} captured",
    "guns disabled": "{0:name} disabled",
    "wagons captured": "{0:name} captured",
    "Army Commander lost": "{0:name}, who led the army, lost",
    "Wing Commander lost": "{0:name} lost",
    "last turn": lambda say, of: f"the last turn is over: {_level(say, of[0], of[1])}, {of[2]} points",
    "capitulation": _capitulation,
    "standing": _standing_now,
}
