"""Positions with Hidden Movement Counters, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.gettysburg.hidden.asks import HideUnits
from rules.gettysburg.state import State
from tests.gettysburg.positions import give, position
from tests.gettysburg.small_maps import small_ground

C, U = "confederate", "union"
HIDDEN = ("hidden_movement",)
COMMAND = ("hidden_movement", "command_control")
ENTRIES = {"A": "1234", "F": "4000"}


def field(places: Mapping[str, str], *, features: Mapping[str, Any] | None = None, **more: Any) -> State:
    """Clear ground; pieces may be placed inside an HMC by its name."""
    ground = small_ground(entry_hexes=ENTRIES, **(features or {}))
    return position(places, ground=ground, **{"options": HIDDEN, **more})


def hide(at: str, **contents: tuple[str, ...]) -> HideUnits:
    """HMC numbers as h1, h2: all Confederate."""
    return HideUnits(at=at, contents={f"C-HMC{name[1:]}": units for name, units in contents.items()})


def observed(places: Mapping[str, str], **more: Any) -> State:
    """A Union unit stands within sight of the Confederate HMC at 1010; the next order lets it be revealed."""
    return field({"C-HMC1": "1010", "U-1": "1014", "U-2": "3030", **places}, active=U, **more)


def stir(state: State) -> list[Any]:
    """Some order that moves nothing, so that what follows of itself follows."""
    return give(state, U, HideUnits(at="3030", contents={"U-HMC8": ("U-2",)}))
