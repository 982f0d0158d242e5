"""Orders of the Combat Phase that must be refused: L28, L31 to L41, L47 to L53, L69, L71, L76."""

from __future__ import annotations

from typing import Any

from domain.kernel.facts import Order
from rules.gettysburg.combat.asks import (
    Advance,
    CounterAttack,
    GiveSupport,
    ResolveAttack,
    ResolveBombardment,
    RetreatBeforeCombat,
    RetreatTo,
    RollCoordination,
    SwapDefender,
)
from rules.gettysburg.movement.asks import DeclareAttack, DeclareBombardment, ReorderStack
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline, EndPhase
from tests.gettysburg.fighting import combat
from tests.gettysburg.illegal import C, Cases, U, after
from tests.gettysburg.marches import NIGHT

THREE = {"C-41": "2019", "C-42": "1919", "C-43": "2119", "U-1": "2020"}
ON_2020 = {"C-41": "2020", "C-42": "2020", "C-43": "2020"}
BRIGADES = ("C-41", "C-42", "C-43", "C-44", "U-1", "U-2", "U-3", "U-5")
EVEN = dict.fromkeys(BRIGADES, "4/6/6")
WEAK = {**EVEN, "U-1": "4/3/3"}
GUNS = {"C-41": "2019", "C-45": "2019", "C-51": "2019", "C-52": "1919", "U-1": "2020", "U-7": "2021", "U-8": "2022"}
ALONE = {"C-41": "2019", "U-7": "2020", "U-8": "2021"}
FIRE = {"C-45": "2017", "C-51": "2017", "C-50": "1917", "U-1": "2020", "U-2": "2020"}
STRUCK = {"C-41": "2019", "U-1": "2020", "U-2": "2119", "U-3": "1919"}
ATTACK, COORDINATE = ResolveAttack(unit="C-41"), RollCoordination(target="2020")
FAILS = (2, 3)  # 5 on the even column: the attacker is Disrupted
BEATS = (1, 1)  # 2 on the even column: a weak defender gives way


def three(places: dict[str, str] | None = None, **more: Any) -> State:
    return combat({**THREE, **(places or {})}, ON_2020, **{"ratings": EVEN, **more})


def panicked() -> State:
    state = three(options=["command_control"])
    state.command[C] = "panic"
    return state


def guns(*orders: tuple[str, Order, tuple[int, ...]], places: dict[str, str] | None = None, **more: Any) -> State:
    """C-41 attacks U-1, with guns on both sides."""
    return after(combat({**GUNS, **(places or {})}, {"C-41": "2020"}, ratings=EVEN, **more), *orders)


def support(unit: str) -> GiveSupport:
    return GiveSupport(unit=unit)


def alone(*dice: int, places: dict[str, str] | None = None) -> State:
    """C-41 attacks U-7, which no brigade protects; with dice it has."""
    state = combat({**ALONE, **(places or {})}, {"C-41": "2020"}, ratings={"C-41": "3/4/3"})
    return after(state, (C, ATTACK, dice)) if dice or places else state


def spent_support() -> State:
    """C-45 has supported C-41; C-42 of the same hex is yet to attack another."""
    places = {"C-41": "2019", "C-42": "2019", "C-45": "2019", "U-1": "2020", "U-2": "2018"}
    state = combat(places, {"C-41": "2020", "C-42": "2018"}, ratings=EVEN)
    return after(state, (C, ATTACK, ()), (C, support("C-45"), (2, 2)))


def battery(**aims: str) -> State:
    named = {name.replace("_", "-"): ("2020", aim) for name, aim in aims.items()}
    return combat(FIRE, shots=named or dict.fromkeys(("C-45", "C-51", "C-50"), ("2020", "U-1")), ratings=EVEN)


def fire(*units: str, aim: str = "") -> ResolveBombardment:
    return ResolveBombardment(units=units, aim=aim)


def beaten(**places: str) -> State:
    """U-1 has to retreat."""
    more = {name.replace("_", "-"): at for name, at in places.items()}
    state = combat({"C-41": "2019", "U-1": "2020", **more}, {"C-41": "2020"}, ratings=WEAK)
    return after(state, (C, ATTACK, BEATS))


def emptied() -> State:
    """C-41 has attacked in vain with guns at hand; C-42 has emptied the hex."""
    state = three({"C-45": "2019"}, ratings=WEAK)
    after(state, (C, ATTACK, ()), (C, Decline(), FAILS), (C, ResolveAttack(unit="C-42"), BEATS))
    return after(state, (U, RetreatTo(unit="U-1", to="2021"), ()))


def emptied_by_four() -> State:
    state = combat({**THREE, "C-44": "1920"}, {**ON_2020, "C-44": "2020"}, ratings=WEAK)
    after(state, (C, ATTACK, BEATS), (U, RetreatTo(unit="U-1", to="2120"), (1,)))
    return after(state, (U, RetreatTo(unit="U-1", to="2121"), ()))


