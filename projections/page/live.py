"""A page that grows with its game: the whole of it at any time, or only what came after an entry."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec

from domain.games.games import Games
from domain.games.groups import group_at
from domain.games.lines import tree
from domain.games.sight import SPECTATOR
from domain.kernel.say import spoken
from domain.log.gamelog import Line
from domain.study.citations import Book
from domain.study.explain import told_entries
from domain.words.phrases import calling
from domain.words.tell import say_of
from projections.drawing.colours import wearing
from projections.drawing.photos import NONE, Photos, showing
from projections.drawing.style import theme
from projections.page.build import Maker, rules_named
from projections.page.data import FORMAT, Course, Game, Stretch, Tables
from projections.page.frames import Watcher, watch
from projections.page.story import Storyteller
from projections.page.words import words_of_page

SPECTATORS = "spectators"  # what the page calls them
FLAT = ("turns", "points", "losses", "dice", "rulings", "remarks")
VIEWS = ("frames", "traces")


class More(msgspec.Struct, frozen=True, kw_only=True):
    """What a page lacks of one line: as its `append` takes it. The course has no entries: it names the line."""

    tables: Tables
    own: Stretch
    course: Course


LONG, NEWEST = 2_000, 300  # entries of a line whose page is made in two parts, and of the part that is made first


class Live:
    """Numbers of texts and pictures are given once and for ever: whoever has the first n lacks only the rest.

    The newest part of a long game is soon made: its main line from an entry on, and nothing else. The whole follows.
    """

    def __init__(
        self, games: Games, game: str, book: Book, viewer: str | None, photos: Photos = NONE, *, newest: bool = False
    ) -> None:
        self.games, self.game, self.viewer, self.photos = games, game, viewer, photos
        self.edition = secrets.token_hex(8)  # the numbers of another edition mean other things
        main = games.log.line(game)
        viewers = (None, *main.started.sides) if viewer is None else (viewer,)
        self.main, self.maker = main, Maker(games, book, viewers)
        self.lines: dict[str, Growing] = {}
        self.after = _before_newest(games, main) if newest else 0
        self.advance()

    def advance(self) -> None:
        """Takes in whatever was written since, and lines that were opened."""
        order = [self.main.name] if self.after else [branch.name for branch in tree(self.games, self.game)]
        with calling(say_of(self.main.system)), self._wearing():
            for name in order:
                if name not in self.lines:
                    self.lines[name] = Growing(self.maker, self.games.log.line(self.game, name), self.after)
                self.lines[name].advance()
        self.lines = {name: self.lines[name] for name in order}

    def whole(self) -> Game:
        started, system = self.main.started, self.main.system
        shown = tuple(SPECTATORS if viewer == SPECTATOR else viewer for viewer in self.maker.viewers)
        with self._wearing():
            looks, legend = theme(started.sides, ()).sides, tuple(self.maker.legend())
        return Game(
            format=FORMAT, game=self.game, title=started.title, system=system.title, scenario=started.scenario,
            sides=started.sides, looks=looks, viewers=shown, legend=legend,
            options={name: system.book.option_texts.get(name, "") for name in started.options},
            tables=self.maker.tables(self.main), lines=tuple(line.course() for line in self.lines.values()),
            words=words_of_page(system.words(spoken())), after=self.after,
        )  # fmt: skip

    @contextmanager
    def _wearing(self) -> Iterator[None]:
        with wearing(partial(self.games.colours, self.main)), showing(self.photos):
            yield

    def since(self, name: str, after: int, marks: Mapping[str, int]) -> More:
        """Of a line, what came after an entry; `marks` says how many texts, faces, notes and grounds are there."""
        numbers = self.maker.numbers
        new: dict[str, Any] = {kind: getattr(numbers, kind).since(mark) for kind, mark in marks.items()}
        named = {rule for note in new.get("notes", ()) for rule in rules_named(note)}
        known = self.maker.tables(self.main)
        rules = {rule: text for rule, text in known.rules.items() if rule in named}
        disputes = {one: known.disputes[one] for rule in rules.values() for one in rule.disputes}
        line = self.lines[name]
        return More(tables=Tables(**new, rules=rules, disputes=disputes), own=line.after(after), course=line.head())


class Growing:
    """One line as far as it was read, and its viewers, who remember what they saw last."""

    def __init__(self, maker: Maker, line: Line, after: int = 0) -> None:
        self.maker, self.line = maker, line
        self.base = self.number = max(line.own.base, after)
        state = self._state()
        self.watchers = [Watcher(viewer, maker.numbers, maker.scenery) for viewer in maker.viewers]
        for watcher in self.watchers:
            board = line.system.sight.board(state, watcher.viewer)
            if line.own.base:
                watcher.begin(board)
            else:
                watcher.look(self.base + 1, board)
        self.rows: list[Any] = []
        self.flat: dict[str, list[Any]] = {kind: [] for kind in FLAT}
        self.seal = ""

    def advance(self, upto: int | None = None) -> None:
        maker, line = self.maker, self.line
        entries = maker.games.log.entries(line, self.number, upto)
        if not entries:
            return
        told = told_entries(maker.games, line, entries, maker.book, maker.viewers[0])
        stretch = Storyteller(maker.numbers, line.started.sides, say_of(line.system, maker.games.names(line))).stretch(
            entries, told
        )
        state = self._state()
        watch(line.system, state, entries, self.watchers, _nothing)
        self.rows += stretch.rows
        for kind, each in self.flat.items():
            each += getattr(stretch, kind)
        self.number, self.seal = entries[-1].number, entries[-1].hash.hex()
        maker.board = line.system.sight.board(state, maker.viewers[0])
        for watcher in self.watchers:
            maker.looks |= watcher.looks

    def _state(self) -> Any:
        """Read anew: a game may have a thousand lines, and most of them have come to rest."""
        games = self.maker.games
        return games.state(self.line, self.number) if self.number else games.initial(self.line)

    def after(self, number: int) -> Stretch:
        later: dict[str, Any] = {
            kind: tuple(row for row in each if _entry(row) > number) for kind, each in self.flat.items()
        }
        views: dict[str, Any] = {
            kind: tuple(tuple(one for one in getattr(watcher, kind) if one.entry > number) for watcher in self.watchers)
            for kind in VIEWS
        }
        return Stretch(rows=tuple(self.rows[max(0, number - self.base) :]), **later, **views)

    def course(self) -> Course:
        return msgspec.structs.replace(self.head(), own=self.after(0))

    def head(self) -> Course:
        opened = self.line.opened if self.base == self.line.own.base else None  # of a part, the beginning is not there
        return Course(
            name=self.line.name, parent=opened.parent if opened else "", base=self.base,
            why=opened.why if opened else "", seen_as=tuple(range(len(self.watchers))), seal=self.seal, own=Stretch(),
        )  # fmt: skip


def _before_newest(games: Games, main: Line) -> int:
    """The entry after which the newest part begins, with an order; none where the game is not long."""
    head = games.log.head(main).number
    return group_at(games.log, main, head - NEWEST)[0].number - 1 if head > LONG else 0


def _entry(row: Any) -> int:
    number: int = row[0] if isinstance(row, tuple) else row.entry  # a ruling is a pair
    return number


def _nothing() -> None:
    """Nobody counts how far it has come."""
