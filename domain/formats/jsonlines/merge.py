"""Another record of the same game: what it has and ours has not comes into ours, and nothing of ours is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain as one_after_another
from itertools import count, takewhile
from typing import NamedTuple

import msgspec

from domain.formats.jsonlines.jsonlines import checked
from domain.formats.jsonlines.rebased import Rebased, opening, rebased_body
from domain.games.games import Games
from domain.kernel.errors import BadInput
from domain.kernel.naming import check_name
from domain.log import chain
from domain.log.entry import Sealed
from domain.log.gamefile import GameFile
from domain.log.links import Found, FoundLine, filing, home, read_body, stored_bytes
from domain.log.refs import MAIN, Ref
from domain.proof.verify import check_lines


class Added(msgspec.Struct, frozen=True):
    """A line that ours had not, under the name it has in the file."""

    line: str
    entries: int


class Continued(msgspec.Struct, frozen=True):
    """A line of ours that goes on further in the file."""

    line: str
    first: int
    last: int


class Parted(msgspec.Struct, frozen=True):
    """A line that from an entry on is another one in the file: that one came in under a name of its own."""

    line: str
    entry: int
    as_line: str


class Merged(msgspec.Struct, frozen=True, kw_only=True):
    added: tuple[Added, ...] = ()
    continued: tuple[Continued, ...] = ()
    parted: tuple[Parted, ...] = ()
    unproved: int = 0  # fair dice and cards that count as imported: they are bound to the line they were rolled on

    @property
    def is_new(self) -> bool:
        return bool(self.added or self.continued)


class Step(NamedTuple):
    """An entry as it is to stand in ours, and the number it has in the file; 0 for one that is only in ours."""

    origin: int
    entry: Sealed
    unproved: int = 0  # dice and cards in it that were fair in the file


class Kept(NamedTuple):
    """A line of ours with what is to be added to it."""

    parent: str | None
    at: int
    entries: list[Sealed]
    stored: int  # so many of them were there before


Place = tuple[str, int]  # a line and an entry of ours


def merge_game(games: Games, game: str, file: GameFile) -> Merged:
    """All of it in one transaction, or nothing: the file is proved first, and then the whole as it would be."""
    system, started, lines, _ = checked(games, file)
    ours = games.line(Ref(game))
    if started.game != ours.started.game:
        raise BadInput(f"this is another game ({started.game}) than {game} ({ours.started.game}): `refight import` it")
    merge = Merge(games, game, lines)
    if merge.ours[MAIN].entries[0].hash != _entry(lines[MAIN].found[0]).hash:
        raise BadInput(f"entry 1 of {MAIN} is another one in the file: one of the two records was made up")
    merge.run()
    check_lines(merge.result(), games.log.pack(started.pack), games.log.systems)
    merged = merge.told()
    if merged.is_new:
        games.log.add(game, merge.rows(system.key))
    return merged


class Merge:
    """Places each line of the file, parents first, among ours."""

    def __init__(self, games: Games, game: str, lines: Mapping[str, FoundLine]) -> None:
        self.lines, self.ours = lines, dict[str, Kept]()
        for name in games.log.lines(game):
            line = games.log.line(game, name)
            entries = list(games.log.each_sealed(line, line.own.base))
            parent = line.opened.parent if line.opened else None
            self.ours[name] = Kept(parent, line.own.base, entries, len(entries))
        self.placed: dict[str, dict[int, Place]] = {}  # of each line of the file, where its own entries are in ours
        self.added: list[str] = []
        self.parted: list[Parted] = []
        self.unproved = 0

    def run(self) -> None:
        for name, line in self.lines.items():
            self.placed[name] = {}
            self._place(name, partial(self._line_as, line))

    def _place(self, name: str, make: Callable[[str], list[Step]]) -> None:
        """Under the first name that is free, or that of a line which begins as this one does."""
        for to in self._names(name):
            steps, kept = make(to), self.ours.get(to)
            if kept is None:
                self._add(name, to, steps)
                return
            pairs = zip(kept.entries, steps, strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].entry.hash, pairs))
            if shared:
                self._join(name, to, steps, shared)
                return

    def _names(self, name: str) -> Iterator[str]:
        """Its own, then others that the file does not use either."""
        others = (check_name("line", f"{name}-{i}") for i in count(2))
        return one_after_another([name], (other for other in others if other not in self.lines))

    def _add(self, name: str, to: str, steps: Sequence[Step]) -> None:
        first = read_body(steps[0].entry.body or b"")
        self.ours[to] = Kept(first["parent"], first["at"], [], 0)
        self.added.append(to)
        self._take(name, to, steps)

    def _join(self, name: str, to: str, steps: Sequence[Step], shared: int) -> None:
        """What ours has; what goes on where ours ends; and what parts from ours, on a line of its own."""
        kept = self.ours[to]
        if shared < len(kept.entries):
            shared = _whole_orders(steps, shared)
        rest, last = steps[shared:], steps[shared - 1].entry
        self._found(name, to, steps[:shared])
        if shared == len(kept.entries):
            self._take(name, to, rest)
        elif rest:
            self._place(name, lambda other: self._tail_as(name, last, rest, other))
            self.parted.append(Parted(to, rest[0].entry.number, self.placed[name][rest[0].origin][0]))

    def _take(self, name: str, to: str, steps: Sequence[Step]) -> None:
        self.ours[to].entries.extend(step.entry for step in steps)
        self.unproved += sum(step.unproved for step in steps)
        self._found(name, to, steps)

    def _found(self, name: str, to: str, steps: Sequence[Step]) -> None:
        self.placed[name].update((step.origin, (to, step.entry.number)) for step in steps if step.origin)

    # A line of the file as it would stand in ours

    def _line_as(self, line: FoundLine, to: str) -> list[Step]:
        entries = [_entry(found) for found in line.found]
        place = self.placed[line.parent][line.at] if line.parent is not None else None
        if to == line.name and (place is None or self._is_as_written(line, place, entries[0])):
            return [Step(entry.number, entry) for entry in entries]
        assert place is not None, "main begins alike in both"
        return self._chained(line.name, to, self._at(place), entries)

    def _is_as_written(self, line: FoundLine, place: Place, first: Sealed) -> bool:
        """Whether it can stand in ours byte for byte: it leaves the same entry, and the dice it repeats are there.

        The same name and number are not enough: its parent may have come into ours chained anew.
        """
        if not any(found.number == line.at and _entry(found).hash == self._at(place).hash for found in self._own(line)):
            return False
        kept = self.ours.get(line.name)
        if kept is not None and kept.entries[0].hash == first.hash:
            return True
        opened = read_body(first.body or b"")
        return opened["luck"] == "fresh" or {to for to, _ in self.placed[line.parent or ""].values()} == {line.parent}

    def _tail_as(self, name: str, last: Sealed, rest: Sequence[Step], to: str) -> list[Step]:
        """What parted from a line, as a branch of it: an entry that opens it comes first, so all count one further."""
        promised = read_body(self.ours[last.line].entries[0].body or b"").get("commitments", {})
        first = opening(last, rest[0].entry, promised)
        originals = {found.number: _entry(found) for found in self.lines[name].found}
        entries = [first, *(originals[step.origin] for step in rest if step.origin)]
        return self._chained(name, to, last, entries)

    def _chained(self, name: str, to: str, before: Sealed, entries: Sequence[Sealed]) -> list[Step]:
        """The same facts under other numbers and another name, so with other hashes."""
        own = {entry.number: number for number, entry in enumerate(entries, before.number + 1)}
        rebased = Rebased(before.line, before.number, lambda number: own.get(number) or self._number(name, number))
        steps: list[Step] = []
        for entry in entries:
            body, unproved = rebased_body(entry.body or b"", rebased)
            digest = chain.digest(entry.salt, body)
            header = (to, before.number + 1, entry.order_no, entry.by, entry.at, entry.source, entry.to)
            before = Sealed(*header, body, entry.salt, digest, chain.link(before.hash, digest, *header))
            steps.append(Step(entry.number, before, unproved))
        return steps

    def _number(self, name: str, number: int) -> int:
        """What an entry of the file, seen from one of its lines, bears in ours."""
        line = home(self.lines, name, number)
        return self.placed[line.name].get(number, ("", number))[1] if line is not None else number

    def _own(self, line: FoundLine) -> Iterable[Found]:
        """The entries of the line it leaves."""
        return self.lines[line.parent or ""].found

    def _at(self, place: Place) -> Sealed:
        kept = self.ours[place[0]]
        return kept.entries[place[1] - kept.at - 1]

    # What came of it

    def result(self) -> dict[str, FoundLine]:
        """The whole game as it would be."""
        return {
            name: FoundLine(name, kept.parent, kept.at, [Found(entry.number, entry) for entry in kept.entries])
            for name, kept in self.ours.items()
        }

    def rows(self, system: str) -> list[tuple[str, int, str, bytes]]:
        """What is new: line, version, topic and stored bytes."""
        return [
            (name, version, filing(system, read_body(entry.body or b"")["fact"])[0], stored_bytes(entry))
            for name, kept in self.ours.items()
            for version, entry in enumerate(kept.entries[kept.stored :], kept.stored)
        ]

    def told(self) -> Merged:
        new = {name: kept.entries[kept.stored :] for name, kept in self.ours.items()}
        return Merged(
            added=tuple(Added(name, len(new[name])) for name in self.added),
            continued=tuple(
                Continued(name, entries[0].number, entries[-1].number)
                for name, entries in new.items() if entries and name not in self.added
            ),
            parted=tuple(self.parted),
            unproved=self.unproved,
        )  # fmt: skip


def _whole_orders(steps: Sequence[Step], shared: int) -> int:
    """Records part between orders: the same order, given in both in one millisecond, may have fallen out otherwise."""
    if shared < len(steps):
        number = steps[shared].entry.order_no
        while shared > 1 and steps[shared - 1].entry.order_no == number:
            shared -= 1
    return shared


def _entry(found: Found) -> Sealed:
    assert found.entry is not None, "the file is proved"
    return found.entry