def swapping(*, coordinated: bool) -> State:
    """The first attack on a stack of two is over; the second is next."""
    state = three({"U-2": "2020"})
    if coordinated:
        after(state, (C, COORDINATE, (1,)))
    return after(state, (C, ATTACK, (3, 3) if coordinated else FAILS))


def in_a_swapless_fight() -> State:
    """The first attack is under way, with the guns of the attacker asked for."""
    return after(three({"U-2": "2020", "C-45": "2019"}), (C, ATTACK, ()))


def rolled() -> State:
    """The dice have fallen and the defender has to retreat; guns of both sides stand idle."""
    state = three({"C-45": "2019"}, ratings=WEAK)
    return after(state, (C, ATTACK, ()), (C, Decline(), BEATS))


def struck(attacks: dict[str, str] | None = None, **places: str) -> State:
    """C-41 has attacked in vain, and may be struck in turn."""
    more = {name.replace("_", "-"): at for name, at in places.items()}
    on = attacks or {"C-41": "2020"}
    return after(combat({**STRUCK, **more}, on, ratings=EVEN, options=["counterattacks"]), (C, ATTACK, FAILS))


def back_at(unit: str, target: str = "2019") -> CounterAttack:
    return CounterAttack(unit=unit, target=target)


def pledged() -> State:
    """The guns of C-45 have fired; C-41 before them is yet to attack."""
    places = {"C-41": "2018", "C-45": "2018", "U-1": "2021", "U-2": "2019", "U-3": "2017"}
    state = combat(places, {"C-41": "2019"}, shots={"C-45": ("2021", "U-1")}, ratings=EVEN, options=["counterattacks"])
    return after(state, (C, fire("C-45"), (2,)))


def chained() -> State:
    """U-2 has struck back in vain; C-43, which is to attack another hex, stands beside it."""
    places = {"C_42": "2118", "C_43": "2219", "U_5": "2218"}
    return after(struck({"C-41": "2020", "C-43": "2218"}, **places), (U, back_at("U-2"), (3, 3)))


