"""A line that shows how a fact is written: what its fields may hold, with the ids a system's own examples speak of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from domain.kernel.facts import SHARED
from domain.kernel.shapes import bare
from domain.kernel.system import System
from domain.words.orders import facts_of, format_value
from domain.words.slots import Slot, slots_of

LEFT_OUT: Any = object()  # what is too much for an example; a claim need not name every field


def sample_fact(system: System[Any], name: str) -> str:
    """With every field that must stand in the log; words in capitals stand for one's own."""
    kind = facts_of(system)[name]
    told = system.book.told.get(kind)
    known: Mapping[str, Any] = {} if kind in SHARED else _known(system)  # shared ones speak of other things
    cited = {"rule": told.cites[0]} if told and told.cites else {}
    needed = [slot for slot in slots_of(kind).values() if slot.default is NODEFAULT]
    return " ".join([name, *(text for slot in needed if (text := _field({**known, **cited}, slot)))])


@cache
def _known(system: System[Any]) -> Mapping[str, Any]:
    """What fields of that name hold in the examples of orders."""
    examples = [asked.example for asked in system.book.asked.values()]
    return {
        key: value
        for example in reversed(examples)  # the first of a name counts
        for key, value in msgspec.to_builtins(example).items()
        if value not in ("", [], {}, None)
    }


def _field(known: Mapping[str, Any], slot: Slot) -> str:
    word = slot.key.upper()
    if slot.is_reason:
        return f"{slot.key}={word}"
    value = known.get(slot.key, LEFT_OUT)
    value = value if _fits(value, slot.type) else _of_any(slot.shapes, word)
    return "" if value is LEFT_OUT else f"{slot.key}={format_value(value, slot.shapes)}"


def _fits(value: Any, kind: Any) -> bool:
    if value is LEFT_OUT or isinstance(value, dict):
        return False
    try:
        msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError:
        return False
    return True


def _of_any(shapes: Sequence[shape.Type], word: str) -> Any:
    found = (_of(kind, word) for kind in shapes)
    return next((value for value in found if value is not LEFT_OUT), LEFT_OUT)


def _of(kind: shape.Type, word: str) -> Any:
    match bare(kind):
        case shape.StrType():
            return word
        case shape.BoolType():
            return True
        case shape.IntType(ge=least, le=most):
            return max(least or 0, min(1, 1 if most is None else most))
        case shape.LiteralType(values=(first, *_)):
            return first
        case shape.VarTupleType(item_type=each) | shape.ListType(item_type=each):
            return _row([_of(each, word)])
        case shape.TupleType(item_types=each):
            return _row([_of(one, word) for one in each])
    return LEFT_OUT


def _row(items: list[Any]) -> Any:
    return LEFT_OUT if LEFT_OUT in items else items
