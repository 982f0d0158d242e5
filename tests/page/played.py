"""Games that pages are made of, for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cli.explain import book_of
from domain.gamelog import Line
from domain.games import Games
from domain.ordertext import parse_order
from domain.packs import Pack
from domain.refs import Ref
from projections.page.build import build
from projections.page.data import Game
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, imported

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


Pages = Callable[[str], Made]


def recorded(games: Games, name: str) -> Line:
    return imported(games, FIXTURES / name)


def page_data(games: Games, game: str = "game", side: str | None = None) -> Game:
    return build(games, game, book_of(games.log.line(game).system.key), side)


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
