"""Facts of the Combat Phase in plain words: who struck whom, with what odds, and what the table said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from rules.gettysburg.facts import combat as c

# 12.1, 12.2 What the letters of a result ask for.
RESULTS: Mapping[str, str] = {
    "A": "attacker Disrupted",
    "AE": "elimination test, attacker Disrupted",
    "AR": "attacker Disrupted, rout test, else Shaken",
    "AER": "elimination test, attacker Disrupted, rout test, else Shaken",
    "D": "defender Disrupted",
    "DR": "defender Disrupted, rout test, else Shaken and driven back",
    "DER": "elimination test, defender Disrupted, rout test, else Shaken and driven back",
}
BOMBARDED: Mapping[str, str] = {
    "D": "Disrupted",
    "DR": "Disrupted, morale test",
    "DER": "Disrupted, elimination test, morale test",
}

# 11.3 What comes once the question about to be put is answered.
STAGES: Mapping[str, str] = {
    "before": "whether the defender stands",
    "question": "the attack",
    "answer": "support of the other side",
    "roll": "the dice",
    "advance": "the advance",
    "counter": "the enemy's answer",
    "end": "the end of the fight",
}


def result_said(code: str, guns: bool = False) -> str:
    """12.2 What a result does to a brigade; 13.5b or to artillery that defends alone."""
    if guns and code.startswith("D"):
        return "artillery Eliminated" if "E" in code else "artillery Disrupted, then captured or driven back"
    if code[1:].isdigit():
        return f"defender Disrupted, and Shaken and driven back if its morale is below {code[1:]}"
    return RESULTS.get(code, "no effect")


def _together(units: tuple[str, ...], verb: str) -> str:
    """One does, several do."""
    return f"{' and '.join(units)} {verb}{'s' if len(units) == 1 else ''}"


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def _began(fact: c.FightBegan) -> str:
    if fact.guns:
        return f"{_together(fact.guns, 'bombard')} {fact.target}"
    if fact.kind == "train":
        return f"{fact.attacker} attacks the Train in {fact.target}"
    how = "strikes back at" if fact.counter else "charges" if fact.kind == "charge" else "attacks"
    held = f", held by {fact.defender}" if fact.defender else ""
    return f"{fact.attacker} {how} {fact.target}{held}"


def _coordination(fact: c.CoordinationTried | c.FireCoordinationTried) -> str:
    outcome = "coordinated" if fact.success else "not coordinated"
    rule = "11.6a" if isinstance(fact, c.CoordinationTried) else "14.7a"
    what = f"attacks on {fact.target}" if isinstance(fact, c.CoordinationTried) else f"fire of {', '.join(fact.units)}"
    return f"{what}: {outcome}, {fact.die} against {fact.value} ({rule})"


def _before_combat(fact: c.RetreatBeforeCombatTried) -> str:
    outcome = "gets away" if fact.success else "is caught"
    return f"{fact.unit} tries to retreat before combat and {outcome} on {fact.die} (15.4)"


def _question(fact: c.QuestionTested) -> str:
    return f"{fact.unit}, Questionable, {'stands' if fact.passed else 'gives way'} (22.3)"


def _support(fact: c.SupportGiven) -> str:
    what = f"the attack: +{fact.value} (13.4b)" if fact.attacking else f"the defence: -{fact.value} (13.4c)"
    return f"{fact.unit} supports {what}"


def _resolved(fact: c.CombatResolved) -> str:
    """The reckoning in one line: ratings, each modifier with its rule, column, dice, cell."""
    parts = [f"{fact.attacker_combat} against {fact.defender_combat}"]
    parts += [f"{m.value:+} {m.why} ({m.cite})" for m in fact.modifiers]
    column = f", column {_signed(fact.column)}" if fact.column != fact.differential else ""
    changed = f", read as {fact.result}" if fact.result != fact.cell else ""
    faces = "+".join(map(str, fact.dice))
    read = f"{fact.cell}{changed}, {result_said(fact.result, fact.guns)} (CRT)"
    return (
        f"{fact.attacker} against {fact.defender} in {fact.target}: {', '.join(parts)}; differential "
        f"{_signed(fact.differential)}{column}; {faces} = {sum(fact.dice)}: {read}"
    )


def _bombardment(fact: c.BombardmentResolved) -> str:
    mishap = "the firer is Disrupted" if len(fact.units) == 1 else "the firers are Disrupted"
    effect = mishap if fact.cell == "A" else BOMBARDED.get(fact.cell, "no effect")
    shot = f"{' and '.join(fact.units)} at {fact.aim} in {fact.target}"
    return f"{shot}: column {fact.column}, {fact.die}: {fact.cell or '-'}, {effect} (BT)"


def _tested(fact: c.SupportingBrigadeTested) -> str:
    return f"{fact.unit} beside it {'stands' if fact.passed else 'wavers'} (12.6a)"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    c.CoordinationTried: _coordination,
    c.FireCoordinationTried: _coordination,
    c.FightBegan: _began,
    c.FightStepped: lambda x: f"to be settled now; then {STAGES.get(x.stage, 'the fight goes on')} (11.3)",
    c.FightEnded: lambda x: f"the fight for {x.target} is over",
    c.DefenderSwapped: lambda x: f"{x.unit} takes the place of {x.instead_of} (11.7b)",
    c.DefenderChosen: lambda x: f"{x.unit} defends ({x.rule})",
    c.RetreatBeforeCombatTried: _before_combat,
    c.QuestionTested: _question,
    c.SupportGiven: _support,
    c.CombatResolved: _resolved,
    c.SupportingBrigadeTested: _tested,
    c.RetreatBegan: lambda x: f"must fall back: {', '.join(x.units)} ({x.rule})",
    c.UnitRetreated: lambda x: f"{x.unit} falls back to {x.to} ({x.rule})",
    c.RetreatContinued: lambda x: f"{x.unit} cannot stop there ({x.why}, {x.rule})",
    c.AttackWasted: lambda x: f"the attack of {x.unit} on {x.target} is wasted: its enemy is gone ({x.rule})",
    c.AttackVoided: lambda x: f"{x.unit} cannot carry out what it declared ({x.why}, {x.rule})",
    c.UnitAdvanced: lambda x: f"{x.unit} advances into {x.to} (12.7a)",
    c.CounterAttackMade: lambda x: f"{x.unit} turns on {x.target} (19.1a)",
    c.TrainAttacked: lambda x: f"{_together(x.units, 'attack')} {x.train} (21.4)",
    c.BombardmentResolved: _bombardment,
}
