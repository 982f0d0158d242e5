"""Who is who in a spreadsheet: sides by names a game can use, and people by names that are not theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from domain.formats.spreadsheet.cells import BadCell, value
from domain.kernel.naming import RESERVED, UMPIRE, slug
from domain.words.pseudonyms import Pseudonyms, half_names

MAX_SIDES = 50
# Nobody's name, where a column of players holds sides.
_SIDES = frozenset({
    "blue", "red", "green", "black", "white", "grey", "gray", "union", "confederate", "federal", "rebel", "us", "usa",
    "cs", "csa", "allied", "allies", "axis", "german", "british", "french", "prussian", "austrian", "russian", "soviet",
    "american", "japanese", "attacker", "defender", "north", "south", "east", "west",
})  # fmt: skip


class SheetPeople:
    """Sides keep their names, as far as a game can use them; players are called Player 1, Player 2 …"""

    def __init__(self, players: Sequence[str], sides: Iterable[str]) -> None:
        self.pseudonyms = Pseudonyms(players)
        self._sides: dict[str, str] = {}
        for side in sides:
            self.side(side)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._sides.values()))

    @property
    def players(self) -> tuple[str, ...]:
        return self.pseudonyms.shown

    def side(self, cell: str) -> str:
        """The umpire and nobody are no side."""
        key = cell.casefold()
        if not key or slug(cell) == UMPIRE:
            return ""
        if key not in self._sides:
            if len(self._sides) >= MAX_SIDES:
                raise BadCell(f"these are more than {MAX_SIDES} sides; is this the column of the sides?")
            self._sides[key] = self._unused(cell)
        return self._sides[key]

    def player(self, cell: str) -> str:
        """The side of a player: their own, unless the name is that of a side."""
        key = cell.casefold()
        if not key or key in self._sides or slug(cell) in _SIDES:
            return self.side(cell)
        return self.side(self._person(cell))

    def meet(self, cell: str) -> str:
        """A player whose side stands in a column of its own."""
        is_side = cell.casefold() in self._sides or slug(cell) in _SIDES
        return "" if is_side else self._person(cell)

    def _person(self, cell: str) -> str:
        shown = self.pseudonyms.of(cell)
        for part in half_names(cell):
            if part.casefold() not in self._sides:
                self.pseudonyms.also(part, shown)
        return shown

    def learn(self, how: Callable[[str], str], cell: str) -> None:
        """Ahead of its row; a cell that cannot be used is told of when the row is read."""
        with suppress(BadCell):
            how(value(cell))

    def _unused(self, cell: str) -> str:
        """Names that differ only in what a game cannot keep are told apart by a number."""
        plain = any(c.isascii() and c.isalnum() for c in cell)
        base = slug(cell)[:58] if plain else "side"
        taken = {*RESERVED, *self._sides.values()}
        names = (base if n == 1 and plain else f"{base}-{n}" for n in range(1, len(taken) + 3))
        return next(name for name in names if name not in taken)
