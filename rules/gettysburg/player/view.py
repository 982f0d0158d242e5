"""What a side sees when it thinks about its next order: worked out once for each call, and never into enemy HMCs."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from domain.kernel.facts import Side
from rules.gettysburg import clock
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement.activation import move_bar
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.march_choices import opening_moves
from rules.gettysburg.player import aims
from rules.gettysburg.position import piece
from rules.gettysburg.state import ENEMY, State, Unit
from rules.gettysburg.tables import MP

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
        self._moves: dict[PieceId, tuple[dict[HexId, MoveUnit], dict[HexId, MoveUnit]]] = {}
        self.known: dict[str, Any] = {}  # what other modules worked out in this call

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
    def near_infantry(self) -> frozenset[HexId]:
        """Hexes next to what is, or may be, enemy infantry."""
        return frozenset().union(*map(self.ground.near, self.infantry_hexes))

    @cached_property
    def _from_enemy(self) -> dict[HexId, int]:
        found = dict.fromkeys(self.infantry_hexes, 0)
        edge, near = list(found), self.ground.near
        for distance in range(1, OUT_OF_MIND):
            edge = [to for to in dict.fromkeys(to for at in edge for to in near(at)) if to not in found]
            found.update(dict.fromkeys(edge, distance))
        return found

    def from_enemy(self, at: HexId) -> int:
        """Hexes to the nearest enemy infantry; beyond a dozen or so it is simply far."""
        return self._from_enemy.get(at, FAR)

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

    # The objective

    @cached_property
    def objective(self) -> frozenset[HexId]:
        return frozenset(aims.objective(self.state))

    @cached_property
    def goal(self) -> dict[HexId, int]:
        """Half-points of marching from each hex to the nearest hex worth taking, around the enemy where he stands."""
        sources = self.objective or self.infantry_hexes or frozenset(self.brigade_hexes)
        costs = _step_costs(self)
        held, near = self.field.held, self.near_infantry
        best = dict.fromkeys(sources, 0)
        buckets: list[list[HexId]] = [list(sources)]
        spent = 0
        while spent < len(buckets):
            for at in buckets[spent]:
                if best[at] != spent:
                    continue
                toll = ENEMY_NEAR_COST if at in near else 0
                for to, cost in costs[at]:
                    total = spent + cost + toll
                    if total < best.get(to, FAR * FAR) and to not in held:
                        best[to] = total
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(to)
            spent += 1
        return best

    def to_goal(self, at: HexId) -> float:
        """MP from a hex to the objective."""
        return self.goal.get(at, FAR * MP) / MP

    # Moving

    def moves(self, name: PieceId, recovers: bool = False) -> dict[HexId, MoveUnit]:
        """8.1 The plain moves of a piece, or those after recovery, by the hex they end in."""
        found = self._moves.get(name)
        if found is None:
            found = self._moves[name] = self._reckon(name)
        return found[recovers]

    def _reckon(self, name: PieceId) -> tuple[dict[HexId, MoveUnit], dict[HexId, MoveUnit]]:
        plain: dict[HexId, MoveUnit] = {}
        recovering: dict[HexId, MoveUnit] = {}
        if name not in self.state.turn.declared:
            for order in opening_moves(self.field, name, self.side):
                if order.pace == "normal" and not order.forced and not order.charge:
                    end = order.path[-1] if order.path else piece(self.state, name).at
                    if end != OFF_MAP:
                        (recovering if order.recover else plain).setdefault(end, order)
        return plain, recovering


def _step_costs(view: View) -> dict[HexId, tuple[tuple[HexId, int], ...]]:
    """For each hex, the neighbours from which infantry comes into it, and at what price."""
    memory = view.ground.memory
    if "player steps" not in memory:
        ground = view.ground
        memory["player steps"] = {
            at: tuple((a, cost) for a in ground.near(at) if (cost := ground.step_cost("infantry", a, at)) is not None)
            for at in ground.hexes
        }
    found: dict[HexId, tuple[tuple[HexId, int], ...]] = memory["player steps"]
    return found
