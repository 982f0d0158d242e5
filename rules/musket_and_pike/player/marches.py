"""5.6, 7.1 Where a unit goes: horse over two clear hexes into contact, foot up to whom it can beat, guns nowhere."""

from __future__ import annotations

from typing import Final

from domain.kernel.facts import Order
from rules.musket_and_pike import tables
from rules.musket_and_pike.duties.duties import standing_bar
from rules.musket_and_pike.duties.limits import Terms, is_exempt
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.marching.lists import legal_ways
from rules.musket_and_pike.melee.eligible import attackable
from rules.musket_and_pike.movement.asks import MoveUnit
from rules.musket_and_pike.movement.plan import plan
from rules.musket_and_pike.movement.reach import Way
from rules.musket_and_pike.movement.strides import TURNS, Here
from rules.musket_and_pike.player import odds, walks
from rules.musket_and_pike.player.view import FAR, View
from rules.musket_and_pike.position import (
    allowance,
    arcs,
    arcs_at,
    has_facing,
    is_foot,
    is_guns,
    is_horse,
    is_light,
    main_at,
)
from rules.musket_and_pike.state import State, Unit

STEP: Final = 0.25  # what a hex nearer to the enemy is worth, in victory points
FIRE: Final = 0.7  # to come before the muskets of foot
PISTOL: Final = 0.25  # or before pistols
EXPOSED: Final = 1.2  # an enemy beside a flank or the rear
RAGGED: Final = {"FS": 0.8, "FB": 2.0}  # to arrive in disorder
IDLE: Final = 0.5  # to stand beside the enemy and not strike him
MOMENTOUS: Final = (tables.FOOT, tables.HORSE)  # 11.3.6
NEVER: Final = -999.0
BETTER: Final = 0.05  # what a move must gain
STAND_OFF: Final = {True: 6, False: 3}  # 5.6.2 hexes at which horse, or foot, waits for the order to charge


def move(view: View, name: UnitId) -> Order | None:
    """What a unit does with its allowance, if anything."""
    state = view.state
    unit = state.units[name]
    if unit.morale == "MB" or is_guns(unit) or not allowance(state, name) or standing_bar(state, name):
        return None
    order = view.wing_of(unit).order
    if order in ("receive_charge", "rally") and not is_adrift(view, name):
        return None
    terms = walks.terms_of(view, name)
    if not terms.commanded:
        return back(view, terms)
    if order == "charge":
        return to_charge(view, terms)
    if order == "make_ready":
        return walks.plain(view, terms, STAND_OFF[is_horse(unit)])
    return None


def is_adrift(view: View, name: UnitId) -> bool:
    """5.4.3 Whether it may be out of command: somewhat far from its commander."""
    unit = view.state.units[name]
    leader = view.state.leaders.get(view.wing_of(unit).commander)
    far = view.ground.distance
    return leader is not None and bool(leader.at) and min(far(at, leader.at) for at in unit.hexes) > tables.LINK[
        unit.card.arm
    ]  # fmt: skip


def back(view: View, terms: Terms) -> Order | None:
    """5.4.3 Into command by the shortest way, unless it need not."""
    if is_exempt(view.state, terms.mover.unit) or not terms.links:
        return None
    far, links = view.ground.distance, terms.links.hexes

    def want(hexes: tuple[HexId, ...]) -> int:
        return min([far(at, to) for at in hexes for to in links])

    return walks.first(terms, want)


def to_charge(view: View, terms: Terms) -> Order | None:
    """5.6.1 Far off the plain way; near the enemy wherever most is promised."""
    if terms.held:
        return turn_about(view, terms)
    reach = terms.mover.ma + 1
    if view.to_enemy(terms.unit) > reach:
        return walks.plain(view, terms)
    return to_strike(view, terms)


