"""Hand-to-hand fighting in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.black_powder.advanced import asks
from rules.black_powder.advanced import facts as advanced
from rules.black_powder.combat import asks as a
from rules.black_powder.combat import facts as f
from rules.black_powder.words.en.breaking import added
from rules.black_powder.words.en.plain import inches

DONE = {
    "nothing": "stays where it is",
    "form": "forms",
    "fall back": "falls back",
    "sweep": "sweeps on",
    "occupy": "occupies",
    "back into combat": "goes back into combat",
}
SQUARES = {
    "square": "forms square",
    "disordered square": "forms square in disorder",
    "no square": "fails to form square",
}


def _support(say: Say, x: f.SupportCounted) -> str:
    told = (
        f"{say.unit(one.supporter)} supports the {one.side} of {say.unit(one.unit)} at {inches(gap)}"
        for one, gap in zip(x.backings, x.gaps, strict=True)
    )
    return "; ".join(told)


def _blows(say: Say, x: f.BlowsStruck) -> str:
    number = "".join(f" {one.value:+} {say.reason(one)}" for one in x.steps[1:])
    dice = f"{x.steps[0].value} {say.reason(x.steps[0])}{number}"
    told = (
        f"{say.unit(blow.foe)} {blow.needs}+{added(say, blow.modifiers)}: "
        f"{', '.join(f'{face}*' if at in blow.again else str(face) for at, face in enumerate(blow.faces))}: {blow.hits}"
        for blow in x.blows
    )
    return f"{say.unit(x.unit)} strikes ({dice}): {'; '.join(told)} hits"


def _round(say: Say, x: f.RoundFought) -> str:
    scores = ", ".join(f"{say.term(side)} {score}" for side, score in x.scores.items())
    bonus = "; ".join(
        f"{say.term(one.side)} {one.modifier.value:+} {say.reason(one.modifier)} ({one.modifier.cite})"
        for one in x.bonuses
    )
    result = f"{say.term(x.winner)} wins the round" if x.winner else "the round is drawn"
    return f"{result}: {scores}{f' ({bonus})' if bonus else ''}"


def _winner(say: Say, x: f.WinnerMoved) -> str:
    formed = f" {say.term(x.formation)}" if x.do == "form" and x.formation else ""
    block = f" {x.block}" if x.block else ""
    far = f" {inches(x.way)} of {inches(x.allowance)}" if x.way else ""
    return f"{say.unit(x.unit)}, victorious, {DONE[x.do]}{formed}{block}{far}"


REASONS: ReasonTexts = {
    "a battalion left it": "a battalion has left it",
    "no brigade squares in this game": "brigade squares are not played in this game",
    "cannot join a square": "{0:unit} is engaged, or in a brigade square already",
    "not a battalion in line": "{0:unit} is no battalion of regular foot in line, and no gun",
    "no square of them": lambda say, of: f"these do not stand round a square: {say.units(of)}",
    "only the general orders it": "the general orders {1:unit}, in a square of several brigades, not {0:unit}",
    "blows": "{0:unit} strikes {1:unit}",
    "hand-to-hand": "{0:unit} hand to hand",
    "heavy cavalry": lambda say, of: f"the heavy cavalry of {say.term(of[0])}" if of else "heavy cavalry",
    "the gate": "the gate of {0}",
    "forming square": "{0:unit} forms square before {1:unit}",
    "hand-to-hand value": "hand-to-hand",
    "sides engaged": "{0} sides engaged",
    "commander with them": "a commander with them",
    "charging": "charging",
    "won the round before": "won the round before",
    "in skirmish formation": "in skirmish formation",
    "taken in flank or rear": "taken in flank or rear",
    "square": "square",
    "lances": "lances",
    "supported": "{0:unit} supported on its {1} by {2:unit}",
    "square against horse": "the square of {0:unit}",
    "holds a building": "{0:unit} holds a building",
    "brigade square": "{0:unit} in a brigade square",
    "lost in a draw": "lost in a draw",
    "nothing to fight": "{0:unit} has no engagement that is still to be fought",
    "another unit divides": "{1:unit} divides its dice now, not {0:unit}",
    "another unit has won": "{1:unit} chooses now, not {0:unit}",
    "another unit turns": "{1:unit} is asked whether it turns, not {0:unit}",
    "cannot support it": "{0:unit} cannot support {1:unit} here",
    "dice do not add up": "{0:unit} divides {1} dice and has {2}",
    "too few dice to the front": "{0:unit} strikes its front with {1} dice and must with {2} at least",
    "too many dice to a side": "{0:unit} strikes its {1} with {2} dice and may with {3} at most",
    "dice not shared evenly": "{0:unit} must share its dice evenly over the enemies on its {1}",
    "which formation": "{0:unit}: which formation?",
    "would leave the table": "{0:unit} would leave the table",
    "enemies left": "{0:unit} makes no sweeping advance: enemies of the engagement are left",
    "did not charge": "{0:unit} makes no sweeping advance: it did not charge this turn",
    "only horse charges on": "{0:unit} cannot charge with a sweeping advance: only horse does",
    "has swept": "{0:unit} has made its sweeping charge of this turn",
    "not of this engagement": "{1:unit} is not an enemy of the engagement that is left",
    "nothing to occupy": "{0:unit} has no building {1} to occupy",
}
FACTS: FactTexts = {
    f.SupportCounted: _support,
    f.SupportAssigned: lambda say, x: f"{say.unit(x.supporter)} supports {say.unit(x.unit)}",
    f.DiceAllocated: lambda say, x: (
        f"{say.unit(x.unit)} divides its dice: "
        + ", ".join(f"{number} at {say.unit(foe)}" for foe, number in zip(x.foes, x.dice, strict=True))
    ),
    f.TurnDeclined: lambda say, x: f"{say.unit(x.unit)} does not turn to the enemy",
    f.BlowsStruck: _blows,
    f.GateTried: lambda _say, x: f"{x.place}, the gate: {x.die}: {'it is forced' if x.done else 'it holds'}",
    f.RoundFought: _round,
    f.WinnerMoved: _winner,
    f.EngagementEnded: lambda say, x: f"the fight is over: {say.units(x.units)}",
    f.RoundDone: lambda say, x: f"fought: {say.units(x.units)}",
    advanced.BrigadeSquareFormed: lambda say, x: f"{say.units(x.units)} stand as a brigade square",
    advanced.BrigadeSquareDissolved: lambda say, x: (
        f"the brigade square of {say.unit(x.name)} is one no more: {say.reason(x.why)}"
    ),
    advanced.SquareTested: lambda say, x: (
        f"{say.unit(x.unit)} {SQUARES[x.result]} before {say.unit(x.charger)}: {', '.join(map(str, x.dice))}"
    ),
}
ASKED: QuestionTexts = {
    a.AwaitTurning: lambda say, x: f"{say.unit(x.unit)} may turn to the enemy",
    a.AwaitSplit: lambda say, x: f"{say.unit(x.unit)} divides {x.dice} dice over {say.units(x.foes)}",
    a.AwaitSupport: lambda say, x: f"{say.unit(x.supporter)} supports one of {say.units(x.units)}",
    a.AwaitWinner: lambda say, x: f"{say.unit(x.unit)} has won and may act",
}
ORDERS: OrderTexts = {
    a.ChooseEngagement: "the engagement of a unit is fought next",
    a.TurnToEnemy: "a unit taken in flank that held turns to the enemy, or not",
    a.AllocateDice: "how many dice a unit strikes each enemy with",
    a.AssignSupport: "whom a unit supports that could support several",
    asks.DeclareSquare: "battalions that stand round a square declare it a brigade square",
    a.WinnerMove: "what a victorious unit does",
}
