"""13.2, 13.3 Reform and Rally: who may, by whose leave, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason, total
from rules.musket_and_pike import tables
from rules.musket_and_pike.duties.duties import action_bar
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.ids import Formation, HexId, LeaderId, Level, UnitId
from rules.musket_and_pike.leaders.command import in_command
from rules.musket_and_pike.leaders.facts import LeaderActed
from rules.musket_and_pike.morale.checks import roll as check
from rules.musket_and_pike.morale.facts import MoraleSet
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import UnitTurned
from rules.musket_and_pike.position import body, d10, head, is_beside, is_guns, is_operational, morale, owe
from rules.musket_and_pike.recovery.asks import Rally, Reform
from rules.musket_and_pike.recovery.facts import FACTS, PistolReloaded, RalliedAtOnce, RallyRolled
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import ACTIONS, State
from rules.musket_and_pike.work import LowerDue, ResumeTrigger, Trigger

Kind = Literal["reform", "rally"]
# 13.2.3 What each formation may become by one Reform.
STEPS: dict[str, tuple[Formation, ...]] = {
    "FB": ("FS",), "FS": ("FN",), "HH": ("FB",), "FN": ("OO",), "OO": ("FN",),
}  # fmt: skip
NEEDS_WC: dict[Kind, str] = {"reform": "make_ready", "rally": "receive_charge"}  # 13.2.3, 13.2.4
FREELY: dict[Kind, tuple[str, ...]] = {"reform": ("receive_charge", "rally"), "rally": ("rally",)}
CITES: dict[Kind, str] = {"reform": "13.2.3", "rally": "13.2.4"}


# By whose leave


def leave_bar(state: State, by: Side, name: UnitId, kind: Kind, leader: LeaderId) -> IllegalOrder | None:
    """13.2.1, 13.3 By its own order, or by the Army Commander."""
    if leader:
        return chief_bar(state, by, name, leader)
    bar = action_bar(state, by, name, kind)
    if bar:
        return bar
    if not in_command(state, name):
        return IllegalOrder("out of command: no recovery", "5.4.3", name)
    order = state.wings[state.units[name].wing].order
    if order in FREELY[kind]:
        return None
    if order == NEEDS_WC[kind]:
        return None if influence(state, name) else IllegalOrder("needs its Wing Commander", CITES[kind], name)
    return IllegalOrder("not by this order", CITES[kind], name, order)


def influence(state: State, name: UnitId) -> LeaderId:
    """5.2.2, D12 Its Wing Commander stacked or adjacent, who has not moved; read as b, who has helped nobody else."""
    unit = state.units[name]
    wing = state.wings[unit.wing]
    leader = state.leaders.get(wing.commander)
    if leader is None or not is_beside(state, leader, unit.hexes):
        return ""
    done, letter = state.activation.led.get(wing.commander, ""), reading(state, "D12")
    if letter == "c" or not done:
        return wing.commander
    return wing.commander if letter == "a" and done == "influence" else ""


def chief_bar(state: State, by: Side, name: UnitId, leader: LeaderId) -> IllegalOrder | None:
    """5.1.1, 5.1.2, 13.3.1 Any unit of his side, stacked with him or next to him, that has not acted."""
    unit = state.units.get(name)
    if unit is None or unit.side != by or not unit.hexes or not is_operational(unit):
        return IllegalOrder("not your unit", "13.3", name)
    if state.commanders.get(by) != leader or not state.leaders[leader].at:
        return IllegalOrder("not the Army Commander", "13.3", leader)
    if leader in state.activation.led:
        return IllegalOrder("leader has acted", "5.1.2", leader)
    if not is_beside(state, state.leaders[leader], unit.hexes):
        return IllegalOrder("Army Commander too far off", "5.1.2", name)
    if name in state.activation.acted:
        return IllegalOrder("has acted", "3.2.C", name)
    return None


# 13.2.3 Reform


def options(state: State, name: UnitId) -> list[str]:
    """13.2.3, 6.4, 6.3.2.c What one Reform may do for a unit: one step."""
    unit = state.units[name]
    found: list[str] = list(STEPS.get(unit.formation, ()))
    if unit.formation == "CO":
        found.append("FS" if unit.card.arm == tables.HORSE and not unit.card.dismounted else "FB")
    if unit.card.arm == tables.HORSE and unit.pistols:
        found.append("pistol")
    return found


def reform_bar(state: State, by: Side, order: Reform) -> IllegalOrder | None:
    bar = leave_bar(state, by, order.unit, "reform", order.by)
    if bar:
        return bar
    unit = state.units[order.unit]
    if unit.morale == "MB":
        return IllegalOrder("broken: may only rally", "13.2.3", order.unit)
    if is_guns(unit) or order.into not in options(state, order.unit):
        cite = "6.3.3" if order.into == "OO" else "13.2.3"
        return IllegalOrder("not by one Reform", cite, order.unit, order.into)
    wide = unit.formation == "CO" and len(unit.hexes) > 1 and order.into != "pistol"
    if wide and order.facing not in abreast(state, order.unit):
        return IllegalOrder("a facing across its hexes", "6.3.4", order.unit)
    if not wide and order.facing is not None:
        return IllegalOrder("keeps its facing", "6.3.4", order.unit)
    return None


def abreast(state: State, name: UnitId) -> tuple[int, int]:
    """6.3.4, 12.4.3 The two facings of a two-hex unit: with its hexes as they are, and about."""
    first, second = state.units[name].hexes
    facing = (state.ground.direction(first, second) - 2) % 6
    return facing, (facing + 3) % 6


def decide_reform(play: Play[State], order: Reform) -> None:
    """13.2.3 One step; 13.2.2 whoever may react does."""
    state = play.state
    heed(reform_bar(state, play.by, order))
    units = body(state, order.unit)
    _lead(play, order.unit, "reform", order.by)
    carry.begin(play, order.unit, "reform")
    if order.into == "pistol":
        play.record(PistolReloaded(unit=units[0]))
    else:
        hexes: tuple[HexId, ...] = ()
        facing = order.facing
        if facing is not None and facing != abreast(state, order.unit)[0]:
            hexes = tuple(reversed(state.units[order.unit].hexes))
        why = Reason("reforms", "13.2.3")
        play.record(FormationSet(units=units, formation=order.into, why=why, facing=facing, hexes=hexes))
    _end(play, order.unit, order.by)
    _trigger(play, order.unit, "reform")


def _lead(play: Play[State], name: UnitId, kind: Kind, by: LeaderId) -> None:
    """5.1.2, 5.2.2 What it costs the leader who made it possible."""
    state = play.state
    if by:
        play.record(LeaderActed(leader=by, what=kind))
        return
    wing = state.wings[state.units[name].wing]
    if wing.order == NEEDS_WC[kind] or (kind == "rally" and influence(state, name)):
        play.record(LeaderActed(leader=wing.commander, what="influence"))


def _end(play: Play[State], name: UnitId, by: LeaderId) -> None:
    """5.1.1, D13 Its action of this activation, if its Wing is active."""
    state = play.state
    active = state.units[name].wing == state.activation.wing
    forfeits = bool(by) and not active and reading(state, "D13") == "b"
    carry.end(play, name, spends=active, forfeits=forfeits)


def _trigger(play: Play[State], name: UnitId, how: Kind) -> None:
    """9.1.3, 13.2.2"""
    hexes = play.state.units[name].hexes
    play.open(ResumeTrigger(trigger=Trigger(kind="TR4", unit=name, how=how, hexes=hexes)))


# 13.2.4 Rally


def rally_bar(state: State, by: Side, order: Rally) -> IllegalOrder | None:
    bar = leave_bar(state, by, order.unit, "rally", order.by)
    if bar:
        return bar
    unit = state.units[order.unit]
    if unit.morale == "MN":
        return IllegalOrder("its morale is normal", "13.2.4", order.unit)
    if unit.morale == "MS" and any(state.units[one].threshold for one in body(state, order.unit)):
        return IllegalOrder("never above shaken", "12.5.2", order.unit)
    return _facing_bar(state, order)


def _facing_bar(state: State, order: Rally) -> IllegalOrder | None:
    """12.4.3 Who comes back from broken faces where its owner says."""
    unit = state.units[order.unit]
    if (unit.morale == "MB") != (order.facing is not None):
        return IllegalOrder("a facing for who was broken", "12.4.3", order.unit)
    if order.facing is not None and len(unit.hexes) > 1 and order.facing not in abreast(state, order.unit):
        return IllegalOrder("a facing across its hexes", "12.4.3", order.unit)
    return None


def stands_with(state: State, name: UnitId, by: LeaderId) -> LeaderId:
    """13.2.5, 13.3, D73 The leader who rallies it without a die: in its hex, the Army Commander or its own."""
    if by:
        return by if state.leaders[by].at in state.units[name].hexes else ""
    leader = influence(state, name)
    with_it = leader and state.leaders[leader].at in state.units[name].hexes
    return leader if with_it and reading(state, "D73") == "a" else ""


def modifiers(state: State, name: UnitId, by: LeaderId) -> tuple[Modifier, ...]:
    """13.2.5, 13.3 The rating of the leader next to it."""
    leader = by or influence(state, name)
    if not leader or not state.leaders[leader].rating:
        return ()
    return (Modifier(state.leaders[leader].rating, "rating of the leader", "13.2.5", (leader,)),)


def decide_rally(play: Play[State], order: Rally) -> None:
    """13.2.5 Up one level, or down."""
    state, name = play.state, order.unit
    heed(rally_bar(state, play.by, order))
    leader = stands_with(state, name, order.by)
    found = modifiers(state, name, order.by)
    _lead(play, name, "rally", order.by)
    carry.begin(play, name, "rally")
    if leader:
        play.record(RalliedAtOnce(unit=name, leader=leader))
        success = True
    else:
        success = _roll(play, name, found, order.by)
    if success:
        _rise(play, order)
    _end(play, name, order.by)
    if success or reading(state, "D40") == "b":
        _trigger(play, name, "rally")
    if not success:
        owe(play, LowerDue(unit=name, by="", cause=Reason("rally failed", "13.2.5")))


def _roll(play: Play[State], name: UnitId, found: tuple[Modifier, ...], by: LeaderId) -> bool:
    """13.2.5 A die against its morale; D73 b a morale check beside its Wing Commander."""
    state = play.state
    leader = by or influence(state, name)
    if leader and state.leaders[leader].at in state.units[name].hexes:
        return check(play, name, (Reason("rally", "13.2.5"),))
    limit = morale(state.units[head(state, name)])  # 8.2.1, 12.4.5 of a stack the horse's
    die = d10(play, Reason("rally", "13.2.5", (name,)), play.by)
    net = die + total(found)
    success = net <= limit
    play.record(RallyRolled(unit=name, die=die, modifiers=found, net=net, morale=limit, success=success))
    return success


def _rise(play: Play[State], order: Rally) -> None:
    state, units = play.state, body(play.state, order.unit)
    unit = state.units[order.unit]
    why = Reason("rallies", "13.2.4")
    level: Level = "MN" if unit.morale == "MS" else "MS"
    wide = len(unit.hexes) > 1 and order.facing is not None
    about = wide and order.facing != abreast(state, order.unit)[0]
    play.record(MoraleSet(units=units, level=level, why=why, facing=order.facing))
    if about and order.facing is not None:
        hexes = tuple(reversed(unit.hexes))
        play.record(UnitTurned(units=units, facing=order.facing, hexes=hexes))


# What may be ordered


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase != ACTIONS or state.core.pending:
        return
    side = state.core.active
    chief = state.commanders.get(side, "")
    for name, unit in state.units.items():
        if unit.side != side or not unit.hexes or head(state, name) != name:
            continue
        for by in ("", chief) if chief else ("",):
            yield from (Choice(side, order) for order in _reforms(state, side, name, by))
            yield from (Choice(side, order) for order in _rallies(state, side, name, by))


def _reforms(state: State, side: Side, name: UnitId, by: LeaderId) -> Iterator[Reform]:
    unit = state.units[name]
    wanted = options(state, name)
    if not wanted or unit.morale == "MB" or leave_bar(state, side, name, "reform", by):
        return
    for into in wanted:
        wide = unit.formation == "CO" and len(unit.hexes) > 1 and into != "pistol"
        for facing in abreast(state, name) if wide else (None,):
            yield Reform(unit=name, into=into, facing=facing, by=by)  # type: ignore[arg-type]


def _rallies(state: State, side: Side, name: UnitId, by: LeaderId) -> Iterator[Rally]:
    unit = state.units[name]
    if unit.morale == "MN":
        return
    turns = (None,) if unit.morale == "MS" else abreast(state, name) if len(unit.hexes) > 1 else tuple(range(6))
    first = Rally(unit=name, facing=turns[0], by=by)
    if not rally_bar(state, side, first):
        yield from (Rally(unit=name, facing=facing, by=by) for facing in turns)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(Reform(unit="meldrum", into="FN"), decide_reform, phases=(ACTIONS,), cite="13.2.1", cites=("13.2.3",)),
        Asked(Rally(unit="ramsey"), decide_rally, phases=(ACTIONS,), cite="13.2.1", cites=("13.2.4",)),
    ),
    choices=choices,
)
