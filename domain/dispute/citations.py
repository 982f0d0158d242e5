"""Which rules a fact names, wherever in it they stand; and what was reckoned in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from domain.facts import Fact
from domain.ruling import Modifier

Book = Mapping[str, str]  # the rules of a system by id, in our words; empty where it comes with none
NAMED = ("rule", "cite")  # fields that hold a rule's id
PURPOSE = ("why", "test")  # fields that may open with one: "11.3 combat: …"
_OPENING = re.compile(r"[\w.()]+(?:, [\w.()]+)*")  # how a docstring opens: "11.6a, 13.5a …"
_LIKE_AN_ID = re.compile(r"[A-Z]{0,3}\.?\d+(\.\w+)+")


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What one roll, or one share of it, was reckoned with: what its dice needed, and each modifier."""

    of: str  # a unit, a way to fire: how the fact calls it; empty for the whole
    needs: int = 0  # the face a die had to show; 0 where the fact does not say
    modifiers: tuple[Modifier, ...] = ()
    times: int = 1  # how often the same stands in the fact


def rules_of(fact: Fact, book: Book, disputes: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids it names, in the order in which they are met; disputes of the system are named alike."""
    known = _known(book, disputes)
    found = (token for struct in structs(fact) for token in _named(struct, known))
    return tuple(dict.fromkeys(found))


def _known(book: Book, disputes: Mapping[str, Any]) -> Callable[[str], bool]:
    if book:
        return lambda token: token in book or token in disputes
    return lambda token: token in disputes or bool(_LIKE_AN_ID.fullmatch(token))


def _named(struct: msgspec.Struct, known: Callable[[str], bool]) -> Iterator[str]:
    """Its own fields say what applied here. Failing these, its docstring says what all such facts are about."""
    found = [token for name in struct.__struct_fields__ for token in _in_field(name, getattr(struct, name), known)]
    yield from found or filter(known, _opening(type(struct)))


def _in_field(name: str, value: Any, known: Callable[[str], bool]) -> Iterator[str]:
    if isinstance(value, str) and value:
        if name in NAMED:
            yield from value.split(", ")
        elif name in PURPOSE:
            yield from filter(known, [value.partition(" ")[0]])


@cache
def _opening(kind: type[Any]) -> tuple[str, ...]:
    """The words a class's docstring opens with, which are ids in our style."""
    found = _OPENING.match(kind.__doc__ or "")
    return tuple(found[0].split(", ")) if found else ()


def structs(thing: Any) -> Iterator[msgspec.Struct]:
    """A fact and everything in it that has fields, from the outside in."""
    match thing:
        case msgspec.Struct():
            yield thing
            for name in thing.__struct_fields__:
                yield from structs(getattr(thing, name))
        case tuple() | list():
            for item in thing:
                yield from structs(item)
        case dict():
            for item in thing.values():
                yield from structs(item)


def parts_of(fact: Fact) -> tuple[Part, ...]:
    """Each thing in a fact that has modifiers or needs a face; the same reckoning is told once."""
    counted: dict[Part, int] = {}
    for struct in structs(fact):
        for part in _parts(struct, struct is fact):
            counted[part] = counted.get(part, 0) + 1
    return tuple(msgspec.structs.replace(part, times=times) for part, times in counted.items())


def _parts(struct: msgspec.Struct, is_whole: bool) -> Iterator[Part]:
    """One for each list of modifiers; what the dice need belongs to the last of them."""
    lists = [(name, found) for name in struct.__struct_fields__ if (found := _modifiers(getattr(struct, name)))]
    needs = getattr(struct, "needs", 0)
    needs = needs if isinstance(needs, int) else 0
    label = "" if is_whole else _label(struct)
    for name, found in lists:
        of = label if name == "modifiers" else ", ".join(filter(None, (label, name)))
        yield Part(of=of, needs=needs if name == "modifiers" else 0, modifiers=found)
    if needs and "modifiers" not in dict(lists):
        yield Part(of=label, needs=needs)


def _modifiers(value: Any) -> tuple[Modifier, ...]:
    if isinstance(value, Modifier):
        return (value,)
    return tuple(one for one in value if isinstance(one, Modifier)) if isinstance(value, tuple) else ()


def _label(struct: msgspec.Struct) -> str:
    """Its first word says what it is about: a unit, a way to fire."""
    values = (getattr(struct, name) for name in struct.__struct_fields__)
    return next((value for value in values if isinstance(value, str)), "")
