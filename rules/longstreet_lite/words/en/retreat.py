"""Losses and retreats in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from domain.tabletop.angles import Point
from domain.tabletop.lengths import length_text, point_text
from rules.longstreet_lite.formation import said_ranks
from rules.longstreet_lite.losses import asks as la
from rules.longstreet_lite.losses import facts as lf
from rules.longstreet_lite.retreat import asks as a
from rules.longstreet_lite.retreat import facts as f
from rules.longstreet_lite.words.en.plain import faulty, nested, said


def _prices(say: Say, fact: f.UnitRetreated) -> Iterator[str]:
    if fact.passed:
        lose = "1 base lost each" if len(fact.passed) > 1 else "which loses 1 base"
        yield f"through {' and '.join(map(say.unit, fact.passed))}, {lose} (LL.7.finterp.2)"
    if fact.ground:
        yield f"1 base lost crossing {fact.ground} (LL.7.finterp.3)"


def _settled(_say: Say, fact: f.RetreatCardSettled) -> str:
    if fact.card:
        return f"the retreats of {fact.side} cost nothing in friends and difficult ground (LL.7.finterp.1)"
    return f"{fact.side} plays no card for its retreats (LL.7.finterp.1)"


def _retreated(say: Say, fact: f.UnitRetreated) -> str:
    verb = "limbers and falls back" if fact.limbers else "falls back"
    dice = f"2d6: {', '.join(map(str, fact.faces))}, the {'lower' if fact.lower else 'higher'} counts"
    return ", ".join((f"{say.unit(fact.unit)} {verb} {length_text(fact.way)} BW ({dice})", *_prices(say, fact)))


def _due(say: Say, fact: f.RetreatCostDue) -> str:
    if fact.unit == fact.by:
        return f"{say.unit(fact.unit)} pays for the ground it crossed ({fact.rule})"
    return f"{say.unit(fact.unit)} pays for {say.unit(fact.by)}, which fell back through it ({fact.rule})"


def _longer_than_needed(say: Say, of: tuple[Of, ...]) -> str:
    unit, way, best, *course = of[0], *map(int, of[1:])
    places = zip(course[::2], course[1::2], strict=True)
    path = ",".join(f"to:{point_text(Point(east, north))}" for east, north in places)
    return f"{say.name(unit)} would go {length_text(way)} BW; {path} is legal and only {length_text(best)}"


def _must_end_linear(say: Say, of: tuple[Of, ...]) -> str:
    unit, left, shapes = of[0], [int(one) for one in of[1:]], []
    while left:
        shapes.append(said_ranks(left[1 : left[0] + 1]))
        left = left[left[0] + 1 :]
    return f"{say.name(unit)} must end its retreat in a linear formation, such as {', '.join(shapes)}"


def _unit_removed(say: Say, fact: lf.UnitRemoved) -> str:
    return f"{say.unit(fact.unit)} {'routs' if fact.why == 'routed' else f'is {fact.why}'} and is gone ({fact.rule})"


def _may_not_give_up(say: Say, of: tuple[Of, ...]) -> str:
    unit, count, *rest = of
    bases, (more, *left) = rest[: int(count)], rest[int(count) :]
    free, faults = left[: int(more)], left[int(more) :]
    why = "; ".join(f"{told} ({cite})" for told, cite in faulty(say, faults))
    return f"{say.name(unit)} may not give up {_bases_said(bases)}: then {why}; {_bases_said(free)} may go"


def _bases_said(bases: Sequence[Of]) -> str:
    return f"base{'s' if len(bases) > 1 else ''} {', '.join(map(str, bases))}"


FACTS: FactTexts = {
    f.RetreatsBegan: lambda say, x: f"{x.side} must fall back with {say.units(x.units)} (LL.7.fall.1)",
    f.RetreatCardSettled: _settled,
    f.RetreatRolled: lambda say, x: f"{say.unit(x.unit)} must go back {x.distance} BW (LL.7.fdist.1)",
    f.UnitRetreated: _retreated,
    f.RetreatCostDue: _due,
    f.RetreatsEnded: lambda _say, x: f"the retreats of {x.side} are over",
    lf.BasesLost: lambda say, x: f"{say.unit(x.unit)} has {x.left} left, in ranks {said_ranks(x.ranks)} ({x.rule})",
    lf.UnitRemoved: _unit_removed,
}
ASKED: QuestionTexts = {
    a.AwaitRetreatCard: lambda _say, x: f"{x.side} may play a card to ease its retreats",
    a.AwaitRetreat: lambda _say, x: f"{x.side} says which unit retreats next",
    a.AwaitRetreatPath: lambda say, x: f"{x.side} shows how {say.unit(x.unit)} retreats {x.distance} BW",
    la.AwaitLosses: lambda say, x: f"{x.side} chooses which bases {say.unit(x.unit)} gives up: {x.count}",
}
ORDERS: OrderTexts = {
    a.PlayRetreatCard: "LL.7.finterp.1 Any card: this side's retreats now cost nothing in friends and difficult "
    "terrain.",
    a.RollRetreat: "LL.7.fdist.1 This unit retreats next; two dice say how far.",
    a.RetreatUnit: "LL.7.fdir.2 The way the unit falls back; without `path`, the shortest. `ranks` and `offset` are "
    "the new formation of a unit that must end linear (LL.7.fvuln.1), `heading` its facing where it is free "
    "(D55).",
    la.RemoveBases: "LL.1.loss.3 The owner picks the bases lost, by number.",
}
REASONS: ReasonTexts = {
    "no way so formed": said(
        "{0:name} finds no way to fall back so formed and faced; in ranks {rest}, heading {1:degrees}, it does", "-"
    ),
    "no step of a retreat": "{0:name} falls back without turning: {1} is no step of a retreat; back, left, "
    "right, toward and to are",
    "way barred": nested("the way of {0:name} leads {why}; another must be found, or none given"),
    "no room to turn so": nested("{0:name}, turned so, would stand {why}; another facing is free"),
    "off the table": "off the table",
    "ahead of its front": "ahead of the front of {0:name} as it stood",
    "through an enemy": "through {0:name}",
    "through impassable ground": "through {0}, which is impassable to it",
    "dice say more": said("{0:name} goes {1:bw} BW; its dice say {2} at least"),
    "too near to stop": said(
        "{0:name} would end {2:bw} BW from {1:name}; it goes on until at least {3} BW lies between them"
    ),
    "not clear of the enemy": said(
        "{0:name} would end {2:bw} BW from {1:name}; it goes on until more than {3} BW lies between them"
    ),
    "would end on a friend": "{0:name} would end on {1:name}; it goes on until it is clear of its friends",
    "longer than needed": _longer_than_needed,
    "no retreat to make": said("{0:typed} has no retreat to make; {rest} have", " and "),
    "another falls back": said("it is {0} that falls back now, not {1:typed}"),
    "battery falls back limbered": "{0:name} has no ranks: it falls back limbered; leave them out",
    "falls back as it stands": "{0:name} falls back as it stands; only a defender that is vulnerable or not linear "
    "forms anew",
    "must end linear": _must_end_linear,
    "keeps its facing": said("{0:name} keeps its facing in a retreat; leave out the heading, or give {1:degrees}"),
    "retreat": "retreat: {0:name}",
    "loses nothing now": said("{0:typed} loses nothing now; it is {1:name} that does"),
    "other number of bases": "{0:name} loses {1} of its bases, not {2}: name each once",
    "no such base": "the bases of {0:name} are numbered 1 to {1}",
    "may not give up": _may_not_give_up,
    "fire": "fire",
    "combat": "combat",
    "rout": "rout",
    "difficult ground in its retreat": "difficult ground in its retreat",
    "friends falling back through it": "friends falling back through it",
}
