"""Words for the bars of one system: automatic games that are stored, the longest lists of options, many cheap games."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bench import automatic
from bench.measure import Result, paced, within
from bench.plan import Plan
from bench.players import all_out
from domain.games.games import Games
from domain.kernel.packs import Pack
from domain.kernel.system import System

LISTING_SECONDS, LISTINGS = 0.05, 5


def stored(
    games: Games, plan: Plan, system: System[Any], pack: Pack, seconds: Mapping[str, float], seed: int
) -> Iterator[Result]:
    """Each scenario by the automatic player on both sides, from its first order to the end."""
    for scenario, bar in seconds.items():
        names = [f"{scenario}-{turn}" for turn in range(plan.few)]
        for name in names:
            games.new(system, scenario, name, pack)
        left = iter(names)
        pace = paced(lambda left=left: automatic.to_the_end(games, next(left), seed), plan.few)  # type: ignore[misc]
        yield within(f"automatic {scenario}, stored", pace, bar)


def listings(
    games: Games, plan: Plan, system: System[Any], name: str, seed: int, moment: Callable[[Any], str]
) -> Iterator[Result]:
    """The longest lists met in a game, one for each moment that is named; each is taken as that moment begins."""
    busiest: dict[str, tuple[int, Any]] = {}
    before = ""
    for state in automatic.orders(games, name, seed):
        now = moment(state)
        if now and now != before:
            count = len(list(system.book.choices(state)))
            if count > busiest.get(now, (0, None))[0]:
                busiest[now] = count, copy.deepcopy(state)
        before = now
    for now, (count, kept) in busiest.items():
        pace = paced(lambda kept=kept: [list(system.book.choices(kept)) for _ in range(LISTINGS)], plan.rounds)  # type: ignore[misc]
        each = pace._replace(here=pace.here / LISTINGS)
        yield within(f"options, busiest {now} of {name}", each, LISTING_SECONDS, f"{count} orders listed")


def cheap(games: Games, plan: Plan, name: str, games_: int, quick: int, seconds: float) -> Result:
    """So many games by the cheap player, none stored; a quick run plays fewer and multiplies."""
    count = plan.size(games_, quick)
    pace = paced(lambda: all_out(games, name, count), 1)
    note = "" if count == games_ else f"{count} games, and so many times as long"
    whole = pace._replace(here=pace.here * games_ / count)
    return within(f"{games_:,} cheap games, {name}", whole, seconds, note, quick=plan.quick)
