"""Orders of melee and charges that must be refused (rows 39, 42 to 55, 62 to 67, 78)."""

from __future__ import annotations

from typing import Any

from domain.kernel.facts import Order
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    ChooseNextAttack,
    DeclareCharge,
    DeclareMelee,
    ExtendCharge,
    ImpulsiveAttack,
    ReactionPlacement,
    Reply,
    RetreatPath,
)
from rules.wallaces_war.movement.asks import MoveUnits
from rules.wallaces_war.state import EXTENSION, MELEE, State
from rules.wallaces_war.turn.asks import Decline, EndSegment
from tests.wallaces_war.illegal import EAST, NE, NW, SE, SW, WEST, A, Cases, E, S, after, changed
from tests.wallaces_war.positions import at, position

FAR = at(1, -3)  # three hexes ahead of A
WAY = (NW, at(0, -2))


def fight(places: dict[str, str], *, loaded: bool = False, **more: Any) -> State:
    state = position(places, phase=MELEE, turn=3, **more)
    state.turn.shot = {} if loaded else dict.fromkeys(places, 0)
    return state


def duel(unit: str = "red-ri-1", **more: Any) -> State:
    """A unit that faces an enemy to its south."""
    return fight({unit: f"{NW}:3", "green-ri-1": f"{A}:0"}, **more)


def attack(unit: str = "red-ri-1", target: str = A) -> DeclareMelee:
    return DeclareMelee(unit=unit, target=target)


def sunk(state: State, standing: Any, battle: str = "red") -> State:
    state.battles[battle].standing = standing
    return state


def horse(**more: Any) -> State:
    places = {"red-hc-1": f"{A}:0", "green-sc-1": f"{FAR}:3", **more.pop("places", {})}
    return fight(places, **{"charge": ["red-hc-1"], **more})


def charge(target: str = FAR, path: tuple[str, ...] = WAY, facing: int = 0) -> DeclareCharge:
    return DeclareCharge(unit="red-hc-1", facing=facing, path=path, target=target)


def struck(*dice: int, places: dict[str, str] | None = None, **more: Any) -> State:
    """The attack of a stack of schiltrons from the north-east is rolled."""
    found = {"red-sc-1": f"{NE}:3", "red-sc-2": f"{NE}:3", "green-ri-1": f"{A}:0", **(places or {})}
    state = fight(found, leaders={"red": NE}, **more)
    return after(state, (E, attack("red-sc-1"), ()), (E, EndSegment(), dice))


def driven(**more: Any) -> State:
    """The defender must go back."""
    return after(struck(6, steps={"green-ri-1": 2}, **more), (S, Decline(), ()))


def left(*more: tuple[str, Order, tuple[int, ...]]) -> State:
    """He has gone back, and his hex is open."""
    return after(driven(), (S, RetreatPath(unit="green-ri-1", path=(SW, at(-2, 2))), (1,)), *more)


def rebounding() -> State:
    """Heavy cavalry has charged in vain."""
    state = horse()
    return after(state, (E, charge(), ()), (E, EndSegment(), (1,)), (S, Decline(), ()))


def reacting() -> State:
    """Scottish horse must charge infantry that moves."""
    state = position({"green-hc-5": f"{A}:0", "red-ri-1": f"{at(2, -4)}:3"})
    return after(state, (E, MoveUnits(units=("red-ri-1",), path=(at(2, -3),)), (3,)))


def extending(**more: Any) -> State:
    """Heavy cavalry has taken the hex it charged; an enemy stands three hexes ahead."""
    state = position({"red-hc-1": f"{A}:0", "green-sc-1": f"{FAR}:3"}, phase=EXTENSION, **more)
    return changed(state, charged=["red-hc-1"], advanced={"red-hc-1": A})


def extend(path: tuple[str, ...] = WAY, target: str = FAR) -> ExtendCharge:
    return ExtendCharge(unit="red-hc-1", path=path, target=target)


