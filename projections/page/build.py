"""A whole game as the data of a page: every line, for the umpire and each side, or for one side and nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec

from domain.games.games import Games
from domain.games.lines import tree
from domain.kernel.board import Board, Counter
from domain.kernel.core import check_side
from domain.kernel.say import spoken
from domain.log.gamelog import Line
from domain.study.citations import Book
from domain.study.explain import told_entries
from domain.study.inforce import is_under
from domain.words.phrases import calling
from domain.words.tell import say_of
from projections.drawing.colours import wearing
from projections.drawing.style import theme
from projections.hexmap.legend import items as map_items
from projections.luck.luck import Luck
from projections.page.data import FORMAT, Course, Dispute, Game, Reckoning, Rule, Scene, Tables, Trace
from projections.page.frames import Look, Watcher, watch
from projections.page.luck import shown
from projections.page.numbered import Numbers
from projections.page.scene import Scenery, tidy
from projections.page.story import Storyteller
from projections.page.words import words_of_page
from projections.tabletop.legend import items as table_items

Progress = Callable[[int, int], None]
View = tuple[tuple[Scene, ...], tuple[Trace, ...]]


def build(
    games: Games, game: str, book: Book, side: str | None = None, progress: Progress | None = None,
    luck: Luck | None = None,
) -> Game:  # fmt: skip
    """Everything that a page shows. For a side, what it may not see is never looked at. Luck is of the main line."""
    lines = [games.log.line(game, branch.name) for branch in tree(games, game)]
    started = lines[0].started
    if side is not None:
        check_side(started.sides, side)
    viewers = (None, *started.sides) if side is None else (side,)
    maker = Maker(games, book, viewers, _Count(games, lines, progress))
    system = lines[0].system
    with calling(say_of(system)), wearing(partial(games.colours, lines[0])):
        courses = tuple(map(maker.course, lines))
        return Game(
            format=FORMAT, game=game, title=started.title, system=system.title, scenario=started.scenario,
            sides=started.sides, looks=theme(started.sides, ()).sides, viewers=viewers, legend=tuple(maker.legend()),
            options={name: system.book.option_texts.get(name, "") for name in started.options},
            tables=maker.tables(lines[0]), lines=courses,
            luck=shown(games, lines[0], luck, viewers) if luck else None, words=words_of_page(system.words(spoken())),
            zeros=system.book.zeros,
        )  # fmt: skip


class _Count:
    """How far it has come, in entries."""

    def __init__(self, games: Games, lines: Iterable[Line], progress: Progress | None) -> None:
        self.done, self.of = 0, sum(games.log.head(line).number - line.own.base for line in lines)
        self.progress = progress

    def __call__(self) -> None:
        self.done += 1
        if self.progress:
            self.progress(self.done, self.of)


class Maker:
    def __init__(
        self, games: Games, book: Book, viewers: Sequence[str | None], count: Callable[[], None] = lambda: None
    ) -> None:
        self.games, self.book, self.viewers, self.count = games, book, viewers, count
        self.numbers, self.scenery = Numbers(), Scenery()
        self.looks: dict[Look, Counter] = {}
        self.board: Board | None = None

    def course(self, line: Line) -> Course:
        games, system = self.games, line.system
        entries = games.log.entries(line, line.own.base)
        told = told_entries(games, line, entries, self.book, self.viewers[0])
        stretch = Storyteller(self.numbers, line.started.sides, say_of(line.system, games.names(line))).stretch(
            entries, told
        )
        state = games.state(line, line.own.base) if line.own.base else games.initial(line)
        watchers = [Watcher(viewer, self.numbers, self.scenery) for viewer in self.viewers]
        for watcher in watchers:
            if line.own.base:
                watcher.begin(system.sight.board(state, watcher.viewer))
            else:
                watcher.look(1, system.sight.board(state, watcher.viewer))
        watch(system, state, entries, watchers, self.count)
        self.board = system.sight.board(state, self.viewers[0])
        for watcher in watchers:
            self.looks |= watcher.looks
        views, seen_as = _told_apart([(tuple(watcher.frames), tuple(watcher.traces)) for watcher in watchers])
        return Course(
            name=line.name, parent=line.opened.parent if line.opened else "", base=line.own.base,
            why=line.opened.why if line.opened else "", seen_as=seen_as, seal=entries[-1].hash.hex(),
            own=msgspec.structs.replace(
                stretch, frames=tuple(frames for frames, _ in views), traces=tuple(traces for _, traces in views)
            ),
        )  # fmt: skip

    def legend(self) -> Iterator[tuple[str, str]]:
        """Each sign that is met anywhere in the game, by any of the viewers."""
        assert self.board is not None
        board = msgspec.structs.replace(self.board, counters=tuple(self.looks.values()))
        items = table_items if board.field else map_items
        look = theme(board.sides, (counter.side for counter in board.counters))
        return ((tidy(sample), said) for sample, said in items(board, look))

    def tables(self, main: Line) -> Tables:
        """With the rules that are named anywhere, and what is disputed about them."""
        readings, played = main.system.book.readings, main.started.options
        found = self.numbers.tables()
        cites = dict.fromkeys(rule for note in found.notes for rule in rules_named(note))
        rules = {
            cite: Rule(
                text=self.book.get(cite, ""),
                disputes=tuple(name for name, one in readings.items() if name == cite or is_under(one.rule, (cite,))),
                options=tuple(name for name in played if _is_about(main.system.book.option_texts.get(name, ""), cite)),
            )
            for cite in cites
        }
        named = dict.fromkeys(name for rule in rules.values() for name in rule.disputes)
        named |= dict.fromkeys(main.started.readings)
        disputes = {
            name: Dispute(
                rule=readings[name].rule, question=readings[name].question, choices=dict(readings[name].choices),
                choice=main.started.readings.get(name) or readings[name].default,
            )
            for name in named if name in readings
        }  # fmt: skip
        return msgspec.structs.replace(found, rules=rules, disputes=disputes)


def rules_named(note: Reckoning) -> Iterator[str]:
    yield from note.rules
    yield from (cite for *_, modifiers in note.parts for _, _, cite in modifiers)
    yield from (cite for *_, cite in note.tables)


def _is_about(words: str, cite: str) -> bool:
    """An optional rule is known by the citation its words open with."""
    return is_under(words.partition(" ")[0], (cite,))


def _told_apart(views: Sequence[View]) -> tuple[list[View], tuple[int, ...]]:
    """What several see alike stands once; and which of them is whose."""
    apart = list(dict.fromkeys(views))
    return apart, tuple(apart.index(view) for view in views)
