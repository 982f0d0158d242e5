"""What was reckoned in a fact: what its dice needed, and each modifier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.citing import structs
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier

Book = Mapping[str, str]  # the rules of a system by id, in our words; empty where it comes with none


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What one roll, or one share of it, was reckoned with: what its dice needed, and each modifier."""

    of: str  # a unit, a way to fire: how the fact calls it; empty for the whole
    needs: int = 0  # the face a die had to show; 0 where the fact does not say
    modifiers: tuple[Modifier, ...] = ()
    times: int = 1  # how often the same stands in the fact


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
