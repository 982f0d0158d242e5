"""Casualties, disorder, break tests and retreats in English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Fact, Frame, Order
from domain.kernel.say import Say, Template
from rules.black_powder.breaking import asks as a
from rules.black_powder.breaking import facts as f
from rules.black_powder.words.en.plain import inches

RECRUITS = {
    "terror": "they are seized by terror: disordered, and only sixes hit this turn",
    "panic": "they panic: only sixes hit this turn",
    "none": "they do as they were taught",
    "fire": "they are eager: one die more this turn",
}
CAUSES = {
    "shooting": "under fire",
    "closing fire": "after closing fire",
    "traversing fire": "after traversing fire",
    "beaten": "beaten",
    "draw": "shaken in a draw",
    "support": "as a friend it supported breaks",
    "terror": "before a terrifying charge",
    "wavering": "wavering",
}
GOING = {"retreat": "retreats", "evade": "evades", "draw": "goes back from the draw"}


def added(say: Say, modifiers: Any) -> str:
    return "".join(f" {one.value:+} {say.reason(one)} ({one.cite})" for one in modifiers)


def _casualties(say: Say, x: f.CasualtiesTaken) -> str:
    number = "a casualty" if x.amount == 1 else f"{x.amount} casualties"
    state = ", shaken" if x.total >= x.stamina else ""
    return f"{say.unit(x.unit)} takes {number} from {say.reason(x.cause)}: {x.total} of {x.stamina}{state}"


def _tested(say: Say, x: f.BreakTested) -> str:
    rolled = (
        f"{' + '.join(map(str, x.dice))}{added(say, x.modifiers)} = {x.score}" if x.dice else "steady, without a roll"
    )
    again = " again" if x.again else ""
    return f"{say.unit(x.unit)} takes a break test{again}, {CAUSES[x.cause]} ({x.lines} lines): {rolled}: {x.result}"


def _stamina(say: Say, x: f.StaminaFound) -> str:
    size = f" {x.modifier:+}" if x.modifier else ""
    return f"{say.unit(x.unit)}, untested until now: {x.die}{size}: stamina {x.stamina}"


def _retreated(say: Say, x: f.UnitRetreated) -> str:
    moves = "one move" if x.moves == 1 else f"{x.moves} moves"
    formed = f", and forms {say.term(x.formation)}" if x.formation else ""
    return f"{say.unit(x.unit)} {GOING[x.going]} {inches(x.length)} ({moves}){formed}"


def _ended(say: Say, x: f.DisorderEnded) -> str:
    rolled = f" (rolled {x.die})" if x.die else ""
    state = "is in order again" if x.ended else "stays disordered"
    return f"{say.unit(x.unit)} {state}: {say.reason(x.why)}{rolled}"


def _commander(say: Say, x: f.CommanderTested) -> str:
    state = "he falls" if x.lost else "unhurt"
    return f"{say.unit(x.commander)} with {say.unit(x.unit)} is in danger: {', '.join(map(str, x.dice))}: {state}"


REASONS: Mapping[str, Template] = {
    "break test": "break test of {0:unit}",
    "dice again": "dice of {0:unit} again",
    "stamina": "the stamina of {0:unit}",
    "recruits": "the recruits of {0:unit}",
    "commander in danger": "{0:unit} with {1:unit}",
    "casualties above stamina": "casualties above stamina",
    "casualties from guns": "casualties from guns",
    "disordered": "disordered",
    "falls with his men": "with the men of {0:unit}",
    "lost with his unit": "with {0:unit}",
    "recruits in terror": "recruits in terror",
    "turned to the enemy": "it turned to the enemy",
    "went back": "it went back",
    "broke": "it broke, {0}",
    "retreated off the table": "it retreated off the table",
    "no way to retreat": "it had no way back",
    "end of the turn": "the turn ends",
    "another unit goes back": "{1:unit} goes back now, not {0:unit}",
    "out of the zone": "{0:unit} must go within its {1} zone",
    "no way back there": "{0:unit} has no way back in the direction {1}",
    "not those to test": lambda say, of: f"all of these test, each once: {say.units(of)}",
}
FACTS: Mapping[type[Fact], Callable[[Say, Any], str]] = {
    f.CasualtiesTaken: _casualties,
    f.StaminaFound: _stamina,
    f.RecruitsTried: lambda say, x: f"{say.unit(x.unit)}, raw troops, {x.die}: {RECRUITS[x.result]}",
    f.UnitDisordered: lambda say, x: f"{say.unit(x.unit)} is disordered: {say.reason(x.why)}",
    f.DisorderEnded: _ended,
    f.BreakTested: _tested,
    f.UnitRetreated: _retreated,
    f.UnitReformed: lambda say, x: f"{say.unit(x.unit)} forms {say.term(x.formation)} toward the enemy",
    f.TurnOffered: lambda say, x: f"{say.unit(x.unit)} holds, and may turn to the enemy before the next round",
    f.UnitDestroyed: lambda say, x: f"{say.unit(x.unit)} is destroyed: {say.reason(x.why)}",
    f.UnitFled: lambda say, x: f"{say.unit(x.unit)} retreats off the table{', for good' if x.gone else ''}",
    f.ExcessRemoved: lambda say, x: f"{say.unit(x.unit)} has {x.left} casualties left: {x.amount} in excess come off",
    f.CommanderTested: _commander,
    f.CommanderLost: lambda say, x: f"{say.unit(x.commander)} is lost: {say.reason(x.why)}",
}
ASKED: Mapping[type[Frame], Callable[[Say, Any], str]] = {
    a.AwaitTestOrder: lambda say, x: f"{say.term(x.side)} says in which order these test: {say.units(x.units)}",
    a.AwaitReroll: lambda say, x: f"{say.unit(x.test.unit)}, valiant, rolled {sum(x.dice)} and may roll again",
    a.AwaitRetreat: lambda say, x: f"{say.unit(x.unit)} {GOING[x.going]} within its {x.zone} zone: which way?",
}
ORDERS: Mapping[type[Order], str] = {
    a.OrderTests: "the order in which units of a side take their break tests",
    a.RetreatUnit: "the direction in which a unit retreats or evades",
    a.UseReroll: "a valiant unit takes its break test again, once a game",
    a.KeepTest: "a valiant unit leaves its break test as it was rolled",
}
