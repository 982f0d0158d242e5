"""What a field's type says of it: the shape of its values, and what they stand for."""

from __future__ import annotations

from msgspec import inspect as shape


def bare(kind: shape.Type) -> shape.Type:
    """The shape itself, without what its type says beside it."""
    while isinstance(kind, shape.Metadata):
        kind = kind.type
    return kind


def stands_for(kind: shape.Type) -> str:
    """What the words of a field name, alone or in a list: unit, place, card; empty where its type does not say."""
    if isinstance(kind, shape.Metadata):
        return str((kind.extra or {}).get("of", ""))
    if isinstance(kind, shape.VarTupleType | shape.ListType):
        return stands_for(kind.item_type)
    kinds = kind.types if isinstance(kind, shape.UnionType) else ()
    return next((found for one in kinds if (found := stands_for(one))), "")
