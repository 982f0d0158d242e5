"""The fields of orders and facts, as they are typed: what their words stand for, and what they take in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from domain.kernel.reasons import Reason
from domain.kernel.shapes import bare, called, is_foe, stands_for
from domain.words.phrases import headings, phrase

Shapes = tuple[shape.Type, ...]
SERIES = (shape.VarTupleType, shape.ListType, shape.SetType, shape.FrozenSetType)
LISTS = (*SERIES, shape.TupleType)
OBJECTS = (shape.DictType, shape.StructType)


class Slot(NamedTuple):
    """A field of a Struct, ready to be read and written."""

    name: str
    key: str
    type: Any
    shapes: Shapes
    default: Any  # NODEFAULT: it must be given
    is_text: bool  # and nothing else: a bare word means itself
    is_reason: bool  # text is what somebody says
    of: str  # what its words stand for: unit, place, side, card; empty: what they say
    is_foe: bool = False  # of the other side


@cache
def slots_of(kind: Any) -> Mapping[str, Slot]:
    """The fields of a Struct by the name they are written with."""
    return {field.encode_name: _slot(field) for field in msgspec.structs.fields(kind)}


def _slot(field: msgspec.structs.FieldInfo) -> Slot:
    info = shape.type_info(field.type)
    shapes = flat(info)
    default = field.default if field.default_factory is NODEFAULT else field.default_factory()
    is_text = len(shapes) == 1 and isinstance(shapes[0], shape.StrType)
    is_reason = any(_is_reason(kind) for kind in shapes)
    return Slot(
        field.name, field.encode_name, field.type, shapes, default, is_text, is_reason, stands_for(info), is_foe(info)
    )


def _is_reason(kind: shape.Type) -> bool:
    return isinstance(kind, shape.StructType) and kind.cls is Reason


def flat(info: shape.Type) -> Shapes:
    info = bare(info)
    return tuple(map(bare, info.types)) if isinstance(info, shape.UnionType) else (info,)


def listed_in(kind: shape.Type) -> Sequence[Any]:
    members = [member.value for member in kind.cls] if isinstance(kind, shape.EnumType) else ()
    return kind.values if isinstance(kind, shape.LiteralType) else members


def item_of(kind: shape.Type) -> shape.Type:
    """What stands in a list; of a row of fixed length, its first place."""
    if isinstance(kind, shape.TupleType):
        return kind.item_types[0] if kind.item_types else shape.AnyType()
    assert isinstance(kind, SERIES)
    return kind.item_type


WIDE = 1_000_000_000  # a bound from which on it only keeps sums small
_THINGS = dict(zip(("unit", "place", "hex", "side", "card"), headings(
    "a unit", "a place", "a hex", "a side", "a card"), strict=True))  # fmt: skip
_KINDS = (shape.StrType, shape.IntType, shape.BoolType, shape.NoneType, shape.AnyType)
_SAID = headings("text", "a whole number of at most 64 bits", "yes or no", "none", "any value")
_WORDS: Mapping[type[shape.Type], str] = dict(zip(_KINDS, _SAID, strict=True))


def takes(slot: Slot, *, brief: bool = False) -> str:
    """What a field takes, in plain words: by its type what its words stand for, and how they are written.

    In brief without bounds that only keep sums small.
    """
    return _described(shape.type_info(slot.type), brief)


def _described(info: shape.Type, brief: bool) -> str:
    kinds = bare(info)
    each = kinds.types if isinstance(kinds, shape.UnionType) else (info,)
    return phrase(" or ").join(dict.fromkeys(_describe(kind, brief) for kind in each))


def _describe(info: shape.Type, brief: bool) -> str:
    kind, of = bare(info), called(info)
    if isinstance(kind, shape.DictType):
        return phrase(
            "an object in braces ({0} to {1})", _described(kind.key_type, brief), _described(kind.value_type, brief)
        )
    if isinstance(kind, LISTS):
        return phrase("a list with commas ({0} each)", _described(item_of(kind), brief))
    if isinstance(kind, shape.StrType) and of in _THINGS:
        return phrase(_THINGS[of])
    if _is_reason(kind):
        return phrase(_WORDS[shape.StrType])
    if isinstance(kind, OBJECTS):
        return phrase("an object in braces")
    if brief and isinstance(kind, shape.IntType) and (kind.le is None or kind.le >= WIDE):
        return phrase("a whole number")
    if isinstance(kind, shape.IntType) and kind.ge is not None and kind.le is not None:
        return phrase("a whole number from {0} to {1}", kind.ge, kind.le)
    listed = listed_in(kind)
    if listed:
        return phrase("one of {0}", ", ".join(map(str, listed)))
    return phrase(_WORDS[type(kind)]) if type(kind) in _WORDS else phrase("a value")
