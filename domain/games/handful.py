"""A hand in parts: at once what can act, and the orders of a unit or of a kind when they are asked for. A busy position
has thousands, and most of them are ways of units that nobody touches."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import msgspec

from domain.games.hand import FieldOf, Hand, texts

FEW = 300  # orders that are told at once
Row = tuple[Any, ...]
H = TypeVar("H", bound=Hand)


def brief(held: H) -> H:
    """One order for each kind and the units it names, and how many stand behind it; all of them where they are few."""
    if len(held.rows) <= FEW:
        return held
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in held.rows:
        groups.setdefault((row[0], *_units(held, row)), []).append(row)
    rows, counts = tuple(group[0] for group in groups.values()), tuple(map(len, groups.values()))
    return msgspec.structs.replace(held, rows=rows, counts=counts)


def part(held: Hand, kind: str = "", units: Collection[str] = ()) -> tuple[Row, ...]:
    """Those of a kind that name all these units."""
    kinds = {number for number, one in enumerate(held.kinds) if kind in ("", one.name)}
    return tuple(row for row in held.rows if row[0] in kinds and set(units) <= set(_units(held, row)))


def _units(held: Hand, row: Row) -> tuple[str, ...]:
    """As they are named in it, a list of them as one after the other."""
    return tuple(_of_units(held.kinds[row[0]].fields, row[1:]))


def _of_units(fields: Iterable[FieldOf], values: Iterable[Any]) -> Iterable[str]:
    for field, value in zip(fields, values, strict=True):
        if field.of == "unit":
            yield from texts(value)
