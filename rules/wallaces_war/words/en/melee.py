"""Melee in English: who fell upon whom, what spoke for and against it, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.wallaces_war.melee import asks as a
from rules.wallaces_war.melee import facts as f
from rules.wallaces_war.words.en.turn import side

STAGES: Mapping[str, str] = {
    "declare": "the declarations",
    "strike": "the attacks",
    "reply": "the replies",
    "losses": "the losses",
    "retreat": "retreats and morale",
    "advance": "the advances",
    "rebound": "the rebounds",
    "rage": "the rage of berserkers",
    "end": "the end of it",
}
KINDS: Mapping[str, str] = {
    "segment": "the melee",
    "reaction": "the melee of a reaction charge",
    "extension": "the melee of a charge extension",
    "impulse": "the melee of an impulsive attack",
}
WAITING: Mapping[str, str] = {
    "declared": "is declared",
    "riding": "is on its way",
    "moved": "has come up",
    "shot": "has been fired at, or not",
    "sunk": "finds the stack in its last order",
    "stood": "finds its enemy standing",
    "tested": "is about to strike",
    "rolled": "has struck",
    "won": "has put its enemy to flight",
    "void": "is not made",
}


def _do(say: Say, units: tuple[str, ...], verb: str) -> str:
    """One does, several do."""
    return f"{' and '.join(map(say.unit, units))} {verb}{'s' if len(units) == 1 else ''}"


def steps(count: int) -> str:
    return "no loss" if not count else "1 step" if count == 1 else f"{count} steps"


def _declared(say: Say, fact: f.AttackDeclared) -> str:
    if fact.kind == "charge":
        return f"{_do(say, fact.units, 'prepare')} to charge {fact.target} by {', '.join(fact.path)}"
    return f"{_do(say, fact.units, 'prepare')} to attack {fact.target}"


def _cancelled(say: Say, fact: f.AttackCancelled) -> str:
    who = f"the attack of {say.unit(fact.units[0])}" if fact.units else "an attack"
    return f"{who} on {fact.target} is not made: {say.reason(fact.why)}"


def _rolled(say: Say, fact: f.AttackRolled) -> str:
    """The reckoning in one line: strength, each modifier with its rule, die, row and column, losses."""
    back = "" if fact.attack >= 0 else " back"
    parts = [f"{m.value:+} {say.reason(m)} ({m.cite})" for m in (*fact.modifiers, fact.type_modifier) if m.value]
    added = f" {', '.join(parts)}" if parts else ""
    dice = f"D{fact.faces} {fact.die}{added} = {fact.result}"
    read = f"{fact.sp} SP, column {fact.column}: {steps(fact.losses)}"
    return f"{_do(say, fact.units, 'strike')}{back} at {fact.target}: {dice}; {read}"


def _advanced(say: Say, fact: f.UnitAdvanced) -> str:
    turned = f" and turn{'s' if len(fact.units) == 1 else ''}" if fact.turned else ""
    return f"{_do(say, fact.units, 'take')} {fact.to}{turned}"


def _reckoned(say: Say, fact: f.LossesReckoned) -> str:
    worn = (f"{say.unit(one.unit)} from {one.before} to {one.after} steps lost" for one in fact.hurt)
    return f"the losses of {fact.at} are taken: {', '.join(worn) or 'nobody is left to take them'}"


def _reply(_say: Say, of: tuple[Of, ...]) -> str:
    return f"the stack in {of[0]} may reply against {' or '.join(map(str, of[2:]))} only, not {of[1]}"


REASONS: ReasonTexts = {
    # What modifies the die, and what it is thrown for
    "flank attack": "in flank",
    "rear attack": "in the rear",
    "concentric attack": "from opposite sides",
    "leader": "led by {0:name}",
    "berserk attacker": "berserk",
    "attacker shaken": "attacker shaken",
    "defender shaken": "defender shaken",
    "uphill": "uphill",
    "downhill": "downhill",
    "across a stream": "across a stream",
    "across a bridge": "across a bridge",
    "type": "{0:term} against {1:term}",
    "melee": "attack of {0:unit} on {1}",
    "reply": "reply of {0:unit} against {1}",
    "struck in melee": "struck in melee",
    "attacker on a chart": "{0:term} ({1})",
    "strength on a chart": "{0}, for {1} SP ({2})",
    # Why an attack is not made, or somebody goes back
    "target gone": "nobody is left in {0}",
    "attackers gone": "{0:unit} is not there any more",
    "attacker shaken before it struck": "{0:unit} is shaken",
    "missiles to the bottom": "{0:unit} goes behind the others",
    "driven back": lambda _say, of: f"it is driven back {of[0]} hex{'es' if of[0] != 1 else ''}",
    "way back barred": "it has no way back",
    "hex not taken": "it did not take its hex",
    "rage spent": "its rage is spent",
    # Who may attack
    "declarations are closed": "no attack is declared any more in this segment",
    "no hex to attack": "{0} is no hex of this map",
    "no such attacker": "{0:unit} is not on the map, or not of your side",
    "attacker not activated": "{0:unit} is not of the Battle activated, {1:unit}",
    "no part in the continuation": "{0:unit} may not act in this continuation of the attack",
    "attacks one hex": "{0:unit} has declared its attack; a unit attacks one hex",
    "Battle cannot attack": lambda say, of: f"{say.unit(of[0])} is of a {of[1]} Battle, which may not attack any more",
    "shaken attacker": "{0:unit} is shaken and cannot attack",
    "a zero starts no melee": "{0:unit} is in no enemy ZOC; with a 0 chit only units in one attack",
    "horse must charge": "{0:unit} is heavy cavalry and attacks only by a charge",
    "advanced after fire": "{0:unit} has advanced after fire and cannot attack",
    "missile unit cannot attack": "{0:unit} fights with missiles and never attacks; it may reply",
    "missile unit in the stack": "{0:unit} is kept from attacking by {1:unit} in its stack",
    "on top of a shaken unit": "{0:unit} lies on top of a shaken unit and cannot attack",
    "under a shaken unit": "{0:unit} lies under a shaken unit and cannot attack",
    "no enemy there": "no enemy stands in {0}",
    "not in front of it": "{1} is not a front hex of {0:unit}",
    "bound by its fire": "{0:unit} has fired at {1} and may attack only that hex",
    "uncrossable side": "the side between {0} and {1} cannot be crossed, and nobody fights across it",
    "closed to the attacker": "{1} is closed to {0:unit}, which could not enter it",
    "another Battle than named": "{0:unit} must engage {1:unit}, the Battle named for Edward's men",
    # Answers
    "no attack from there": "no attack that is still to be made was declared from {0}",
    "another is attacked": "{0:unit} is not asked; {1:unit} may fire",
    "does not attack it": lambda _say, of: (
        f"{of[0]} holds nobody who attacks it; it may fire at {', '.join(map(str, of[1:]))}"
    ),
    "cannot reply there": _reply,
    "need not go back": lambda say, of: f"{say.unit(of[0])} need not go back; to go are {say.units(of[1:])}",
    "stack goes back as one": "{0:unit} goes back with its stack",
    "not the next hex": "{1} is not next to {0}",
    "closed to a retreat": "{1} is closed to {0:unit}: by the enemy, his ZOC, the ground or too many friends",
    "ends on a friend": "{0:unit} may not end on a friend in {1}: it goes on to a vacant hex",
    "not that far back": "{0:unit} must end {1} hexes from where it stands, as far as it can go",
    "keeps its facing": "{0:unit} is driven back and keeps its facing",
    "another hex was left": "{0} was not left by the enemy; {1} was",
    "did not attack it": "{0:unit} did not attack {1}, or is not beside it, and may not enter it",
    "must follow its charge": "{0:unit} has put the enemy to flight and must enter {1}",
    "leader not stacked with it": "{0:unit} is not with {1:unit} and cannot go along",
}
FACTS: FactTexts = {
    f.MeleeBegan: lambda _say, x: f"{KINDS[x.kind]} begins",
    f.AttackDeclared: _declared,
    f.MeleeStepped: lambda _say, x: f"next: {STAGES[x.stage]}",
    f.AttackStepped: lambda _say, x: f"the attack {WAITING[x.progress]}",
    f.AttackThinned: lambda say, x: f"only {say.units(x.units)} can still attack",
    f.AttackCancelled: _cancelled,
    f.AttackRolled: _rolled,
    f.LossesNoted: lambda _say, x: f"{steps(x.losses)} noted beside {x.at}",
    f.ReplyMade: lambda _say, x: f"the stack in {x.at} strikes back at {x.target}",
    f.ReplyDeclined: lambda _say, x: f"the stack in {x.at} does not strike back",
    f.LossesReckoned: _reckoned,
    f.AftermathSettled: lambda say, x: f"done with {say.units(x.units)}",
    f.UnitAdvanced: _advanced,
    f.AdvanceDeclined: lambda _say, x: f"nobody advances into {x.to}",
    f.FailureTested: lambda say, x: f"{say.unit(x.unit)} did not take its hex",
    f.MeleeEnded: lambda _say, x: f"{KINDS[x.kind]} is over",
}
ASKED: QuestionTexts = {
    a.AwaitAttack: lambda say, x: f"{side(say, x.side)} to choose the next attack (10.3/S1)",
    a.AwaitDefensiveFire: lambda say, x: (
        f"{side(say, x.side)} to decide: "
        f"does {say.unit(x.unit)} fire at {' or '.join(x.targets)} before the melee? (9.4e)"
    ),
    a.AwaitSink: lambda say, x: f"{side(say, x.side)} to decide: do the missiles in {x.at} go to the bottom? (8.2k)",
    a.AwaitVoluntary: lambda say, x: (
        f"{side(say, x.side)} to decide: do the units in {x.at} withdraw before the melee? (11.1)"
    ),
    a.AwaitReply: lambda say, x: (
        f"{side(say, x.side)} to decide: does {x.at} strike back at {' or '.join(x.targets)}? (10.2c)"
    ),
    a.AwaitRetreat: lambda say, x: f"{side(say, x.side)} to take back {say.units(x.units)} (10.3/S9d)",
    a.AwaitAdvance: lambda say, x: (
        f"{say.units(x.units)} must enter {x.to} (11.2.4a)"
        if x.must
        else f"{side(say, x.side)} to decide: does {' or '.join(map(say.unit, x.units))} enter {x.to}? (10.3/S10a)"
    ),
}
ORDERS: OrderTexts = {
    a.DeclareMelee: "a unit, or its stack, attacks an adjacent hex",
    a.ChooseNextAttack: "which declared attack comes next, by the hex it was declared from",
    a.SinkMissileUnit: "the missile unit on top of an attacked stack goes to the bottom",
    a.Reply: "the attacked stack strikes back at one hex",
    a.RetreatPath: "the way by which a unit or stack goes back",
    a.AdvanceAfterCombat: "a unit or stack enters the hex it has won",
}
