"""Legal orders for people: put together by unit and kind, in words that can be typed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel.chapter import Choice
from domain.kernel.facts import Order, Side
from domain.kernel.say import call
from domain.kernel.system import System
from domain.words.orders import orders_of
from domain.words.scan import word_or_quoted
from domain.words.slots import Slot, slots_of
from domain.words.tell import say_of
from domain.words.typed import PATH, TO
from domain.words.verbs import kinds_meant, words_of


class Offer(NamedTuple):
    """What one unit may do, or a side without any: each verb with what may follow it."""

    by: Side
    unit: str  # its id, or those of several; empty: of no unit
    name: str
    verbs: dict[str, dict[str, str]]  # verb, then what follows it, to its price


def offers(
    system: System[Any], state: Any, choices: Iterable[Choice], names: Mapping[str, str], seen: Mapping[str, str]
) -> list[Offer]:
    """`seen` are the names of the board, for units the pack does not name; of one place the first manner counts."""
    found: dict[tuple[Side, str], Offer] = {}
    teller = _Teller(system, state)
    for by, order in choices:
        unit = _unit_of(order)
        called = (call(one, names.get(one) or seen.get(one, one)) for one in unit.split(",") if one)
        name = ", ".join(called)
        offer = found.setdefault((by, unit), Offer(by, unit, name, {}))
        there = offer.verbs.setdefault(teller.verb(by, type(order)), {})
        what = teller.what(by, order)
        if what not in there:
            there[what] = teller.price(by, order)
    return list(found.values())


def _unit_slot(kind: type[Order]) -> Slot | None:
    slots = [slot for slot in slots_of(kind).values() if slot.of == "unit"]
    return next((slot for slot in slots if slot.is_text), slots[0] if slots else None)


def _unit_of(order: Order) -> str:
    """Who is ordered; several with commas between, as they are typed."""
    slot = _unit_slot(type(order))
    value = getattr(order, slot.name) if slot else ""
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


class _Teller:
    """Orders of one position in a few words."""

    def __init__(self, system: System[Any], state: Any) -> None:
        self.system, self.state, self.say = system, state, say_of(system)
        self._verbs: dict[tuple[Side, type[Order]], str] = {}

    def verb(self, by: Side, kind: type[Order]) -> str:
        """The plainest word that means this kind of order now."""
        if (by, kind) not in self._verbs:
            now = [one.__name__ for one in self.system.book.now(self.state, by)]
            verb = _verb(kind.__name__, orders_of(self.system), now)
            self._verbs[by, kind] = f"{verb} to" if self._way(kind) else verb
        return self._verbs[by, kind]

    def _way(self, kind: type[Order]) -> bool:
        return self.system.book.asked[kind].way is not None and TO not in slots_of(kind)

    def what(self, by: Side, order: Order) -> str:
        """Where it leads, or its fields but for the unit."""
        if self._way(type(order)) and (path := getattr(order, PATH)):
            way = self.system.book.asked[type(order)].way
            end = way.goal(self.state, by, order) if way and way.goal else str(path[-1])
            if end:
                return end
        return " ".join(_fields(order))

    def price(self, by: Side, order: Order) -> str:
        way = self.system.book.asked[type(order)].way
        if way is None or not getattr(order, PATH, ()):
            return ""
        return self.say.reason(way.price(self.state, by, order)).partition(" ")[0]


def _verb(name: str, kinds: Collection[str], now: Collection[str]) -> str:
    words = (word for word in words_of(name) if kinds_meant(word, kinds, now) == (name,))
    return next(words, name)


def _fields(order: Order) -> Iterator[str]:
    """By what they are where their type tells, else by name."""
    unit = _unit_slot(type(order))
    for slot in slots_of(type(order)).values():
        value = getattr(order, slot.name)
        if value == slot.default or slot == unit:
            continue
        if value is True:
            yield slot.key
        elif isinstance(value, tuple):
            yield f"{'' if slot.of else slot.key + '='}{','.join(word_or_quoted(str(one)) for one in value)}"
        else:
            yield f"{'' if slot.of else slot.key + '='}{word_or_quoted(str(value))}"
