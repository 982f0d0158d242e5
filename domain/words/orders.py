"""Orders and facts as one line of text, and back: one grammar for all systems, derived from their Structs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from domain.kernel.errors import MalformedOrder
from domain.kernel.facts import Await, Fact, Order
from domain.kernel.reasons import kind_of, said
from domain.kernel.system import System
from domain.kernel.unions import fact_union
from domain.words.scan import Item, Scanner, is_bare, json_text, matching, nearest, short, whole, word_or_quoted
from domain.words.slots import LISTS, OBJECTS, SERIES, Shapes, Slot, flat, listed_in, slots_of, takes

_TEXTS = (shape.StrType, shape.LiteralType, shape.EnumType)
_TRUTH = {"yes": True, "no": False, "true": True, "false": False}
_NO_FIT = object()


Read = Callable[[Scanner, Slot], Any]


def format_order(order: Order) -> str:
    return " ".join(_written(order))


def format_fact(fact: Fact) -> str:
    return " ".join(_written(fact))


def parse_order(system: System[Any], text: str) -> Order:
    """MalformedOrder says the column, what was expected, and the nearest name for a misspelt one."""
    order: Order = _parse(orders_of(system), text, "order")
    return order


def parse_fact(system: System[Any], text: str) -> Fact:
    fact: Fact = _parse(facts_of(system), text, "fact")
    return fact


def parse_some_fact(system: System[Any], text: str) -> tuple[type[Fact], dict[str, Any]]:
    """A kind of fact and those of its fields that are named, as plain values; the others may be anything."""
    return _parse_some(facts_of(system), text, "fact")


def parse_some_question(system: System[Any], text: str) -> tuple[type[Await], dict[str, Any]]:
    """The same of a question."""
    return _parse_some(_questions(system), text, "question")


@cache
def orders_of(system: System[Any]) -> Mapping[str, type[Order]]:
    """The orders of a system by name."""
    return {_name(kind): kind for kind in system.book.orders}


@cache
def facts_of(system: System[Any]) -> Mapping[str, Any]:
    """Every kind of fact by its name; those all systems share come first."""
    return {_name(kind): kind for kind in get_args(fact_union(system))}


@cache
def _questions(system: System[Any]) -> Mapping[str, Any]:
    return {_name(kind): kind for kind in system.book.frames if issubclass(get_origin(kind) or kind, Await)}


@cache
def _name(kind: Any) -> str:
    return str((get_origin(kind) or kind).__struct_config__.tag)


# Writing


def format_fields(struct: msgspec.Struct, skip: Iterable[str] = ()) -> str:
    """`key=value` for every field that differs from its default."""
    return " ".join(_written(struct, skip)[1:])


def _written(struct: msgspec.Struct, skip: Iterable[str] = ()) -> list[str]:
    """The name of its kind, and then its fields."""
    kind, slots = _form(type(struct))
    found = [kind]
    for name, key, default, usual, slot in slots:
        value = getattr(struct, name)
        sort = type(value)
        if (sort is usual and value == default) or name in skip:
            continue
        if sort is str and slot.is_text:  # text and numbers at once: a log has many orders to tell
            found.append(key + word_or_quoted(value))
        elif sort is int:
            found.append(f"{key}{value}")
        elif slot.is_reason and value == said(kind_of(value)):
            found.append(key + word_or_quoted(kind_of(value)))
        else:
            found.append(key + format_value(msgspec.to_builtins(value, str_keys=True), slot.shapes))
    return found


@cache
def _form(kind: Any) -> tuple[str, tuple[tuple[str, str, Any, type, Slot], ...]]:
    """The name of a kind; and of each field its name, how it is written, its default and what sort that is."""
    slots = slots_of(kind).values()
    return _name(kind), tuple((slot.name, f"{slot.key}=", slot.default, type(slot.default), slot) for slot in slots)


def format_value(value: Any, shapes: Shapes) -> str:
    if isinstance(value, dict):
        return json_text(value)
    if not isinstance(value, list | tuple):
        return _format_scalar(value, shapes)
    # A comma list is read as one only where nothing but a list can stand.
    is_plain = len(shapes) == 1 and isinstance(shapes[0], LISTS)
    if value and is_plain and not any(isinstance(item, list | tuple | dict) for item in value):
        return ",".join(_format_scalar(item, _inner(shapes, place)) for place, item in enumerate(value))
    return json_text(value)


def _format_scalar(value: Any, shapes: Shapes) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value if is_bare(value) and _read_bare(value, shapes) == value else json_text(value)
    return str(value)


def _inner(shapes: Shapes, place: int) -> Shapes:
    """What may stand at this place of a list."""
    found: list[shape.Type] = []
    for kind in shapes:
        if isinstance(kind, shape.TupleType):
            found += flat(kind.item_types[place]) if place < len(kind.item_types) else ()
        elif isinstance(kind, SERIES):
            found += flat(kind.item_type)
    return tuple(found) or (shape.AnyType(),)


# Reading


def _parse(kinds: Mapping[str, Any], text: str, what: str) -> Any:
    scan = Scanner(text)
    name = _read_name(scan, kinds, what)
    return read_fields(scan, kinds[name], name)


def _parse_some(kinds: Mapping[str, Any], text: str, what: str) -> tuple[type[Any], dict[str, Any]]:
    scan = Scanner(text)
    name = _read_name(scan, kinds, what)
    return get_origin(kinds[name]) or kinds[name], _read_values(scan, kinds[name], name, _read_plain)


def _read_name(scan: Scanner, kinds: Mapping[str, Any], what: str) -> str:
    text = scan.text
    if scan.is_done():
        raise scan.fail(f"there is no {what} here; write its name and then field=value, such as {next(iter(kinds))}")
    start = scan.at
    word = scan.word()
    if scan.at < len(text) and not text[scan.at].isspace() and text[scan.at] != "#":
        raise scan.fail(f"there is no {what} {short(text[start:].split()[0])}{nearest(word, kinds)}", start)
    return scan.pick(word, kinds, f"there is no {what}", start)


def _read_values(scan: Scanner, kind: Any, name: str, read: Read) -> dict[str, Any]:
    slots, values = slots_of(kind), {}
    while not scan.is_done():
        slot = _read_key(scan, slots, name)
        if slot.name in values:
            raise scan.fail(f"{slot.key}= stands twice", scan.at - 1)
        values[slot.name] = read(scan, slot)
    return values


def read_fields(scan: Scanner, kind: Any, name: str) -> Any:
    """The rest of the line as the fields of a Struct."""
    return made(scan, kind, name, _read_values(scan, kind, name, _read_value))


def made(scan: Scanner, kind: Any, name: str, values: Mapping[str, Any]) -> Any:
    """A Struct of the values that were read."""
    slots = slots_of(kind)
    missing = [slot for slot in slots.values() if slot.default is NODEFAULT and slot.name not in values]
    if missing:
        needs = ", ".join(f"{slot.key}= ({takes(slot)})" for slot in missing)
        raise scan.fail(f"{name} also needs {needs}")
    try:
        return (get_origin(kind) or kind)(**values)
    except (TypeError, ValueError) as error:
        raise scan.fail(f"{name}: {error}", 0) from None


def _read_key(scan: Scanner, slots: Mapping[str, Slot], name: str) -> Slot:
    start = scan.at
    word = scan.word()
    if not word or not scan.takes("="):
        wrong = f"every word is field=value, but {short(scan.text[start:].split()[0])} is not"
        raise scan.fail(f"after {name} {wrong}; text with blanks stands in quotes", start)
    return slots[scan.pick(word, slots, f"{name} has no field", start)]


def _read_value(scan: Scanner, slot: Slot) -> Any:
    start = scan.at
    return value_of(scan, slot, scan.items(), start)


def value_of(scan: Scanner, slot: Slot, items: Sequence[Item], start: int) -> Any:
    """What was read for a field, as the field holds it."""
    if slot.is_reason and len(items) == 1 and items[0].kind != "json":
        return said(items[0].value)
    try:
        return msgspec.convert(_build(items, slot.shapes), slot.type, str_keys=True)
    except _Unfit as unfit:
        raise _expected(scan, slot, unfit.item) from None
    except (msgspec.ValidationError, RecursionError) as error:
        why = f" ({error})" if items[0].kind == "json" else ""
        raise _expected(scan, slot, items[0]._replace(value=scan.text[start : scan.at]), why) from None


def _read_plain(scan: Scanner, slot: Slot) -> Any:
    """Some of a value: of a table only what is said of it."""
    items = scan.items()
    if slot.is_reason and len(items) == 1:
        return items[0].value
    try:
        return _build(items, slot.shapes)
    except _Unfit as unfit:
        raise _expected(scan, slot, unfit.item) from None


class _Unfit(Exception):
    def __init__(self, item: Item) -> None:
        self.item = item


def _expected(scan: Scanner, slot: Slot, item: Item, why: str = "") -> MalformedOrder:
    return scan.fail(f"{slot.key}= takes {takes(slot)}, not {short(str(item.value))}{why}", item.at)


def _build(items: Sequence[Item], shapes: Shapes) -> Any:
    """Plain values for msgspec to convert: the field's type says what a bare word means."""
    has_list = any(isinstance(kind, LISTS) for kind in shapes)
    if len(items) > 1:
        if not has_list and not _any(shapes):
            raise _Unfit(items[0]._replace(value="a list"))
        return [_scalar(item, _inner(shapes, place)) for place, item in enumerate(items)]
    (item,) = items
    if not has_list or isinstance(item.value, list) or _stands_alone(item, shapes):
        return _scalar(item, shapes)
    return [_scalar(item, _inner(shapes, 0))]


