"""X19 to X27, X47 to X51: movement, stacking, guns, recovery, rout, leaders who are put somewhere."""

from __future__ import annotations

from typing import Any

from rules.musket_and_pike.fire.asks import FireGuns, TurnGuns
from rules.musket_and_pike.leaders.asks import AwaitLeader, PlaceLeader
from rules.musket_and_pike.movement.asks import Absorb, Limber, MoveUnit
from rules.musket_and_pike.reaction.asks import ReactHedgehog, Restack
from rules.musket_and_pike.recovery.asks import Rally, Reform, Rout
from rules.musket_and_pike.state import ROUT, State, Wagon
from tests.musket_and_pike.illegal import (
    BLUE_GUN,
    DRAGOONS,
    LIGHT_GUNS,
    ON_FOOT,
    PIKES,
    WITH_HORSE,
    Cases,
    after,
    blue,
    marked,
)  # fmt: skip
from tests.musket_and_pike.melees import FOOT, H1, H2, LI, R1, RED, TWO
from tests.musket_and_pike.positions import position
from tests.musket_and_pike.test_reaction import window


def at_bridge(formation: str = "FN", **more: Any) -> State:
    """A two-hex unit in 1408 and 1409, the bridge to 1509 before its right half."""
    state = position({TWO: "1309:0"}, **more)
    unit = state.units[TWO]
    state.stacks.clear()
    state.stacks.update({"1408": [TWO], "1409": [TWO]})
    unit.hexes, unit.facing, unit.formation = ("1408", "1409"), 0, formation  # type: ignore[assignment]
    return state


def column_at_bridge() -> State:
    """A two-hex Column whose head is before the bridge: one step, and it stands astride it."""
    state = at_bridge("CO")
    state.units[TWO].facing = state.ground.direction("1409", "1509")
    return state


def spent(unit: str, place: str, **fields: Any) -> State:
    return marked(position({unit: place}), unit, **fields)


def wagons() -> State:
    state = position({H1: "1012:5"})
    state.wagons["train"] = Wagon(side="blue", name="Train", at="1012")
    return state


def fleeing() -> State:
    """Blue horse on the run has eight points and stops after one."""
    state = position({H1: "1005:5:MB"}, phase=ROUT, leaders={"blue-horse": "1005"})
    state.turn.initiative = "blue"
    return state


def placing() -> State:
    state = position({H1: "1012:5", FOOT: "1014:5"}, leaders={})
    state.core.pending.append(AwaitLeader(side="blue", leader="blue-horse"))
    return state


def joined() -> State:
    """Light infantry has just joined blue horse in 1012."""
    state = position({WITH_HORSE: "1013:5", H2: "1012:5"}, leaders={"blue-horse": "1012"})
    return after(state, ("blue", MoveUnit(unit=WITH_HORSE, path=("1012",)), ()))


def approached(unit: str, place: str, **more: Any) -> State:
    """Red horse has come two hexes before a unit of the inactive blue side."""
    state = position({R1: "1010:2", unit: place}, wing="red-horse", **more)
    window(state, R1)
    return state


