"""7.1 Where a unit goes: foot up to whom it can strike, horse where it can charge, archers where they can shoot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel.facts import Order
from rules.wallaces_war import tables
from rules.wallaces_war.ground.sight import has_sight
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.modifiers import is_concentric
from rules.wallaces_war.movement import charging, reach
from rules.wallaces_war.movement.asks import MarkCharge, MoveUnits
from rules.wallaces_war.movement.movers import Mover, party
from rules.wallaces_war.movement.reach import Way
from rules.wallaces_war.movement.terms import terms_of
from rules.wallaces_war.player import files, odds
from rules.wallaces_war.player.view import HEX, View
from rules.wallaces_war.player.walks import walk, want_of
from rules.wallaces_war.state import MOVEMENT
from rules.wallaces_war.zones import front

STEP: Final = 0.12  # what a hex nearer to the enemy is worth, in strength points
THREAT: Final = 0.2  # an enemy stack that can come up and strike first
MANY: Final = 3  # of them
EXPOSED: Final = 0.35  # an enemy beside a flank or the rear
IDLE: Final = 0.5  # to stand beside the enemy and not strike him
ALONE: Final = 0.4  # out of the leader's reach
REPLY: Final = 0.7  # a reply counts for less: it may fall on somebody else
RING: Final = 0.7  # what closing the ring about an enemy adds for each who stands there
BETTER: Final = 0.05  # what a move must gain
NEAR_SHOT: Final = 0.25  # to shoot from where the enemy's foot can come
MARKS: Final = tables.CHARGE * tables.HALVES  # 11.2.1a points that a charge needs


def move(view: View, units: tuple[UnitId, ...]) -> Order | None:
    """The best of what a unit or stack can do; far from the enemy it goes the plain way."""
    unit = view.state.units[units[0]]
    mover = party(view.state, units)
    nature = mover.nature
    is_far = view.to_enemy(unit) > nature.allowance - nature.spent + tables.REACH * HEX
    if unit.shaken or is_far or not view.is_willing(unit.battle):
        return plain(view, mover)
    if unit.kind in tables.MISSILE:
        return to_shoot(view, mover)
    if unit.kind == "HC":
        return to_charge(view, mover)
    return to_strike(view, mover)


def plain(view: View, mover: Mover) -> Order | None:
    found = walk(view, mover, want_of(view, view.state.units[mover.units[0]]))
    return MoveUnits(units=mover.units, path=found.path) if found.path else None


# Foot


class Closing:
    """What it promises one unit or stack to stand in a hex near the enemy."""

    def __init__(self, view: View, mover: Mover) -> None:
        self.view, self.mover = view, mover
        self.away = view.away(mover.nature.ground)
        self.terms = terms_of(view.field, mover)
        captain = view.captain(mover.nature.battle)
        self.leader = captain[1] if captain else None
        self._gains: dict[tuple[HexId, HexId], float] = {}
        self.step = STEP + view.boldness
        self.threat = max(THREAT - view.boldness, 0.0)

    def worth(self, at: HexId, facing: int) -> float:
        """What it is worth to end a move there, facing so."""
        found = -self.step * self.away(at) / HEX
        leader = self.leader
        if leader and self.view.ground.distance(at, leader.at) > leader.range + 1:
            found -= ALONE
        if at in self.view.contact:
            return found + self._beside(at, facing)
        return found - self.threat * min(self.view.threats.get(at, 0), MANY)

    def _beside(self, at: HexId, facing: int) -> float:
        view = self.view
        foes = view.foes_near(at)
        wide = self.terms.is_wide(at)
        ahead = [foe for foe in foes if wide or foe in view.ground.front(at, facing)]
        best = max((self._gain(at, foe) for foe in ahead), default=-IDLE)
        if best <= -view.boldness:
            best -= IDLE  # it would only stand there
        return best - EXPOSED * (len(foes) - len(ahead))

    def _gain(self, at: HexId, foe: HexId) -> float:
        found = self._gains.get((at, foe))
        if found is None:
            found = self._gains[at, foe] = self._reckon(at, foe)
        return found

    def _reckon(self, at: HexId, foe: HexId) -> float:
        """10.3/S2 The blow with all who stand about the enemy already, and what they gain by a closed ring."""
        state, units = self.view.state, self.mover.units
        others = [one for one in strikers(self.view, foe) if one != at and one != self.mover.nature.at]
        blow = odds.blow(state, units, at, foe, (*others, at))
        answer = odds.reply(state, foe, at, units) / (1 + len(others))
        ring = RING * len(others) * (is_closed(self.view, foe, (*others, at)) and not is_closed(self.view, foe, others))
        return blow - REPLY * answer + ring


def strikers(view: View, foe: HexId) -> list[HexId]:
    """Hexes beside an enemy whence foot of the moving Battle can strike him already."""
    state, battle = view.state, view.state.turn.battle
    return [
        near
        for near in view.ground.near(foe)
        if near in state.stacks
        and state.units[state.stacks[near][0]].battle == battle
        and state.units[state.stacks[near][0]].kind in tables.FIRST_RANK
        and not state.units[state.stacks[near][0]].shaken
        and foe in front(state, near)
    ]


def is_closed(view: View, foe: HexId, hexes: Iterable[HexId]) -> bool:
    """10.3/S2 Whether attacks from these hexes would be concentric."""
    return is_concentric(view.state, foe, tuple(hexes))


def to_strike(view: View, mover: Mover) -> Order | None:
    """The hex and facing that promise most, if they are better than where it stands."""
    closing, nature = Closing(view, mover), mover.nature
    best: Way | None = None
    most = closing.worth(nature.at, nature.facing) + BETTER
    for way in _ends(reach.ways(view.field, mover), wide=nature.is_all_round):
        worth = closing.worth(way.at, way.facing)
        if worth > most:
            best, most = way, worth
    return MoveUnits(units=mover.units, path=best.path) if best else None


def _ends(ways: list[Way], *, wide: bool) -> Iterator[Way]:
    """Each end once; of units that look all around each hex once, by the cheapest way."""
    seen = set[HexId]()
    for way in ways:
        if not wide or way.at not in seen:
            seen.add(way.at)
            yield way


# Horse


def to_charge(view: View, mover: Mover) -> Order | None:
    """11.2.1 Marked where it stands, if that is good; else to where a charge promises more, two points kept for it."""
    state, units, nature = view.state, mover.units, mover.nature
    if state.core.phase != MOVEMENT:
        return plain(view, mover)
    here, least = files.charge_from(view, units, nature.at), -view.boldness
    able = all(charging.mark_bar(state, name) is None for name in units if state.units[name].kind == "HC")
    ends = _ends(reach.ways(view.field, short(mover)), wide=True) if able else ()
    values = {way: guess(view, units, way.at) for way in ends if way.at not in view.contact}
    best = max(values, key=lambda way: (values[way], -way.cost), default=None)
    if able and here > least and (best is None or values[best] <= here + BETTER):
        return MarkCharge(unit=next(name for name in units if state.units[name].kind == "HC"))
    if best is not None and values[best] > max(here, least):
        return MoveUnits(units=units, path=best.path)
    return plain(view, mover)


def short(mover: Mover) -> Mover:
    """11.2.1a The same with two points less."""
    return mover._replace(nature=mover.nature._replace(allowance=mover.nature.allowance - MARKS))


def guess(view: View, units: tuple[UnitId, ...], at: HexId) -> float:
    """What a charge from another hex might promise: the way there looked at only roughly."""
    state, ground, most = view.state, view.ground, files.NEVER
    for target in view.field.enemies & ground.disc(at, tables.REACH):
        if ground.distance(at, target) == tables.REACH and has_sight(state, at, target):
            for _, (first, last) in files.rides(view, at, target):
                if first not in state.stacks and last not in state.stacks and first not in view.field.zones:
                    most = max(most, _charge(view, units, last, target))
    return most


def _charge(view: View, units: tuple[UnitId, ...], end: HexId, target: HexId) -> float:
    def found() -> float:
        return odds.charge(view.state, units, end, target, (*strikers(view, target), end))

    return view.once(("charge", units, end, target), found)


# Missiles


def to_shoot(view: View, mover: Mover) -> Order | None:
    """9.2a Where the best target lies at two hexes rather than three, and out of the way of foot."""
    nature, friends = mover.nature, terms_of(view.field, mover).friends
    away = view.away(nature.ground)
    best: Way | None = None
    most = shot_from(view, mover.units[0], nature.at) + BETTER
    for way in _ends(reach.ways(view.field, mover), wide=True):
        if way.at in friends or not HEX < away(way.at) <= (tables.REACH + 1) * HEX:
            continue
        worth = shot_from(view, mover.units[0], way.at)
        if worth > most:
            best, most = way, worth
    if best:
        return MoveUnits(units=mover.units, path=best.path)
    if most > BETTER:
        return None
    found = walk(view, mover, away)  # nobody in sight: nearer, then
    return MoveUnits(units=mover.units, path=found.path) if found.path else None


def shot_from(view: View, name: UnitId, at: HexId) -> float:
    """What the best shot from a hex promises, less for foot that can come up to it."""
    state, ground = view.state, view.ground
    most = 0.0
    for target in view.field.enemies & ground.disc(at, tables.REACH):
        if has_sight(state, at, target):
            column = ground.distance(at, target)
            most = max(most, _shot(view, name, target, column) * (1 - NEAR_SHOT * (column == 1)))
    return most


def _shot(view: View, name: UnitId, target: HexId, column: int) -> float:
    def found() -> float:
        return odds.at_range(view.state, view.state.units[name], target, column)

    return view.once(("shot", name, target, column), found)
