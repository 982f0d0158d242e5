"""What of a story is worth telling apart: not the faces of dice that led to one and the same position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.copying import copier, digest
from domain.kernel.facts import SHARED, CardDrawn, DiceRolled, Fact, OrderGiven, PhaseBegan, Side
from domain.kernel.play import Recorded
from domain.kernel.reasons import Reason, said
from domain.kernel.system import System
from domain.words.tell import is_aside, tell

Story = list[Recorded]
NO_FACES: tuple[int, ...] = ()
BLANK = "…"
_TOKEN = re.compile(r"\w+|\W")
_MANY = re.compile(rf"{BLANK}(?:\W{{1,2}}{BLANK})+")  # the faces of several dice, however they are set apart


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
        self.dropped: set[type[Fact]] = set()  # differ in more than numbers: what follows from them is told instead
        self.blanks: dict[tuple[Any, ...], set[int]] = {}  # by kind and all that is no number: words to leave out
        self.idle: set[type[Fact]] = set()  # change nothing: they cannot tell two positions apart

    def compare(self, first: Story, second: Story) -> None:
        """Two ways that came to one position of themselves: what repeats the dice is no part of it."""
        ours, theirs = _by_kind(first), _by_kind(second)
        for kind, reports in ours.items():
            others = theirs.get(kind, [])
            if len(reports) == len(others):
                for one, other in zip(reports, others, strict=True):
                    if one.fact != other.fact and one.is_of_the_dice and other.is_of_the_dice:
                        self._learn(one.fact, other.fact)

    def learn(self, first: Story, second: Story) -> None:
        """The same order on throws that the rules take alike: all that differs is of the dice."""
        for one, other in zip(first, second, strict=True):
            if one != other and type(one.fact) not in SHARED:
                self._learn(one.fact, other.fact)

    def _learn(self, one: Fact, other: Fact) -> None:
        kind = type(one)
        if kind in self.dropped:
            return
        ours, theirs = _TOKEN.findall(self._told(one)), _TOKEN.findall(self._told(other))
        differ = {i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b}
        if len(ours) != len(theirs) or not all(ours[i].isdigit() and theirs[i].isdigit() for i in differ):
            self.dropped.add(kind)
        self.blanks.setdefault(_form(kind, ours), set()).update(differ)

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
                words = self._told(item.fact) if every else self._blanked(item.fact)
                yield without(words, faces) if hide else words

    def _is_told(self, item: Recorded, viewer: Side | None, *, every: bool) -> bool:
        kind = type(item.fact)
        if viewer is not None and item.to is not None and viewer not in item.to:
            return False
        if isinstance(item.fact, OrderGiven) or is_aside(self.system, item.fact):
            return False
        return every or (kind not in self.idle and kind not in self.dropped)

    def _told(self, fact: Fact) -> str:
        return tell(self.system, fact, self.names)

    def _blanked(self, fact: Fact) -> str:
        words = _TOKEN.findall(self._told(fact))
        blanks = self.blanks.get(_form(type(fact), words), ())
        return _MANY.sub(BLANK, "".join(BLANK if i in blanks else word for i, word in enumerate(words)))


def shared(first: Story, second: Story) -> Story:
    """What two ways to one position have in common, so that nothing is told that is not true of both.

    That a thing came stays, whyever it came; so do the dice, and what repeats them, which is told without their faces.
    """
    left, kept, faces = [item.fact for item in second], Story(), NO_FACES
    for item in first:
        if isinstance(item.fact, DiceRolled):
            faces = item.fact.faces
        same = next((fact for fact in left if _whyever(fact) == _whyever(item.fact)), None)
        if same is not None:
            left.remove(same)
            kept.append(item._replace(fact=_common(item.fact, same)))
        elif isinstance(item.fact, DiceRolled) or _Reported(item.fact, faces).is_of_the_dice:
            kept.append(item)
    return kept


def _whyever(fact: Fact) -> Any:
    """A fact without its reasons."""
    values = msgspec.structs.astuple(fact)
    return type(fact), *(None if isinstance(value, Reason) else value for value in values)


def _common(one: Fact, other: Fact) -> Fact:
    """A fact with the reasons that both give, and a blank for others."""
    if one == other:
        return one
    pairs = {name: (getattr(one, name), getattr(other, name)) for name in one.__struct_fields__}
    blank = {name: said(BLANK, a.cite if a.cite == b.cite else "") for name, (a, b) in pairs.items() if a != b}
    return msgspec.structs.replace(one, **blank)


def _form(kind: type[Fact], words: Sequence[str]) -> tuple[Any, ...]:
    """A sentence without its numbers."""
    return kind, *(None if word.isdigit() else word for word in words)


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
