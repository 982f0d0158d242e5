"""Bars of settling a dispute: a case with all its readings, the odds of an attack, all disputes of a Second Day.

Absolute figures: they depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from bench.measure import Result, at_most, interleaved, seconds
from domain.dispute.disputes import disputes
from domain.facts import DiceRolled
from domain.gamelog import GameLog
from domain.games import Games
from domain.odds import odds
from domain.odds.moment import recorded
from domain.refs import Ref
from rules import SYSTEMS

CASE_SECONDS, ODDS_SECONDS, DISPUTES_SECONDS = 1, 1, 120
ATTACK = "11.3 combat"


def run(folder: Path, rounds: int) -> Iterator[Result]:
    from tests.replay_fixtures import FIXTURES, imported
    from tests.test_cases import CASES

    games = Games(GameLog(str(folder / "july.db"), SYSTEMS))
    imported(games, FIXTURES / "gettysburg" / "first-of-july.transcript")
    yield from _odds(games)
    games.log.close()
    games = Games(GameLog(str(folder / "second.db"), SYSTEMS))
    imported(games, FIXTURES / "gettysburg" / "second-day-union.transcript")
    (taken,) = interleaved([lambda: disputes(games, Ref("game"))], max(rounds // 3, 1))
    games.log.close()
    yield at_most("disputes, Second Day", taken, DISPUTES_SECONDS, "s", 1, "1", "the yardstick is the bar, two minutes")
    yield _cases(CASES)


def _odds(games: Games) -> Iterator[Result]:
    """Every attack of 1 July, supports chosen: the order that brings on the dice."""
    facts = ((entry.number, entry.fact) for entry in games.entries(Ref("game")))
    attacks = [number for number, fact in facts if isinstance(fact, DiceRolled) and fact.why.startswith(ATTACK)]
    taken = [seconds(partial(_odds_at, games, number)) for number in attacks]
    note = f"the yardstick is the bar, 1 s; {len(taken)} attacks"
    yield at_most("odds of an attack, median", median(taken), ODDS_SECONDS, "s", 1, "1", note)
    yield at_most("odds of an attack, slowest", max(taken), ODDS_SECONDS, "s", 1, "1", note)


def _odds_at(games: Games, number: int) -> None:
    at, given = recorded(games, Ref("game", entry=number))
    odds(at, [given])


def _cases(paths: list[Path]) -> Result:
    """The slowest of all cases, read and decided under every reading that its orders ask for."""
    slowest = max(seconds(partial(_decide, path)) for path in paths)
    note = f"the yardstick is the bar, 1 s; {len(paths)} cases"
    return at_most("the slowest case", slowest, CASE_SECONDS, "s", 1, "1", note)


def _decide(path: Path) -> None:
    from cli.packs import load_pack
    from domain.cases.adjudication import adjudicate
    from domain.cases.case import begin, read_case

    adjudicate(begin(read_case(path.read_text("utf-8")), SYSTEMS, load_pack))
