"""The Command phase in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.black_powder.command import asks as a
from rules.black_powder.command import facts as f
from rules.black_powder.words.en.breaking import added
from rules.black_powder.words.en.plain import inches, said, said_spot

KINDS = {"order": "orders", "brigade": "orders", "follow me": "calls on", "rally": "rallies", "return": "calls back"}
BLUNDERS = {1: "a rapid retreat", 2: "a retreat", 3: "to the left", 4: "to the right", 5: "an advance", 6: "a charge"}
WHY = {"returns": "returns to the table", "arrives": "arrives", "comes back": "comes back"}


def said_order(say: Say, stated: a.Stated) -> str:
    """BP.cmd.1 As it was said aloud."""
    parts = [f"go to {', then '.join(stated.to)}"] if stated.to else []
    parts += [f"go toward {stated.bearing}°"] if stated.bearing else []
    parts += ["keep to the road"] if stated.road else []
    parts += ["by hand"] if stated.hands else []
    parts += ["their skirmishers only"] if stated.screen else []
    parts += [f"form {' and '.join(map(say.term, stated.formation))}"] if stated.formation else []
    parts += [f"enter {stated.block}"] if stated.block else []
    if stated.charge:
        parts.append(f"charge {'the nearest enemy' if stated.charge == 'nearest' else say.name(stated.charge)}")
    return f": {', '.join(parts)}" if parts else ""


def _stated(say: Say, x: f.OrderStated) -> str:
    return f"{say.unit(x.commander)} {KINDS[x.kind]} {say.units(x.units)}{said_order(say, x.stated)}"


def _rolled(say: Say, x: f.CommandRolled) -> str:
    against = f"{x.rated.rating}{added(say, x.rated.modifiers)} = {x.rated.needs}"
    dice = f"{' + '.join(map(str, x.dice))} = {sum(x.dice)}{' (again)' if x.again else ''}"
    came = {"failed": "it fails", "blunder": "a blunder"}.get(x.outcome) or _success(x)
    free = f"; {say.units(x.free)} still moves once" if x.free else ""
    idle = f"; {say.units(x.idle)} does not move" if x.idle else ""
    return f"{say.unit(x.commander)} rolls {dice} against {against}: {came}{free}{idle}"


def _success(x: f.CommandRolled) -> str:
    if x.kind in ("rally", "return"):
        return "it succeeds"
    return "one move" if x.moves == 1 else f"{x.moves} moves"


def _blunder(say: Say, x: f.BlunderRolled) -> str:
    moves = f", {x.moves} moves" if x.moves > 1 else ""
    return f"{say.units(x.units)} mistakes the order ({x.result}): {BLUNDERS[x.result]}{moves}"


def _rallied(say: Say, x: f.CasualtyRallied) -> str:
    die = f" ({x.die})" if x.die else ""
    came = f"one casualty fewer, {x.left} left" if x.amount else "nothing is gained"
    return f"{say.unit(x.unit)}, {say.reason(x.why)}{die}: {came}"


def _commander(say: Say, x: f.CommanderMoved) -> str:
    goes = f"joins {say.unit(x.joined)}" if x.joined else f"goes to {said_at(x.at)}"
    return f"{say.unit(x.commander)} {goes}, {inches(x.distance)} of {inches(x.allowance)}"


def said_at(at: tuple[int, int]) -> str:
    return said_spot((*at, 0)).split(" facing")[0].removeprefix("at ")


def _returned(say: Say, x: f.UnitReturned) -> str:
    who = f" with {say.unit(x.commander)}" if x.commander else ""
    return f"{say.unit(x.unit)} {WHY[x.why]} in {say.term(x.formation)}{who}, {said_spot(x.pose)}"


def _arrival(say: Say, x: f.ArrivalTried) -> str:
    dice = f" ({' + '.join(map(str, x.dice))}, {x.needs} or less)" if x.dice else ""
    return f"{say.name(x.brigade)} {'arrives' if x.comes else 'is not here yet'}{dice}"


FACTS: FactTexts = {
    f.OrderStated: _stated,
    f.CommandRolled: _rolled,
    f.OrderEnded: lambda say, x: f"the order to {say.units(x.units)} is carried out",
    f.BlunderRolled: _blunder,
    f.UnitStayed: lambda say, x: f"{say.unit(x.unit)} stays: {say.reason(x.why)}",
    f.InitiativeTaken: lambda say, x: f"{say.unit(x.unit)} acts of its own accord",
    f.CasualtyRallied: _rallied,
    f.CommanderMoved: _commander,
    f.CommanderReplaced: lambda say, x: (
        f"another takes the place of {say.unit(x.commander)}, rated {x.rating}, with {say.unit(x.unit)}"
    ),
    f.TraitsRolled: lambda say, x: (
        f"{say.unit(x.commander)} ({', '.join(map(str, x.dice))}): "
        f"{', '.join(f'{grade} {trait}' for trait, grade in x.traits.items()) or 'an average man'}"
    ),
    f.UnitReturned: _returned,
    f.ArrivalTried: _arrival,
    f.UnitKeptOff: lambda say, x: f"{say.unit(x.unit)} stays off the table for now",
}
ASKED: QuestionTexts = {
    a.AwaitMoves: lambda say, x: f"{say.term(x.side)} makes the moves it has won",
    a.AwaitPlacing: lambda say, x: f"{say.term(x.side)} brings {say.units(x.units)} on the table",
    a.AwaitAgain: lambda say, x: (
        f"{say.term(x.side)}: does {say.unit(x.commander)} roll again ({' + '.join(map(str, x.dice))})?"
    ),
    a.AwaitBlunder: lambda say, x: f"{say.term(x.side)}: does {say.unit(x.unit)} charge {say.units(x.foes)}?",
    a.AwaitFate: lambda say, x: f"{say.term(x.side)} chooses the blunder: {' or '.join(map(str, x.dice))}",
}
ORDERS: OrderTexts = {
    a.GiveOrder: "BP.cmd.1 One order to one unit or to a group, stated in full before the dice: `to` points or a "
    "`bearing`, `formation`, `charge` an enemy or nearest, `block` to enter, `road` to keep to, `hands` for guns, "
    "`screen` to drive in skirmishers only.",
    a.FollowMe: "BP.foll.1 One unit within 12 inches goes with its commander, up to three moves.",
    a.Rally: "BP.ral.1 One unit within 12 inches with two casualties or more loses one of them.",
    a.ReturnToTable: "BP.off.3 Units that left the table are ordered back.",
    a.PlaceUnit: "BP.off.3 A unit comes on the table: where its front is, its heading and its formation.",
    a.StayAway: "BP.off.3 A unit that might come on the table does not, in this turn.",
    a.UseInitiative: "BP.init.1 A unit that began its turn within 12 inches of an enemy makes one move.",
    a.StandInSquare: "BP.vic.10 Surrounded foot of a broken brigade forms square where it stands.",
    a.Withdraw: "BP.vic.9 A unit of a broken brigade goes back along the steps of `path`.",
    a.MoveCommander: "BP.cdm.1 A commander goes to a point, or joins a unit; his orders are over.",
    a.GoOn: "BP.blun.1 A blundering unit passes by what it might charge.",
    a.ChooseBlunder: "BP.per.7 Which of two rolls on the blunder table counts.",
    a.RollAgain: "BP.per.4 The dice of an order are rolled again.",
    a.KeepRoll: "BP.per.4 The dice of an order are left as they lie.",
}
REASONS: ReasonTexts = {
    # who may order whom
    "no such commander": "{0} is no commander of this side on the table",
    "general has blundered": "the general has blundered: nobody gives any more orders this turn",
    "gives no more orders": "{0:name} gives no more orders this turn",
    "has finished": "{0:name} has finished his orders and his move",
    "another brigade": "{1:name} is not of the brigade of {0:name}",
    "ordered already": "{0:name} has had its order this turn",
    "has used its initiative": "{0:name} has moved of its own accord this turn",
    "brigade broken": "{0:name} is of a broken brigade: it may only withdraw",
    "held back": "{0:name} is held back by the scenario",
    "no unit named": "{0:name} names no unit, or one twice",
    "nothing stated": "{0:name} states nothing: say where to, or which formation, or whom to charge",
    "no group": said("these do not stand together with gaps of 6 inches or less: {rest}"),
    "no enemy near": "{0:name} had no enemy within 12 inches as the phase began",
    "beyond 12 inches": said("{1:name} is {2:in} from {0:name}; 12 inches are the most"),
    "too few casualties": "{0:name} has {1} casualties; it takes {2}",
    # moves
    "not in this order": "{0:name} is not part of this order",
    "no moves left": "{0:name} has no moves left",
    "first gets clear": "{0:name} stands on a friend, and first moves clear of him",
    "off the road": "{0:name} was to keep to the road",
    "not as stated": "{0:name} would not do what was stated",
    "formation not stated": "{0:name} was not told to form {1:term}",
    "charge not stated": "{0:name} was not told to charge",
    "another enemy was named": "{0:name} was told to charge {1:name}",
    "not the nearest": "{0:name} was told to charge the nearest, which is {1:name}",
    "must charge": "{0:name} can charge {1:name}, and must",
    "must charge first": "{0:name} can charge, and must, before the commanders begin",
    "breaks the group": "{0:name} would part from its group, and nobody could close up again",
    "group is open": said("the group must end with gaps of 6 inches or less: {rest}"),
    "not to be manhandled": "{0:name} was not told to be moved by hand",
    "handled enough": "{0:name} limbers at the start of a move and unlimbers at its end, no more",
    "block not stated": "{0:name} was not told to enter {1}",
    # blunders
    "not in its way": "{1:name} does not stand in the way of {0:name}",
    "not rolled": said("{0} was not rolled"),
    "cannot go that way": "{0:name} cannot go that way",
    # commanders
    "stays where he is": "{0:name} does not move after such an order",
    "rides too far": said("{0:name} would go {1:in}; {2:in} are the most"),
    "off the table": "{0:name} would leave the table",
    "into a block by joining": "{0:name} goes into {1} only by joining friends who hold it",
    # off the table
    "not off the table": "{0:name} is not off the table",
    "gone for good": "{0:name} is gone for good",
    "left this turn": "{0:name} left in this turn; it comes back in a later one",
    "did not leave together": said("these did not leave together: {rest}"),
    "another unit comes on": said("{0:name} does not come on now, but: {rest}"),
    "comes as the scenario says": "{0:name} comes in {1:term}",
    "not where it left": "{0:name} comes on where it left, or as near as there is room",
    # withdrawal
    "brigade not broken": "the brigade of {0:name} is not broken",
    "has withdrawn": "{0:name} has had its withdrawal this turn",
    "has a way out": "{0:name} is not surrounded: it can withdraw",
    "need not withdraw": "{0:name} does not have to withdraw",
    "out to a point": "{0:name} holds a building, and withdraws out of it to a point: path=to:40:12",
    "cannot limber in time": "{0:name} cannot limber and move in one turn",
    "withdraws toward the enemy": "{0:name} would come nearer to the enemy",
    "withdraws from its edge": "{0:name} would go away from its own edge of the table",
    "must withdraw": "{0:name} is within 12 inches of an enemy, and must withdraw first",
    "abandoned": "abandoned by its crew",
    # what is rolled for, and why
    "command": "command of {0:name}",
    "blunder die": "blunder of {0:name}",
    "moves of a blunder": "moves of the blunder of {0:name}",
    "character": "character of {0:name}",
    "rallied": "rallied by {0:name}",
    "moves won": "{0} moves",
    "blunder": lambda _say, of: BLUNDERS[int(of[0])],
    "distance": said("{0:in} away"),
    "enemy near": said("{0:name} is {1:in} off"),
    "along the road": "along the road",
    "in march column": "in march column",
    "in attack column": "in attack column",
    "reliable": "reliable",
    "agreed modifier": "as agreed",
    "aggressive": "aggressive",
    "timid": "timid",
    "glad to go back": "glad to go back",
    "headstrong, and first": "headstrong, and first to speak",
    "waits for the general": "before the general has spoken",
}
