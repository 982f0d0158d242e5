"""What a field's type says of it: the shape of its values, and what they stand for."""

from __future__ import annotations

from typing import Any

from msgspec import inspect as shape


def bare(kind: shape.Type) -> shape.Type:
    """The shape itself, without what its type says beside it."""
    while isinstance(kind, shape.Metadata):
        kind = kind.type
    return kind


def stands_for(kind: shape.Type) -> str:
    """What the words of a field name, alone or in a list: unit, place, side, card; empty: its type does not say."""
    return str(_said(kind, "of") or "")


def called(kind: shape.Type) -> str:
    """The same as its system says it: a place may be a hex."""
    return str(_said(kind, "called") or _said(kind, "of") or "")


def is_foe(kind: shape.Type) -> bool:
    """Whether they name the other side's."""
    return bool(_said(kind, "foe"))


def _said(kind: shape.Type, what: str) -> Any:
    """What a type says beside its shape, alone or in a list."""
    if isinstance(kind, shape.Metadata):
        return (kind.extra or {}).get(what)
    if isinstance(kind, shape.VarTupleType | shape.ListType):
        return _said(kind.item_type, what)
    kinds = kind.types if isinstance(kind, shape.UnionType) else ()
    return next((found for one in kinds if (found := _said(one, what))), None)
