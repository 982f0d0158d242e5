"""8.1 The plain moves of own units, each listed again only when something has changed where it could go."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, KeysView, Mapping
from functools import partial
from typing import NamedTuple

from domain.hexes import search
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import costs, march_choices, modes, reach
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.field import Field
from rules.gettysburg.player.enemy import Enemy
from rules.gettysburg.position import piece
from rules.gettysburg.state import Unit
from rules.gettysburg.tables import ALLOWANCE, MP, ROAD_RATE

Path = tuple[HexId, ...]


class Paths(NamedTuple):
    """Where a piece can go; the path to a hex is put together when somebody asks for it, and few are asked for."""

    ends: KeysView[HexId]
    path: Callable[[HexId], Path]

    @classmethod
    def of(cls, paths: dict[HexId, Path]) -> Paths:
        return cls(paths.keys(), paths.__getitem__)


NOWHERE = Paths.of({})
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
    return ground.kept(key, lambda: frozenset(search.reached(at, ALLOWANCE, steps)))


def listed(field: Field, name: PieceId) -> Moves:
    """Of a unit on the map in good order the ways are enough; of others every order tells."""
    unit = field.state.units.get(name)
    if unit and unit.at in field.state.stacks and not unit.disrupted:
        return _on_map(field, costs.mover(field.state, name, field.side), unit.at), NOWHERE
    plain, recovering = dict[HexId, Path](), dict[HexId, Path]()
    for order in march_choices.opening_moves(field, name, field.side, plain=True):
        end = order.path[-1] if order.path else piece(field.state, name).at
        if end != OFF_MAP:
            (recovering if order.recover else plain).setdefault(end, order.path)
    return Paths.of(plain), Paths.of(recovering)


def _on_map(field: Field, mover: Mover, start: HexId) -> Paths:
    """8.1b, 8.6(2)"""
    budget = modes.allowance(mover)
    if modes.is_held(field, mover, start):
        return Paths.of({to: (to,) for (to,), _ in reach.steps(field, mover, start, budget)})
    found = reach.reached(field, mover, start, budget)
    return Paths(found.keys(), partial(_path, found, start))


def _path(found: search.Reached[HexId], start: HexId, to: HexId) -> Path:
    path = list[HexId]()
    while to != start:
        path.append(to)
        to, _ = found[to]
    return tuple(reversed(path))
