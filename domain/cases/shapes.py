"""What a position may hold, part by part: each place with the shape of what stands there, and an example of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import inspect as shape

from domain.kernel.shapes import bare
from domain.words.tomltext import toml_value

SERIES = (shape.ListType, shape.VarTupleType, shape.SetType, shape.FrozenSetType)
TABLES = (shape.StructType, shape.DictType)
NAME = "NAME"  # a key that the position gives
NESTED = 3  # tables within tables that an example shows
_WORDS: Mapping[type[shape.Type], str] = {
    shape.BoolType: "true or false",
    shape.IntType: "a whole number",
    shape.FloatType: "a number",
    shape.StrType: "text",
    shape.StructType: "a table",
    shape.DictType: "a table",
    shape.NoneType: "nothing (named in `none`)",
}
_SAMPLES: Mapping[type[shape.Type], Any] = {
    shape.BoolType: True, shape.IntType: 1, shape.FloatType: 1, shape.StrType: "text", shape.AnyType: "text",
}  # fmt: skip


def described(kind: shape.Type) -> str:
    kind = bare(kind)
    match kind:
        case shape.UnionType(types=kinds):
            return " or ".join(dict.fromkeys(map(described, kinds)))
        case shape.LiteralType(values=listed):
            return f"one of {', '.join(str(word) or toml_value('') for word in listed)}"
        case shape.EnumType(cls=cls):
            return f"one of {', '.join(str(member.value) for member in cls)}"
        case shape.TupleType() | shape.NamedTupleType():
            return f"a list of {len(parts_of(kind))}"
    return "a list" if isinstance(kind, SERIES) else _WORDS.get(type(kind), "another value")


def parts_of(kind: shape.TupleType | shape.NamedTupleType) -> tuple[shape.Type, ...]:
    return kind.item_types if isinstance(kind, shape.TupleType) else tuple(field.type for field in kind.fields)


def has_parts(kind: shape.Type) -> bool:
    """A table or a list, whose shape takes more than a word."""
    kind = bare(kind)
    kinds = kind.types if isinstance(kind, shape.UnionType) else (kind,)
    return any(isinstance(one, (*TABLES, *SERIES, shape.TupleType, shape.NamedTupleType)) for one in kinds)


def sample(kind: shape.Type, depth: int = 0) -> Any:
    """One value that fits, as plain as can be: of a table what must be said, or its first field."""
    kind = bare(kind)
    match kind:
        case shape.UnionType(types=kinds):
            return sample(next((one for one in kinds if not isinstance(one, shape.NoneType)), kinds[0]), depth)
        case shape.LiteralType(values=listed):
            return listed[0]
        case shape.EnumType(cls=cls):
            return next(iter(cls)).value
        case shape.TupleType() | shape.NamedTupleType():
            return [sample(part, depth) for part in parts_of(kind)]
        case shape.StructType():
            return _sample_table(kind, depth)
        case shape.DictType(value_type=each):
            return {NAME: sample(each, depth + 1)} if depth < NESTED else {}
    return [sample(kind.item_type, depth)] if isinstance(kind, SERIES) else _SAMPLES.get(type(kind), "text")


def _sample_table(kind: shape.StructType, depth: int) -> dict[str, Any]:
    tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
    if depth >= NESTED:
        return tag
    fields = [field for field in kind.fields if field.required] or kind.fields[:1]
    return tag | {field.encode_name: sample(field.type, depth + 1) for field in fields}


def places(kind: shape.Type, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Every place of a position with what it takes; of a list of tables, one of each kind as an example."""
    kind = bare(kind)
    match kind:
        case shape.StructType():
            for field in kind.fields:
                yield from places(field.type, (*path, field.encode_name))
        case shape.DictType(value_type=each) if isinstance(each, TABLES):
            yield from places(each, (*path, NAME))
        case shape.UnionType(types=kinds) if any(isinstance(one, shape.StructType) for one in kinds):
            for one in kinds:
                if not isinstance(one, shape.NoneType):
                    yield from places(one, path)
        case _:
            yield ".".join(path), described(kind) + _such_as(kind)


def _such_as(kind: shape.Type) -> str:
    if not has_parts(kind):
        return ""
    items = getattr(bare(kind), "item_type", None)
    kinds = items.types if isinstance(items, shape.UnionType) else ()
    tagged = [[sample(one)] for one in kinds if isinstance(one, shape.StructType)]
    return ", such as " + " or ".join(map(toml_value, tagged or [sample(kind)]))
