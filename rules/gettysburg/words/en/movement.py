"""Marches, entries and declarations in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, Say
from rules.gettysburg.movement import asks as a
from rules.gettysburg.movement import declaration_facts as d
from rules.gettysburg.movement import facts as f
from rules.gettysburg.words.en.plain import points

DECLARED_SAID = {"attack": "will attack", "charge": "will charge", "train": "will attack the Train in"}


def _began(say: Say, fact: f.MarchBegan) -> str:
    how = {"normal": "", "accelerated": ", accelerated (15.1)", "disengage": ", disengaging (22.2)"}[fact.pace]
    limit = "; near enemy infantry it may move one hex (8.6(2))" if fact.one_hex else ""
    charge = f", to charge {fact.charge} (15.5a)" if fact.charge else ""
    return f"{say.unit(fact.unit)} begins its move with {points(fact.left)}{how}{charge}{limit}"


def _entered(say: Say, fact: f.UnitEntered) -> str:
    where = f"{fact.entry} ({fact.at}), number {fact.column} of the column"
    return f"{say.unit(fact.unit)} enters at {where}, {points(fact.cost)}"


def _delayed(say: Say, fact: f.UnitDelayed) -> str:
    if fact.extra:
        return f"{say.unit(fact.unit)} is delayed by enemy cavalry: {points(fact.extra)} more (15.3a)"
    return f"{say.unit(fact.unit)} is not delayed by enemy cavalry (15.3a)"


def _cavalry(say: Say, fact: f.CavalryTested) -> str:
    return f"{say.unit(fact.unit)} {'keeps' if fact.passed else 'loses'} its nerve next to enemy infantry (8.6(4))"


def _attack(say: Say, fact: d.AttackDeclared) -> str:
    aim = f" (at {say.unit(fact.aim)})" if fact.aim else ""
    return f"{say.unit(fact.unit)} {DECLARED_SAID[fact.kind]} {fact.target}{aim}"


def _return_rolled(say: Say, fact: f.ReturnRolled) -> str:
    return (
        f"{say.unit(fact.unit)} may come back at {fact.entry} (22.6)"
        if fact.entry
        else f"{say.unit(fact.unit)} stays away (22.6)"
    )


FACTS: FactTexts = {
    f.UnitLeftMap: lambda say, x: f"{say.unit(x.unit)} leaves the map at {x.at} ({x.rule})",
    f.ReturnRolled: _return_rolled,
    f.PieceRestored: lambda say, x: f"back in good order: {say.units(x.units) or 'nobody'} (22.6)",
    d.StackReordered: lambda say, x: f"the stack in {x.at}, from the top: {say.units(x.pieces)} (9.4a)",
    f.MarchBegan: _began,
    f.MarchForced: lambda say, x: f"{say.unit(x.unit)} is forced on: {points(x.added)} more (22.4)",
    f.UnitMoved: lambda say, x: f"{say.unit(x.unit)} to {x.to} for {points(x.cost)}" + (" by road" if x.road else ""),
    f.UnitEntered: _entered,
    f.UnitDelayed: _delayed,
    f.CavalryTested: _cavalry,
    f.MarchStopped: lambda say, x: f"{say.unit(x.unit)} cannot go on ({say.reason(x.why)}, {x.why.cite})",
    f.MarchEnded: lambda say, x: f"{say.unit(x.unit)} ends its march",
    f.ApproachUsed: lambda say, x: f"{say.unit(x.unit)} is the one brigade that may close with the enemy (16.4O)",
    d.AttackDeclared: _attack,
    d.BombardmentDeclared: lambda say, x: (
        f"{say.unit(x.unit)} will bombard {say.unit(x.aim) if x.aim else 'a unit'} in {x.target}"
    ),
    d.ChargeAnnounced: lambda say, x: f"{say.unit(x.unit)} will charge {x.target} (15.5a)",
    d.DeclarationForgone: lambda say, x: f"{say.unit(x.unit)} declares nothing (8.4a)",
    d.ControlAsked: lambda say, x: f"the enemy may try to take over {say.unit(x.unit)} (17.3a)",
    f.HiddenRecovered: lambda say, x: f"inside {say.unit(x.hmc)} recover: {say.units(x.units) or 'none'} (7.3d)",
}
ASKED: QuestionTexts = {
    a.AwaitControl: lambda say, x: f"{x.side} to decide: try to take over {say.unit(x.order.unit)}? (17.3a)",
    a.AwaitMarch: lambda say, x: f"{x.side} to move {say.unit(x.unit)} on, or to stop it (8.1a)",
    a.ResumeMarch: lambda say, x: f"the march of {say.unit(x.unit)} is interrupted",
    a.AwaitDeclaration: lambda say, x: f"{x.side} to declare for {say.unit(x.unit)} (8.4a)",
}
ORDERS: OrderTexts = {
    a.MoveUnit: (
        "8.1 One piece moves hex by hex; a reinforcement names its entry hex first, `off` leaves the map. `path` is "
        "every hex it enters, in order, without the one it stands in; it may be left out to recover or charge only. "
        "`recover` pays for recovery first (7.3), `forced` adds MP (22.4), `charge` names the hex charged (15.5), "
        "`more` keeps the move open for a further order."
    ),
    a.DeclareAttack: (
        "8.4 A brigade will attack the units, or the Train, in an adjacent hex: `unit` is its id, `target` that hex. "
        "Declared right after the unit's own move, or instead of it, before another unit is used; `train` for a "
        "Train."
    ),
    a.DeclareBombardment: (
        "14.1, 14.2b Artillery will bombard one unit in a hex: `target` is the hex, `aim` the id of the unit hit. "
        "Declared like an attack: right after the unit's own move, or instead of it, before another unit is used."
    ),
    a.ReorderStack: "9.4a The pieces of one hex, all of them by id, top first.",
    a.RollForReturn: "22.6 A unit or HMC that left the map tries to come back.",
}
