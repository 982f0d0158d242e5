"""What adjudication asks of every system: a position taken out of any game gives what was recorded there."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.cases.adjudication import adjudicate
from domain.cases.case import begin
from domain.cases.position import difference, lay_over
from domain.cases.writer import write_case
from domain.cases.written import read_case
from domain.games.games import Games
from domain.games.groups import groups
from domain.kernel.copying import copier
from domain.kernel.errors import NotFound
from domain.kernel.facts import CardDrawn, DiceRolled, OrderGiven
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from rules import SYSTEMS
from tests import mill_bridge
from tests.conformance.played import EVERY, Played
from tests.replay_fixtures import FIXTURES, RecordedGame, recorded_games
from tests.shipped import shipped_packs

KNOWN = {**SYSTEMS, "mill_bridge": mill_bridge.SYSTEM}
SAMPLE = 8  # orders of each game
RANDOM_ORDERS = 40


def find_pack(system: str, name: str) -> Pack:
    packs = [mill_bridge.PACK] if system == "mill_bridge" else shipped_packs(system)
    found = next((pack for pack in packs if name in ("", pack.name)), None)
    if found is None:
        raise NotFound(f"there is no pack {name!r}")
    return found


def orders_of(games: Games, line: Line) -> list[list[Entry]]:
    return [group for group in groups(games.log.entries(line)) if isinstance(group[0].fact, OrderGiven)]


def sampled(orders: Sequence[list[Entry]]) -> list[list[Entry]]:
    """Some of all, and of those with luck in them, which matter most."""
    lucky = [group for group in orders if any(isinstance(entry.fact, DiceRolled | CardDrawn) for entry in group)]
    rng = random.Random(7)
    return [one for among in (orders, lucky) for one in rng.sample(among, min(SAMPLE // 2, len(among)))]


def without_origin(items: Iterable[tuple[Any, Any]]) -> list[Recorded]:
    """Dice typed into a case are entered dice, wherever they came from."""
    found = []
    for fact, to in items:
        is_luck = isinstance(fact, DiceRolled | CardDrawn)
        found.append(Recorded(msgspec.structs.replace(fact, source="entered", number=0) if is_luck else fact, to))
    return found


def check(games: Games, line: Line, group: Sequence[Entry]) -> None:
    text = write_case(games, Ref(line.game, line.name, group[-1].number), find_pack)
    (begun,) = begin(read_case(text), KNOWN, find_pack)
    before = games.state(line, group[0].number - 1)
    before.core.fair_dice = begun.state.core.fair_dice
    assert begun.state == before
    (order,) = adjudicate(begun).orders
    assert order.error is None
    assert without_origin(order.recorded) == without_origin((entry.fact, entry.to) for entry in group)


@pytest.mark.parametrize("path", recorded_games(), ids=lambda path: str(path.relative_to(FIXTURES)))
def test_an_order_adjudicated_from_its_exported_position_gives_the_recorded_facts(
    path: Path, recorded_game: RecordedGame
) -> None:
    games, line = recorded_game(path)
    for group in sampled(orders_of(games, line)):
        check(games, line, group)


@EVERY
def test_so_does_one_of_a_game_played_at_random(played: Played) -> None:
    for group in sampled(orders_of(played.games, played.line)):
        check(played.games, played.line, group)


@EVERY
def test_settling_a_position_of_a_game_changes_nothing(
    tmp_path: Path, system: System[Any], pack: Pack, scenario: str
) -> None:
    """Not even the order in which things stand in it."""
    if system.by_hand is None:
        pytest.skip("nothing follows of itself in its positions")
    game = Played.new(tmp_path, system, pack, scenario, seed=6)
    for _ in range(RANDOM_ORDERS):
        if game.table.state.core.ended is not None:
            break
        game.step()
        before = msgspec.msgpack.encode(game.table.state)
        system.by_hand.settle(game.table.state)
        system.by_hand.check(game.table.state)
        assert msgspec.msgpack.encode(game.table.state) == before


@EVERY
def test_a_bare_board_holds_no_unit(tmp_path: Path, system: System[Any], pack: Pack, scenario: str) -> None:
    if system.by_hand is None:
        pytest.skip("its positions are built with `anew`")
    state = Played.new(tmp_path, system, pack, scenario, seed=0).table.state
    system.by_hand.bare(state)
    assert system.sight.board(state, None).counters == ()
    if system.by_hand is not None:
        system.by_hand.settle(state)
    assert not list(system.book.choices(copier(system)(state))) or state.core.ended is None


@EVERY
def test_what_lies_between_two_positions_leads_from_one_to_the_other(own: Played) -> None:
    system, start, end = own.system, own.games.initial(own.line), own.table.state
    end.core.fair_dice = start.core.fair_dice
    found = lay_over(system, start, difference(system, start, end))
    assert msgspec.msgpack.encode(found) == msgspec.msgpack.encode(end)
    back = lay_over(system, end, difference(system, end, start))
    assert msgspec.msgpack.encode(back) == msgspec.msgpack.encode(own.games.initial(own.line))
