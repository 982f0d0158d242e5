"""Retreats in English."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike.retreats import asks as a
from rules.musket_and_pike.retreats import facts as f
from rules.musket_and_pike.words.en.reaction import sum_of
from rules.musket_and_pike.words.en.turn import side
from rules.musket_and_pike.work import ResumeRetreat

STRANDED: Mapping[str, str] = {
    "STAND": "it turns and stands",
    "CASUALTIES": "it is cut up",
    "ELIMINATED": "it is lost",
}


def _retreated(say: Say, fact: f.UnitRetreated) -> str:
    who = " and ".join(map(say.unit, fact.units))
    before = f" before {say.unit(fact.by)}" if fact.by else ""
    verb = "goes" if len(fact.units) == 1 else "go"
    way = f" by {', '.join(fact.path)}" if fact.path else " nowhere"
    short = f", {fact.short} hex{'es' if fact.short > 1 else ''} short" if fact.short else ""
    return f"{who} {verb} back{before}{way}{short}"


def _best(say: Say, of: tuple[Of, ...]) -> str:
    return f"{say.unit(of[0])} must take the best way back, such as {', '.join(map(str, of[1:])) or 'none'}"


REASONS: ReasonTexts = {
    "unable to retreat": "{0:unit}, which cannot retreat",
    "cannot retreat": "it cannot retreat",
    "stands": "it stands",
    "leader there": "{0:name} is with it",
    "no hex retreated": "not a hex gone",
    "retreated through": "its own side retreats through it",
    "left the map": "it has left the map",
    "another retreats": "{1:unit} is asked, not {0:unit}",
    "not the best way back": _best,
    "must go along": "{0:unit} must go along with {1:unit}",
}
FACTS: FactTexts = {
    f.UnitRetreated: _retreated,
    f.StrandedRolled: lambda say, x: f"{say.unit(x.unit)} cannot go back: {sum_of(say, x)}; {STRANDED[x.result]}",
}
ASKED: QuestionTexts = {
    ResumeRetreat: lambda say, x: f"{say.unit(x.unit)} must go back {x.hexes} hex{'es' if x.hexes != 1 else ''}",
    a.ResumeStranded: lambda say, x: f"{say.unit(x.unit)} cannot go back as far as it must",
    a.AwaitRetreat: lambda say, x: f"{side(say, x.side)} to take back {say.unit(x.unit)} (11.4.2)",
    a.AwaitStand: lambda say, x: f"{side(say, x.side)} to say how {say.unit(x.unit)} faces (13.2.4)",
}
ORDERS: OrderTexts = {
    a.RetreatTo: "the way by which a beaten unit goes back",
    a.StandFacing: "how a broken unit faces that stands its ground",
}
