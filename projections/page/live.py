"""A page that grows with its game: the whole of it at any time, or only what came after an entry."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.games.games import Games
from domain.games.lines import tree
from domain.games.sight import SPECTATOR
from domain.kernel.say import spoken
from domain.log.gamelog import Line
from domain.study.citations import Book
from domain.study.explain import told_entries
from domain.words.phrases import calling
from domain.words.tell import say_of
from projections.drawing.style import theme
from projections.page.build import Maker, rules_named
from projections.page.data import FORMAT, Course, Game, Stretch, Tables
from projections.page.frames import Watcher, watch
from projections.page.story import Storyteller
from projections.page.words import words_of_page

SPECTATORS = "spectators"  # what the page calls them
FLAT = ("turns", "points", "losses", "dice", "rulings")
VIEWS = ("frames", "traces")


class More(msgspec.Struct, frozen=True, kw_only=True):
    """What a page lacks of one line: as its `append` takes it."""

    tables: Tables
    own: Stretch


class Live:
    """Numbers of texts and pictures are given once and for ever: whoever has the first n lacks only the rest."""

    def __init__(self, games: Games, game: str, book: Book, viewer: str | None) -> None:
        self.games, self.game, self.viewer = games, game, viewer
        self.edition = secrets.token_hex(8)  # the numbers of another edition mean other things
        main = games.log.line(game)
        viewers = (None, *main.started.sides) if viewer is None else (viewer,)
        self.main, self.maker = main, Maker(games, book, viewers)
        self.lines: dict[str, _Growing] = {}
        self.advance()

    def advance(self) -> None:
        """Takes in whatever was written since, and lines that were opened."""
        order = [branch.name for branch in tree(self.games, self.game)]
        with calling(say_of(self.main.system)):
            for name in order:
                if name not in self.lines:
                    self.lines[name] = _Growing(self.maker, self.games.log.line(self.game, name))
                self.lines[name].advance()
        self.lines = {name: self.lines[name] for name in order}

    def whole(self) -> Game:
        started, system = self.main.started, self.main.system
        shown = tuple(SPECTATORS if viewer == SPECTATOR else viewer for viewer in self.maker.viewers)
        return Game(
            format=FORMAT, game=self.game, title=started.title, system=system.title, scenario=started.scenario,
            sides=started.sides, looks=theme(started.sides, ()).sides, viewers=shown,
            legend=tuple(self.maker.legend()),
            options={name: system.book.option_texts.get(name, "") for name in started.options},
            tables=self.maker.tables(self.main), lines=tuple(line.course() for line in self.lines.values()),
            words=words_of_page(system.words(spoken())),
        )  # fmt: skip

    def since(self, name: str, after: int, marks: Mapping[str, int]) -> More:
        """Of a line, what came after an entry; `marks` says how many texts, faces, notes and grounds are there."""
        numbers = self.maker.numbers
        new: dict[str, Any] = {kind: getattr(numbers, kind).since(mark) for kind, mark in marks.items()}
        named = {rule for note in new.get("notes", ()) for rule in rules_named(note)}
        known = self.maker.tables(self.main)
        rules = {rule: text for rule, text in known.rules.items() if rule in named}
        disputes = {one: known.disputes[one] for rule in rules.values() for one in rule.disputes}
        return More(tables=Tables(**new, rules=rules, disputes=disputes), own=self.lines[name].after(after))


class _Growing:
    """One line as far as it was read, and its viewers, who remember what they saw last."""

    def __init__(self, maker: Maker, line: Line) -> None:
        self.maker, self.line, self.number = maker, line, line.own.base
        state, base = self._state(), line.own.base
        self.watchers = [Watcher(viewer, maker.numbers, maker.scenery) for viewer in maker.viewers]
        for watcher in self.watchers:
            board = line.system.sight.board(state, watcher.viewer)
            if base:
                watcher.begin(board)
            else:
                watcher.look(1, board)
        self.rows: list[Any] = []
        self.flat: dict[str, list[Any]] = {kind: [] for kind in FLAT}
        self.seal = ""

    def advance(self) -> None:
        maker, line = self.maker, self.line
        entries = maker.games.log.entries(line, self.number)
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
        return Stretch(rows=tuple(self.rows[max(0, number - self.line.own.base) :]), **later, **views)

    def course(self) -> Course:
        opened = self.line.opened
        return Course(
            name=self.line.name, parent=opened.parent if opened else "", base=self.line.own.base,
            why=opened.why if opened else "", seen_as=tuple(range(len(self.watchers))), seal=self.seal,
            own=self.after(0),
        )  # fmt: skip


def _entry(row: Any) -> int:
    number: int = row[0] if isinstance(row, tuple) else row.entry  # a ruling is a pair
    return number


def _nothing() -> None:
    """Nobody counts how far it has come."""
