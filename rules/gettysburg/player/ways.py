"""8.1 The plain moves of own units, each listed again only when something has changed where it could go."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from domain.hexes import search
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import costs, march_choices, modes
from rules.gettysburg.movement.field import Field
from rules.gettysburg.player.enemy import Enemy
from rules.gettysburg.position import piece
from rules.gettysburg.state import Unit
from rules.gettysburg.tables import ALLOWANCE, MP, ROAD_RATE

Paths = dict[HexId, tuple[HexId, ...]]  # by the hex they end in
Moves = tuple[Paths, Paths]  # plain, and after recovery


class Listed(NamedTuple):
    """The moves of a unit, as it was, and the hexes whose crowd decides them: it has seen no farther."""

    fit: Hashable
    region: frozenset[HexId]
    moves: Moves


class Ways(NamedTuple):
    """What was listed under the same rules, before the same enemy, with so many pieces in each own hex."""

    terms: Hashable
    crowds: Mapping[HexId, int]
    listed: dict[PieceId, Listed]

    def after(self, terms: Hashable, crowds: Mapping[HexId, int]) -> Ways:
        """What of it still holds."""
        if terms != self.terms:
            return Ways(terms, crowds, {})
        changed = {at for at, _ in crowds.items() ^ self.crowds.items()}
        return Ways(terms, crowds, {name: one for name, one in self.listed.items() if changed.isdisjoint(one.region)})


NOTHING = Ways(None, {}, {})


def terms(field: Field, enemy: Hashable, rulings: Hashable) -> Hashable:
    """All that moves depend on beside the unit and its surroundings; 16.4 to 16.6 with what is closed to the army."""
    if not field.is_restrained:
        return rulings, enemy
    return rulings, enemy, field.barred.survey(), field.lone_is_open, field.state.turn.lone_approach


def region(field: Field, enemy: Enemy, unit: Unit) -> frozenset[HexId]:
    """8.2a, 8.3a, 8.6(2) The hexes that a unit could come to at best: no others decide its moves."""
    if unit.kind == "infantry":
        return enemy.ground.disc(unit.at, 1) if unit.at in enemy.holding else _by_ground(field, unit.at)
    return enemy.ground.disc(unit.at, ALLOWANCE // (ROAD_RATE if unit.kind == "cavalry" else MP))


def _by_ground(field: Field, at: HexId) -> frozenset[HexId]:
    """6.2a Where infantry comes if nobody stands in its way."""
    ground, both, summed = field.state.ground, field.protected_both_ways, field.sum_in_hex

    def steps(a: HexId) -> Iterator[tuple[HexId, int]]:
        for b in ground.near(a):
            cost = ground.step_cost("infantry", a, b, sum_in_hex=summed, protected_both_ways=both)
            if cost is not None:
                yield b, cost

    key = "player", "by ground", at, both, summed
    return ground.kept(key, lambda: frozenset(way.path[-1] for way in search.ways(at, ALLOWANCE, steps)))


def listed(field: Field, name: PieceId) -> Moves:
    """Of a unit on the map in good order the ways are enough; of others every order tells."""
    unit = field.state.units.get(name)
    if unit and unit.at in field.state.stacks and not unit.disrupted:
        mover = costs.mover(field.state, name, field.side)
        found = march_choices.ways_on_map(field, mover, unit.at, modes.allowance(mover))
        return {path[-1]: path for path, _ in found}, {}
    plain: Paths = {}
    recovering: Paths = {}
    for order in march_choices.opening_moves(field, name, field.side, plain=True):
        end = order.path[-1] if order.path else piece(field.state, name).at
        if end != OFF_MAP:
            (recovering if order.recover else plain).setdefault(end, order.path)
    return plain, recovering
