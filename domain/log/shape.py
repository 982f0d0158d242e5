"""The shape of a state: what the classes it is made of say of their fields, read without evaluating annotations."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import ModuleType
from typing import Any, NamedTuple

OURS = ("domain", "rules", "tests")
_NAME = re.compile(r"[^\W\d]\w*")
_STORED = ("array_like", "omit_defaults", "forbid_unknown_fields", "tag", "tag_field")  # what a Struct is stored by


def shape(state: Any) -> bytes:
    """Of a class and of all that its annotations lead to: the same in every folder and run, another after any change
    of a field, of its type or of its default."""
    waiting, told, names = [state], dict[str, str](), dict[int, tuple[Any, str]]()

    def named(found: Any) -> str:
        """Each once: the name of what is made of many takes long to tell. It is held, so that its number is its own."""
        if id(found) not in names:
            names[id(found)] = (found, _name(found))
        return names[id(found)][1]

    while waiting:
        found = waiting.pop()
        name = named(found)
        if name not in told:
            parts = list(_parts(found))
            told[name] = repr([(part.said, [named(meant) for meant in part.meant]) for part in parts])
            waiting += [meant for part in parts for meant in part.meant]
    return "\n".join(f"{name} {said}" for name, said in told.items()).encode()


class _Part(NamedTuple):
    """What is written at one place of a class, and what the names in it stand for."""

    said: str
    meant: list[Any]


def _name(found: Any) -> str:
    """Of a class, or of what is made of several: a union, a Literal, a list of something."""
    return f"{found.__module__}.{found.__qualname__}" if isinstance(found, type) else repr(found)


def _parts(found: Any) -> Iterator[_Part]:
    """Classes that are not ours speak by their name alone."""
    if not isinstance(found, type):
        yield _Part("of", [part for part in getattr(found, "__args__", ()) if not isinstance(part, str)])
    elif _is_ours(found):
        yield _Part(_terms(found), [])
        for base in filter(_is_ours, found.__mro__):
            yield from _lines(base)


def _is_ours(kind: type) -> bool:
    return kind.__module__.split(".")[0] in OURS


def _lines(kind: type) -> Iterator[_Part]:
    """What stands in the class itself: its generic bases, and its fields."""
    said, known = vars(kind), vars(sys.modules[kind.__module__])
    yield _Part("class", [base for base in said.get("__orig_bases__", ()) if hasattr(base, "__args__")])
    for name, annotation in said.get("__annotations__", {}).items():
        yield _Part(f"{name}: {annotation}", list(_meant(annotation, known)))


def _terms(kind: type) -> str:
    """How it is stored, and the defaults of its fields."""
    if issubclass(kind, Enum):
        return repr([(each.name, each.value) for each in kind])
    config = getattr(kind, "__struct_config__", None)
    defaults = [*getattr(kind, "__struct_defaults__", ()), *getattr(kind, "_field_defaults", {}).items()]
    if is_dataclass(kind):
        defaults += [field.default for field in fields(kind) if field.default is not MISSING]
    stored = [getattr(config, key, None) for key in _STORED]
    return f"{stored} {getattr(kind, '__struct_encode_fields__', ())} {[_default(value) for value in defaults]}"


def _default(value: Any) -> str:
    """A factory by its name, a set in one order: neither looks the same in every run."""
    made = getattr(value, "factory", None)
    if made is not None:
        return _name(made) if isinstance(made, type) else str(made.__qualname__)
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def _meant(annotation: Any, known: Mapping[str, Any]) -> Iterator[Any]:
    """Of a text, what its names stand for in its module, and in modules that it names."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__forward_arg__", None)
    if text is None:
        yield annotation
        return
    names = _NAME.findall(text)
    for value in [known[name] for name in names if name in known]:
        if isinstance(value, ModuleType):
            yield from (getattr(value, name) for name in names if hasattr(value, name))
        else:
            yield value
