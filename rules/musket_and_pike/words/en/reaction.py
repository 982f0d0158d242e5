"""Reactions in English: what gave cause, who answered it and how, and why somebody may not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike.reaction import asks as a
from rules.musket_and_pike.reaction import facts as f
from rules.musket_and_pike.words.en.fire import added
from rules.musket_and_pike.words.en.turn import side
from rules.musket_and_pike.work import ResumeTrigger, Trigger

DEEDS: Mapping[str, str] = {
    "fire": "fires in reaction",
    "face": "turns in reaction",
    "hedgehog": "tries to form a Hedgehog",
    "withdraw": "withdraws",
    "intercept": "rides to intercept",
    "restack": "changes places instead of firing",
}
CAUSES: Mapping[str, str] = {
    "TR1": "has come near",
    "TR2": "has turned",
    "TR3": "has changed places",
    "TR4": "puts itself in order",
    "TR5": "has fired",
    "TR6": "has fired at the guns",
}


def cause(say: Say, trigger: Trigger) -> str:
    return f"{say.unit(trigger.unit)} {CAUSES[trigger.kind]}"


def sum_of(say: Say, fact: Any) -> str:
    """A die with all that modifies it."""
    return f"{fact.die}{added(say, fact.modifiers)}" + (f" = {fact.net}" if fact.modifiers else "")


def _rolled(say: Say, fact: f.InterceptionRolled) -> str:
    came = "it succeeds" if fact.success else "it fails"
    return f"{say.unit(fact.unit)} tries to intercept {say.unit(fact.target)}: {sum_of(say, fact)}; {came}"


REASONS: ReasonTexts = {
    # What dice are thrown for, and what modifies them
    "interception": "interception of {1:unit} by {0:unit}",
    "forms Hedgehog in reaction": "it forms a Hedgehog against cavalry",
    "no Hedgehog": "the Hedgehog was not formed",
    "Wing Commander near": "Wing Commander near",
    "interceptor disordered": "interceptor disordered",
    "interceptor shaken": "interceptor shaken",
    "close in front": "close in front",
    "only on its flank": "only on its flank",
    "row of a chart": "{0} ({1})",
    "not intercepted": "not intercepted",
    "intercepted": "it is intercepted",
    "attempt to intercept it": "somebody tried to intercept it",
    "rides through guns": "it rides through guns",
    "instead of firing": "instead of firing",
    # Who may react
    "nobody to react": "{0:unit} is not on the map, or cannot be used",
    "not the side that reacts": "{0:unit} is not of the side that may react now",
    "broken units do not react": "{0:unit} is Morale Broken and does not react",
    "one reaction for a trigger": "{0:unit} has had its chance at this",
    "only who was fired at": "only whoever was fired at may answer, not {0:unit}",
    "outside its zone": "{1:unit} is outside the reaction zone of {0:unit}",
    "forced Hedgehogs first": lambda say, of: f"first {say.units(of)} must try to form a Hedgehog",
    "a leader is only fired at": "{0:unit} rides by himself; he may be fired at, and nothing else",
    "only these two": "only the interceptor and its target take part, not {0:unit}",
    "cavalry has no Salvo": "{0:unit} is cavalry and has no Salvo",
    # Guns that change places
    "only guns change places": "{0:unit} is no artillery; only guns change places in reaction",
    "guns have fired": "{0:unit} has fired in this turn",
    "nobody to change places with": "{0:unit} shares its hex with nobody",
    # Facing and Hedgehog
    "may not turn in reaction": "{0:unit} may not turn in reaction",
    "not on its flank or rear": "{1:unit} has not come to the flank or rear of {0:unit}",
    "enemy is faster": "{1:unit} has a greater allowance than {0:unit}",
    "wheels into contact": "{0:unit} would wheel into contact with another enemy in {1}",
    "no contact out of command": "{0:unit} is out of command and may not come into contact with an enemy",
    "cannot form Hedgehog": "{0:unit} cannot form a Hedgehog",
    "no cavalry has come near": "{1:unit} is no cavalry that has come near the front or flank of {0:unit}",
    # Withdrawal
    "nobody moves near it": "nobody spends movement points within two hexes of {0:unit}, in its sight",
    "withdraws once": "{0:unit} has withdrawn in this activation",
    "no withdrawal under Charge": "{0:unit} has a Charge order and does not withdraw",
    "may not withdraw": "{0:unit} may not withdraw: it has no Rally order and is no cavalry before heavy infantry",
    "leader is not alone": "{0:unit} is not alone in his hex",
    "withdraws into contact": "{0:unit} would come into contact with an enemy in {1}",
    "ends no farther off": "{0:unit} must end farther from {1:unit} than it began",
    "no such way for a leader": "{0:unit} cannot ride to {1}",
    # Interception
    "active units do not intercept": "{0:unit} is of the active side; only the other intercepts",
    "only cavalry intercepts": "{0:unit} is no mounted cavalry",
    "nothing to intercept": "nobody has moved or turned that {0:unit} could intercept",
    "too disordered to intercept": "{0:unit} is Formation Broken",
    "intercepts once": "{0:unit} has tried to intercept in this activation",
    "outside its interception zone": "{1:unit} is not within four hexes of the front or flanks of {0:unit}",
    "does not see it": "{0:unit} has no clear line to {1:unit}",
    "its Wing has no commander": "the Wing of {0:unit} has no commander",
    "not closer": "{1} is not closer to the target of {0:unit}",
    "not through enemy guns": "{0:unit} may not ride through the enemy guns in {1}",
    "does not reach it": "{0:unit} would not come up beside {1:unit}",
    "ground would break it": "the ground would break the formation of {0:unit}",
}
FACTS: FactTexts = {
    f.TriggerRaised: lambda say, x: f"{cause(say, x.trigger)}: others may react",
    f.ReactionMade: lambda say, x: f"{say.unit(x.unit)} {DEEDS[x.deed]}",
    f.InterceptionRolled: _rolled,
}
ASKED: QuestionTexts = {
    ResumeTrigger: lambda say, x: f"{cause(say, x.trigger)}",
    a.ResumeWindow: lambda say, x: f"others may react: {cause(say, x.trigger)}",
    a.ResumeAttempt: lambda say, x: f"{say.unit(x.unit)} is about to intercept {say.unit(x.trigger.unit)}",
    a.ResumeInterception: lambda say, x: f"{say.unit(x.unit)} has come up with {say.unit(x.target)}",
    a.AwaitForcedHedgehog: lambda say, x: (
        f"{side(say, x.side)} to choose which tries first to form a Hedgehog: {say.units(x.units)} (9.2.3)"
    ),
    a.AwaitReaction: lambda say, x: (
        f"{cause(say, x.trigger)}: {side(say, x.side)} to decide: "
        f"does {' or '.join(map(say.unit, x.units))} react? (9.5)"
    ),
    a.AwaitTargetFire: lambda say, x: (
        f"{side(say, x.side)} to decide: does {say.unit(x.unit)} fire at its interceptor, {say.unit(x.at)}? (9.3.3)"
    ),
    a.AwaitInterceptorFire: lambda say, x: (
        f"{side(say, x.side)} to decide: does {say.unit(x.unit)} fire at {say.unit(x.at)}? (9.3.3)"
    ),
}
ORDERS: OrderTexts = {
    a.ReactFire: "a unit fires at whoever gave it cause, by Salvo or not; `hex`: at which hex of a two-hex unit",
    a.ReactFace: "a unit turns by up to two vertices, or wheels by up to two hexes",
    a.ReactHedgehog: "heavy infantry tries to form a Hedgehog",
    a.Withdraw: "a unit, or a leader alone, goes back by a path",
    a.Intercept: "cavalry tries to fall upon whoever moves, riding up by a path",
    a.Restack: "guns change places with the unit in their hex instead of firing",
}
