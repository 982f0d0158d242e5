"""Hidden movement and control in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.gettysburg.hidden import asks as a
from rules.gettysburg.hidden import facts as f
from rules.gettysburg.words.en.plain import because, listed

CONTROL_SAID = {
    "opponent": "is taken over by the enemy for this turn",
    "nobody": "obeys nobody this turn",
    "owner": "obeys its own side",
}


def _hidden(say: Say, fact: f.UnitsHidden) -> str:
    where = f"at entry {fact.entry}" if fact.entry else f"in {fact.at}"
    gone = f"; from sight: {say.units(fact.units)}" if fact.units else ""
    return f"{say.units(fact.hmcs)} placed {where}{gone}"


def _revealed(say: Say, fact: f.HiddenRevealed) -> str:
    return f"{say.unit(fact.hmc)} is revealed: {say.units(fact.units) or 'a decoy'}{because(say, fact)}"


FACTS: FactTexts = {
    f.ControlTried: lambda say, x: f"{say.unit(x.unit)} {CONTROL_SAID[x.control]} ({x.rule})",
    f.LeftoverBegan: lambda _say, x: f"the {x.side} side may still take over units that stood still (17.3b)",
    f.LeftoverEnded: lambda _say, _x: "no more attempts to take over units (17.3b)",
    f.UnitsHidden: _hidden,
    f.HiddenFilled: lambda say, x: f"{say.unit(x.hmc)} holds {say.units(x.units) or 'nothing: it is a decoy'}",
    f.HiddenRevealed: _revealed,
    f.UnitDeployed: lambda say, x: f"{say.unit(x.unit)} deploys in {x.to} (18.5)",
    f.HiddenTired: lambda say, x: (
        f"Disrupted in {say.unit(x.hmc)}, which moved at night: {say.units(x.units) or 'nobody'} (20.2a)"
    ),
    f.HiddenBrokenUp: lambda say, x: f"{say.unit(x.hmc)} is broken up off the map (22.6)",
    f.CommandLost: lambda say, x: f"{say.units(x.units)}: under the command of {x.control} this turn (17.5b)",
}
ASKED: QuestionTexts = {
    a.AwaitLeftover: lambda _say, x: f"{x.side} to decide: take over units that stood still? (17.3b)",
    a.AwaitDeployment: lambda say, x: f"{x.side} to deploy the units of {say.unit(x.hmc)} (18.5)",
}
ORDERS: OrderTexts = {
    a.HideUnits: (
        "18.2b, 18.6, 18.7, 23.1 Units go into HMCs in one hex, all at one moment; an empty HMC is a decoy. `at` is "
        "the hex; `contents` names each HMC and the ids of the units in it, none for a decoy. In an entry hex, units "
        "still to arrive may be put into HMCs that enter there."
    ),
    a.DeployUnits: (
        "18.4a An HMC is removed before it moves, or 18.5 one that was observed is emptied. `places` gives each unit "
        "in it, by id, its hex."
    ),
    a.AttemptControl: "17.3 The opponent of an army in Panic tries to take over a unit.",
}
REASONS: ReasonTexts = {
    # 17.3 control
    "no chance of control": "no chance to take control of a unit is left, or the enemy is not in Panic",
    "control too early": "{0:name} is not about to be used: it is tried for when it is, or when its owner has finished",
    "HMC tried last": "{0} is tried for when its owner has finished: in Panic he cannot use it",
    "another is about to be used": "{0} is about to be used, not {1}",
    # 18.2, 18.6, 18.7, 23.1 hiding
    "hidden movement not in play": "hidden movement is not played in this game",
    "no HMC of yours": "{0} is no Hidden Movement Counter of the {1} side",
    "HMC in use": lambda _say, of: f"{of[0]} is in use; free are {listed(of[1:], 'none of the eight')}",
    "HMC just removed": "{0} was removed in this player turn and lies still until the next",
    "decoy created alone": "a decoy is created only together with a counter that holds units, in the same hex",
    "Train hidden": "a Train cannot be hidden",
    "hidden twice": "a unit can be in one counter only",
    "not to be hidden there": "{0:name} does not wait to be set up hidden in {1}",
    "all hidden or none": "the units of {0} start all hidden or all in the open (D09)",
    "too many decoys": "{0} counters with units allow as many decoys, not {1}",
    "no reinforcement": "{0:name} is not among the reinforcements still to come",
    "not due yet": "{0:name} is not due yet",
    "enters elsewhere": "{0:name} enters at {1}, not at {2}",
    "may not move": "{0:name} may not move this turn",
    "owner has finished": "the owner has finished; only units freed by a control attempt may still be used",
    "entry hex observed": "the enemy observes {0}: no counter can enter there",
    "no HMC created": "an army in {0:term} state creates no Hidden Movement Counters",
    "held by the enemy": "{0} is held by the enemy",
    "hex observed": "the enemy observes {0}; an HMC is created only where no enemy unit does",
    "not beside the HMC": "{0:name} is neither in {1} nor adjacent to it",
    "already used": "{0:name} has already been used this turn",
    "unit observed": "the enemy observes {0:name} in {1}",
    "not under command": "{0:name} is not under its owner's command this turn",
    "too many pieces": "{0} would hold {1} pieces; {2} may stack",
    # 18.4, 18.5, 22.6 deployment
    "another HMC first": "{0} was observed and is to be emptied first, not {1}",
    "HMC has moved": "{0} has moved this turn; it can be removed only before it moves",
    "no HMC removed": "an army in {0:term} state removes no Hidden Movement Counter of its own",
    "HMC off the map": "{0} is off the map: its units can only be told apart there, with no hexes named",
    "HMC gone for good": "{0} has left the map for good",
    "not to be deployed": "{0} is not among the units to be deployed",
    "room for more": "{0} of these units find room in {1} or adjacent to it; {2} are placed",
    "deploys elsewhere": "{0:name} deploys in {1} or adjacent to it, not in {2}",
    "no deploying into rough": "{0:name} may not deploy into the rough of {1}",
    "cannot deploy there": lambda say, of: (
        f"{say.name(of[0])} cannot deploy in {of[1]}; there is room in: {listed(of[2:], 'nowhere')}"
    ),
}
