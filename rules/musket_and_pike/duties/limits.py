"""5.5.1, 5.6 What the order of a Wing lets its units do when they move in its activation, and only then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from functools import cached_property

from domain.kernel.errors import IllegalOrder
from rules.musket_and_pike.duties import charge
from rules.musket_and_pike.ground.sight import unit_sees
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.command import Links, is_commanded, links, reach_of, shortfall
from rules.musket_and_pike.movement.field import FOE, Field
from rules.musket_and_pike.movement.reach import ONE_HEX, Limits, ways
from rules.musket_and_pike.movement.strides import Here, Limit, Mover, Stride
from rules.musket_and_pike.position import adjacent_enemies, distance, enemies, is_guns, is_near_enemy
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import Move, State

FREE = Limits()


class Commanded(Container[HexId]):
    """5.4.2 The hexes in which a unit would be in command, found as they are asked for."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.known = terms, dict[HexId, bool]()

    def __contains__(self, hex: object) -> bool:
        name = str(hex)
        if name not in self.known:
            self.known[name] = is_commanded(self.terms.state, self.terms.unit, (name,), self.terms.links)
        return self.known[name]


class Terms:
    """What binds one unit in its move: its order, its command, and the target of its Charge, as it starts."""

    def __init__(self, field: Field, mover: Mover, here: Here) -> None:
        self.field, self.mover, self.start = field, mover, here
        self.state, self.unit = field.state, field.state.units[mover.unit]
        self.order = self.state.wings[self.unit.wing].order
        self.links: Links = links(self.state, self.unit.wing, without=mover.unit)
        self.commanded = self.is_back(here)
        self.limits = of_order(field, mover)

    def is_back(self, here: Here) -> bool:
        """5.4.2 Whether it would be in command there."""
        return is_commanded(self.state, self.unit, here.hexes, self.links)

    @cached_property
    def _charges(self) -> bool:
        return self.order == "charge" and self.commanded

    @cached_property
    def held(self) -> bool:
        """5.6.1"""
        return self._charges and charge.is_held(self.state, self.mover.unit)

    @cached_property
    def foes(self) -> list[UnitId]:
        """5.6.1"""
        return charge.targets(self.state, self.mover.unit) if self._charges and not self.held else []

    @cached_property
    def back(self) -> Limits:
        """5.4.3 For a search of ways back into command: it goes on only as far as that."""
        return Limits(stops=Commanded(self))

    def limit(self) -> Limit:
        """The limits of its order, from where it is in command (5.4.3); guns it has taken on the way do not count."""
        back, passed = self.commanded, set[HexId]()

        def bar(here: Here, stride: Stride) -> IllegalOrder | None:
            nonlocal back
            passed.update(here.hexes)
            back = back or self.is_back(here)
            found = self.limits.bar(self.mover, here, stride) if back else None
            contact = found is not None and found.reason.key != ONE_HEX
            return None if contact and self._is_past(stride.hexes, passed) else found

        return bar

    def _is_past(self, hexes: Collection[HexId], passed: Collection[HexId]) -> bool:
        """10.8.9 Whether the only enemies next to these hexes are guns that it has just ridden over."""
        foes = {hex for at in hexes for hex in self.field.ground.near(at) if self.field.bars(hex) >= FOE}
        return bool(foes) and foes <= set(passed)

    def end_bar(self, here: Here, passed: list[Here], words: Collection[str]) -> IllegalOrder | None:
        """Why its move may not end there; `passed` are the places it came by, `words` those of its path."""
        if not self.commanded:
            return self._return_bar(here, passed)
        if self.order == "receive_charge":
            return self._receive_bar(here, words)
        check = {
            "charge": self._charge_bar,
            "make_ready": lambda _here: None,
            "rally": self.rally_bar,
        }[self.order]
        return check(here)

    def rest_bar(self, here: Here) -> IllegalOrder | None:
        """5.6.4 The same of a move on the map that goes on another way; where the unit is now it may stay."""
        binds = self.order == "rally" and self.commanded and self.start.hexes and here.hexes != self.unit.hexes
        return self.rally_bar(here) if binds else None

    # 5.4.3 Out of command

    def _return_bar(self, here: Here, passed: list[Here]) -> IllegalOrder | None:
        """5.4.3 Back into command as fast as possible; then it is free within its order."""
        name = self.mover.unit
        if not self.links:
            return IllegalOrder("no commander on the map", "5.4.3", name)
        if any(map(self.is_back, passed)):
            return None
        far = shortfall(self.state, self.unit, here.hexes, self.links)
        return IllegalOrder("back into command", "5.4.3", name) if self.comes_nearer(far) else None

    def comes_nearer(self, far: int) -> bool:
        """5.4.3 Whether it could come nearer to command than so many hexes."""
        if shortfall(self.state, self.unit, self.start.hexes, self.links) < far:
            return True
        known = {self.start.hexes}
        for way in ways(self.field, self.mover, self.start, self.back._replace(idle=self._idle(far))):
            if way.here.hexes not in known:
                known.add(way.here.hexes)
                if shortfall(self.state, self.unit, way.here.hexes, self.links) < far:
                    return True
        return False

    def _idle(self, far: int) -> Callable[[Here, Stride], bool]:
        """Steps from which even the straightest way on, a point a hex, comes no nearer."""
        known: dict[HexId, int] = {}
        away, links = self.field.ground.distance, self.links.hexes

        def least(hex: HexId) -> int:
            found = known.get(hex)
            if found is None:
                found = known[hex] = min([away(hex, to) - (own or reach_of(self.unit)) for to, own in links.items()])
            return found

        def idle(here: Here, stride: Stride) -> bool:
            left = self.mover.ma - here.spent - stride.cost
            return min([least(hex) for hex in stride.hexes]) - left >= far

        return idle

    # 5.6 The four orders

    def _charge_bar(self, here: Here) -> IllegalOrder | None:
        """5.6.1"""
        name, state = self.mover.unit, self.state
        if self.held or charge.may_linger(state, name):
            return None
        if not self.foes:
            if self.is_back(here):
                return None
            return IllegalOrder("stay within command", "5.6.1", name)
        if charge.is_closer(state, name, here.hexes, self.foes):
            return None
        if charge.can_close(self.field, self.mover, self.start, self.limits, self.foes):
            return IllegalOrder("must come closer", "5.6.1", name, *self.foes)
        if charge.is_farther(state, name, here.hexes, self.foes):
            return IllegalOrder("must come closer", "5.6.1", name, *self.foes)
        return None

    def _receive_bar(self, here: Here, words: Collection[str]) -> IllegalOrder | None:
        """5.6.3 A two-hex unit may wheel further, and do nothing else, if half of it ends next to where it stood."""
        marches = any(word in self.field.ground.at for word in words)
        if here.entered > 1 and (marches or distance(self.state, here.hexes, self.start.hexes) > 1):
            return IllegalOrder(ONE_HEX, "5.6.3", self.mover.unit)
        return None

    def rally_bar(self, here: Here) -> IllegalOrder | None:
        """5.6.4, D22 The nearest enemy no nearer; read otherwise, no enemy that it sees, or none at all."""
        letter = reading(self.state, "D22")
        if letter == "a":
            nearer = self.field.nearest(here.hexes) < self.field.nearest(self.start.hexes)
        else:
            nearer = any(here_far < then for here_far, then in self._shunned(here, all_seen=letter == "b"))
        return IllegalOrder("no closer to the enemy", "5.6.4", self.mover.unit) if nearer else None

    def _shunned(self, here: Here, *, all_seen: bool) -> Iterator[tuple[int, int]]:
        """How far each enemy would be, and how far it is."""
        state = self.state
        foes = [state.units[foe] for foe in enemies(state, self.unit.side)]
        seen = foes if all_seen else [foe for foe in foes if unit_sees(state, self.unit, foe)]
        pairs = [(distance(state, here.hexes, foe.hexes), distance(state, self.start.hexes, foe.hexes)) for foe in seen]
        if all_seen:
            yield from pairs
        elif pairs:
            yield min(now for now, _ in pairs), min(then for _, then in pairs)


