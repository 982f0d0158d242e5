"""What of a story is worth telling apart: not the faces of dice that led to one and the same position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.kernel.copying import copier, digest
from domain.kernel.facts import SHARED, CardDrawn, DiceRolled, Fact, OrderGiven, PhaseBegan, Side
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.words.tell import is_aside, tell

Story = list[Recorded]
BLANK = "…"
_TOKEN = re.compile(r"\w+|\W")


class _Reported(NamedTuple):
    """A fact, and the throw before it."""

    fact: Fact
    faces: tuple[int, ...]

    @property
    def is_of_the_dice(self) -> bool:
        """Whether it repeats what the dice showed."""
        values = msgspec.structs.astuple(self.fact)
        return bool(self.faces) and any(value == self.faces or _is_sum(value, self.faces) for value in values)


def _is_sum(value: Any, faces: tuple[int, ...]) -> bool:
    return type(value) is int and value == sum(faces)


class Detail:
    """Learns from two ways to one position: where their reports of the dice differ, the difference did not matter."""

    def __init__(self, system: System[Any], names: Mapping[str, str] | None = None) -> None:
        self.system, self.names = system, names
        self.kept: set[type[Fact]] = set()  # differ, and not by what the dice showed: told as on the likeliest way
        self.dropped: set[type[Fact]] = set()  # differ in more than numbers: what follows from them is told instead
        self.blanks: dict[tuple[type[Fact], int], set[int]] = {}  # by kind and length: words to leave out
        self.idle: set[type[Fact]] = set()  # change nothing: they cannot tell two positions apart

    def compare(self, first: Story, second: Story) -> None:
        ours, theirs = _by_kind(first), _by_kind(second)
        for kind, reports in ours.items():
            others = theirs.get(kind, [])
            if kind not in self.kept and len(reports) == len(others):
                for one, other in zip(reports, others, strict=True):
                    if one.fact != other.fact:
                        self._learn(kind, one, other)

    def _learn(self, kind: type[Fact], one: _Reported, other: _Reported) -> None:
        if not (one.is_of_the_dice and other.is_of_the_dice):
            self.kept.add(kind)
            return
        if kind in self.dropped:
            return
        ours, theirs = _TOKEN.findall(self._told(one.fact)), _TOKEN.findall(self._told(other.fact))
        differ = {i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b}
        if len(ours) != len(theirs) or not all(ours[i].isdigit() and theirs[i].isdigit() for i in differ):
            self.dropped.add(kind)
        self.blanks.setdefault((kind, len(ours)), set()).update(differ)

    def watch(self, state: Any, stories: Iterable[Story]) -> None:
        """Finds the kinds of facts that change nothing, by folding the stories once more."""
        seen: set[type[Fact]] = set()
        active: set[type[Fact]] = set()
        for story in stories:
            now = copier(self.system)(state)
            for fact in (item.fact for item in story):
                kind = type(fact)
                before = digest(now) if kind not in active else b""
                self.system.book.folds[kind](now, fact)
                if before and digest(now) != before:
                    active.add(kind)
                seen.add(kind)
        self.idle = seen - active

    def words(self, story: Story, viewer: Side | None, *, every: bool, hide: bool) -> Iterator[str]:
        """The facts of a story as the viewer may know them, up to the next phase after the first throw.

        With `every` all of them, as they were on this way; with `hide` the faces of no throw at all.
        """
        faces: tuple[int, ...] = ()
        is_chance = False
        for item in story:
            is_chance |= isinstance(item.fact, (DiceRolled, CardDrawn))
            if isinstance(item.fact, PhaseBegan) and is_chance and not every:
                return
            if isinstance(item.fact, DiceRolled):
                faces = item.fact.faces
            elif self._is_told(item, viewer, every=every):
                said = self._told(item.fact) if every else self._blanked(item.fact)
                yield without(said, faces) if hide else said

    def _is_told(self, item: Recorded, viewer: Side | None, *, every: bool) -> bool:
        kind = type(item.fact)
        if viewer is not None and item.to is not None and viewer not in item.to:
            return False
        if isinstance(item.fact, OrderGiven) or is_aside(self.system, item.fact):
            return False
        return every or (kind not in self.idle and (kind not in self.dropped or kind in self.kept))

    def _told(self, fact: Fact) -> str:
        return tell(self.system, fact, self.names)

    def _blanked(self, fact: Fact) -> str:
        said = self._told(fact)
        words = _TOKEN.findall(said)
        blanks = self.blanks.get((type(fact), len(words)))
        if not blanks or type(fact) in self.kept:
            return said
        return "".join(BLANK if i in blanks else word for i, word in enumerate(words))


def _by_kind(story: Story) -> dict[type[Fact], list[_Reported]]:
    """A system's own facts; those all systems share are always worth telling."""
    found: dict[type[Fact], list[_Reported]] = {}
    faces: tuple[int, ...] = ()
    for item in story:
        if isinstance(item.fact, DiceRolled):
            faces = item.fact.faces
        elif type(item.fact) not in SHARED:
            found.setdefault(type(item.fact), []).append(_Reported(item.fact, faces))
    return found


def without(said: str, faces: tuple[int, ...]) -> str:
    """A sentence without the faces of a throw of several dice, however they are set apart in it."""
    if len(faces) < 2:
        return said
    thrown = r"\W+".join(map(str, faces))
    return re.sub(rf"(?<!\w){thrown}(?!\w)( = {sum(faces)}(?!\w))?", BLANK, said)
