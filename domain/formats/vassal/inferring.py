"""Sides that nobody tells: whoever moves a counter again and again plays it, and its like with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence

import msgspec

from domain.kernel import happenings as h

INFERRED = "side inferred"  # a mark on the counters whose side is a conclusion
_SURE = 0.8  # of the moves of a counter, or of the counters that are alike
_NO_MARKS = frozenset({"moved", "facing", "label", "trail", INFERRED})


def with_sides(steps: Sequence[h.Stride], sides: Collection[str]) -> tuple[list[h.Stride], int]:
    """The same with sides for counters that had none, and how many these are."""
    came = {told.piece: told for step in steps for told in step.happenings if isinstance(told, h.Appeared)}
    lacking = {piece: told for piece, told in came.items() if not told.side and not told.hidden}
    found = _by_movers(steps, lacking, sides)
    if len(set(found.values())) < 2:
        return list(steps), 0  # one player moving everything shows nothing
    for alike in (_names, _marks):
        found |= _by_likeness(lacking, found, alike)
    return [_with_sides(step, found) for step in steps], len(found)


def _by_movers(steps: Sequence[h.Stride], lacking: Collection[str], sides: Collection[str]) -> dict[str, str]:
    moved: dict[str, Counter[str]] = {}
    for step in steps:
        for told in step.happenings:
            if isinstance(told, h.Moved) and told.piece in lacking and told.by in sides:
                moved.setdefault(told.piece, Counter())[told.by] += 1
    return {piece: side for piece, times in moved.items() if (side := _sure(times))}


def _by_likeness(lacking: Mapping[str, h.Appeared], found: Mapping[str, str], alike: object) -> dict[str, str]:
    """Counters that were never moved belong to whoever moves those that are like them."""
    assert callable(alike)
    votes: dict[Hashable, Counter[str]] = {}
    for piece, side in found.items():
        for sign in alike(lacking[piece]):
            votes.setdefault(sign, Counter())[side] += 1
    sure = {sign: side for sign, times in votes.items() if times.total() > 1 and (side := _sure(times))}
    return {
        piece: side
        for piece, told in lacking.items()
        if piece not in found and (side := next((sure[sign] for sign in alike(told) if sign in sure), ""))
    }


def _names(told: h.Appeared) -> Iterator[Hashable]:
    yield told.name
    if told.slot:
        yield "slot", told.slot


def _marks(told: h.Appeared) -> Iterator[Hashable]:
    return ((key, value) for key, value in told.marks.items() if key not in _NO_MARKS and not value.isdigit())


def _sure(times: Counter[str]) -> str:
    side, count = times.most_common(1)[0]
    return side if count >= _SURE * times.total() else ""


def _with_sides(step: h.Stride, found: Mapping[str, str]) -> h.Stride:
    if not any(isinstance(told, h.Appeared) and told.piece in found for told in step.happenings):
        return step
    return msgspec.structs.replace(step, happenings=tuple(_sided(told, found) for told in step.happenings))


def _sided(told: h.Happening, found: Mapping[str, str]) -> h.Happening:
    if not isinstance(told, h.Appeared) or told.side or told.piece not in found:
        return told
    return msgspec.structs.replace(told, side=found[told.piece], marks={**told.marks, INFERRED: "yes"})
