"""Orders of the Movement Phase that must be refused: moves, declarations, rally, return and set-up."""

from __future__ import annotations

from typing import Any

from rules.gettysburg.clock import turn_of
from rules.gettysburg.movement.asks import DeclareAttack, DeclareBombardment, ReorderStack, RollForReturn
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import EndPhase, PlaceUnit, Rally, ReturnUnit
from tests.gettysburg.illegal import C, Cases, U, after
from tests.gettysburg.marches import NIGHT, line, move, scene
from tests.gettysburg.positions import position, start
from tests.gettysburg.small_maps import road

NEAR = {"C-41": "2021", "C-43": "2030", "U-1": "2020"}
STACK = {"C-41": "2021", "C-43": "2021", "U-1": "2020"}
CHARGE = {"C-54": "2023", "U-1": "2020"}
FORCED = ("forced_march",)
ALONG = {"roads": (road(*line(1, 15)),)}
A, E, F, G = "1234", "2600", "4000", "4219"


def begun(places: dict[str, str], unit: str, *path: str, **more: Any) -> State:
    """A unit has begun its move and may go on."""
    return after(scene(places, **more), (C, move(unit, *path, more=True), ()))


def moved(places: dict[str, str], unit: str, *path: str) -> State:
    return after(scene(places), (C, move(unit, *path), ()))


def late() -> State:
    """C-41 went next to the enemy and declared nothing; then another unit moved."""
    state = scene({"C-41": "2022", "C-43": "2025", "U-7": "2020"})
    return after(state, (C, move("C-41", "2021"), ()), (C, move("C-43", "2026"), ()))


def waiting(unit: str, due: int, entry: str, places: dict[str, str] | None = None, **more: Any) -> State:
    state = position({unit: "pool", **(places or {})}, **more)
    state.units[unit].due = Arrival(turn=due, entry=entry)
    return state


def blocked(turn: int, **more: str) -> State:
    """The entry hex of U-66, due on the first turn of 2 July, is held."""
    places = {"C-54": F, **more}
    due = turn_of(2, 1)
    return waiting("U-66", due, "F", places, turn=due + turn, active=U, options=("alternate_entry",))


def crowded(columns: int) -> State:
    state = waiting("C-35", 8, "A", turn=8)
    state.turn.columns[A] = columns
    return state


def rallying(places: dict[str, str], **more: Any) -> State:
    return position({**places, "C-46": "3030"}, phase="rally", shaken=["C-1", "C-46"], **more)


def rallying_after_a_move() -> State:
    state = rallying({"C-1": "2020"})
    state.turn.starts["C-1"] = "2021"
    return state


def returning(pieces: dict[str, str], **more: Any) -> State:
    return position({"C-Train": "2020", "C-46": "routed", **pieces}, phase="return", **more)


def returning_after_an_attack() -> State:
    state = returning({"C-1": "routed"})
    state.units["C-Train"].attacked = True
    return state


def back(unit: str = "C-1", to: str = "2021", destroying: str = "") -> ReturnUnit:
    return ReturnUnit(unit=unit, to=to, destroying=destroying)


def attack(unit: str = "C-41", target: str = "2020") -> DeclareAttack:
    return DeclareAttack(unit=unit, target=target)


def bombard(target: str = "2020", aim: str = "U-1") -> DeclareBombardment:
    return DeclareBombardment(unit="C-52", target=target, aim=aim)


def battery(at: str = "2023", **more: Any) -> State:
    return scene({"C-52": at, "U-1": "2020", "U-2": "2120"}, **more)


def army(command: Any, places: dict[str, str], *options: str) -> State:
    state = scene(places, options=("command_control", *options))
    state.command[C] = command
    return state


def up(unit: str = "C-41") -> Any:
    return move(unit, "2023", "2022", "2021")


def triggered() -> State:
    """C-41 has come next to the enemy behind C-43, which is gone since; nobody else was there."""
    state = army("restricted", {"C-43": "1919", "C-41": "2024", "C-44": "2024", "U-1": "2020"})
    after(state, (C, attack("C-43"), ()), (C, up(), ()), (C, attack("C-41"), ()))
    del state.turn.declared["C-43"]
    return state


def second_day(enemy: str) -> State:
    more = {"scenario": "second_day", "turn": turn_of(2, 2), "active": U}
    return scene({"U-Train": "2003", "C-54": enemy}, features=ALONG, **more)


