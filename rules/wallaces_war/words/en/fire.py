"""Fire in English: who shot at whom, with what, and what it did."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.wallaces_war.fire import asks as a
from rules.wallaces_war.fire import facts as f

OCCASIONS = {"defensive": "", "offensive": "", "melee": " as they come on"}


def _hits(steps: int) -> str:
    return "no effect" if not steps else "1 step" if steps == 1 else f"{steps} steps"


def _shot(say: Say, fact: f.ShotFired) -> str:
    added = "".join(f" {m.value:+} {say.reason(m)} ({m.cite})" for m in fact.modifiers)
    column = f", read at range {fact.column}" if fact.column != fact.range else ""
    return (
        f"{say.unit(fact.unit)} fires at {fact.target}{OCCASIONS[fact.occasion]}, range {fact.range}{column}: "
        f"{fact.die}{f'{added} = {fact.result}' if added else ''}: {_hits(fact.losses)}"
    )


REASONS: ReasonTexts = {
    "fire": "fire of {0:unit} at {1}",
    "shot": "fire of {0:unit}",
    "firer": "{0:term}",
    "firer shaken": "shaken",
    "row of fire": "{0} ({1})",
    "range": "range {0}",
    "steps hit": lambda _say, of: _hits(int(of[0])),
    "turns after its advance": "after the advance",
    "withdrawal from fire": "a withdrawal from fire",
    "no such unit on the map": lambda say, of: f"there is no {' and no '.join(map(say.unit, of)) or 'unit'} on the map",
    "not your unit": "{0:unit} is not of your side",
    "cannot fire": "{0:unit} cannot fire: {1:term} have no missiles",
    "fires from below": "{0:unit} lies under another unit; only the top unit of a stack fires",
    "not of the activated Battle": "{0:unit} is not of the Battle activated, {1:unit}",
    "has fired": "{0:unit} has fired already",
    "nearer target": lambda say, of: (
        f"{say.unit(of[0])} must fire at a target in its ZOC: {', '.join(map(str, of[1:]))}"
    ),
    "nobody to fire at": "no enemy stands in {0}",
    "no hex of this map": "{0} is no hex of this map",
    "target not activated": "the units in {0} are not of the Battle activated, {1:unit}",
    "engages another Battle": "{0:unit} must engage the Battle named for Edward's men",
    "out of range": "{0:unit} is {1} hexes away; bows reach {2}",
    "out of its arc": "{1} is outside the arc of {0:unit}",
    "out of sight": "{0:unit} has no line of sight to {1}",
    "fires out of command": "{0:unit} is out of command: it fires only at who is in its ZOC or has fired at it",
    "top unit or whole stack": lambda say, of: f"the top unit advances alone, or the whole stack: {say.units(of)}",
    "did not fire at it": "{0:unit} has not fired at {1} in this segment",
    "hex not emptied by fire": "{0} is not a hex beside it that fire has emptied",
    "closed to it": "{1} is closed to {0:unit}",
    "advance into a zone": "{1} lies in an enemy ZOC; {0:unit} may not advance into it",
}
FACTS: FactTexts = {
    f.ShotFired: _shot,
    f.ShotsDeclined: lambda say, x: f"the units in {x.at} make no use of {say.reason(x.what)} ({x.what.cite})",
}
ASKED: QuestionTexts = {
    a.AwaitWithdrawal: lambda _say, frame: f"the horse in {frame.at} may withdraw from fire",
}
ORDERS: OrderTexts = {
    a.Fire: "a unit fires at a hex in its arc and sight",
    a.AdvanceAfterFire: "a unit or stack that fired at a hex now empty moves into it",
}
