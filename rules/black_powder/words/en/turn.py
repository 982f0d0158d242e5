"""The sequence of play in English."""

from __future__ import annotations

from domain.kernel.facts import PhaseBegan
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from domain.words.gate import refusals
from rules.black_powder.phases import PhaseEnded
from rules.black_powder.turn import asks as a
from rules.black_powder.turn import facts as f
from rules.black_powder.words.en.plain import inches, said


def _checked(say: Say, x: f.TurnChecked) -> str:
    """With how near each stands, where the log has it."""
    near = [f"{say.unit(name)} at {inches(gap)}" for name, gap in zip(x.near, x.gaps, strict=False)]
    return f"within 12 inches of an enemy: {', '.join(near) or say.units(x.near) or 'nobody'}"


FACTS: FactTexts = {
    PhaseBegan: lambda say, x: f"turn {x.turn}: {say.term(x.side)}, {x.phase}",
    f.SideChosen: lambda say, x: f"{say.term(x.first)} goes first",
    f.TurnChecked: _checked,
    f.BrigadeBroke: lambda say, x: (
        f"{say.name(x.brigade)} is broken{' with the army' if x.by_army else ''}: "
        f"{len(x.lost)} of {x.counting} units lost, {x.threshold} break it"
    ),
    f.ArmyBroke: lambda say, x: f"the army of {say.term(x.side)} breaks: {x.broken} of {x.brigades} brigades broken",
    PhaseEnded: lambda say, x: f"{say.term(x.side)} is done with its {x.phase}",
}
ASKED: QuestionTexts = {
    a.AwaitFirst: lambda say, x: f"{say.term(x.side)} says who goes first",
}
ORDERS: OrderTexts = {
    a.RollForFirst: "BP.turn.6 The battle begins; a die for each side where the scenario names no first player.",
    a.EndInitiative: "BP.init.1 No more moves of initiative: the commanders begin.",
    a.ChooseFirst: "BP.turn.6 Who rolled higher says who goes first.",
    a.Concede: "BP.vic.13 The side gives the battle up, at any time.",
    a.EndOrders: "BP.turn.5 The Command phase is over.",
}
REASONS: ReasonTexts = {
    **refusals(now=", in the {0} phase", of="the {0} phase"),
    "no such side": "{0} is no side of this battle",
    "who goes first": "who goes first",
    "arrival": "arrival of {0:name}",
    "elite": "elite: {0:name}",
    "brave": "brave: {0:name}",
    "conceded": "{0:term} gives the battle up",
    "army broken": "the army of {0:term} is broken",
    "both armies broken": "both armies are broken",
    "got away": "half of the units of {0:term} have got away",
    "did not get away": "{0:term} has not got away",
    "brigades level": "unbroken brigades: {0:term} {1} of {2}, {3:term} {4} of {5}: level",
    "more brigades unbroken": "unbroken brigades: {0:term} {1} of {2}, {3:term} {4} of {5}",
    "holds the places": said("{0:term} holds {rest}"),
    "nobody holds them": "nobody holds the places that decide",
    "ground taken": "{0:term} has {1} points of ground; {2} win",
    "ground half taken": "{0:term} has {1} points of ground, short of {2}",
    "ground held": "{0:term} has {1} points of ground; {2} were needed",
    "still stands": "{0:term} still stands in the inner line",
    "overrun": "{0:term} has nobody left in the inner line",
}
