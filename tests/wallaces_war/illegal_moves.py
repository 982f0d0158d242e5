"""Orders of the Movement segment and of fire that must be refused (rows 11 to 42, 58 to 61)."""

from __future__ import annotations

from typing import Any

from rules.wallaces_war.fire.asks import AdvanceAfterFire, Fire
from rules.wallaces_war.melee.asks import DeclareMelee
from rules.wallaces_war.movement.asks import FreeFacing, MarkCharge, MoveLeader, MoveUnits, SwapStack, VoluntaryRetreat
from rules.wallaces_war.state import ADJUSTMENT, DEFENSIVE_FIRE, MELEE, OFFENSIVE_FIRE, State
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.illegal import EAST, NE, NW, SE, SW, WEST, A, Cases, E, S, after, changed
from tests.wallaces_war.positions import at, position

FOE = at(0, -2)  # an enemy who faces south controls NW and (1, -2)


def move(unit: str, *path: str, leaders: tuple[str, ...] = ()) -> MoveUnits:
    return MoveUnits(units=(unit,), path=path, leaders=leaders)


def facing_foe(unit: str, foe: str = "green-ri-1", **more: Any) -> State:
    """A unit that could walk into the zone of an enemy."""
    return position({unit: f"{A}:0", foe: f"{FOE}:3"}, **more)


def spent(state: State, unit: str, halves: int) -> State:
    state.segment.spent[unit], state.segment.is_moving = halves, True
    return state


def held(unit: str, foe: str = "green-ri-1", **more: Any) -> State:
    """A unit in the zone of an enemy south of it, with open ground ahead."""
    return position({unit: f"{A}:0", foe: f"{SE}:0"}, **more)


def shooting(unit: str, target: str, phase: str = OFFENSIVE_FIRE, where: str = FOE, **more: Any) -> State:
    active = "scots" if phase == DEFENSIVE_FIRE else "english"
    return position({unit: f"{A}:0", target: f"{where}:3"}, phase=phase, active=active, **more)


def emptied(**more: Any) -> State:
    """9.7/S6 A unit has fired at a hex beside it, which is empty now."""
    places = {"red-ri-1": f"{A}:0", "red-ri-2": f"{EAST}:0", "green-ri-1": at(5, -5)}
    state = position(places, phase=OFFENSIVE_FIRE, **more)
    state.segment.fired = {"red-ri-1": NE}
    return state


def withdrawn() -> State:
    state = held("red-hc-1")
    return after(state, (E, VoluntaryRetreat(units=("red-hc-1",), path=(NW, at(0, -2)), facing=3), ()))


def reordered() -> State:
    places = {"red-ri-1": f"{A}:0", "red-ar-1": f"{A}:0", "green-ri-1": f"{NE}:3"}
    return position(places)


def back(unit: str = "red-hc-1") -> VoluntaryRetreat:
    return VoluntaryRetreat(units=(unit,), path=(NW, at(0, -2)), facing=3)


def under_fire() -> State:
    """11.1b Scottish horse in an English zone is fired on."""
    places = {"red-ar-1": f"{at(0, -3)}:3", "green-hc-1": f"{A}:0", "red-ri-1": f"{NE}:3"}
    return position(places, phase=OFFENSIVE_FIRE)


def attacked(unit: str, **more: Any) -> State:
    state = position({"red-ri-1": f"{NE}:3", unit: f"{A}:0"}, phase=MELEE, **more)
    state.turn.shot[unit] = 0
    return after(state, (E, DeclareMelee(unit="red-ri-1", target=A), ()), (E, EndSegment(), (1,)))


