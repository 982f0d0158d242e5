"""A guided first turn as data: what is said, the order that is meant, and the dice it meets, so that it always comes
out alike."""

from __future__ import annotations

import msgspec

from domain.kernel.facts import Side


class Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order of the lesson in full, who gives it, and its dice and cards."""

    by: Side
    order: str
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do: an order, a look at something, or a line to open. What leaves no trace in the log is a look."""

    words: str  # what is going on, and what to do
    page: str = ""  # what to do where there is a page instead of a prompt; else the same
    by: Side = ""  # who gives the order; empty: whoever learns
    played: bool = False  # the lesson gives it itself, as it does those of others
    order: str = ""  # in full
    typed: str = ""  # the same as one would say it
    free: tuple[str, ...] = ()  # fields that may hold anything
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    after: str = ""  # what came of it, explained
    rules: tuple[str, ...] = ()  # to read more
    marks: tuple[str, ...] = ()  # units and places to look at
    look: str = ""  # a word to type that is no order
    branch: str = ""  # the name of a line to open, and to play on in
    entry: int = 0  # which it leaves
    back: bool = False  # by consent, since the last order is taken back

    @property
    def is_played(self) -> bool:
        return self.played or bool(self.by)

    @property
    def is_look(self) -> bool:
        return not (self.order or self.branch)


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario, the side one plays, and the steps; what was played before stands in the prelude."""

    title: str
    about: str
    scenario: str
    side: Side
    steps: tuple[LessonStep, ...]
    sides: tuple[Side, ...] = ()  # where a scenario lets one name them
    options: tuple[str, ...] = ()
    prelude: tuple[Given, ...] = ()
    end: str = ""  # what is said when it is done

    def count(self, at: int) -> tuple[int, int]:
        """Which step it is of those that are for whoever learns, and of how many."""
        own = [not step.is_played for step in self.steps]
        return sum(own[: at + 1]), sum(own)
