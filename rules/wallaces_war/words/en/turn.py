"""Set-up, the sequence of play and its end in English."""

from __future__ import annotations

from domain.kernel.facts import PhaseBegan
from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say, Template
from domain.words.gate import refusals
from rules.wallaces_war.state import ACTIVATION, INITIATIVE, LISTS, PLACING, RECOVERY, REPLACEMENT, SET_UP, TOP_UP
from rules.wallaces_war.turn import asks as a
from rules.wallaces_war.turn import facts as f

VERTICES = ("north", "north-east", "south-east", "south", "south-west", "north-west")  # 5.1
ADJECTIVES = {
    "english": "English",
    "scots": "Scottish",
    "royalist": "Royalist",
    "barons": "baronial",
}
BEFORE = {
    LISTS: "the sides list their command chits, each unseen by the other",
    TOP_UP: "the {0} side takes chits from what is left",
    PLACING: "the sides place their chits on their tracks, each unseen by the other",
    SET_UP: "the armies are drawn up",
}
NOBODYS = {
    REPLACEMENT: "replacement chits (phase A)",
    INITIATIVE: "initiative (B1)",
    RECOVERY: "recovery and command effectiveness (phase F)",
}


def side(say: Say, name: Of) -> str:
    return f"the {ADJECTIVES.get(str(name), say.term(name))} side"


def battle(say: Say, name: Of) -> str:
    """A Battle is told by its leader, as it is known: Wallace's Battle."""
    called = say.name(name)
    return f"{called}' Battle" if called.endswith("s") else f"{called}'s Battle"


def _phase(_say: Say, fact: PhaseBegan) -> str:
    if fact.phase in BEFORE:
        return BEFORE[fact.phase].format(ADJECTIVES.get(fact.side, fact.side))
    if fact.phase in NOBODYS:
        opens = fact.phase == REPLACEMENT or (fact.phase == INITIATIVE and fact.turn % 3)
        return f"== turn {fact.turn}: {NOBODYS[fact.phase]} ==" if opens else NOBODYS[fact.phase]
    told = f"{ADJECTIVES.get(fact.side, fact.side)} {fact.phase}"
    return f"== turn 1: {told} ==" if fact.turn == 1 and fact.phase == ACTIVATION else f"turn {fact.turn}, {told}"


def _unit(say: Say, fact: f.UnitSetUp) -> str:
    under = ", under the unit there" if fact.under else ""
    return f"{say.unit(fact.unit)} is drawn up in {fact.to} facing {VERTICES[fact.facing]}{under}"


def _ready(say: Say, fact: f.SetUpEnded) -> str:
    who = battle(say, fact.battle) if fact.battle else side(say, fact.side)
    return f"{who} stands drawn up"


def _score(won: Of, lost: Of) -> str:
    return f"{won} point{'' if won == 1 else 's'} to {lost}"


def _victory(level: str) -> Template:
    return lambda say, of: f"{level} victory of {side(say, of[0])}, {_score(of[1], of[2])}"


def _conceded(level: str) -> Template:
    def told(say: Say, of: tuple[Of, ...]) -> str:
        loser, winner, won, lost = of
        return f"{side(say, loser)} concedes: {level} victory of {side(say, winner)}, {_score(won, lost)}"

    return told


def _ahead(say: Say, of: tuple[Of, ...]) -> str:
    ahead, high, low, ratio, level = of
    by = f", a ratio of {ratio}" if ratio else ""
    verdict = "which would be a draw" if level == "draw" else f"which would be a {level} victory"
    return f"{side(say, ahead)} leads by {_score(high, low)}{by}, {verdict} (17.2a)"


