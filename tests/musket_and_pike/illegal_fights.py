"""X28 to X46: reactions, fire and melee."""

from __future__ import annotations

from typing import Any

from rules.musket_and_pike.fire.asks import (
    AdvancingFire,
    AwaitEvade,
    Evade,
    FireGuns,
    FirePistol,
    RetreatingFire,
    Salvo,
    Skirmish,
    TakeCover,
)  # fmt: skip
from rules.musket_and_pike.melee.asks import (
    AdvanceUnit,
    AwaitAdvance,
    AwaitQuarry,
    DeclareMelee,
    EndDeclarations,
    NextMelee,
)  # fmt: skip
from rules.musket_and_pike.movement.asks import MoveUnit
from rules.musket_and_pike.reaction.asks import Intercept, ReactFace, ReactFire, ReactHedgehog, Withdraw
from rules.musket_and_pike.retreats.asks import AwaitRetreat, RetreatTo
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, ResumeShots
from tests.musket_and_pike.illegal import BLUE_GUN, PIKES, WITH_HORSE, Cases, after, blue, marked
from tests.musket_and_pike.melees import (
    FOOT,
    GUN,
    H1,
    H2,
    LI,
    R1,
    R2,
    RED,
    RED_LI,
    RED_TWO,
    TWO,
    attack,
    step,
)  # fmt: skip
from tests.musket_and_pike.positions import give, position
from tests.musket_and_pike.test_reaction import window


def moved(places: dict[str, str], **more: Any) -> State:
    """The first of these, a blue unit, has come where it stands; red is asked what it does about it."""
    state = position(places, **{"leaders": {"red-horse": "1010"}, **more})
    window(state, next(iter(places)))
    return state


def twice() -> State:
    """Red foot has fired at this trigger; red horse may still react."""
    state = moved({FOOT: "1012:5", RED: "1011:2", R1: "1010:2"})
    give(state, "red", ReactFire(unit=RED), 0)
    return state


def tried() -> State:
    """Red horse has tried to intercept once in this activation."""
    state = position({H1: "1013:5", R1: "1010:2", RED: "1112:2"}, leaders={"red-horse": "1010"})
    state.activation.intercepted.append(R1)
    window(state, H1)
    return state


def withdrawn() -> State:
    state = position({FOOT: "1012:5", R1: "1010:2"}, leaders={"red-horse": "1010"})
    state.activation.withdrew.append(R1)
    window(state, FOOT)
    return state


def behind() -> State:
    """Blue horse has come behind two red foot: both must try to form Hedgehogs, one after the other."""
    state = position({H1: "1011:5", RED: "1010:5", RED_TWO: "1110:5", R1: "1014:5"}, leaders={"red-horse": "1014"})
    window(state, H1)
    return state


def salvoed() -> State:
    return marked(position({FOOT: "1012:5", RED: "1011:2"}), FOOT, salvo=True)


def shot(**fields: Any) -> State:
    return marked(position({H1: "1012:5", R1: "1011:2"}, order="rally"), H1, **fields)


def gun(places: dict[str, str], **fields: Any) -> State:
    return marked(position({BLUE_GUN: "1012:5", **places}), BLUE_GUN, **fields)


def evading(place: str, **more: Any) -> State:
    """Blue horse, fired at by the red battery in 1006, is asked whether it evades."""
    state = position({H1: place, GUN: "1006:2"}, **more)
    state.core.pending.append(ResumeShots(firer=GUN, mode="reaction", shots=()))
    state.core.pending.append(AwaitEvade(side="blue", unit=H1, firer=GUN))
    return state


def declared(*attacks: tuple[str, str], **more: Any) -> State:
    """Blue horse has declared an attack, or several."""
    state = step({H1: "1012:5", H2: "1112:5", R1: "1011:2", RED: "1111:2", RED_LI: "0911:2"}, **more)
    attack(state, *attacks)
    return state


def answering() -> State:
    """Blue will attack 1011; red may answer."""
    state = declared((H1, "1011"))
    return after(state, ("blue", EndDeclarations(), ()))


def both() -> State:
    """Two melees of the active side wait until a reaction melee is fought."""
    state = step({H1: "1012:5", H2: "1212:5", R1: "1011:2", R2: "1211:2", RED: "1112:3", RED_LI: "1113:5"})
    attack(state, (H1, "1011"), (H2, "1211"))
    give(state, "blue", EndDeclarations())
    return state


def retreating(unit: str = R1, **places: str) -> State:
    """A red unit in 1011 goes back two hexes before blue horse in 1012."""
    state = position({H1: "1012:5", unit: "1011:2", **places}, leaders={})
    state.core.pending.append(AwaitRetreat(side="red", unit=unit, by=H1, hexes=2))
    return state


