"""Bar: facts decided again per second by an audit. An absolute figure: it depends on the machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.games import new_line, open_games, play
from bench.measure import Result, at_least, interleaved
from domain.refs import Ref

ORDERS, BAR = 5000, 5000


def run(folder: Path, rounds: int) -> Iterator[Result]:
    from domain.audit import audit

    games = open_games(folder / "audit.db")
    line = new_line(games)
    play(games.table(line), ORDERS)
    entries = games.log.head(line).number
    report = audit(games, Ref("day"))
    assert report.is_clean, report.differences[:1]
    (taken,) = interleaved([lambda: audit(games, Ref("day"))], rounds)
    games.log.close()
    yield at_least("audit, freeform", entries / taken, BAR, "facts/s", 1, "the yardstick is the bar, 5,000 facts/s")
