"""Regular expressions that somebody else wrote: each has so much time, and one that needs more is named."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache

import regex

from domain.kernel.errors import BadInput

LONGEST_TEXT = 10_000  # longer chat is talk: no order is that long
SECONDS = 2.0  # of work that one pattern may take, besides what each search adds: good ones need far less than that
EACH = 0.001
NO_PATTERN = (regex.error, RecursionError, OverflowError)  # the last two: brackets and repetitions without end


class Pattern:
    """A pattern and the time it has left. `clock` tells the seconds this process has worked."""

    def __init__(self, text: str, clock: Callable[[], float] = time.process_time) -> None:
        self.text, self._clock, self._left = text, clock, SECONDS
        self._compiled = regex.compile(text)

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(self._compiled.groupindex)

    def found(self, text: str) -> dict[str, str] | None:
        """The named groups if it is found in a text; None if it is not."""
        if len(text) > LONGEST_TEXT:
            return None
        began = self._clock()
        try:
            found = self._compiled.search(text, timeout=SECONDS)
        except (TimeoutError, MemoryError, RecursionError):
            raise self._too_slow(text) from None
        self._left = min(self._left + EACH - (self._clock() - began), SECONDS)
        if self._left < 0:
            raise self._too_slow(text)
        return None if found is None else {key: value or "" for key, value in found.groupdict().items()}

    def _too_slow(self, text: str) -> BadInput:
        return BadInput(
            f"the pattern {self.text!r} of the mapping takes too long (on a text of {len(text)} characters); "
            "write it without repetitions within repetitions, such as (a+)+"
        )


@lru_cache(maxsize=1024)
def pattern(text: str) -> Pattern:
    return Pattern(text)
