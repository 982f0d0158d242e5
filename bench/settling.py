"""Bars of settling a dispute: a case with all its readings, the odds of an attack, all disputes of a Second Day."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.measure import Result, cpu_seconds, paced, within
from bench.plan import Plan
from bench.recorded import into
from domain.games.games import Games
from domain.kernel.facts import DiceRolled
from domain.kernel.reasons import kind_of
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.odds.moment import recorded
from domain.odds.reckon import odds
from domain.study.disputes import disputes
from rules import SYSTEMS

CASE_SECONDS, ODDS_SECONDS, DISPUTES_SECONDS = 1, 1, 120
ATTACK = "combat"
QUICK = 6  # every sixth attack


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from tests.test_cases import CASES

    with GameLog(str(into(folder / "july.db", "gettysburg/first-of-july.transcript")), SYSTEMS) as log:
        yield from _odds(Games(log), plan)
    with GameLog(str(into(folder / "second.db", "gettysburg/second-day-union.transcript")), SYSTEMS) as log:
        games = Games(log)
        pace = paced(lambda: disputes(games, Ref("game")), plan.few)
    yield within("disputes, Second Day", pace, DISPUTES_SECONDS)
    yield _cases(CASES, plan)


def _odds(games: Games, plan: Plan) -> Iterator[Result]:
    """Every attack of 1 July, supports chosen: the order that brings on the dice."""
    facts = ((entry.number, entry.fact) for entry in games.entries(Ref("game")))
    attacks = [number for number, fact in facts if isinstance(fact, DiceRolled) and kind_of(fact.why) == ATTACK]
    attacks = attacks[:: plan.size(1, QUICK)]
    by_time = sorted(attacks, key=lambda number: cpu_seconds(partial(_odds_at, games, number)))
    note = f"of {len(attacks)} attacks"
    for name, number in (("median", by_time[len(by_time) // 2]), ("slowest", by_time[-1])):
        pace = paced(partial(_odds_at, games, number), plan.rounds)
        yield within(f"odds of an attack, {name}", pace, ODDS_SECONDS, note, quick=plan.quick)


def _odds_at(games: Games, number: int) -> None:
    at, given = recorded(games, Ref("game", entry=number))
    odds(at, [given])


def _cases(paths: list[Path], plan: Plan) -> Result:
    """The slowest of all cases, read and decided under every reading that its orders ask for."""
    slowest = max(paths, key=lambda path: cpu_seconds(partial(_decide, path)))
    pace = paced(partial(_decide, slowest), plan.rounds)
    return within("the slowest case", pace, CASE_SECONDS, f"{slowest.stem}, of {len(paths)} cases")


def _decide(path: Path) -> None:
    from cli.shell.packs import load_pack
    from domain.cases.adjudication import adjudicate
    from domain.cases.case import begin
    from domain.cases.written import read_case

    for begun in begin(read_case(path.read_text("utf-8")), SYSTEMS, load_pack):
        adjudicate(begun)
