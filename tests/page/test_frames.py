"""The law of a page: going through its frames gives, at every entry and for every viewer, the board of the system."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from domain.games.games import Games
from domain.games.groups import groups
from domain.games.sight import can_see
from domain.kernel.board import Board
from domain.kernel.packs import Pack
from domain.log.gamelog import Line
from domain.words.looking import seen
from projections.drawing.colours import wearing
from projections.drawing.words import plain
from projections.page.data import Course, Game, Scene
from projections.page.frames import Shown, advanced
from projections.page.scene import Scenery, said
from projections.page.tabletop import LABEL
from projections.tabletop.words import unit_words
from tests.page.played import RECORDED, Pages, page_data, small_game

SAMPLE = 61  # at every so manieth change the drawing itself is compared, too


class Told:
    """A page read as a browser reads it."""

    def __init__(self, game: Game) -> None:
        self.game, self.texts, self.faces = game, game.tables.texts, game.tables.faces
        self.courses = {course.name: course for course in game.lines}

    def views(self, name: str, viewer: int) -> Iterator[tuple[int, Shown, Scene]]:
        """Each entry of a line with the board after it and the frame that made it so."""
        course = self.courses[name]
        shown, last = self._before(course, viewer)
        frames = list(course.own.frames[course.seen_as[viewer]])
        for number in range(course.base + 1, course.base + len(course.own.rows) + 1):
            while frames and frames[0].entry == number:
                last = frames.pop(0)
                shown = advanced(shown, last)
            assert last is not None
            yield number, shown, last
        assert not frames

    def _before(self, course: Course, viewer: int) -> tuple[Shown, Scene | None]:
        if not course.parent:
            return {}, None
        *_, (_, shown, last) = (view for view in self.all(course.parent, viewer) if view[0] <= course.base)
        return dict(shown), last

    def all(self, name: str, viewer: int) -> Iterator[tuple[int, Shown, Scene]]:
        course = self.courses[name]
        if course.parent:
            before = ((n, dict(shown), last) for n, shown, last in self.all(course.parent, viewer))
            yield from (view for view in before if view[0] <= course.base)
        yield from ((n, dict(shown), last) for n, shown, last in self.views(name, viewer))

    def words(self, shown: Shown) -> dict[str, tuple[str, str]]:
        """What stands where, without name plates."""
        pieces = {self.texts[id]: (self.texts[p.words], self.texts[p.place]) for id, p in shown.items()}
        return {id: told for id, told in pieces.items() if not id.startswith(LABEL)}

    def drawing(self, shown: Shown) -> dict[str, tuple[str, float | None, float | None]]:
        return {self.texts[id]: (self.faces[p.face], p.x, p.y) for id, p in shown.items()}


def expected_words(board: Board) -> dict[str, tuple[str, str]]:
    return {
        counter.id: (unit_words(counter, board.field) if counter.figure else said(counter), plain(counter.at))
        for counter in board.counters
    }


def check_law(games: Games, line: Line, told: Told, viewer: int) -> int:
    """How many different boards there were.

    Within an order of which not all is for a viewer's eyes, his board stays as it was: half-way it would tell too much.
    """
    side, system = told.game.viewers[viewer], line.system
    state: Any = games.state(line, line.own.base) if line.own.base else games.initial(line)
    views = told.views(line.name, viewer)
    before, boards = seen(system, state, side) if line.own.base else None, 0
    for group in groups(games.log.entries(line, line.own.base)):
        is_open = all(can_see(side, entry.to) for entry in group)
        for entry in group:
            number, shown, last = next(views)
            assert entry.number == number
            system.book.folds[type(entry.fact)](state, entry.fact)
            board = seen(system, state, side) if is_open or entry is group[-1] else before
            assert board is not None
            assert told.texts[last.title] == board.title
            assert told.texts[last.notes] == "\n".join(map(str, board.notes))
            if before is None or board.counters != before.counters:
                boards += 1
                assert told.words(shown) == expected_words(board), f"{line.name}:{number} as {side}"
                if boards % SAMPLE == 1:
                    with wearing(partial(games.colours, line)):
                        drawn = {one.id: (one.face, one.x, one.y) for one in Scenery().stage(board).pieces(board)}
                    assert told.drawing(shown) == drawn, f"{line.name}:{number} as {side}"
            before = board
    assert next(views, None) is None
    return boards


@pytest.mark.parametrize("name", RECORDED)
def test_frames_give_the_board_of_the_system_at_every_entry_for_every_viewer(pages: Pages, name: str) -> None:
    games, line, data = pages(name)
    told = Told(data)
    assert told.game.viewers == (None, *line.started.sides)
    for viewer in range(len(told.game.viewers)):
        assert check_law(games, line, told, viewer) > 20


def test_frames_of_branches_go_on_from_their_parents_board(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    told = Told(page_data(games))
    assert [(course.name, course.parent) for course in told.game.lines] == [
        ("main", ""), ("what-if", "main"), ("again", "what-if"),
    ]  # fmt: skip
    for course in told.game.lines:
        for viewer in range(3):
            assert check_law(games, games.log.line("game", course.name), told, viewer)


def test_a_branch_holds_only_its_own_entries(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    for course in page_data(games).lines:
        line = games.log.line("game", course.name)
        assert course.base == line.own.base
        assert course.base + len(course.own.rows) == games.log.head(line).number


def test_a_page_for_one_side_shows_that_side_its_own_board(games: Games, pack: Pack) -> None:
    line = small_game(games, pack)
    told = Told(page_data(games, side="red"))
    assert told.game.viewers == ("red",)
    assert check_law(games, line, told, 0)


def test_what_several_viewers_see_alike_stands_once(pages: Pages) -> None:
    (main,) = pages("freeform/pegasus-bridge.transcript").data.lines
    assert main.seen_as == (0, 0, 0)
    assert len(main.own.frames) == 1