class Closing:
    """What it promises one unit to end its move in a place."""

    def __init__(self, view: View, terms: Terms) -> None:
        self.view, self.terms, self.name, self.unit = view, terms, terms.mover.unit, terms.unit
        self.away = view.away(terms.mover.klass)
        self._known: dict[tuple[object, ...], float] = {}

    def worth(self, way: Way) -> float:
        here = way.here
        found = -STEP * min([self.away.get(at, FAR) for at in here.hexes])
        if here.formation != self.unit.formation:
            found -= RAGGED.get(here.formation, 0.0)
        if not self.view.in_contact(here.hexes):
            return found
        momentum = self._gathers(way.path)
        key = (here.hexes, here.facing, here.formation, momentum)
        if key not in self._known:
            self._known[key] = self._beside(here, momentum)
        return found + self._known[key]

    def _gathers(self, path: tuple[str, ...]) -> bool:
        """11.3.6 Whether the last two steps are taken over clear hexes, without a turn."""
        if self.unit.card.arm not in MOMENTOUS or any(word in TURNS for word in path[-tables.MOMENTUM :]):
            return False
        steps = plan(self.view.field, self.terms.mover, self.terms.start, path)
        return bool(steps) and steps[-1][1].clear >= tables.MOMENTUM

    def _beside(self, here: Here, momentum: bool) -> float:
        """In contact: the best blow, less the fire it meets and what lies open."""
        state, view = self.view.state, self.view
        around = arcs_at(state, self.unit, here.hexes, here.facing)
        side_on = [foe for hex in (*around.flanks, *around.rear) if (foe := foe_at(view, hex))]
        met = {foe for hex in (*around.front, *around.flanks, *around.rear) if (foe := foe_at(view, hex))}
        shadow = odds.standing(state, self.name, here, momentum=momentum)
        blow = max((self._blow(shadow, hex) for hex in attackable(shadow, shadow.units[self.name])), default=-IDLE)
        fire = sum(volley(state, foe, here) for foe in met)
        return blow - fire - EXPOSED * len(set(side_on))

    def _blow(self, shadow: State, hex: HexId) -> float:
        foe = foe_at(self.view, hex)
        if not foe:
            return -IDLE
        if is_guns(shadow.units[foe]):
            return odds.worth(shadow, shadow.units[foe])
        if is_light(self.unit) and not is_light(shadow.units[foe]):
            return -IDLE
        friends = tuple(name for name in strikers(self.view, foe) if name != self.name)
        return max(odds.melee(shadow, (*friends, self.name), foe, (hex,)), -IDLE)


def foe_at(view: View, hex: HexId) -> UnitId:
    """The enemy who holds a hex; empty if none does."""
    state = view.state
    if hex not in state.stacks:
        return ""
    name = main_at(state, hex) or state.stacks[hex][0]
    return name if state.units[name].side != view.side else ""


def strikers(view: View, foe: UnitId) -> list[UnitId]:
    """11.1.4 Who of the active Wing can strike this enemy already."""
    return view.strikers.get(foe, [])


def volley(state: State, foe: UnitId, here: Here) -> float:
    """9.4 What his reaction fire is likely to cost, if he has us before him or beside him."""
    unit = state.units[foe]
    if not has_facing(unit) or unit.formation == "HH" or is_guns(unit):
        return 0.0
    around = arcs(state, unit)
    if not any(hex in around.front or hex in around.flanks for hex in here.hexes):
        return 0.0
    return PISTOL if is_horse(unit) else FIRE if is_foot(unit) else FIRE / 2


def to_strike(view: View, terms: Terms) -> Order | None:
    """The place and facing that promise most, of those its order allows."""
    closing = Closing(view, terms)
    most = NEVER if terms.foes else closing.worth(Way((), terms.start)) + BETTER
    return _best(terms, closing, most)


def turn_about(view: View, terms: Terms) -> Order | None:
    """5.6.1 Held by an enemy: only a turn that gets him to its front, if he is not there."""
    if faces_enemy(view, terms.unit):
        return None
    closing = Closing(view, terms)
    return _best(terms, closing, closing.worth(Way((), terms.start)) + BETTER)


def _best(terms: Terms, closing: Closing, most: float) -> Order | None:
    best = None
    for way in legal_ways(terms):
        worth = closing.worth(way)
        if worth > most:
            best, most = way, worth
    return MoveUnit(unit=terms.mover.unit, path=best.path) if best else None


def faces_enemy(view: View, unit: Unit) -> bool:
    """11.1.2 Whether somebody stands where it could strike."""
    return any(foe_at(view, hex) for hex in attackable(view.state, unit))
