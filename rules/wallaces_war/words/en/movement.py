"""Movement in English: marches, turns, stacks, and every other way of getting about."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.wallaces_war.movement import asks as a
from rules.wallaces_war.movement import facts as f
from rules.wallaces_war.tables import HALVES

VERTICES = ("north", "north-east", "south-east", "south", "south-west", "north-west")  # 5.1
# One, then several.
GOES = {
    "march": ("goes to", "go to"),
    "entry": ("enters by", "enter by"),
    "charge": ("charges to", "charge to"),
    "reaction": ("charges to", "charge to"),
    "extension": ("rides on to", "ride on to"),
    "impulse": ("rushes on to", "rush on to"),
    "advance": ("advances to", "advance to"),
    "follow": ("advances to", "advance to"),
    "retreat": ("falls back to", "fall back to"),
    "withdrawal": ("withdraws to", "withdraw to"),
    "rebound": ("rebounds to", "rebound to"),
}


def points(halves: Of) -> str:
    """Movement points as people count them: 2½ MP."""
    whole, half = divmod(int(halves), HALVES)
    return f"{whole or ''}{'½' if half else ''}" + " MP" if whole or half else "0 MP"


def both(say: Say, units: Iterable[Of]) -> str:
    return " and ".join(map(say.unit, units))


def _does(pieces: tuple[str, ...], one: str, several: str) -> str:
    return one if len(pieces) == 1 else several


def _moved(say: Say, fact: f.UnitsMoved) -> str:
    led = f" with {both(say, fact.leaders)}" if fact.leaders else ""
    paid = f" ({points(fact.cost)})" if fact.cost else ""
    under = ", under the unit there (8.2l)" if fact.under else ""
    return f"{both(say, fact.units)}{led} {_does(fact.units, *GOES[fact.how])} {fact.to}{paid}{under}"


def _leader(say: Say, fact: f.LeaderMoved) -> str:
    return f"{say.unit(fact.leader)} {'enters by' if fact.enters else 'rides to'} {fact.to} ({points(fact.cost)})"


def _turned(say: Say, fact: f.FacingChanged) -> str:
    paid = f" for {points(fact.cost)}" if fact.cost else ""
    turn = _does(fact.units, "turns", "turn")
    why = f"{say.reason(fact.why)}, {fact.why.cite}"
    return f"{both(say, fact.units)} {turn} {VERTICES[fact.facing]}{paid} ({why})"


def _reordered(say: Say, fact: f.StackReordered) -> str:
    return f"in {fact.at} {say.unit(fact.units[0])} is now on top of {both(say, fact.units[1:])} ({fact.why.cite})"


def _ended(say: Say, fact: f.MoveEnded) -> str:
    halts = _does(fact.pieces, "halts", "halt")
    why = "" if fact.why.key == "move done" else f": {say.reason(fact.why)} ({fact.why.cite})"
    return f"{both(say, fact.pieces)} {halts}{why}"


def _marked(say: Say, fact: f.ChargeMarked) -> str:
    if fact.on:
        return f"{say.unit(fact.unit)} makes ready to charge ({fact.why.cite})"
    return f"{say.unit(fact.unit)} charges no more: {say.reason(fact.why)} ({fact.why.cite})"


def _dear(say: Say, of: tuple[Of, ...]) -> str:
    who, to, cost, left = of
    return f"{say.unit(who)} would need {points(cost)} to enter {to} and has {points(left)} left"


def _front(say: Say, of: tuple[Of, ...]) -> str:
    who, to, facing, *fronts = of
    ahead = f"its front hexes are {' and '.join(map(str, fronts))}" if fronts else "it faces off the map"
    return f"{to} is no front hex of {say.unit(who)}, which faces {VERTICES[int(facing)]}: {ahead}"


def _join(say: Say, of: tuple[Of, ...]) -> str:
    who, to, left, cost = of
    return (
        f"{say.unit(who)} has {points(left)} left; {to} costs {points(cost)}, and 1 MP more to face as the unit there"
    )


def _chit(_say: Say, of: tuple[Of, ...]) -> str:
    to, chit, limit = of
    most = "no enemy ZOC" if not limit else f"the ZOC of {limit} enemy stack{'s' if limit != 1 else ''} at most"
    return f"{to} is in an enemy ZOC; with a {chit} chit the Battle may enter {most} in this turn"


def _named(say: Say, of: tuple[Of, ...]) -> str:
    who, at, *hexes = of
    return f"{say.unit(who)} may not enter by {at}, but by {', '.join(map(str, hexes))}"


def _ground(say: Say, of: tuple[Of, ...]) -> str:
    who, at, *terrain = of
    return f"{say.unit(who)} may not enter {at}: {' and '.join(map(say.term, terrain))}"


REASONS: ReasonTexts = {
    # Why a move ends, or somebody turns
    "move done": "its move is done",
    "stopped by a zone": "an enemy ZOC is entered",
    "charged on the way": "horse comes down on it",
    "follows the road": "to follow the road",
    "faces as its fellow": "as the unit it joins",
    "faces as it enters": "as it comes in",
    "turns on the march": "on the march",
    "turns before it moves": "before the Battle moves",
    "turns to the enemy": "towards the enemy in sight",
    "changes places": "before it moves",
    "to charge": "to charge",
    "way costs": lambda _say, of: points(of[0]),
    # Who may move
    "nobody named": "name who is to move",
    "two units at most": lambda say, of: f"only two units that make a stack move together, not {say.units(of)}",
    "did not begin together": "{0:unit} and {1:unit} did not begin this segment stacked; each moves by itself",
    "no such unit": "there is no unit {0}",
    "no such leader": "there is no leader {0}",
    "not on the map": "{0:unit} is not on the map",
    "withdrew, moves no more": "{0:unit} has withdrawn in this segment and moves no more",
    "marked, moves no more": "{0:unit} has a Charge marker and moves no more in this segment",
    "move is over": "the move of {0:unit} is over; points left are lost",
    "did not attack before": "{0:unit} did not initiate melee before and may not act in the continuation",
    "leader not with them": "{0:unit} was not with {1:unit} and may not go along",
    "leader named twice": lambda say, of: f"a leader is named twice: {say.units(of)}",
    "no way named": "name the hexes that {0:unit} is to enter",
    # The way
    "no such facing": "{0} names no facing: after the colon stands 0 (north) to 5 (north-west), clockwise",
    "leaders have no facing": "{0:unit} is a leader and has no facing; name the hexes alone",
    "stack faces one way": lambda say, of: (
        f"{say.unit(of[0])} shares {of[1]} with another unit and faces as it does: {VERTICES[int(of[2])]}"
    ),
    "no point to turn": lambda say, of: f"a turn costs 1 MP and {say.unit(of[0])} has {points(of[1])} left",
    "cannot pay to join": _join,
    "no such hex": "there is no hex {0} on the map",
    "not adjacent": "{0} is not next to {1}, where {2:unit} is then",
    "not a front hex": _front,
    "too dear": _dear,
    "stops in the zone": "{0:unit} has entered an enemy ZOC in {1} and must stop there",
    "held in the zone": "{0:unit} is in an enemy ZOC in {1} and may not leave it by a move",
    "held by horse": "{0:unit} is in the ZOC of enemy cavalry ({2}) and may leave only that of infantry",
    "leader held in the zone": "{0:unit} is in an enemy ZOC and may leave it only with a unit",
    "from zone to zone": "{0:unit} may not go from {1} to {2}: both are in enemy ZOCs, and a free hex must lie between",
    "enemy in the way": "{1} is held by the enemy; {0:unit} may not enter it",
    "enemy leader in the way": "there is an enemy leader in {1}; {0:unit} may not enter it",
    "closed until they come": "{0:unit} may not enter {1} before the enemy's reinforcement has arrived there",
    "shaken into a zone": "{0:unit} is shaken and may not enter the enemy ZOC in {1}",
    "shaken before horse": "{0:unit} is shaken and may not enter {1}, where enemy heavy cavalry could charge it",
    "out of command into a zone": "{0:unit} is out of command and may not enter the enemy ZOC in {1}",
    "missiles into a zone": "{0:unit} fights with missiles and may not enter the enemy ZOC in {1}",
    "no enemy zone in reaction": "{0} is in an enemy ZOC; a Battle that reacts may enter none",
    "too many stacks for the chit": _chit,
    "stack joins nobody": "{0:unit} moves in a stack, which may not enter {1}, where a friend stands",
    "stack in the way": "two units stand in {1}; {0:unit} may not enter it",
    "another Battle there": "a unit of another Battle stands in {1}; {0:unit} may not enter it",
    "may not stack": "{0:unit} may not stack with {1:unit} in {2}",
    "unlike units": "{0:unit} and {1:unit} may not stack",
    "bridge closed": "{0:unit} may not cross the bridge between {1} and {2} in this scenario",
    "slope too steep": "{0:unit} may not cross the steep slope between {1} and {2}",
    "river in the way": "{0:unit} may not cross the river between {1} and {2}, where there is no bridge",
    "ground forbidden": _ground,
    "out of reach": lambda say, of: f"{of[1]} is out of reach of {say.unit(of[0])}, which has {points(of[2])} left",
    # Turns and changes of place for nothing
    "too late to turn": "the Battle has begun to move; {0:unit} turns now only in its own move, for 1 MP",
    "side does not adjust": "{0:unit} is of the side that has initiative; only the other side adjusts now",
    "no enemy in sight": "{0:unit} sees no enemy within {1} hexes and may not turn",
    "faces there already": lambda say, of: f"{say.unit(of[0])} faces {VERTICES[int(of[1])]} already",
    "no stack": "{0:unit} stands alone",
    "no start of its move": "{0:unit} and {1:unit} may change places only as their move as a stack begins",
    "top unit holds its place": "{0:unit} is in an enemy ZOC: only crossbows and archers go from top to bottom there",
    # Charge markers
    "no heavy cavalry": "{0:unit} is no heavy cavalry and may not charge",
    "marked already": "{0:unit} has a Charge marker already",
    "withdrew, does not charge": "{0:unit} has withdrawn in this segment and may not charge",
    "was charged itself": "{0:unit} was charged in this segment and may not charge",
    "shaken, does not charge": "{0:unit} is shaken and may not charge",
    "charge out of command": "{0:unit} was out of command as the segment began and may not charge",
    "Battle does not attack": "the Battle of {0:unit} is {1:term} and may not charge",
    "too few points to charge": lambda say, of: (
        f"{say.unit(of[0])} has {points(of[1])} left; a Charge marker takes 2 MP unspent"
    ),
    # Reinforcements
    "does not enter now": "{0:unit} does not enter now",
    "no entry hex": _named,
    "entry closed by the enemy": "{1} is held by the enemy; {0:unit} may not enter by it",
    "entered elsewhere": "others have entered by {2}; {0:unit} may not enter by {1}",
    "must enter first": lambda say, of: f"these must enter before the segment ends: {', '.join(map(say.unit, of))}",
    # Leaders driven off
    "another leader is asked": "{1:unit} is to be moved first",
    "leader must get away": "{0:unit} must leave the hex, by hexes next to each other",
    "closed to the leader": "{0:unit} may not enter {1}",
    "not with this unit": "the successor of {0:unit} may not appear with {1:unit}: he joins a unit of his own Battle",
}
FACTS: FactTexts = {
    f.UnitsMoved: _moved,
    f.LeaderMoved: _leader,
    f.FacingChanged: _turned,
    f.StackReordered: _reordered,
    f.ZonesEntered: lambda _say, x: f"the ZOC of {', '.join(x.stacks)} is entered (4.5a)",
    f.MoveEnded: _ended,
    f.MarchPaused: lambda say, x: f"{both(say, x.units)} comes upon an enemy leader (13.4c)",
    f.MarchResumed: lambda _say, _x: "the move goes on",
    f.ChargeMarked: _marked,
}
ASKED: QuestionTexts = {
    a.AwaitDisplacement: lambda say, x: f"{x.side} to say where {say.unit(x.leader)} gets away to (13.4c)",
    a.AwaitSuccessor: lambda say, x: f"{x.side} to place the successor of {say.unit(x.leader)} with a unit (13.5b)",
}
ORDERS: OrderTexts = {
    a.MoveUnits: (
        "7.1 A unit, or the two of a stack, go along `path`: each hex entered, 1514, or entered and turned in, 1514:2 "
        "(0 north to 5 north-west, clockwise); its own hex first turns it on the spot. Or only where it is to end: "
        "`move hugh-ri-3 1012`. `leaders` in its hex go along (13.7a)."
    ),
    a.MoveLeader: "7.1c A leader by himself: `path` is every hex he enters, or only the last.",
    a.FreeFacing: "5.2b, 5.2d A unit and its stack turn for nothing: before the Battle moves, or in adjustment.",
    a.SwapStack: "8.2j The two units of a stack change places before it moves.",
    a.MarkCharge: "11.2.1a Heavy cavalry with 2 MP unspent makes ready to charge; it moves no more.",
    a.EnterReinforcements: (
        "16.2.4e, 20.3.6c A unit, stack or leader of the Battle that arrives comes in by the first hex of `path`, "
        "facing as it likes, and goes on."
    ),
    a.DisplaceLeader: "13.4c Where a leader goes whose hex the enemy has entered.",
    a.PlaceReplacementLeader: "13.5b With which unit the successor of a captured leader appears.",
}
