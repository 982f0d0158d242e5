"""Luck for a page: lines that follow the slider, one sentence, what stood out, and who may know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.games.games import Games
from domain.games.groups import groups
from domain.games.sight import is_open
from domain.log.entry import Entry
from domain.log.gamelog import Line
from projections.drawing.colours import worn
from projections.luck.luck import Luck, curve, stood_out
from projections.luck.standing import Standing
from projections.luck.text import odds_of
from projections.page.data import Curve, Outcome
from projections.page.data import Luck as Shown

Standings = Iterable[tuple[int, Standing]]


def shown(games: Games, line: Line, found: Luck, viewers: Sequence[str | None]) -> Shown | None:
    """Nothing of it where nobody who looks at the page may know it."""
    knowing = tuple(i for i, viewer in enumerate(viewers) if is_open(games, line, viewer))
    if not knowing:
        return None
    return Shown(
        line=line.name, viewers=knowing, words=found.words, orders=len(found.judged),
        curves=tuple(_curves(found, _ends(games.log.entries(line)))),
        stood_out=tuple(
            Outcome(one.entry, side, one.kind, one.came, odds_of(one.sides[side].tail))
            for one, side in sorted(stood_out(found), key=lambda pair: pair[0].entry)
        ),
    )  # fmt: skip


def _ends(entries: Sequence[Entry]) -> dict[int, int]:
    """Of each order its last entry, by its first: only then is it known what came of it."""
    return {group[0].number: group[-1].number for group in groups(entries)}


def _curves(found: Luck, ends: dict[int, int]) -> Iterator[Curve]:
    """One is enough for two sides, as in the picture; where no order changes anything, one for each who threw."""
    sides = list(worn(found.sides))
    if found.judged:
        for side in sides[:1] if len(sides) == 2 else sides:
            yield _curve(side, ((ends[one.entry], one.sides[side]) for one in found.judged))
        return
    for side in sides:
        thrown = [(ends[one.entry], one.standing) for one in found.heights if one.by == side]
        if thrown:
            yield _curve(side, thrown)


def _curve(side: str, standings: Standings) -> Curve:
    points = curve(standings)[1:]
    return Curve(side, tuple((point.entry, round(point.luck, 3), round(point.within, 3)) for point in points))
