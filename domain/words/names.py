"""What people call units: ids told with their names, and orders typed by name or in any case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from domain.kernel.say import call, spelt
from domain.words.scan import begins

T = TypeVar("T", bound=msgspec.Struct)
OWN_WORDS = frozenset({"name", "why", "text", "cause"})  # fields that hold what somebody says, not what is meant


def with_ids(order: T, names: Mapping[str, str]) -> T:
    """An order or fact as typed, `c-44` or `Pettigrew`, with the ids the system knows; an unclear name is left."""
    if not names:
        return order
    ids = Callings(names).ids
    return respelt(order, lambda word: ids.get(word.casefold(), word))


class Callings:
    """What units may be called: by id, by name, by a number that only one id ends with, or by how either begins."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        counted = Counter(name.casefold() for name in names.values())
        self.ids = {name.casefold(): unit for unit, name in names.items() if counted[name.casefold()] == 1}
        self.ids |= {unit.casefold(): unit for unit in names}

    def meant(self, word: str) -> tuple[str, ...]:
        """The ids a word may stand for: one, none, or several that leave it unclear."""
        if word in self.names:
            return (word,)
        folded = " ".join(word.casefold().split())
        if folded in self.ids:
            return (self.ids[folded],)
        starts = {folded, spelt(folded)}
        numbered = [unit for unit in self.names if folded.isdecimal() and re.split(r"\D", unit)[-1] == folded]
        begun = [
            unit for start in starts for unit, call in self._calls if call.startswith(start) and begins(call, start)
        ]
        kept = {*numbered, *begun}
        return tuple(unit for unit in self.names if unit in kept) if kept else ()

    @cached_property
    def _calls(self) -> list[tuple[str, str]]:
        calls = {unit: {name.casefold(), unit.casefold()} for unit, name in self.names.items()}
        return [(unit, call) for unit, some in calls.items() for call in some]

    def told(self, units: Iterable[str]) -> list[str]:
        return [call(unit, self.names.get(unit, unit)) for unit in units]


def respelt(order: T, spell: Callable[[str], str], keep: Collection[str] = OWN_WORDS) -> T:
    """The order with every word that may name a unit or a side spelt anew.

    What is said about something, such as its name or a reason, stays as it was written.
    """
    given = msgspec.structs.asdict(order)
    changed = {field: value if field in keep else _spelt_anew(value, spell) for field, value in given.items()}
    return order if changed == given else type(order)(**changed)


def _spelt_anew(value: Any, spell: Callable[[str], str]) -> Any:
    match value:
        case str():
            return spell(value)
        case tuple():
            return tuple(_spelt_anew(item, spell) for item in value)
        case dict():
            return {_spelt_anew(key, spell): _spelt_anew(item, spell) for key, item in value.items()}
    return value
