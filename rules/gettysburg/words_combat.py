"""Facts of the Combat Phase in plain words: who struck whom, with what odds, and what the table said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from rules.gettysburg import facts_combat as c

# 12.1, 12.2 What the letters of a result ask for.
RESULTS: Mapping[str, str] = {
    "A": "attacker Disrupted",
    "AE": "attacker Disrupted after an elimination test",
    "AR": "attacker Disrupted, rout test",
    "AER": "attacker Disrupted, elimination test, rout test",
    "D": "defender Disrupted",
    "DR": "defender Disrupted, rout test, else Shaken and driven back",
    "DER": "defender Disrupted, elimination test, rout test, else Shaken and driven back",
}


def result_said(code: str) -> str:
    if code[1:].isdigit():
        return f"defender Disrupted, and driven back if its morale is below {code[1:]}"
    return RESULTS.get(code, "no effect")


def _began(fact: c.FightBegan) -> str:
    if fact.guns:
        return f"{' and '.join(fact.guns)} bombard {fact.target}"
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
    column = f", column {fact.column:+}" if fact.column != fact.differential else ""
    changed = f", read as {fact.result}" if fact.result != fact.cell else ""
    faces = "+".join(map(str, fact.dice))
    read = f"{fact.cell}{changed}, {result_said(fact.result)} (CRT)"
    return (
        f"{fact.attacker} against {fact.defender} in {fact.target}: {', '.join(parts)}; differential "
        f"{fact.differential:+}{column}; {faces} = {sum(fact.dice)}: {read}"
    )


def _bombardment(fact: c.BombardmentResolved) -> str:
    effect = {"A": "the firer is Disrupted", "D": "Disrupted", "DR": "Disrupted, morale test",
              "DER": "Disrupted, elimination test, morale test"}.get(fact.cell, "no effect")  # fmt: skip
    shot = f"{' and '.join(fact.units)} at {fact.aim} in {fact.target}"
    return f"{shot}: column {fact.column}, {fact.die}: {fact.cell or '-'}, {effect} (BT)"


def _tested(fact: c.SupportingBrigadeTested) -> str:
    return f"{fact.unit} beside it {'stands' if fact.passed else 'wavers'} (12.6a)"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    c.CoordinationTried: _coordination,
    c.FireCoordinationTried: _coordination,
    c.FightBegan: _began,
    c.FightStepped: lambda x: f"the fight goes on: {x.stage.replace('_', ' ')}",
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
    c.AttackWasted: lambda x: f"{x.unit} finds nobody left in {x.target} ({x.rule})",
    c.AttackVoided: lambda x: f"{x.unit} cannot carry out what it declared ({x.why}, {x.rule})",
    c.UnitAdvanced: lambda x: f"{x.unit} advances into {x.to} (12.7a)",
    c.CounterAttackMade: lambda x: f"{x.unit} turns on {x.target} (19.1a)",
    c.TrainAttacked: lambda x: f"{' and '.join(x.units)} attack {x.train} (21.4)",
    c.BombardmentResolved: _bombardment,
}
