"""The Move phase in English."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from domain.tabletop.angles import Point
from domain.tabletop.lengths import VERBS, angle_text, length_text, point_text, step
from rules.longstreet_lite.cards.asks import AwaitConfusedMove
from rules.longstreet_lite.formation import said_ranks
from rules.longstreet_lite.movement import asks as a
from rules.longstreet_lite.movement import facts as f
from rules.longstreet_lite.words.en.plain import said


def said_step(text: str) -> str:
    """`oblique-left:30:2` as oblique left 30° 2."""
    found = step(text)
    verb = found.verb.replace("-", " ")
    if found.point:
        return f"{verb} {point_text(found.point)}"
    says = {"a": f"{angle_text(found.angle)}°", "l": length_text(found.length)}
    return " ".join((verb, *(says[kind] for kind in VERBS[found.verb])))


def said_pose(pose: f.Spot) -> str:
    x, y, heading = pose
    return f"at {point_text(Point(x, y))} facing {angle_text(heading)}°"


def said_disorder(say: Say, causes: Iterable[f.Disorder]) -> str:
    """LL.6.dis.1 What would have been forbidden with one card."""
    said = ", ".join(_cause(say, cause) for cause in causes)
    return f" (disorder: {said})" if said else ""


def _cause(say: Say, cause: f.Disorder) -> str:
    match cause.why:
        case "friend":
            return f"through {say.unit(cause.what)}"
        case "terrain" | "line":
            return f"{'in' if cause.why == 'terrain' else 'across'} {cause.what}"
        case "about-face":
            return f"about-face {length_text(cause.gap)} BW from {say.unit(cause.what)}"
    return f"{length_text(cause.gap)} BW from {say.unit(cause.what)}"


def _whose(fact: f.UnitMoved | f.UnitFormed) -> str:
    """LL.4.int.6"""
    return f"; {fact.by} ordered it" if fact.confused else ""


def _moved(say: Say, fact: f.UnitMoved) -> str:
    how = "with difficulty " if fact.difficult else ""
    steps = ", ".join(said_step(text) for text in fact.path)
    ends = "it leaves the table" if fact.leaves else f"now {said_pose(fact.pose)}"
    long = f"{length_text(fact.way)} of {length_text(fact.allowance)} BW"
    return f"{say.unit(fact.unit)} moves {how}{long}: {steps}; {ends}{said_disorder(say, fact.disorder)}{_whose(fact)}"


def _formed(say: Say, fact: f.UnitFormed) -> str:
    how = f"makes a quarter turn to the {fact.turned}" if fact.turned else f"re-forms on base {fact.guide}"
    ends = f"ranks {said_ranks(fact.ranks)}, now {said_pose(fact.pose)}"
    return f"{say.unit(fact.unit)} {how}: {ends}{said_disorder(say, fact.disorder)}{_whose(fact)}"


def _limbered(say: Say, fact: f.BatteryLimbered) -> str:
    ends = f"now {said_pose(fact.pose)}{said_disorder(say, fact.disorder)}"
    return f"{say.unit(fact.unit)} limbers on gun {fact.gun}, {ends}"


def _unlimbered(say: Say, fact: f.BatteryUnlimbered) -> str:
    guns = f"{fact.guns} gun base{'s' * (fact.guns != 1)}"
    return f"{say.unit(fact.unit)} unlimbers {guns}, now {said_pose(fact.pose)}{said_disorder(say, fact.disorder)}"


def _makes_contact(say: Say, of: tuple[Of, ...]) -> str:
    unit, other, after = say.name(of[0]), say.name(of[1]), int(of[2])
    late = f" after {length_text(after)} BW" if after else ""
    return f"{unit} would touch {other}{late}; a Move phase makes no contact"


def _would(say: Say, causes: tuple[Of, ...]) -> str:
    """What would disorder a unit: why, what, and how near, three by three."""
    three = zip(causes[::3], causes[1::3], causes[2::3], strict=True)
    return "; ".join(_does(say, str(why), what, int(gap)) for why, what, gap in three)


def _does(say: Say, why: str, what: Of, gap: int) -> str:
    match why:
        case "terrain":
            return f"be in {what}"
        case "line":
            return f"cross or stand on {what}"
        case "friend":
            return f"pass through {say.name(what)}"
    act = "face about" if why == "about-face" else "change formation"
    return f"{act} {length_text(gap)} BW from {say.name(what)}"


def _disorder_given(say: Say, of: tuple[Of, ...]) -> str:
    would = f"{say.name(of[0])} would {_would(say, of[1:])}"
    return f"{would}: disorder, and a move that needs a second card is not for the enemy to give"


def _disorder(say: Say, of: tuple[Of, ...]) -> str:
    unit, cards, *causes = of
    invoked = f"invoked with {cards} card{'s' * (cards != 1)} where it takes 2"
    return f"{say.name(unit)} would {_would(say, tuple(causes))}: disorder, and the phase was {invoked}"


FACTS: FactTexts = {
    f.UnitMoved: _moved,
    f.UnitFormed: _formed,
    f.BatteryLimbered: _limbered,
    f.BatteryUnlimbered: _unlimbered,
}
ASKED: QuestionTexts = {
    AwaitConfusedMove: lambda say, x: f"{x.side} may move {say.unit(x.unit)}",
}
ORDERS: OrderTexts = {
    a.MoveUnit: "LL.6.gen.1 One unit moves along the steps of `path`; `difficult` declares a difficult move "
    "(LL.6.hard.2). `use_card` names this unit for the modifier card of the phase (D54 B only).",
    a.QuarterTurn: "LL.6.quart.1 All bases turn 90 degrees the same way.",
    a.ReformUnit: "LL.6.guide.1 New ranks on a guide base, with `left` files to the left of it. `offset` is the first "
    "file (from 0) of a short last rank.",
    a.LimberBattery: "LL.6.aform.2 The limber takes the place of one gun base, with any heading.",
    a.UnlimberBattery: "LL.6.aform.1 A gun takes the limber's place, with any heading; `left` of the others stand to "
    "its left.",
    a.EndMove: "LL.6.gen.1 All that is to move has moved.",
}
REASONS: ReasonTexts = {
    "way of": lambda _say, of: f"{length_text(int(of[0]))} of {length_text(int(of[1]))} BW",
    "nobody there": said("there is no unit {0:typed} on the table"),
    "not yours to move": "{0:name} is a unit of {1}; {2} moves only its own",
    "card for another": "{0:name} lets {1} move {2:name}, no other unit",
    "acted already": "{0:name} has moved or changed formation in this phase; it does so once",
    "held by a card": "{0:name} keeps {1:name} where it is in this phase",
    "no card for such a unit": "no card of this phase waits for a unit such as {0:name}",
    "no step to move": "{0:name} is given no step to move; such as ahead:2",
    "too many steps": "{0:name} is given {1} steps; {2} at most can be measured",
    "not forward": "{1} is no forward movement; {0:name} goes forward or makes a quarter turn",
    "about-face is not forward": "an about-face is no forward movement; {0:name} goes forward or makes a quarter turn",
    "goes forward or turns": "{0:name} goes forward or makes a quarter turn",
    "way too long": said("the way of {0:name} is {1:bw} BW long; {2:bw} BW are allowed"),
    "steps without length": "{0:name} would not move; its steps have no length",
    "no difficult move for guns": "{0:name} is artillery and makes no difficult move: it has its full allowance in any "
    "direction",
    "guns turn with face": "{0:name} is artillery: it turns with face, such as face:180",
    "guns keep their facing": "{1} would turn the guns of {0:name}; they keep their facing when prolonged",
    "disorder not the enemy's to give": _disorder_given,
    "disorder without a card added": lambda say, of: f"{_disorder(say, of)}; AddCard adds one",
    "disorder with one card": _disorder,
    "guns without files": "{0:name} is artillery, without ranks and files; it limbers or unlimbers",
    "stands so already": "{0:name} stands so already",
    "no base to guide on": "{0:name} has no base {1} to guide on; its bases are 1 to {2}",
    "no place for the guide": "{0} files to the left of the guide leave it no place in a front rank of {1}; "
    "{2} are the most",
    "short rank elsewhere": said(
        "{0:name} in ranks {rest} would have a short rank elsewhere than at the rear after a quarter turn to the {1}; "
        "ranks that come out full are needed",
        "-",
    ),
    "files of a side": "to the {1} of base {2} of {0:name} stand {3} files and would stand {4}; {5} more or fewer are "
    "allowed",
    "not linear enough to face about": said("{0:name} stands in ranks {rest}; only a linear unit faces about", "-"),
    "short rank to the front": "{0:name} has a short last rank, which would come to the front; it needs full ranks to "
    "face about",
    "about-face comes first": "{0:name} would face about after moving; an about-face is its first step or none",
    "infantry does not face": "{0:name} is infantry: it wheels, faces about, or makes a QuarterTurn, but does not face "
    "freely",
    "no difficult move for a column": "{0:name} is a column, one base wide; a column makes no difficult move",
    "forward in a difficult move": "{1} is forward movement, which does not go with a difficult move of {0:name}",
    "difficult move without one": "{0:name} declares a difficult move and makes none",
    "oblique too far": said(
        "{0:name} would oblique by {1:degrees}°; {2:degrees}° is the most, beyond it is a difficult move to be "
        "declared (difficult=yes)"
    ),
    "difficult move undeclared": "{1} is no forward movement of {0:name}; a difficult move is declared first "
    "(difficult=yes)",
    "only a battery": "{0:name} is infantry; only a battery {1}",
    "limbered already": "{0:name} is limbered already",
    "unlimbered already": "{0:name} is unlimbered already",
    "no such gun": "{0:name} has no gun {1}; its guns are 1 to {2}",
    "guns to the left": "{0:name} has {1} guns: {2} at most stand to the left of the first",
    "ahead of the limber": said(
        "guns of {0:name} would stand {1:bw} BW ahead of the limber's front line; on the other side of it, or with "
        "another heading, they stay behind"
    ),
    "makes contact": _makes_contact,
    "stays in contact": "{0:name} would stay in contact with {1:name}; it may only move clear of it",
    "stands on a friend": "{0:name} would stand on {1:name}; it needs ground of its own",
    "river in the way": "{0:name} would enter {1}, a river impassable to {2}; bridges and fords lead across",
    "impassable to it": "{0:name} would enter {1}, a {2} impassable to {3}",
    "leaves the table": "{0:name} would leave the table; it stays on it",
    "to move it": "to move {0:unit}",
}
