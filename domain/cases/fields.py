"""The fields of Structs as plain values: laid over each other, and found by their path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from domain.cases.shapes import SERIES, TABLES, described, has_parts, parts_of, sample
from domain.kernel.errors import BadInput
from domain.kernel.shapes import bare
from domain.words.scan import json_text, short
from domain.words.tomltext import toml_value

Path = tuple[str, ...]
ABSENT: Any = object()  # no value at all, which is not the same as nothing
SHORT = 40  # letters of a value that are shown
LONG = 160  # letters of an example that are
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_KEY = re.compile(r'"(?P<quoted>[^"]*)"|(?P<bare>[^".]+)')


def kind_of(cls: Any) -> shape.Type:
    return _info(cls)


@cache
def _info(cls: Any) -> shape.Type:
    return shape.type_info(cls)


def plain(value: Any) -> Any:
    """As a file would say it: tables, lists, text, numbers."""
    return msgspec.to_builtins(value, str_keys=True)


def path_text(path: Path) -> str:
    return ".".join(key if _BARE.fullmatch(key) else json_text(key) for key in path)


def read_path(text: str) -> Path:
    """`units.C-41.at`; a key with a dot in it stands in quotes."""
    keys: list[str] = []
    at = 0
    while at <= len(text):
        found = _KEY.match(text, at)
        if found is None or text[found.end() : found.end() + 1] not in ("", "."):
            raise BadInput(f"{text!r} is no path; write keys with dots between them, such as units.C-41.at")
        keys.append(found["bare"] if found["quoted"] is None else found["quoted"])
        at = found.end() + 1
    return tuple(keys)


def inside(kind: shape.Type, key: str) -> shape.Type | None:
    """What may stand under a key of it."""
    match bare(kind):
        case shape.UnionType(types=kinds):
            return next((found for one in kinds if (found := inside(one, key))), None)
        case shape.StructType(fields=fields):
            return next((field.type for field in fields if field.encode_name == key), None)
        case shape.DictType(value_type=each):
            return each
        case shape.ListType(item_type=each) | shape.VarTupleType(item_type=each):
            return each
        case shape.AnyType() as anything:
            return anything
    return None


def nothing_of(kind: shape.Type) -> Any:
    """What a place holds before anything is said of it."""
    match kind:
        case shape.StructType():
            return {field.encode_name: default for field in kind.fields if (default := default_of(field)) is not ABSENT}
        case shape.UnionType(types=kinds) if not any(isinstance(one, shape.NoneType) for one in kinds):
            return next((nothing_of(one) for one in kinds if isinstance(one, (*TABLES, *SERIES))), ABSENT)
        case shape.UnionType() | shape.NoneType():
            return None
        case shape.DictType():
            return {}
    return [] if isinstance(kind, SERIES) else ABSENT


def default_of(field: shape.Field) -> Any:
    if field.default is not NODEFAULT:
        return plain(field.default)
    return plain(field.default_factory()) if field.default_factory is not NODEFAULT else ABSENT


# Laying over


def laid(kind: shape.Type, old: Any, new: Any, path: Path) -> Any:
    """The old value with the new one over it: tables merge, all else is replaced."""
    kind = meant(kind, old, new, path)
    match kind:
        case shape.StructType():
            return _laid_struct(kind, old, new, path)
        case shape.DictType(value_type=each):
            return _laid_dict(each, old if isinstance(old, dict) else {}, new, path)
        case shape.TupleType() | shape.NamedTupleType():
            parts = parts_of(kind)
            return [laid(part, ABSENT, item, (*path, str(i))) for i, (part, item) in enumerate(zip(parts, new))]  # noqa: B905
        case _ if isinstance(kind, SERIES):
            return [laid(kind.item_type, ABSENT, item, (*path, str(i))) for i, item in enumerate(new)]
    return new


def _laid_dict(each: shape.Type, old: Mapping[str, Any], new: Mapping[str, Any], path: Path) -> Any:
    kept = dict(old)
    for key, value in new.items():
        try:
            kept[key] = laid(each, kept.get(key, ABSENT), value, (*path, key))
        except _NotThere as error:
            hint = near(key, old) if error.path == (*path, key) else ""
            raise BadInput(f"{error}{hint}") from None
    return kept


class _NotThere(BadInput):
    """Too little is said of something new: perhaps something old was meant."""

    def __init__(self, path: Path, missing: str) -> None:
        super().__init__(f"{path_text(path)} is not there, and a new one also needs {missing}")
        self.path = path


def _laid_struct(kind: shape.StructType, old: Any, new: Mapping[str, Any], path: Path) -> Any:
    fields = {field.encode_name: field for field in kind.fields}
    is_new = not isinstance(old, dict) or tag_of(kind, old) != tag_of(kind, {**old, **new})
    kept = {} if is_new else dict(old)
    for key, value in new.items():
        if key == kind.tag_field:
            kept[key] = value
        elif key in fields:
            kept[key] = laid(fields[key].type, kept.get(key, ABSENT), value, (*path, key))
        else:
            raise BadInput(f"{path_text(path)} has no field {key!r}{_near(key, fields)}")
    _fill(kind, kept, path, is_new)
    return kept


def tag_of(kind: shape.StructType, value: Mapping[str, Any]) -> Any:
    return value.get(kind.tag_field, kind.tag) if kind.tag_field else None


def _fill(kind: shape.StructType, kept: dict[str, Any], path: Path, is_new: bool) -> None:
    """Not said: nothing where there may be nothing, an empty list where there is one; all else must be given."""
    wanted = [field for field in kind.fields if field.required and field.encode_name not in kept]
    for field in wanted:
        empty = ABSENT if isinstance(field.type, shape.StructType) else nothing_of(field.type)
        if empty is not ABSENT:
            kept[field.encode_name] = empty
    missing = [field.encode_name for field in wanted if field.encode_name not in kept]
    if missing and is_new:
        raise _NotThere(path, ", ".join(missing))
    if missing:
        raise BadInput(f"{path_text(path)} also needs {', '.join(missing)}")


def meant(kind: shape.Type, old: Any, new: Any, path: Path) -> shape.Type:
    """The kind of thing a value is, where it fits."""
    kind = bare(kind)
    if isinstance(kind, shape.UnionType):
        fitting = [one for one in map(bare, kind.types) if fits(one, new)]
        tagged = [one for one in fitting if isinstance(one, shape.StructType) and one.tag_field]
        if tagged:
            return _tagged(tagged, old, new, path)
        if fitting:
            return fitting[0]
    elif fits(kind, new):
        return kind
    raise BadInput(f"{path_text(path)} takes {described(kind)}, not {_shown(new)}{_such_as(kind, old)}")


def _such_as(kind: shape.Type, old: Any) -> str:
    """What stands there now, or one like it: a shape is better shown than described."""
    if not has_parts(kind):
        return ""
    text = toml_value(old if old and old is not ABSENT and fits(kind, old) else sample(kind))
    return f"; such as {text}" if len(text) <= LONG else ""


def _tagged(kinds: list[shape.StructType], old: Any, new: Mapping[str, Any], path: Path) -> shape.StructType:
    """One of several that say by a word of their own which they are."""
    by_tag = {str(kind.tag): kind for kind in kinds}
    field = str(kinds[0].tag_field)
    known = new.get(field, old.get(field) if isinstance(old, dict) else None)
    if known is None and len(kinds) == 1:
        return kinds[0]
    if known not in by_tag:
        raise BadInput(f"{path_text((*path, field))} takes one of {', '.join(by_tag)}, not {_shown(known)}")
    return by_tag[str(known)]


def fits(kind: shape.Type, value: Any) -> bool:
    """Whether a plain value can stand there, as far as its outside shows."""
    kind = bare(kind)
    match kind:
        case shape.AnyType() | shape.RawType():
            return True
        case shape.BoolType():
            return isinstance(value, bool)
        case shape.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case shape.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case shape.StrType():
            return isinstance(value, str)
        case shape.NoneType():
            return value is None
    return _fits_more(kind, value)


def _fits_more(kind: shape.Type, value: Any) -> bool:
    match kind:
        case shape.LiteralType(values=listed):
            return value in listed
        case shape.EnumType(cls=cls):
            return value in [member.value for member in cls]
        case shape.UnionType(types=kinds):
            return any(fits(one, value) for one in kinds)
        case shape.TupleType() | shape.NamedTupleType():
            return isinstance(value, list | tuple) and len(value) == len(parts_of(kind))
    if isinstance(kind, TABLES):
        return isinstance(value, dict)
    return isinstance(value, list | tuple) if isinstance(kind, SERIES) else True


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return short(value)
    text = json_text(value) if isinstance(value, int | list | dict) else str(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def near(word: str, names: Iterable[str]) -> str:
    close = get_close_matches(word, list(names), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _near(word: str, names: Mapping[str, Any]) -> str:
    return near(word, names) or f"; there are {', '.join(names)}"
