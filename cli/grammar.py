"""The orders of a system: their fields, what each takes, and an example."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import click
import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from cli import params
from cli.errors import nearest
from cli.output import emit, width
from cli.session import Session, command, find_system
from domain.kernel import System
from domain.ordertext import Slot, describe, format_order, slots_of
from domain.ruling import NotFound
from domain.textscan import known

WIDE = 1_000_000_000  # bounds that only keep sums small are not worth saying
SAMPLES = {
    "piece": "guard", "unit": "guard", "target": "horse", "side": "blue", "at": "hill", "to": "hill", "deck": "fate",
    "card": "sun", "cards": "sun", "why": "volley", "phase": "movement", "name": "Guard",
}  # fmt: skip
PLAIN: Mapping[type[shape.Type], Any] = {shape.DictType: {}, shape.NoneType: None, shape.BoolType: True}


@command("orders")
@click.argument("system", shell_complete=params.complete_system)
@click.argument("order", required=False)
def orders(session: Session, system: str, order: str | None) -> None:
    """List the orders of a system with their fields, or one of them with an example.

    \b
        refight orders freeform
        refight orders freeform MovePiece
    """
    rules = find_system(system)
    kinds = {kind.__name__: kind for kind in rules.orders}
    if order is None:
        found = [_value(kind) for kind in kinds.values()]
        more = f"`refight orders {system} ORDER` gives an example of one"
        emit(session, found, *(line for one in found for line in (*_told(one), "")), more)
        return
    name = known(order, kinds)
    if name is None:
        raise NotFound(f"{system} has no order {order!r}; it has {', '.join(kinds)}{nearest(order, kinds)}")
    about = " ".join((inspect.getdoc(kinds[name]) or "").split())
    one = {**_value(kinds[name]), "about": about, "example": example(rules, kinds[name])}
    emit(session, one, *_told(one), f"    example: refight order GAME '{one['example']}' --by SIDE")


def _value(kind: Any) -> dict[str, Any]:
    slots = sorted(slots_of(kind).values(), key=lambda slot: slot.default is not NODEFAULT)
    about = (inspect.getdoc(kind) or "").partition("\n")[0]
    return {"order": kind.__name__, "about": about, "fields": [_field(slot) for slot in slots]}


def _field(slot: Slot) -> dict[str, Any]:
    needed = slot.default is NODEFAULT
    default = None if needed else msgspec.to_builtins(slot.default)
    return {"field": slot.key, "takes": _takes(slot.shapes), "required": needed, "default": default}


def _takes(shapes: Sequence[shape.Type]) -> str:
    return " or ".join("a whole number" if _is_wide(kind) else describe((kind,)) for kind in shapes)


def _is_wide(kind: shape.Type) -> bool:
    return isinstance(kind, shape.IntType) and (kind.le is None or kind.le >= WIDE)


def _told(one: dict[str, Any]) -> list[str]:
    names = [row["field"] + "=" if row["required"] else f"[{row['field']}=]" for row in one["fields"]]
    across = max(map(len, names), default=0)
    lines = [f"{one['order']}  {one['about']}"]
    for name, row in zip(names, one["fields"], strict=True):
        left_out = "" if row["required"] else f"; {_default(row['default'])} if left out"
        lines.append(f"    {name.ljust(across)}  {row['takes']}{left_out}")
    return [part for line in lines for part in textwrap.wrap(line, width(), subsequent_indent=" " * 8)]


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, int):
        return "none" if value is None else str(value)
    return str(value) if value else "empty"


def example(rules: System[Any], kind: Any) -> str:
    """The system's own example of an order; without one, an order made up from its fields."""
    own = next((order for order in rules.examples if type(order) is kind), None)
    return format_order(own) if own is not None else _made_up(kind)


def _made_up(kind: Any) -> str:
    """An order with all it needs, and what else has a telling sample."""
    slots = slots_of(kind).values()
    given = {
        slot.key: _sample(slot.shapes, slot.key) for slot in slots if slot.default is NODEFAULT or slot.key in SAMPLES
    }
    tag = kind.__struct_config__
    return format_order(msgspec.convert({tag.tag_field: tag.tag, **given}, kind))


def _sample(shapes: Sequence[shape.Type], key: str) -> Any:
    """A value the first of these shapes takes."""
    match shapes[0]:
        case shape.IntType() as number:
            return max(number.ge or 1, 1) if number.le is None else min(max(number.ge or 1, 1), number.le)
        case shape.LiteralType() as listed:
            return listed.values[0]
        case shape.EnumType() as listed:
            return next(iter(listed.cls)).value
        case shape.VarTupleType() | shape.ListType() | shape.SetType() | shape.FrozenSetType() as series:
            return [_sample((series.item_type,), key)]
        case shape.TupleType() as fixed:
            return [_sample((item,), key) for item in fixed.item_types]
        case shape.UnionType() as union:
            return _sample(union.types, key)
        case shape.StructType() as struct:
            return _sample_struct(struct)
    return PLAIN.get(type(shapes[0]), SAMPLES.get(key, key))


def _sample_struct(struct: shape.StructType) -> dict[str, Any]:
    tag = {struct.tag_field: struct.tag} if struct.tag_field else {}
    needed = {field.encode_name: _sample((field.type,), field.encode_name) for field in struct.fields if field.required}
    return {**tag, **needed}
