"""Set-up, command, rally, returns and what befalls units, in English."""

from __future__ import annotations

from domain.kernel.facts import LossTaken, PhaseBegan
from domain.kernel.say import FactTexts, OrderTexts, ReasonTexts, Say
from rules.gettysburg import clock
from rules.gettysburg.turn import asks as a
from rules.gettysburg.turn import facts as f
from rules.gettysburg.turn import state_facts as s
from rules.gettysburg.words.en.plain import because, listed, of_unit

BOX_SAID = {"routed": "routs", "captured": "routs and is captured", "out_of_play": "routs and is out of play"}


def _phase(_say: Say, fact: PhaseBegan) -> str:
    if fact.phase == "command":
        return f"== {clock.said(fact.turn)}: {fact.side} player turn =="
    return f"{clock.said(fact.turn)}, {fact.side} {fact.phase}"


def _command(say: Say, fact: f.CommandRolled) -> str:
    rolled = f" on {fact.total}" if fact.total else ""
    return f"the {fact.side} army is in {fact.state.title()} state{rolled}{because(say, fact)}"


def _tested(say: Say, fact: s.UnitTested) -> str:
    what, rule = say.reason(fact.test), fact.test.cite
    outcome = "passes" if fact.passed else "fails"
    return f"{say.unit(fact.unit)} {outcome} its test, {what}: {fact.die} against {fact.rating} ({rule})"


def _recovers(fact: f.UnitRallied | f.RallyFailed) -> str:
    return " and recovers from Disruption (7.4c)" if fact.recovers else ""