MOVES: Cases = {
    "11 a zero": lambda: (facing_foe("red-ri-1", chit=0), E, move("red-ri-1", NW)),
    "11 two stacks with a 1": lambda: (
        position({"red-ri-1": f"{A}:0", "green-ri-1": f"{FOE}:3", "green-ri-2": f"{at(1, -2)}:3"}, chit=1),
        E,
        move("red-ri-1", NW),
    ),
    "11 a third stack with a 2": lambda: (
        changed(facing_foe("red-ri-1", chit=2), entered=[at(5, 5), at(6, 5)]),
        E,
        move("red-ri-1", NW),
    ),
    "11 a leader": lambda: (
        position({"green-ri-1": f"{FOE}:3"}, leaders={"red": A}, chit=0),
        E,
        MoveLeader(leader="red", path=(NW,)),
    ),
    "13 after a point": lambda: (
        after(position({"red-ri-1": f"{A}:0", "red-ri-2": at(4, 0)}), (E, move("red-ri-1", NW), ())),
        E,
        FreeFacing(unit="red-ri-2", facing=1),
    ),
    "13 after a leader's": lambda: (
        after(position({"red-ri-1": f"{A}:0"}, leaders={"red": A}), (E, MoveLeader(leader="red", path=(NW,)), ())),
        E,
        FreeFacing(unit="red-ri-1", facing=1),
    ),
    "14 too far": lambda: (
        position({"red-ri-1": A, "green-ri-1": at(0, -4)}, phase=ADJUSTMENT, active="scots"),
        S,
        FreeFacing(unit="green-ri-1", facing=1),
    ),
    "14 out of sight": lambda: (
        position({"red-ri-1": A, "green-ri-1": at(0, -3), "green-ri-2": NW}, phase=ADJUSTMENT, active="scots"),
        S,
        FreeFacing(unit="green-ri-1", facing=1),
    ),
    "14 by the initiative side": lambda: (
        position({"red-ri-1": A, "green-ri-1": at(0, -3)}, phase=ADJUSTMENT, active="scots"),
        E,
        FreeFacing(unit="red-ri-1", facing=1),
    ),
    "15 a flank hex": lambda: (position({"red-ri-1": f"{A}:0"}), E, move("red-ri-1", EAST)),
    "15 a rear hex": lambda: (position({"red-hc-1": f"{A}:0"}), E, move("red-hc-1", SE)),
    "16 no point left": lambda: (spent(position({"red-ri-1": f"{A}:0"}), "red-ri-1", 6), E, move("red-ri-1", f"{A}:1")),
    "17 beside a friend": lambda: (
        position({"red-ri-1": f"{WEST}:1", "red-ri-2": f"{A}:0"}),
        E,
        move("red-ri-1", f"{A}:1"),
    ),
    "17 one of a stack": lambda: (
        position({"red-ri-1": f"{A}:0", "red-ri-2": f"{A}:0"}),
        E,
        move("red-ri-1", f"{A}:1"),
    ),
    "18 in the same order": lambda: (facing_foe("red-ri-1"), E, move("red-ri-1", NW, at(0, -2))),
    "18 horse": lambda: (facing_foe("red-hc-1"), E, move("red-hc-1", NW, at(-1, -1))),
    "18 in another order": lambda: (
        after(facing_foe("red-ri-1"), (E, move("red-ri-1", NW), ())),
        E,
        move("red-ri-1", f"{NW}:1"),
    ),
    "19 infantry": lambda: (held("red-ri-1"), E, move("red-ri-1", NW)),
    "19 archers from horse": lambda: (held("red-ar-1", "green-hc-1"), E, move("red-ar-1", NW)),
    "19 a schiltron": lambda: (held("red-sc-1"), E, move("red-sc-1", NW)),
    "20 horse": lambda: (
        position({"red-hc-1": f"{A}:0", "green-ri-1": f"{SE}:0", "green-ri-2": f"{FOE}:3"}),
        E,
        move("red-hc-1", NW),
    ),
    "21 archers": lambda: (facing_foe("red-ar-1"), E, move("red-ar-1", NW)),
    "21 crossbows": lambda: (facing_foe("red-xb-1"), E, move("red-xb-1", NW)),
    "21 mounted crossbows": lambda: (facing_foe("red-mxb-1"), E, move("red-mxb-1", NW)),
    "22 out of command": lambda: (facing_foe("red-ri-1", out_of_command=["red-ri-1"]), E, move("red-ri-1", NW)),
    "23 shaken": lambda: (facing_foe("red-ri-1", shaken=["red-ri-1"]), E, move("red-ri-1", NW)),
    "24 shaken before horse": lambda: (
        position({"red-ri-1": f"{A}:0", "green-hc-1": f"{at(0, -4)}:3"}, shaken=["red-ri-1"]),
        E,
        move("red-ri-1", NW),
    ),
    "25 too few points": lambda: (spent(position({"red-ri-1": f"{A}:0"}), "red-ri-1", 5), E, move("red-ri-1", NW)),
    "26 marsh": lambda: (
        position({"edward-hc-1": "0810:0"}, scenario="falkirk", battle="edward"),
        E,
        move("edward-hc-1", "0910"),
    ),
    "26 the river": lambda: (
        position({"hugh-ri-1": "0310:0"}, scenario="early_crossing", battle="hugh"),
        E,
        move("hugh-ri-1", "0410"),
    ),
    "27 an enemy unit": lambda: (position({"red-ri-1": f"{A}:0", "green-ri-1": f"{NW}:0"}), E, move("red-ri-1", NW)),
    "27 a leader into an enemy leader": lambda: (
        position({"red-ri-1": SE}, leaders={"red": A, "green": NW}),
        E,
        MoveLeader(leader="red", path=(NW,)),
    ),
    "27 a leader into an enemy unit": lambda: (
        position({"green-ri-1": f"{NW}:0"}, leaders={"red": A}),
        E,
        MoveLeader(leader="red", path=(NW,)),
    ),
    "28 another Battle": lambda: (position({"crimson-ri-1": A}), E, move("crimson-ri-1", NW)),
    "28 another leader": lambda: (position({}, leaders={"crimson": A}), E, MoveLeader(leader="crimson", path=(NW,))),
    "28 the other side": lambda: (position({"green-ri-1": A}), S, move("green-ri-1", NW)),
    "28 an enemy unit": lambda: (position({"green-ri-1": A}), E, move("green-ri-1", NW)),
    "28 in another segment": lambda: (position({"red-ri-1": A}, phase=MELEE), E, move("red-ri-1", NW)),
    "29 a forbidden pair": lambda: (position({"red-ri-1": f"{A}:0", "red-sc-1": f"{NW}:0"}), E, move("red-ri-1", NW)),
    "29 two Battles": lambda: (position({"red-ri-1": f"{A}:0", "crimson-ri-1": f"{NW}:0"}), E, move("red-ri-1", NW)),
    "30 not stacked at the start": lambda: (
        after(position({"red-ri-1": f"{A}:0", "red-ri-2": f"{NW}:0"}), (E, move("red-ri-1", NW), ())),
        E,
        MoveUnits(units=("red-ri-2", "red-ri-1"), path=(FOE,)),
    ),
    "30 in two hexes": lambda: (
        position({"red-ri-1": f"{A}:0", "red-ri-2": f"{EAST}:0"}),
        E,
        MoveUnits(units=("red-ri-1", "red-ri-2"), path=(NE,)),
    ),
    "31 a stack to a friend": lambda: (
        position({"red-ri-1": f"{A}:0", "red-ri-2": f"{A}:0", "red-ri-3": f"{NW}:0"}),
        E,
        MoveUnits(units=("red-ri-1", "red-ri-2"), path=(NW,)),
    ),
    "31 a unit to a stack": lambda: (
        position({"red-ri-1": f"{NW}:0", "red-ri-2": f"{NW}:0", "red-ri-3": f"{A}:0"}),
        E,
        move("red-ri-3", NW),
    ),
    "32 infantry on top": lambda: (reordered(), E, SwapStack(unit="red-ri-1")),
    "33 a schiltron": lambda: (shooting("red-sc-1", "green-ri-1"), E, Fire(unit="red-sc-1", target=FOE)),
    "33 heavy cavalry": lambda: (
        shooting("green-hc-1", "red-ri-1", DEFENSIVE_FIRE),
        S,
        Fire(unit="green-hc-1", target=FOE),
    ),
    "33 men-at-arms": lambda: (
        position(
            {"edward-maa-1": "2015:0", "segrve-ri-1": "2115:3"},
            scenario="lewes",
            initiative="royalist",
            battle="edward",
            phase=OFFENSIVE_FIRE,
        ),
        "royalist",
        Fire(unit="edward-maa-1", target="2115"),
    ),
    "34 from below": lambda: (
        position({"red-ri-1": f"{A}:0", "red-ar-1": f"{A}:0", "green-ri-1": FOE}, phase=OFFENSIVE_FIRE),
        E,
        Fire(unit="red-ar-1", target=FOE),
    ),
    "35 twice offensively": lambda: (
        after(shooting("red-ar-1", "green-ri-1"), (E, Fire(unit="red-ar-1", target=FOE), (1,))),
        E,
        Fire(unit="red-ar-1", target=FOE),
    ),
    "35 twice defensively": lambda: (
        after(shooting("green-ar-1", "red-ri-1", DEFENSIVE_FIRE), (S, Fire(unit="green-ar-1", target=FOE), (1,))),
        S,
        Fire(unit="green-ar-1", target=FOE),
    ),
    "36 behind it": lambda: (
        shooting("red-ar-1", "green-ri-1", where=at(0, 2)),
        E,
        Fire(unit="red-ar-1", target=at(0, 2)),
    ),
    "36 too far": lambda: (
        shooting("red-ar-1", "green-ri-1", where=at(0, -4)),
        E,
        Fire(unit="red-ar-1", target=at(0, -4)),
    ),
    "36 out of sight": lambda: (
        position({"red-ar-1": f"{A}:0", "red-sc-1": NW, "green-ri-1": f"{FOE}:0"}, phase=OFFENSIVE_FIRE),
        E,
        Fire(unit="red-ar-1", target=FOE),
    ),
    "36 in the offensive arc only": lambda: (
        shooting("green-ar-1", "red-ri-1", DEFENSIVE_FIRE, where=at(2, 0)),
        S,
        Fire(unit="green-ar-1", target=at(2, 0)),
    ),
    "37 another Battle": lambda: (
        shooting("green-ar-1", "crimson-ri-1", DEFENSIVE_FIRE),
        S,
        Fire(unit="green-ar-1", target=FOE),
    ),
    "38 defensively": lambda: (
        position({"green-ar-1": f"{A}:0", "red-ri-1": NE, "red-ri-2": FOE}, phase=DEFENSIVE_FIRE, active="scots"),
        S,
        Fire(unit="green-ar-1", target=FOE),
    ),
    "38 offensively": lambda: (
        position({"red-ar-1": f"{A}:0", "green-ri-1": NE, "green-ri-2": FOE}, phase=OFFENSIVE_FIRE),
        E,
        Fire(unit="red-ar-1", target=FOE),
    ),
    "40 out of command": lambda: (
        shooting("red-ar-1", "green-ri-1", out_of_command=["red-ar-1"]),
        E,
        Fire(unit="red-ar-1", target=FOE),
    ),
    "41 after defensive fire": lambda: (
        position({"green-ar-1": f"{A}:0", "red-ri-1": at(3, 3)}, phase=DEFENSIVE_FIRE, active="scots"),
        S,
        AdvanceAfterFire(units=("green-ar-1",), to=NW, facing=0),
    ),
    "41 who did not fire": lambda: (emptied(), E, AdvanceAfterFire(units=("red-ri-2",), to=NE, facing=0)),
    "41 into another hex": lambda: (emptied(), E, AdvanceAfterFire(units=("red-ri-1",), to=NW, facing=0)),
    "41 by the other side": lambda: (emptied(), S, AdvanceAfterFire(units=("green-ri-1",), to=NE, facing=0)),
    "58 infantry": lambda: (held("red-ri-1"), E, back("red-ri-1")),
    "58 in no enemy zone": lambda: (position({"red-hc-1": f"{A}:0"}), E, back()),
    "58 out of command": lambda: (held("red-hc-1", out_of_command=["red-hc-1"]), E, back()),
    "58 from horse": lambda: (held("red-hc-1", "green-hc-1"), E, back()),
    "58 twice": lambda: (withdrawn(), E, VoluntaryRetreat(units=("red-hc-1",), path=(NW, A), facing=0)),
    "58 in another segment": lambda: (held("red-hc-1", phase=ADJUSTMENT), E, back()),
    "58 by the other side": lambda: (
        held("red-hc-1"),
        S,
        VoluntaryRetreat(units=("green-ri-1",), path=(SW,), facing=0),
    ),
    "58 before melee, out of command": lambda: (
        attacked("green-ar-1"),
        S,
        VoluntaryRetreat(units=("green-ar-1",), path=(SW,), facing=0),
    ),
    "59 held in a zone": lambda: (
        after(under_fire(), (E, Fire(unit="red-ar-1", target=A), (1,))),
        S,
        VoluntaryRetreat(units=("green-hc-1",), path=(SE, at(0, 2)), facing=0),
    ),
    "60 a move": lambda: (withdrawn(), E, move("red-hc-1", at(-1, -1))),
    "60 a marker": lambda: (withdrawn(), E, MarkCharge(unit="red-hc-1")),
    "61 out of command": lambda: (
        position({"red-hc-1": A}, out_of_command=["red-hc-1"]),
        E,
        MarkCharge(unit="red-hc-1"),
    ),
    "61 shaken": lambda: (position({"red-hc-1": A}, shaken=["red-hc-1"]), E, MarkCharge(unit="red-hc-1")),
    "61 one point and a half left": lambda: (
        spent(position({"red-hc-1": A}), "red-hc-1", 9),
        E,
        MarkCharge(unit="red-hc-1"),
    ),
    "61 hit by a reaction charge": lambda: (
        changed(position({"red-hc-1": A}), struck=["red-hc-1"]),
        E,
        MarkCharge(unit="red-hc-1"),
    ),
    "61 crossbows": lambda: (position({"red-mxb-1": A}), E, MarkCharge(unit="red-mxb-1")),
    "61 in another segment": lambda: (position({"red-hc-1": A}, phase=MELEE), E, MarkCharge(unit="red-hc-1")),
}