def extended_once() -> State:
    state = extending()
    state.segment.extended.append("red-hc-1")
    return state


def raging(*, advanced: bool = True, **more: Any) -> State:
    state = position({"red-sc-1": f"{A}:0", "green-ri-1": f"{at(0, -2)}:3"}, phase=EXTENSION, **more)
    return changed(state, advanced={"red-sc-1": A} if advanced else {})


def marsh() -> State:
    """Falkirk: 0909 is a marsh, closed to horse."""
    places = {"edward-hc-1": "0609:0", "stewart-sc-1": "0909:3"}
    return position(places, scenario="falkirk", battle="edward", phase=MELEE, charge=["edward-hc-1"])


def two_attacks() -> State:
    return fight({"red-ri-1": f"{NE}:3", "red-ri-2": f"{NW}:3", "green-sc-1": f"{A}:0", "green-sc-2": f"{EAST}:0"})


def declared() -> State:
    return after(two_attacks(), (E, attack(), ()), (E, attack("red-ri-2"), ()), (E, EndSegment(), ()))


FIGHTS: Cases = {
    "39 in melee after C3": lambda: (
        after(duel(), (E, attack(), ()), (E, EndSegment(), (1,))),
        S,
        Fire(unit="green-ri-1", target=NW),
    ),
    "39 in the extension segment": lambda: (
        position({"red-ri-1": f"{NW}:3", "green-ar-1": A}, phase=EXTENSION),
        S,
        Fire(unit="green-ar-1", target=NW),
    ),
    "42 advanced after fire": lambda: (changed(duel(), followed=["red-ri-1"]), E, attack()),
    "43 a flank hex": lambda: (fight({"red-ri-1": f"{NW}:0", "green-ri-1": f"{A}:0"}), E, attack()),
    "44 two hexes": lambda: (after(two_attacks(), (E, attack(), ())), E, attack(target=EAST)),
    "44 the same unit again": lambda: (after(two_attacks(), (E, attack(), ())), E, attack()),
    "45 another hex than fired at": lambda: (changed(two_attacks(), aimed={"red-ri-1": EAST}), E, attack()),
    "46 archers": lambda: (duel("red-ar-1"), E, attack("red-ar-1")),
    "46 crossbows": lambda: (duel("red-xb-1"), E, attack("red-xb-1")),
    "46 mounted crossbows": lambda: (duel("red-mxb-1"), E, attack("red-mxb-1")),
    "47 shaken": lambda: (duel(shaken=["red-ri-1"]), E, attack()),
    "48 weakened": lambda: (sunk(duel(), "weakened"), E, attack()),
    "48 broken": lambda: (sunk(duel(), "broken"), E, attack()),
    "48 a charge": lambda: (sunk(horse(), "weakened"), E, charge()),
    "49 horse on the spot": lambda: (duel("red-hc-1"), E, attack("red-hc-1")),
    "50 the river": lambda: (
        position(
            {"hugh-ri-1": "0310:0", "wallace-sc-1": "0410:3"}, scenario="early_crossing", battle="hugh", phase=MELEE
        ),
        E,
        attack("hugh-ri-1", "0410"),
    ),
    "51 after the declaration": lambda: (declared(), E, attack("red-ri-2")),
    "51 one not declared": lambda: (declared(), E, ChooseNextAttack(start=SE)),
    "51 skipping": lambda: (declared(), E, Decline()),
    "51 ending": lambda: (declared(), E, EndSegment()),
    "51 in another segment": lambda: (position({"red-ri-1": f"{NW}:3", "green-ri-1": A}), E, attack()),
    "51 by the other side": lambda: (duel(), S, DeclareMelee(unit="green-ri-1", target=NW)),
    "52 a hex that did not attack": lambda: (struck(1, places={"red-ri-3": f"{NW}:3"}), S, Reply(target=NW)),
    "52 a second reply": lambda: (
        after(struck(6, steps={"green-ri-1": 2}), (S, Reply(target=NE), (1,))),
        S,
        Reply(target=NE),
    ),
    "52 at the wrong moment": lambda: (duel(), S, Reply(target=NW)),
    "53 into an enemy zone": lambda: (
        driven(places={"red-ri-3": f"{at(-2, 2)}:0"}),
        S,
        RetreatPath(unit="green-ri-1", path=(SW, at(-1, 2))),
    ),
    "53 not far enough": lambda: (driven(), S, RetreatPath(unit="green-ri-1", path=(SW,))),
    "53 beside its hex of origin": lambda: (driven(), S, RetreatPath(unit="green-ri-1", path=(SW, SE))),
    "53 declined": lambda: (driven(), S, Decline()),
    "54 a turn": lambda: (driven(), S, RetreatPath(unit="green-ri-1", path=(SW, at(-2, 2)), facing=3)),
    "55 by the defender": lambda: (left(), S, AdvanceAfterCombat(unit="green-ri-1", to=A)),
    "55 who did not attack": lambda: (left(), E, AdvanceAfterCombat(unit="red-ri-3", to=A)),
    "55 a second": lambda: (
        left((E, AdvanceAfterCombat(unit="red-sc-1", to=A), ())),
        E,
        AdvanceAfterCombat(unit="red-sc-2", to=A),
    ),
    "62 two hexes away": lambda: (
        fight({"red-hc-1": f"{A}:0", "green-sc-1": f"{at(1, -2)}:3"}, charge=["red-hc-1"]),
        E,
        charge(at(1, -2)),
    ),
    "62 without sight": lambda: (horse(places={"crimson-ri-1": at(1, -2)}), E, charge()),
    "62 not straight ahead": lambda: (horse(), E, charge(path=(EAST, NE))),
    "62 blocked": lambda: (horse(places={"crimson-ri-1": NE}, shaken=["green-sc-1"]), E, charge(path=(NE, at(1, -2)))),
    "62 without a marker": lambda: (horse(charge=[]), E, charge()),
    "62 in another segment": lambda: (position({"red-hc-1": A}), E, charge()),
    "63 refused": lambda: (reacting(), S, ReactionPlacement(paths={})),
    "63 declined": lambda: (reacting(), S, Decline()),
    "63 chosen": lambda: (
        position({"green-hc-5": f"{A}:0", "red-ri-1": f"{FAR}:3"}),
        S,
        ReactionPlacement(paths={A: WAY}),
    ),
    "64 without an advance": lambda: (changed(extending(), advanced={}), E, extend()),
    "64 turned": lambda: (changed(extending(), turned=["red-hc-1"]), E, extend()),
    "64 out of command": lambda: (extending(out_of_command=["red-hc-1"]), E, extend()),
    "64 nobody ahead": lambda: (extending(), E, extend((NW,))),
    "64 in another segment": lambda: (position({"red-hc-1": A}), E, extend()),
    "65 a second": lambda: (extended_once(), E, extend()),
    "66 declined": lambda: (rebounding(), E, Decline()),
    "66 ended": lambda: (rebounding(), E, EndSegment()),
    "67 not berserk": lambda: (raging(), E, ImpulsiveAttack(unit="red-sc-1", path=(NW,), target=at(0, -2))),
    "67 without an advance": lambda: (
        raging(advanced=False, berserk=["red-sc-1"]),
        E,
        ImpulsiveAttack(unit="red-sc-1", path=(NW,), target=at(0, -2)),
    ),
    "67 in another segment": lambda: (
        position({"red-sc-1": A}, berserk=["red-sc-1"]),
        E,
        ImpulsiveAttack(unit="red-sc-1", path=(NW,), target=WEST),
    ),
    "78 a marsh": lambda: (
        marsh(),
        E,
        DeclareCharge(unit="edward-hc-1", facing=0, path=("0709", "0809"), target="0909"),
    ),
}
