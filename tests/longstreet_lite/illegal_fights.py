"""Orders of the Combat phase that must be refused: I30 to I35."""

from __future__ import annotations

from typing import Any

from rules.longstreet_lite.cards.asks import PlayMorale
from rules.longstreet_lite.combat.asks import AllocateDice, Charge
from rules.longstreet_lite.retreat.asks import PlayRetreatCard, RetreatUnit
from rules.longstreet_lite.state import Retreating, State, Unit
from tests.longstreet_lite.falling_back import beaten, fall_back, line
from tests.longstreet_lite.fights import charge, fight, table
from tests.longstreet_lite.illegal import Cases, after
from tests.longstreet_lite.positions import position, terrain, unit

ONE, TWO = "steady-boys", "the-colonels-example"
US, CS = unit("us", "10:10"), unit("cs", "10:13", "180")
COLUMN = unit("us", "10:10", ranks=(1, 1))
PAIR = {
    "us": unit("us", "10:10", ranks=(4, 2)), "a": unit("cs", "8.5:13", "180", (3,)),
    "b": unit("cs", "11.5:13", "180", (3,)),
}  # fmt: skip
OTHERS = {
    "us2": unit("us", "20:10"), "c": unit("cs", "18.5:13", "180", (3,)), "d": unit("cs", "21.5:13", "180", (3,)),
}  # fmt: skip
NO_WHEEL = terrain("rough", "12.005:10.2", "17:10.2", "17:10.9", "12.005:10.9")  # so that nobody wheels right
DEEP, DEFENDER = unit("us", "10:10", ranks=(4, 4)), unit("cs", "10:13", "180", (4, 2))
LIMBER = unit("cs", "10:13", "180", kind="ART", limbered=True, bases=3)


def facing(us: Unit = US, cs: Unit = CS, *pieces: Any, **others: Unit) -> State:
    return table({"us": us, "cs": cs, **others}, *pieces)


def dividing(**others: Unit) -> State:
    """All charges are made; each attacker has two defenders before it."""
    state = table({**PAIR, **others})
    for name in ("us", *(name for name in others if name.startswith("us"))):
        charge(state, name)
    fight(state)
    return state


def divide(**dice: int) -> AllocateDice:
    return AllocateDice(unit="us", dice=dice)


def divided(*, rolled: bool) -> State:
    """The dice of us are divided, those of us2 not yet; or all are, and cs is asked for cards."""
    state = after(dividing(**OTHERS), ("us", divide(a=3, b=3), ()))
    other = AllocateDice(unit="us2", dice={"c": 2, "d": 2})
    return after(state, ("us", other, (*(1,) * 12, *(6,) * 10))) if rolled else state


def lost_by(points: int, cs: Unit = DEFENDER, *, at: Unit = DEEP) -> State:
    """cs rolls no success and us so many; the decks are empty."""
    hands = {"us": (), "cs": (ONE, ONE, ONE, TWO, TWO)}
    state = table({"us": at, "cs": cs}, hands=hands, decks={"us": (), "cs": ()})
    for cards in state.cards.values():
        cards.discard.append(ONE)
    charge(state)
    fight(state, *(1,) * sum(cs.ranks), *(6,) * points, *(1,) * (sum(at.ranks[:2]) - points))
    return state


def flanked() -> State:
    """cs has lost by more than two, struck in the flank."""
    units = {"us": unit("us", "14:9", "270", (4, 4)), "cs": unit("cs", "10:10", ranks=(4, 2))}
    state = table(units, hands={"us": (), "cs": (ONE, ONE, TWO)})
    charge(state)
    fight(state, *(5,) * 6, *(3,) * 4, *(1,) * 4)
    return state


def limber() -> State:
    state = table({"us": DEEP, "cs": LIMBER}, hands={"us": (), "cs": (ONE, ONE)})
    charge(state)
    fight(state, 2, 1, *(6,) * 4, *(1,) * 4)
    return state


def morale(**cards: tuple[str, ...]) -> PlayMorale:
    return PlayMorale(cards=dict(cards))


def back(*path: str, ranks: tuple[int, ...] = ()) -> RetreatUnit:
    return RetreatUnit(unit="d", path=path, ranks=ranks)


