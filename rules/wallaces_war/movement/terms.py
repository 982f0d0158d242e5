"""5.3, 6.2 to 6.4, 7.3, 8.1, 8.2, 14.4 On what terms a mover goes: where it may not be, what it leaves, whom it joins.

Each rule is said once, as the hexes it closes and the refusal it gives: a single step and a search read the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import cached_property
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.movement.field import Edge, Exits, Field
from rules.wallaces_war.movement.limits import over_limit
from rules.wallaces_war.movement.movers import Mover, Nature
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import MOVEMENT, Unit
from rules.wallaces_war.zones import is_all_round


class Bar(NamedTuple):
    """Hexes closed to a mover, and why each is; `who` is spoken of."""

    hexes: Set[HexId]
    refusal: Callable[[str, HexId], IllegalOrder]


class Friend(NamedTuple):
    """8.2b A friend's hex that a lone unit may enter."""

    unit: UnitId
    facing: int
    is_wide: bool  # the two together have all-round facing (5.1b)
    is_fit: bool  # they may stay together (8.1a, D25)


class Terms:
    """What holds for one nature of mover all along its way."""

    def __init__(self, field: Field, nature: Nature) -> None:
        self.field, self.nature = field, nature
        self.friends = _friends(field, nature)
        self.exits = field.exits(nature.ground)

    @cached_property
    def zones(self) -> dict[HexId, list[HexId]]:
        return self.field.zones

    @cached_property
    def bars(self) -> tuple[Bar, ...]:
        return tuple(_bars(self.field, self.nature, self.friends))

    @cached_property
    def closed(self) -> frozenset[HexId]:
        """Hexes that it may not enter, whatever the reason."""
        return frozenset().union(*(bar.hexes for bar in self.bars))

    @cached_property
    def is_held(self) -> bool:
        """6.2b Whether it may not leave the zone it stands in."""
        return _held_bar(self.field, self.nature, "") is not None

    # Leaving a hex

    def leave_bar(self, who: str, at: HexId, *, entered: bool) -> IllegalOrder | None:
        """6.2a, 6.2b Why it goes no farther from here: it has just entered a zone, or began in one it may not leave."""
        if at not in self.zones:
            return None
        if entered:
            return IllegalOrder("stops in the zone", "6.2a", who, at)
        return _held_bar(self.field, self.nature, who)

    def fronts(self, at: HexId, facing: int) -> tuple[Edge, ...]:
        """5.3a, 7.1c The hexes it may go to by facing, with what the ground costs; all around with all-round facing."""
        exits = self.exits(at)
        return exits.all if self.is_wide(at) else exits.by_facing[facing]

    def is_wide(self, at: HexId) -> bool:
        """5.1b All-round facing is lost beside a friend who has it not."""
        if not self.nature.is_all_round:
            return False
        friend = self.friends.get(at)
        return friend is None or friend.is_wide

    def roads(self, at: HexId, facing: int) -> Iterator[tuple[HexId, int]]:
        """5.2g, 7.4b, 7.4c Road hexes that it may turn to for nothing, and each facing that has them in front."""
        exits = self.exits(at)
        if exits.roads and not self.is_wide(at):
            ahead = exits.by_facing[facing]
            for to, direction in exits.roads:
                if all(to != edge[0] for edge in ahead):
                    yield to, direction
                    yield to, (direction + 1) % 6

    # Entering one

    def is_open(self, a: HexId, b: HexId) -> bool:
        return b not in self.closed and not (a in self.zones and b in self.zones)

    def enter_bar(self, who: str, a: HexId, b: HexId) -> IllegalOrder | None:
        """Why it may not be in this hex, or not come to it from that one: the plainest reason first."""
        if b in self.field.enemies:
            return self.bars[0].refusal(who, b)
        if a in self.zones and b in self.zones:
            return IllegalOrder("from zone to zone", "6.3c", who, a, b)
        return next((bar.refusal(who, b) for bar in self.bars if b in bar.hexes), None)

    def landing(self, b: HexId, facing: int) -> tuple[int, int]:
        """8.2b How it faces in a hex it enters, and what turning as its fellow does costs."""
        friend = self.friends.get(b)
        if friend is None or friend.facing == facing:
            return facing, 0
        return friend.facing, tables.TURNING

    def may_turn(self, at: HexId) -> bool:
        """5.1c, 8.2b Beside a friend it faces as he does; leaders have no facing."""
        return at not in self.friends and bool(self.nature.kinds)

    def may_end(self, at: HexId) -> bool:
        """8.1a, D25"""
        friend = self.friends.get(at)
        return friend is None or friend.is_fit


def terms_of(field: Field, mover: Mover) -> Terms:
    return field.kept(mover.nature, lambda: Terms(field, mover.nature))


def _held_bar(field: Field, nature: Nature, who: str) -> IllegalOrder | None:
    """6.2b, 6.3a, 6.3b, D22 Why it may not leave the enemy zone it stands in."""
    stacks = field.zones.get(nature.at)
    if not stacks or (nature.kinds and all(kind in tables.CAVALRY for kind in nature.kinds)):
        return None
    if not nature.kinds:
        is_free = reading(field.state, "D22") == "A"
        return None if is_free else IllegalOrder("leader held in the zone", "6.2b", who, nature.at)
    if not all(kind in ("XB", "AR") for kind in nature.kinds):
        return IllegalOrder("held in the zone", "6.2b", who, nature.at)
    held = [at for at in stacks if at in field.horse]
    return IllegalOrder("held by horse", "6.3b", who, nature.at, held[0]) if held else None


