"""One work in a fresh process, with nothing kept from another game: `python -m bench.cold WORK LOG REF`.

Modules are loaded before the clock starts: a start is measured elsewhere. Chess is played before and after.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from bench.children import last_line
from bench.measure import Pace, paced
from bench.plan import Plan
from domain.games.audit import audit
from domain.games.games import Games
from domain.log.gamelog import GameLog
from domain.log.refs import Ref, parse_ref
from domain.odds.past import past
from projections.luck.luck import judge
from rules import SYSTEMS


class Cold(msgspec.Struct, frozen=True):
    entries: int
    cpu: float
    chess: float

    @property
    def seconds(self) -> float:
        return self.pace.scaled

    @property
    def rate(self) -> float:
        """Entries in a scaled second."""
        return self.entries / self.seconds

    @property
    def pace(self) -> Pace:
        return Pace(self.cpu, self.chess)


def cold(plan: Plan, work: str, log: Path, ref: Ref) -> Cold:
    """Several times, each in a process of its own: the middle one."""
    said = [last_line(plan, "-m", "bench.cold", work, str(log), str(ref)) for _ in range(plan.few)]
    found = [msgspec.json.decode(one, type=Cold) for one in said]
    return sorted(found, key=lambda one: one.seconds)[len(found) // 2]


def _audit(games: Games, ref: Ref) -> None:
    report = audit(games, ref)
    assert report.is_clean, report.differences[:1]


def _luck(games: Games, ref: Ref) -> None:
    judge(past(games, ref), str(ref))


WORKS: Mapping[str, Callable[[Games, Ref], None]] = {"audit": _audit, "luck": _luck}


def main() -> None:
    work, log, text = sys.argv[1:]
    ref = parse_ref(text)
    with GameLog(log, SYSTEMS) as opened:
        games = Games(opened)
        entries = games.entry_number(games.line(ref), ref.entry)
        pace = paced(lambda: WORKS[work](games, ref), rounds=1)
    print(msgspec.json.encode(Cold(entries, pace.here, pace.chess)).decode())


if __name__ == "__main__":
    main()
