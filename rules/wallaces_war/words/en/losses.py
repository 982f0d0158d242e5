"""Losses, morale, leaders and command effectiveness in English."""

from __future__ import annotations

from typing import Any

from domain.kernel.facts import LossTaken
from domain.kernel.reasons import Modifier
from domain.kernel.say import FactTexts, ReasonTexts, Say
from rules.wallaces_war.losses import facts as f
from rules.wallaces_war.words.en.turn import battle

GONE = {"eliminated": "is destroyed", "routed": "routs", "removed": "leaves the field"}
VERDICTS = (("holds", "gives way"), ("rallies", "does not rally"))  # a test of recovery can only better things
WHOLE = ("routed", "removed")  # why a unit goes with all the steps it has left
BOXES = {"display": "", "aside": "; it is set aside"}


def because(say: Say, fact: Any) -> str:
    return f" ({say.reason(fact.why)}, {fact.why.cite})"


def _added(say: Say, modifiers: tuple[Modifier, ...]) -> str:
    return "".join(f" {one.value:+} {say.reason(one)} ({one.cite})" for one in modifiers)


def _lost(say: Say, fact: LossTaken) -> str:
    steps = "1 step" if fact.amount == 1 else f"{fact.amount} steps"
    men = f", about {fact.men} men" if fact.men else ""
    lost = "is lost with its" if fact.cause.key in WHOLE else "loses"
    return f"{say.unit(fact.unit)} {lost} {steps}{men} ({say.reason(fact.cause)}, {fact.cause.cite})"


def _tested(say: Say, fact: f.MoraleTested) -> str:
    verdict = VERDICTS[fact.why.key == "recovery"][not fact.passed]
    level = f"{fact.printed}{_added(say, fact.lowered)} = {fact.level}" if fact.lowered else str(fact.level)
    die = f"{fact.die}{_added(say, fact.modifiers)}"
    return f"{say.unit(fact.unit)} {verdict}: {die} against morale {level}{because(say, fact)}"


def _raged(say: Say, fact: f.BerserkTested) -> str:
    rage = "goes berserk" if fact.berserk else "keeps its head"
    steady = " and is in good order again" if fact.steadied else ""
    return f"{say.unit(fact.unit)} {rage}{steady}: {fact.die} against {fact.rating} (12.5a)"


def _risked(say: Say, fact: f.LeaderTested) -> str:
    fate = "falls" if fact.fell else "is unhurt"
    who = f"the successor of {say.name(fact.leader)}" if fact.successor else say.unit(fact.leader)
    return f"{who} {fate}: {fact.die}, he falls on {fact.needs} or more (13.4a)"


def _fell(say: Say, fact: f.LeaderFell) -> str:
    name = f"the successor of {say.name(fact.leader)}" if fact.successor else say.unit(fact.leader)
    lost = f"{name} is taken in {fact.at} (13.4c)" if fact.captured else f"{name} falls in {fact.at} (13.4a)"
    heir = f"{say.unit(fact.heir)} leads his Battle from now on (16.2.3c)" if fact.heir else "another takes his place"
    heir += " and comes to stand in his place (D68)" if fact.supersedes else ""
    post = "; the army has no commander any more (D65)" if fact.post_lapses else ""
    return f"{lost}; {heir}{post}"


def _proved(say: Say, fact: f.EffectivenessTested) -> str:
    verdict = "holds together" if fact.passed else "fails"
    box = "beyond its last box" if fact.beyond else f"{fact.symbol} {fact.cef}"
    return f"{battle(say, fact.battle)} {verdict}: {fact.die} against {fact.cef} ({box}, 15.2c)"


FACTS: FactTexts = {
    LossTaken: _lost,
    f.MoraleTested: _tested,
    f.UnitShaken: lambda say, x: f"{say.unit(x.unit)} is shaken{because(say, x)}",
    f.UnitRecovered: lambda say, x: f"{say.unit(x.unit)} is in good order again (14.6a)",
    f.UnitRemoved: lambda say, x: f"{say.unit(x.unit)} {GONE[x.how]}{because(say, x)}{BOXES[x.to]}",
    f.BerserkTested: _raged,
    f.BerserkEnded: lambda say, x: f"the rage of {say.unit(x.unit)} is spent{because(say, x)}",
    f.LeaderTested: _risked,
    f.LeaderFell: _fell,
    f.LeaderDisplaced: lambda say, x: f"{say.unit(x.leader)} gets away to {x.to} (13.4c)",
    f.LeaderAppeared: lambda say, x: f"the successor of {say.unit(x.leader)} takes over in {x.to} (13.5b)",
    f.EffectivenessTested: _proved,
    f.BattleSank: lambda say, x: f"{battle(say, x.battle)} is {x.to}{because(say, x)}",
}
REASONS: ReasonTexts = {
    # what dice are rolled for
    "morale test": "morale of {0:unit}",
    "berserk": "rage of {0:unit}",
    "leader at risk": "whether {0:name} falls",
    "successor at risk": "whether the successor of {0:name} falls",
    "effectiveness": lambda say, of: f"effectiveness of {battle(say, of[0])}, {of[1]} {of[2]}",
    # why a unit tests
    "step losses": "{0} steps lost",
    "fellow lost": "{0:unit}, stacked with it, is gone",
    "fellow shaken": "{0:unit}, stacked with it, is shaken",
    "friend routed": "{0:unit} routs before its eyes",
    "leader lost": "{0:name} is lost",
    "Battle wavers": lambda say, of: f"{battle(say, of[0])} wavers",
    "Battle weakens": lambda say, of: f"{battle(say, of[0])} is weakened",
    "Battle breaks": lambda say, of: f"{battle(say, of[0])} breaks",
    "recovery": "recovery",
    # what modifies a test
    "leader with it": "leader",
    "friend in the stack routed": "rout in its stack",
    "Step Loss -1": "step loss",
    "shaken": "shaken",
    "broken Battle": "broken Battle",
    "shaken not counted": "shaken not counted",
    # why it is gone, or worse off
    "worn down": "worn down",
    "routed": "routed",
    "removed": "off the field",
    "shaken in its rage": "shaken",
    "shaken in a broken Battle": lambda say, of: f"shaken as {battle(say, of[0])} breaks",
    "test failed": "{0} test failed",
    "last box filled": "its last box is filled",
    "Battle eliminated": "its Battle is eliminated",
    "nobody left": "nobody of it is left",
    # 14.6a recovery
    "not shaken": "{0:unit} is not shaken",
    "held in a zone": "{0:unit} is in an enemy ZOC",
    "nobody to rally it": "{0:unit} is out of command, and its army commander is not with it",
}
