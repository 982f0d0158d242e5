"""Where something stands in a file of a pack: its table, its row by name, its key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

NAMING = ("id", "key", "number", "piece", "name", "entry", "do")  # what tells the rows of a list apart


def at_key(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def rows_of(items: Sequence[Any]) -> dict[str, Any]:
    """The items of a list by what each is called, or by where it stands; tables only have names."""
    names = [_name(item) for item in items]
    is_clear = all(names) and len(set(names)) == len(names)
    return {
        f"[{name}]" if is_clear else f"[{number}]": item
        for number, (name, item) in enumerate(zip(names, items, strict=True), 1)
    }


def _name(item: Any) -> str:
    return next((str(item[key]) for key in NAMING if key in item), "") if isinstance(item, dict) else ""


def tables(value: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table of a file, from the outside in."""
    if isinstance(value, dict):
        yield where, value
        for key, item in value.items():
            yield from tables(item, at_key(where, key))
    elif isinstance(value, list):
        for name, item in rows_of(value).items():
            yield from tables(item, where + name)


def shown(value: Any) -> str:
    """Much as a file would say it; nothing where there is nothing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
