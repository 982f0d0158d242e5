"""The Combat phase in English: who charged whom, and what every die was rolled for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.reasons import Modifier, Of, Reason, total
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say, Template
from domain.tabletop.lengths import length_text
from domain.words.plain import count
from rules.longstreet_lite.combat import asks as a
from rules.longstreet_lite.combat import facts as f
from rules.longstreet_lite.words.en.plain import said

STRUCK: Mapping[Of, str] = {
    "front": "",
    "corner": " at a corner of its front",
    "flank": " in the flank",
    "rear": " in the rear",
}


def _listed(parts: tuple[str, ...] | list[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else "nobody"


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def _why(say: Say, modifiers: tuple[Modifier, ...]) -> str:
    said = [f"{m.value:+} {say.reason(m)}" if m.value else say.reason(m) for m in modifiers]
    return f" ({', '.join(said)})" if said else ""


def _met(say: Say, met: f.Engaged) -> str:
    notes = [
        "in contact" if met.contact else "within 1 BW",
        f"before {length_text(met.front)} BW of its front",
        *(["barely engaged"] if met.barely else []),
        *(["flanked"] if met.flanked else []),
        *(["in cover"] if met.cover else []),
    ]
    return f"{say.unit(met.unit)} ({', '.join(notes)})"


def _part(say: Say, part: f.AttackPart) -> str:
    made = f"{part.successes} success{'' if part.successes == 1 else 'es'}"
    how = f"{_dice(len(part.faces))} needing {part.needs}+{_why(say, part.modifiers)}"
    return f"{say.unit(part.unit)} {how}: {_faces(part.faces)}, {made}"


def _charged(say: Say, fact: f.UnitCharged) -> str:
    side, _, angle = fact.wheel.partition(":")
    wheel = f"wheels {side} by {angle} degrees ({length_text(fact.wheel_cost)} BW) and " if fact.wheel else ""
    through = f", through {_listed(fact.disorder)}" if fact.disorder else ""
    met = [f"{say.unit(touched.unit)}{STRUCK[touched.edge]}" for touched in fact.touched]
    into = f"into {_listed(met)}" if met else "and falls short"
    return f"{say.unit(fact.unit)} {wheel}charges {length_text(fact.distance)} BW {into}{through}"


def _allocated(say: Say, fact: f.DiceAllocated) -> str:
    shares = [f"{count} on {say.unit(unit)}" for unit, count in fact.dice.items()]
    most = f"; {say.unit(fact.most)} counts as before most of its front" if fact.most else ""
    return f"{say.unit(fact.unit)} has {_dice(total(fact.counted))}{_why(say, fact.counted)}: {_listed(shares)}{most}"


def _defended(say: Say, fact: f.DefenceRolled) -> str:
    how = f"needing {fact.needs}+{_why(say, fact.modifiers)}" if fact.needs else "keeping the higher"
    counted = f"{_dice(total(fact.counted))}{_why(say, fact.counted)}"
    return f"{say.unit(fact.unit)} defends with {counted}, {how}: {_faces(fact.faces)}; defence score {fact.score}"


def _attacked(say: Say, fact: f.AttackRolled) -> str:
    parts = "; ".join(_part(say, part) for part in fact.parts)
    return f"against {say.unit(fact.unit)}: {parts}; attack score {fact.score}"


def _rerolled(say: Say, fact: f.DiceRerolled) -> str:
    who = "must re-roll its good" if fact.must else "re-rolls its failed"
    rolls = [f"{_faces(roll.faces)} against {say.unit(roll.against)}" for roll in fact.rolls]
    shown = _listed(rolls) if fact.dice == "attack" else _faces(fact.rolls[0].faces)
    return f"{say.unit(fact.unit)} {who} {fact.dice} dice ({say.unit(fact.card)}); now {shown}"


def _resolved(say: Say, fact: f.CombatResolved) -> str:
    if fact.rule == "LL.7.few.1":
        took = "takes no part" if fact.winner == "nobody" else "has won"
        return f"there was no die for {say.unit(fact.unit)}, which {took} ({fact.rule})"
    scores = f"attack {fact.attack} against defence {fact.defence}"
    if fact.winner == "attackers":
        return f"{say.unit(fact.unit)} has lost by {fact.difference}: {scores}"
    return f"{say.unit(fact.unit)} has held{f' by {fact.difference}' if fact.difference else ''}: {scores}"


def _morale(say: Say, fact: f.MoralePlayed) -> str:
    cards = _listed([say.unit(card) for card in fact.cards])
    if fact.added:
        return f"{cards} for {say.unit(fact.unit)}: its defence score rises by {fact.added}"
    return f"{cards} for {say.unit(fact.unit)}: {count(fact.saved, 'bases')} taken off its loss"


def _beaten(say: Say, fact: f.UnitBeaten) -> str:
    if fact.rule == "LL.7.flimb.2":
        return f"{say.unit(fact.unit)} is caught limbered: all is lost ({fact.rule})"
    if not fact.bases:
        return f"{say.unit(fact.unit)} loses nothing, and must fall back ({fact.rule})"
    return f"{say.unit(fact.unit)} must give up {count(fact.bases, 'bases')} ({fact.rule})"


def _may_reroll(say: Say, frame: a.AwaitCombatReroll) -> str:
    return f"{frame.side} may re-roll the failed {frame.dice} dice of {say.unit(frame.unit)} ({say.unit(frame.card)})"


_WHEN: Mapping[Of, str] = {"A": "before the charge begins", "B": "after the wheel", "C": "at contact"}


def _no_right_to_the_flank(say: Say, of: tuple[Of, ...]) -> str:
    unit, enemy = say.name(of[0]), say.name(of[1])
    return (
        f"{unit} would strike {enemy}{STRUCK[of[2]]}; for that, half of its bases must be wholly behind the front "
        f"line of {enemy} and none of it directly in front, {_WHEN[of[3]]}"
    )


def _dice_divided_so(say: Say, of: tuple[Of, ...]) -> str:
    unit, number, key, *rest = of
    why = say.reason(Reason(str(key), "", tuple(rest[: int(number)])))
    return f"{say.name(unit)} cannot divide its dice so: {why}; legal: {_offered(rest[int(number) :])}"


def _offered(of: Sequence[Of]) -> str:
    """Divisions as dice and units, each after the number of its units; after a 0, how many others there are."""
    told: list[str] = []
    while units := int(of[0]):
        shares = zip(of[1 : 2 * units : 2], of[2 : 2 * units + 1 : 2], strict=True)
        told.append(", ".join(f"{dice} on {unit}" for dice, unit in shares))
        of = of[2 * units + 1 :]
    return "; or ".join(told) + ("; and others" if of[1] else "")


def _not_most_of_its_front(_say: Say, of: tuple[Of, ...]) -> str:
    return f"{of[0]!r} does not occupy most of its front" + (f", {of[1]} does" if of[1:] else "")


def _helpless(why: str) -> Template:
    return said(f"no card helps {{0:typed}}: {why}; units that cards may be played for: {{rest}}", none="none")


FACTS: FactTexts = {
    f.UnitCharged: _charged,
    f.UnitsEngaged: lambda say, x: f"{say.unit(x.unit)} attacks {_listed([_met(say, met) for met in x.engaged])}",
    f.CombatStageBegan: lambda _say, x: f"next in combat: {x.stage}" if x.stage else "all combats are over",
    f.OwnerAsked: lambda say, x: f"asked about: {say.reason(x.about)}",
    f.DiceAllocated: _allocated,
    f.DefenceRolled: _defended,
    f.AttackRolled: _attacked,
    f.DiceRerolled: _rerolled,
    f.CombatResolved: _resolved,
    f.MoralePlayed: _morale,
    f.UnitBeaten: _beaten,
}
ASKED: QuestionTexts = {
    a.AwaitAllocation: lambda _say, x: f"{x.side} divides its attack dice",
    a.AwaitCombatReroll: _may_reroll,
    a.AwaitCombatMorale: lambda _say, x: f"{x.side} may play morale cards for its beaten units",
}
ORDERS: OrderTexts = {
    a.Charge: "LL.7.charge.2 Straight ahead to contact, after a wheel of at most 1 BW: `wheel` is left:12.5 or "
    "right:8.",
    a.EndCharges: "LL.7.gen.1 All charges are made; combats are resolved.",
    a.AllocateDice: 'LL.7.alloc.1 The dice of one attacker among those it engages: dice={"22nd-ohio":3,"3rd-ohio":3}. '
    "`most` says which of two counts as occupying most of its front, where that is equal (LL.7.alloc.4).",
}
REASONS: ReasonTexts = {
    "must re-roll": "must {0} {1:unit} {2:unit}",
    "may re-roll": "may {0} {1:unit} {2:unit}",
    "nobody to charge": said("{0:typed} is no unit of {1} on the table; only those charge"),
    "not yours to charge with": "{0:name} is no unit of {1} on the table; only those charge",
    "guns never charge": "{0:name} is artillery and never charges; infantry does",
    "in smoke": "{0:name} has fired and is in smoke; infantry without smoke may charge",
    "has charged": "{0:name} has charged in this phase already; once is all",
    "wheel too far": said(
        "a wheel by {1:degrees} degrees takes the outer corner of {0:name} {2:bw} BW; its charge may wheel {3:bw} BW "
        "at most"
    ),
    "wheel makes contact": "the wheel of {0:name} would touch {1:name}; contact is made by the straight move only",
    "nobody ahead": "no enemy is directly in front of {0:name} where its straight move would begin; a wheel of at most "
    "1 BW may bring one there",
    "out of reach": said("{1:name} is {2:bw} BW ahead of {0:name}, which may go {3:bw} BW; a charge must reach"),
    "touches with its flank": "{0:name} would touch {1:name} with its flank or rear; a charge touches with its "
    "front only",
    "charge ends on a friend": "the charge of {0:name} would end on {1:name}; it may pass through a friend, "
    "not stop on one",
    "charge leaves the table": "the charge of {0:name} would leave the table; it may not",
    "charge through impassable ground": "{0:name} cannot charge through {1}: no unit passes it",
    "charge needs two cards": said(
        "{0:name} would charge through {rest}; that needs a Combat phase of two cards", " and "
    ),
    "no right to the flank": _no_right_to_the_flank,
    "another is nearer": said(
        "{1:name} is nearer to {0:name}: {2:bw} BW of movement reach it (wheel: {3}); the nearest enemy that can be "
        "charged must be"
    ),
    "dice divided already": "the dice of {0:name} are divided already, and stay so",
    "no dice to divide": said("{0:typed} has no dice to divide; {rest} have", " and "),
    "dice divided so": _dice_divided_so,
    "not divided evenly": "the dice are not divided as evenly as they can be",
    "each to be named": said("it attacks {rest}, each of whom must be named"),
    "more than ten dice": "{0} dice are more than the {1} a unit may have",
    "other number of dice": "it has {0} dice, not {1}",
    "not most of its front": _not_most_of_its_front,
    "contact gets fewer": "{0} is in contact and gets fewer than {1}, which is not",
    "most of the front gets fewer": "{0} occupies most of the front and gets fewer than another",
    "too few dice for two": "with fewer dice than enemies nobody gets more than one",
    "dice enough for one": "there are dice enough for {0} to get one",
    "a single die too few": "{0} is not barely engaged, so a single die is too few",
    "has not defended": _helpless("it has not defended"),
    "always loses one base": said(
        "no card helps {0:typed}: it lost by {1}, and always loses one base; "
        "units that cards may be played for: {rest}",
        none="none",
    ),
    "has not lost": _helpless("it has not lost"),
    "too many cards to save it": "{0} cards are too many for {1:name}, which is {2}: {3} at most",
    "card of no use": "that card would do nothing for {0:name}; one with a morale value may",
    "never the last base": "{0:name} can be saved {1} of {2} bases, never the last; one of these cards would do "
    "nothing",
    "defence": "defence of {0:unit}",
    "attack": "{0:unit} attacks {1:unit}",
    "combat dice again": "{0} dice of {1:unit} again",
    "to re-roll combat dice": "to re-roll the {0} dice of {1:unit}",
    "to play cards for morale": "to play cards for morale",
    "bases in its first two ranks": "bases in its first two ranks",
    "limbered battery": "limbered battery",
    "bases": "bases",
    "ten dice at most": "ten dice at most",
    "no fewer than none": "no fewer than none",
    "defender in difficult terrain": "defender in difficult terrain",
    "vulnerable: sixes only": "vulnerable: sixes only",
    "defender in cover": "defender in cover",
    "attacker in difficult terrain": "attacker in difficult terrain",
    "vulnerable defender": "vulnerable defender",
}
