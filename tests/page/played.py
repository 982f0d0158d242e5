"""Games that pages are made of, for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from cli.shell.rules import book_of
from domain.games.games import Games
from domain.games.groups import groups
from domain.kernel.packs import Pack
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.odds.past import past
from domain.words.orders import parse_order
from projections.luck.luck import Luck, judge
from projections.page.build import build
from projections.page.data import Game
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, brought_in

RECORDED = (
    "freeform/pegasus-bridge.transcript",
    "gettysburg/mcphersons-ridge-confederate.transcript",  # with hidden movement
    "longstreet_lite/brawners-farm.transcript",  # with hands of cards
)
HOSTILE = '</script><img src=x onerror="alert(1)"> <!-- <script> &amp; \u2028 ]]> ${1} `'


class Made(NamedTuple):
    """A recorded game, and the data of its page."""

    games: Games
    line: Line
    data: Game


Played = Callable[[str], tuple[Games, Line]]
Pages = Callable[[str], Made]


def recorded(games: Games, name: str) -> Line:
    return brought_in(games, FIXTURES / name)


def page_data(games: Games, game: str = "game", side: str | None = None, luck: Luck | None = None) -> Game:
    return build(games, game, book_of(games.log.line(game).system.key), side, luck=luck)


def luck_of(games: Games, upto: int | None = None) -> Luck:
    ref = Ref("game", entry=upto)
    return judge(past(games, ref), str(ref))


@contextmanager
def told_as(games: Games, entries: Sequence[Entry]) -> Iterator[None]:
    """For a while the game has these entries and no others: it is cut off, or other secrets stand in it."""

    def found(_line: Line, after: int = 0, upto: int | None = None) -> list[Entry]:
        return list(entries[after:upto])

    with patch.object(games.log, "entries", found):
        yield


def cuts(entries: Sequence[Entry], many: int) -> list[int]:
    """So many entries that end an order, spread over a game; its very end is not among them."""
    ends = [group[-1].number for group in groups(entries)]
    return [ends[len(ends) * i // (many + 1)] for i in range(1, many + 1)]


def named_in(entries: Iterable[Entry]) -> set[str]:
    """Every text that stands in their facts."""
    return {word for entry in entries for word in _words(msgspec.to_builtins(entry.fact))}


def _words(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        yield from (word for pair in thing.items() for part in pair for word in _words(part))
    elif isinstance(thing, list | tuple):
        yield from (word for part in thing for word in _words(part))


def order(games: Games, ref: Ref, by: str, text: str) -> None:
    system = games.line(ref).system
    games.order(ref, by, parse_order(system, text))


def small_game(games: Games, pack: Pack, title: str = "Ridge") -> Line:
    """Blue against red, with a spy nobody else knows of, a note, a branch, and a branch of that branch."""
    line = games.new(SYSTEMS["freeform"], "blank", "game", pack, title=title)
    main = Ref("game")
    order(games, main, "blue", "BeginPhase phase=morning turn=1 side=blue")
    order(games, main, "blue", "AddPiece piece=guard side=blue at=hill strength=4")
    order(games, main, "red", "AddPiece piece=spy side=red at=wood hidden=yes")
    order(games, main, "red", "AddPiece piece=horse side=red at=road strength=3")
    order(games, main, "blue", "RollDice why=volley dice=2")
    order(games, main, "red", "TakeLoss piece=horse amount=2 men=100 cause=volley")
    order(games, main, "blue", 'ScorePoints side=blue points=3 why="the hill"')
    order(games, main, "red", "MovePiece piece=spy to=hill")
    games.note(main, "blue", HOSTILE)
    games.branch(Ref("game", entry=9), "what-if", why="the horse stays")
    order(games, Ref("game", "what-if"), "red", "MovePiece piece=horse to=wood")
    games.branch(Ref("game", "what-if"), "again")
    order(games, Ref("game", "again"), "blue", "MovePiece piece=guard to=road")
    return line
