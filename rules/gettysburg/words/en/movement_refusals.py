"""Why an order of the Movement Phase is refused, in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say
from rules.gettysburg import clock
from rules.gettysburg.ids import OFF_MAP
from rules.gettysburg.words.en.plain import each, in_points, listed, points


def _too_dear(say: Say, of: tuple[Of, ...]) -> str:
    unit, left, cost, to = of
    where = "to leave the map" if to == OFF_MAP else f"to enter {to}"
    return f"{say.name(unit)} has {points(int(left))} left and needs {in_points(int(cost))} {where}"


def _absent(say: Say, of: tuple[Of, ...]) -> str:
    """Who is there instead."""
    _, target, *there = of
    return f"{each(say, there)} {'is' if len(there) == 1 else 'are'} in {target}"


REASONS: ReasonTexts = {
    # 6.2, 8.1 steps
    "no such hex": "there is no hex {0} on the map",
    "not adjacent": "{0} is not adjacent to {1}: a move goes from hex to adjacent hex",
    "rough by road only": "{0:name} may enter {1} (rough) by road or trail only",
    "enemy in the way": "{0} holds enemy pieces; {1:name} may not enter it",
    "hex full": "{0} holds {1} units already: no room for {2:name}",
    "disengaging to infantry": "{0} is next to enemy infantry: no hex for a unit that disengages",
    "accelerating to enemy": "{0} is less than 3 hexes from an enemy: no accelerated movement there",
    "Train into sight": "the enemy observes {0}: the Train may not move there",
    "HMC into sight": "the enemy observes {0}: {1} may not move there",
    "HMC into sight, removable": "the enemy observes {0}: {1} may not move there; remove it before it moves",
    "no road for the Train": "no road or trail runs from {0} to {1}: the Train keeps to them",
    "no edge hex": "{0} is no edge hex: {1:name} cannot leave the map there",
    "no road off the map": "no road or trail leaves the map at {0}: the Train cannot",
    "nothing after the exit": "nothing follows once a piece has left the map",
    "one hex only": "{0:name} began its move near enemy infantry: one hex only, not on to {1}",
    "too dear": _too_dear,
    "march costs": lambda _say, of: points(int(of[0])),
    "out of reach": "{0:name} cannot reach {1} with this move",
    "reached in another manner": lambda say, of: (
        f"{say.name(of[0])} reaches {of[1]} only in another manner: say {listed(of[2:])}"
    ),
    # 16.4 to 16.6 command
    "closed by command": "{0:name} may not go to {1}, next to enemy infantry: its army is in {2:term} state",
    "closed, no attack opens it": (
        "{0:name} may not go to {1}, next to enemy infantry: its army is in {2:term} state, and no declared attack "
        "opens the way"
    ),
    "another has closed up": (
        "only one infantry brigade may go next to enemy infantry, and {0} has done so; {1:name} cannot go to {2}"
    ),
    "infantry began close": (
        "only one infantry brigade may go next to enemy infantry, and infantry of the army began the turn next to "
        "enemy infantry; {0:name} cannot go to {1}"
    ),
    # 7.3, 15.1, 22.2, 22.4 manners of moving
    "no cavalry to accelerate": "{0:name} is no cavalry: only cavalry accelerates",
    "Disrupted, cannot accelerate": "{0:name} is Disrupted and cannot accelerate",
    "starts near enemy": "{0:name} starts less than 3 hexes from an enemy and cannot accelerate",
    "disengagement not in play": "disengagement is not in play",
    "nothing to disengage from": ("{0:name} is no infantry near enemy infantry: it has nothing to disengage from"),
    "one hex is no disengagement": "a move of one hex is no disengagement: order it as a normal move",
    "no recovery by order": "what {0} holds does not recover by an order (D26)",
    "recovery is secret": "what {0} holds is its owner's secret: only he lets it recover",
    "not Disrupted": "{0:name} is not Disrupted",
    "recovery beside enemy": "{0:name} is next to an enemy unit and cannot recover",
    "recovery comes first": "recovery is paid at the start of a move, before anything else",
    "too few points to recover": "{0:name} has too few points left to recover",
    "forced march not in play": "forced marches are not in play",
    "forced march at night": "no forced march at night",
    "makes no forced march": "{0:name} makes no forced march",
    "forced march at this pace": "{0:name} cannot force its march at the {1} pace",
    "Disrupted, no forced march": "{0:name} is Disrupted and makes no forced march this turn",
    "forced too far": "a forced march adds {0} MP at most; asked were {1}",
    "forced nowhere": "a forced march goes somewhere: name the hexes",
    # 15.5 charges
    "no cavalry to charge": "{0:name} is no cavalry: only cavalry charges",
    "Shaken, cannot charge": "{0:name} is Shaken and cannot charge",
    "Disrupted, cannot charge": "{0:name} is Disrupted and cannot charge",
    "charge at this pace": "{0:name} cannot charge at the {1} pace",
    "plain charge": "a charge is at most 2 MP of plain movement up to the enemy",
    "nobody to charge": "no enemy to charge in {0}",
    "charge off clear ground": "{0} is not clear ground: no charge goes there",
    "charge not at infantry": "{0} does not hold infantry without cavalry and artillery",
    "charge ends elsewhere": "{0:name} ends its move in {1}, not next to {2}",
    "another attacks from there": "{0} attacks from {1} already: one brigade of a hex may",
    "too late to charge": "it is too late for {0:name} to announce a charge",
    "too far to charge": "{0:name} has spent more than 2 MP and cannot charge",
    # 8.1 the move
    "on the move": "{0} is on the move: first it goes on or stops",
    "entry hex first": "{0} is off the map: its path begins with its entry hex",
    "move without a purpose": "name at least one hex for {0} to enter, or its recovery",
    "pace is kept": "{0:name} began at the {1} pace and keeps it",
    "nowhere to go on to": "name a hex to go to; Decline ends the move",
    # 8.1, 13.1, 17.3, 23.5 whom a side may use
    "name for an id": lambda _say, of: f"unit= takes an id: {of[0]} is {' or '.join(map(str, of[1:]))}",
    "no piece": "{0} is no piece of this game",
    "of the other side": "{0:name} belongs to the side whose turn it is not",
    "another commands it": "{0:name} is not yours to use: the {1} side commands it",
    "nobody commands it": "{0:name} is not yours to use: nobody commands it this turn",
    "movement has ended": "the {0} side has ended its movement; {1:name} stays",
    "has finished": "{0:name} has finished for this turn",
    "not among the movers": "{0:name} is not among the units that may move this turn",
    "inside an HMC": "{0:name} is in an HMC and moves only with it",
    "off the map for good": "{0:name} is off the map for good",
    "guns are Fired": "{0:name} is on its Fired side: it has done what it may",
    "Train has moved": "the Train is on its moved side and must first be turned back (D36)",
    "Union Train unseen": "the Union Train moves only when a Confederate unit observes it",
    "HMC is new": "{0} was made this turn and stays where it is",
    "HMC in Panic": "an army in Panic moves no HMC: {0} stays",
    "decoy enters alone": "{0} is a decoy: it enters on the same turn as a counter with units",
    # 10.1 to 10.3, 22.1, 22.6 entry and return
    "never due": "{0:name} is due at no time of this scenario, not now",
    "due later": lambda say, of: f"{say.name(of[0])} is due on {clock.said(int(of[1]))}, not now",
    "own entry hex is free": "{0:name} cannot enter at {1} instead of {2}: {2} is free",
    "other entry hex later": "{0:name} cannot enter at {1} instead of {2}: that may be from the next game turn on",
    "other entry hex nearer": lambda say, of: (
        f"{say.name(of[0])} cannot enter at {of[1]} instead of {of[2]}: the nearest free entry hex is "
        f"{listed(of[3:], 'none')}"
    ),
    "entry hex is held": "{0} is held by the enemy: {1:name} waits off the map",
    "other entry hex": "{0:name} enters at {1} ({2}), not at {3}",
    "return not in play": "{0} cannot come back from off the map: that rule is not in play",
    "return of another": "{0} can be rolled for only by its owner, in his own movement",
    "has no way back": "{0} is no unit or HMC that left the map and may come back",
    "return too early": lambda _say, of: f"{of[0]} may first try to come back on {clock.said(int(of[1]))}",
    "return rolled for": "{0} has had its roll this turn",
    # 8.4, 9.4, 9.5 declarations
    "moment of another": "it is the moment of {0} to declare, not of {1}",
    "not there to declare": "{0} is not on the map to declare anything",
    "has declared": "{0:name} has declared and is bound to it",
    "moment has passed": (
        "the moment of {0:name} to declare has passed: a unit declares right after its own move, or instead of it, "
        "before another piece is used"
    ),
    "artillery bombards": "{0:name} is artillery: it attacks by bombardment only",
    "Train declares no attack": "a Train never attacks",
    "target not adjacent": "{0} is not adjacent to {1}, where {2:name} is",
    "one attacks from the hex": "{0:name} attacks from {1}: one brigade of a hex may",
    "not on top": "{0:name} is above {1:name} in {2}; reorder the stack first",
    "no stack of yours": "{0} is no hex with pieces of yours",
    "name each piece": lambda _say, of: f"name each piece of {of[0]} once, top first: {listed(of[1:])}",
    "declared stays on top": lambda _say, of: f"{listed(of)} declared an attack and must stay on top",
    # 11.1, 14.1 to 14.6, 21.4 targets
    "no hex named": "target= names a hex: {0} is no hex of this map",
    "piece named for its hex": "target= names a hex: {0} stands in {1}",
    "unseen piece named for a hex": "target= names a hex: {0} is not seen on the map",
    "own side there": "{0} holds units of {1:name}'s own side",
    "nobody to attack": "there is no enemy unit in {0} for {1:name} to attack",
    "no Train there": "the enemy Train is not in {0}",
    "Train not alone": "the Train is not alone in its hex (D87)",
    "no artillery": "{0} is no artillery: only artillery bombards",
    "bombardment at night": "no bombardment at night",
    "Disrupted, cannot bombard": "{0:name} is Disrupted and cannot bombard",
    "spent, cannot bombard": "{0:name} has moved or fired and cannot bombard",
    "nobody to bombard": "there is no enemy unit in {0} to bombard",
    "out of range": "{0} is {1} hexes from {2:name}; it reaches {3}",
    "closed to bombardment": "{0} is heavy woods or town: no bombardment goes there",
    "sight blocked": lambda say, of: (
        f"the Line of Sight from {of[0]} to {of[1]} is blocked by {of[2]} ({', '.join(map(say.term, of[3:]))})"
    ),
    "sight blocked by a slope": ("the Line of Sight from {0} to {1} is blocked by the slope between {2} and {3}"),
    "name the unit bombarded": "name the unit in {0} that {1:name} bombards",
    "aim not there": lambda say, of: f"{of[0]} is not in {of[1]}: {_absent(say, of)}",
    "aim is no id": lambda say, of: f"aim= takes an id, not {of[0]}: {_absent(say, of)}",
    "aimed at an HMC": "{0} is an HMC: what it holds cannot be seen",
    "only the Train there": "only the Train is in {0}: name it to bombard it",
    "shielded": "a protected hexside of {0} shields it from {1}",
    # 17.1 to 17.3 the window over a unit
    "no such piece": "there is no piece {0}",
    "not of the army in Panic": "{0} is not of the army in Panic",
    "no control of a Train": "no attempt may be made on {0:name} (D82)",
    "control tried": "an attempt on {0:name} was made this turn",
    "command is settled": ("{0:name} came out of a controlled counter: who commands it this turn is settled (D80)"),
    "has been used": "{0:name} has been used this turn",
}