def carded() -> State:
    """d falls back and has played its card."""
    hands = {"us": (ONE,), "cs": ("quickstep", ONE)}
    state = position({"d": line(), "a": unit("us", "18:12", "180")}, phase="combat", hands=hands)
    fall_back(state, "cs", {"d": Retreating(engaged=("a",))})
    return after(state, ("cs", PlayRetreatCard(card="quickstep"), (2, 4)))


def river() -> State:
    water = terrain("river", "17:8", "19:8", "19:10", "17:10")
    return beaten(line(), 4, 4, pieces=[water], options=["rivers"])


CHARGE = Charge(unit="us")
FIGHTS: Cases = {
    "I30 artillery": lambda: (facing(unit("us", "10:10", ranks=(2,), kind="ART")), "us", CHARGE),
    "I30 smoke": lambda: (facing(unit("us", "10:10", smoke=True)), "us", CHARGE),
    "I30 without contact": lambda: (facing(cs=unit("cs", "10:14.001", "180")), "us", CHARGE),
    "I30 a wide wheel": lambda: (
        facing(COLUMN, unit("cs", "7.5:12", "125")), "us", Charge(unit="us", wheel="left:60")
    ),
    "I30 contact by the wheel": lambda: (
        facing(cs=unit("cs", "8:10.5", "180")), "us", Charge(unit="us", wheel="right:10")
    ),
    "I30 contact by the flank": lambda: (facing(US, CS, NO_WHEEL, beside=unit("cs", "14:11", "180")), "us", CHARGE),
    "I30 not in front": lambda: (facing(cs=unit("cs", "14.005:12", "180")), "us", CHARGE),
    "I30 not the nearest": lambda: (
        facing(cs=unit("cs", "10:13.5", "180", (3,)), near=unit("cs", "14.4:12", "180")), "us", CHARGE
    ),
    "I31 too far ahead": lambda: (facing(unit("us", "14:10.5", "270"), unit("cs", "10:10")), "us", CHARGE),
    "I32 uneven": lambda: (dividing(), "us", divide(a=4, b=2)),
    "I32 none where dice suffice": lambda: (dividing(), "us", divide(a=6, b=0)),
    "I32 a defender left out": lambda: (dividing(), "us", divide(a=6)),
    "I32 twelve dice": lambda: (dividing(), "us", divide(a=6, b=6)),
    "I32 changed": lambda: (divided(rolled=False), "us", divide(a=3, b=3)),
    "I32 changed after the dice": lambda: (divided(rolled=True), "us", divide(a=2, b=4)),
    "I33 two for a vulnerable unit": lambda: (flanked(), "cs", morale(cs=(ONE, ONE))),
    "I33 three": lambda: (lost_by(6), "cs", morale(cs=(ONE, ONE, ONE))),
    "I33 the last base": lambda: (lost_by(2), "cs", morale(cs=(TWO, ONE))),
    "I33 a difference of 1": lambda: (lost_by(1), "cs", morale(cs=(ONE,))),
    "I33 by the active player": lambda: (lost_by(6), "us", morale(cs=(ONE,))),
    "I33 a second for a limber": lambda: (limber(), "cs", morale(cs=(ONE, ONE))),
    "I34 ahead of its front": lambda: (
        beaten(line(), 1, 1, attacker=unit("us", "19.9:12", "180", (1, 1))), "cs", back("left:5", "ahead:1")
    ),
    "I34 through an enemy": lambda: (
        beaten(line(), 4, 4, others={"e": unit("us", "18:9", "0", (2,))}), "cs", back("back:4")
    ),
    "I34 through a river": lambda: (river(), "cs", back("back:4")),
    "I34 shorter than the dice": lambda: (beaten(line(), 2, 4), "cs", back("back:3.99")),
    "I34 too near the enemy": lambda: (beaten(line(), 2, 4), "cs", back("left:4")),
    "I34 longer than needed": lambda: (beaten(line(), 2, 4), "cs", back("back:4.11")),
    "I34 on a friend": lambda: (beaten(line(), 2, 4, others={"f": line(at="18:8.5")}), "cs", back("back:4")),
    "I34 a second card": lambda: (carded(), "cs", PlayRetreatCard(card=ONE)),
    "I35 a column": lambda: (beaten(line(ranks=(1,) * 6), 2, 4), "cs", back(ranks=(1,) * 6)),
}  # fmt: skip
