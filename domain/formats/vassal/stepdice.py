"""The dice of one step: its lines, bettered by the properties that the same button set."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from domain.formats.vassal import commands as c
from domain.formats.vassal.dice import DiceClaimed, called, dice_of, sized, symbols, with_total
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.lore import Lore
from domain.words.scan import whole

_RESULT, _TOTAL = "_result", "_total"
_PARTS = (_RESULT, _TOTAL, "_keep", "_summary")


class StepDice:
    """Which entries of a step are dice: a property is neither translated nor laid out anew, so it is believed first."""

    def __init__(self, entries: Sequence[Unpacked], lore: Lore | None = None) -> None:
        self._lore = lore
        self._rolled: dict[int, DiceClaimed] = {}  # by the entry that tells of it
        self._silent: set[int] = set()  # entries that say the same again
        self._at_odds: dict[int, str] = {}  # lines that say other faces than their property
        results = _by_button(entries, _RESULT)
        totals = _by_button(entries, _TOTAL)
        told = [(n, entry.line.dice) for n, entry in enumerate(entries) if entry.line and entry.line.dice]
        left = Counter(dice.name for _, dice in told)
        for number, dice in told:
            believed = self._rolled[number] = self._bettered(dice, left[dice.name], results, totals)
            left[dice.name] -= 1
            if len(dice.faces) == len(believed.faces) and sorted(dice.faces) != sorted(believed.faces):
                self._at_odds[number] = f"the line says {_listed(dice)}, the property of its button {_listed(believed)}"
        for name, untold in results.items():
            for number, value in untold:
                found = dice_of(name, value)
                if found is not None:
                    self._rolled[number] = with_total(found, _next_total(totals, name))
        self._parts(entries, set(results))
        self._symbols(entries)

    def rolled(self, number: int) -> DiceClaimed | None:
        """Whoever has the module knows how many sides the dice of a button have."""
        dice = self._rolled.get(number)
        known = self._lore.dice(dice.name) if dice is not None and self._lore is not None else None
        return sized(dice, *known) if dice is not None and known is not None else dice

    def at_odds(self, number: int) -> str:
        """What a line and its property do not agree on, or nothing; an order of the faces is no difference."""
        return self._at_odds.get(number, "")

    def is_silent(self, number: int) -> bool:
        return number in self._silent

    def _bettered(self, dice: DiceClaimed, left: int, results: _Values, totals: _Values) -> DiceClaimed:
        """A roll that gave the same as the one before sets no property: then the next property is not its own."""
        queue = results.get(dice.name)
        if queue:
            number, value = queue[0]
            found = dice_of(dice.name, value, dice.who)
            if len(queue) >= left or (found is not None and found.faces == dice.faces):
                queue.popleft()
                self._silent.add(number)
                dice = found or dice
        return with_total(dice, _next_total(totals, dice.name))

    def _parts(self, entries: Sequence[Unpacked], buttons: set[str]) -> None:
        """Totals and summaries of dice that are told already."""
        for number, entry in enumerate(entries):
            if isinstance(entry.command, c.PropertyChanged):
                button, _, part = entry.command.name.rpartition("_")
                if f"_{part}" in _PARTS[1:] and button in buttons:
                    self._silent.add(number)

    def _symbols(self, entries: Sequence[Unpacked]) -> None:
        told = {dice.name for dice in self._rolled.values()}
        for number, entry in enumerate(entries):
            if isinstance(entry.command, c.SymbolDice):
                dice = symbols(entry.command.button, entry.command.faces)
                if dice is not None and dice.name in told:
                    self._silent.add(number)
                elif dice is not None:
                    named = self._lore.faces(dice.name, entry.command.faces) if self._lore else ""
                    self._rolled[number] = called(dice, f"{dice.name}: {named}") if named else dice


def is_of_dice(name: str) -> bool:
    """Whether a property is one that a dice button sets."""
    return name.endswith(_PARTS)


_Values = dict[str, deque[tuple[int, str]]]


def _by_button(entries: Sequence[Unpacked], part: str) -> _Values:
    found: _Values = {}
    for number, entry in enumerate(entries):
        if isinstance(entry.command, c.PropertyChanged) and entry.command.name.endswith(part):
            found.setdefault(entry.command.name.removesuffix(part), deque()).append((number, entry.command.new))
    return found


def _listed(dice: DiceClaimed) -> str:
    return ", ".join(map(str, dice.faces))


def _next_total(totals: _Values, name: str) -> int | None:
    return whole(totals[name].popleft()[1]) if totals.get(name) else None
