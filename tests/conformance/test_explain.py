"""Every fact of every recorded game can be explained, and names a rule wherever a rule was used."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from cli.explain import book_of
from domain.dispute.citations import rules_of
from domain.dispute.explain import Explanation, explain, told_entries
from domain.facts import (
    CLERICAL,
    CardDrawn,
    DeckShuffled,
    DiceRolled,
    FrameClosed,
    LossTaken,
    OrderGiven,
    PhaseBegan,
)
from domain.gamelog import GameLog, Line
from domain.games import Games
from domain.kernel import System
from domain.refs import Ref
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, imported, recorded_games

# The sequence of play, and what other facts beside them give the reason for.
NEED_NONE: tuple[Any, ...] = (*CLERICAL, OrderGiven, FrameClosed, PhaseBegan, LossTaken, CardDrawn, DeckShuffled)
SAMPLED = 3  # entries of each game whose orders are decided again
RECORDED = [pytest.param(path, id=str(path.relative_to(FIXTURES))) for path in recorded_games()]


class Recorded(NamedTuple):
    games: Games
    line: Line
    book: dict[str, str]


@pytest.fixture(scope="module", params=RECORDED)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """Each recorded game in turn."""
    with GameLog(str(tmp_path_factory.mktemp("recorded") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        line = imported(games, request.param)
        yield Recorded(games, line, book_of(line.system.key))


def test_every_fact_of_a_recorded_game_names_a_rule_where_one_was_used(game: Recorded) -> None:
    entries = game.games.log.entries(game.line)
    known = {*game.book, *game.line.system.readings}
    order: tuple[str, ...] = ()  # dice rolled for no rule's sake stand under that of their order
    for entry, one in zip(entries, told_entries(game.games, game.line, entries, game.book), strict=True):
        order = one.rules if isinstance(entry.fact, OrderGiven) else order
        assert one.words
        assert set(one.rules) <= known, one
        if not isinstance(entry.fact, NEED_NONE):
            assert one.rules or (isinstance(entry.fact, DiceRolled) and order), one


def test_entries_of_a_recorded_game_are_explained_with_their_order_and_for_each_side(game: Recorded) -> None:
    entries = range(1, game.games.log.head(game.line).number + 1)
    for number in random.Random(7).sample(entries, SAMPLED):
        found = explain(game.games, Ref("game", entry=number), game.book)
        assert found.first <= found.entry <= found.last
        assert [one.entry for one in found.facts] == list(range(found.first, found.last + 1))
        assert found.unknown == ""
        assert msgspec.json.encode(found)
        for side in game.line.started.sides:
            hides(found, explain(game.games, Ref("game", entry=number), game.book, side))


def hides(every: Explanation, seen: Explanation) -> None:
    """What one side reads is what everyone reads, or nothing; rules and readings come from what it may see."""
    for one, other in zip(every.facts, seen.facts, strict=True):
        assert other == one or (other.hidden, other.fact, other.words, other.rules) == (True, None, "", ())
    assert set(seen.rules) <= {rule for one in seen.facts for rule in one.rules}
    assert all(one.others is None for one in seen.readings)
    assert all(one.matters is None for one in seen.options)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
def test_every_kind_of_fact_cites_a_rule_by_a_field_or_by_its_docstring(system: System[Any]) -> None:
    """Also those that no recorded game holds."""
    book = book_of(system.key)
    for kind in system.facts:
        empty = kind(**dict.fromkeys(kind.__struct_fields__))
        assert "rule" in kind.__struct_fields__ or rules_of(empty, book, {}), kind.__name__
