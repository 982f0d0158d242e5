"""Two packs value by value: what one says, and what the other says instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.packs import Pack, read_toml
from domain.packs.places import at_key, rows_of

FEW = 4  # items of a list that are one value, such as both sides of a counter


class PackDifference(msgspec.Struct, frozen=True, kw_only=True):
    """None: it is not there. Of a long list only the items that the other has not."""

    file: str
    where: str
    shipped: Any
    own: Any


def differences(shipped: Pack, own: Pack) -> list[PackDifference]:
    """TOMLDecodeError for a file that cannot be read."""
    ours, theirs = ({file: read_toml(text) for file, text in pack.files.items()} for pack in (shipped, own))
    return [
        PackDifference(file=file, where=where, shipped=old, own=new)
        for file in sorted({*ours, *theirs})
        for where, old, new in _between(ours.get(file), theirs.get(file), "")
    ]


Pairs = Iterator[tuple[str, Any, Any]]  # where, the one, the other


def _between(old: Any, new: Any, where: str) -> Pairs:
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _keys(old, new, {key: at_key(where, key) for key in (*old, *new)})
    elif isinstance(old, list) and isinstance(new, list) and _has_tables(old) and _has_tables(new):
        ours, theirs = rows_of(old), rows_of(new)
        yield from _keys(ours, theirs, {name: where + name for name in (*ours, *theirs)})
    elif old != new:
        yield where, *_apart(old, new)


def _keys(old: Mapping[str, Any], new: Mapping[str, Any], places: Mapping[str, str]) -> Pairs:
    for key, where in places.items():
        if key in old and key in new:
            yield from _between(old[key], new[key], where)
        else:
            yield where, old.get(key), new.get(key)


def _has_tables(items: list[Any]) -> bool:
    return all(isinstance(item, dict) for item in items)


def _apart(old: Any, new: Any) -> tuple[Any, Any]:
    """Of two long lists what only one of them holds; where that is nothing, their order differs."""
    if not (isinstance(old, list) and isinstance(new, list)) or max(len(old), len(new)) <= FEW:
        return old, new
    gone, come = [item for item in old if item not in new], [item for item in new if item not in old]
    return (gone, come) if gone or come else (old, new)