def setting_up(*placed: tuple[str, str]) -> State:
    done = (U, PlaceUnit(unit=placed[0][0], to=placed[0][1]), ()) if placed else None
    return after(start(), (C, EndPhase(), ()), *([done] if done else []))


MOVES: Cases = {
    "L1 a move in the Combat Phase": lambda: (scene(NEAR, phase="combat"), C, move("C-41", "2022")),
    "L1 a declaration in the rally step": lambda: (scene(NEAR, phase="rally"), C, attack()),
    "L1 a move of the other side": lambda: (scene(NEAR), U, move("U-1", "2019")),
    "L1 the end of the other side's phase": lambda: (scene(NEAR), U, EndPhase()),
    "L1 a second move": lambda: (moved(NEAR, "C-43", "2031"), C, move("C-43", "2032")),
    "L2 two units in one order": lambda: (scene(STACK), C, move("C-41 C-43", "2022")),
    "L2 another moves": lambda: (begun(NEAR, "C-43", "2031"), C, move("C-41", "2022")),
    "L2 another declares": lambda: (begun(NEAR, "C-43", "2031"), C, attack()),
    "L3 more than it has": lambda: (scene({"C-41": "2020"}), C, move("C-41", *line(21, 25))),
    "L3 more than is left": lambda: (begun({"C-41": "2020"}, "C-41", *line(21, 23)), C, move("C-41", "2024", "2025")),
    "L4 a unit": lambda: (scene({"C-41": "2020", "U-7": "2021"}), C, move("C-41", "2021")),
    "L4 a Train": lambda: (scene({"C-41": "2020", "U-Train": "2021"}), C, move("C-41", "2021")),
    "L4 a counter": lambda: (scene({"C-41": "2020", "U-HMC1": "2021"}), C, move("C-41", "2021")),
    "L5 a full hex": lambda: (
        scene({"C-41": "2020", **dict.fromkeys(("C-42", "C-43", "C-44"), "2021")}), C, move("C-41", "2021")
    ),
    "L6 two hexes near infantry": lambda: (scene({"C-41": "2020", "U-1": "2018"}), C, move("C-41", "2021", "2022")),
    "L7 cavalry": lambda: (scene({"C-54": "2020"}, features={"rough": ("2021",)}), C, move("C-54", "2021")),
    "L7 artillery": lambda: (scene({"C-52": "2020"}, features={"rough": ("2021",)}), C, move("C-52", "2021")),
    "L13 next to an enemy": lambda: (scene(NEAR, disrupted=["C-41"]), C, move("C-41", recover=True)),
    "L13 without 2 MP": lambda: (
        begun({"C-41": "2020"}, "C-41", *line(21, 23), disrupted=["C-41"]), C, move("C-41", recover=True)
    ),
    "L14 after a move": lambda: (rallying_after_a_move(), C, Rally(unit="C-1")),
    "L14 an enemy at 2": lambda: (rallying({"C-1": "2020", "U-1": "2018"}), C, Rally(unit="C-1")),
    "L14 artillery": lambda: (rallying({"C-1": "2020", "C-5": "2025"}, disrupted=["C-5"]), C, Rally(unit="C-5")),
    "L15 Disrupted": lambda: (
        scene({"C-54": "2010"}, disrupted=["C-54"]), C, move("C-54", "2011", pace="accelerated")
    ),
    "L15 from next to an enemy": lambda: (
        scene({"C-54": "2010", "U-7": "2012"}), C, move("C-54", "2009", pace="accelerated")
    ),
    "L15 to next to an enemy": lambda: (
        scene({"C-54": "2010", "U-7": "2013"}), C, move("C-54", "2011", pace="accelerated")
    ),
    "L16 not played": lambda: (scene({"C-41": "2020"}), C, move("C-41", "2021", forced=1)),
    "L16 Disrupted": lambda: (
        scene({"C-41": "2020"}, options=FORCED, disrupted=["C-41"]), C, move("C-41", "2021", forced=1)
    ),
    "L16 a counter": lambda: (
        scene({"C-HMC1": "2020"}, options=(*FORCED, "hidden_movement")), C, move("C-HMC1", "2021", forced=1)
    ),
    "L16 a Train": lambda: (
        scene({"C-Train": "2001"}, features=ALONG, options=FORCED), C, move("C-Train", "2002", forced=1)
    ),
    "L16 accelerated": lambda: (
        scene({"C-54": "2020"}, options=FORCED), C, move("C-54", "2021", pace="accelerated", forced=1)
    ),
    "L16 at night": lambda: (scene({"C-41": "2020"}, options=FORCED, turn=NIGHT), C, move("C-41", "2021", forced=1)),
    "L16 by 3": lambda: (scene({"C-41": "2020"}, options=FORCED), C, move("C-41", "2021", forced=3)),
    "L17 next to infantry": lambda: (
        scene(NEAR, options=("disengagement",)), C, move("C-41", "2120", "2220", pace="disengage")
    ),
    "L18 from no edge": lambda: (scene({"C-41": "2020"}), C, move("C-41", "off")),
    "L18 without 1 MP": lambda: (scene({"C-41": "2004"}), C, move("C-41", *line(3, 0), "off")),
    "L19 by a move": lambda: (scene({"C-41": "out_of_play"}), C, move("C-41", "2000")),
    "L19 by a roll": lambda: (scene({"C-41": "out_of_play"}), C, RollForReturn(unit="C-41")),
    "L20 too early": lambda: (waiting("C-35", 8, "A", turn=7), C, move("C-35", A)),
    "L20 elsewhere": lambda: (waiting("C-35", 8, "A", turn=8), C, move("C-35", E)),
    "L20 where the enemy is": lambda: (waiting("C-35", 8, "A", {"U-72": A}, turn=8), C, move("C-35", A)),
    "L20 where three are": lambda: (
        waiting("C-35", 8, "A", dict.fromkeys(("C-41", "C-42", "C-43"), A), turn=8), C, move("C-35", A)
    ),
    "L20 without the points of the column": lambda: (crowded(9), C, move("C-35", A)),
    "L21 on its own turn": lambda: (blocked(0), U, move("U-66", E)),
    "L21 not blocked": lambda: (
        waiting("U-66", 3, "F", turn=5, active=U, options=("alternate_entry",)), U, move("U-66", E)
    ),
    "L21 not the nearest": lambda: (blocked(1), U, move("U-66", G)),
    "L22 off the map": lambda: (returning({"C-1": "routed", "C-Train": "pool"}), C, back()),
    "L22 moved": lambda: (returning({"C-1": "routed"}, fired=["C-Train"]), C, back()),
    "L22 next to an enemy": lambda: (returning({"C-1": "routed", "U-1": "2019"}), C, back()),
    "L22 attacked": lambda: (returning_after_an_attack(), C, back()),
    "L23 far from it": lambda: (returning({"C-1": "routed"}), C, back(to="2022")),
    "L23 next to an enemy": lambda: (returning({"C-1": "routed", "U-1": "2022"}), C, back()),
    "L23 a full hex": lambda: (
        returning({"C-1": "routed", **dict.fromkeys(("C-2", "C-3", "C-4"), "2021")}), C, back()
    ),
    "L24 for nothing": lambda: (returning({"C-1": "eliminated", "C-2": "eliminated"}), C, back()),
    "L24 for another type": lambda: (
        returning({"C-1": "eliminated", "C-53": "eliminated"}), C, back(destroying="C-53")
    ),
    "L25 a destroyed cadre": lambda: (returning({"C-1": "destroyed_cadres"}), C, back()),
    "L25 a captured unit": lambda: (returning({"C-1": "captured"}), C, back()),
    "L26 in the Combat Phase": lambda: (
        scene(STACK, phase="combat"), C, ReorderStack(at="2021", pieces=("C-43", "C-41"))
    ),
    "L26 in the rally step": lambda: (
        scene(STACK, phase="rally"), C, ReorderStack(at="2021", pieces=("C-43", "C-41"))
    ),
    "L26 in the enemy's phase": lambda: (
        scene(STACK, active=U), C, ReorderStack(at="2021", pieces=("C-43", "C-41"))
    ),
    "L27 after another has moved": lambda: (late(), C, attack()),
    "L29 not next to it": lambda: (scene({"C-41": "2022", "U-1": "2020"}), C, attack()),
    "L30 a second one": lambda: (after(scene(STACK), (C, attack(), ())), C, attack("C-43")),
    "L30 not on top": lambda: (scene(STACK), C, attack("C-43")),
    "L32 an attack": lambda: (after(scene({**NEAR, "U-2": "1921"}), (C, attack(), ())), C, attack(target="1921")),
    "L32 a bombardment": lambda: (after(battery(), (C, bombard(), ())), C, bombard("2120", "U-2")),
    "L34 declared": lambda: (battery("2021"), C, attack("C-52")),
    "L41 a move after a declaration": lambda: (after(battery(), (C, bombard(), ())), C, move("C-52", "2024")),
    "L42 moved": lambda: (moved({"C-52": "2020"}, "C-52", "2021"), C, move("C-52", "2022")),
    "L42 fired or supported": lambda: (scene({"C-52": "2020"}, fired=["C-52"]), C, move("C-52", "2021")),
    "L43 moved": lambda: (moved({"C-52": "2023", "U-1": "2020"}, "C-52", "2022"), C, bombard()),
    "L43 Fired": lambda: (battery(fired=["C-52"]), C, bombard()),
    "L43 Disrupted": lambda: (battery(disrupted=["C-52"]), C, bombard()),
    "L43 at night": lambda: (battery(turn=NIGHT), C, bombard()),
    "L44 an empty hex": lambda: (battery(), C, bombard("2022")),
    "L44 too far": lambda: (battery("2030"), C, bombard()),
    "L44 out of sight": lambda: (battery(features={"light_woods": ("2022",)}), C, bombard()),
    "L45 heavy woods": lambda: (battery("2021", features={"heavy_woods": ("2020",)}), C, bombard()),
    "L45 a town": lambda: (battery("2021", features={"town": ("2020",)}), C, bombard()),
    "L46 a protected hexside": lambda: (battery("2021", features={"protected": {"2020": ("2021",)}}), C, bombard()),
    "L52 Shaken": lambda: (scene(CHARGE, shaken=["C-54"]), C, move("C-54", "2022", "2021", charge="2020")),
    "L52 Disrupted": lambda: (scene(CHARGE, disrupted=["C-54"]), C, move("C-54", "2022", "2021", charge="2020")),
    "L52 after 3 MP": lambda: (
        scene({"C-54": "2024", "U-1": "2020"}), C, move("C-54", "2023", "2022", "2021", charge="2020")
    ),
    "L52 woods": lambda: (
        scene(CHARGE, features={"light_woods": ("2020",)}), C, move("C-54", "2022", "2021", charge="2020")
    ),
    "L52 cavalry there": lambda: (
        scene({**CHARGE, "U-72": "2020"}), C, move("C-54", "2022", "2021", charge="2020")
    ),
    "L52 artillery there": lambda: (
        scene({**CHARGE, "U-7": "2020"}), C, move("C-54", "2022", "2021", charge="2020")
    ),
    "L54 next to infantry": lambda: (army("restricted", {"C-41": "2024", "U-1": "2020"}), C, up()),
    "L54 behind one that came this turn": lambda: (triggered(), C, up("C-44")),
    "L55 Passive": lambda: (army("passive", {"C-41": "2024", "U-1": "2020"}), C, up()),
    "L55 Panic": lambda: (army("panic", {"C-41": "2024", "U-1": "2020"}), C, up()),
    "L55 Passive, along the enemy": lambda: (army("passive", NEAR), C, move("C-41", "2120")),
    "L55 Panic, along the enemy": lambda: (army("panic", NEAR), C, move("C-41", "2120")),
    "L58 infantry is there": lambda: (
        army("restricted", {"C-41": "2024", "C-43": "1919", "U-1": "2020"}, "restricted_start"), C, up()
    ),
    "L58 a second brigade": lambda: (
        after(army("restricted", {"C-41": "2024", "C-43": "2024", "U-1": "2020"}, "restricted_start"), (C, up(), ())),
        C,
        up("C-43"),
    ),
    "L70 off the road": lambda: (scene({"C-Train": "2020"}), C, move("C-Train", "2021")),
    "L70 where it is seen": lambda: (
        scene({"C-Train": "2001", "U-72": "2007"}, features=ALONG), C, move("C-Train", "2002")
    ),
    "L70 more than 4 MP": lambda: (scene({"C-Train": "2001"}, features=ALONG), C, move("C-Train", *line(2, 10))),
    "L71 declared": lambda: (scene({"C-Train": "2021", "U-1": "2020"}), C, attack("C-Train")),
    "L72 unseen": lambda: (second_day("3030"), U, move("U-Train", "2002")),
    "L73 not listed": lambda: (
        scene({"C-41": "2020"}, scenario="little_round_top", turn=turn_of(2, 7)), C, move("C-41", "2021")
    ),
    "L75 in 1234": lambda: (setting_up(), U, PlaceUnit(unit="U-72", to="1234")),
    "L75 next to 1234": lambda: (setting_up(), U, PlaceUnit(unit="U-73", to="1233")),
    "L75 in different hexes": lambda: (setting_up(("U-73", "1525")), U, PlaceUnit(unit="U-72", to="1526")),
}  # fmt: skip
