"""Which rules stand in a fact: in its reasons and modifiers, and wherever a field names one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

import msgspec

from domain.kernel.reasons import Reason

NAMED = ("rule", "cite")  # fields that hold a rule's id, or several
_LIKE_AN_ID = re.compile(r"[A-Z]{0,3}\.?\d+(\.\w+)+(/S\d+[a-z]?)?")

Known = Callable[[str], bool]


def is_rule(rulebook: Collection[str], disputes: Collection[str]) -> Known:
    """Tells an id from any other word; a system without a rulebook has ids that look like one."""
    if rulebook:
        return lambda token: token in rulebook or token in disputes
    return lambda token: token in disputes or bool(_LIKE_AN_ID.fullmatch(token))


def named_in(struct: msgspec.Struct) -> list[str]:
    """What its own fields name, not those of what stands inside it."""
    return [cite for name in struct.__struct_fields__ for cite in _in_field(name, getattr(struct, name))]


def _in_field(name: str, value: Any) -> Iterator[str]:
    match value:
        case Reason(cite=cite) if cite:
            yield from cite.split(", ")
        case str() if value and name in NAMED:
            yield from value.split(", ")


def structs(thing: Any) -> Iterator[msgspec.Struct]:
    """A fact and everything in it that has fields, from the outside in."""
    match thing:
        case msgspec.Struct():
            yield thing
            for name in thing.__struct_fields__:
                yield from structs(getattr(thing, name))
        case tuple() | list():
            for item in thing:
                yield from structs(item)
        case dict():
            for item in thing.values():
                yield from structs(item)