def _stands_alone(item: Item, shapes: Shapes) -> bool:
    """Whether a single value is meant as itself where a list of one could stand too."""
    if item.kind == "json":
        return any(isinstance(kind, OBJECTS) for kind in shapes)
    if item.kind == "text":
        return any(isinstance(kind, _TEXTS) for kind in shapes)
    return _read_bare(item.value, shapes) is not _NO_FIT


def _scalar(item: Item, shapes: Shapes) -> Any:
    if item.kind != "bare":
        return item.value
    value = _read_bare(item.value, shapes)
    if value is _NO_FIT:
        raise _Unfit(item)
    return value


def _read_bare(word: str, shapes: Shapes) -> Any:
    """The first that fits of: none, yes or no, a whole number, a listed word, text."""
    if word == "none" and _any(shapes, shape.NoneType):
        return None
    if word.lower() in _TRUTH and _any(shapes, shape.BoolType):
        return _TRUTH[word.lower()]
    if word.lstrip("+-").isdecimal() and _any(shapes, shape.IntType):
        number = whole(word)
        return _NO_FIT if number is None else number
    listed = {str(value): value for kind in shapes for value in listed_in(kind)}
    if word in listed or _any(shapes, shape.StrType):
        return listed.get(word, word)
    meant = matching(word, listed)
    return listed[meant[0]] if len(meant) == 1 else _NO_FIT


def _any(shapes: Shapes, kind: type[shape.Type] = shape.AnyType) -> bool:
    return any(isinstance(one, kind | shape.AnyType) for one in shapes)
