"""BP.sr The special rules of units as data: each with the roll or moment it touches, and what it does there.

Chapters ask what applies to a roll of theirs; none of them knows a rule by name without need. Dice are rolled again
without a question where that can only gain; a break test is not (BP.sr.Vali).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from domain.kernel.play import Counting, Play
from domain.kernel.reasons import Modifier, Reason
from domain.kernel.rerolls import Grant, Lot, open_places, rolled_again
from rules.black_powder.rulings import reading
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import DIE, HORSE
from rules.black_powder.units.profile import has

On = Literal[
    "start", "command", "free move", "orders end", "charge", "contact", "formation", "shots", "saves", "blows",
    "enemy saves", "score", "break test", "casualty",
]  # fmt: skip
When = Literal[
    "", "charging, first round", "first round", "unhurt", "first shot", "first", "once a game", "all of them"
]


class Hook(NamedTuple):
    """One rule on one roll or moment."""

    on: On
    does: str
    value: int = 0
    when: When = ""


# Section 15; BP.sr.Fana stands for two others (units.profile.has).
HOOKS: dict[str, tuple[Hook, ...]] = {
    "BP.sr.Elite": (Hook("start", "order restored"),),
    "BP.sr.Brav": (Hook("orders end", "casualty off", 4),),
    "BP.sr.HCav": (Hook("score", "add D3", 1, "charging, first round"),),
    "BP.sr.Fero": (Hook("blows", "again", 0, "charging, first round"),),
    "BP.sr.Terr": (Hook("contact", "break test"),),
    "BP.sr.Stdy": (Hook("break test", "best result", 0, "first"),),
    "BP.sr.Dril": (Hook("free move", "one move"),),
    "BP.sr.Fana": (Hook("blows", "as Ferocious Charge"), Hook("contact", "as Terrifying Charge")),
    "BP.sr.Reli": (Hook("command", "rating", 1, "all of them"),),
    "BP.sr.FSq": (Hook("charge", "forms square"),),
    "BP.sr.Toug": (Hook("blows", "again", 1),),
    "BP.sr.DetC": (Hook("charge", "must"),),
    "BP.sr.Untd": (Hook("casualty", "stamina found", 0, "first"),),
    "BP.sr.Lanc": (Hook("enemy saves", "modify", -2, "charging, first round"),),
    "BP.sr.Mara": (Hook("command", "no distance", 0, "all of them"),),
    "BP.sr.Unre": (Hook("command", "no move on a tie"),),
    "BP.sr.FFir": (Hook("shots", "first fire", 1, "first shot"),),
    "BP.sr.Fres": (Hook("shots", "recruits", 0, "first"), Hook("blows", "recruits", 0, "first")),
    "BP.sr.Crac": (Hook("saves", "again", 1, "unhurt"),),
    "BP.sr.Blud": (Hook("blows", "again", 0, "first round"),),
    "BP.sr.Stub": (Hook("saves", "again", 1),),
    "BP.sr.Shar": (Hook("shots", "again", 1),),
    "BP.sr.Vali": (Hook("break test", "again", 1, "once a game"),),
    "BP.sr.Wave": (Hook("casualty", "break test"),),
    "BP.sr.Mix": (Hook("formation", "mixed"),),
}
Recruits = Literal["terror", "panic", "none", "fire"]
ONLY_SIXES = 6  # BP.sr.Fres recruits in a panic
RECRUITS: dict[int, Recruits] = {1: "terror", 2: "panic", 3: "panic", 4: "none", 5: "none", 6: "fire"}  # BP.sr.Fres
# BP.sr.Untd by a die, large +1, small -1; the summary prints 3-4 for stamina 3 (D49 B).
UNTESTED: dict[str, tuple[int, ...]] = {"A": (1, 1, 2, 2, 3, 3, 4, 4), "B": (1, 1, 2, 3, 3, 4, 4, 4)}


class Moment(NamedTuple):
    """What the conditions of a hook look at."""

    charging: bool = False
    first_round: bool = False
    unhurt: bool = False
    first_shot: bool = False


def hooks(unit: Unit, on: On) -> Iterator[tuple[str, Hook]]:
    """Those of a unit that touch a roll."""
    for rule, found in HOOKS.items():
        if has(unit, rule):
            yield from ((rule, hook) for hook in found if hook.on == on)


def _holds(hook: Hook, moment: Moment) -> bool:
    match hook.when:
        case "charging, first round":
            return moment.charging and moment.first_round
        case "first round":
            return moment.first_round
        case "unhurt":
            return moment.unhurt
        case "first shot":
            return moment.first_shot
    return True


def grants(unit: Unit, on: On, moment: Moment) -> list[Grant]:
    """BP.sr.0 Leave to roll dice of this roll again; that for all of them first, so that none is wasted."""
    found = [
        Grant(unit.side, rule, most=hook.value)
        for rule, hook in hooks(unit, on)
        if hook.does == "again" and _holds(hook, moment)
    ]
    return sorted(found, key=lambda grant: grant.most != 0)


class Rolled(NamedTuple):
    """A lot as it lies in the end, and the rules by which dice were rolled again."""

    lot: Lot
    rules: tuple[str, ...] = ()


def throw(play: Play[State], dice: int, needs: int, why: Reason, by: str, again: list[Grant]) -> Rolled:
    """BP.sr.0 Dice against one number, and those rolled again that a rule allows; a die rolled again stays."""
    if not dice:
        return Rolled(Lot(needs, ()))
    lot, used = Lot(needs, play.roll(dice, DIE, why, by, alike=_alike(needs)).faces), list[str]()
    for grant in again:
        places = open_places(lot, grant)
        if places:
            second = play.roll(len(places), DIE, Reason("dice again", grant.source, why.of), by, alike=_alike(needs))
            lot = rolled_again(lot, grant, iter(second.faces))
            used.append(grant.source)
    return Rolled(lot, tuple(used))


class Throw(NamedTuple):
    """Dice to be thrown against one number."""

    dice: int
    needs: int
    why: Reason


def throw_all(play: Play[State], throws: Sequence[Throw], by: str, again: list[Grant]) -> list[Rolled]:
    """Several lots under the same leave: a rule good for so many dice is good for them over all lots together."""
    found, left = list[Rolled](), list(again)
    for one in throws:
        rolled = throw(play, one.dice, one.needs, one.why, by, left) if one.needs <= DIE else Rolled(Lot(one.needs, ()))
        left = [grant for grant in left if not (grant.most and grant.source in rolled.rules)]
        found.append(rolled)
    return found


def _alike(needs: int) -> Counting:
    """Sixes are told apart from other hits: they disorder (BP.fire.3)."""
    return Counting(lambda _place, face: (face == DIE) + 1 if face >= needs else None)


def lances(state: State, unit: Unit, foe: Unit) -> Modifier | None:
    """BP.sr.Lanc What lances take from a save: 1 from horse, 2 from foot and guns (D50 B: guns none)."""
    if not has(unit, "BP.sr.Lanc"):
        return None
    if foe.profile.kind in HORSE:
        return Modifier(-1, "lances", "BP.sr.Lanc")
    if foe.profile.kind == "A" and reading(state, "D50") == "B":
        return None
    return Modifier(-2, "lances", "BP.sr.Lanc")
