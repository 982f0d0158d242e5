"""What a side sees when it thinks about its next order: worked out once for each call, and never into enemy HMCs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Final, TypeVar

from domain.kernel.facts import Side
from rules.gettysburg import clock
from rules.gettysburg.combat import coordination
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import costs, modes, reach
from rules.gettysburg.movement.activation import move_bar
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.march_choices import opening_moves
from rules.gettysburg.player import aims
from rules.gettysburg.player.spread import Spread, Steps
from rules.gettysburg.position import command_state, piece
from rules.gettysburg.state import ENEMY, State, Unit
from rules.gettysburg.tables import ALLOWANCE, MP, NEAR, ROAD_RATE

T = TypeVar("T")
Moves = tuple[dict[HexId, MoveUnit], dict[HexId, MoveUnit]]  # plain, and after recovery, by the hex they end in

FAR: Final = 99
OUT_OF_MIND: Final = 14  # hexes from which on an enemy is simply far
LAST_TURNS: Final = 2  # the reserve goes in
ENEMY_NEAR_COST: Final = 6  # half-points that a hex next to enemy infantry adds to a way
RESERVE_EVERY: Final = 4  # one brigade in four stands behind the line


class View:
    """The position through the eyes of one side."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side, self.enemy = state, side, ENEMY[side]
        self.ground = state.ground
        self.field = Field(state, side)
        self.attacks = aims.is_attacker(side)
        self.is_night = clock.is_night(state.core.turn)
        self.turns_left = state.battle.last_turn - state.core.turn
        self.is_late = self.turns_left < LAST_TURNS
        self._moves: dict[PieceId, Moves] = {}
        self.known: dict[str, Any] = {}  # what other modules worked out in this call

    def kept(self, what: Hashable, key: object, reckon: Callable[[], T]) -> T:
        """What was worked out last, if all that it depends on is still the same: it lies with the map, one for each."""
        known = self.ground.memory.get(("player", what, self.side))
        if known is None or known[0] != key:
            known = self.ground.memory["player", what, self.side] = key, reckon()
        found: T = known[1]
        return found

    # Own pieces

    @cached_property
    def own(self) -> dict[PieceId, Unit]:
        """Own units on the map, in the open."""
        stacks = self.state.stacks
        return {name: unit for name, unit in self.state.units.items() if unit.side == self.side and unit.at in stacks}

    @cached_property
    def brigades(self) -> dict[PieceId, Unit]:
        return {name: unit for name, unit in self.own.items() if unit.kind in ("infantry", "cavalry")}

    @cached_property
    def brigade_hexes(self) -> dict[HexId, list[PieceId]]:
        """The own brigades of each hex that holds any."""
        found: dict[HexId, list[PieceId]] = {}
        for name, unit in self.brigades.items():
            found.setdefault(unit.at, []).append(name)
        return found

    def crowd(self, at: HexId) -> int:
        """How many own brigades stand in a hex."""
        return len(self.brigade_hexes.get(at, ()))

    def can_move(self, name: PieceId, leaves: bool = True) -> bool:
        return name not in self.state.turn.declared and move_bar(self.state, name, self.side, leaves) is None

    def is_reserve(self, name: PieceId) -> bool:
        """Some brigades stand behind the line, always the same ones, until the last turns."""
        number = name.partition("-")[2]
        return number.isdigit() and int(number) % RESERVE_EVERY == 0 and not self.is_late

    # The enemy

    @cached_property
    def infantry_hexes(self) -> frozenset[HexId]:
        """Enemy infantry, and counters that may hold it."""
        hidden = {hmc.at for hmc in self.state.hmcs.values() if hmc.side == self.enemy and hmc.at in self.state.stacks}
        shown = {unit.at for unit in self.state.units.values() if unit.side == self.enemy and unit.kind == "infantry"}
        return frozenset(hidden | (shown & self.field.held))

    @cached_property
    def enemy_stacks(self) -> tuple[tuple[HexId, ...], ...]:
        """Each hex that the enemy holds, and his pieces in it, as they are met on the map."""
        stacks, held = self.state.stacks, self.field.held
        return tuple((at, *stack) for at, stack in stacks.items() if at in held)

    @cached_property
    def near_infantry(self) -> frozenset[HexId]:
        """Hexes next to what is, or may be, enemy infantry."""
        return frozenset().union(*map(self.ground.near, self.infantry_hexes))

    @cached_property
    def _from_enemy(self) -> Spread:
        sources = self.infantry_hexes
        return self.kept("from enemy", sources, lambda: Spread(sources, single_steps(self.ground), OUT_OF_MIND - 1))

    def from_enemy(self, at: HexId) -> int:
        """Hexes to the nearest enemy infantry; beyond a dozen or so it is simply far."""
        return self._from_enemy.cost(at, FAR)

    @cached_property
    def contact(self) -> frozenset[HexId]:
        """Hexes next to any enemy that no own brigade stands in."""
        return frozenset().union(*map(self.ground.near, self.field.held)) - self.brigade_hexes.keys()

    def strength_near(self, at: HexId, reach: int, own: bool) -> int:
        """Combat ratings of visible brigades within so many hexes."""
        side = self.side if own else self.enemy
        total = 0
        for to in (at, *self.ground.within(at, reach)):
            for name in self.state.stacks.get(to, ()):
                unit = self.state.units.get(name)
                if unit and unit.side == side and unit.ratings.combat[0]:
                    total += unit.ratings.combat[unit.shaken]
        return total

    @cached_property
    def coordination(self) -> int:
        """11.6a The army's value; 0 where no coordination is possible."""
        is_calm = command_state(self.state, self.side) != "panic" and not self.is_night
        return coordination.value(self.state, self.side) if is_calm else 0

    # The objective

    @cached_property
    def objective(self) -> frozenset[HexId]:
        return frozenset(aims.objective(self.state))

    @cached_property
    def goal(self) -> Spread:
        """Half-points of marching from each hex to the nearest hex worth taking, around the enemy where he stands."""
        sources = self.objective or self.infantry_hexes or frozenset(self.brigade_hexes)
        held = frozenset(self.field.held)
        return self.kept("goal", (sources, held, self.infantry_hexes), lambda: Spread(
            sources, step_costs(self.ground), FAR * FAR, held, self.near_infantry, ENEMY_NEAR_COST
        ))  # fmt: skip

    def to_goal(self, at: HexId) -> float:
        """MP from a hex to the objective."""
        return self.goal.cost(at, FAR * MP) / MP

    # Moving

    def moves(self, name: PieceId, recovers: bool = False) -> dict[HexId, MoveUnit]:
        """8.1 The plain moves of a piece, or those after recovery, by the hex they end in."""
        found = self._moves.get(name)
        if found is None:
            found = self._moves[name] = self._reckon(name)
        return found[recovers]

    def _reckon(self, name: PieceId) -> Moves:
        unit = self.own.get(name)
        if not self.can_move(name, leaves=False):
            return {}, {}
        if unit is None or unit.kind == "train":
            return self._listed(name)
        return self.kept(("moves", name), self._ways_of(name, unit), lambda: self._listed(name))

    def _ways_of(self, name: PieceId, unit: Unit) -> Hashable:
        """All that the plain moves of a unit on the map depend on: the rules, its state, and what stands around it."""
        field, mover = self.field, costs.mover(self.state, name, self.side)
        recovers = unit.disrupted and modes.recovery_bar(field, mover, unit.at) is None
        region, stacking = self._region(unit), field.stacking
        held = self.around(unit.at, NEAR) & field.infantry, self.can_move(name), recovers
        crowds = frozenset((at, stacking[at]) for at in region & stacking.keys())
        roads = region & field.near_anyone if unit.kind == "cavalry" else None
        return self.rulings, unit.at, mover, held, crowds, region & reach.closed_hexes(field, mover), roads

    def _region(self, unit: Unit) -> frozenset[HexId]:
        """8.2a, 8.3a The hexes that a unit could come to at the cheapest rate."""
        rate = ROAD_RATE if unit.kind == "cavalry" else MP
        return self.around(unit.at, ALLOWANCE // rate)

    def around(self, at: HexId, reach: int) -> frozenset[HexId]:
        known = self.ground.memory.setdefault("player around", {})
        if (at, reach) not in known:
            known[at, reach] = frozenset(self.ground.within(at, reach))
        found: frozenset[HexId] = known[at, reach]
        return found

    @cached_property
    def rulings(self) -> Hashable:
        """The readings and optional rules in force."""
        core = self.state.core
        return tuple(core.readings.items()), tuple(core.options.items()), self.is_night

    def _listed(self, name: PieceId) -> Moves:
        plain: dict[HexId, MoveUnit] = {}
        recovering: dict[HexId, MoveUnit] = {}
        for order in opening_moves(self.field, name, self.side, plain=True):
            end = order.path[-1] if order.path else piece(self.state, name).at
            if end != OFF_MAP:
                (recovering if order.recover else plain).setdefault(end, order)
        return plain, recovering


def step_costs(ground: Ground) -> Steps:
    """For each hex, the neighbours from which infantry comes into it, and at what price."""
    if "player steps" not in ground.memory:
        ground.memory["player steps"] = {
            at: tuple((a, cost) for a in ground.near(at) if (cost := ground.step_cost("infantry", a, at)) is not None)
            for at in ground.hexes
        }
    found: Steps = ground.memory["player steps"]
    return found


def single_steps(ground: Ground) -> Steps:
    if "player single steps" not in ground.memory:
        ground.memory["player single steps"] = {at: tuple((to, 1) for to in ground.near(at)) for at in ground.hexes}
    found: Steps = ground.memory["player single steps"]
    return found
