"""X1 to X18, X52: Wings, orders, leaders, command, and what each order lets its units do."""

from __future__ import annotations

from typing import Any

from rules.musket_and_pike.fire.asks import FirePistol
from rules.musket_and_pike.movement.asks import MoveLeader, MoveUnit
from rules.musket_and_pike.reaction.asks import Intercept
from rules.musket_and_pike.recovery.asks import Rally, Reform
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn.asks import (
    ActivateWing,
    AwaitChange,
    AwaitPreemption,
    ChangeOrder,
    ChooseOpenOrder,
    ChooseOrders,
    ContinueWing,
    EndActions,
    PassWing,
    Preempt,
)
from tests.musket_and_pike.illegal import PIKES, Cases, after, blue, marked
from tests.musket_and_pike.melees import FOOT, H1, H2, R1, RED
from tests.musket_and_pike.positions import position, start
from tests.musket_and_pike.test_activation import CC, LL, RR, C, L, R, field
from tests.musket_and_pike.test_reaction import window

ALL = {R: "charge", C: "charge", L: "rally", LL: "charge", CC: "make_ready", RR: "rally"}


def wings(**more: Any) -> State:
    state = field({**ALL, **more.pop("orders", {})})
    for wing, fields in more.items():
        for name, value in fields.items():
            setattr(state.wings[{"R": R, "C": C, "L": L, "LL": LL, "CC": CC, "RR": RR}[wing]], name, value)
    return state


def headless() -> State:
    state = wings()
    state.leaders[state.wings[R].commander].fate = "removed"
    return state


def empty() -> State:
    state = wings()
    unit = state.units["prince-rupert"]
    state.stacks.pop(unit.at)
    unit.hexes, unit.gone = (), "eliminated"
    return state


def forced() -> State:
    state = wings(orders={R: "make_ready", C: "make_ready", LL: "make_ready"})
    return marked(state, "prince-rupert", morale="MS")


def named(**frame: Any) -> State:
    """R is to act, and parliament is asked whether it preempts."""
    state = wings(orders={CC: "charge"}, LL={"status": "finished" if "wing" not in frame else "ready"})
    frame.pop("wing", "")
    state.turn.named = R
    state.core.pending.append(AwaitPreemption(side="parliament", wing=R, **frame))
    return state


def preempting() -> State:
    """LL has preempted R and may change its order."""
    state = after(wings(), ("royalist", ActivateWing(wing=R), ()), ("parliament", Preempt(wing=LL), (0,)))
    assert isinstance(state.core.pending[-1], AwaitChange)
    return state


def resumed_wing() -> State:
    """The Bypassed Wing acts at last: there is no window."""
    state = preempting()
    state.core.pending.clear()
    state.activation.wing = R
    state.core.pending.append(AwaitChange(side="royalist", wing=R))
    return state


def continuing(**more: Any) -> State:
    """A Wing has acted, and its owner is asked nothing: it may not go on."""
    state = wings(R={"status": "active", **more})
    state.activation.wing = R
    state.core.pending.append(AwaitPreemption(side="parliament", wing=R))
    return state


def changing(**more: Any) -> State:
    state = position({H1: "1012:5", FOOT: "1014:5"}, phase="activation", **more)
    state.core.pending.append(AwaitChange(side="blue", wing="blue-horse"))
    return state


def sealed(*orders: tuple[str, Any]) -> State:
    return after(start("edgehill"), *((by, order, ()) for by, order in orders))


ORDERS = ChooseOrders(orders={R: "charge", C: "make_ready", L: "charge"})
OTHERS = ChooseOrders(orders={R: "rally", C: "make_ready", L: "charge"})
THEIRS = ChooseOrders(orders={LL: "charge", CC: "make_ready", RR: "charge"})
AC, WC = "blue-general", "blue-horse"
FAR = {"leaders": {WC: "1018"}}  # six hexes from a unit in 1012
BESIDE = {"leaders": {WC: "1012", AC: "1012"}}


def led(who: str, what: str) -> State:
    state = position({H1: "1012:5", H2: "1014:5"}, **BESIDE)
    state.activation.led[who] = what
    return state


def intercepted(**more: Any) -> State:
    """Red foot has come two hexes before blue horse that is out of command."""
    places = {RED: "1010:2", H1: "1013:5", FOOT: "0911:5"}  # blue foot may fire: so somebody is asked
    state = position(places, leaders={"red-centre": "1010", **more})
    window(state, RED)
    return state


def acted(unit: str) -> State:
    state = position({H1: "1012:5", H2: "1014:5"})
    state.activation.acted.append(unit)
    return state


