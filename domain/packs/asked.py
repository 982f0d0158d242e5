"""What the files of a pack ask for, in plain words: each table with its keys and what they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import inspect as shape

from domain.kernel.packs import Sheet

_WORDS: Mapping[type[shape.Type], str] = {
    shape.BoolType: "true or false",
    shape.StrType: "text",
    shape.StructType: "a table",
    shape.DictType: "a table",
}


def taken(kind: shape.Type) -> str:
    """What may stand under a key; that it may be left out is another matter."""
    match kind:
        case shape.UnionType(types=kinds):
            return " or ".join(dict.fromkeys(taken(one) for one in kinds if not isinstance(one, shape.NoneType)))
        case shape.LiteralType(values=listed):
            return f"one of {', '.join(str(one) for one in listed if one != '')}"
        case shape.IntType(ge=int(least), le=int(most)):
            return f"a whole number from {least} to {most}"
        case shape.IntType():
            return "a whole number"
        case shape.TupleType(item_types=each):
            return f"a list of {len(each)}"
        case shape.VarTupleType(item_type=each):
            return "a list" if isinstance(each, shape.StructType) else f"a list ({taken(each)} each)"
    return _WORDS.get(type(kind), "a value")


def asked_of(kind: type[Sheet]) -> Iterator[str]:
    """A line for each kind of table, with all the places it stands in."""
    places: dict[Any, list[str]] = {}
    for where, table in _tables(shape.type_info(kind), ""):
        places.setdefault(table.cls, []).append(where or "the file itself")
    tables = {table.cls: table for _, table in _tables(shape.type_info(kind), "")}
    for cls, named in places.items():
        yield f"{', '.join(named)}: {', '.join(map(_key, sorted(tables[cls].fields, key=_is_optional)))}"


def _key(field: shape.Field) -> str:
    name = field.encode_name if field.required else f"[{field.encode_name}]"
    return f"{name} ({taken(field.type)})"


def _is_optional(field: shape.Field) -> bool:
    return not field.required


def _tables(kind: shape.Type, where: str) -> Iterator[tuple[str, shape.StructType]]:
    match kind:
        case shape.StructType():
            yield where, kind
            for field in kind.fields:
                yield from _tables(field.type, f"{where}.{field.encode_name}".lstrip("."))
        case shape.DictType(value_type=each):
            yield from _tables(each, f"{where}.NAME")
        case shape.VarTupleType(item_type=each):
            yield from _tables(each, f"{where}[]")
