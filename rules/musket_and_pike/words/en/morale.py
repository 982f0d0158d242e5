"""Casualties and morale in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.facts import LossTaken
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike import work as w
from rules.musket_and_pike.morale import asks as a
from rules.musket_and_pike.morale import facts as f
from rules.musket_and_pike.words.en.fire import added

LEVELS = {"MN": "is steady", "MS": "is Morale Shaken", "MB": "is Morale Broken"}


def units(say: Say, names: Sequence[str]) -> str:
    return " and ".join(map(say.unit, names))


def _because(say: Say, fact: Any) -> str:
    return f" ({say.reason(fact.why)}, {fact.why.cite})"


def _lost(say: Say, fact: LossTaken) -> str:
    men = f", about {fact.men} men" if fact.men else ""
    hits = "1 casualty" if fact.amount == 1 else f"{fact.amount} casualties"
    what = f"loses its last {fact.amount} of strength" if fact.kind == f.STRENGTH else f"takes {hits}"
    return f"{say.unit(fact.unit)} {what}{men} ({say.reason(fact.cause)}, {fact.cause.cite})"


def _tested(say: Say, fact: f.MoraleTested) -> str:
    verdict = "holds" if fact.passed else "gives way"
    why = ", ".join(f"{say.reason(cause)} ({cause.cite})" for cause in fact.causes)
    return (
        f"{say.unit(fact.unit)} {verdict}: {fact.die}{added(say, fact.modifiers)} against morale {fact.morale}: {why}"
    )


def _reached(say: Say, fact: f.ThresholdReached) -> str:
    return f"{units(say, fact.units)} reaches the casualty threshold: {fact.casualties} of {fact.threshold} (12.5.2)"


FACTS: FactTexts = {
    LossTaken: _lost,
    f.ThresholdReached: _reached,
    f.MoraleTested: _tested,
    f.MoraleSet: lambda say, x: f"{units(say, x.units)} {LEVELS[x.level]}{_because(say, x)}",
    f.UnitEliminated: lambda say, x: f"{units(say, x.units)} is eliminated{_because(say, x)}",
}
DUES: Mapping[type[Any], str] = {
    w.CasualtyDue: "casualties",
    w.DisorderDue: "disorder",
    w.CheckDue: "a morale check",
    w.LowerDue: "a morale level lost",
    w.BreakDue: "rout",
    w.RetreatDue: "a retreat",
    w.RiskDue: "danger",
}


def _due(say: Say, due: w.Due) -> str:
    return f"{DUES[type(due)]} of {say.unit(due.leader if isinstance(due, w.RiskDue) else due.unit)}"


ASKED: QuestionTexts = {
    w.ResumeTests: lambda say, x: f"to follow: {', '.join(_due(say, due) for due in x.dues)}",
    a.AwaitHit: lambda say, x: f"who of {units(say, x.units)} takes a casualty",
}
ORDERS: OrderTexts = {
    a.AssignHit: "the horse, or the light infantry with it, takes one casualty",
}
REASONS: ReasonTexts = {
    "morale check": "morale of {0:unit}",
    # causes
    "casualties by fire": lambda _say, of: "1 casualty by fire" if of[0] == 1 else f"{of[0]} casualties by fire",
    "target of a Salvo": "target of a Salvo",
    "at its threshold": "a hit at its threshold",
    "check of the table": "called for by the table",
    "formation hit on guns": "a formation hit on guns",
    "threshold": "casualty threshold",
    "check failed": "morale check failed",
    "level lost in Open Order": "a level lost in Open Order",
    "lower than broken": "it was broken already",
    "worn down": "worn down",
    # what modifies a check
    "leader with it": "{0:name} with it",
    "several checks": "{0} checks at once",
    # who is struck
    "under fire": "his hex under fire",
    "not under that fire": "{0:unit} is not one of the two",
}
