"""What people call units: ids told with their names, and orders typed by name or in any case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
_GAPS = re.compile(r"[^a-z0-9]+")
_TOKEN = re.compile(r"[\w-]+")  # a unit's id, or any other word


def called(text: str, names: Mapping[str, str]) -> str:
    """A sentence with each unit's name before its id."""
    return _TOKEN.sub(partial(_name, names), text)


def _name(names: Mapping[str, str], found: re.Match[str]) -> str:
    """Archer (C-41); one that has brackets of its own takes the id into them: Meredith (Iron, U-1).

    An id that only spells the name, such as 4th-virginia, is not told beside it.
    """
    name = names.get(found[0], found[0])
    if found[0] in (name, spelt(name)):
        return name
    return f"{name[:-1]}, {found[0]})" if name.endswith(")") else f"{name} ({found[0]})"


@cache
def spelt(name: str) -> str:
    """A name as an id would spell it: Poague's Battery is poagues-battery."""
    return _GAPS.sub("-", name.lower().replace("'", "")).strip("-")


def with_ids(order: T, names: Mapping[str, str]) -> T:
    """An order or fact as typed, `c-44` or `Pettigrew`, with the ids the system knows; an unclear name is left.

    A field called `name` says what something is to be called: it stays as it was written.
    """
    if not names:
        return order
    counted = Counter(name.casefold() for name in names.values())
    ids = {name.casefold(): unit for unit, name in names.items() if counted[name.casefold()] == 1}
    ids |= {unit.casefold(): unit for unit in names}
    given = msgspec.structs.asdict(order).items()
    return type(order)(**{field: value if field == "name" else _meant(value, ids) for field, value in given})


def _meant(value: Any, ids: Mapping[str, str]) -> Any:
    match value:
        case str():
            return ids.get(value.casefold(), value)
        case tuple():
            return tuple(_meant(item, ids) for item in value)
        case dict():
            return {_meant(key, ids): _meant(item, ids) for key, item in value.items()}
    return value