FACTS: FactTexts = {
    PhaseBegan: _phase,
    f.UnitSetUp: _unit,
    f.LeaderSetUp: lambda say, x: f"{say.unit(x.leader)} takes post in {x.to}",
    f.SetUpEnded: _ready,
    f.TargetNamed: lambda say, x: f"Edward's men are to engage {battle(say, x.battle)} (20.3.2a)",
    f.SegmentEnded: lambda say, x: f"{side(say, x.side)} is done with its {x.phase}",
}
ASKED: QuestionTexts = {
    a.AwaitTarget: lambda say, x: f"{side(say, x.side)} to name, unseen, the Battle that Edward engages (20.3.2a)",
}
ORDERS: OrderTexts = {
    a.SetUpLeader: "16.1a A leader without a hex of his own comes on the map.",
    a.SetUpUnit: "16.1a A unit comes on the map; `under` puts it at the bottom of the stack it joins.",
    a.Deploy: "16.1a All units of a Battle that are not yet placed, in a plain array about their leader.",
    a.NameTarget: "20.3.2a The Battle that Edward's men must engage, named unseen.",
    a.EndSegment: "3.3 The side is done with this segment, or with its set-up; in melee, with its declarations.",
    a.Decline: "The side makes no use of what it is offered.",
    a.Concede: "16.1a The side gives the battle up, at any time.",
}
REASONS: ReasonTexts = {
    # the gate
    **refusals(side, now=", in the {0}", of="the {0}"),
    # 16.1a, 16.3.3, 20.3.3 set-up
    "no unit to set up": "{0} is no unit of yours",
    "no leader to set up": "{0} is no leader of yours",
    "no Battle to set up": "{0} is no Battle of yours",
    "leader first": "{0:name} has no hex yet: his men are arrayed about him",
    "nothing to array": lambda say, of: f"every unit of {battle(say, of[0])} is placed",
    "no room for all": lambda say, of: f"there is no room for all that is left of {battle(say, of[0])}",
    "comes later": lambda say, of: f"{battle(say, of[0])} starts off the map",
    "one whole Battle": "one whole Battle is placed at a time ({0:name})",
    "place these first": lambda say, of: f"still to be placed, or badly placed: {say.units(of)}",
    "far from its leader's hex": "{1} is more than {3} hexes from {2}; {0:unit} is set up within {3} of it",
    "next to a stream": "{0} is next to a stream; no unit is set up there",
    "out of command range": "{1} is not within command range of the leader of {0:unit}, who is placed first",
    "ground forbidden to it": "the ground of {1} is forbidden to {0:unit}",
    "wrong bank": "{0} is not {1} of the streams",
    "outside its rows": "{0} is not in rows {1} to {2}",
    "kept clear until they arrive": "{0} is kept clear until the reinforcement has arrived",
    "enemy stands there": "an enemy stands in {0}",
    "no such stack": "{0:unit} may not stack with who is in {1}",
    "two Battles in a stack": "{0:unit} is of another Battle than the unit in {1}",
    "two facings in a stack": lambda _say, of: (
        f"the unit in {of[0]} faces {VERTICES[int(of[1])]}; both must face one way"
    ),
    "leader has his hex": "{0:name} stands in {1}, the hex the scenario gives him",
    "with another leader": "{0:name} is set up with another leader of his side",
    "no enemy Battle": "{0} is no Battle of the enemy",
    # 17 the end
    "Battle weakened": lambda say, of: f"{battle(say, of[0])} weakened",
    "Battle broken": lambda say, of: f"{battle(say, of[0])} broken",
    "Battle lost": lambda say, of: f"{battle(say, of[0])} eliminated",
    "decisive victory": _victory("decisive"),
    "major victory": _victory("major"),
    "minor victory": _victory("minor"),
    "marginal victory": _victory("marginal"),
    "draw": lambda _say, of: f"a draw, {_score(*of)}",
    "conceded, decisive victory": _conceded("decisive"),
    "conceded, major victory": _conceded("major"),
    "conceded, minor victory": _conceded("minor"),
    "conceded, marginal victory": _conceded("marginal"),
    "level on points": lambda _say, of: f"the sides are level, {_score(*of)}: a draw (17.2a)",
    "ahead on points": _ahead,
}
