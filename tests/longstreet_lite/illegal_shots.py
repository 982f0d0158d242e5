"""Orders of the Fire phase that must be refused: I13 to I19."""

from __future__ import annotations

from collections.abc import Mapping

from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import PlayMorale
from rules.longstreet_lite.fire.asks import EndFire, FireUnit
from rules.longstreet_lite.state import State
from tests.longstreet_lite.firing_line import band, crest, enemy, facing, firer, friend, guns, two_lines, volley
from tests.longstreet_lite.illegal import Cases
from tests.longstreet_lite.positions import give, position, terrain, unit

ONE, TWO = "steady-boys", "the-colonels-example"
HERE = ("9:3", "9:4.5", "11:4.5", "11:3")


def fire(target: str = "", **aims: int) -> FireUnit:
    """Aims as b1=-20."""
    return FireUnit(unit="us", target=target, aims={base.removeprefix("b"): turn for base, turn in aims.items()})


def has_fired() -> State:
    state = two_lines()
    volley(state, 1, 1, 1)
    return state


def under_fire(hits: Mapping[str, int], *, ended: bool = True) -> State:
    """Units of cs with so many hits each, when the fire of us has ended or is under way."""
    units = {name: unit("cs", f"{5 * place}:15", "180", (4, 4)) for place, name in enumerate(hits, 1)}
    state = position({**units, "us": unit("us", "5:3")}, hands={"cs": (ONE, ONE, TWO), "us": (ONE,)})
    for name, count in hits.items():
        state.units[name].hits = count
    if ended:
        give(SYSTEM, state, "us", EndFire())
    return state


def morale(**cards: tuple[str, ...]) -> PlayMorale:
    return PlayMorale(cards=dict(cards))


SHOTS: Cases = {
    "I13 twice": lambda: (has_fired(), "us", fire()),
    "I13 limbered": lambda: (facing(us=unit("us", "10:5", kind="ART", limbered=True, bases=2)), "us", fire()),
    "I13 the second rank": lambda: (facing(us=firer(ranks=(3, 3)), cs=enemy(ranks=(3,))), "us", fire(b4=0)),
    "I13 in the water": lambda: (facing(terrain("stream", *HERE)), "us", fire(b1=0)),
    "I13 guns in woods": lambda: (facing(terrain("woods", *HERE), us=guns()), "us", fire(b1=0)),
    "I13 guns on a wall": lambda: (facing(terrain("wall", "8:4.5", "12:4.5"), us=guns()), "us", fire(b1=0)),
    "I14 through a friend": lambda: (facing(others={"friend": friend("10.4:8")}), "us", fire(b1=0)),
    "I14 at the second enemy": lambda: (facing(others={"behind": enemy("10:11")}), "us", fire("behind")),
    "I15 canister": lambda: (facing(us=guns(), others={"near": enemy("12.5:7.5")}), "us", fire(b1=40)),
    "I15 a volley": lambda: (facing(others={"open": enemy("13:9")}), "us", fire(b1=35)),
    "I15 skirmish": lambda: (
        facing(band("woods", "6", "7"), others={"other": enemy("13:9")}), "us", fire(b1=35)
    ),
    "I16 with a volley to give": lambda: (
        facing(band("woods", "6", "7", "9", "10.1"), others={"open": enemy("13:9")}), "us", fire(b1=0)
    ),
    "I17 with a target at short range": lambda: (
        facing(us=guns(), cs=enemy("13:9"), others={"far": enemy("10:16")}), "us", fire("far")
    ),
    "I17 within 6 BW": lambda: (
        facing(us=guns(), cs=enemy("15:6.5"), others={"far": enemy("10:16")}, D20="C"), "us", fire(b1=75)
    ),
    "I17 beyond 24 BW": lambda: (facing(us=guns(), cs=enemy("10:29.1")), "us", fire()),
    "I17 beyond 24 BW, by name": lambda: (facing(us=guns(), cs=enemy("10:29.1")), "us", fire("cs")),
    "I17 at two units": lambda: (
        facing(us=guns(count=2), cs=enemy("9.2:15"), others={"other": enemy("10.8:15")}), "us", fire(b1=0, b2=0)
    ),
    "I17 with canister": lambda: (
        facing(us=guns(count=2), cs=enemy("9.1:11"), others={"far": enemy("12:16")}), "us", fire(b2=0)
    ),
    "I18 past a crest": lambda: (facing(crest("8"), us=guns()), "us", fire()),
    "I18 past woods": lambda: (facing(band("woods", "7", "8"), us=guns(), cs=enemy("10:9.1")), "us", fire()),
    "I19 three cards": lambda: (under_fire({"a": 9}), "cs", morale(a=(ONE, ONE, TWO))),
    "I19 the last hit": lambda: (under_fire({"a": 1, "b": 5}), "cs", morale(a=(ONE,))),
    "I19 by the active player": lambda: (under_fire({"a": 9}), "us", morale(a=(ONE,))),
    "I19 before the fire has ended": lambda: (under_fire({"a": 9}, ended=False), "cs", morale(a=(ONE,))),
}  # fmt: skip
