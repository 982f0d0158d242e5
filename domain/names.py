"""What people call units: ids told with their names, and orders typed by name or in any case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from domain.facts import Order

_TOKEN = re.compile(r"[\w-]+")  # a unit's id, or any other word


def called(text: str, names: Mapping[str, str]) -> str:
    """A sentence with each unit's name before its id."""
    return _TOKEN.sub(partial(_name, names), text)


def _name(names: Mapping[str, str], found: re.Match[str]) -> str:
    """Archer (C-41); one that has brackets of its own takes the id into them: Meredith (Iron, U-1)."""
    name = names.get(found[0], found[0])
    if name == found[0]:
        return name
    return f"{name[:-1]}, {found[0]})" if name.endswith(")") else f"{name} ({found[0]})"


def with_ids(order: Order, names: Mapping[str, str]) -> Order:
    """An order as people type it, `c-44` or `Pettigrew`, with the ids the system knows; an unclear name is left."""
    if not names:
        return order
    counted = Counter(name.casefold() for name in names.values())
    ids = {name.casefold(): unit for unit, name in names.items() if counted[name.casefold()] == 1}
    ids |= {unit.casefold(): unit for unit in names}
    return type(order)(**{field: _meant(value, ids) for field, value in msgspec.structs.asdict(order).items()})


def _meant(value: Any, ids: Mapping[str, str]) -> Any:
    match value:
        case str():
            return ids.get(value.casefold(), value)
        case tuple():
            return tuple(_meant(item, ids) for item in value)
        case dict():
            return {_meant(key, ids): _meant(item, ids) for key, item in value.items()}
    return value
