"""The board as it is shown: units with their facing and markers, leaders, wagons, and who is not on the map."""

from __future__ import annotations

from collections.abc import Iterator

from domain.hexes.map import MapDrawn, drawn, edges_along
from domain.kernel.board import Board, Counter, EdgeDrawn, Label
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.ground.ground import Ground
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.position import has_facing, is_guns, morale, strength
from rules.musket_and_pike.state import Leader, State, Unit

SIXTH = 60  # degrees
SIGNS = {"CAV": "cavalry", "HI": "infantry", "LI": "light infantry", "ART": "artillery"}
BOXES = {"due": "still to come", "pursued": "rode off in pursuit", "eliminated": "lost", "removed": "gone over"}
FORMATIONS = {
    "FS": "formation shaken", "FB": "formation broken", "HH": "hedgehog", "OO": "open order", "CO": "column",
}  # fmt: skip
MORALE = {"MS": "morale shaken", "MB": "morale broken"}


def board(state: State, viewer: Side | None) -> Board:  # noqa: ARG001 - what is hidden never stands on the board
    counters = (*_units(state), *_leaders(state), *_wagons(state))
    used = dict.fromkeys(counter.at for counter in counters if counter.at not in state.ground.at)
    return _map(state.ground).board(
        used, title=_title(state), counters=counters, sides=state.core.sides, notes=tuple(_notes(state))
    )


def _title(state: State) -> Reason:
    core, wing = state.core, state.wings.get(state.activation.wing)
    told = (state.engagement.title, core.turn, core.phase, core.active, wing.name if wing else "")
    return Reason("title of the board", "", told)


def _map(ground: Ground) -> MapDrawn:
    """What never changes is worked out once for each map."""
    return ground.kept("board", lambda: drawn(ground, lambda hex: (ground.terrain(hex),), {}, _edges(ground)))


def _edges(ground: Ground) -> Iterator[EdgeDrawn]:
    for kind, sides in ground.lines.items():
        yield from edges_along(kind.replace("_", " "), {"": sides})
    for high in ground.high:
        for low in ground.near(high):
            if "steep_slope_up" in ground.sides(low, high):
                yield EdgeDrawn(a=low, b=high, kind="steep")


def _units(state: State) -> Iterator[Counter]:
    for name, unit in state.units.items():
        on_map = bool(unit.hexes)
        if not on_map and unit.gone not in BOXES:
            continue
        lie = tuple(marks(state, unit)) if on_map else ()
        yield Counter(
            id=name,
            name=unit.name,
            side=unit.holder or unit.side,
            at=unit.at if on_map else f"{state.wings[unit.wing].name} ({unit.side}): {BOXES[unit.gone]}",
            also=unit.hexes[1] if len(unit.hexes) > 1 else "",
            kind=SIGNS[unit.card.arm],
            state=(*_condition(unit), *lie) if on_map else (),
            stack=state.stacks[unit.at].index(name) if on_map else 0,
            ratings=ratings(unit),
            marks=lie,
            heading=heading(unit) if on_map else None,
        )


def heading(unit: Unit) -> int | None:
    """6.1, 6.3.4 The vertex it faces, of a two-hex Column the hexside; none while it has no facing."""
    if not has_facing(unit) or unit.formation == "HH":
        return None
    half = SIXTH // 2 if len(unit.hexes) > 1 and unit.formation == "CO" else SIXTH
    return (unit.facing * SIXTH + half) % 360


def ratings(unit: Unit) -> str:
    """2.1.2 Strength and morale as they are now; of guns class and ranges."""
    if is_guns(unit):
        return f"{unit.card.gun} {unit.card.grazing}/{unit.card.maximum}"
    letter = "A" if unit.card.arquebusier else ""
    return f"{letter}{strength(unit)}-{morale(unit)}"


def marks(state: State, unit: Unit) -> Iterator[str]:
    """2.1 What lies on the counter."""
    if unit.formation in FORMATIONS:
        yield FORMATIONS[unit.formation]
    if unit.morale in MORALE:
        yield MORALE[unit.morale]
    if unit.casualties:
        yield f"casualties:{unit.casualties}"
    shown = {
        "momentum": unit.momentum,
        "salvo fired": unit.salvo,
        "limbered": unit.limbered,
        "fired": unit.fired,
        "disabled": unit.disabled and not unit.holder,
        "captured": bool(unit.holder),
        "interception done": _tried(state, unit),
    }
    yield from (mark for mark, lies in shown.items() if lies)
    if unit.pistols:  # 10.7 how many are left
        yield f"pistols left:{tables.PISTOLS - unit.pistols}"


def _tried(state: State, unit: Unit) -> bool:
    return unit.card.id in state.activation.intercepted


def _condition(unit: Unit) -> Iterator[Label]:
    if heading(unit) is not None:
        key = "faces a side" if len(unit.hexes) > 1 and unit.formation == "CO" else "faces"
        yield Reason(key, "", (unit.facing,))


def _leaders(state: State) -> Iterator[Counter]:
    for name, leader in state.leaders.items():
        if leader.at:
            yield _leader(state, name, leader)


def _leader(state: State, name: UnitId, leader: Leader) -> Counter:
    return Counter(
        id=name,
        name=leader.name,
        side=leader.side,
        at=leader.at,
        kind="leader",
        state=tuple(_post(state, name, leader)),
        stack=len(state.stacks.get(leader.at, ())),
        ratings=str(leader.rating),
    )


def _post(state: State, name: UnitId, leader: Leader) -> Iterator[Label]:
    if name == state.commanders.get(leader.side):
        yield "army commander"
    wing = state.wings.get(leader.wing)
    if wing and wing.commander == name:
        yield Reason("commands a Wing", "5.2.1", (wing.name,))
        if wing.status == "finished":
            yield "finished"
        if wing.status == "bypassed":
            yield "bypassed"
        if wing.no_continue:
            yield "no continue"


def _wagons(state: State) -> Iterator[Counter]:
    for name, wagon in state.wagons.items():
        yield Counter(
            id=name,
            name=wagon.name,
            side=wagon.holder or wagon.side,
            at=wagon.at,
            kind="train",
            stack=len(state.stacks.get(wagon.at, ())),
            marks=("captured",) if wagon.holder else (),
        )


def _notes(state: State) -> Iterator[Label]:
    """5.5.2 The order of each Wing, once both sides have shown theirs."""
    if not state.core.turn and state.core.phase == "orders":
        return
    for side in state.core.sides:
        told: list[str | int] = [side]
        for wing in state.wings.values():
            if wing.side == side:
                told += (wing.name, wing.order, wing.status)
        yield Reason("orders of a side", "5.5.2", tuple(told))
