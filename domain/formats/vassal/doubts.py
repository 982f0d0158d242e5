"""Where a file contradicts itself, told once: one gap may show in many places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from domain.formats.vassal.describing import HIDDEN_PIECE, name_of
from domain.formats.vassal.places import MapPixel, pixel_text
from domain.formats.vassal.table import Token
from domain.kernel import happenings as h

_LISTED = 5  # places named in one sign
_MOST_WAYS = 200


class Doubts:
    """Signs of damage or editing, and gaps: what the file takes for granted though no step of it tells of it."""

    def __init__(self) -> None:
        self.place = ""  # the step that is told now
        self._told: dict[object, tuple[str, str]] = {}  # what shows that way -> the words it was told in, and where
        self._lost: dict[MapPixel, dict[MapPixel, None]] = {}  # moves that moved nothing: from where, and where to
        self._again: dict[str, dict[str, None]] = {}  # those words -> where it shows again

    @contextmanager
    def muted(self) -> Iterator[None]:
        """While steps are gone through that were told before."""
        held, self._told, self._again = (self._told, self._again), dict(self._told), {}
        yield
        self._told, self._again = held

    def lost(self, start: MapPixel, to: MapPixel) -> None:
        """A move of nothing that is known: it is told already, and so is what follows from it."""
        self._lost.setdefault(start, {})[to] = None

    def _is_explained(self, at: MapPixel, claimed: MapPixel) -> bool:
        """Whether moves of nothing, one after the other, lead from where it is tracked to where it is said to be."""
        seen, left = {at}, [at]
        while left and len(seen) <= _MOST_WAYS:
            new = [to for to in self._lost.get(left.pop(), ()) if to not in seen]
            seen.update(new)
            left += new
        return claimed in seen

    def elsewhere(self, token: Token, claimed: MapPixel) -> Iterator[h.Warning]:
        """A piece is said to come from another point than the steps lead to. Pieces of one stack share their gap."""
        if self._is_explained(token.at, claimed):
            return
        if token.hidden:
            text = f"{HIDDEN_PIECE} was elsewhere, says the file, than the steps before lead to"
        else:
            said, tracked = pixel_text(claimed), pixel_text(token.at)
            text = f"{name_of(token)} was at {said}, says the file, but the steps before lead to {tracked}"
        if self._is_new((token.at, claimed), text):
            yield h.Warning(text=text)

    def gap(self, what: object, text: str) -> Iterator[h.Gap]:
        """Something was otherwise before, says the file, than its steps tell."""
        if self._is_new(what, text):
            yield h.Gap(text=text)

    def _is_new(self, what: object, text: str) -> bool:
        if what not in self._told:
            self._told[what] = text, self.place
            return True
        first, place = self._told[what]
        if place != self.place:
            self._again.setdefault(first, {})[self.place] = None
        return False

    def explained(self, steps: Sequence[h.Stride]) -> list[h.Stride]:
        """Each sign with the further places that it explains, now that they are all known."""
        return [self._explained(step) for step in steps] if self._again else list(steps)

    def _explained(self, step: h.Stride) -> h.Stride:
        if not any(isinstance(told, h.Warning | h.Gap) and told.text in self._again for told in step.happenings):
            return step
        return msgspec.structs.replace(step, happenings=tuple(map(self._with_more, step.happenings)))

    def _with_more(self, told: h.Happening) -> h.Happening:
        places = list(self._again.get(told.text, ())) if isinstance(told, h.Warning | h.Gap) else []
        if not places or not isinstance(told, h.Warning | h.Gap):
            return told
        more = f" and {len(places) - _LISTED} more" if len(places) > _LISTED else ""
        return msgspec.structs.replace(told, text=f"{told.text}; the same shows in {', '.join(places[:_LISTED])}{more}")
