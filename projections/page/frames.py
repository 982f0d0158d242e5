"""How a board changes from entry to entry, as each viewer sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.games.groups import groups
from domain.games.sight import can_see, seen
from domain.kernel.board import Board, Counter
from domain.kernel.board import Trace as Done
from domain.kernel.chapter import nothing
from domain.kernel.facts import (
    DiceRolled,
    Fact,
    FrameClosed,
    FrameOpened,
    LineClosed,
    NoteAdded,
    OrderGiven,
    OrderWaits,
    SeedRevealed,
    SharesDeposited,
    SharesPromised,
)
from domain.kernel.system import System, boards_of
from domain.log.entry import Entry
from domain.words.phrases import word
from projections.drawing.words import HALF, plain
from projections.page.data import Piece, Scene, Trace
from projections.page.muster import Changes, Muster
from projections.page.numbered import Numbers
from projections.page.scene import Drawn, Scenery, Stage
from projections.page.strikes import foreseen, strikes

STILL: tuple[type[Fact], ...] = (
    OrderGiven, DiceRolled, FrameOpened, FrameClosed, NoteAdded, OrderWaits, SeedRevealed, SharesDeposited,
    SharesPromised, LineClosed,
)  # fmt: skip
Look = tuple[str, tuple[str, ...], bool]  # kind, marks, face down
Shown = dict[int, Piece]  # a board as the page has it: its pieces by the number of their id


def still(system: System[Any]) -> frozenset[type[Fact]]:
    """Facts that no board shows: they stand in the log for their own sake, count dice, or await an answer."""
    return frozenset(kind for kind in STILL if kind not in system.book.told or system.book.told[kind].fold is nothing)


class Watcher:
    """One viewer of one line: says what is new on the board since he last looked."""

    def __init__(self, viewer: str | None, numbers: Numbers, scenery: Scenery) -> None:
        self.viewer, self.numbers, self.scenery = viewer, numbers, scenery
        self.board: Board | None = None  # as it was last looked at as a whole
        self.stage: Stage | None = None
        self.counters: dict[str, Counter] = {}
        self.muster: Muster | None = None  # of these; made when it is first needed
        self.shown: Shown = {}
        self.looks: dict[Look, Counter] = {}  # one counter of each, for the legend
        self.said: tuple[int, int, int] = (-1, -1, -1)
        self.blows: tuple[Done, ...] = ()  # of a fight that goes on
        self.frames: list[Scene] = []
        self.traces: list[Trace] = []

    def begin(self, board: Board) -> None:
        """Whatever was there before the line's own entries."""
        self.look(0, board)
        self.frames.clear()

    def look(self, entry: int, board: Board) -> None:
        if board == self.board and self.muster is None:
            return
        self.board, self.muster = board, None
        stage, texts = self.scenery.stage(board), self.numbers.texts
        self.stage = stage
        notes = "\n".join(map(word, board.notes))
        told = texts.of(word(board.title)), texts.of(notes), self.numbers.grounds.of(stage.ground)
        now = {counter.id: counter for counter in board.counters}
        changed = [counter for id, counter in now.items() if self.counters.get(id) != counter]
        self.looks |= {(counter.kind, counter.marks, counter.hidden): counter for counter in changed}
        places = _touched(self.counters, now, changed)
        self.counters = now
        if told[2] != self.said[2] or (stage.table and places):
            before, drawn = self.shown, stage.pieces(board)
        else:
            touched = {texts.of(word(plain(place))) for place in places}
            before = {id: piece for id, piece in self.shown.items() if piece.place in touched} if places else {}
            drawn = stage.pieces(board, places) if places else iter(())
        after = {piece.id: piece for piece in map(self._piece, drawn)}
        pieces = tuple(piece for piece in after.values() if self.shown.get(piece.id) != piece)
        gone = tuple(id for id in before if id not in after)
        if pieces or gone or told != self.said:
            self._add(Scene(entry, pieces, gone, *told))

    def glance(self, entry: int, changes: Changes) -> None:
        """The same where nothing else on the board can have changed: what did not is not looked at."""
        assert self.board is not None
        assert self.stage is not None
        new = {id: counter for id, counter in changes.items() if self.counters.get(id) != counter}
        if not new:
            return
        muster = self._mustered()
        new = {id: new[id] for id in sorted(new, key=muster.place)}
        now = {id: counter for id, counter in new.items() if counter is not None}
        self.looks |= {(counter.kind, counter.marks, counter.hidden): counter for counter in now.values()}
        before = {id: self.counters[id] for id in new if id in self.counters}
        places = _touched(before, now, now.values())
        muster.take(new)
        stacks = [place for place in places if place in self.stage.map.at]
        board = msgspec.structs.replace(self.board, counters=muster.among(stacks, now))
        drawn = map(self._piece, self.stage.pieces(board, places))
        pieces = tuple(piece for piece in drawn if self.shown.get(piece.id) != piece)
        gone = tuple(self.numbers.texts.of(id) for id in _gone(before, now))
        if pieces or gone:
            self._add(Scene(entry, pieces, gone, *self.said))

    def _add(self, frame: Scene) -> None:
        self.frames.append(frame)
        self.said, self.shown = (frame.title, frame.notes, frame.ground), advanced(self.shown, frame)

    def _mustered(self) -> Muster:
        if self.muster is None:
            self.muster = Muster(self.counters)
        return self.muster

    def foresee(self, entry: int, traces: tuple[Done, ...]) -> None:
        """Before an order is told: whom it strikes; and of a fight that goes on, what came before."""
        assert self.board is not None
        seen = msgspec.structs.replace(self.board, counters=tuple(self.counters.values()))
        found = (*(() if strikes(traces) else self.blows), *foreseen(traces, seen))
        if found:
            self.trace(entry, found)

    def told(self, entry: int, traces: tuple[Done, ...]) -> None:
        """What came of it; blows are remembered for as long as their fight goes on."""
        found = traces if strikes(traces) else (*self.blows, *traces)
        if found:
            self.trace(entry, found)
        self.blows = strikes(traces) or self.blows

    def trace(self, entry: int, traces: tuple[Done, ...]) -> None:
        """Drawn on the board last looked at."""
        assert self.board is not None
        assert self.stage is not None
        board = msgspec.structs.replace(self.board, traces=traces, counters=self._near(traces))
        below, above, box = self.stage.traces(board, self.counters.values() if self.muster else board.counters)
        if below or above:
            self.traces.append(Trace(entry, self.numbers.faces.of(below), self.numbers.faces.of(above), box))

    def _near(self, traces: Iterable[Done]) -> tuple[Counter, ...]:
        """Those a trace may have to do with: its piece, and whoever stands on its way."""
        assert self.board is not None
        if self.muster is None:
            return self.board.counters
        spots = {point for trace in traces for point in trace.points if isinstance(point, str)}
        return self.muster.among(spots, [trace.unit for trace in traces])

    def _piece(self, drawn: Drawn) -> Piece:
        texts = self.numbers.texts
        face, place = self.numbers.faces.of(drawn.face), texts.of(drawn.place)
        return Piece(texts.of(drawn.id), face, texts.of(drawn.words), place, drawn.x, drawn.y)


