"""A second position to try things on, and a digest to know a position again."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, get_origin

import msgspec
from msgspec import inspect as shape

from domain.kernel.shapes import bare
from domain.kernel.system import System

Copier = Callable[[Any], Any]
_sorted = msgspec.msgpack.Encoder(order="deterministic").encode
_plain = msgspec.msgpack.Encoder().encode
_FIXED = (
    shape.NoneType, shape.BoolType, shape.IntType, shape.FloatType, shape.StrType, shape.BytesType, shape.LiteralType,
    shape.EnumType, shape.DecimalType, shape.UUIDType, shape.FrozenSetType,
)  # fmt: skip


def digest(state: Any) -> bytes:
    """Equal for equal positions, whatever the order in which things were put down in them."""
    made = blake2b(digest_size=16)
    for name in state.__struct_fields__:
        part = getattr(state, name)
        try:
            made.update(_sorted(part))
        except TypeError:  # the library sorts by text only: a part counted by numbers is taken as it lies
            made.update(_plain(part))
    return made.digest()


def since(then: Any) -> Callable[[Any], bytes]:
    """A function that knows positions again among all that came of one, by what has changed in them since.

    Unlike a digest it tells apart what was put down in another order. Most of a position stays as it was, and to see
    that takes a tenth of the time of writing it down.
    """
    parts = [(name, getattr(then, name)) for name in then.__struct_fields__]
    return lambda now: _plain([_changed(part, getattr(now, name)) for name, part in parts])


def _changed(then: Any, now: Any) -> Any:
    """Nothing, the items of a table that are no longer what they were, or all of it."""
    if now is then:
        return ()
    if type(now) is type(then) is dict and list(now) == list(then):
        return {key: item for key, item in now.items() if item != then[key]}
    return (now,)


@cache
def copier(system: System[Any]) -> Copier:
    """A function that copies states of a system: what a game may change is copied, the rest is shared.

    Worked out once from the fields: fifty times as fast as `copy.deepcopy`. Unlike a trip through bytes it keeps what
    a map has worked out about itself, which costs far more than the copy.
    """
    return _of(shape.type_info(system.state), {}) or _same


def _same(value: Any) -> Any:
    return value


def _of(kind: shape.Type, known: dict[Any, Copier]) -> Copier | None:
    """None: a value of this kind never changes, and may be shared."""
    kind = bare(kind)
    match kind:
        case shape.StructType():
            return _struct(kind, known)
        case shape.DictType(value_type=each):
            return _dict(_of(each, known))
        case shape.ListType(item_type=each):
            return _list(_of(each, known))
        case shape.SetType():
            return set
        case shape.VarTupleType(item_type=each):
            return _tuple(_of(each, known))
        case shape.TupleType(item_types=each):
            return _row([_of(one, known) for one in each])
        case shape.NamedTupleType() if not any(_of(field.type, known) for field in kind.fields):
            return None
        case shape.UnionType(types=each):
            return _union(each, known)
    return None if isinstance(kind, _FIXED) else copy.deepcopy


def _struct(kind: shape.StructType, known: dict[Any, Copier]) -> Copier | None:
    if kind.cls in known:
        return known[kind.cls]
    cls: Any = get_origin(kind.cls) or kind.cls
    if hasattr(cls, "__deepcopy__"):
        return copy.deepcopy  # it knows best
    known[kind.cls] = lambda value: found(value)  # one that holds others of its own kind
    parts = [(field.name, part) for field in kind.fields if (part := _of(field.type, known))]
    frozen = cls.__struct_config__.frozen
    shallow: Copier = cls.__copy__  # what `copy.copy` comes to, without its questions
    found = _parts(shallow, parts, msgspec.structs.force_setattr if frozen else setattr) if parts else shallow
    if frozen and not parts:
        del known[kind.cls]
        return None
    known[kind.cls] = found
    return found


def _parts(shallow: Copier, parts: Sequence[tuple[str, Copier]], put: Callable[[Any, str, Any], None]) -> Copier:
    def copied(value: Any) -> Any:
        new = shallow(value)
        for name, part in parts:
            put(new, name, part(getattr(new, name)))
        return new

    return copied


def _dict(each: Copier | None) -> Copier:
    return dict if each is None else lambda value: {key: each(item) for key, item in value.items()}


def _list(each: Copier | None) -> Copier:
    return list if each is None else lambda value: [each(item) for item in value]


def _tuple(each: Copier | None) -> Copier | None:
    return None if each is None else lambda value: tuple([each(item) for item in value])


def _row(each: Sequence[Copier | None]) -> Copier | None:
    if not any(each):
        return None
    return lambda value: tuple(part(item) if part else item for part, item in zip(each, value, strict=True))


_HOLDERS: tuple[tuple[type[shape.Type], type[Any]], ...] = (
    (shape.DictType, dict), (shape.ListType, list), (shape.SetType, set), (shape.VarTupleType, tuple),
    (shape.TupleType, tuple),
)  # fmt: skip


def _union(kinds: Sequence[shape.Type], known: dict[Any, Copier]) -> Copier | None:
    """By what the value turns out to be."""
    found = {_class(kind): part for kind in kinds if (part := _of(kind, known))}
    if not found:
        return None
    if object in found:
        return copy.deepcopy
    return lambda value: found.get(type(value), _same)(value)


def _class(kind: shape.Type) -> type[Any]:
    kind = bare(kind)
    if isinstance(kind, shape.StructType):
        cls: type[Any] = get_origin(kind.cls) or kind.cls
        return cls
    return next((cls for holder, cls in _HOLDERS if isinstance(kind, holder)), object)
