"""Everything that is wrong with a text, told at once and in its order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from domain.formats.transcript.parts import LineWritten, Located, TextPlace
from domain.kernel.errors import BadInput, RefightError

MAX_SHOWN = 100


class Faults:
    """A mistake is noted where it stands; what comes after it on the same line of the game may follow from it."""

    def __init__(self) -> None:
        self.found: list[Located] = []
        self.of_head = False  # what the game is played under cannot be used

    @property
    def is_full(self) -> bool:
        """Enough for one sitting: nothing more is looked for."""
        return len(self.found) >= MAX_SHOWN

    def add(self, error: Located, block: LineWritten | None = None) -> None:
        if block is None:
            self.found.append(error)
            return
        here, before = error.place.line, block.fault
        block.fault = min(before or here, here)
        after = f" (this may follow from line {before})" if 0 < before < here else ""
        self.found.append(error.place.error(error.message + after))

    @contextmanager
    def noting(self, place: TextPlace, block: LineWritten | None = None) -> Iterator[None]:
        """Whatever is wrong in here is noted, and work goes on after it."""
        try:
            with speaking_of(place):
                yield
        except Located as error:
            self.of_head = self.of_head or block is None
            self.add(error, block)

    def check(self) -> None:
        """One BadInput that lists them all, if there are any."""
        if not self.found:
            return
        told = [str(error) for error in sorted(self.found, key=lambda error: error.place)]
        more = len(told) - MAX_SHOWN
        rest = ["more may be wrong; mend these first"] if more == 0 else [f"and {more} more like these"]
        raise BadInput("\n".join([*told[:MAX_SHOWN], *(rest if more >= 0 else [])]))


@contextmanager
def speaking_of(place: TextPlace) -> Iterator[None]:
    """Whatever is wrong is said with the place in the text it comes from."""
    try:
        yield
    except Located:
        raise
    except RefightError as error:
        raise place.error(str(error)) from error