def _touched(before: Mapping[str, Counter], now: Mapping[str, Counter], changed: Iterable[Counter]) -> tuple[str, ...]:
    """Places where something is no longer as it was, each once."""
    left = (place for counter in changed if counter.id in before for place in _places(before[counter.id]))
    gone = (place for id, counter in before.items() if id not in now for place in _places(counter))
    return tuple(dict.fromkeys((*left, *(place for counter in changed for place in _places(counter)), *gone)))


def _places(counter: Counter) -> tuple[str, ...]:
    return (counter.at, counter.also) if counter.also else (counter.at,)


def _gone(before: Mapping[str, Counter], now: Mapping[str, Counter]) -> Iterator[str]:
    """Pieces that are drawn no more: a counter, and the half of one in a second hex."""
    for id, counter in before.items():
        if id not in now:
            yield id
        if counter.also and not (id in now and now[id].also):
            yield HALF + id


def advanced(shown: Shown, frame: Scene) -> Shown:
    """The same board after one more change, in place: what the browser does with a frame."""
    for id in frame.gone:
        del shown[id]
    shown.update((piece.id, piece) for piece in frame.pieces)
    return shown


def _look(system: System[Any], state: Any, entry: int, watchers: Sequence[Watcher]) -> None:
    if watchers:
        boards = boards_of(system, state, [watcher.viewer for watcher in watchers])
        for watcher, board in zip(watchers, boards, strict=True):
            watcher.look(entry, board)


def _follow(system: System[Any], state: Any, entry: Entry, watchers: Sequence[Watcher]) -> None:
    """Folds one fact; then a glance, where the system knows what it changes, or else a look at the whole board."""
    touched = system.sight.glimpse.touched(state, entry.fact) if system.sight.glimpse else None
    system.book.folds[type(entry.fact)](state, entry.fact)
    if system.sight.glimpse is None or touched is None:
        _look(system, state, entry.number, watchers)
        return
    changes = {id: system.sight.glimpse.counter(state, id) for id in touched}
    for watcher in watchers:
        watcher.glance(entry.number, changes)


def watch(
    system: System[Any], state: Any, entries: Sequence[Entry], watchers: Sequence[Watcher], done: Callable[[], None]
) -> None:
    """Folds the entries into the state; every watcher looks after each that may show on the board.

    Of an order that hides something from him a watcher sees the end: half-way, what is not yet gone tells what goes.
    """
    unseen = still(system)
    for group in groups(entries):
        looking = [one for one in watchers if all(can_see(one.viewer, entry.to) for entry in group)]
        whole = system.book.traces(state, [entry.fact for entry in group]) if looking else ()
        traces = [
            whole if one in looking else system.book.traces(state, [entry.fact for entry in seen(group, one.viewer)])
            for one in watchers
        ]
        for watcher, found in zip(watchers, traces, strict=True):
            watcher.blows = watcher.blows if state.core.pending else ()
            if len(group) > 1:
                watcher.foresee(group[0].number, found)
        for entry in group:
            _follow(system, state, entry, () if type(entry.fact) in unseen else looking)
            done()
        _look(system, state, group[-1].number, [one for one in watchers if one not in looking])
        for watcher, found in zip(watchers, traces, strict=True):
            watcher.told(group[-1].number, found)