def under_way(field: Field, mover: Mover, move: Move) -> Terms:
    """5.4.2, 5.4.3, 9.3.4 Of a move that something has interrupted, as it began.

    Its order binds it if it has been in command since, or if he who commanded it has fallen meanwhile.
    """
    unit = field.state.units[mover.unit]
    terms = Terms(field, mover, Here(move.start, unit.facing, unit.formation))
    been = (Here(hexes, unit.facing, unit.formation) for hexes in move.trail)
    terms.commanded = terms.commanded or not terms.links or any(map(terms.is_back, been))
    return terms


def of_order(field: Field, mover: Mover) -> Limits:
    """5.6 What the order forbids step by step."""
    state = field.state
    order = state.wings[state.units[mover.unit].wing].order
    if order == "charge":
        return Limits(stops=charge.Stops(state, mover.unit))
    if order == "make_ready":
        return Limits(banned=_contact(field, mover.unit), cite="5.6.2")
    if order == "receive_charge":
        return Limits(banned=_contact(field, mover.unit), entered=1, cite="5.6.3")
    return FREE


def _contact(field: Field, name: UnitId) -> frozenset[HexId]:
    """D21 Hexes next to an enemy; read otherwise, those it is next to already do not count."""
    state = field.state
    if reading(state, "D21") == "a":
        return field.contact
    unit = state.units[name]
    known = set(adjacent_enemies(state, unit.hexes, unit.side))
    near = state.ground.near
    new = (foe for foe in enemies(state, unit.side) if foe not in known)
    return frozenset(to for foe in new for hex in state.units[foe].hexes for to in near(hex))


def is_exempt(state: State, name: UnitId) -> bool:
    """5.4.3, D16 A unit out of command that need not come back: one next to an enemy, unlimbered guns."""
    unit = state.units[name]
    if is_guns(unit) and not unit.limbered:
        return True
    letter = reading(state, "D16")
    if letter == "b" or not is_near_enemy(state, unit.hexes, unit.side):
        return False
    return letter == "a" or charge.is_held(state, name)