CHARGE = {"order": "charge"}
WINGS: Cases = {
    "X1 below the level of orders": lambda: (wings(), "royalist", ActivateWing(wing=L)),
    "X1 out of turn": lambda: (wings(), "parliament", ActivateWing(wing=LL)),
    "X1 Finished": lambda: (wings(R={"status": "finished"}), "royalist", ActivateWing(wing=R)),
    "X1 without its Wing Commander": lambda: (headless(), "royalist", ActivateWing(wing=R)),
    "X1 without units": lambda: (empty(), "royalist", ActivateWing(wing=R)),
    "X2 passing under Charge": lambda: (wings(), "royalist", PassWing(wing=R)),
    "X2 passing where it must rally": lambda: (forced(), "royalist", PassWing(wing=R)),
    "X2 passing after it has preempted": lambda: (preempting(), "parliament", PassWing(wing=LL)),
    "X3 preempting when Finished": lambda: (named(), "parliament", Preempt(wing=LL)),
    "X3 preempting under Rally": lambda: (named(), "parliament", Preempt(wing=RR)),
    "X3 preempting outside a window": lambda: (wings(), "parliament", Preempt(wing=LL)),
    "X3 preempting a Wing that was Bypassed": lambda: (resumed_wing(), "parliament", Preempt(wing=CC)),
    "X4 not the Bypassed leader": lambda: (named(continuing=True, only=LL, wing=LL), "parliament", Preempt(wing=CC)),
    "X5 continuing under Rally": lambda: (continuing(order="rally"), "royalist", ContinueWing()),
    "X5 continuing with No Continue": lambda: (continuing(no_continue=True), "royalist", ContinueWing()),
    "X5 continuing after three activations": lambda: (continuing(activations=3), "royalist", ContinueWing()),
    "X6 a change of orders after a unit has acted": lambda: (acted(H1), "blue", ChangeOrder(to="rally")),
    "X6 a change by the inactive side": lambda: (changing(), "red", ChangeOrder(to="rally")),
    "X6 a change where it must rally": lambda: (acted(H1), "blue", ChangeOrder(to="charge")),
    "X7 a Wing Commander acts twice": lambda: (
        led(WC, "influence"),
        "blue",
        MoveLeader(leader=WC, path=("1013", "1014")),
    ),
    "X7 an Army Commander acts twice": lambda: (led(AC, "change"), "blue", MoveLeader(leader=AC, path=("1013",))),
    "X7 an Army Commander rallies after he has moved": lambda: (
        marked(led(AC, "move"), H1, morale="MS"),
        "blue",
        Rally(unit=H1, by=AC),
    ),
    "X7 an Army Commander acts while nobody of his does": lambda: (
        wings(),
        "royalist",
        MoveLeader(leader="king-charles", path=("1516",)),
    ),
    "X8 a Wing Commander ends without his men": blue(MoveLeader(leader=WC, path=("1013",)), {H1: "1012:5"}),
    "X9 help from two hexes off": lambda: (
        changing(leaders={WC: "1012", AC: "1014"}),
        "blue",
        ChangeOrder(to="rally", commander=True),
    ),
    "X10 a second action": lambda: (acted(H1), "blue", MoveUnit(unit=H1, path=("1011",))),
    "X11 of a Wing that is not active": blue(MoveUnit(unit=FOOT, path=("1111",)), {H1: "1012:5", FOOT: "1112:5"}),
    "X11 rallied by a Wing Commander of another": blue(
        Rally(unit=FOOT), {H1: "1012:5", FOOT: "1112:5:MS"}, order="rally"
    ),
    "X12 away from command": blue(MoveUnit(unit=H1, path=("1011",)), {H1: "1012:5", H2: "1018:5"}, **FAR),
    "X12 fire out of command": blue(
        FirePistol(unit=H1, target=RED), {H1: "1012:5", H2: "1018:5", RED: "1011:2"}, **FAR
    ),
    "X12 Reform out of command": blue(
        Reform(unit=H1, into="FN"), {H1: "1012:5:FS", H2: "1018:5"}, order="rally", **FAR
    ),
    "X12 Rally out of command": blue(Rally(unit=H1), {H1: "1012:5:MS", H2: "1018:5"}, order="rally", **FAR),
    "X12 with its commander off the map": blue(MoveUnit(unit=H1, path=("1011",)), {H1: "1012:5"}, leaders={}),
    "X13 intercepting into contact": lambda: (
        intercepted(**{WC: "2018"}),
        "blue",
        Intercept(unit=H1, path=("1012", "1011")),
    ),
    "X14 ending without a charge": blue(EndActions(), {H1: "1012:5", R1: "1008:2"}, **CHARGE),
    "X14 ending without a turn": blue(
        EndActions(), {PIKES: "1014:2:FS", RED: "1006:2"}, leaders={"blue-centre": "1014"}, **CHARGE
    ),
    "X15 riding on though held": blue(MoveUnit(unit=H1, path=("0911",)), {H1: "1012:5", R1: "1011:2"}, **CHARGE),
    "X16 into contact under Make Ready": blue(MoveUnit(unit=H1, path=("1012",)), {H1: "1013:5", R1: "1011:2"}),
    "X16 into contact under Receive Charge": blue(
        MoveUnit(unit=H1, path=("1012",)), {H1: "1013:5", R1: "1011:2"}, order="receive_charge"
    ),
    "X16 two hexes under Receive Charge": blue(
        MoveUnit(unit=H1, path=("1013", "1012")), {H1: "1014:5"}, order="receive_charge"
    ),
    "X17 nearer to the enemy under Rally": blue(
        MoveUnit(unit=H1, path=("1013",)), {H1: "1014:5", R1: "1008:2"}, order="rally"
    ),
    "X18 Reform under Charge": blue(Reform(unit=H1, into="FN"), {H1: "1012:5:FS"}, **CHARGE),
    "X18 Rally under Make Ready": blue(Rally(unit=H1), {H1: "1012:5:MS"}),
    "X18 Reform under Make Ready far from its commander": blue(
        Reform(unit=H1, into="FN"), {H1: "1012:5:FS", H2: "1014:5"}, leaders={WC: "1014"}
    ),
    "X18 Rally under Receive Charge far from its commander": blue(
        Rally(unit=H1), {H1: "1012:5:MS", H2: "1014:5"}, leaders={WC: "1014"}, order="receive_charge"
    ),
    "X52 other orders than those sealed": lambda: (sealed(("royalist", ORDERS)), "royalist", OTHERS),
    "X52 other Open Order than was sealed": lambda: (
        sealed(("royalist", ORDERS), ("parliament", THEIRS), ("royalist", ChooseOpenOrder())),
        "royalist",
        ChooseOpenOrder(units=("prince-rupert",)),
    ),
}
