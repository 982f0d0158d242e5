"""Plain values as TOML text: what the standard library reads, it cannot write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WIDTH = 120
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_lines(table: Mapping[str, Any], path: Sequence[str] = (), headed: int = 1) -> Iterator[str]:
    """Values first, then tables: on a line each where all of them fit, but never above the depth of `headed`."""
    own, below = _parted(table, path, headed)
    yield from own
    for key, value in below.items():
        is_list = not isinstance(value, Mapping)
        for one in value if is_list else [value]:
            yield from _headed(one, (*path, key), headed, is_list)


def _parted(table: Mapping[str, Any], path: Sequence[str], headed: int) -> tuple[list[str], dict[str, Any]]:
    """The lines of the table itself, and what stands below headers of its own."""
    inner = {key: value for key, value in table.items() if _is_table(value)}
    own = [line for key, value in table.items() if key not in inner for line in _assigned(key, value)]
    short = [f"{toml_key(key)} = {toml_value(value)}" for key, value in inner.items()]
    if len(path) >= headed and all(len(line) <= WIDTH for line in short):
        return own + short, {}  # all in the same way: else they would be read in another order
    return own, inner


def _headed(table: Mapping[str, Any], path: Sequence[str], headed: int, is_list: bool) -> Iterator[str]:
    own, below = _parted(table, path, headed)
    if own or is_list or not below:  # a table that only holds others needs no header
        name = ".".join(map(toml_key, path))
        yield ""
        yield f"[[{name}]]" if is_list else f"[{name}]"
    yield from toml_lines(table, path, headed)


def _is_table(value: Any) -> bool:
    """A table, or a list of nothing but tables."""
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping)


def _assigned(key: str, value: Any) -> Iterator[str]:
    """One line; a long list goes on below."""
    line = f"{toml_key(key)} = {toml_value(value)}"
    if len(line) <= WIDTH or not isinstance(value, list | tuple):
        yield line
        return
    yield f"{toml_key(key)} = ["
    row = " "
    for item in map(toml_value, value):
        if len(row) + len(item) + 2 > WIDTH and row.strip():
            yield row
            row = " "
        row += f" {item},"
    yield row
    yield "]"


def toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def toml_value(value: Any) -> str:
    """On one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case Mapping():
            inner = ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
    return str(value)


def _text(text: str) -> str:
    if text.isprintable() and not ('"' in text or "\\" in text):
        return f'"{text}"'
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return f'"{"".join(map(_char, text))}"'


def _char(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    return "\\n" if char == "\n" else f"\\U{ord(char):08x}"