FIGHTS: Cases = {
    "L26 while support is asked for": lambda: (
        guns((C, ATTACK, ())), C, ReorderStack(at="2019", pieces=("C-45", "C-41", "C-51"))
    ),
    "L28 an undeclared one": lambda: (three({"C-44": "2021"}), C, ResolveAttack(unit="C-44")),
    "L28 an undeclared one, in a fight": lambda: (rolled(), C, ResolveAttack(unit="C-44")),
    "L28 a declared attack withdrawn": lambda: (three(), C, EndPhase()),
    "L31 twice": lambda: (after(three(), (C, ATTACK, FAILS)), C, ATTACK),
    "L31 twice, in its own fight": lambda: (rolled(), C, ATTACK),
    "L32 an attack, in the Combat Phase": lambda: (
        three({"U-2": "2018"}), C, DeclareAttack(unit="C-41", target="2018")
    ),
    "L32 a shot, in the Combat Phase": lambda: (
        battery(), C, DeclareBombardment(unit="C-45", target="2021", aim="U-1")
    ),
    "L32 the aim of a shot": lambda: (battery(), C, fire("C-50", aim="U-2")),
    "L33 another hex": lambda: (
        after(
            combat({**THREE, "U-2": "2118"}, {"C-41": "2020", "C-42": "2020", "C-43": "2118"}, ratings=EVEN),
            (C, ATTACK, FAILS),
        ),
        C,
        ResolveAttack(unit="C-43"),
    ),
    "L33 another attack, in a fight": lambda: (rolled(), C, ResolveAttack(unit="C-42")),
    "L34 resolved": lambda: (guns(), C, ResolveAttack(unit="C-45")),
    "L34 as a Counter-Attack": lambda: (struck(U_7="2018"), U, back_at("U-7")),
    "L35 one attacker": lambda: (combat(THREE, {"C-41": "2020"}), C, COORDINATE),
    "L35 a second roll": lambda: (after(three(), (C, COORDINATE, (6,))), C, COORDINATE),
    "L35 at night": lambda: (three(turn=NIGHT), C, COORDINATE),
    "L35 at night, by the defender": lambda: (three(turn=NIGHT), U, COORDINATE),
    "L35 in Panic": lambda: (panicked(), C, COORDINATE),
    "L35 in a Counter-Attack": lambda: (
        after(struck(U_5="2018", U_7="2018"), (U, back_at("U-5"), ())), U, RollCoordination(target="2019")
    ),
    "L35 in a Counter-Attack, by the other side": lambda: (
        after(struck(U_5="2018", U_7="2018"), (U, back_at("U-5"), ())), C, RollCoordination(target="2019")
    ),
    "L36 between coordinated attacks": lambda: (swapping(coordinated=True), U, SwapDefender(unit="U-2")),
    "L36 before the second attack is begun": lambda: (swapping(coordinated=False), U, SwapDefender(unit="U-2")),
    "L36 before the first": lambda: (three({"U-2": "2020"}), U, SwapDefender(unit="U-2")),
    "L36 during the first": lambda: (in_a_swapless_fight(), U, SwapDefender(unit="U-2")),
    "L36 by the attacker": lambda: (swapping(coordinated=True), C, SwapDefender(unit="U-2")),
    "L37 from another hex": lambda: (guns((C, ATTACK, ())), C, support("C-52")),
    "L37 from another hex, before the attack": lambda: (guns(), C, support("C-52")),
    "L37 a second one": lambda: (guns((C, ATTACK, ()), (C, support("C-45"), ())), C, support("C-51")),
    "L38 not next to it": lambda: (guns((C, ATTACK, ()), (C, Decline(), ())), U, support("U-8")),
    "L38 not next to it, before it is asked": lambda: (guns((C, ATTACK, ())), U, support("U-8")),
    "L38 a second one": lambda: (
        guns((C, ATTACK, ()), (U, support("U-7"), ()), places={"U-9": "2020"}, readings={"D48": "C"}), U, support("U-9")
    ),
    "L39 Fired": lambda: (guns((C, ATTACK, ()), fired=["C-45"]), C, support("C-45")),
    "L39 Fired, nobody else at hand": lambda: (
        guns((C, ATTACK, ()), places={"C-51": "1819"}, fired=["C-45"]), C, support("C-45")
    ),
    "L39 Disrupted": lambda: (guns((C, ATTACK, ()), disrupted=["C-45"], fired=["C-45"]), C, support("C-45")),
    "L39 declared a shot": lambda: (
        guns((C, ATTACK, ()), shots={"C-45": ("2020", "U-1")}), C, support("C-45")
    ),
    "L39 at night, before the attack": lambda: (guns(turn=NIGHT), C, support("C-45")),
    "L39 at night, for the defence": lambda: (guns(turn=NIGHT), U, support("U-7")),
    "L40 before the attack": lambda: (alone(), U, support("U-8")),
    "L40 while the attacker chooses": lambda: (alone(places={"C-45": "2019"}), U, support("U-8")),
    "L40 after the dice": lambda: (alone(5, 5, 3), U, support("U-8")),
    "L41 a second combat": lambda: (spent_support(), C, support("C-45")),
    "L41 a second shot": lambda: (after(battery(), (C, fire("C-50"), (2,))), C, fire("C-50")),
    "L47 different hexes": lambda: (battery(), C, fire("C-45", "C-50")),
    "L47 different targets": lambda: (battery(C_45="U-1", C_51="U-2"), C, fire("C-45", "C-51")),
    "L48 while the defender retreats": lambda: (beaten(), U, RetreatTo(unit="C-41", to="2018")),
    "L48 by its owner": lambda: (beaten(), C, RetreatTo(unit="C-41", to="2018")),
    "L48 after an attack in vain": lambda: (after(three(), (C, ATTACK, FAILS)), C, RetreatTo(unit="C-41", to="2018")),
    "L49 where the enemy is": lambda: (beaten(), U, RetreatTo(unit="U-1", to="2019")),
    "L50 stopped": lambda: (after(beaten(), (U, RetreatTo(unit="U-1", to="1919"), (3,))), U, Decline()),
    "L51 a held hex": lambda: (after(three(), (C, ATTACK, FAILS)), C, Advance(units=("C-41",))),
    "L51 one that has fought": lambda: (emptied(), C, Advance(units=("C-41",))),
    "L51 artillery": lambda: (emptied(), C, Advance(units=("C-45",))),
    "L51 four": lambda: (emptied_by_four(), C, Advance(units=("C-41", "C-42", "C-43", "C-44"))),
    "L53 infantry": lambda: (guns((C, ATTACK, ())), U, RetreatBeforeCombat()),
    "L53 before cavalry": lambda: (
        after(
            combat({"C-54": "2019", "C-45": "2019", "U-72": "2020"}, {"C-54": "2020"}),
            (C, ResolveAttack(unit="C-54"), ()),
        ),
        U,
        RetreatBeforeCombat(),
    ),
    "L69 too late": lambda: (
        after(struck({"C-41": "2020", "C-42": "2020"}, C_42="2120"), (U, Decline(), ())), U, back_at("U-2")
    ),
    "L69 attacked": lambda: (struck(), U, back_at("U-1")),
    "L69 to be attacked": lambda: (struck({"C-41": "2020", "C-42": "2119"}, C_42="2118"), U, back_at("U-2")),
    "L69 not next to it": lambda: (struck(U_5="2022"), U, back_at("U-5")),
    "L69 on one that is yet to attack": lambda: (pledged(), U, back_at("U-3", "2018")),
    "L69 in a chain, committed elsewhere": lambda: (chained(), C, back_at("C-43", "2119")),
    "L71 resolved": lambda: (three({"C-Train": "2018"}), C, ResolveAttack(unit="C-Train")),
    "L71 as a Counter-Attack": lambda: (struck(U_Train="2018"), U, back_at("U-Train")),
    "L76 coordination": lambda: (rolled(), U, COORDINATE),
    "L76 coordination, by the attacker": lambda: (rolled(), C, COORDINATE),
    "L76 support": lambda: (rolled(), C, support("C-45")),
    "L76 support, by the other side": lambda: (rolled(), U, support("C-45")),
}  # fmt: skip
