"""What a side means by the words of an order, in the position it can see: `move pettigrew 1926` as the full order."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT

from domain.games.look import legal
from domain.kernel.board import Board, Counter
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder
from domain.kernel.facts import Order, Side
from domain.kernel.play import check
from domain.kernel.reasons import Reason
from domain.kernel.say import call
from domain.kernel.system import System
from domain.words.names import Callings, with_ids
from domain.words.orders import orders_of, parse_order
from domain.words.scan import closest, matching, unclear
from domain.words.slots import Slot, slots_of
from domain.words.tell import say_of
from domain.words.typed import PATH, Draft, read

MAX_LOOKED_UP = 400  # words of one order that are no ids
MAX_SUGGESTED = 2_000  # units among whom a misspelt one is looked for
MAX_NAMED = 8  # of those among whom an order is unclear
MAX_CHOICES = 20_000  # legal orders that are gone through to see who may be meant
_TURNED = re.compile(r"\w{1,20}:[0-9]{1,3}", re.ASCII)
_POINT = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?:-?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


class Heard(NamedTuple):
    """An order in full, and what its way costs where that was found for the giver."""

    order: Order
    price: Reason | None = None


def heard(system: System[Any], state: Any, by: Side, text: str, names: Mapping[str, str]) -> Heard:
    """An order as it was typed. One that is written in full, and that the rules take so, stays as it is written."""
    hearing = Hearing(system, state, by, names)
    try:
        order = with_ids(parse_order(system, text), names)
    except MalformedOrder:
        return hearing.read(text)
    if hearing.is_plain(order):
        return Heard(order)
    return _unless_taken(hearing, order, lambda: hearing.read(text))


def _unless_taken(hearing: Hearing, order: Order, again: Callable[[], Heard]) -> Heard:
    """Something in it is not known by this word: it may be new, or another word for something that is."""
    try:
        found = again()
    except (MalformedOrder, BadInput):
        if hearing.takes(order):
            return Heard(order)
        raise
    return Heard(order) if found.order == order or hearing.takes(order) else found


class Hearing:
    """What a side may mean in a position: only what it can see of it counts, so that nothing hidden is told."""

    def __init__(self, system: System[Any], state: Any, by: Side, names: Mapping[str, str]) -> None:
        self.system, self.state, self.by, self.names = system, state, by, names
        self._looked_up = 0
        self._there: dict[str, str] = {}  # places that were asked for by who stands there

    def read(self, text: str) -> Heard:
        draft = read(text, self)
        found = self._way(draft) if draft.to else Heard(self._struck(draft) if draft.foe else self._whole(draft))
        return found._replace(order=with_ids(found.order, self.names))

    # Whom an order strikes

    def strikes(self, kind: type[Order]) -> bool:
        return self._against(kind) is not None and not any(slot.is_foe for slot in slots_of(kind).values())

    def _against(self, kind: type[Order]) -> Callable[[Any, Side, str], Iterable[Order]] | None:
        return self.system.book.asked[kind].against

    def is_foe(self, kind: type[Order], word: str) -> bool:
        if word in self.spots:
            return self.strikes(kind) and bool(self._enemies(word))
        found = self._enemies(word)
        if not found or any(self._side(unit) in ("", self.by) for unit in found):
            return False
        slot = next((slot for slot in slots_of(kind).values() if slot.of == "unit" and not slot.is_foe), None)
        return slot is None or self._offered(kind, slot).isdisjoint(found)

    def _struck(self, draft: Draft) -> Order:
        """Whoever strikes the enemy that was named: of several one must be named too."""
        against = self._against(draft.kind)
        assert against is not None, "only such orders strike somebody they do not name"
        enemies = self._enemies(draft.foe)
        if len(enemies) > 1 and draft.foe not in self.spots:
            raise draft.scan.fail(unclear(draft.foe, self.called(enemies)))
        orders = (order for enemy in enemies for order in against(self.state, self.by, enemy))
        found = [order for order in orders if _agrees(order, draft.values)]
        (slot, *_) = (slot for slot in slots_of(draft.kind).values() if slot.of == "unit")
        actors = list(dict.fromkeys(getattr(order, slot.name) for order in found))
        whom = draft.foe if draft.foe in self.spots else self.called(enemies)[0]
        if not actors:
            raise draft.scan.fail(f"there is no {draft.name} against {whom} to give now")
        if len(actors) > 1:
            raise draft.scan.fail(f"against {whom} {draft.name} also needs {slot.key}=: {_or(self.called(actors))}")
        return found[0]

    def _enemies(self, word: str) -> tuple[str, ...]:
        """Whom a word names, or who is seen in the place it names."""
        if word not in self.spots:
            found = self._units(word)
            return tuple(unit for unit in found if unit in self.counters) or found
        return tuple(one.id for one in self.counters.values() if one.at == word and one.side not in ("", self.by))

    def _whole(self, draft: Draft) -> Order:
        """An attack by whom it strikes or by who strikes: the rest is clear where only one legal order has these."""
        slots = slots_of(draft.kind).values()
        missing = [slot for slot in slots if slot.default is NODEFAULT and slot.name not in draft.values]
        if not (missing and draft.values and any(slot.is_foe for slot in slots)):
            return draft.order()
        orders = self._strikers(draft) or self.choices(draft.kind)
        fitting = (order for order in orders if _agrees(order, draft.values))
        found = list(dict.fromkeys(tuple(getattr(order, slot.name) for slot in missing) for order in fitting))
        if len(found) == 1:
            return draft.order(**{slot.name: value for slot, value in zip(missing, found[0], strict=True)})
        for place, slot in enumerate(missing):
            some = self._listed(slot, dict.fromkeys(str(one[place]) for one in found))
            if len(some) > 1:
                raise draft.scan.fail(f"{draft.name} also needs {slot.key}=: {_or(some[:MAX_NAMED])}")
        return draft.order()

    def _strikers(self, draft: Draft) -> list[Order]:
        """Who can strike an enemy unit that is named, as the rules of the order tell."""
        against = self._against(draft.kind)
        slots = (slot for slot in slots_of(draft.kind).values() if slot.is_foe and slot.of == "unit")
        named = next((draft.values[slot.name] for slot in slots if slot.name in draft.values), "")
        return list(against(self.state, self.by, named)) if against and named in self.counters else []

    def _listed(self, slot: Slot, ids: Iterable[str]) -> list[str]:
        """Units by name; places with the enemies seen there."""
        if slot.of != "place":
            return self.called(list(ids))
        seen = [one for one in self.counters.values() if one.side != self.by]
        there = {at: [self._label(one.id) for one in seen if one.at == at] for at in ids}
        return [f"{at} ({', '.join(names)})" if names else at for at, names in there.items()]

    def _way(self, draft: Draft) -> Heard:
        """Without a way the rules say why: the place is taken for a path of one step, where it can be one."""
        way = self.system.book.asked[draft.kind].way
        assert way is not None, "only such orders have a place to go to"
        movers = [slot for slot in slots_of(draft.kind).values() if slot.of == "unit"]
        moved = [word for slot in movers for word in _words(draft.values.get(slot.name, ()))]
        if not moved:
            raise draft.scan.fail(f"{draft.name} also needs {movers[0].key}=")
        try:
            found = way.find(self.state, self.by, draft.values, draft.to)
        except IllegalOrder as refused:
            refused.speak = say_of(self.system, self.names).reason
            raise
        if found is not None:
            return Heard(found, way.price(self.state, self.by, found))
        path = slots_of(draft.kind)[PATH]
        if path.of != "place":
            unit = self.called(moved)[0]
            raise BadInput(f"{unit} finds no way to {draft.to} in one move; name the steps with path=")
        return Heard(draft.order(path=msgspec.convert((draft.to,), path.type, strict=False)))

    # As it is written

    def is_plain(self, order: Order) -> bool:
        """Whether every unit and place in it is called by its id."""
        slots = [slot for slot in slots_of(type(order)).values() if slot.of]
        return all(self._is_known(slot.of, word) for slot in slots for word in _words(getattr(order, slot.name)))

    def _is_known(self, of: str, word: str) -> bool:
        if not word or of not in ("unit", "place"):
            return True
        return self._is_spot(word) if of == "place" else word in self.names or word in self.counters

    def _is_spot(self, word: str) -> bool:
        """A place; or one with what is done there, `1012:2` for facing the second way in it."""
        return word in self.spots or (_TURNED.fullmatch(word) is not None and word.partition(":")[0] in self.spots)

    def takes(self, order: Order) -> bool:
        try:
            check(self.system, self.state, self.by, order)
        except IllegalOrder:
            return False
        return True

    # What is there

    @property
    def kinds(self) -> Mapping[str, type[Order]]:
        return orders_of(self.system)

    @cached_property
    def now(self) -> Collection[str]:
        kinds = set(self.system.book.now(self.state, self.by))
        return {name for name, kind in self.kinds.items() if kind in kinds}

    def finds_way(self, kind: type[Order]) -> bool:
        return self.system.book.asked[kind].way is not None

    def offers(self, kind: type[Order], values: Mapping[str, Any]) -> bool:
        """Whether he may give orders of this kind to the units named."""
        slots = [slot for slot in slots_of(kind).values() if slot.of == "unit" and slot.name in values]
        return all(word in self._offered(kind, slot) for slot in slots for word in _words(values[slot.name]))

    @cached_property
    def board(self) -> Board:
        return self.system.sight.board(self.state, self.by)

    @cached_property
    def counters(self) -> Mapping[str, Counter]:
        return {counter.id: counter for counter in self.board.counters}

    @cached_property
    def spots(self) -> Collection[str]:
        return {spot.name for spot in self.board.spots}

    @cached_property
    def _callings(self) -> tuple[Callings, Callings]:
        """As the board calls them, and as the pack does."""
        seen = {unit: counter.name for unit, counter in self.counters.items()}
        return Callings(seen), Callings(self.names)

    # Who is meant

    def meant(self, kind: type[Order], slot: Slot, word: str) -> tuple[str, ...]:
        self._looked_up += 1
        if self._looked_up > MAX_LOOKED_UP:
            raise MalformedOrder(f"an order has at most {MAX_LOOKED_UP} words that are looked up; write ids")
        if slot.of == "place":
            return self._places(kind, slot, word)
        if slot.of == "unit":
            return self._narrowed(kind, slot, self._units(word))
        if slot.of == "side":
            return tuple(matching(word, self.state.core.sides)) if word else ()
        offered = self._offered(kind, slot)
        return Callings({one: one for one in offered}).meant(word)

    def _units(self, word: str) -> tuple[str, ...]:
        """By id or by a name that only one has; else by a number or how a name begins."""
        if word in self.counters or word in self.names:
            return (word,)
        folded = " ".join(word.casefold().split())
        exact = [calls.ids[folded] for calls in self._callings if folded in calls.ids]
        found = exact[:1] or [unit for calls in self._callings for unit in calls.meant(word)]
        return tuple(dict.fromkeys(found))

    def _narrowed(self, kind: type[Order], slot: Slot, found: tuple[str, ...]) -> tuple[str, ...]:
        """Of several: those he may order so, else those of his own side (or the other, if that is meant), else all."""
        if len(found) < 2:
            return found
        offered = self._offered(kind, slot)
        sided = {unit for unit, counter in self.counters.items() if (counter.side == self.by) is not slot.is_foe}
        for some in (offered, sided):
            if kept := tuple(unit for unit in found if unit in some):
                return kept
        return found

    def _places(self, kind: type[Order], slot: Slot, word: str) -> tuple[str, ...]:
        """A place by its name or by what the map prints there; or a unit, which means where it stands."""
        if self._is_spot(word) or (self.board.field is not None and _POINT.fullmatch(word)):
            return (word,)
        folded = word.casefold()
        named = [spot.name for spot in self.board.spots if folded in (spot.name.casefold(), spot.label.casefold())]
        if named:
            return tuple(named)
        units = self._units(word)
        if slot.is_foe:
            units = tuple(unit for unit in units if self._side(unit) not in ("", self.by)) or units
        there = {at: unit for unit in reversed(units) if (at := self._stands(unit))}
        self._there.update(there)
        offered = self._offered(kind, slot) if len(there) > 1 else ()
        return tuple([at for at in there if at in offered] or there)

    def _side(self, unit: str) -> Side:
        """Whose it is seen to be; empty: nobody's, or it is not seen."""
        return self.counters[unit].side if unit in self.counters else ""

    def _stands(self, unit: str) -> str:
        """Where it is seen to stand, as an order writes it."""
        counter = self.counters.get(unit)
        at = counter.at if counter is not None else ""
        return at.replace(", ", ":") if self.board.field is not None else at

    def _offered(self, kind: type[Order], slot: Slot) -> Set[str]:
        """What stands in this field of the orders he may give now."""
        return self._in_choices(kind).get(PATH if slot.key not in slots_of(kind) else slot.name, {}).keys()

    def _in_choices(self, kind: type[Order]) -> Mapping[str, Mapping[str, None]]:
        if kind not in self._choices:
            found: dict[str, dict[str, None]] = {}
            for order in self.choices(kind):
                for slot in slots_of(kind).values():
                    found.setdefault(slot.name, {}).update(dict.fromkeys(_words(getattr(order, slot.name))))
            self._choices[kind] = found
        return self._choices[kind]

    @cached_property
    def _choices(self) -> dict[type[Order], Mapping[str, Mapping[str, None]]]:
        return {}

    def choices(self, kind: type[Order]) -> Iterator[Order]:
        """The orders of a kind that he may give now."""
        found = islice(legal(self.system, self.state, self.by), MAX_CHOICES)
        return (choice.order for choice in found if type(choice.order) is kind)

    def near(self, word: str) -> str:
        """For the end of a refusal: who is spelt nearly so."""
        if max(len(self.names), len(self.counters)) > MAX_SUGGESTED:
            return ""
        known = {**{unit: counter.name for unit, counter in self.counters.items()}, **self.names}
        by_call = {name.casefold(): unit for unit, name in known.items()} | {unit.casefold(): unit for unit in known}
        close = closest(word.casefold()[:100], by_call)
        found = self.called(list(dict.fromkeys(by_call[one] for one in close)))
        return f"; did you mean {' or '.join(found)}?" if found else ""

    def called(self, ids: Sequence[str]) -> list[str]:
        return [self._told(one) for one in ids]

    def _told(self, one: str) -> str:
        """A unit with its name; a place with the unit that was named for it."""
        unit = self._there.get(one)
        return call(one, self._label(one)) if unit is None else f"{self._told(unit)} in {one}"

    def _label(self, unit: str) -> str:
        counter = self.counters.get(unit)
        return self.names.get(unit) or (counter.name if counter is not None else unit)


def _agrees(order: Order, given: Mapping[str, Any]) -> bool:
    return all(getattr(order, name) == value for name, value in given.items())


def _or(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _words(value: Any) -> Iterator[str]:
    """The words of a field, alone or in a list."""
    if isinstance(value, tuple):
        for item in value:
            yield from _words(item)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)
