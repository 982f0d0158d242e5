"""The board as it is shown: units with their facing, leaders, and beside the map the chits and the fallen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.hexes.map import MapDrawn, drawn, edges_along
from domain.kernel.board import Board, Counter, EdgeDrawn, Label
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ground.ground import Ground
from rules.wallaces_war.ids import BattleId, HexId, LeaderId, UnitId
from rules.wallaces_war.position import strength, values
from rules.wallaces_war.state import ASIDE, DISPLAY, EMPTY, OFF_MAP, SET_UP, UNUSED, Leader, State, Unit
from rules.wallaces_war.zones import is_all_round, stack_at

KINDS = {  # as the signs of counters are called
    "HC": "heavy cavalry", "MXB": "mounted crossbowmen", "XB": "crossbowmen", "AR": "archers",
    "RI": "regular infantry", "SC": "schiltron", "MAA": "men-at-arms",
}  # fmt: skip
SIXTH = 60  # degrees
BOXES = {OFF_MAP: "still to come", DISPLAY: "lost", ASIDE: "set aside"}


def board(state: State, viewer: Side | None) -> Board:  # noqa: ARG001 - chits are open once they are placed
    counters = (*_units(state), *_leaders(state), *_chits(state))
    used = {counter.at for counter in counters} - state.ground.at.keys()
    boxes = [name for name in _boxes(state) if name in used]
    return _map(state.ground).board(
        boxes, title=_title(state), counters=counters, sides=state.core.sides, notes=tuple(_notes(state))
    )


def _title(state: State) -> Reason:
    core, turn = state.core, state.turn
    activated = state.battles[turn.battle].name if turn.battle else ""
    return Reason(
        "title of the board", "", (state.engagement.title, core.turn, core.phase, core.active, activated, turn.chit)
    )


def _map(ground: Ground) -> MapDrawn:
    """What never changes is worked out once for each map."""
    return ground.kept("board", lambda: drawn(ground, lambda hex: _terrain(ground, hex), {}, _edges(ground)))


def _terrain(ground: Ground, hex: HexId) -> Sequence[str]:
    """2.2.1 Level 2 is shown as a hill."""
    return ["hill" if kind == "high" else kind for kind in ground.terrain(hex)]


def _edges(ground: Ground) -> Iterator[EdgeDrawn]:
    yield from edges_along("stream", ground.streams)
    yield from edges_along("river", {"": ground.rivers})
    yield from edges_along("bridge", {"": ground.bridges})
    yield from edges_along("steep", {"": ground.steep})


def _boxes(state: State) -> Iterator[str]:
    for battle in state.battles:
        yield track_box(state, battle)
    for battle in state.battles:
        for where in BOXES:
            yield _box(state, battle, where)


def track_box(state: State, battle: BattleId) -> str:
    return f"{state.battles[battle].name}: chits"


def _box(state: State, battle: BattleId, where: str) -> str:
    return f"{state.battles[battle].name}: {BOXES[where]}"


def _units(state: State) -> Iterator[Counter]:
    for name, unit in state.units.items():
        if unit.at == UNUSED:
            continue
        on_map = unit.at in state.stacks
        lie = marks(state, name, unit) if on_map else ()
        yield Counter(
            id=name,
            name=unit.name,
            side=unit.side,
            at=unit.at if on_map else _box(state, unit.battle, unit.at),
            kind=KINDS[unit.kind],
            state=(*_condition(state, unit), *lie) if on_map else (),
            stack=state.stacks[unit.at].index(name) if on_map else 0,
            ratings=ratings(state, unit),
            marks=lie,
            heading=heading(state, unit) if on_map else None,
        )


def heading(state: State, unit: Unit) -> int | None:
    """5.1a, 5.1b The vertex it faces; none while it faces all round."""
    return None if is_all_round(stack_at(state, unit.at)) else unit.facing * SIXTH


def ratings(state: State, unit: Unit) -> str:
    """2.1e As the side up prints them, with what a marker takes off."""
    side = values(unit)
    points = f"{strength(state, unit)}/{side.rating}" if unit.kind in ("HC", "SC") else f"{strength(state, unit)}"
    return f"{points}-{side.morale - (unit.steps in tables.MINUS_ONE)}-{side.ma}"


def marks(state: State, name: UnitId, unit: Unit) -> tuple[str, ...]:
    """2.1b, 12.2a What lies on the counter."""
    lost = unit.steps % tables.FLIPPED
    shown = {
        "shaken": unit.shaken,
        "berserk": unit.berserk,
        "charge": unit.charge,
        "1 step lost": lost == 1,
        "2 steps lost": lost == tables.FLIPPED - 1,
        "out of command": not unit.in_command and unit.battle in (state.turn.battle, state.turn.reacting),
        "fired": name in state.segment.fired,
    }
    return tuple(mark for mark, lies in shown.items() if lies)


def _condition(state: State, unit: Unit) -> Iterator[Label]:
    yield Reason("faces", "", (unit.facing,)) if heading(state, unit) is not None else "all round"
    if unit.steps >= tables.FLIPPED:
        yield "reduced"


def _leaders(state: State) -> Iterator[Counter]:
    for name, leader in state.leaders.items():
        if leader.at in state.ground.at:
            yield _leader(state, name, leader, len(state.stacks.get(leader.at, ())))


def _leader(state: State, name: LeaderId, leader: Leader, below: int) -> Counter:
    said: list[Label] = ["army commander"] if name == state.commanders.get(leader.side) else []
    return Counter(
        id=name,
        name=leader.name,
        side=leader.side,
        at=leader.at,
        kind="leader",
        state=(*said, "replacement leader") if leader.replaced else tuple(said),
        stack=below,
        ratings=f"{leader.level}-{leader.range}-{leader.bonus}-{leader.ma}",
    )


def _chits(state: State) -> Iterator[Counter]:
    """4.2h Open to all from the reveal on."""
    if state.core.turn == 0 and state.core.phase != SET_UP:
        return
    for battle, one in state.battles.items():
        for box, value in enumerate(one.track, 1):
            if value != EMPTY:
                at = track_box(state, battle)
                yield Counter(id=f"{battle}-chit-{box}", name=str(value), side=one.side, at=at)


def _notes(state: State) -> Iterator[Label]:
    """P2.6 How each Battle stands."""
    for side in state.core.sides:
        told: list[str | int] = [side]
        for one in state.battles.values():
            if one.side == side:
                told += (one.name, one.standing)
        yield Reason("Battles of a side", "15.1a", tuple(told))
