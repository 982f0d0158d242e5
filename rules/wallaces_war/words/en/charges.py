"""Charges in English: who rode at whom, and who came back."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.wallaces_war.charges import facts as f
from rules.wallaces_war.melee import asks as a
from rules.wallaces_war.words.en.turn import side

VERBS: Mapping[str, tuple[str, str]] = {
    "charge": ("charges", "charge"),
    "reaction": ("charges in reaction against", "charge in reaction against"),
    "extension": ("rides on against", "ride on against"),
    "impulse": ("rushes on against", "rush on against"),
}


def _who(say: Say, units: tuple[str, ...]) -> str:
    return " and ".join(map(say.unit, units))


def _is(units: tuple[str, ...]) -> str:
    return "is" if len(units) == 1 else "are"


def _tested(say: Say, fact: f.ChargeTested) -> str:
    outcome = "must charge" if fact.charges else "holds back" if len(fact.units) == 1 else "hold back"
    sees = "sees" if len(fact.units) == 1 else "see"
    return f"{_who(say, fact.units)} {sees} {say.unit(fact.movers[0])} in {fact.target} and {outcome}: " + (
        f"{fact.die} against a rating of {fact.rating}"
    )


def _made(say: Say, fact: f.ChargeMade) -> str:
    verb = VERBS[fact.kind][len(fact.units) > 1]
    stand = "it stands" if len(fact.units) == 1 else "they stand"
    way = f" by {', '.join(fact.path)}" if fact.path else f" from where {stand}"
    led = f", with {say.units(fact.leaders)}" if fact.leaders else ""
    return f"{_who(say, fact.units)} {verb} {fact.target}{way}{led}"


def _due(say: Say, fact: f.RetreatDue) -> str:
    hexes = "1 hex" if fact.hexes == 1 else f"{fact.hexes} hexes"
    return f"{_who(say, fact.units)} must go back {hexes} ({fact.why.cite})"


def _retired(say: Say, fact: f.RetreatMade) -> str:
    if not fact.path:
        return f"{_who(say, fact.units)} cannot go back"
    short = f", {fact.missing} short" if fact.missing else ""
    goes = "goes" if len(fact.units) == 1 else "go"
    return f"{_who(say, fact.units)} {goes} back to {fact.path[-1]}{short}"


REASONS: ReasonTexts = {
    "reaction charge": "reaction charge of {0:unit} against {1:unit}",
    "charged while shaken": "charged by {0:unit} while shaken",
    "charged in flank or rear": "charged by {0:unit} in flank or rear",
    "rebounds": lambda _say, of: f"it rebounds {of[0]} hex{'es' if of[0] != 1 else ''}",
    "shaken by its rebound": "by its rebound",
    "charge not declared": "no charge was declared",
    "charge not made": "its charge was not made",
    "charge barred": "the way of {0:unit} is barred",
    "turns to charge": "to charge",
    "turns before its rush": "before its rush",
    "turns in its rush": "in its rush",
    # Who may charge, and how
    "only heavy cavalry charges": "{0:unit} is no heavy cavalry and never charges",
    "hit by a reaction charge": "{0:unit} was hit by a reaction charge",
    "no Charge marker": "{0:unit} has no Charge marker",
    "stacked with crossbows": "{0:unit} is stacked with mounted crossbowmen and may not charge",
    "charge out of a zone": "{0:unit} is in an enemy ZOC and may not charge out of it",
    "charge through a zone": "{0:unit} would leave the enemy ZOC in {1}, which a charge may not",
    "not three hexes away": "{1} is {2} hexes from {0:unit}; a charge is planned against a target three hexes away",
    "charge without sight": "{0:unit} has no line of sight to {1}",
    "not straight ahead": "{0:unit} must ride two hexes, each a front hex as it faces",
    "charge not in a line": "{0:unit} must ride both hexes in the same direction",
    "target not ahead": "{1} is not a front hex of {0:unit} at the end of its ride",
    "charge over a bridge": "no charge and no advance goes over the bridge between {0} and {1}",
    "closed to a charge": "{1} is closed to {0:unit}, by its ground or the side to be crossed",
    "entry hexes kept clear": "{0} is kept clear until the enemy's reinforcement has come",
    "no room for a charge": "too many friends stand in {0}, or are bound for it",
    "no stacking with a charge": "a friend in {0} is of another kind or Battle, and is not ridden through or joined",
    "friend faces elsewhere": "a friend in {0} faces another way, and who rides does not turn",
    "must charge if it can": "all that find a place next to {0} must charge",
    "need not charge": lambda _say, of: f"no horse in {of[0]} must charge; that in {', '.join(map(str, of[1:]))} must",
    "not the shortest way": "a reaction charge against {0} rides the fewest hexes",
    # Going on
    "did not advance from a charge": "{0:unit} has not advanced from a planned charge in this round",
    "turned after its advance": "{0:unit} has changed its facing after its advance",
    "extension out of command": "{0:unit} is out of command and may not ride on",
    "extended once": "{0:unit} has ridden on already in this segment",
    "shaken horse cannot charge": "{0:unit} is shaken and cannot charge",
    "extension not straight ahead": "{1} is not a front hex of {0:unit}, which may not turn on its way",
    "beyond its points": "{0:unit} has not the points to reach {1}; no road is of use to it",
    "nobody ahead at the end": "{0:unit} would not end with an enemy in {1} ahead of it",
    "not berserk": "{0:unit} is not berserk",
    "rushed once": "{0:unit} has rushed on already in this segment",
    "did not take its hex": "{0:unit} has not advanced in the melee segment",
    "rush beyond its points": "{0:unit} has not the points for {1}",
    "rush out of a zone": "{0:unit} may not leave the enemy ZOC in {1}",
    "rush out of command": "{0:unit} is out of command and may not enter the enemy ZOC in {1}",
    "closed to a rush": "{1} is closed to {0:unit}",
}
FACTS: FactTexts = {
    f.ChargeTested: _tested,
    f.ChargeMade: _made,
    f.ChargeDropped: lambda say, x: f"{_who(say, x.units)} find{'s' * (len(x.units) == 1)} no place to charge",
    f.AttacksJoined: lambda say, x: f"{_who(say, x.units)} strike as one",
    f.RetreatDue: _due,
    f.RetreatMade: _retired,
    f.UnitRebounded: lambda say, x: f"{_who(say, x.units)} {_is(x.units)} thrown back from the charge",
}
ASKED: QuestionTexts = {
    a.AwaitPlacement: lambda say, x: (
        f"{side(say, x.side)} to choose how the horse in {', '.join(x.chargers)} charges {x.target} (11.2.3c)"
    ),
}
ORDERS: OrderTexts = {
    a.DeclareCharge: "heavy cavalry with a Charge marker turns, rides two hexes and strikes",
    a.ReactionPlacement: "by which ways the horse that must charge rides; who is not named drops out",
    a.ExtendCharge: "heavy cavalry that took its hex by a charge rides on and strikes again",
    a.ImpulsiveAttack: "berserkers who took their hex rush on and strike again",
}
