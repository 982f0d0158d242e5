"""Which side wears which colour: as the pack says, else as the system does, else by the order of the sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, Literal, get_args

from domain.kernel.facts import Side
from domain.kernel.packs import Pack, Sheet, read_sheet
from domain.kernel.system import System

Colour = Literal["blue", "orange", "green", "purple", "sky", "yellow"]
COLOURS: tuple[Colour, ...] = get_args(Colour)  # in the order in which sides take them
FILE = "sides.toml"


class SidesSheet(Sheet, frozen=True, kw_only=True):
    """A file that any pack may have: `[sides]`, then `union = "blue"`."""

    sides: dict[Side, Colour] = {}


def colours_of(system: System[Any], pack: Pack) -> Mapping[Side, Colour]:
    said = read_sheet(pack, FILE, SidesSheet).sides if FILE in pack.files else {}
    return {**system.sheets.colours, **said}


def places(sides: Iterable[Side], said: Mapping[Side, Colour]) -> dict[Side, int]:
    """Each side with the place of its colour, the lowest first; whoever has none, or comes too late, the next free."""
    every = list(dict.fromkeys(sides))
    found: dict[int, Side] = {}
    for side in sorted(every, key=lambda side: side not in said):
        wanted = COLOURS.index(said[side]) if side in said else 0
        found[wanted if wanted not in found else next(place for place in count() if place not in found)] = side
    return {found[place]: place for place in sorted(found)}