def hunting() -> State:
    state = position({H1: "1012:5", R1: "1011:2", R2: "1111:2"}, leaders={})
    state.core.pending.append(AwaitQuarry(side="blue", unit=H1, quarries=(R1, R2)))
    return state


def advancing(unit: str = H1, place: str = "1012:5", **places: str) -> State:
    """Red has left 1011; the attacker must take it."""
    state = step({unit: place, **places})
    state.core.pending.append(AwaitAdvance(side="blue", units=(unit,), hexes=("1011",), must=True))
    return state


HIDDEN = {FOOT: "1012:5", TWO: "1010:5", RED: "0909:2", RED_LI: "1008:2"}
TWO_FOES = {TWO: "1012:5", RED: "1011:2", R1: "0811:2"}  # its left half in 1012 touches 1011, its right in 1112
CHARGE = {"order": "charge"}
FIGHTS: Cases = {
    "X28 without a trigger": lambda: (position({FOOT: "1012:5", RED: "1011:2"}), "red", ReactFire(unit=RED)),
    "X28 outside its zone": lambda: (
        moved({FOOT: "1012:5", RED: "1011:2", RED_LI: "1311:2"}),
        "red",
        ReactFire(unit=RED_LI),
    ),
    "X28 to its rear": lambda: (
        moved({FOOT: "1012:5", RED: "1011:2", RED_LI: "0911:5"}),
        "red",
        ReactFire(unit=RED_LI),
    ),
    "X28 broken": lambda: (moved({FOOT: "1012:5", RED: "1011:2", R1: "0911:2:MB"}), "red", ReactFire(unit=R1)),
    "X28 guns that have fired": lambda: (
        moved({FOOT: "1012:5", RED: "1011:2", GUN: "0910:2"}, fired={GUN: True}),
        "red",
        ReactFire(unit=GUN),
    ),
    "X28 without a line of sight": lambda: (
        moved({FOOT: "1012:5", RED: "1011:2", GUN: "1009:2", TWO: "1010:5"}),
        "red",
        ReactFire(unit=GUN),
    ),
    "X28 a second time": lambda: (twice(), "red", ReactFire(unit=RED)),
    "X29 Advancing Fire in reaction": lambda: (
        moved({FOOT: "1012:5", RED: "1011:2"}),
        "red",
        AdvancingFire(unit=RED, targets=(FOOT,), to="1012"),
    ),
    "X29 Retreating Fire in reaction": lambda: (
        moved({FOOT: "1012:5", RED: "1011:2"}),
        "red",
        RetreatingFire(unit=RED, targets=(FOOT,), to="1010"),
    ),
    "X29 at another than gave cause": lambda: (
        moved({FOOT: "1012:5", LI: "1112:5", RED: "1011:2"}),
        "red",
        Skirmish(unit=RED, targets=(LI,)),
    ),
    "X30 a Reaction Move by an active unit": lambda: (
        moved({FOOT: "1012:5", RED: "1011:2"}),
        "blue",
        ReactFace(unit=FOOT, turn="left"),
    ),
    "X30 an interception by an active unit": lambda: (moved({H1: "1012:5", RED: "1011:2"}), "blue", Intercept(unit=H1)),
    "X31 turning before who is faster": lambda: (
        moved({H1: "1012:5", RED_LI: "1011:5", R1: "0911:2"}),
        "red",
        ReactFace(unit=RED_LI, turn="left"),
    ),
    "X31 withdrawing before who is faster": lambda: (
        moved({H1: "1012:5", RED: "1010:2", RED_LI: "1011:2"}, orders={"red-foot": "rally"}),
        "red",
        Withdraw(unit=RED, path=("about", "1009")),
    ),
    "X31 withdrawing under Charge": lambda: (
        moved({FOOT: "1012:5", R1: "1010:2"}, orders={"red-horse": "charge"}),
        "red",
        Withdraw(unit=R1, path=("about", "1009")),
    ),
    "X31 withdrawing twice": lambda: (withdrawn(), "red", Withdraw(unit=R1, path=("about", "1009"))),
    "X31 withdrawing no farther": lambda: (
        moved({FOOT: "1012:5", R1: "1010:2"}),
        "red",
        Withdraw(unit=R1, path=("about",)),
    ),
    "X31 withdrawing into contact": lambda: (
        moved({FOOT: "1012:5", R1: "1010:2", LI: "1008:5"}),
        "red",
        Withdraw(unit=R1, path=("about", "1009")),
    ),
    "X32 leaving out a forced Hedgehog": lambda: (behind(), "red", Decline()),
    "X32 another reaction first": lambda: (behind(), "red", ReactFire(unit=RED)),
    "X32 another unit first": lambda: (behind(), "red", ReactHedgehog(unit=R1)),
    "X33 by foot": lambda: (moved({FOOT: "1012:5", RED: "1011:2"}), "red", Intercept(unit=RED)),
    "X33 outside its zone": lambda: (
        moved({H1: "1016:5", R1: "1010:2", RED: "1015:2"}),
        "red",
        Intercept(unit=R1, path=("1011", "1012", "1013", "1014", "1115")),
    ),
    "X33 a second try": lambda: (tried(), "red", Intercept(unit=R1, path=("1011", "1012"))),
    "X33 a step no closer": lambda: (
        moved({H1: "1013:5", R1: "1010:2"}),
        "red",
        Intercept(unit=R1, path=("right", "right", "0910")),
    ),
    "X33 not as far as its target": lambda: (
        moved({H1: "1013:5", R1: "1010:2"}),
        "red",
        Intercept(unit=R1, path=("1011",)),
    ),
    "X34 out of range": blue(Skirmish(unit=FOOT, targets=(RED,)), {FOOT: "1012:5", RED: "1010:2"}),
    "X34 through the rear": blue(Skirmish(unit=FOOT, targets=(RED,)), {FOOT: "1012:5", RED: "1013:5"}),
    "X34 a half at a hex not next to it": blue(
        Skirmish(unit=TWO, targets=(R1, RED)), {TWO: "1012:5", RED: "0911:2", R1: "1211:2"}
    ),
    "X34 guns outside their front": blue(FireGuns(unit=BLUE_GUN, target=RED), {BLUE_GUN: "1012:5", RED: "1015:5"}),
    "X34 guns without a line of sight": blue(
        FireGuns(unit=BLUE_GUN, target=RED_LI), {BLUE_GUN: "1012:5", RED: "1010:2", RED_LI: "1008:2"}
    ),
    "X34 guns out of range": blue(FireGuns(unit=BLUE_GUN, target=RED), {BLUE_GUN: "1018:5", RED: "1002:2"}),
    "X35 fire after another action": lambda: (
        after(
            position({FOOT: "1014:5", LI: "1112:5", RED: "1011:2"}, leaders={"blue-centre": "1014"}),
            ("blue", MoveUnit(unit=FOOT, path=("left",)), ()),
        ),
        "blue",
        Skirmish(unit=FOOT, targets=(RED,)),
    ),
    "X35 Advancing Fire without Charge": blue(
        AdvancingFire(unit=FOOT, targets=(RED,), to="1012"), {FOOT: "1013:5", RED: "1011:2"}
    ),
    "X35 Advancing Fire that does not end adjacent": blue(
        AdvancingFire(unit=FOOT, targets=(RED,), to="1013"), {FOOT: "1014:5", RED: "1011:2"}, **CHARGE
    ),
    "X35 Advancing Fire with a wheel": blue(
        AdvancingFire(unit=TWO, targets=(RED,), to="left"), {TWO: "1013:5", RED: "1011:2"}, **CHARGE
    ),
    "X35 Retreating Fire under Charge": blue(
        RetreatingFire(unit=FOOT, targets=(RED,), to="1013"), {FOOT: "1012:5", RED: "1011:2"}, **CHARGE
    ),
    "X35 Retreating Fire at one who is far": blue(
        RetreatingFire(unit=FOOT, targets=(RED,), to="1013"), {FOOT: "1012:5", RED: "1010:2"}
    ),
    "X35 Retreating Fire into a hex that is not behind it": blue(
        RetreatingFire(unit=FOOT, targets=(RED,), to="1112"), {FOOT: "1012:5", RED: "1011:2"}
    ),
    "X36 a second Salvo": lambda: (salvoed(), "blue", Salvo(unit=FOOT, targets=(RED,))),
    "X36 to the flank": blue(Salvo(unit=FOOT, targets=(RED,)), {FOOT: "1012:5", RED: "1112:4"}),
    "X36 by light infantry": blue(Salvo(unit=LI, targets=(RED,)), {LI: "1012:5", RED: "1011:2"}),
    "X37 without pistols": lambda: (shot(pistols=2), "blue", FirePistol(unit=H1, target=R1)),
    "X37 two in one move": lambda: (shot(), "blue", MoveUnit(unit=H1, path=(f"fire:{R1}", f"fire:{R1}"))),
    "X38 twice in a turn": lambda: (gun({RED: "1009:2"}, fired=True), "blue", FireGuns(unit=BLUE_GUN, target=RED)),
    "X38 limbered": lambda: (gun({RED: "1009:2"}, limbered=True), "blue", FireGuns(unit=BLUE_GUN, target=RED)),
    "X38 broken": lambda: (gun({RED: "1009:2"}, morale="MB"), "blue", FireGuns(unit=BLUE_GUN, target=RED)),
    "X38 disabled": lambda: (gun({RED: "1009:2"}, disabled=True), "blue", FireGuns(unit=BLUE_GUN, target=RED)),
    "X38 below another unit": blue(
        FireGuns(unit=BLUE_GUN, target=RED), {FOOT: "1012:5", BLUE_GUN: "1012:5", RED: "1009:2"}
    ),
    "X38 over a friend": blue(FireGuns(unit=BLUE_GUN, target=RED), {BLUE_GUN: "1012:5", LI: "1010:5", RED: "1008:2"}),
    "X38 with a Hedgehog": blue(
        FireGuns(unit=BLUE_GUN, target=RED), {BLUE_GUN: "1012:5", PIKES: "1012:5:HH", RED: "1009:2"}
    ),
    "X39 in Open Order": lambda: (position({H1: "1012:5:OO"}), "blue", Evade(to="1112")),
    "X39 no flank hex": lambda: (evading("1012:5"), "blue", Evade(to="1011")),
    "X39 where another stands": lambda: (evading("1012:5"), "blue", Evade(to="1212")),
    "X39 still within grazing range": lambda: (evading("1009:2"), "blue", Evade(to="1109")),
    "X40 where nobody is asked": lambda: (position({FOOT: "1012:5", RED: "1011:2"}), "red", TakeCover()),
    "X41 by a Hedgehog": lambda: (
        step({PIKES: "1012:5:HH", R1: "1011:2"}),
        "blue",
        DeclareMelee(unit=PIKES, hex="1011"),
    ),
    "X41 by the broken": lambda: (
        step({H1: "1012:5:MB", H2: "1212:5", R1: "1011:2"}),
        "blue",
        DeclareMelee(unit=H1, hex="1011"),
    ),
    "X41 not before it": lambda: (step({H1: "1012:5", R1: "1112:2"}), "blue", DeclareMelee(unit=H1, hex="1112")),
    "X41 into a hex it could not enter": lambda: (
        step({H1: "1010:0", RED: "0909:2"}),
        "blue",
        DeclareMelee(unit=H1, hex="0909"),
    ),
    "X41 by light infantry against foot": lambda: (
        step({LI: "1012:5", RED: "1011:2"}),
        "blue",
        DeclareMelee(unit=LI, hex="1011"),
    ),
    "X41 by two hexes not at the centre": lambda: (
        step({TWO: "1012:5", R1: "0911:2"}),
        "blue",
        DeclareMelee(unit=TWO, hex="0911"),
    ),
    "X41 against two hexes": lambda: (declared((H1, "1011")), "blue", DeclareMelee(unit=H1, hex="0911")),
    "X41 by light infantry beside its horse": lambda: (
        step({H2: "1012:5", WITH_HORSE: "1012:5", RED_LI: "1011:2"}),
        "blue",
        DeclareMelee(unit=WITH_HORSE, hex="1011"),
    ),
    "X42 by a unit that is attacked": lambda: (answering(), "red", DeclareMelee(unit=R1, hex="1012")),
    "X42 against a Wing that is not active": lambda: (
        step({H1: "1212:5", FOOT: "1012:5", RED: "1011:2"}, reaction=True),
        "red",
        DeclareMelee(unit=RED, hex="1012"),
    ),
    "X43 calling off an attack": lambda: (declared((H1, "1011")), "blue", Decline()),
    "X44 active melees before reaction melees": lambda: (both(), "blue", NextMelee(end="left")),
    "X23 two hexes across a bridge": lambda: (
        step({TWO: "1409:0", RED: "1509:3"}),
        "blue",
        DeclareMelee(unit=TWO, hex="1509"),
    ),
    "X45 beside the enemy it flees": lambda: (retreating(), "red", RetreatTo(unit=R1, path=("1111", "1110"))),
    "X45 through friends": lambda: (retreating(**{RED: "1010:2"}), "red", RetreatTo(unit=R1, path=("1010", "1009"))),
    "X45 by a wheel": lambda: (retreating(RED_TWO), "red", RetreatTo(unit=RED_TWO, path=("1010", "1010"))),
    "X45 refusing to pursue": lambda: (hunting(), "blue", Decline()),
    "X46 declining a compulsory advance": lambda: (advancing(), "blue", Decline()),
    "X46 another unit into the same hex": lambda: (
        advancing(**{H2: "1111:4"}),
        "blue",
        AdvanceUnit(unit=H2, to="1011"),
    ),
    "X46 into a hex that was not left": lambda: (advancing(), "blue", AdvanceUnit(unit=H1, to="0911")),
    "X46 two hexes that would not wheel": lambda: (advancing(TWO, "0912:0"), "blue", AdvanceUnit(unit=TWO, to="1011")),
}