def _bars(field: Field, nature: Nature, friends: dict[HexId, Friend]) -> Iterator[Bar]:
    """7.3b, 16.2.4f, then what keeps it out of enemy zones, then friends in the way; in a leader's never (8.5a)."""
    yield Bar(field.enemies, lambda who, at: IllegalOrder("enemy in the way", "7.3b", who, at))
    if not nature.kinds:
        yield Bar(field.captains, lambda who, at: IllegalOrder("enemy leader in the way", "7.3b", who, at))
    elif field.closed:
        yield Bar(field.closed, lambda who, at: IllegalOrder("closed until they come", "16.2.4f", who, at))
    yield from _zone_bars(field, nature)
    if nature.kinds:
        yield from _friend_bars(field, nature, friends)


def _zone_bars(field: Field, nature: Nature) -> Iterator[Bar]:
    """6.2g, 6.4a, 14.4a, 14.4b, 4.5"""
    zones = field.zones.keys()
    if nature.is_shaken:
        yield Bar(zones, lambda who, at: IllegalOrder("shaken into a zone", "14.4a", who, at))
        yield Bar(field.dangers, lambda who, at: IllegalOrder("shaken before horse", "14.4b", who, at))
    if nature.is_out:
        yield Bar(zones, lambda who, at: IllegalOrder("out of command into a zone", "6.4a", who, at))
    if field.state.core.phase == MOVEMENT and any(kind in tables.MISSILE for kind in nature.kinds):
        yield Bar(zones, lambda who, at: IllegalOrder("missiles into a zone", "6.2g", who, at))
    yield Bar(field.over_limit, lambda _who, at: over_limit(field.state, at))


def _friend_bars(field: Field, nature: Nature, friends: dict[HexId, Friend]) -> Iterator[Bar]:
    """8.2i, 8.2a, 8.1a"""
    units, others = field.state.units, {at: stack for at, stack in field.friends.items() if at != nature.at}
    if len(nature.kinds) > 1:
        yield Bar(others.keys(), lambda who, at: IllegalOrder("stack joins nobody", "8.2i", who, at))
        return
    full = {at for at, stack in others.items() if len(stack) > 1}
    yield Bar(full, lambda who, at: IllegalOrder("stack in the way", "8.2i", who, at))
    foreign = {at for at, stack in others.items() if units[stack[0]].battle != nature.battle}
    yield Bar(foreign, lambda who, at: IllegalOrder("another Battle there", "8.2a", who, at))
    unfit = others.keys() - full - foreign - friends.keys()
    yield Bar(unfit, lambda who, at: unlike(who, field.state.stacks[at][0], at))


def unlike(who: str, other: UnitId, at: HexId) -> IllegalOrder:
    return IllegalOrder("may not stack", "8.1a", who, other, at)


def _friends(field: Field, nature: Nature) -> dict[HexId, Friend]:
    """8.1a, 8.2a, 8.2i Whom a lone unit may enter the hex of, or is about to leave behind."""
    if len(nature.kinds) != 1:
        return {}
    units, kind, found = field.state.units, nature.kinds[0], dict[HexId, Friend]()
    for at, stack in field.friends.items():
        if at == nature.at:
            if nature.leaves:
                found[at] = _friend(stack[0], units[stack[0]], [units[name] for name in stack], fits=True)
        elif len(stack) == 1 and units[stack[0]].battle == nature.battle:
            fits = units[stack[0]].kind in tables.PAIRS[kind]
            if fits or field.passes_any_kind:
                found[at] = _friend(stack[0], units[stack[0]], [units[stack[0]]], fits=fits)
    return found


def _friend(name: UnitId, unit: Unit, units: list[Unit], *, fits: bool) -> Friend:
    return Friend(name, unit.facing, is_all_round(units), fits)


def is_under(field: Field, friend: HexId, came_from: HexId) -> bool:
    """8.2l Whether a unit that joins a friend goes to the bottom: through a flank or rear hex, or in an enemy zone."""
    state = field.state
    facing = state.units[state.stacks[friend][0]].facing
    return friend in field.zones or came_from not in state.ground.front(friend, facing)


def ground_bar(field: Field, mover: Mover, a: HexId, b: HexId) -> IllegalOrder | None:
    """7.3a, 16.2.2c, 20.2.2a Why the ground does not let it pass."""
    exits: Exits = field.exits(mover.nature.ground)(a)
    if b in exits.costs:
        return None
    ground, who = field.state.ground, mover.name
    if ground.is_bridge(a, b):
        return IllegalOrder("bridge closed", "16.2.2c", who, a, b)
    if ground.is_steep(a, b):
        return IllegalOrder("slope too steep", "20.2.2a", who, a, b)
    if ground.is_river(a, b):
        return IllegalOrder("river in the way", "7.3a", who, a, b)
    return IllegalOrder("ground forbidden", "7.3a", who, b, *ground.terrain(b))
