"""Section 22, X1 to X50, row by row: each attempt is refused by its own rule, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order
from domain.kernel.play import carry_out
from domain.tabletop.angles import Point
from rules.black_powder import SYSTEM
from rules.black_powder.charges.asks import AwaitResponse, ChargeWith, Respond
from rules.black_powder.charges.responses import after
from rules.black_powder.combat.asks import (
    AllocateDice,
    AssignSupport,
    AwaitSplit,
    AwaitSupport,
    AwaitWinner,
    WinnerMove,
)
from rules.black_powder.command.asks import (
    FollowMe,
    GiveOrder,
    MoveCommander,
    PlaceUnit,
    Rally,
    ReturnToTable,
    Stated,
    UseInitiative,
)
from rules.black_powder.movement.asks import EndMoves, EnterBuilding, FormUnit, LeaveBuilding, MoveUnit
from rules.black_powder.position import is_engaged
from rules.black_powder.shooting.asks import ShootUnit, Torch
from rules.black_powder.state import COMBAT, ORDERS, SET_UP, SHOOTING, Contact, State, Unit, UnitTurn
from rules.black_powder.turn.asks import EndOrders
from tests.black_powder.commanding import at_initiative, at_orders, with_moves
from tests.black_powder.positions import give, piece, position, unit

ROWS = range(1, 51)
SQUARED_AT = "40:24"
WOOD = piece("wood", "20:24", "60:24", "60:34", "20:34")
ROUGH = piece("rough ground", "20:24", "60:24", "60:34", "20:34")
WALL = piece("obstacle", "20:24", "60:24")
FARM = piece("building block", "34:24", "46:24", "46:34", "34:34", name="farm")
HILL = piece("hill", "36:14", "44:14", "44:24", "36:24")
FIRST, GENERAL = "blue-first", "blue-general"
CHARGE = ChargeWith(unit="u", target="foe")
SHOOT = ShootUnit(unit="u", target="foe")
SWEEP = WinnerMove(unit="u", do="sweep", path=("ahead:6",))
SWEEPING_CHARGE = WinnerMove(unit="u", do="sweep", target="foe")


class Attempt(NamedTuple):
    """What is tried, in which position, by whom, and the rule that forbids it."""

    what: str
    rule: str
    state: Callable[[], State]
    order: Order
    by: str = "blue"


def blue(at: str = "40:20", profile: str = "d_foot", formation: str = "line", heading: str = "0", **more: Any) -> Unit:
    return unit("blue", profile, at, heading, formation, **more)


def red(at: str = "40:30", profile: str = "d_foot", formation: str = "line", heading: str = "180", **more: Any) -> Unit:
    return unit("red", profile, at, heading, formation, **more)


FAR = red("40:66")


def pair(mine: Unit, foe: Unit, **others: Unit) -> dict[str, Unit]:
    return {"u": mine, "foe": foe, **others}


def ordering(*given: tuple[Order, Sequence[int]], units: Mapping[str, Unit] | None = None, **more: Any) -> State:
    """Blue gives orders; these are given already, each with its dice."""
    state = at_orders(units or {"u": blue(), "v": blue("60:20"), "far": FAR}, **more)
    for order, dice in given:
        give(state, "blue", order, dice)
    return state


def broken(**units: Unit) -> State:
    state = at_orders({"far": FAR, **units})
    state.brigades["blue-foot"].broken = True
    return state


def moving(mine: Unit, foe: Unit = FAR, *pieces: Any, turn: UnitTurn | None = None, **more: Any) -> State:
    state = with_moves(pair(mine, foe, **more.pop("others", {})), *pieces, who=more.pop("who", ("u",)), **more)
    state.units["u"].turn = turn or state.units["u"].turn
    return state


def shooting(mine: Unit, foe: Unit, *pieces: Any, contacts: Sequence[Contact] = (), **others: Any) -> State:
    return position(pair(mine, foe, **others), *pieces, phase=SHOOTING, contacts=contacts, options={"fires": True})


def touch(who: str = "u", foe: str = "foe", foe_side: str = "front") -> Contact:
    return Contact(unit=who, foe=foe, side="front", foe_side=foe_side, length=9_449)  # type: ignore[arg-type]


def off(status: str = "off", *, is_broken: bool = False, ordered: bool = False) -> State:
    units = {"u": unit("blue", "d_foot", status=status, exit=(40_000, 0, 0), left_in=1), "far": FAR}
    state = at_orders(units)
    state.brigades["blue-foot"].broken = is_broken
    if ordered:
        give(state, "blue", ReturnToTable(commander=FIRST, units=("u",)), (4, 1))
    return state


def responding(mine: Unit, foe: Unit, **more: Any) -> State:
    """Blue has charged, and red is asked."""
    state = moving(mine, foe, **more)
    give(state, "blue", CHARGE)
    return state


def held(mine: Unit, foe: Unit) -> State:
    """Before the charger moves the foe has said that it holds."""
    state = responding(mine, foe)
    give(state, "red", Respond(unit="foe", reply="hold"))
    return state


def asked_after(foe: Unit, replies: Sequence[str] = ("hold",), side: str = "front", **flags: Any) -> State:
    """Blue has come into contact, and red may answer so; for whoever is not even asked in a game."""
    state = position(pair(blue("40:30"), foe), phase=ORDERS, contacts=(touch(foe_side=side),))
    state.units["foe"].turn = UnitTurn(**flags)
    state.core.pending.append(AwaitResponse(side="red", unit="foe", charger="u", replies=tuple(replies)))  # type: ignore[arg-type]
    return state


def won(mine: Unit, *, left: bool = False, **turn: Any) -> State:
    units = {"u": mine, "foe": red("40:40"), "near": red("60:30")}
    state = position(units, phase=COMBAT)
    state.units["u"].turn = UnitTurn(**turn)
    foes = ("near",) if left else ()
    state.core.pending.append(AwaitWinner(side="blue", unit="u", all_gone=not left, foes=foes))
    return state


def swept() -> State:
    """Sweeping horse falls on foot that could else fire: it is not asked."""
    state = won(blue("40:30", "d_horse"), charged=True)
    give(state, "blue", SWEEPING_CHARGE, [1] * 12)
    return state


def splitting() -> State:
    units = {"u": blue("40:30"), "foe": red("40:30"), "side": red("34:29", heading="90", profile="d_small")}
    state = position(units, phase=COMBAT, contacts=(touch(), touch("side", "u", "left")))
    state.core.pending.append(AwaitSplit(side="blue", unit="u", dice=6, foes=("foe", "side"), sides=("front", "left")))
    return state


def supporting() -> State:
    units = {
        "u": blue("40:30"),
        "v": blue("50:30"),
        "s": blue("45:26"),
        "foe": red("45:30", "d_large"),
        "x": red("60:60"),
    }
    state = position(units, phase=COMBAT, contacts=(touch(), touch("v")))
    state.core.pending.append(AwaitSupport(side="blue", supporter="s", units=("u", "v")))
    return state


def ridden(*given: tuple[Order, Sequence[int]]) -> State:
    return ordering(*given, units={"u": blue(casualties=2), "far": FAR}, at="40:14")


def order(*units: str, by: str = FIRST, **stated: Any) -> GiveOrder:
    return GiveOrder(commander=by, units=units or ("u",), **(stated or {"bearing": "0"}))


def move(*path: str) -> MoveUnit:
    return MoveUnit(unit="u", path=path)


def group_won() -> State:
    units = {"u": blue(), "v": blue("52:20"), "far": FAR}
    state = with_moves(units, kind="brigade", stated=Stated(bearing="0"))
    give(state, "blue", move("ahead:12"))
    return state


def taken() -> State:
    """A friend fights the front of the enemy over most of its length."""
    units = {"v": blue("41.5:30")}
    return moving(blue("30:24", "d_small"), red("40:30"), others=units, contacts=(touch("v"),))


def _skirmishers_at(formation: str, profile: str) -> State:
    return moving(blue(formation="skirmish"), red(formation=formation, profile=profile))


def _horse_asked(more: Any) -> State:
    return asked_after(red(profile="d_horse", **more))


def held_farm(**more: Any) -> State:
    return shooting(blue("40:24"), FAR, FARM, inside=red(inside="farm"), **more)


ATTEMPTS: Mapping[int, Sequence[Attempt]] = {
    1: [Attempt("nothing stated", "BP.cmd.1", ordering, GiveOrder(commander=FIRST, units=("u",)))],
    2: [
        Attempt(
            "after the dice another way than was stated",
            "BP.cmd.6",
            lambda: moving(blue(), stated=Stated(bearing="0"), kind="order"),
            move("back:6"),
        ),
        Attempt(
            "after the dice a formation that was not stated",
            "BP.cmd.1",
            lambda: moving(blue(), stated=Stated(bearing="0"), kind="order"),
            FormUnit(unit="u", formation="attack_column"),
        ),
    ],
    3: [Attempt("a second order", "BP.cmd.7", lambda: ordering((order(), (6, 1)), (EndMoves(), ())), order())],
    4: [
        Attempt(
            "an order after initiative",
            "BP.cmd.7",
            lambda: _with(ordering(), "u", initiative=True),
            order(),
        )
    ],
    5: [
        Attempt(
            "initiative after orders",
            "BP.init.1",
            lambda: ordering(units=pair(blue(), red("40:31"))),
            UseInitiative(unit="u"),
        )
    ],
    6: [
        Attempt(
            "no enemy near",
            "BP.init.2",
            lambda: at_initiative({"u": blue(), "v": blue("60:20"), "far": FAR}, near=("v",)),
            UseInitiative(unit="u"),
        )
    ],
    7: [Attempt("another brigade", "BP.cmd.8", ordering, order(by="blue-second"))],
    8: [
        Attempt("after a failure", "BP.cmd.11", lambda: ordering((order(), (6, 5))), order("v")),
        Attempt(
            "after Follow Me",
            "BP.foll.2",
            lambda: ordering((FollowMe(commander=FIRST, unit="u"), (4, 1)), (EndMoves(), ()), at="40:14"),
            order("v"),
        ),
        Attempt(
            "after a rally",
            "BP.ral.2",
            lambda: ordering(
                (Rally(commander=FIRST, unit="u"), (4, 1)),
                units={"u": blue(casualties=2), "v": blue("60:20"), "far": FAR},
                at="40:14",
            ),
            order("v"),
        ),
    ],
    9: [
        Attempt(
            "back to a commander who has finished",
            "BP.cmd.10",
            lambda: ordering((order(), (6, 1)), (EndMoves(), ()), (order("v", by=GENERAL), (6, 1)), (EndMoves(), ())),
            Rally(commander=FIRST, unit="u"),
        )
    ],
    10: [
        Attempt(
            "after the general's blunder", "BP.cmd.12", lambda: ordering((order(by=GENERAL), (6, 6, 5))), order("v")
        )
    ],
    11: [
        Attempt("an order", "BP.dis.3", lambda: _disordered(), order()),
        Attempt("Follow Me", "BP.dis.3", lambda: _disordered(), FollowMe(commander=FIRST, unit="u")),
        Attempt("a rally", "BP.dis.3", lambda: _disordered(), Rally(commander=FIRST, unit="u")),
        Attempt(
            "initiative",
            "BP.dis.4",
            lambda: at_initiative(pair(blue(disordered=True), red(), v=blue("60:20")), near=("u", "v")),
            UseInitiative(unit="u"),
        ),
    ],
    12: [
        Attempt(
            "a gap when it is given",
            "BP.cmd.14",
            lambda: ordering(units={"u": blue(), "v": blue("55.5:20"), "far": FAR}),
            order("u", "v"),
        ),
        Attempt("a gap at the end", "BP.cmd.14", group_won, EndMoves()),
    ],
    13: [
        Attempt("Follow Me too far off", "BP.foll.1", lambda: ordering(at="40:6"), FollowMe(commander=FIRST, unit="u")),
        Attempt(
            "a rally too far off",
            "BP.ral.1",
            lambda: ordering(units={"u": blue(casualties=2), "far": FAR}, at="40:6"),
            Rally(commander=FIRST, unit="u"),
        ),
    ],
    14: [
        Attempt(
            "one casualty",
            "BP.ral.1",
            lambda: ordering(units={"u": blue(casualties=1), "far": FAR}, at="40:14"),
            Rally(commander=FIRST, unit="u"),
        )
    ],
    15: [
        Attempt("a move into contact", "BP.chg.2", lambda: moving(blue(), red()), move("ahead:10")),
        Attempt(
            "a charge not stated",
            "BP.chg.2",
            lambda: moving(blue(), red(), stated=Stated(bearing="0"), kind="order"),
            CHARGE,
        ),
    ],
    16: [
        Attempt("shaken", "BP.chg.3", lambda: moving(blue(casualties=3), red()), CHARGE),
        Attempt("march column", "BP.chg.3", lambda: moving(blue(formation="march_column"), red()), CHARGE),
        Attempt("guns", "BP.chg.3", lambda: moving(blue(profile="d_gun", formation="limbered"), red()), CHARGE),
        Attempt("square", "BP.chg.3", lambda: moving(blue(profile="d_square", formation="square"), red()), CHARGE),
    ],
    17: [
        Attempt(
            f"skirmishers at {formation}",
            "BP.chg.4",
            partial(_skirmishers_at, formation, profile),
            CHARGE,
        )
        for formation, profile in [
            ("line", "d_foot"),
            ("attack_column", "d_foot"),
            ("warband", "d_warband"),
            ("mixed_line", "d_mixed"),
            ("square", "d_square"),
        ]
    ],
    18: [
        Attempt(
            "unseen",
            "BP.chg.6",
            lambda: moving(blue(), red("40:31.5"), piece("hill", "30:24", "50:24", "50:26", "30:26")),
            CHARGE,
        ),
        Attempt("beyond one move", "BP.chg.6", lambda: moving(blue(), red("40:32.1")), CHARGE),
    ],
    19: [
        Attempt(
            "round to the flank",
            "BP.chg.9",
            lambda: moving(blue("44:22"), red("40:30")),
            ChargeWith(unit="u", target="foe", at="44.72:30.8"),
        )
    ],
    20: [
        Attempt(
            "aside of the fullest contact",
            "BP.chg.9",
            lambda: moving(blue("42:22"), red("40:30", "d_warband", "warband")),
            ChargeWith(unit="u", target="foe", at="44:30"),
        )
    ],
    21: [Attempt("the side is taken", "BP.chg.12", taken, CHARGE)],
    22: [
        Attempt(
            "horse at a sound square",
            "BP.chg.5",
            lambda: moving(blue(profile="d_horse"), red(profile="d_square", formation="square")),
            CHARGE,
        ),
        Attempt(
            "horse at a building", "BP.chg.5", lambda: moving(blue(profile="d_horse"), red(inside="farm"), FARM), CHARGE
        ),
    ],
    23: [Attempt("six inches short at a wall", "BP.ter.5", lambda: moving(blue(), red("40:26.5"), WALL), CHARGE)],
    24: [
        Attempt("too far ahead", "BP.mov.2", lambda: moving(blue()), move("ahead:12.1")),
        Attempt("the outer base of a wheel", "BP.mov.2", lambda: moving(blue()), move("ahead:6", "wheel-left:40")),
    ],
    25: [Attempt("sideways", "BP.mov.4", lambda: moving(blue(), red("40:31")), move("left:6"))],
    26: [
        Attempt(
            "on a friend", "BP.mov.5", lambda: moving(blue(), others={"v": blue("40:30")}, moves=1), move("ahead:10")
        ),
        Attempt(
            "through an enemy",
            "BP.mov.6",
            lambda: moving(blue(), red("40:26", "d_small", "skirmish")),
            move("ahead:12"),
        ),
    ],
    27: [
        Attempt("formed foot in a wood", "BP.ter.2", lambda: moving(blue(), FAR, WOOD), move("ahead:6")),
        Attempt(
            "horse in a wood",
            "BP.ter.2",
            lambda: moving(blue(profile="d_horse", formation="skirmish"), FAR, WOOD),
            move("ahead:6"),
        ),
        Attempt(
            "guns in rough ground",
            "BP.ter.3",
            lambda: moving(blue(profile="d_gun", formation="limbered"), FAR, ROUGH),
            move("ahead:6"),
        ),
        Attempt(
            "guns over a wall",
            "BP.ter.4",
            lambda: moving(blue(profile="d_gun", formation="limbered"), FAR, WALL),
            move("ahead:6"),
        ),
    ],
    28: [
        Attempt(
            "horse into a farm",
            "BP.ter.6",
            lambda: moving(blue(profile="d_horse"), FAR, FARM),
            EnterBuilding(unit="u", block="farm"),
        ),
        Attempt(
            "guns into a farm",
            "BP.ter.6",
            lambda: moving(blue(profile="d_gun", formation="limbered"), FAR, FARM),
            EnterBuilding(unit="u", block="farm"),
        ),
        Attempt(
            "out in the turn it went in",
            "BP.ter.7",
            lambda: moving(blue(inside="farm"), FAR, FARM, turn=UnitTurn(entered=True)),
            LeaveBuilding(unit="u", to="40:38", formation="line", heading="0"),
        ),
        Attempt(
            "two units of foot in a block",
            "BP.bld.1",
            lambda: moving(blue(), FAR, FARM, others={"v": blue(profile="d_small", inside="farm")}),
            EnterBuilding(unit="u", block="farm"),
        ),
    ],
    29: [
        Attempt(
            "a warband in line",
            "BP.form.1",
            lambda: moving(blue(profile="d_warband", formation="warband", usual="warband")),
            FormUnit(unit="u", formation="line"),
        ),
        Attempt(
            "a tiny unit in line",
            "BP.form.1",
            lambda: moving(blue(profile="d_tiny", formation="skirmish")),
            FormUnit(unit="u", formation="line"),
        ),
        Attempt(
            "on without forming anew",
            "BP.irr.1",
            lambda: moving(blue(profile="d_warband", formation="march_column", usual="warband")),
            move("ahead:6"),
        ),
    ],
    30: [
        Attempt(
            "attack column of horse",
            "BP.form.1",
            lambda: moving(blue(profile="d_horse")),
            FormUnit(unit="u", formation="attack_column"),
        ),
        Attempt(
            "square of horse",
            "BP.form.1",
            lambda: moving(blue(profile="d_horse")),
            FormUnit(unit="u", formation="square"),
        ),
    ],
    31: [
        Attempt(
            "a siege gun",
            "BP.lim.4",
            lambda: moving(blue(profile="d_siege_gun", formation="unlimbered")),
            move("ahead:3"),
        ),
        Attempt(
            "a second time",
            "BP.lim.4",
            lambda: moving(blue(profile="d_gun", formation="unlimbered"), turn=UnitTurn(handled=True)),
            move("ahead:3"),
        ),
    ],
    32: [
        Attempt("a second move", "BP.sq.3", lambda: _square(turn=UnitTurn(moved=True)), move("back:3")),
        Attempt("forward", "BP.sq.3", lambda: _square(), move("ahead:3")),
        Attempt("near horse", "BP.sq.4", lambda: _square(red("40:39", "d_horse")), move("back:3")),
    ],
    33: [
        Attempt("engaged", "BP.vis.1", lambda: shooting(blue("40:30"), red(), contacts=(touch(),)), SHOOT),
        Attempt("march column", "BP.vis.1", lambda: shooting(blue(formation="march_column"), red()), SHOOT),
        Attempt("limbered", "BP.vis.1", lambda: shooting(blue(profile="d_gun", formation="limbered"), red()), SHOOT),
        Attempt(
            "jammed",
            "BP.mg.7",
            lambda: shooting(blue(profile="d_mg", formation="unlimbered", jammed=True), red()),
            SHOOT,
        ),
        Attempt("twice", "BP.vis.1", lambda: _with(shooting(blue(), red()), "u", shot=True), SHOOT),
    ],
    34: [
        Attempt(
            "an engaged enemy",
            "BP.tgt.2",
            lambda: shooting(blue(), red(), v=blue("40:30"), contacts=(touch("v"),)),
            SHOOT,
        ),
        Attempt("a commander", "BP.tgt.2", lambda: shooting(blue(), red()), ShootUnit(unit="u", target="red-first")),
        Attempt("unseen", "BP.vis.3", lambda: shooting(blue(), red("40:37"), WOOD), SHOOT),
        Attempt("out of arc", "BP.tgt.2", lambda: shooting(blue(), red("60:19")), SHOOT),
        Attempt("out of range", "BP.vis.7", lambda: shooting(blue(), red("40:39")), SHOOT),
    ],
    35: [
        Attempt("past a nearer clear one", "BP.tgt.3", lambda: shooting(blue(), red("47:34"), v=red("34:30")), SHOOT),
        Attempt(
            "past the nearest where none is clear",
            "BP.tgt.4",
            lambda: shooting(blue(), red("47:30", "d_tiny", "skirmish"), v=red("34:28", "d_tiny", "skirmish")),
            SHOOT,
        ),
    ],
    36: [
        Attempt("five inches", "BP.tgt.6", lambda: _corridor(5_000), SHOOT),
        Attempt("a gun through two", "BP.tgt.6", lambda: _corridor(2_000, "d_gun", "unlimbered"), SHOOT),
    ],
    37: [
        Attempt("troops near the gun", "BP.gun.8", lambda: _over("40:25"), SHOOT),
        Attempt("troops near the target", "BP.gun.8", lambda: _over("40:38"), SHOOT),
        Attempt("a machine gun", "BP.mg.2", lambda: _over("40:31", "d_mg"), SHOOT),
    ],
    38: [
        Attempt(
            "a howitzer",
            "BP.how.4",
            lambda: shooting(blue(profile="d_howitzer", formation="unlimbered"), red("40:25.9")),
            SHOOT,
        ),
        Attempt(
            "a rocket",
            "BP.rkt.4",
            lambda: shooting(blue(profile="d_rocket", formation="unlimbered"), red("40:25.9")),
            SHOOT,
        ),
    ],
    39: [
        Attempt(
            "the nearest left out",
            "BP.ski.2",
            lambda: shooting(blue(formation="skirmish"), red("40:30", "d_small"), r2=red("48:31"), r3=red("30:36")),
            ShootUnit(unit="u", target="r2", also=("r3",), split=(2, 1)),
        )
    ],
    40: [
        Attempt(
            "a warband",
            "BP.clo.1",
            lambda: asked_after(red(profile="d_warband", formation="warband")),
            Respond(unit="foe", reply="closing fire"),
            "red",
        ),
        Attempt(
            "skirmishers",
            "BP.clo.1",
            lambda: responding(blue(), red(profile="d_small", formation="skirmish")),
            Respond(unit="foe", reply="closing fire"),
            "red",
        ),
        Attempt(
            "march column",
            "BP.clo.1",
            lambda: asked_after(red(formation="march_column")),
            Respond(unit="foe", reply="closing fire"),
            "red",
        ),
        Attempt(
            "in the flank",
            "BP.clo.1",
            lambda: asked_after(red(), side="left"),
            Respond(unit="foe", reply="closing fire"),
            "red",
        ),
        Attempt(
            "while forming square",
            "BP.clo.1",
            lambda: asked_after(red(), squared="u"),
            Respond(unit="foe", reply="closing fire"),
            "red",
        ),
        Attempt(
            "twice in a turn",
            "BP.clo.1",
            lambda: asked_after(red(), reacted=True),
            Respond(unit="foe", reply="closing fire"),
            "red",
        ),
    ],
    41: [
        Attempt(
            "after the charger has moved",
            "BP.rsp.6",
            lambda: held(blue(), red(profile="d_horse")),
            Respond(unit="foe", reply="countercharge"),
            "red",
        ),
        *(
            Attempt(
                what,
                "BP.rsp.6",
                partial(_horse_asked, more),
                Respond(unit="foe", reply="countercharge"),
                "red",
            )
            for what, more in [
                ("disordered", {"disordered": True}),
                ("shaken", {"casualties": 3}),
                ("march column", {"formation": "march_column"}),
            ]
        ),
    ],
    42: [
        Attempt(
            "formed foot evades",
            "BP.rsp.5",
            lambda: responding(blue(), red()),
            Respond(unit="foe", reply="evade"),
            "red",
        ),
        Attempt(
            "in disorder it evades",
            "BP.rsp.5",
            lambda: asked_after(red(profile="d_small", formation="skirmish", disordered=True)),
            Respond(unit="foe", reply="evade"),
            "red",
        ),
        Attempt(
            "in disorder it faces",
            "BP.rsp.4",
            lambda: asked_after(red(profile="d_horse", disordered=True), side="left"),
            Respond(unit="foe", reply="face"),
            "red",
        ),
    ],
    43: [
        Attempt(reply, rule, swept, Respond(unit="foe", reply=reply), "red")  # type: ignore[arg-type]
        for reply, rule in [("closing fire", "BP.win.7"), ("evade", "BP.win.7"), ("countercharge", "BP.win.7")]
    ],
    44: [
        Attempt("too few to the front", "BP.hth.5", splitting, AllocateDice(unit="u", dice=(2, 4))),
        Attempt("too many to a flank", "BP.hth.5", splitting, AllocateDice(unit="u", dice=(2, 4))),
    ],
    45: [
        Attempt("disordered", "BP.win.5", lambda: won(blue("40:30", disordered=True), charged=True), SWEEP),
        Attempt("did not charge", "BP.win.5", lambda: won(blue("40:30")), SWEEP),
        Attempt("enemies left", "BP.win.5", lambda: won(blue("40:30"), left=True, charged=True), SWEEP),
        Attempt("foot charging on", "BP.win.5", lambda: won(blue("40:30"), charged=True), SWEEPING_CHARGE),
        Attempt(
            "shaken horse charging on",
            "BP.win.6",
            lambda: won(blue("40:30", "d_horse", casualties=3), charged=True),
            SWEEPING_CHARGE,
        ),
        Attempt(
            "a second time",
            "BP.win.6",
            lambda: won(blue("40:30", "d_horse"), charged=True, swept=True),
            SWEEPING_CHARGE,
        ),
    ],
    46: [
        Attempt("one for two, or by a unit not asked", "BP.sup.2", supporting, AssignSupport(supporter="v", unit="u")),
        Attempt("one that is not to be supported", "BP.sup.2", supporting, AssignSupport(supporter="s", unit="foe")),
        Attempt(
            "when nobody is asked", "BP.sup.2", lambda: shooting(blue(), red()), AssignSupport(supporter="u", unit="u")
        ),
    ],
    47: [
        Attempt(
            "in the reactions",
            "BP.cdm.1",
            lambda: _joined_and_charged(),
            MoveCommander(commander="red-first", to="60:60"),
            "red",
        ),
        Attempt(
            "after a failed Follow Me",
            "BP.cdm.2",
            lambda: ridden((FollowMe(commander=FIRST, unit="u"), (6, 5))),
            MoveCommander(commander=FIRST, to="40:15"),
        ),
        Attempt(
            "after a failed rally",
            "BP.cdm.2",
            lambda: ridden((Rally(commander=FIRST, unit="u"), (6, 5))),
            MoveCommander(commander=FIRST, to="40:15"),
        ),
        Attempt(
            "twice",
            "BP.cdm.1",
            lambda: ridden((MoveCommander(commander=FIRST, to="40:15"), ())),
            MoveCommander(commander=FIRST, to="40:14"),
        ),
    ],
    48: [
        Attempt("shaken", "BP.off.2", lambda: off("gone"), ReturnToTable(commander=FIRST, units=("u",))),
        Attempt(
            "of a broken brigade", "BP.vic.6", lambda: off(is_broken=True), ReturnToTable(commander=FIRST, units=("u",))
        ),
        Attempt(
            "elsewhere",
            "BP.off.3",
            lambda: off(ordered=True),
            PlaceUnit(unit="u", at="60:1.6", heading="0", formation="line"),
        ),
    ],
    49: [
        Attempt("an order", "BP.vic.9", lambda: broken(u=blue()), order()),
        Attempt("initiative", "BP.vic.9", lambda: _broken_initiative(), UseInitiative(unit="u")),
        Attempt("a rally", "BP.vic.8", lambda: broken(u=blue(casualties=3)), Rally(commander=FIRST, unit="u")),
        Attempt("staying near an enemy", "BP.vic.10", lambda: broken(u=blue(), foe=red()), EndOrders()),
    ],
    50: [
        Attempt("a building that is held", "BP.burn.1", held_farm, Torch(unit="u", block="farm")),
        Attempt(
            "torching after shooting",
            "BP.burn.1",
            lambda: _with(shooting(blue("40:24"), FAR, FARM), "u", shot=True),
            Torch(unit="u", block="farm"),
        ),
        Attempt(
            "shooting after torching", "BP.burn.1", lambda: _with(shooting(blue(), red()), "u", torched="farm"), SHOOT
        ),
    ],
}


def _with(state: State, name: str, **turn: Any) -> State:
    state.units[name].turn = UnitTurn(**turn)
    return state


def _disordered() -> State:
    return ordering(units={"u": blue(disordered=True, casualties=2), "far": FAR}, at="40:14")


def _square(foe: Unit = FAR, **more: Any) -> State:
    return moving(blue("40:28", "d_square", "square"), foe, **more)


def _corridor(width: int, profile: str = "d_foot", formation: str = "line") -> State:
    left, right = 40_000 - width // 2 - 1_181, 40_000 + width // 2 + 1_181
    sides: dict[str, Any] = {
        name: blue(f"{at / 1000}:24", "d_gun", "unlimbered") for name, at in (("left", left), ("right", right))
    }
    return shooting(blue(profile=profile, formation=formation), red("40:32"), **sides)


def _over(between: str, profile: str = "d_gun") -> State:
    mine = blue(profile=profile, formation="unlimbered")
    return shooting(mine, red("40:42"), HILL, m=red(between, formation="skirmish"))


def _joined_and_charged() -> State:
    state = moving(blue(), red())
    state.commanders["red-first"].at, state.commanders["red-first"].joined = Point(40_000, 31_000), "foe"
    give(state, "blue", CHARGE)
    return state


def _broken_initiative() -> State:
    state = at_initiative(pair(blue(), red("40:31"), v=blue("60:20")), near=("u", "v"))
    state.brigades["blue-foot"].broken = True
    state.units["v"].brigade = "blue-horse-and-guns"
    return state


ALL = [(row, attempt) for row, attempts in ATTEMPTS.items() for attempt in attempts]
NAMES = [f"X{row} {attempt.what}" for row, attempt in ALL]


def test_every_row_is_tried() -> None:
    assert sorted(ATTEMPTS) == list(ROWS)
    assert all(ATTEMPTS.values())


def refusal(state: State, by: str, order: Order) -> IllegalOrder:
    """The refusal, and that nothing has changed by it."""
    before = deepcopy(state)
    with pytest.raises(IllegalOrder) as found:
        carry_out(SYSTEM, state, by, order, EnteredChance([]))
    assert state == before
    return found.value


@pytest.mark.parametrize(("row", "attempt"), ALL, ids=NAMES)
def test_it_is_refused_by_its_rule(row: int, attempt: Attempt) -> None:
    assert refusal(attempt.state(), attempt.by, attempt.order).rule == attempt.rule, f"X{row}"


@pytest.mark.parametrize(("row", "attempt"), ALL, ids=NAMES)
def test_and_at_the_wrong_moment_too(row: int, attempt: Attempt) -> None:
    """By the other side, and before the battle has begun."""
    state, other = attempt.state(), "red" if attempt.by == "blue" else "blue"
    assert refusal(state, other, attempt.order).rule.startswith("BP."), f"X{row}"
    early = attempt.state()
    early.core.pending.clear()
    early.core.phase, early.order = SET_UP, None
    assert refusal(early, attempt.by, attempt.order).rule.startswith("BP."), f"X{row}"


def test_x40_who_is_engaged_already_is_not_asked() -> None:
    """X40 The charger's second enemy is held by another: `after` offers no closing fire."""
    units = {"u": blue("40:30"), "v": blue("34:32", heading="90", profile="d_small"), "foe": red("40:30")}
    state = position(units, phase=ORDERS, contacts=(touch("v", foe_side="right"), touch()))
    assert is_engaged(state, "foe")
    assert after(state, "foe", "u") == ("hold",)
