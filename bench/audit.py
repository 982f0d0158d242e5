"""Bars: facts decided again per second by an audit: of a long freeform game, and of every scenario, cold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bench import automatic
from bench.cold import cold
from bench.games import new_line, open_games, play
from bench.measure import Result, fast_enough, paced
from bench.plan import Plan
from domain.games.audit import audit
from domain.log.refs import Ref
from rules import SYSTEMS

ORDERS, QUICK, SEED = 5000, 1000, 1863
FREEFORM_RATE = 5000
RATES: Mapping[str, int] = {
    "gettysburg": 30_000, "longstreet_lite": 5000, "wallaces_war": 20_000, "musket_and_pike": 20_000,
    "black_powder": 5000,
}  # fmt: skip
QUICK_SCENARIOS = (
    "first_day",
    "little_round_top",
    "brawner_farm",
    "open_field",
    "falkirk",
    "edgehill",
    "freemans_farm",
)


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    yield _freeform(folder, plan)
    for system, rate in RATES.items():
        yield _worst(folder, plan, system, rate)


def _freeform(folder: Path, plan: Plan) -> Result:
    games = open_games(folder / "freeform.db")
    line = new_line(games)
    play(games.table(line), plan.size(ORDERS, QUICK))
    entries = games.log.head(line).number
    report = audit(games, Ref("day"))
    assert report.is_clean, report.differences[:1]
    pace = paced(lambda: audit(games, Ref("day")), plan.rounds)
    games.log.close()
    note = f"{entries:,} entries"
    return fast_enough("audit, freeform", entries, pace, FREEFORM_RATE, "facts/s", note, quick=plan.quick)


def _worst(folder: Path, plan: Plan, system: str, bar: int) -> Result:
    """Every scenario of a system, played by the automatic player: the slowest is what the bar speaks of."""
    log = folder / f"{system}.db"
    found = {scenario: cold(plan, "audit", log, Ref(scenario)) for scenario in _played(log, plan, system)}
    slowest = min(found, key=lambda scenario: found[scenario].rate)
    rates = ", ".join(f"{scenario} {one.rate:,.0f}" for scenario, one in found.items())
    work, note, one = f"cold audit, {system}, {slowest}", f"each in a fresh process: {rates}", found[slowest]
    return fast_enough(work, one.entries, one.pace, bar, "facts/s", note, quick=plan.quick)


def _played(log: Path, plan: Plan, system: str) -> list[str]:
    """The scenarios that are now in the log, each a game by its name."""
    from tests.shipped import shipped_packs

    games, (pack, *_) = open_games(log), shipped_packs(system)
    every = SYSTEMS[system].sheets.scenarios(pack)
    wanted = [scenario for scenario in every if not plan.quick or scenario in QUICK_SCENARIOS]
    for scenario in wanted:
        games.new(SYSTEMS[system], scenario, scenario, pack)
        automatic.to_the_end(games, scenario, SEED)
        games.position(Ref(scenario))  # leaves the snapshots behind: to write them is no part of an audit
    games.log.close()
    return wanted