FACTS: FactTexts = {
    PhaseBegan: _phase,
    f.UnitPlaced: lambda say, x: f"{say.unit(x.unit)} is set up in {x.to}",
    f.SetUpEnded: lambda _say, x: f"the {x.side} side is set up",
    f.CommandRolled: _command,
    f.ChancesRolled: lambda _say, x: f"the {x.side} side has {x.chances} chances to take over a unit (17.1)",
    f.GunsReadied: lambda say, x: f"guns Ready: {say.units(x.units)} (13.1a)",
    s.GunsFired: lambda say, x: f"{say.unit(x.unit)} turns to its Fired side{because(say, x)}",
    f.TrainRested: lambda say, x: f"{say.unit(x.unit)} is turned to its unmoved side (21.1)",
    s.UnitTested: _tested,
    LossTaken: lambda say, x: f"loss: {say.unit(x.unit)}, {x.kind}" + (f", about {x.men} men" if x.men else ""),
    s.UnitDisrupted: lambda say, x: f"{say.unit(x.unit)} is Disrupted{because(say, x)}",
    s.UnitRecovered: lambda say, x: f"{say.unit(x.unit)} recovers from Disruption ({x.rule})",
    s.UnitShaken: lambda say, x: f"{say.unit(x.unit)} is Shaken{because(say, x)}",
    f.UnitRallied: lambda say, x: f"{say.unit(x.unit)} rallies (7.4b){_recovers(x)}",
    f.RallyFailed: lambda say, x: f"{say.unit(x.unit)} does not rally (7.4b){_recovers(x)}",
    s.UnitQuestioned: lambda say, x: f"{say.unit(x.unit)} is Questionable (22.3)",
    s.UnitSteadied: lambda say, x: f"{say.unit(x.unit)} is no longer Questionable (22.3)",
    s.UnitRouted: lambda say, x: f"{say.unit(x.unit)} {BOX_SAID[x.box]}{because(say, x)}",
    s.UnitEliminated: lambda say, x: f"{say.unit(x.unit)} is Eliminated{because(say, x)}",
    s.UnitCaptured: lambda say, x: f"{say.unit(x.unit)} is captured{because(say, x)}",
    f.CadreDestroyed: lambda say, x: f"the cadre of {say.unit(x.unit)} is destroyed (7.7a)",
    f.UnitReturned: lambda say, x: f"{say.unit(x.unit)} returns to the field in {x.to} (10.4b)",
    f.Declined: lambda say, x: f"the {x.side} side lets it pass: {say.reason(x.what)} ({x.what.cite})",
}
ORDERS: OrderTexts = {
    a.PlaceUnit: "3.2, 23.1 Set-up: a unit whose hex the owner picks; `to` is that hex.",
    a.Rally: "7.4b A Shaken brigade tries to rally.",
    a.ReturnUnit: (
        "10.4 A Routed unit comes back, or an Eliminated one at the price of another (7.7). `to` is the hex, "
        "`destroying` the id of the unit given up for it."
    ),
    a.EndPhase: "5.1a The side is done with its part of the phase.",
    a.Decline: (
        "No to whatever is offered: a control attempt, a swap, support, an advance, a Counter-Attack, more movement."
    ),
}
# What dice are thrown for: the test, and whose it is.
TESTS = (
    "Questionable", "Supporting Brigade", "capture", "disengagement", "elimination test", "morale",
    "next to enemy infantry", "retreat before combat", "retreat next to enemy cavalry",
    "retreat next to enemy infantry", "rout test", "second die",
)  # fmt: skip
# What befell a unit, and what it was tested for: in English the keys themselves.
WHY: ReasonTexts = {
    key: of_unit(key) if key in TESTS else key
    for key in (
        "command state",
        "control",
        "control chances",
        "coordination of artillery",
        "delay",
        "rain",
        "return to the map",
        "Counter-Attack",
        "Questionable",
        "Questionable, failed its test",
        "Supporting Brigade",
        "a brigade of its hex gave way",
        "accelerated movement",
        "advance",
        "an enemy unit observes it",
        "as it was played",
        "attacked alone",
        "bombarded",
        "broke on its retreat next to enemy cavalry",
        "broke on its retreat next to enemy infantry",
        "came next to enemy infantry",
        "charged",
        "capture",
        "combat result",
        "combat result above its morale",
        "coordination",
        "defensive support",
        "deploys at night",
        "disengaged",
        "disengaged while Shaken",
        "disengagement",
        "driven from its hex before it fired",
        "elimination test",
        "failed its elimination test",
        "failed its rout test",
        "forced march",
        "gave way with a brigade of its hex",
        "its owner removes it",
        "its shot is lost",
        "its target is gone",
        "left alone by its brigade",
        "mishap of a bombardment",
        "morale",
        "moved",
        "moved at night",
        "next to enemy cavalry",
        "next to enemy infantry",
        "no longer Ready",
        "no longer on the map",
        "no room to deploy",
        "no unit is left to fire at",
        "nowhere to retreat",
        "offensive support",
        "overstacked the hex of its retreat",
        "retreat before combat",
        "retreat next to enemy cavalry",
        "retreat next to enemy infantry",
        "rout test",
        "second die",
        "supported a combat",
        "swap of the defender",
        "taken by the attacker",
        "the Train is gone",
    )
} | {
    "no longer beside it": "no longer next to {0}",
    "bombardment": "bombardment of {0}",
    "combat": "combat: {0:name} on {1:name}",
    "coordination of attacks": "coordination on {0}",
}
REASONS: ReasonTexts = {
    # 3.2, 23.1 set-up
    "not to be placed": lambda _say, of: (
        f"{of[0]} is no unit that waits to be placed; those are {listed(of[1:], 'none')}"
    ),
    "no hex of this map": "{0} is not a hex of this map",
    "starts with its fellow": (
        "{0:name} starts with its fellow in one hex (D03), neither in an enemy hex nor next to one; not in {1}"
    ),
    "starts off the enemy": "{0:name} starts neither in an enemy hex nor next to one; not in {1}",
    "starts at its hex": "{0:name} starts in {1} or next to it, three units a hex; not in {2}",
    "place these first": lambda _say, of: f"place {listed(of)} first",
    # 7.4 rally
    "rally after movement": "units rally after all movement, in the rally step",
    "no unit of yours": "{0} is no unit of the {1} side",
    "artillery never Shaken": "{0:name} is artillery, which is never Shaken",
    "not Shaken": "{0:name} is not Shaken",
    "rally tried": "{0:name} has tried to rally this turn",
    "under nobody": "{0:name} is under nobody's control this turn",
    "not on the map": "{0:name} is not on the map",
    "has moved": "{0:name} has moved this turn",
    "enemy is near": "an enemy unit is within {0} hexes of {1:name}",
    # 7.7, 10.4 returns
    "no return, Train off the map": "nobody returns: the {0:name} is not on the map",
    "no return, Train left once": "nobody returns: the {0:name} has left the map once",
    "no return, Train moved": "nobody returns: the {0:name} has moved",
    "no return, Train beside enemy": "nobody returns: the {0:name} is adjacent to an enemy unit",
    "no return, Train attacked": "nobody returns: the {0:name} was attacked in the last enemy Combat Phase",
    "in neither box": "{0:name} is in neither the Routed nor the Eliminated box",
    "Routed has no price": "{0:name} is Routed and returns without a price",
    "price not named": "{0:name} is Eliminated: name another Eliminated unit of its type to be destroyed",
    "no place to return to": lambda _say, of: (
        f"{of[0]} is no place to return to; next to the Train: {listed(of[1:], 'none is free')}"
    ),
    # 5.3, 8.1, 8.4, 17.3 what a side lets pass
    "rally": "rally",
    "return of units": "return of units",
    "further movement": "further movement of {0:unit}",
    "a declaration": "a declaration of {0:unit}",
    "control of a unit": "control of {0:unit}",
    "further control of units": "further control of units",
    # 16.2 command states
    "rolled": "rolled",
    "fixed by the scenario": "fixed by the scenario",
    "demoralized": "demoralized (22.5)",
    **WHY,
}
