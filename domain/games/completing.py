"""What may follow the beginning of an order, for whoever types it: only what he may order now, where that is known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import inspect as shape

from domain.games.hearing import Hearing
from domain.kernel.errors import RefightError
from domain.kernel.facts import Order, Side
from domain.kernel.system import System
from domain.words.scan import is_bare
from domain.words.slots import Slot, listed_in, slots_of
from domain.words.typed import PATH, TO, read
from domain.words.verbs import kinds_meant, words_of

_VALUE = re.compile(r"(\w+)=([^\s=]*,)?$")  # at the end: a field, and what stands of its list


def following(system: System[Any], state: Any, by: Side, before: str, names: Mapping[str, str]) -> Iterator[str]:
    """Words that may stand after the text, which ends where one begins."""
    hearing = Hearing(system, state, by, names)
    words = before.split()
    if not words:
        yield from _verbs(hearing)
        return
    found = kinds_meant(words[0], hearing.kinds, hearing.now)
    if len(found) == 1:
        yield from _Following(hearing, hearing.kinds[found[0]], before).words()


def _verbs(hearing: Hearing) -> Iterator[str]:
    """Every order by its name; those of now also by the other words of it."""
    yield from (f"{name} " for name in hearing.kinds)
    for name in hearing.now:
        others = words_of(name)[1:]
        yield from (f"{word} " for word in others if kinds_meant(word, hearing.kinds, hearing.now) == (name,))


class _Following:
    """The fields of one kind of order, some of which may be given."""

    def __init__(self, hearing: Hearing, kind: type[Order], before: str) -> None:
        self.hearing, self.kind, self.before = hearing, kind, before
        self.slots = slots_of(kind)
        self.value = _VALUE.search(before)
        self.given = self._given(before[: self.value.start()] if self.value else before)

    def _given(self, text: str) -> Mapping[str, Any]:
        """The fields before this one, as far as they can be read."""
        try:
            return read(text, self.hearing).values
        except RefightError:
            return {}

    def words(self) -> Iterator[str]:
        if self.value is None:
            yield from (f"{key}=" for key in self.slots if f" {key}=" not in self.before)
            yield from self._loose()
            return
        key, begun = self.value[1], [word for word in (self.value[2] or "").split(",") if word]
        if key == TO and key not in self.slots and self.hearing.finds_way(self.kind):
            yield from self._ends()
        elif key in self.slots:
            yield from self._values(self.slots[key], begun)

    def _loose(self) -> Iterator[str]:
        """Without the name of a field: the first unit or place that is still to be named."""
        open_slots = (slot for slot in self.slots.values() if slot.of and slot.name not in self.given)
        for slot in open_slots:
            is_way = slot.key == PATH and self.hearing.finds_way(self.kind)
            yield from self._ends() if is_way else self._values(slot, [])
            return

    def _values(self, slot: Slot, begun: list[str]) -> Iterator[str]:
        if any(isinstance(kind, shape.BoolType) for kind in slot.shapes):
            yield from ("yes", "no")
        yield from (str(value) for kind in slot.shapes for value in listed_in(kind))
        onward = self._onward(slot, begun)
        if onward is not None:
            yield from onward
            return
        offered = dict.fromkeys(self._offered(slot, begun))
        yield from offered or (self._board() if slot.of or slot.is_text else ())

    def _onward(self, slot: Slot, begun: list[str]) -> Iterable[str] | None:
        """Where a path may lead next, by the rule that judges its steps; None: no such rule, or nobody to move."""
        way = self.hearing.system.book.asked[self.kind].way
        if slot.key != PATH or way is None or way.onward is None or "unit" not in self.given:
            return None
        if self.kind.__name__ not in self.hearing.now:
            return ()
        fields = {name: value for name, value in self.given.items() if name != PATH}
        so_far = tuple(self._place(slot, word) for word in begun)
        return way.onward(self.hearing.state, self.hearing.by, fields, so_far)

    def _place(self, slot: Slot, word: str) -> str:
        found = self.hearing.meant(self.kind, slot, word)
        return found[0] if len(found) == 1 else word

    def _offered(self, slot: Slot, begun: list[str]) -> Iterator[str]:
        """What stands there in the legal orders that agree with the fields given; of a path, what comes next."""
        for order in self._orders():
            value = getattr(order, slot.name)
            if isinstance(value, tuple):
                row = [str(one) for one in value]
                if row[: len(begun)] == begun and len(row) > len(begun):
                    yield row[len(begun)]
            elif slot.of and value != slot.default and is_bare(str(value)):
                yield str(value)

    def _ends(self) -> Iterator[str]:
        yield from dict.fromkeys(str(path[-1]) for order in self._orders() if (path := getattr(order, PATH)))

    def _orders(self) -> Iterator[Order]:
        given = {name: value for name, value in self.given.items() if self._slot(name).of and name != PATH}
        for order in self.hearing.choices(self.kind):
            if all(getattr(order, name) == value for name, value in given.items()):
                yield order

    def _slot(self, name: str) -> Slot:
        return next(slot for slot in self.slots.values() if slot.name == name)

    def _board(self) -> Iterator[str]:
        """Whatever the giver sees, where no legal order tells more."""
        board = self.hearing.board
        names = (*(one.id for one in board.counters), *(spot.name for spot in board.spots), *board.sides)
        yield from (name for name in names if is_bare(name))
