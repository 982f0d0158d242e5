"""A position set by hand: values laid over a state, field by field; and the values that lead from one to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as shape

from domain.cases.fields import (
    ABSENT,
    Path,
    default_of,
    inside,
    kind_of,
    laid,
    meant,
    nothing_of,
    path_text,
    plain,
    read_path,
    tag_of,
)
from domain.kernel.errors import BadInput
from domain.kernel.system import System

_bytes = msgspec.msgpack.Encoder().encode
TERMS = ("sides", "options", "readings", "corrections")  # of the core: what a game is played under, not a position


class Overlay(NamedTuple):
    """What a position says beyond its start: nested values, and what values cannot say in a file."""

    values: Mapping[str, Any] = {}
    none: tuple[str, ...] = ()  # places that hold nothing
    drop: tuple[str, ...] = ()  # entries taken out
    anew: tuple[str, ...] = ()  # places that begin empty: only what the values say stands there

    @property
    def touched(self) -> set[str]:
        """The outermost fields it speaks of."""
        return {*self.values, *(read_path(place)[0] for place in (*self.none, *self.drop, *self.anew))}


def lay_over(system: System[Any], state: Any, overlay: Overlay) -> Any:
    """A new state; BadInput names the place of whatever does not fit. What is not spoken of is shared with the old."""
    kind = kind_of(system.state)
    tree = plain(state)
    _check_terms(overlay)
    for place in overlay.anew:
        holder, key, inner = _find(kind, tree, place, "anew")
        holder[key] = nothing_of(inner)
    for place in overlay.drop:
        _drop(kind, tree, place)
    tree = laid(kind, tree, overlay.values, ("position",))
    for place in overlay.none:
        _nothing(kind, tree, place)
    try:
        found = msgspec.convert(tree, system.state, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadInput(f"position: {str(error).replace('`', '')}") from None
    for field in system.state.__struct_fields__:
        if field not in overlay.touched:
            setattr(found, field, getattr(state, field))  # a map keeps what it has worked out about itself
    return found


def _check_terms(overlay: Overlay) -> None:
    core = overlay.values.get("core", {})
    for field in TERMS:
        if isinstance(core, dict) and field in core:
            raise BadInput(f"position.core.{field}: write `{field}` at the head of the case, not into its position")


def _drop(kind: shape.Type, tree: Any, place: str) -> None:
    holder, key, _ = _find(kind, tree, place, "drop")
    above = kind
    for step in read_path(place)[:-1]:
        above = inside(above, step) or above
    if not isinstance(above, shape.DictType) or key not in holder:
        raise BadInput(f"drop: there is no entry {place} to take out")
    del holder[key]


def _nothing(kind: shape.Type, tree: Any, place: str) -> None:
    holder, key, inner = _find(kind, tree, place, "none")
    kinds = inner.types if isinstance(inner, shape.UnionType) else (inner,)
    if not any(isinstance(one, shape.NoneType | shape.AnyType) for one in kinds):
        raise BadInput(f"none: {place} always holds something")
    holder[key] = None


def _find(kind: shape.Type, tree: Any, place: str, what: str) -> tuple[Any, Any, shape.Type]:
    """The table or list that holds a place, the key in it, and what may stand there."""
    way = read_path(place)
    inner: shape.Type | None = kind
    for key in way:
        inner = inside(inner, key) if inner else None
    holder = tree
    for key in way[:-1]:
        holder = _child(holder, key)
    last: Any = way[-1]
    if isinstance(holder, list) and _child(holder, last) is not None:
        last = int(last)
    elif not isinstance(holder, dict):
        inner = None
    if inner is None:
        raise BadInput(f"{what}: there is no {place} in the position")
    return holder, last, inner


def _child(tree: Any, key: str) -> Any:
    if isinstance(tree, list):
        return tree[int(key)] if key.isdecimal() and int(key) < len(tree) else None
    return tree.get(key) if isinstance(tree, dict) else None


def difference(system: System[Any], old: Any, new: Any) -> Overlay:
    """What must be laid over `old` to have `new`; the terms of play and the count of fair dice aside."""
    before, after = plain(old), plain(new)
    for field in (*TERMS, "fair_dice"):
        after["core"][field] = before["core"][field]
    compared = _Compared()
    values = compared.changed(kind_of(system.state), before, after, ())
    lists = (compared.none, compared.drop, compared.anew)
    return Overlay({} if values is ABSENT else values, *(tuple(map(path_text, places)) for places in lists))


def _is_same(old: Any, new: Any) -> bool:
    """To the letter, the order of things in it too: most of a position is as it was, and bytes are compared at once."""
    if type(old) is not type(new):
        return False
    return _bytes(old) == _bytes(new) if isinstance(new, dict | list) else bool(old == new)


class _Compared:
    """The values that lead from one tree to another, and beside them the places that values cannot speak of."""

    def __init__(self) -> None:
        self.none: list[Path] = []
        self.drop: list[Path] = []
        self.anew: list[Path] = []

    def changed(self, kind: shape.Type, old: Any, new: Any, path: Path) -> Any:
        """What to lay over the old value; ABSENT if nothing need be."""
        if _is_same(old, new):
            return ABSENT
        if new is None:
            self.none += [path] if old is not None else []
            return ABSENT
        kind = meant(kind, old, new, path)
        if isinstance(kind, shape.StructType) and isinstance(old, dict) and tag_of(kind, old) == tag_of(kind, new):
            return self._struct(kind, old, new, path)
        if isinstance(kind, shape.DictType) and isinstance(old, dict):
            return self._dict(kind, old, new, path)
        return ABSENT if old == new else self.whole(kind, new, path)

    def _struct(self, kind: shape.StructType, old: Any, new: Any, path: Path) -> Any:
        found = {}
        for field in kind.fields:
            key = field.encode_name
            before, after = (value.get(key, default_of(field)) for value in (old, new))
            said = self.changed(field.type, before, after, (*path, key))
            if said is not ABSENT:
                found[key] = said
        return found or ABSENT

    def _dict(self, kind: shape.DictType, old: Any, new: Any, path: Path) -> Any:
        """Entry by entry; as a whole where nothing stays or the entries would come out in another order."""
        kept = [key for key in old if key in new]
        if old and (not kept or [*kept, *(key for key in new if key not in old)] != list(new)):
            self.anew.append(path)
            return self.whole(kind, new, path) or ABSENT
        self.drop += [(*path, key) for key in old if key not in new]
        said = ((k, self.changed(kind.value_type, old.get(k, ABSENT), v, (*path, k))) for k, v in new.items())
        return {key: value for key, value in said if value is not ABSENT} or ABSENT

    def whole(self, kind: shape.Type, value: Any, path: Path) -> Any:
        """A value without what goes without saying."""
        if value is None:
            self.none.append(path)
            return ABSENT
        kind = meant(kind, ABSENT, value, path)
        match kind:
            case shape.StructType():
                return dict(self._told(kind, value, path))
            case shape.DictType(value_type=each):
                said = ((key, self.whole(each, item, (*path, key))) for key, item in value.items())
                return {key: item for key, item in said if item is not ABSENT}
            case shape.ListType(item_type=each) | shape.VarTupleType(item_type=each):
                return [self.whole(each, item, (*path, str(i))) for i, item in enumerate(value)]
        return value

    def _told(self, kind: shape.StructType, value: Mapping[str, Any], path: Path) -> Iterator[tuple[str, Any]]:
        if kind.tag_field:
            yield kind.tag_field, value[kind.tag_field]
        for field in kind.fields:
            key = field.encode_name
            held = value.get(key, default_of(field))
            goes_without_saying = held == default_of(field) or (held is None and field.required)
            said = ABSENT if goes_without_saying else self.whole(field.type, held, (*path, key))
            if said is not ABSENT:
                yield key, said
