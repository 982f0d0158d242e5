"""Melee in English: who fell upon whom, what spoke for and against it, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike.melee import asks as a
from rules.musket_and_pike.melee import facts as f
from rules.musket_and_pike.words.en.reaction import sum_of
from rules.musket_and_pike.words.en.turn import side
from rules.musket_and_pike.work import ResumeMelee

RESULTS: Mapping[str, str] = {
    "A_ELIM": "the attack is annihilated",
    "A_MB": "the attack is broken",
    "A_MS_R2": "the attack is thrown back two hexes",
    "A_MS_R1": "the attack is thrown back a hex",
    "NONE": "neither gives way",
    "D_MS_R1": "the defender is pushed back a hex",
    "D_MS_R2": "the defender is pushed back two hexes",
    "D_MB": "the defender is broken",
    "D_ELIM": "the defender is destroyed",
}
PURSUITS: Mapping[str, str] = {
    "BREAK_OFF": "it is held in hand",
    "PURSUE_AND_ELIMINATE": "it would ride its enemy down",
    "PURSUE_OFF_MAP": "it rides off the field after its enemy",
}
STAGES: Mapping[str, str] = {
    "column": "the units meet",
    "attacking pistols": "the attackers' pistols",
    "defending pistols": "the defender's pistols",
    "roll": "the die",
    "result": "the result",
    "pursuit": "the pursuit",
    "advance": "the advance",
    "disorder": "the disorder of both",
    "leaders": "the leaders",
}
TYPES: Mapping[str, str] = {
    "cuirassier": "cuirassiers",
    "arquebusier": "arquebusiers",
    "heavy_infantry": "heavy infantry",
    "hi_without_pikes": "infantry without pikes",
    "light_infantry": "light infantry",
    "hedgehog": "a Hedgehog",
    "broken": "a broken unit",
}
SIDES: Mapping[str, str] = {
    "hedge": "a hedge", "stream": "a stream", "berm": "a raised road", "entrenchment": "an entrenchment",
    "redoubt": "a redoubt", "bridge": "a bridge", "abatis": "an abatis",
}  # fmt: skip


def _and(say: Say, units: tuple[Of, ...]) -> str:
    return " and ".join(map(say.unit, units))


def _chosen(say: Say, fact: f.LineChosen) -> str:
    who = side(say, fact.side)
    return f"{who} fights {fact.hex} next" if fact.hex else f"{who} fights from the {fact.end} of its line"


def _began(say: Say, fact: f.MeleeBegan) -> str:
    whom = say.unit(fact.defender) if fact.defender else " and ".join(fact.hexes)
    return f"{_and(say, fact.attackers)} against {whom}"


def _rolled(say: Say, fact: f.MeleeRolled) -> str:
    """Each modifier with its rule, the die, the row, the result."""
    who = f"{_and(say, fact.attackers)} and {say.unit(fact.defender)}"
    return f"melee of {who}: {sum_of(say, fact)}; {RESULTS[fact.result]}"


def _pursued(say: Say, fact: f.PursuitRolled) -> str:
    return f"{say.unit(fact.unit)} after {say.unit(fact.quarry)}: {sum_of(say, fact)}; {PURSUITS[fact.result]}"


def _units(head: str) -> Callable[[Say, tuple[Of, ...]], str]:
    return lambda say, of: f"{head} {say.units(of)}"


REASONS: ReasonTexts = {
    # What modifies the die, and what it is thrown for
    "melee die": "melee of {0:unit} and {1:unit}",
    "melee": "the melee",
    "melee result": lambda _say, of: RESULTS[str(of[0])],
    "pursuit": "pursuit of {1:unit} by {0:unit}",
    "attackers led": "the attackers are led",
    "defender led": "the defender is led",
    "morale against morale": "morale {0} against {1}",
    "strength against strength": "strength {0} against {1}",
    "momentum": "momentum",
    "flank or rear": lambda _say, of: f"from {of[0]} flank or rear hex{'es' if of[0] != 1 else ''}",
    "type against type": lambda _say, of: f"{TYPES[str(of[0])]} against {TYPES[str(of[1])]}",
    "attackers' pistols": lambda _say, of: f"pistols of {of[0]} attacking unit{'s' if of[0] != 1 else ''}",
    "defender's pistols": "pistols of the defender",
    "attackers' formation": "formation of the attackers",
    "defender's formation": "formation of the defender",
    "after a Salvo": "after a Salvo",
    "across it": lambda _say, of: f"across {SIDES[str(of[0])]}",
    "uphill": "uphill",
    "defender in cover": "the defender is in cover",
    "defender among wagons": "the defender stands among wagons",
    "limit of the sum": "the sum is limited",
    "nobody holds them": "nobody can hold them",
    # What came of it
    "lost a melee": "it lost a melee",
    "attacked in Column": "it is attacked in Column",
    "too few to stand": "they are too few to stand",
    "left behind": "the infantry with it is beaten",
    "ridden down": "it is ridden down",
    "pursues off the map": "it rides off the map in pursuit",
    "carried off by pursuit": "he is carried off by the pursuit",
    "out of hand": "it is out of hand",
    "in the melee": "he was in the melee",
    "nobody left to fight": "nobody is left to fight it",
    "attack cannot be made": "attacker or enemy is no longer there",
    # Who may attack
    "nobody to attack with": "{0:unit} is not on the map, or cannot be used",
    "not of the active Wing": "{0:unit} is not of the active Wing",
    "itself a target": "{0:unit} is attacked itself",
    "target is not of the active Wing": "{1:unit} is not of the active Wing",
    "attacks one hex": "{0:unit} has declared its attack; a unit attacks one hex",
    "guns do not attack": "{0:unit} is artillery, which takes no part in melee",
    "broken units do not attack": "{0:unit} is Morale Broken and cannot attack",
    "Hedgehogs do not attack": "{0:unit} is in Hedgehog and cannot attack",
    "takes no part beside horse": "{0:unit} stands with cavalry and takes no part in melee",
    "not before it": "{1} is no hex that {0:unit} could attack from where it stands",
    "not across a bridge": "{0:unit} may not attack {1} across a bridge",
    "could not enter it": "{0:unit} could not enter {1}, and so may not attack it",
    "no enemy there": "no enemy stands in {0}",
    "light infantry fights only its like": "{0:unit} is light infantry and may not attack {1:unit}",
    # Answers
    "no such melee": lambda _say, of: f"{of[0]} is not attacked; to be fought are {', '.join(map(str, of[1:]))}",
    "from one end of the line": lambda _say, of: (
        f"the line is fought from its left or its right end: {', '.join(map(str, of))}"
    ),
    "no pistol in this melee": "{0:unit} has no pistol to spend in this melee",
    "one pistol each": _units("each spends one pistol at most:"),
    "no such quarry": lambda say, of: f"{say.unit(of[0])} may go after {say.units(of[1:])}",
    "another advances": lambda say, of: f"{say.unit(of[0])} may not advance; {say.units(of[1:])} may",
    "not left by the enemy": lambda _say, of: f"{of[0]} was not left by the enemy; {', '.join(map(str, of[1:]))} was",
    "cannot advance so": "{0:unit} cannot advance into {1} in that way",
    "must advance": _units("an advance is compulsory; it falls to"),
}
FACTS: FactTexts = {
    f.MeleeDeclared: lambda say, x: f"{say.unit(x.unit)} will {'fall upon' if x.reaction else 'attack'} {x.hex}",
    f.DeclarationsEnded: lambda _say, _x: "no more attacks are declared",
    f.LineChosen: _chosen,
    f.MeleeBegan: _began,
    f.MeleeCalledOff: lambda say, x: f"the attack of {_and(say, x.units)} on {x.hex} is not made: {say.reason(x.why)}",
    f.MeleeRolled: _rolled,
    f.PursuitRolled: _pursued,
    f.MeleeEnded: lambda say, x: f"the melee of {_and(say, x.attackers)} is over",
    f.MeleesOver: lambda _say, _x: "nothing is left to fight",
}
ASKED: QuestionTexts = {
    a.ResumeFight: lambda _say, x: f"melee in {' and '.join(x.hexes)}: {STAGES[x.stage]}",
    ResumeMelee: lambda say, x: f"{_and(say, x.attackers)} may fall upon {say.unit(x.defender)}",
    a.AwaitDeclarations: lambda say, x: (
        f"{side(say, x.side)} to declare its {'reaction ' if x.reaction else ''}melees"
        f" ({'11.2.B' if x.reaction else '11.2.A'})"
    ),
    a.AwaitAssault: lambda say, x: (
        f"{side(say, x.side)} to decide: does {say.unit(x.unit)} fall upon {say.unit(x.target)}? (9.3.3)"
    ),
    a.AwaitNextMelee: lambda say, x: (
        f"{side(say, x.side)} to choose in which order {', '.join(x.hexes)} are fought (11.2.C)"
    ),
    a.AwaitPistols: lambda say, x: (
        f"{side(say, x.side)} to decide: does {' or '.join(map(say.unit, x.units))} spend a pistol on "
        f"{say.unit(x.against)}? (11.3.9)"
    ),
    a.AwaitQuarry: lambda say, x: (
        f"{side(say, x.side)} to choose whom {say.unit(x.unit)} goes after: {say.units(x.quarries)} (11.7.5)"
    ),
    a.AwaitAdvance: lambda say, x: (
        f"{side(say, x.side)} to {'say who advances' if x.must else 'decide whether to advance'} into "
        f"{' or '.join(x.hexes)}: {say.units(x.units)} (11.4.6)"
    ),
}
ORDERS: OrderTexts = {
    a.DeclareMelee: "a unit attacks an adjacent hex",
    a.EndDeclarations: "no more attacks",
    a.NextMelee: "from which end the line is fought, or which hex comes next",
    a.MeleePistols: "the cavalry that spends a pistol in this melee",
    a.AdvanceUnit: "a unit takes ground that the enemy has left",
    a.Pursue: "whom a victorious defender goes after",
}
