"""A game as a row of pictures: one for each phase or order in which something is to be seen, and what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from domain.words.phrases import phrase, some
from projections.drawing.labels import Box
from projections.page.data import ASIDE, HEAD, WITHHELD, Course, Game, Piece, Row, Scene, Trace, Turn
from projections.page.tabletop import LABEL

Every = Literal["phase", "order"]
NOTE, QUIET = "NoteAdded", ("DiceRolled", "FrameOpened", "PhaseBegan", "OrderGiven", "GameStarted")
CARD = 42  # what a piece takes to each side of its middle
MANY = 8  # things that are told of a phase, the last ones


class Span(NamedTuple):
    """Entries that one picture is about."""

    first: int
    last: int


@dataclass
class Shot:
    """One picture: the board after an entry, what changed on it, and in words what happened."""

    entry: int
    title: str
    words: str
    pieces: Mapping[int, Piece]
    ground: int
    lit: frozenset[int] = frozenset()
    traces: tuple[Trace, ...] = ()
    about: tuple[Box, ...] = field(default=())


class Reel:
    """One line of a page as its only viewer sees it, with what it shares with the lines it came from."""

    def __init__(self, game: Game, line: str) -> None:
        self.game, self.texts = game, game.tables.texts
        self.rows: dict[int, Row] = {}
        self.frames: list[Scene] = []
        self.traces: list[Trace] = []
        self.turns: list[Turn] = []
        for course, upto in self._courses(line):
            own, view = course.own, course.seen_as[0]
            self.rows |= {n: row for n, row in enumerate(own.rows, course.base + 1) if n <= upto}
            self.frames += [frame for frame in own.frames[view] if frame.entry <= upto]
            self.traces += [trace for trace in own.traces[view] if trace.entry <= upto]
            self.turns += [turn for turn in own.turns if turn.entry <= upto]
        self.first = min(self.rows)

    def _courses(self, name: str) -> list[tuple[Course, int]]:
        """The oldest first, each with the entry up to which it counts."""
        known, found = {course.name: course for course in self.game.lines}, []
        course, upto = known[name], known[name].base + len(known[name].own.rows)
        while True:
            found.append((course, upto))
            if not course.parent:
                return found[::-1]
            course, upto = known[course.parent], course.base

    def shots(self, every: Every) -> Iterator[Shot]:
        """Only where something is to be seen; the last board in any case."""
        pieces: dict[int, Piece] = {}
        frames, traces = iter(self.frames), iter(self.traces)
        frame, trace = next(frames, None), next(traces, None)
        title, ground, end = "", -1, max(self.rows)
        for span in self._spans(every):
            about: list[Box] = []
            lit: set[int] = set()
            drawn: list[Trace] = []
            while frame is not None and frame.entry <= span.last:
                about += self._moved(frame, pieces, lit)
                title, ground = self.texts[frame.title], frame.ground
                frame = next(frames, None)
            while trace is not None and trace.entry <= span.last:
                drawn.append(trace)
                trace = next(traces, None)
            told = self._results(drawn, span)
            about += [_grown(one.box) for one in told]
            words = self._words(span, every)
            if about or span.last == end or self._is_noted(span):
                yield Shot(span.last, title, words, dict(pieces), ground, frozenset(lit), tuple(told), tuple(about))

    def _spans(self, every: Every) -> Iterator[Span]:
        last = max(self.rows)
        starts = (
            [turn.entry for turn in self.turns] if every == "phase"
            else [number for number, row in self.rows.items() if row.flags & HEAD]
        )  # fmt: skip
        starts = sorted({self.first, *starts})
        for first, after in zip(starts, [*starts[1:], last + 1], strict=True):
            yield Span(first, after - 1)

    def _moved(self, frame: Scene, pieces: dict[int, Piece], lit: set[int]) -> Iterator[Box]:
        """Takes a change in; where it happened, unless it is the set-up."""
        before = dict(pieces) if frame.entry > self.first else None
        for id in frame.gone:
            if before is not None:
                yield from self._box(before.get(id))
            pieces.pop(id, None)
        for piece in frame.pieces:
            known = pieces.get(piece.id)
            if before is not None and (known is None or (known.words, known.place) != (piece.words, piece.place)):
                lit.add(piece.id)
                yield from self._box(known)
                yield from self._box(piece)
            pieces[piece.id] = piece

    def _box(self, piece: Piece | None) -> Iterator[Box]:
        if piece is not None and piece.x is not None and piece.y is not None and not self.is_label(piece):
            yield Box(piece.x - CARD, piece.y - CARD, piece.x + CARD, piece.y + CARD)

    @cached_property
    def is_table(self) -> bool:
        return any('class="tag ' in face for face in self.game.tables.faces)

    def is_label(self, piece: Piece) -> bool:
        return self.texts[piece.id].startswith(LABEL)

    def _results(self, traces: Sequence[Trace], span: Span) -> list[Trace]:
        """What came of orders, which stands at their last entries; not what was only about to come."""
        ends = {number for number in range(span.first, span.last + 1) if self._is_end(number)}
        return [trace for trace in traces if trace.entry in ends]

    def _is_end(self, number: int) -> bool:
        return number + 1 not in self.rows or bool(self.rows[number + 1].flags & HEAD)

    # Words

    def _told(self, span: Span) -> Iterator[Row]:
        rows = (self.rows[number] for number in range(span.first, span.last + 1))
        return (row for row in rows if not row.flags & (WITHHELD | ASIDE))

    def _is_noted(self, span: Span) -> bool:
        return any(self.texts[row.kind] == NOTE for row in self._told(span))

    def _words(self, span: Span, every: Every) -> str:
        """A note tells best what happened; else what came of the orders; else the order itself."""
        told = list(self._told(span))
        notes = [self.texts[row.words] for row in told if self.texts[row.kind] == NOTE]
        if notes:
            return notes[-1]
        effects = [self.texts[row.words] for row in told if self.texts[row.kind] not in QUIET and not row.flags & HEAD]
        if every == "order":
            return "; ".join(effects or [self.texts[row.words] for row in told[:1]])
        orders = sum(bool(row.flags & HEAD) for row in told)
        shown = "; ".join(dict.fromkeys(effects[-MANY:]))
        return phrase("{0}: {1}", some(orders, "order", "orders"), shown) if shown and orders else shown


def _grown(box: tuple[int, int, int, int]) -> Box:
    return Box(*box).grown(CARD)


def joined(boxes: Iterable[Box]) -> Box | None:
    every = list(boxes)
    if not every:
        return None
    lefts, tops, rights, bottoms = zip(*every, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))
