"""One picture of a game, for sharing: what the order of an entry did, near by, without reading the rest of the game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from domain.games.games import Games
from domain.games.groups import group_at
from domain.log.gamelog import Line
from domain.study.citations import Book
from domain.words.phrases import calling
from domain.words.tell import say_of
from projections.drawing.colours import wearing
from projections.drawing.style import theme
from projections.film.shots import Reel, Shot
from projections.page.build import Maker
from projections.page.data import FORMAT, Game
from projections.page.live import Growing


def still(games: Games, line: Line, number: int, book: Book, viewer: str | None, words: str = "") -> tuple[Reel, Shot]:
    """With these words beneath it, or with those that tell what happened."""
    maker = Maker(games, book, (viewer,))
    with calling(say_of(line.system)), wearing(partial(games.colours, line)):
        part = Growing(maker, line, group_at(games.log, line, number, number)[0].number - 1)
        part.advance(number)
        game = Game(
            format=FORMAT, game=line.game, title=line.started.title, system=line.system.title,
            scenario=line.started.scenario, sides=line.started.sides, looks=theme(line.started.sides, ()).sides,
            viewers=(viewer,), legend=(), options={}, tables=maker.tables(line), lines=(part.course(),),
        )  # fmt: skip
    reel = Reel(game, line.name)
    shot = list(reel.shots("order"))[-1]
    return reel, replace(shot, words=words) if words else shot
