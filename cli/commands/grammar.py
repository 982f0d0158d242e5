"""The orders of a system: their fields, what each takes, and an example."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import click
import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from cli.shell import params
from cli.shell.errors import nearest
from cli.shell.output import emit, width
from cli.shell.session import Session, command, find_system
from domain.kernel.errors import NotFound
from domain.kernel.say import spoken
from domain.kernel.system import System
from domain.words.orders import Slot, describe, format_order, slots_of
from domain.words.phrases import phrase
from domain.words.scan import known

WIDE = 1_000_000_000  # bounds that only keep sums small are not worth saying


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
    kinds, helps = {kind.__name__: kind for kind in rules.book.orders}, rules.words(spoken()).orders
    if order is None:
        found = [_value(kind, helps[kind].partition("\n")[0]) for kind in kinds.values()]
        more = phrase("`refight orders {0} ORDER` gives an example of one", system)
        emit(session, found, *(line for one in found for line in (*_told(one), "")), more)
        return
    name = known(order, kinds)
    if name is None:
        raise NotFound(f"{system} has no order {order!r}; it has {', '.join(kinds)}{nearest(order, kinds)}")
    one = _value(kinds[name], " ".join(helps[kinds[name]].split())) | {"example": example(rules, kinds[name])}
    emit(session, one, *_told(one), "    " + phrase("example: refight order GAME '{0}' --by SIDE", one["example"]))


def _value(kind: Any, about: str) -> dict[str, Any]:
    slots = sorted(slots_of(kind).values(), key=lambda slot: slot.default is not NODEFAULT)
    return {"order": kind.__name__, "about": about, "fields": [_field(slot) for slot in slots]}


def _field(slot: Slot) -> dict[str, Any]:
    needed = slot.default is NODEFAULT
    default = None if needed else msgspec.to_builtins(slot.default)
    return {"field": slot.key, "takes": _takes(slot.shapes), "required": needed, "default": default}


def _takes(shapes: Sequence[shape.Type]) -> str:
    return phrase(" or ").join(phrase("a whole number") if _is_wide(kind) else describe((kind,)) for kind in shapes)


def _is_wide(kind: shape.Type) -> bool:
    return isinstance(kind, shape.IntType) and (kind.le is None or kind.le >= WIDE)


def _told(one: dict[str, Any]) -> list[str]:
    names = [row["field"] + "=" if row["required"] else f"[{row['field']}=]" for row in one["fields"]]
    across = max(map(len, names), default=0)
    lines = [f"{one['order']}  {one['about']}"]
    for name, row in zip(names, one["fields"], strict=True):
        left_out = "" if row["required"] else phrase("; {0} if left out", _default(row["default"]))
        lines.append(f"    {name.ljust(across)}  {row['takes']}{left_out}")
    return [part for line in lines for part in textwrap.wrap(line, width(), subsequent_indent=" " * 8)]


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, int):
        return phrase("none") if value is None else str(value)
    return str(value) if value else phrase("empty")


def example(rules: System[Any], kind: Any) -> str:
    return format_order(rules.book.asked[kind].example)
