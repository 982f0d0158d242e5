"""Combat in English: who struck whom, with what odds, and what the table said."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say, Template
from rules.gettysburg.combat import asks as a
from rules.gettysburg.combat import bombardment_facts as b
from rules.gettysburg.combat import facts as f
from rules.gettysburg.combat import retreat_facts as r
from rules.gettysburg.combat.bombardment_facts import BOMBARDED
from rules.gettysburg.words.en.plain import because, each, listed, named

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


def _together(say: Say, units: tuple[str, ...], verb: str) -> str:
    """One does, several do."""
    return f"{' and '.join(map(say.unit, units))} {verb}{'s' if len(units) == 1 else ''}"


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def _began(say: Say, fact: f.FightBegan) -> str:
    if fact.guns:
        return f"{_together(say, fact.guns, 'bombard')} {fact.target}"
    if fact.kind == "train":
        return f"{say.unit(fact.attacker)} attacks the Train in {fact.target}"
    how = "strikes back at" if fact.counter else "charges" if fact.kind == "charge" else "attacks"
    held = f", held by {say.unit(fact.defender)}" if fact.defender else ""
    return f"{say.unit(fact.attacker)} {how} {fact.target}{held}"


def _coordination(say: Say, fact: f.CoordinationTried | b.FireCoordinationTried) -> str:
    outcome = "coordinated" if fact.success else "not coordinated"
    rule = "11.6a" if isinstance(fact, f.CoordinationTried) else "14.7a"
    what = f"attacks on {fact.target}" if isinstance(fact, f.CoordinationTried) else f"fire of {say.units(fact.units)}"
    return f"{what}: {outcome}, {fact.die} against {fact.value} ({rule})"


def _before_combat(say: Say, fact: f.RetreatBeforeCombatTried) -> str:
    outcome = "gets away" if fact.success else "is caught"
    return f"{say.unit(fact.unit)} tries to retreat before combat and {outcome} on {fact.die} (15.4)"


def _question(say: Say, fact: f.QuestionTested) -> str:
    return f"{say.unit(fact.unit)}, Questionable, {'stands' if fact.passed else 'gives way'} (22.3)"


def _support(say: Say, fact: f.SupportGiven) -> str:
    what = f"the attack: +{fact.value} (13.4b)" if fact.attacking else f"the defence: -{fact.value} (13.4c)"
    return f"{say.unit(fact.unit)} supports {what}"


def _resolved(say: Say, fact: f.CombatResolved) -> str:
    """The reckoning in one line: ratings, each modifier with its rule, column, dice, cell."""
    parts = [f"{fact.attacker_combat} against {fact.defender_combat}"]
    parts += [f"{m.value:+} {say.reason(m)} ({m.cite})" for m in fact.modifiers]
    column = f", column {_signed(fact.column)}" if fact.column != fact.differential else ""
    changed = f", read as {fact.result}" if fact.result != fact.cell else ""
    faces = "+".join(map(str, fact.dice))
    read = f"{fact.cell}{changed}, {result_said(fact.result, fact.guns)} (CRT)"
    return (
        f"{say.unit(fact.attacker)} against {say.unit(fact.defender)} in {fact.target}: {', '.join(parts)}; "
        f"differential {_signed(fact.differential)}{column}; {faces} = {sum(fact.dice)}: {read}"
    )


def _bombardment(say: Say, fact: b.BombardmentResolved) -> str:
    mishap = "the firer is Disrupted" if len(fact.units) == 1 else "the firers are Disrupted"
    effect = mishap if fact.cell == "A" else BOMBARDED.get(fact.cell, "no effect")
    shot = f"{' and '.join(map(say.unit, fact.units))} at {say.unit(fact.aim)} in {fact.target}"
    return f"{shot}: column {fact.column}, {fact.die}: {fact.cell or '-'}, {effect} (BT)"


def _tested(say: Say, fact: f.SupportingBrigadeTested) -> str:
    return f"{say.unit(fact.unit)} beside it {'stands' if fact.passed else 'wavers'} (12.6a)"


FACTS: FactTexts = {
    f.CoordinationTried: _coordination,
    b.FireCoordinationTried: _coordination,
    f.FightBegan: _began,
    f.FightStepped: lambda _say, x: f"to be settled now; then {STAGES.get(x.stage, 'the fight goes on')} (11.3)",
    f.FightEnded: lambda _say, x: f"the fight for {x.target} is over",
    f.DefenderSwapped: lambda say, x: f"{say.unit(x.unit)} takes the place of {say.unit(x.instead_of)} (11.7b)",
    f.DefenderChosen: lambda say, x: f"{say.unit(x.unit)} defends ({x.rule})",
    f.RetreatBeforeCombatTried: _before_combat,
    f.QuestionTested: _question,
    f.SupportGiven: _support,
    f.CombatResolved: _resolved,
    f.SupportingBrigadeTested: _tested,
    r.RetreatBegan: lambda say, x: f"must fall back: {say.units(x.units)} ({x.rule})",
    r.UnitRetreated: lambda say, x: f"{say.unit(x.unit)} falls back to {x.to} ({x.rule})",
    r.RetreatContinued: lambda say, x: f"{say.unit(x.unit)} cannot stop there{because(say, x)}",
    f.AttackWasted: lambda say, x: (
        f"the attack of {say.unit(x.unit)} on {x.target} is wasted: its enemy is gone ({x.rule})"
    ),
    f.AttackVoided: lambda say, x: f"{say.unit(x.unit)} cannot carry out what it declared{because(say, x)}",
    r.UnitAdvanced: lambda say, x: f"{say.unit(x.unit)} advances into {x.to} (12.7a)",
    f.CounterAttackMade: lambda say, x: f"{say.unit(x.unit)} turns on {x.target} (19.1a)",
    b.TrainAttacked: lambda say, x: f"{_together(say, x.units, 'attack')} {say.unit(x.train)} (21.4)",
    b.BombardmentResolved: _bombardment,
}
ASKED: QuestionTexts = {
    a.AwaitSwap: lambda _say, x: f"{x.side} to decide: another brigade to defend? (11.7b)",
    a.AwaitRetreatBeforeCombat: lambda _say, x: f"{x.side} to decide: retreat before combat? (15.4)",
    a.AwaitCoordination: lambda _say, x: f"{x.side} to decide: coordinate the attacks? (17.4c)",
    a.AwaitSupport: lambda _say, x: f"{x.side} to decide on artillery support (13.4)",
    a.AwaitDefender: lambda say, x: f"{x.side} to choose the defender: {say.units(x.units)} (11.7a, 13.5a)",
    a.AwaitRetreat: lambda say, x: f"{x.side} to retreat {say.units(x.units)} (12.4a)",
    a.AwaitRout: lambda say, x: f"{x.side} to choose which routs: {say.units(x.units)} (9.3b)",
    a.AwaitAdvance: lambda say, x: f"{x.side} to decide: advance {say.units(x.units)} into {x.to}? (12.7a)",
    a.AwaitCounterAttack: lambda _say, x: f"{x.side} to decide: Counter-Attack {', '.join(x.targets)}? (19.1a)",
}
ORDERS: OrderTexts = {
    a.RollCoordination: "11.6a Before the first attack on a hex: `target` is the hex attacked.",
    a.ResolveAttack: "11.3 The declared attack of one brigade; `unit` is the attacker.",
    a.ResolveBombardment: (
        "14.3 The declared bombardment of one artillery unit, or of a stack that tries to coordinate (14.7). `aim` is "
        "the unit hit where it is chosen only now (D62 B)."
    ),
    a.SwapDefender: "11.7b A Supporting Brigade takes the place of the defender.",
    a.RetreatBeforeCombat: "15.4 Defending cavalry tries to fall back before infantry.",
    a.GiveSupport: "13.4 One artillery unit supports the combat.",
    a.DefendWith: "13.5a Which artillery unit defends a hex without brigades; 11.7a which brigade takes over (D46 B).",
    a.RetreatTo: "12.4 One hex of a unit's retreat: `to` is an adjacent hex; `off` leaves the map (8.5b).",
    a.ChooseRout: "9.3b Which unit routs where retreating units overstack a hex.",
    a.Advance: "12.7a The brigades that advance into the emptied hex.",
    a.CounterAttack: (
        "19.1 A brigade strikes back at a unit that attacked or bombarded; cavalry may charge under D66 C. `unit` "
        "strikes back, `target` is the hex of the unit struck."
    ),
}


def _still_declared(say: Say, of: tuple[Of, ...]) -> str:
    """11.1a What is left of the declarations, and the orders that take it up."""
    left = list(zip(of[::3], of[1::3], of[2::3], strict=True))
    acts = [f"{named(say, who)} {'bombards' if how == 'bombardment' else 'attacks'} {hex}" for who, how, hex in left]
    shots = sum(1 for _, how, _ in left if how == "bombardment")
    orders = (["ResolveAttack"] if shots < len(left) else []) + (["ResolveBombardment"] if shots else [])
    return f"what was declared must be carried out: {', '.join(acts)} ({' or '.join(orders)})"


def _counter_bar(why: str) -> Template:
    return f"{{0:name}} {why} and cannot Counter-Attack {{1}}"


# 11.4, 11.5 Modifiers: in English most keys speak for themselves.
MODIFIERS: ReasonTexts = {
    "coordinated": "coordinated, attack {0} on the hex",
    "attacker supported": "attacker supported by {0:name}",
    "defender supported": "defender supported by {0:name}",
} | {
    key: key
    for key in (
        "defender in a town",
        "defender in rough ground",
        "defender in heavy woods, attacked through a clear hexside",
        "attack uphill across a slope",
        "attack across a stream",
        "attack across a ravine",
        "attack across a protected hexside",
        "attacker Disrupted",
        "defender Disrupted",
        "difference of the ratings held to the table",
    )
}
REASONS: ReasonTexts = {
    **MODIFIERS,
    # 11.1 to 11.3 which attack comes next
    "still declared": _still_declared,
    "Train never attacks": "a Train never attacks; brigades and artillery do",
    "nothing declared": lambda say, of: f"{named(say, of[0])} has declared no {of[1]} in the Movement Phase",
    "is over": lambda say, of: f"the {of[0]} of {named(say, of[1])} is over for this Combat Phase",
    "the one above first": lambda say, of: (
        f"{named(say, of[0])} lies above {named(say, of[1])} and attacks first (D44)"
    ),
    "what was begun first": lambda say, of: (
        f"{named(say, of[0])} must wait until the bombardments or attacks begun are over"
    ),
    "its controller orders": lambda say, of: f"{named(say, of[0])} is ordered by the side that controls it",
    "hex begun first": "{0} must wait until all that was declared on {1} is resolved",
    # 11.6 coordination
    "other hex first": "the attacks on {0} come first",
    "owner coordinates": "the {0} side is asked when an attack is ordered",
    "too few to coordinate": "{0} brigade(s) are still to attack {1}; coordination takes two",
    "nobody left to attack": "nobody is left in {0} to attack together",
    "coordination at night": "attacks cannot be coordinated at night",
    "coordination in Panic": "an army in Panic cannot coordinate its attacks",
    "coordination rolled for": "coordination on {0} is rolled for once, before the first attack on it",
    "coordination too late": "coordination is rolled for before an attack, never in a Counter-Attack",
    # 11.3 what is not asked
    "swap not asked": "the defender is swapped only between two attacks that are not coordinated",
    "falling back not asked": "only cavalry attacked by infantry falls back, and only when it is asked",
    "support not asked": "support is given when it is asked for, once for each side and before the dice",
    "defender not asked": "nobody is asked which unit defends",
    "retreat not asked": "no unit has to retreat now",
    "rout not asked": "no hex is overstacked by a retreat",
    "advance not asked": "no hex was emptied by an attack just now",
    "Counter-Attack not asked": "a Counter-Attack is made at once after the combat it answers",
    "retreat goes to its end": "a retreat is carried to its end",
    # 11.7, 13.4, 13.5 defenders and support
    "cannot take over": lambda say, of: f"{named(say, of[0])} cannot take over; {each(say, of[1:])} may",
    "cannot defend": lambda say, of: f"{named(say, of[0])} cannot defend; pick one of {each(say, of[1:])}",
    "no gun of the attack": lambda say, of: f"{named(say, of[0])} cannot support; artillery in the attacker's hex may",
    "no gun of the defence": lambda say, of: (
        f"{named(say, of[0])} cannot support; artillery in or next to the defender's hex may"
    ),
    "support at night": "artillery gives no support at night",
    "support for lone guns": "artillery alone in {0} defends without support; only brigades are supported",
    "supported already": "{0:name} supports this side of the combat already; one artillery unit may",
    "Disrupted, no support": lambda say, of: f"{named(say, of[0])} is Disrupted and cannot give support",
    "spent, no support": lambda say, of: (
        f"{named(say, of[0])} has moved, fired or given support since its last player turn and cannot give support"
    ),
    "declared, no support": lambda say, of: f"{named(say, of[0])} has declared a bombardment and cannot give support",
    # 9.3, 12.4, 12.7 retreat and advance
    "attacker never retreats": "{0:name} attacked; attackers never retreat",
    "does not retreat": lambda say, of: f"{named(say, of[0])} does not retreat; these do: {each(say, of[1:])}",
    "cannot retreat there": lambda say, of: (
        f"{named(say, of[0])} cannot retreat to {of[1]}; open to it: {listed(of[2:])}"
    ),
    "cannot be chosen": lambda say, of: f"{named(say, of[0])} cannot be chosen; pick one of {each(say, of[1:])}",
    "cannot advance": lambda say, of: (
        f"{named(say, of[0])} cannot advance into {of[1]}; these may: {each(say, of[2:])}"
    ),
    "name who advances": "name each brigade that advances once, or decline",
    "too many advance": "{0} brigades do not fit into {1}; {2} do",
    # 14.7 bombardment
    "guns of two hexes": "artillery in different hexes never coordinates; order each hex by itself",
    "guns with two targets": "artillery with different targets never coordinates; order each by itself",
    "gun named twice": "name each artillery unit once",
    "guns in Panic": "an army in Panic cannot coordinate its artillery; order each unit by itself",
    "fire on a Train": "fire on a Train is not coordinated; order each unit by itself",
    "shot is bound": lambda say, of: f"the shot was declared on {named(say, of[0])} and cannot be changed",
    "name the unit hit": lambda say, of: f"name the unit in {of[0]} to be hit: {each(say, of[1:])}",
    # 19.1 to 19.3 Counter-Attacks
    "no counter there": lambda _say, of: f"no unit in {of[0]} can be Counter-Attacked now; open: {listed(of[1:])}",
    "no brigade of yours": lambda say, of: f"{named(say, of[0])} is no brigade of the {of[1]} side",
    "counter from afar": _counter_bar("is not next to {1}"),
    "counter after a fight": _counter_bar("has already fought in this Combat Phase"),
    "counter for another hex": _counter_bar("has declared an attack on {2}"),
    "counter by the attacked": _counter_bar("had an attack declared against it"),
    "counter out of control": _counter_bar("is not under its owner's control"),
    "counter is no charge": "{0:name} cannot charge: a Counter-Attack is no charge",
    "unfit to charge": "{0:name} cannot charge: only cavalry that is neither Shaken nor Disrupted charges",
    "counter off clear ground": "{0:name} cannot charge: {1} is not clear ground",
    "counter not at infantry": "{0:name} cannot charge: {1} must hold infantry only",
}
