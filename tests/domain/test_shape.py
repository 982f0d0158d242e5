"""The shape of a state: what changes it, and what does not."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
import pytest

from domain.log.shape import shape
from rules import SYSTEMS

T = TypeVar("T")
Name = str


class Colour(enum.Enum):
    GREY = "grey"


class Spot(NamedTuple):
    x: int
    y: int = 0


@dataclass
class Note:
    by: Name
    text: str = "a plain note"


class Held(msgspec.Struct, Generic[T]):
    inside: list[T]


class Piece(msgspec.Struct):
    name: Name
    at: Spot
    colour: Colour = Colour.GREY
    note: Note | None = None


class Army(Held[Piece]):
    led_by: frozenset[str] = frozenset({"Lee", "Hill", "Ewell"})


def changed(kind: type, name: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> bool:
    before = shape(Army)
    monkeypatch.setattr(kind, name, value)
    return shape(Army) != before


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (Piece, "__annotations__", {**Piece.__annotations__, "name": "int"}),
        (Piece, "__annotations__", {**Piece.__annotations__, "more": "int"}),
        (Spot, "__annotations__", {"x": int, "y": float}),
        (Spot, "_field_defaults", {"y": 1}),
        (Held, "__annotations__", {"inside": "tuple[T, ...]"}),
        (Army, "__orig_bases__", (Held[Spot],)),
    ],
)
def test_a_change_in_a_class_it_leads_to_changes_it(
    kind: type, name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert changed(kind, name, value, monkeypatch)


def test_another_meaning_of_a_name_changes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = shape(Army)
    monkeypatch.setitem(globals(), "Name", int)
    assert shape(Army) != before


def test_values_of_an_enum_and_defaults_are_part_of_it() -> None:
    told = shape(Army).decode()
    assert "('GREY', 'grey')" in told
    assert "a plain note" in told
    assert " at 0x" not in told
    assert told.index("Ewell") < told.index("Hill") < told.index("Lee")  # a set in one order


@pytest.mark.parametrize("key", SYSTEMS)
def test_no_address_of_a_run_is_part_of_it(key: str) -> None:
    assert b" at 0x" not in shape(SYSTEMS[key].state)
