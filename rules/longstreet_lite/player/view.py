"""What a side sees when it thinks about its next order; what it reckons is kept while all it depends on is the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from domain.kernel.facts import Side, UnitId
from rules.longstreet_lite.cards.effects import counts_as_two
from rules.longstreet_lite.combat.ways import charger
from rules.longstreet_lite.fire.view import view_of
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.state import State, on_table

T = TypeVar("T")

KEPT: dict[Hashable, tuple[Hashable, Any]] = {}  # what was worked out last, of each kind and unit, and from what


class View:
    """The position through the eyes of one side."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side = state, side

    def kept(self, what: Hashable, key: Hashable, reckon: Callable[[], T]) -> T:
        """What was worked out last, if it was worked out from the same."""
        known = KEPT.get(what)
        if known is None or known[0] != key:
            known = KEPT[what] = key, reckon()
        found: T = known[1]
        return found

    def recalled(self, what: Hashable, key: Hashable) -> int | None:
        """A number worked out before from the same, if there is one."""
        known = KEPT.get(what)
        return known[1] if known is not None and known[0] == key else None

    @cached_property
    def _rules(self) -> Hashable:
        """The rules, the ground and the cards in force."""
        state, battle = self.state, self.state.battle
        rules = tuple(state.core.readings.items()), tuple(state.core.options.items())
        ground = battle.width, battle.height, battle.gun_depth, battle.limber_depth, *state.terrain.values()
        return rules, ground, counts_as_two(state), *map(msgspec.structs.astuple, state.effects)

    def shots_of(self, unit_id: UnitId) -> Hashable:
        """All that a unit's fire depends on: what lies before it, and how that stands."""
        units, before = self.state.units, view_of(self.state, unit_id)
        bodies = tuple((other.unit, body_of(self.state, units[other.unit])) for other in before.others)
        return self._rules, units[unit_id].kind, before[1:], bodies

    def charges_of(self, unit_id: UnitId) -> Hashable:
        """All that a unit's charges depend on: who stands near enough to be met."""
        who, unit = charger(self.state, unit_id), self.state.units[unit_id]
        return self._rules, unit.bases, who.body, who.allowance, *who.enemies.items(), *who.friends.items()

    @cached_property
    def lie(self) -> Hashable:
        """All that moves depend on: how every unit stands."""
        stand = (
            (name, unit.side, unit.kind, unit.pose, unit.ranks, unit.offset, unit.limbered, unit.bases)
            for name, unit in on_table(self.state).items()
        )
        return self._rules, *stand
