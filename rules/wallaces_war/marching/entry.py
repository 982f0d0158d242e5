"""16.2.4e, 20.3.6c, 20.3.6d Reinforcements: by which hexes a Battle enters, at what price, and that all of it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import FORBIDDEN, ground_of
from rules.wallaces_war.ids import HexId, LeaderId, Step, UnitId
from rules.wallaces_war.marching.marching import walk
from rules.wallaces_war.movement.asks import EnterReinforcements
from rules.wallaces_war.movement.field import SIX, Field
from rules.wallaces_war.movement.limits import moving_battle, moving_side
from rules.wallaces_war.movement.movers import Mover, captain, leader_bar, party
from rules.wallaces_war.movement.reach import Node, Way, entry_step, onward_of, walked
from rules.wallaces_war.movement.steps import NONE, Here, Stride, atoms, parsed, plan, price_bar
from rules.wallaces_war.movement.terms import Terms, terms_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.sheets.engagement import Reinforcement
from rules.wallaces_war.state import MOVEMENT, OFF_MAP, State

MISPRINT = ("1715", "1718")  # D86


def entering(state: State) -> Reinforcement | None:
    """16.2.4d, 20.3.6b The Battle that moves now, if it is one that comes later."""
    battle = moving_battle(state) if state.core.phase == MOVEMENT else ""
    return next((later for later in state.engagement.reinforcements if later.battle == battle), None)


def waiting(state: State) -> tuple[str, ...]:
    """16.2.4e The units of that Battle, and its leader, that are still off the map."""
    later = entering(state)
    if later is None:
        return ()
    units = [name for name, unit in state.units.items() if unit.battle == later.battle and unit.at == OFF_MAP]
    leader = state.battles[later.battle].leader
    return (*units, leader) if state.leaders[leader].at == OFF_MAP else tuple(units)


def must_enter(state: State) -> tuple[str, ...]:
    """16.2.4e Who has to come in before the segment ends: everybody for whom a hex is open."""
    field = Field(state, moving_side(state))
    return tuple(name for name in waiting(state) if doors(field, _mover(state, name)))


def entry_bar(state: State) -> IllegalOrder | None:
    """16.2.4e, 20.3.6c Why the segment may not end yet."""
    later, due = entering(state), must_enter(state)
    return IllegalOrder("must enter first", _cite(later), *due) if later and due else None


def _mover(state: State, name: str) -> Mover:
    return party(state, (name,)) if name in state.units else captain(state, name)


class Door(NamedTuple):
    """A hex by which a mover can enter, and what that costs."""

    at: HexId
    cost: int


def doors(field: Field, mover: Mover) -> list[Door]:
    """16.2.4e, 20.3.6c The hexes by which a mover can enter now."""
    later = entering(field.state)
    if later is None:
        return []
    named = entry_hexes(field.state, later)
    return [
        Door(at, entry_cost(field.state, later, mover, at)) for at in named if door_bar(field, later, mover, at) is None
    ]


def entry_hexes(state: State, later: Reinforcement) -> tuple[HexId, ...]:
    """20.3.6c, D86 The hexes named, and those of the row."""
    printed, meant = MISPRINT
    is_misprint = reading(state, "D86") == "B"
    hexes = tuple(meant if at == printed and is_misprint else at for at in later.hexes)
    return (*hexes, *(at for at in state.ground.hexes if later.row is not None and state.ground.row(at) == later.row))


def entry_cost(state: State, later: Reinforcement, mover: Mover, at: HexId) -> int:
    """7.2a, 16.2.4e The hex alone, and a point more for each unit or stack that came in there before."""
    terrain = state.charts.terrain
    inside = sum(terrain[kind][mover.nature.ground] for kind in ground_of(state, at))
    return inside + later.extra_mp * tables.HALVES * state.segment.entered_by.get(at, 0)


def door_bar(field: Field, later: Reinforcement, mover: Mover, at: HexId) -> IllegalOrder | None:
    """16.2.4e, 20.3.6c, 20.3.6d Why a mover cannot enter by a hex."""
    state, who = field.state, mover.name
    hexes = entry_hexes(state, later)
    if at not in hexes:
        return IllegalOrder("no entry hex", _cite(later), who, at, *later.hexes)
    if at in field.enemies:
        return IllegalOrder("entry closed by the enemy", "20.3.6d" if later.after_initiatives else "7.3b", who, at)
    other = _other_door(state, later, at)
    if other:
        return IllegalOrder("entered elsewhere", "20.3.6c", who, at, other)
    if any(state.charts.terrain[kind][mover.nature.ground] == FORBIDDEN for kind in ground_of(state, at)):
        return IllegalOrder("ground forbidden", "7.3a", who, at, *state.ground.terrain(at))
    bar = terms_of(field, mover).enter_bar(who, "", at)
    return bar or price_bar(field, mover, mover.nature.spent, entry_cost(state, later, mover, at), at)


def _rule(state: State) -> str:
    """Where the entry of reinforcements stands, whoever enters."""
    return "20.3.6c" if state.engagement.barons else "16.2.4e"


def _cite(later: Reinforcement) -> str:
    return "20.3.6c" if later.after_initiatives else "16.2.4e"


def _other_door(state: State, later: Reinforcement, at: HexId) -> HexId:
    """20.3.6c All by one hex, where that is said; of a row always by the same one."""
    used = state.segment.entered_by
    if later.one_hex:
        return next((by for by in used if by != at), "")
    row = state.ground.row
    if later.row is None or row(at) != later.row:
        return ""
    return next((by for by in used if by != at and row(by) == later.row), "")


def decide_entry(play: Play[State], order: EnterReinforcements) -> None:
    """16.2.4e A unit, stack or leader comes in by the first hex of its path, facing as it likes, and goes on."""
    state = play.state
    mover = entrants(state, order)
    field = Field(state, moving_side(state))
    walk(play, field, mover, planned(field, mover, order.path), "entry")


def planned(field: Field, mover: Mover, path: Sequence[Step]) -> list[Stride]:
    """16.2.4e The way in, and on from there."""
    if not path:
        raise IllegalOrder("no way named", _rule(field.state), mover.name)
    door = _enter(field, mover, path[0])
    return [door, *plan(field, mover, door.here, tuple(atoms(path[1:], door.to)))]


def entrants(state: State, order: EnterReinforcements) -> Mover:
    """16.2.4e, 8.1a Who comes in; IllegalOrder if they do not, or not together."""
    heed(entrants_bar(state, order.units, order.leaders))
    return party(state, order.units, order.leaders) if order.units else captain(state, order.leaders[0])


def entrants_bar(state: State, units: Sequence[UnitId], leaders: Sequence[LeaderId]) -> IllegalOrder | None:
    pieces, due = (*units, *leaders), waiting(state)
    if not pieces or (not units and len(leaders) > 1) or len(set(pieces)) < len(pieces):
        return IllegalOrder("nobody named", _rule(state))
    for name in pieces:
        if name not in due:
            return IllegalOrder("does not enter now", _rule(state), name)
    for name in leaders:
        bar = leader_bar(state, name)
        if bar:
            return bar
    return _pair_bar(state, units)


def _pair_bar(state: State, units: Sequence[UnitId]) -> IllegalOrder | None:
    """8.1a"""
    if len(units) > tables.STACK:
        return IllegalOrder("two units at most", "8.1a", *units)
    if len(units) == tables.STACK:
        one, other = (state.units[name].kind for name in units)
        if other not in tables.PAIRS[one]:
            return IllegalOrder("unlike units", "8.1a", *units)
    return None


def _enter(field: Field, mover: Mover, step: Step) -> Stride:
    """16.2.4e, 20.3.6c The first hex; a unit faces there as it likes, beside a friend as he does (8.2b)."""
    state, later = field.state, entering(field.state)
    at, facing = parsed(step)
    if later is None:
        raise IllegalOrder("does not enter now", _rule(state), mover.name)
    if not state.ground.is_on_map(at):
        raise IllegalOrder("no such hex", "7.1c", at)
    if facing != NONE and not mover.units:
        raise IllegalOrder("leaders have no facing", "5.1c", mover.name)
    heed(door_bar(field, later, mover, at))
    friend = terms_of(field, mover).friends.get(at)
    if friend and facing not in (NONE, friend.facing):
        raise IllegalOrder("stack faces one way", "5.1c", mover.name, at, friend.facing)
    faced = friend.facing if friend else _inward(state, at) if facing == NONE else facing
    cost = entry_cost(state, later, mover, at)
    here = Here(at, faced if mover.units else 0, mover.nature.spent + cost, entered=True)
    return Stride(here, at, cost, under=friend is not None)


def _inward(state: State, at: HexId) -> int:
    """The first facing that looks into the map."""
    ground = state.ground
    return max(range(SIX), key=lambda facing: (len(ground.front(at, facing)), -facing))


def ways_in(field: Field, mover: Mover) -> list[Way]:
    """16.2.4e Each hex and facing that somebody off the map can come to, by the cheapest way in."""
    return field.kept(("ways in", mover.nature), lambda: _ways_in(field, mover))


def _ways_in(field: Field, mover: Mover) -> list[Way]:
    terms, found = terms_of(field, mover), doors(field, mover)
    onward = onward_of(terms)
    first = [((door.at, facing), door.cost) for door in found for facing in _facings(terms, door.at)]

    def steps(node: Node) -> Iterable[tuple[Node, int]]:
        return onward(node) if node[0] else first

    budget = mover.nature.allowance
    dear = [Way((entry_step(terms, node),), *node, cost) for node, cost in first if cost > budget]
    return [way for way in (*walked(terms, ("", 0), budget, steps), *dear) if terms.may_end(way.at)]


def _facings(terms: Terms, at: HexId) -> Sequence[int]:
    friend = terms.friends.get(at)
    if friend:
        return (friend.facing,)
    return range(SIX) if terms.nature.kinds else (0,)


def entries(state: State) -> Iterator[EnterReinforcements]:
    """Each piece by every way in; pairs that may stack by the entry hexes alone: they could go on in too many ways."""
    field, due = Field(state, moving_side(state)), waiting(state)
    for name in due:
        one = ((name,), ()) if name in state.units else ((), (name,))
        for way in ways_in(field, _mover(state, name)):
            yield EnterReinforcements(units=one[0], path=way.path, leaders=one[1])
    for pair in combinations([name for name in due if name in state.units], tables.STACK):
        if _pair_bar(state, pair) is None:
            for door in doors(field, party(state, pair)):
                facing = _inward(state, door.at)
                yield EnterReinforcements(units=pair, path=(f"{door.at}:{facing}",))
