"""Formation, movement and what orders bind units to, in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike.formation import facts as ff
from rules.musket_and_pike.movement import asks as a
from rules.musket_and_pike.movement import facts as f
from rules.musket_and_pike.work import ResumeMove

VERTICES = ("north-east", "south-east", "south", "south-west", "north-west", "north")  # 6.1
FORMATIONS = {
    "FN": "normal formation", "FS": "Formation Shaken", "FB": "Formation Broken", "HH": "Hedgehog",
    "OO": "Open Order", "CO": "Column", "": "no formation",
}  # fmt: skip
GROUND = {
    "woods": "woods", "rough": "rough ground", "village": "a village", "town": "a town", "castle": "a castle",
    "hedge": "a hedge", "stream": "a stream", "berm": "a raised road", "abatis": "an abatis",
    "entrenchment": "an entrenchment", "redoubt": "a redoubt", "steep_slope_up": "a steep slope",
    "steep_slope_down": "a steep slope",
}  # fmt: skip
WAYS = {
    "move": "moves to", "entry": "enters by", "AF": "advances to", "RF": "falls back to", "evade": "evades to",
    "withdraw": "withdraws to", "interception": "rides to", "advance": "advances to", "pursuit": "pursues to",
    "retreat": "retreats to", "rout": "flees to",
}  # fmt: skip


def _units(say: Say, units: tuple[str, ...]) -> str:
    return " with ".join(map(say.unit, units))


def _rest(words: tuple[str, ...]) -> str:
    return f": {', '.join(words)}" if words else ""


def _moved(say: Say, fact: f.UnitMoved) -> str:
    paid = f" for {fact.cost}" if fact.cost else ""
    where = " and ".join(fact.hexes) or "off the map"
    return f"{_units(say, fact.units)} {WAYS.get(fact.how, 'goes to')} {where}{paid}"


def _began(say: Say, fact: f.ActionBegan) -> str:
    at = f" at {say.unit(fact.target)}" if fact.target else ""
    return f"{say.unit(fact.unit)} begins to act{at}"


def _closer(say: Say, of: tuple[Of, ...]) -> str:
    unit, *foes = of
    return f"{say.unit(unit)} must end closer to {' or '.join(map(say.unit, foes))}"


FACTS: FactTexts = {
    ff.FormationHit: lambda say, x: f"{_units(say, x.units)}: {FORMATIONS[x.formation]}, {say.reason(x.why)}",
    ff.FormationSet: lambda say, x: f"{_units(say, x.units)}: {FORMATIONS[x.formation]}, {say.reason(x.why)}",
    f.ActionBegan: _began,
    f.ActionEnded: lambda say, x: f"{say.unit(x.unit)} has acted" + (f": {say.reason(x.why)}" if x.why else ""),
    f.UnitMoved: _moved,
    f.UnitTurned: lambda say, x: f"{_units(say, x.units)} turns {VERTICES[x.facing]}",
    f.UnitWheeled: lambda say, x: f"{say.unit(x.unit)} wheels to {' and '.join(x.hexes)}, facing {VERTICES[x.facing]}",
    f.StackChanged: lambda say, x: f"{say.unit(x.units[0])} is on top in {x.at}: {say.reason(x.why)}",
    f.MomentumGained: lambda say, x: f"{say.unit(x.unit)} has momentum",
    f.MomentumLost: lambda say, x: f"{say.unit(x.unit)} loses its momentum: {say.reason(x.why)}",
    f.GunsTaken: lambda say, x: f"{say.unit(x.unit)} falls to the {say.term(x.by)} side",
    f.GunsDisabled: lambda say, x: f"{say.unit(x.unit)} is disabled: {say.reason(x.why)}",
    f.WagonsTaken: lambda say, x: f"{say.name(x.wagon)} falls to the {say.term(x.by)} side",
    f.GunsLimbered: lambda say, x: f"{say.unit(x.unit)} {'limbers' if x.limbered else 'unlimbers'}",
    f.CavalryAbsorbed: lambda say, x: f"{say.unit(x.unit)} takes in {say.unit(x.absorbed)} and makes good {x.restored}",
    f.UnitsJoined: lambda say, x: f"{_units(say, x.units)} stand together",
    f.UnitLeftMap: lambda say, x: f"{_units(say, x.units)} is off the map: {say.reason(x.why)}",
}
ASKED: QuestionTexts = {
    ResumeMove: lambda say, x: f"{say.unit(x.unit)} goes on with its move{_rest(x.rest)}",
    a.ResumeRide: lambda say, x: f"{say.name(x.leader)} rides on{_rest(x.rest)}",
    a.ResumeRide: lambda say, x: f"{say.unit(x.leader)} rides on",
    a.AwaitOnward: lambda say, x: f"{say.unit(x.unit)} to go on by another way, or to halt (9.3.4)",
}
ORDERS: OrderTexts = {
    a.MoveUnit: (
        "7.1.1 A unit moves along a path of hexes and of `left`, `right`, `about`, `hedgehog`, `top`, `under`, "
        "`over:HEX` a bridge, `fire:UNIT` or `fire:UNIT:HEX`; two-hex units name the hex of their left half, and wheel "
        "when they turn."
    ),
    a.Absorb: "8.4 Horse moves along a path that ends with friendly horse, and takes in what is left of it.",
    a.MoveLeader: "5.2.2 A leader rides by himself.",
    a.EnterUnit: "7.4 A unit of a reinforcement Wing comes in by the first hex of its path; its leader may come too.",
    a.Limber: "7.3.3 Guns are limbered, or unlimbered to face a vertex.",
}
REASONS: ReasonTexts = {
    # 5.4.3, 5.6 orders and command
    "not your unit": "{0} is no unit of yours",
    "not on the map": "{0:unit} is not on the map, or of no use",
    "not of the active Wing": "{0:unit} is not of the Wing that acts",
    "has acted": "{0:unit} has acted",
    "broken: may only rally": "{0:unit} is broken, and may only rally",
    "out of command: no fire": "{0:unit} is out of command, and fires in reaction only",
    "must charge": "{0:unit} has Charge orders, and must make for the enemy",
    "must come closer": _closer,
    "stay within command": "{0:unit} sees no enemy, and stays within command",
    "no closer to the enemy": "{0:unit} has Rally orders, and ends no closer to the enemy",
    "back into command": "{0:unit} must come back into command as fast as it can",
    "no commander on the map": "{0:unit} cannot move: its commander is not on the map",
    "held by the enemy": "{0:unit} is next to an enemy that holds it: it may turn and wheel",
    "may not come into contact": "{0:unit} may not come next to an enemy, as in {1}",
    "one hex at most": "{0:unit} may move one hex at most",
    # 6, 7 steps
    "no path": "a path is missing: {0:name}",
    "no such step": "{1} is no step for {0:unit}",
    "only front hexes": "{1} is not in front of {0:unit}",
    "ground forbids it": "the ground of {1} is forbidden to {0:unit}",
    "not enough points": "{0:unit} needs {1} points for that, and has {2} left",
    "cannot turn so": "{0:unit} cannot turn {1} there",
    "moves no more": "{0:unit} moves no more",
    "enemy there": "an enemy stands in {1}",
    "no way over a bridge": "{0:unit} has no bridge before it that leads to {1}",
    "not over a bridge in this formation": "{0:unit} crosses a bridge in normal formation, Open Order or Column",
    "not astride a bridge": "{0:unit} may not stop astride a bridge",
    "over the bridge": "over the bridge",
    "disordered by the ground": lambda _say, of: f"disordered by {GROUND.get(str(of[0]), str(of[0]))}",
    "no pikes": "{0:unit} has no pikes",
    "not into Hedgehog from this": "{0:unit} forms Hedgehog from normal formation, Open Order or Column",
    "forms Hedgehog": "it forms Hedgehog",
    "broken formation moves not": "{0:unit} is Formation Broken, and does not move",
    "Hedgehog moves not": "{0:unit} is in Hedgehog, and does not move",
    "guns are unlimbered": "{0:unit} is unlimbered, and does not move",
    "its way is barred": "its way is barred",
    "another is moving": "{0:unit} is moving",
    # 8 stacks
    "stack full": "there is no room for {0:unit} in {1}",
    "too strong to join horse": "{0:unit} has more than two strength points, and does not stand with horse",
    "of another Wing": "{0:unit} and {1:unit} are not of one Wing",
    "joined just now": "{0:unit} was joined in this activation, and does not move",
    "stands alone": "{0:unit} stands alone",
    "worse of the two": "the worse of the two is that of both",
    "no guns to change places with": "there are no guns with {0:unit}",
    "lies so already": "{0:unit} lies so already",
    "wagons stay": "{0} are wagons, which stay where they are in this battle",
    "way costs": "{0} of {1} points",
    "out of reach": "{0:unit} cannot come to {1} with {2} points",
    "more than it lacks": "more than the other can take in",
    "only horse absorbs": "{0:unit} is no cavalry",
    "no horse to absorb": "there is no horse in {1} for {0:unit} to take in",
    "no casualties to make good": "{0:unit} has no casualties",
    "broken horse is not absorbed": "{0:unit} or {1:unit} is broken",
    # 7.3.3 guns, 10.2 pistols
    "only guns are limbered": "{0:unit} is no artillery",
    "no limbering in this game": "there is no limbering in this game",
    "limbered this turn": "{0:unit} was limbered this turn",
    "a facing for guns that unlimber": "guns that unlimber, and no others, are given a facing: {0:unit}",
    "only horse has pistols": "{0:unit} is no cavalry",
    "one pistol in a move": "{0:unit} fires one pistol in a move",
    "not in front or flank": "{1:unit} is not in front of {0:unit}, nor on its flank",
    # 7.4 entry
    "is not to enter": "{0:unit} is not to enter",
    "not due yet": "{0:unit} is not due yet",
    "not in this formation": "{0:unit} does not enter in this formation",
    "no hex of entry": lambda say, of: (
        f"{say.unit(of[0])} enters by {', '.join(map(str, of[1:])) or 'no hex that is free'}"
    ),
    "no room to enter": "there is no room for {0:unit} in {1}",
    "Column needs two hexes": "{0:unit} needs the two first hexes of its path for its Column",
    "not his Wing": "{0:name} does not come with this Wing",
    "formation on entry": "as it enters",
}
