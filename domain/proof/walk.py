"""All lines of a game, each entry checked once: a branch goes on from what was so at the entry it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from domain.kernel.chance import NO_END
from domain.kernel.errors import VerificationFailed
from domain.log.links import Found, FoundLine, Link, Place, check_entry, home
from domain.proof.dice import DiceProof, Rolls


@dataclass
class Checked:
    """What is known at an entry: enough for a branch to go on from there."""

    link: Link = field(default_factory=Link)
    rolls: Rolls = field(default_factory=Rolls)

    def copy(self) -> Checked:
        return Checked(replace(self.link), self.rolls.copy())


class Entries(Protocol):
    """A line's own entries, checked as they are read."""

    def advance(self, sofar: Checked, upto: int) -> None:
        """On to entry `upto`, or to the last if there are not so many; VerificationFailed where the chain breaks."""


def take_entry(sofar: Checked, place: Place, found: Found, following: Iterator[Found], dice: DiceProof) -> None:
    """One entry: its chain, and what it says of dice."""
    fact = check_entry(place, sofar.link, found, following)
    assert found.entry is not None, "it was checked"
    if found.entry.body is None:
        sofar.rolls.tally["withheld"] += 1
    elif fact is None:
        return
    dice.take(sofar.rolls, place, found.number, fact, found.entry.order_no)


class FileEntries:
    """Those of a file, which are all in memory."""

    def __init__(self, line: FoundLine, dice: DiceProof) -> None:
        self.place, self.end, self.dice = line.place, line.end, dice
        self._left = iter(line.found)

    def advance(self, sofar: Checked, upto: int) -> None:
        link = sofar.link
        while link.number < upto:
            found = next(self._left, None)
            if found is None:
                return self._check_end(link)
            take_entry(sofar, self.place, found, self._left, self.dice)
        return None

    def _check_end(self, link: Link) -> None:
        if self.end and link.number > self.place.at and self.end != (link.number, link.hash.hex()):
            raise self.place.failed(link.number, "is not the last one named at the end of the file")


@dataclass
class Walk:
    """Walks every line once, parents first, and keeps what is so at the entries where someone goes on."""

    places: Mapping[str, Place]
    wanted: Collection[str]  # lines to be read to their end; the others only as far as one of these shares them
    entries: Callable[[Place], Entries]
    marks: dict[str, set[int]] = field(default_factory=dict)  # by line, the entries to stop at
    at: dict[tuple[str, int], Checked] = field(default_factory=dict)
    ends: dict[str, Checked] = field(default_factory=dict)
    broken: dict[str, VerificationFailed] = field(default_factory=dict)

    def mark(self, name: str | None, number: int) -> None:
        """Keep what is so at an entry, seen from a line."""
        line = home(self.places, name, number)
        if line is not None:
            self.marks.setdefault(line.name, set()).add(number)

    def run(self) -> None:
        for place in self.places.values():
            self.mark(place.parent, place.at)
        for place in self.places.values():
            try:
                self.ends[place.name] = self._walk(place)
            except VerificationFailed as error:
                self.broken[place.name] = error

    def _walk(self, place: Place) -> Checked:
        sofar, entries = self._beginning(place), self.entries(place)
        for number in sorted(self.marks.get(place.name, ())):
            entries.advance(sofar, number)
            if sofar.link.number == number:
                self.at[place.name, number] = sofar.copy()
        if place.name in self.wanted:
            entries.advance(sofar, NO_END)
        if sofar.link.number == place.at:
            raise place.failed(place.at + 1, "is missing, and with it the whole line")
        return sofar

    def _beginning(self, place: Place) -> Checked:
        """What is so at the entry a line leaves; nothing yet where main begins."""
        if place.parent is None:
            return Checked()
        left = home(self.places, place.parent, place.at)
        if left is not None and (left.name, place.at) in self.at:
            sofar = self.at[left.name, place.at].copy()
            if left.name != place.parent and sofar.rolls.wrong_roll is None:
                what = f"leaves {place.parent} at an entry that {place.parent} does not hold"
                sofar.rolls.wrong_roll = place.failed(place.at + 1, what)
            return sofar
        if left is not None and left.name in self.broken:
            raise self.broken[left.name]
        raise place.failed(
            place.at + 1,
            f"branches off {place.parent} at entry {place.at}, which is not there: "
            f"it was changed, or the end of {place.parent} was cut off",
        )

    def own_tally(self, name: str) -> Counter[str]:
        """What a line counts in its own entries."""
        place = self.places[name]
        left = home(self.places, place.parent, place.at)
        shared = self.at[left.name, place.at].rolls.tally if left is not None else Counter[str]()
        return self.ends[name].rolls.tally - shared
