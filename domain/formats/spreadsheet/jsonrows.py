"""A list of moves in JSON as rows of cells: each item a row, each value in it a column called by its path."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.formats.spreadsheet.table import MAX_CELL, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Row
from domain.kernel.errors import BadInput

MAX_JSON = 16_000_000  # bytes
MAX_DEPTH = 6  # of values within an item
LOOKED_AT, MOST_LISTS = 20, 1000  # items of a list, and lists, that are looked at to find the moves


def json_rows(data: bytes, path: str = "", wanted: Collection[str] = ()) -> list[Row]:
    """The header and a row for each item of the list at the path; without one, of the list that has most of the wanted
    values, and among these the longest."""
    if len(data) > MAX_JSON:
        raise BadInput(f"this JSON has more than {MAX_JSON // 1_000_000} MB; no list of moves is that long")
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"this is not readable JSON: {error}") from None
    items = _at(value, path) if path else _likeliest(value, frozenset(wanted))
    if len(items) > MAX_ROWS:
        raise BadInput(f"this list has more than {MAX_ROWS} items; split it")
    flat = [dict(_flat(item, "", 0)) for item in items]
    heads = list(dict.fromkeys(key for row in flat for key in row))
    if len(heads) > MAX_COLUMNS:
        raise BadInput(f"the items of this list have {len(heads)} different values; at most {MAX_COLUMNS} are read")
    if len(heads) * len(flat) > MAX_CELLS:
        raise BadInput(f"this list has more than {MAX_CELLS:,} values; no game has that many moves. Split it")
    return [Row(1, heads), *(Row(n, [row.get(head, "") for head in heads]) for n, row in enumerate(flat, 2))]


def _at(value: Any, path: str) -> Sequence[Mapping[str, Any]]:
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    if not _is_items(value):
        raise BadInput(f"there is no list of items at {path!r} in this JSON")
    items: Sequence[Mapping[str, Any]] = value
    return items


def _likeliest(value: Any, wanted: Collection[str]) -> Sequence[Mapping[str, Any]]:
    """The file itself, or a list of items within its first levels."""
    found = [value] if _is_items(value) else []
    waiting = [(value, 0)]
    while waiting:
        one, depth = waiting.pop()
        if isinstance(one, Mapping) and depth < MAX_DEPTH:
            found += [inner for inner in one.values() if _is_items(inner)]
            waiting += [(inner, depth + 1) for inner in one.values()]
    if not found:
        raise BadInput("this JSON holds no list of moves: a list whose items have named values is needed")

    def fit(items: Sequence[Mapping[str, Any]]) -> tuple[int, int, int]:
        keys = {key for item in items[:LOOKED_AT] for key, _ in _flat(item, "", 0)}
        return len(keys & set(wanted)), len(items), len(keys)

    return max(found[:MOST_LISTS], key=fit)


def _is_items(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _flat(value: Any, path: str, depth: int) -> Iterator[tuple[str, str]]:
    """`{"from": {"hex": "A1"}}` has the column `from.hex`; plain lists are one cell, with commas."""
    if isinstance(value, Mapping) and depth < MAX_DEPTH:
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key), depth + 1)
        return
    yield path, _cell(value)


def _cell(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
        return ", ".join(map(str, value))[:MAX_CELL]
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()[:MAX_CELL]
