"""The board as a viewer sees it: the map, every counter, and the boxes beside it; HMC contents only for their owner."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from domain.hexes.map import MapDrawn, drawn, edges_along, edges_facing
from domain.kernel.board import Board, Counter, EdgeDrawn, Label
from domain.kernel.facts import Fact, LossTaken, Side
from domain.kernel.reasons import Of, Reason
from rules.gettysburg.combat.facts import CombatResolved, CoordinationTried, FightEnded, FightStepped
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.facts import MarchBegan, MarchEnded, UnitMoved
from rules.gettysburg.position import command_state, uses_command
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import AVAILABLE, DEPLOYING, DESTROYED, ELIMINATED, POOL, ROUTED, SIDES, UNUSED, State, Unit
from rules.gettysburg.turn.facts import Declined
from rules.gettysburg.turn.state_facts import UnitTested

BOX_NAMES = {
    "pool": "still to arrive",
    "routed": "Routed box",
    "eliminated": "Eliminated box",
    "destroyed_cadres": "Destroyed Cadres",
    "captured": "captured",
    "out_of_play": "out of play",
    "deploying": "being deployed",
}
# Of what these facts change, no counter, box or title tells anything.
QUIET = (
    MarchBegan, MarchEnded, CoordinationTried, FightStepped, FightEnded,
    CombatResolved, RetreatBegan, UnitTested, Declined, LossTaken,
)  # fmt: skip


def board(state: State, viewer: Side | None) -> Board:
    """`viewer` None is the umpire, who sees everything; a side sees its own HMCs open."""
    return boards(state, (viewer,))[0]


def boards(state: State, viewers: Sequence[Side | None]) -> list[Board]:
    """Of several viewers at once: what stands in the open looks the same to all of them."""
    title, in_the_open = _title(state), {}
    for name, unit in state.units.items():
        if unit.at not in state.hmcs and unit.at != UNUSED:
            in_the_open[name] = _counter(state, name, unit)
    return [_board(state, title, (*_units(state, viewer, in_the_open), *_hmcs(state, viewer))) for viewer in viewers]


def touched(state: State, fact: Fact) -> Collection[PieceId] | None:
    """8.1b A step changes both stacks; where an HMC lies in one, not everybody sees the same."""
    if isinstance(fact, UnitMoved) and fact.unit in state.units:
        here, there = state.stacks.get(state.units[fact.unit].at), state.stacks.get(fact.to, ())
        return {*here, *there} if here and state.units.keys() >= {*here, *there} else None
    return () if isinstance(fact, QUIET) else None


def counter(state: State, name: PieceId) -> Counter:
    return _counter(state, name, state.units[name])


def _board(state: State, title: Label, counters: tuple[Counter, ...]) -> Board:
    used = {counter.at for counter in counters}
    boxes = [spot for side in SIDES for name in BOX_NAMES.values() if (spot := f"{side} {name}") in used]
    return _map(state.ground).board(boxes, title=title, counters=counters, sides=state.core.sides)


def _title(state: State) -> Reason:
    """The moment, and the state of command of each side where that is used."""
    core = state.core
    commands: list[Of] = [part for side in SIDES for part in (side, command_state(state, side))]
    known = commands if uses_command(state) else ()
    return Reason("title of the board", "", (state.battle.title, core.turn, core.active, core.phase, *known))


def _map(ground: Ground) -> MapDrawn:
    """What never changes is worked out once for each map."""
    return ground.kept("board", lambda: drawn(ground, ground.terrain, _labels(ground), _edges(ground)))


def _labels(ground: Ground) -> dict[HexId, str]:
    """10.1 Entry letters, and the name of a hill in one of its hexes."""
    hills = {hexes[0]: name for name, hexes in reversed(ground.named_hills.items())}
    return hills | {at: letter for letter, at in ground.entry_hexes.items()}


def _edges(ground: Ground) -> Iterator[EdgeDrawn]:
    yield from edges_facing("slope", ground.slopes)
    yield from edges_facing("protected", ground.protected)
    yield from edges_along("stream", ground.streams)
    yield from edges_along("ravine", ground.ravines)


def _units(state: State, viewer: Side | None, in_the_open: Mapping[PieceId, Counter]) -> Iterator[Counter]:
    for name, unit in state.units.items():
        if name in in_the_open:
            yield in_the_open[name]
        elif unit.at in state.hmcs:
            seen = _as_seen(state, viewer, name, unit)
            if seen is not None:
                yield _counter(state, name, seen)


def _as_seen(state: State, viewer: Side | None, name: PieceId, unit: Unit) -> Unit | None:
    """18.7 To the enemy, what entered unseen may still be on its way; what vanished into an HMC is not there."""
    if viewer in (None, unit.side):
        return unit
    if unit.shown or name not in state.battle.schedule:
        return None
    return msgspec.structs.replace(unit, at=POOL, due=state.battle.schedule[name], disrupted=False, fired=False)


def _counter(state: State, name: PieceId, unit: Unit) -> Counter:
    lie = marks(state, unit)
    return Counter(
        id=name,
        name=unit.name,
        side=unit.side,
        at=_place(state, unit.side, unit.at),
        kind=unit.kind,
        state=_state(state, name, unit, lie),
        stack=_depth(state, name, unit.at),
        ratings=ratings(unit),
        marks=lie,
    )


def _place(state: State, side: Side, at: str) -> str:
    hmc = state.hmcs.get(at)
    where = hmc.at if hmc else at
    return where if where in state.stacks else f"{side} {BOX_NAMES[where]}" if where in BOX_NAMES else ""


def _state(state: State, name: PieceId, unit: Unit, lie: tuple[str, ...]) -> tuple[Label, ...]:
    said: list[Label] = list(lie)
    if unit.at in state.hmcs:
        said.append(Reason("in its HMC", "", (unit.at,)))
    if unit.due:
        said.append(Reason("due there", "", (unit.due.turn, unit.due.entry)))
    declared = state.turn.declared.get(name)
    if declared and name not in state.turn.resolved:
        said.append(Reason("declared on", "", (declared.kind, declared.target)))
    return tuple(said)


def _depth(state: State, name: PieceId, at: str) -> int:
    hmc = state.hmcs.get(at)
    stack = state.stacks.get(hmc.at if hmc else at, [])
    return stack.index(name) if name in stack else len(stack)


def marks(state: State, unit: Unit) -> tuple[str, ...]:
    """7.1, 13.1, 21.1 What lies on the counter or shows by its face; Disruption is not kept in a box (D38)."""
    if not (unit.shaken or unit.disrupted or unit.questionable or unit.fired):
        return ()  # most counters, most of the time
    boxed = unit.at in (ROUTED, ELIMINATED, DESTROYED) and reading(state, "D38") == "A"
    shown = {
        "shaken": unit.shaken,
        "disrupted": unit.disrupted and not boxed,
        "questionable": unit.questionable,
        "fired": unit.fired and unit.kind != "train",
        "moved": unit.fired and unit.kind == "train",
    }
    return tuple(mark for mark, lies in shown.items() if lies)


def ratings(unit: Unit) -> str:
    """2.6 to 2.10 As the face that is up prints them."""
    values = unit.ratings
    if unit.kind == "train":
        return ""
    if unit.kind == "artillery":
        return f"({values.self_defence})" if unit.fired else f"{values.range}-{values.off_support}-{values.def_support}"
    return f"{values.combat[unit.shaken]}-{values.morale[unit.shaken]}-{values.loss}"


def _hmcs(state: State, viewer: Side | None) -> Iterator[Counter]:
    for name, hmc in state.hmcs.items():
        if hmc.at in (AVAILABLE, DEPLOYING):
            continue
        yield Counter(
            id=name,
            name=name,
            side=hmc.side,
            at=_place(state, hmc.side, hmc.at),
            kind="hmc",
            stack=_depth(state, name, hmc.at),
            hidden=viewer not in (None, hmc.side),
        )
