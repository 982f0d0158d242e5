"""Reform, rally and rout in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, ReasonTexts, Say
from rules.musket_and_pike.recovery import asks as a
from rules.musket_and_pike.recovery import facts as f
from rules.musket_and_pike.words.en.fire import added


def _rolled(say: Say, fact: f.RallyRolled) -> str:
    parts = added(say, fact.modifiers)
    came = "it rallies" if fact.success else "it does not"
    return f"{say.unit(fact.unit)} tries to rally: {fact.die}{parts} against {fact.morale}; {came}"


def _routed(say: Say, fact: f.UnitRouted) -> str:
    short = f", and cannot go {fact.unspent} further" if fact.unspent else ""
    return f"{say.unit(fact.unit)} has fled{short}"


FACTS: FactTexts = {
    f.PistolReloaded: lambda say, x: f"{say.unit(x.unit)} loads a pistol",
    f.RallyRolled: _rolled,
    f.RalliedAtOnce: lambda say, x: f"{say.name(x.leader)} rallies {say.unit(x.unit)}",
    f.UnitRouted: _routed,
}
ORDERS: OrderTexts = {
    a.Reform: "13.2.3 One step towards order, into or out of Open Order, or `pistol` loaded; `by` the Army Commander.",
    a.Rally: "13.2.4 Morale one level up, or down; `facing` of one that was broken; `by` the Army Commander.",
    a.Rout: "13.4 A broken unit flees by an easiest way; `leaders` go along.",
}
REASONS: ReasonTexts = {
    "out of command: no recovery": "{0:unit} is out of command, and only the Army Commander helps it",
    "needs its Wing Commander": "{0:unit} needs its Wing Commander with it or next to it, who has not moved",
    "not by this order": "{0:unit} may not do that with {1:term} orders",
    "not the Army Commander": "{0:name} is not the Army Commander on the map",
    "not by one Reform": "{0:unit} does not come to that by one Reform: {1}",
    "a facing across its hexes": "{0:unit} faces one of the two ways across its hexes",
    "keeps its facing": "{0:unit} keeps its facing",
    "reforms": "it reforms",
    "its morale is normal": "the morale of {0:unit} is normal",
    "never above shaken": "{0:unit} has reached its casualty threshold, and is never better than shaken",
    "a facing for who was broken": "a unit that was broken, and no other, is given a facing: {0:unit}",
    "rating of the leader": "rating of {0:name}",
    "rally": "rally",
    "rallies": "it rallies",
    "rally failed": "it fails to rally",
    "does not rout": "{0:unit} is not to rout now",
    "not with that unit": "{0:name} is not with {1:unit}",
    "not the easiest way": "{1} is not on an easiest way of {0:unit} to its edge",
    "must flee on": "{0:unit} can flee on, with {1} points",
    "routs off the map": "it flees off the map",
    "could not flee": "it could not flee as far as it would",
    "fled through": "the routed fled through it",
}
