"""Facts of the Combat phase in plain words: who charged whom, and what every die was rolled for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from domain.measuretext import length_text
from domain.ruling import Modifier, total
from rules.longstreet_lite.combat import facts as f
from rules.longstreet_lite.combat import retreat_words

STRUCK: Mapping[f.Struck, str] = {
    "front": "",
    "corner": " at a corner of its front",
    "flank": " in the flank",
    "rear": " in the rear",
}


def _listed(parts: tuple[str, ...] | list[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else "nobody"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def _why(modifiers: tuple[Modifier, ...]) -> str:
    said = [f"{m.value:+} {m.why}" if m.value else m.why for m in modifiers]
    return f" ({', '.join(said)})" if said else ""


def _charged(fact: f.UnitCharged) -> str:
    side, _, angle = fact.wheel.partition(":")
    wheel = f"wheels {side} by {angle} degrees ({length_text(fact.wheel_cost)} BW) and " if fact.wheel else ""
    through = f", through {_listed(fact.disorder)}" if fact.disorder else ""
    met = [f"{touched.unit}{STRUCK[touched.edge]}" for touched in fact.touched]
    into = f"into {_listed(met)}" if met else "and falls short"
    return f"{fact.unit} {wheel}charges {length_text(fact.distance)} BW {into}{through}"


def _met(met: f.Engaged) -> str:
    notes = [
        "in contact" if met.contact else "within 1 BW",
        f"before {length_text(met.front)} BW of its front",
        *(["barely engaged"] if met.barely else []),
        *(["flanked"] if met.flanked else []),
        *(["in cover"] if met.cover else []),
    ]
    return f"{met.unit} ({', '.join(notes)})"


def _engaged(fact: f.UnitsEngaged) -> str:
    return f"{fact.unit} attacks {_listed([_met(met) for met in fact.engaged])}"


def _stage(fact: f.CombatStageBegan) -> str:
    return f"next in combat: {fact.stage}" if fact.stage else "all combats are over"


def _asked(fact: f.OwnerAsked) -> str:
    return f"asked about: {fact.about}"


def _allocated(fact: f.DiceAllocated) -> str:
    shares = [f"{count} on {unit}" for unit, count in fact.dice.items()]
    most = f"; {fact.most} counts as before most of its front" if fact.most else ""
    return f"{fact.unit} has {_dice(total(fact.counted))}{_why(fact.counted)}: {_listed(shares)}{most}"


def _defended(fact: f.DefenceRolled) -> str:
    how = f"needing {fact.needs}+{_why(fact.modifiers)}" if fact.needs else "keeping the higher"
    counted = f"{_dice(total(fact.counted))}{_why(fact.counted)}"
    return f"{fact.unit} defends with {counted}, {how}: {_faces(fact.faces)}; defence score {fact.score}"


def _part(part: f.AttackPart) -> str:
    made = f"{part.successes} success{'' if part.successes == 1 else 'es'}"
    how = f"{_dice(len(part.faces))} needing {part.needs}+{_why(part.modifiers)}"
    return f"{part.unit} {how}: {_faces(part.faces)}, {made}"


def _attacked(fact: f.AttackRolled) -> str:
    return f"against {fact.unit}: {'; '.join(_part(part) for part in fact.parts)}; attack score {fact.score}"


def _rerolled(fact: f.DiceRerolled) -> str:
    who = "must re-roll its good" if fact.must else "re-rolls its failed"
    rolls = [f"{_faces(roll.faces)} against {roll.against}" for roll in fact.rolls]
    shown = _listed(rolls) if fact.dice == "attack" else _faces(fact.rolls[0].faces)
    return f"{fact.unit} {who} {fact.dice} dice ({fact.card}); now {shown}"


def _resolved(fact: f.CombatResolved) -> str:
    if fact.rule == "LL.7.few.1":
        took = "takes no part" if fact.winner == "nobody" else "has won"
        return f"there was no die for {fact.unit}, which {took} ({fact.rule})"
    scores = f"attack {fact.attack} against defence {fact.defence}"
    if fact.winner == "attackers":
        return f"{fact.unit} has lost by {fact.difference}: {scores}"
    return f"{fact.unit} has held{f' by {fact.difference}' if fact.difference else ''}: {scores}"


def _morale(fact: f.MoralePlayed) -> str:
    cards = _listed(fact.cards)
    if fact.added:
        return f"{cards} for {fact.unit}: its defence score rises by {fact.added}"
    return f"{cards} for {fact.unit}: {_counted(fact.saved, 'base')} taken off its loss"


def _beaten(fact: f.UnitBeaten) -> str:
    if fact.rule == "LL.7.flimb.2":
        return f"{fact.unit} is caught limbered: all is lost ({fact.rule})"
    if not fact.bases:
        return f"{fact.unit} loses nothing, and must fall back ({fact.rule})"
    return f"{fact.unit} must give up {_counted(fact.bases, 'base')} ({fact.rule})"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    f.UnitCharged: _charged,
    f.UnitsEngaged: _engaged,
    f.CombatStageBegan: _stage,
    f.OwnerAsked: _asked,
    f.DiceAllocated: _allocated,
    f.DefenceRolled: _defended,
    f.AttackRolled: _attacked,
    f.DiceRerolled: _rerolled,
    f.CombatResolved: _resolved,
    f.MoralePlayed: _morale,
    f.UnitBeaten: _beaten,
    **retreat_words.WORDS,
}

# LL.7.proc.1 Steps and questions are told by what comes of them.
ASIDES: tuple[type[Fact], ...] = (f.CombatStageBegan, f.OwnerAsked)
