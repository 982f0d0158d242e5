"""What a side sees when it thinks about its next order: worked out once for each call, and never into enemy HMCs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from domain.kernel.facts import Side
from domain.kernel.lazily import lazily
from rules.gettysburg import clock
from rules.gettysburg.combat import coordination
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import costs, modes
from rules.gettysburg.movement.activation import move_bar
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.field import Field
from rules.gettysburg.player import aims, ways
from rules.gettysburg.player.enemy import Enemy, crowd_of, hidden_kinds, stacks_of
from rules.gettysburg.player.spread import FAR, Spread
from rules.gettysburg.position import command_state, commander
from rules.gettysburg.state import ENEMY, State, Unit
from rules.gettysburg.tables import MP

T = TypeVar("T")

LAST_TURNS: Final = 2  # the reserve goes in
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
        self._thoughts: dict[str, Any] = {}
        self._moves: dict[PieceId, ways.Moves] = {}

    def thought(self, what: str, reckon: Callable[[], T]) -> T:
        """What was worked out in this call, once."""
        if what not in self._thoughts:
            self._thoughts[what] = reckon()
        found: T = self._thoughts[what]
        return found

    def kept(self, what: Hashable, key: object, reckon: Callable[[], T]) -> T:
        """What was worked out last, if all that it depends on is still the same: it lies with the map, one for each."""
        known = self.ground.memory.get(("player", what, self.side))
        if known is None or known[0] != key:
            known = self.ground.memory["player", what, self.side] = key, reckon()
        found: T = known[1]
        return found

    # Own pieces

    @lazily
    def own(self) -> dict[PieceId, Unit]:
        """Own units on the map, in the open."""
        stacks = self.state.stacks
        return {name: unit for name, unit in self.state.units.items() if unit.side == self.side and unit.at in stacks}

    @lazily
    def brigades(self) -> dict[PieceId, Unit]:
        return {name: unit for name, unit in self.own.items() if unit.kind in ("infantry", "cavalry")}

    @lazily
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

    # How far it has come in its Movement Phase (5.3.2A): told by what its pieces have done

    @lazily
    def marched(self) -> list[PieceId]:
        """Own units on the map that have marched or recovered; a brigade beside the enemy has come to attack him.

        None once the phase has ended but for units whose control was tried (17.3b): each of them is looked at anew.
        """
        turn, near, held = self.state.turn, self.ground.near, self.foe.held
        if turn.is_leftover:
            return []
        others = {*turn.declared, *turn.deployed, *turn.rallied}
        used = [name for name in turn.acted if name in self.own and name not in others and turn.starts.get(name) != ""]
        return [name for name in used if held.isdisjoint(near(self.own[name].at))
                and commander(self.state, name) == self.side]  # fmt: skip

    @lazily
    def bombarding(self) -> list[PieceId]:
        """14.1 Own guns that have declared: the assaults are settled then."""
        declared = self.state.turn.declared
        return [name for name, order in declared.items() if order.kind == "bombardment" and name in self.own]

    # The enemy

    @lazily
    def foe(self) -> Enemy:
        crowd = crowd_of(self.state, self.enemy)
        return self.kept("enemy", crowd, lambda: Enemy(self.ground, stacks_of(self.state, self.enemy)))

    def from_enemy(self, at: HexId) -> int:
        """Hexes to the nearest enemy infantry; beyond a dozen or so it is simply far."""
        return self.foe.steps.cost(at, FAR)

    @lazily
    def contact(self) -> frozenset[HexId]:
        """Hexes next to any enemy that no own brigade stands in."""
        return self.foe.near - self.brigade_hexes.keys()

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

    @lazily
    def coordination(self) -> int:
        """11.6a The army's value; 0 where no coordination is possible."""
        is_calm = command_state(self.state, self.side) != "panic" and not self.is_night
        return coordination.value(self.state, self.side) if is_calm else 0

    # The objective

    @lazily
    def objective(self) -> frozenset[HexId]:
        return frozenset(aims.objective(self.state))

    @lazily
    def goal(self) -> Spread:
        """Half-points of marching from each hex to the nearest hex worth taking, around the enemy where he stands."""
        return self.foe.ways_to(self.objective or self.foe.infantry or frozenset(self.brigade_hexes))

    def to_goal(self, at: HexId) -> float:
        """MP from a hex to the objective."""
        return self.goal.cost(at, FAR * MP) / MP

    def downhill(self, at: HexId) -> float:
        """The same whoever stands where: from afar, or while men fall back, it is near enough."""
        return aims.slope(self.state).cost(at, FAR * MP) / MP if self.objective else self.to_goal(at)

    # Moving

    def move(self, name: PieceId, to: HexId, recovers: bool = False) -> MoveUnit:
        """8.1 The order that takes a piece there."""
        return MoveUnit(unit=name, path=self.moves(name, recovers).path(to), recover=recovers)

    def moves(self, name: PieceId, recovers: bool = False) -> ways.Paths:
        """8.1 The paths of the plain moves of a piece, or of those after recovery, by the hex they end in."""
        found = self._moves.get(name)
        if found is None:
            found = self._moves[name] = self._reckon(name)
        return found[recovers]

    def best(self, name: PieceId, worth: Callable[[HexId], float], recovers: bool = False) -> HexId:
        """The hex worth most to a piece that goes there, of several alike that with the shortest path; none: ""."""
        moves = self.moves(name, recovers)
        worths = {to: worth(to) for to in moves.ends}
        most = max(worths.values(), default=0.0)
        alike = [to for to, value in worths.items() if value == most]
        return min(alike, key=lambda to: (len(moves.path(to)), to), default="")

    def _reckon(self, name: PieceId) -> ways.Moves:
        unit, leaves = self.own.get(name), self.can_move(name)
        if not leaves and not (unit and unit.disrupted and self.can_move(name, leaves=False)):
            return ways.NOWHERE, ways.NOWHERE
        if unit is None or unit.kind == "train":
            return ways.listed(self.field, name)
        fit = unit.at, unit.kind, leaves, unit.disrupted and self.can_recover(name)
        known = self._ways.listed.get(name)
        if known is None or known.fit != fit:
            known = ways.Listed(fit, self.region(unit), ways.listed(self.field, name))
            self._ways.listed[name] = known
        return known.moves

    def region(self, unit: Unit) -> frozenset[HexId]:
        """The hexes that a unit could come to at best."""
        return ways.region(self.field, self.foe, unit)

    def can_recover(self, name: PieceId) -> bool:
        """7.3d"""
        return modes.recovery_bar(self.field, costs.mover(self.state, name, self.side), self.own[name].at) is None

    @lazily
    def _ways(self) -> ways.Ways:
        """What was listed for this side before and still holds; it lies with the map."""
        memory, key = self.ground.memory, ("player", "ways", self.side)
        enemy = self.foe.stacks, hidden_kinds(self.state, self.enemy)
        terms = ways.terms(self.field, enemy, self.rulings)
        found: ways.Ways = memory.get(key, ways.NOTHING).after(terms, self.field.stacking)
        memory[key] = found
        return found

    @lazily
    def rulings(self) -> Hashable:
        """The readings and optional rules in force."""
        core = self.state.core
        return tuple(core.readings.items()), tuple(core.options.items()), self.is_night
