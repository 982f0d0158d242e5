"""A further log of a game that is told already: which of its steps were told before, by their words alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count, islice

from domain.formats.vassal.bookmark import Bookmark, PieceKept
from domain.formats.vassal.chain import borders, is_one_game, stands_in
from domain.formats.vassal.privacy import People
from domain.kernel.errors import BadInput

_NO_ACCIDENT = 3  # steps that move something, and all of them in another log too
_MORE = 100  # people that a log may name besides those with a seat


class StepsTold:
    """The words of all steps told so far; each further log is laid beside them, and then added."""

    def __init__(self, mark: Bookmark | None = None) -> None:
        self.words: list[bytes] = mark.steps if mark else []
        self.starts: list[tuple[bytes, int]] = list(mark.starts) if mark else []

    def known(self, start: bytes, words: Sequence[bytes], moves: Sequence[bool], now: bytes) -> set[int]:
        """The steps of a log that stand here already: all, those that it tells again among its own, or its first.

        `now` is where all pieces lie by now: what starts from there goes on, though a piece go the same way once more.
        """
        goes_on = start == now and any(moves)
        if self._is_last(start, words) or (not goes_on and self._is_within(start, words, moves)):
            return set(range(len(words)))
        first = self._retold_from(start, words)
        if first is not None:
            return _places(self.words[first:], words)
        last = self.words[-len(words) :] if words else []
        reach = borders([*words, None, *last])[-1] if last else 0
        return set(range(reach)) if any(moves[:reach]) else set()

    def _retold_from(self, start: bytes, words: Sequence[bytes]) -> int | None:
        """The first of the steps that stand in a log whole, which starts where that one did."""
        found = (first for begins, first in self.starts if begins == start and first < len(self.words))
        return next((first for first in found if stands_in(self.words[first:], words)), None)

    def _is_last(self, start: bytes, words: Sequence[bytes]) -> bool:
        """The very log that was told last."""
        begins, first = max(self.starts, key=lambda one: one[1], default=(b"", 0))
        return bool(words) and begins == start and self.words[first:] == list(words)

    def _is_within(self, start: bytes, words: Sequence[bytes], moves: Sequence[bool]) -> bool:
        """All of them, after a log that starts from where this one does; or anywhere, where they are no accident."""
        found = [first for begins, first in self.starts if begins == start]
        found += [0] if sum(moves) >= _NO_ACCIDENT else []
        return bool(words) and any(stands_in(words, self.words[first:]) for first in found)

    def add(self, start: bytes, words: Sequence[bytes], known: Collection[int]) -> None:
        """What it tells again stands in its own order from now on: with what it told between."""
        first = self._retold_from(start, words) if known else None
        if first is not None:
            ends = [*sorted(_places(self.words[first:], words)), len(words)]
            self.starts = [(lies, at if at <= first else first + ends[at - first]) for lies, at in self.starts]
            self.words[first:] = words
            return
        if not known:
            self.starts.append((start, len(self.words)))
        self.words += [word for number, word in enumerate(words) if number not in known]

    def also(self, start: bytes, words: Sequence[bytes]) -> None:
        """A log that stands whole in the last one told: should it come again, it is known."""
        first = max((first for _, first in self.starts), default=0)
        if words and words[0] in self.words[first:]:
            self.starts.append((start, self.words.index(words[0], first)))


def _places(steps: Sequence[bytes], other: Sequence[bytes]) -> set[int]:
    """Where they stand in the other, in order."""
    found, at = set[int](), 0
    for step in steps:
        at = other.index(step, at)
        found.add(at)
        at += 1
    return found


def called_again(before: Sequence[tuple[str, str]], people: People) -> list[str]:
    """What the players of a further log are called: whoever has a seat as whoever had it before, others anew."""
    seated = {side: shown for shown, side in reversed(before) if side}
    numbers = (f"Player {number}" for number in count(len(before) + 1))
    named = [seated.pop(people.seats.get(shown, ""), "") or next(numbers) for shown in people.players]
    return [*named, *islice(numbers, _MORE)]


def check_same_game(mark: Bookmark, name: str, module: str, start: Collection[str]) -> None:
    """BadInput for a log that is no continuation of the game."""
    if mark.module and module and mark.module != module:
        raise BadInput(f"{name} was played with {module!r}, and this game with {mark.module!r}; import it by itself")
    if not is_one_game(_ids(mark.pieces), start):
        shared = len(_ids(mark.pieces) & set(start))
        raise BadInput(
            f"{name} is no log of this game: of {min(len(mark.pieces), len(start))} pieces they have {shared} in "
            "common; import it by itself"
        )


def _ids(pieces: Sequence[PieceKept]) -> set[str]:
    return {piece.id for piece in pieces}
