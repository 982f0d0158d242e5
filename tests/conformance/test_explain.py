"""Every fact of every recorded game can be explained, and names a rule wherever a rule was used."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import msgspec
import pytest

from cli.shell.rules import book_of
from domain.games.games import Games
from domain.kernel.facts import (
    CLERICAL,
    CardDrawn,
    DeckShuffled,
    DiceRolled,
    FrameClosed,
    LossTaken,
    OrderGiven,
    PhaseBegan,
)
from domain.kernel.reasons import Reason
from domain.kernel.say import ENGLISH
from domain.kernel.system import System
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.study.explain import Explanation, explain, told_entries
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, RecordedGame, recorded_games

# The sequence of play, and what other facts beside them give the reason for.
NEED_NONE: tuple[Any, ...] = (*CLERICAL, OrderGiven, FrameClosed, PhaseBegan, LossTaken, CardDrawn, DeckShuffled)
SAMPLED = 3  # entries of each game whose orders are decided again
RECORDED = [pytest.param(path, id=str(path.relative_to(FIXTURES))) for path in recorded_games()]


class Recorded(NamedTuple):
    games: Games
    line: Line
    book: dict[str, str]


@pytest.fixture(scope="module", params=RECORDED)
def game(request: pytest.FixtureRequest, recorded_game: RecordedGame) -> Recorded:
    """Each recorded game in turn."""
    games, line = recorded_game(request.param)
    return Recorded(games, line, book_of(line.system.key))


def test_every_fact_of_a_recorded_game_names_a_rule_where_one_was_used(game: Recorded) -> None:
    entries = game.games.log.entries(game.line)
    known = {*game.book, *game.line.system.book.readings}
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


EVERY_SYSTEM = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))


@EVERY_SYSTEM
def test_every_kind_of_fact_and_question_cites_a_rule_by_a_field_or_is_told_under_one(system: System[Any]) -> None:
    """Also those that no recorded game holds."""
    for kind in (*system.book.facts, *system.book.frames):
        fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
        assert "rule" in fields or Reason in fields.values() or system.book.cited[kind], kind.__name__


@EVERY_SYSTEM
def test_every_rule_that_something_is_told_under_stands_in_the_rulebook(system: System[Any]) -> None:
    known = {*book_of(system.key), *system.book.readings, *system.book.settled}
    assert {kind.__name__: cites for kind, cites in system.book.cited.items() if not set(cites) <= known} == {}


@EVERY_SYSTEM
def test_every_order_has_its_line_of_help(system: System[Any]) -> None:
    helps = system.words(ENGLISH).orders
    assert [kind.__name__ for kind in system.book.orders if not helps.get(kind)] == []