MOVES: Cases = {
    "X19 into a hex behind it": blue(MoveUnit(unit=H1, path=("1013",)), {H1: "1012:5"}),
    "X19 onto its flank": blue(MoveUnit(unit=H1, path=("1112",)), {H1: "1012:5"}),
    "X19 a wheel backward": blue(MoveUnit(unit=TWO, path=("1013",)), {TWO: "1012:5"}),
    "X19 guns that have fired turn": lambda: (
        spent(BLUE_GUN, "1012:5", fired=True),
        "blue",
        TurnGuns(unit=BLUE_GUN, facing=2),
    ),
    "X19 a vertex without the points": blue(
        MoveUnit(unit=FOOT, path=("1011", "1010", "1009", "left")), {FOOT: "1012:5"}
    ),
    "X20 Formation Broken": blue(MoveUnit(unit=H1, path=("1011",)), {H1: "1012:5:FB"}),
    "X20 Morale Broken": blue(MoveUnit(unit=H1, path=("1011",)), {H1: "1012:5:MB"}),
    "X20 Hedgehog": blue(MoveUnit(unit=PIKES, path=("1011",)), {PIKES: "1012:5:HH"}),
    "X20 guns that are not limbered": blue(MoveUnit(unit=BLUE_GUN, path=("1011",)), {BLUE_GUN: "1012:5"}),
    "X20 wagons": lambda: (wagons(), "blue", MoveUnit(unit="train", path=("1011",))),
    "X21 light infantry": blue(MoveUnit(unit=LI, path=("hedgehog",)), {LI: "1012:5"}),
    "X21 cavalry": blue(MoveUnit(unit=H1, path=("hedgehog",)), {H1: "1012:5"}),
    "X21 dismounted cavalry": blue(MoveUnit(unit=ON_FOOT, path=("hedgehog",)), {ON_FOOT: "1012:5"}),
    "X21 foot without pikes": blue(MoveUnit(unit=FOOT, path=("hedgehog",)), {FOOT: "1012:5"}),
    "X21 from Formation Broken": blue(MoveUnit(unit=PIKES, path=("hedgehog",)), {PIKES: "1012:5:FB"}),
    "X21 from Formation Shaken in its own activation": blue(
        MoveUnit(unit=PIKES, path=("hedgehog",)), {PIKES: "1012:5:FS"}
    ),
    "X21 with three points left": blue(MoveUnit(unit=PIKES, path=("1011", "hedgehog")), {PIKES: "1012:5"}),
    "X21 foot without pikes in reaction": lambda: (approached(FOOT, "1012:5"), "blue", ReactHedgehog(unit=FOOT)),
    "X21 light infantry in reaction": lambda: (approached(LI, "1012:5"), "blue", ReactHedgehog(unit=LI)),
    "X22 Open Order from Formation Shaken": blue(Reform(unit=H1, into="OO"), {H1: "1012:5:FS"}, order="rally"),
    "X22 Open Order from Hedgehog": blue(Reform(unit=PIKES, into="OO"), {PIKES: "1012:5:HH"}, order="rally"),
    "X23 ending astride a bridge": lambda: (column_at_bridge(), "blue", MoveUnit(unit=TWO, path=("1509",))),
    "X23 a crossing without the points": lambda: (at_bridge(), "blue", MoveUnit(unit=TWO, path=("right", "over:1509"))),
    "X23 a crossing in Formation Shaken": lambda: (at_bridge("FS"), "blue", MoveUnit(unit=TWO, path=("over:1509",))),
    "X24 two units in a hex": blue(MoveUnit(unit=H1, path=("1011",)), {H1: "1012:5", H2: "1011:5"}),
    "X24 through friends": blue(MoveUnit(unit=H1, path=("1011", "1010")), {H1: "1012:5", FOOT: "1011:5"}),
    "X24 light infantry of another Wing": blue(MoveUnit(unit=H1, path=("1011",)), {H1: "1012:5", DRAGOONS: "1011:5"}),
    "X24 light infantry of three": lambda: (
        position({R1: "1010:2", "red-muskets": "1011:2"}, wing="red-horse"),
        "red",
        MoveUnit(unit=R1, path=("1011",)),
    ),
    "X25 whom another has just joined": lambda: (joined(), "blue", MoveUnit(unit=H2, path=("1011",))),
    "X26 restacking without guns": blue(MoveUnit(unit=H1, path=("under",)), {H1: "1012:5"}),
    "X26 below guns of no use": lambda: (
        marked(position({H1: "1012:5", BLUE_GUN: "1012:5"}), BLUE_GUN, disabled=True),
        "blue",
        MoveUnit(unit=H1, path=("under",)),
    ),
    "X26 where nothing is to be reacted to": blue(Restack(unit=BLUE_GUN), {FOOT: "1012:5", BLUE_GUN: "1012:5"}),
    "X27 by horse without casualties": blue(Absorb(unit=H1, path=("1011",)), {H1: "1012:5", H2: "1011:5"}),
    "X27 of foot": blue(Absorb(unit=H1, path=("1011",)), {H1: "1012:5", FOOT: "1011:5"}, casualties={H1: 1}),
    "X27 by foot": blue(Absorb(unit=FOOT, path=("1011",)), {FOOT: "1012:5", H2: "1011:5"}, casualties={FOOT: 1}),
    "X47 above Morale Shaken at its threshold": lambda: (
        marked(position({H1: "1012:5:MS"}, order="rally"), H1, threshold=True),
        "blue",
        Rally(unit=H1),
    ),
    "X47 of normal morale": blue(Rally(unit=H1), {H1: "1012:5"}, order="rally"),
    "X47 Reform of the broken": blue(Reform(unit=H1, into="FB"), {H1: "1012:5:MB"}, order="rally"),
    "X48 a flight that stops too soon": lambda: (fleeing(), "blue", Rout(unit=H1, path=("1006",))),
    "X48 a flight by another way": lambda: (fleeing(), "blue", Rout(unit=H1, path=("1004",))),
    "X49 captured guns": lambda: (
        spent(BLUE_GUN, "1012:5", disabled=True, holder="red"),
        "blue",
        FireGuns(unit=BLUE_GUN, target=RED),
    ),
    "X49 disabled guns": lambda: (spent(BLUE_GUN, "1012:5", disabled=True), "blue", TurnGuns(unit=BLUE_GUN, facing=2)),
    "X49 command through disabled guns": lambda: (
        marked(
            position({FOOT: "1012:5", BLUE_GUN: "1014:5", LI: "1016:5"}, leaders={"blue-centre": "1016"}),
            BLUE_GUN,
            disabled=True,
        ),
        "blue",
        MoveUnit(unit=FOOT, path=("1011",)),
    ),
    "X50 with a unit of another Wing": lambda: (placing(), "blue", PlaceLeader(leader="blue-horse", unit=FOOT)),
    "X51 limbering at Edgehill": lambda: (
        position({"royal-battery": "1012:5"}, scenario="edgehill"),
        "royalist",
        Limber(unit="royal-battery"),
    ),
    "X51 limbering after they have fired": lambda: (
        spent(BLUE_GUN, "1012:5", fired=True),
        "blue",
        Limber(unit=BLUE_GUN),
    ),
    "X51 unlimbering after they have fired": lambda: (
        spent(LIGHT_GUNS, "1012:5", fired=True, limbered=True),
        "blue",
        Limber(unit=LIGHT_GUNS, facing=5),
    ),
}
