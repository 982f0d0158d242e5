"""Bars: a thousand games by the cheap player, and how fast both players of a system are beside an audit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from bench import automatic
from bench.games import open_games
from bench.measure import Result, at_least, interleaved, paced, within
from bench.plan import Plan
from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.kernel.play import carry_out
from domain.kernel.player import due
from domain.log.refs import Ref
from rules import SYSTEMS

SCENARIOS: Mapping[str, tuple[str, ...]] = {
    "gettysburg": ("mcpherson", "little_round_top"),
    "longstreet_lite": ("brawner_farm", "railroad_cut"),
    "wallaces_war": ("stirling_bridge", "falkirk"),
    "musket_and_pike": ("edgehill", "rocroi"),
    "black_powder": ("freemans_farm", "hougoumont"),
}
SHARES = {"careful": 0.2, "rollout": 0.333}  # of what an audit decides in the same time
GAMES, QUICK, SECONDS, SEED = 1000, 50, 180, 1863


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    games = open_games(folder / "players.db")
    for system, scenarios in SCENARIOS.items():
        for manner, bar in SHARES.items():
            yield _beside_audit(games, plan, system, manner, scenarios[: plan.size(2, 1)], bar)
    yield _thousand(games, plan)
    games.log.close()


def _beside_audit(games: Games, plan: Plan, system: str, manner: str, scenarios: tuple[str, ...], bar: float) -> Result:
    """The same games thought out and played, none stored, and audited; the slowest scenario counts."""
    found = [_paces(games, plan, system, manner, scenario) for scenario in scenarios]
    work, ours, theirs = min(found, key=lambda one: one[1] / one[2])
    return at_least(work, ours, theirs, "orders/s", bar, "an audit of the same game", quick=plan.quick)


def _paces(games: Games, plan: Plan, system: str, manner: str, scenario: str) -> tuple[str, float, float]:
    """Orders in a second, by the player and by an audit."""
    name = f"{scenario}-{manner}"
    _new(games, system, scenario, name)
    automatic.to_the_end(games, name, SEED, manner)
    orders = audit(games, Ref(name)).orders
    both: list[Callable[[], object]] = [partial(_out, games, name, manner, SEED), partial(audit, games, Ref(name))]
    thinking, auditing = interleaved(both, plan.few)
    return f"self-play, {system}, {scenario}, {manner}", orders / thinking, orders / auditing


def _thousand(games: Games, plan: Plan) -> Result:
    count = plan.size(GAMES, QUICK)
    _new(games, "gettysburg", "mcpherson", "cheap")
    pace = paced(lambda: all_out(games, "cheap", count), 1)
    note = "" if count == GAMES else f"{count} games, and so many times as long"
    whole = pace._replace(here=pace.here * GAMES / count)
    return within("1,000 cheap games, McPherson's Ridge", whole, SECONDS, note, quick=plan.quick)


def all_out(games: Games, name: str, count: int) -> None:
    """So many games from the same start by the cheap player, kept nowhere."""
    for seed in range(count):
        _out(games, name, "rollout", seed)


def _new(games: Games, system: str, scenario: str, name: str) -> None:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(system)
    games.new(SYSTEMS[system], scenario, name, pack)


def _out(games: Games, name: str, manner: str, seed: int) -> None:
    """A game from its start to its end, kept nowhere."""
    line = games.line(Ref(name))
    system, state, chance = line.system, games.initial(line), SeededChance(seed)
    choose = automatic.player_of(system, manner)
    while (decided := due(choose, state, state.core.sides)) is not None:
        carry_out(system, state, *decided, chance)
    assert state.core.ended is not None
