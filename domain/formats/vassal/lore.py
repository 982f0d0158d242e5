"""What somebody who has the module can say of a game: names of places, sides of counters, dice and turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.formats.vassal.commands import MapBoard
from domain.formats.vassal.pieces import PieceType
from domain.formats.vassal.places import Names, PlaceLore


class CounterKnown(NamedTuple):
    side: str = ""
    kind: str = ""
    name: str = ""
    image: str = ""


class TurnKnown(NamedTuple):
    text: str
    turn: int = 0


class Lore(PlaceLore, Protocol):
    """One module, and the boards that this game has laid out."""

    notes: list[str]  # what is not plain: another version, a grid that does not fit

    @property
    def sides(self) -> Sequence[str]: ...

    def counter(self, slot: str, type: PieceType, marks: Mapping[str, str]) -> CounterKnown: ...

    def dice(self, name: str) -> tuple[int, int] | None: ...

    def faces(self, button: str, indices: Sequence[int]) -> str: ...

    def turn(self, tracker: str, state: str) -> TurnKnown | None: ...


class Module(Protocol):
    """A module before it is known which game is told with it."""

    @property
    def called(self) -> str: ...

    def lore(self, module: str, version: str, boards: Mapping[str, Sequence[MapBoard]], names: Names) -> Lore: ...
