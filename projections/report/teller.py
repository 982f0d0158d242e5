"""What a report is told from: a line up to an entry, with the eyes of one viewer and the words of its system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from domain.games.games import Games
from domain.games.sight import SPECTATOR, is_open, seen, whole_order
from domain.kernel.board import Board
from domain.kernel.facts import DiceRolled, Fact, LossTaken, PhaseBegan, PointsScored, Side
from domain.log.entry import Entry
from domain.log.refs import Ref
from domain.words.looking import told
from domain.words.phrases import calling, word
from domain.words.tell import say_of, tell
from projections.drawing.words import plain


class Teller:
    """Whatever is told goes through `entries` and `board`, which show no more than the viewer may see."""

    def __init__(self, games: Games, ref: Ref, viewer: Side | None) -> None:
        self.games, self.viewer, self.line = games, viewer, games.line(ref)
        number = games.entry_number(self.line, ref.entry)
        self.last = whole_order(games, self.line, number, viewer)
        self.ref = ref._replace(entry=self.last)
        self.system, self.started = self.line.system, self.line.started
        self.names = games.names(self.line)
        self.say = say_of(self.system, self.names)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(seen(self.games.each_entry(self.ref), self.viewer))

    @cached_property
    def state(self) -> Any:
        """As it is: only what all may know is taken from it, or what `board` shows."""
        return self.games.state(self.line, self.last)

    def board(self, number: int) -> Board:
        whole = whole_order(self.games, self.line, number, self.viewer)
        state = self.state if whole == self.last else self.games.state(self.line, whole)
        return self.system.sight.board(state, self.viewer)

    @cached_property
    def opening(self) -> Board:
        """As the first turn began; where none did or nobody was there, before anything was rolled, lost or scored."""
        first = next((number for number, fact in self.of(PhaseBegan) if fact.turn > 0), None)
        luck = next((number - 1 for number, _ in self.of(DiceRolled, LossTaken, PointsScored)), None)
        boards = (self.board(number) for number in (first, luck, self.last) if number)
        return next((board for board in boards if board.counters), self.board(self.last))

    @cached_property
    def _called(self) -> Mapping[str, str]:
        """What units are called on the boards, for systems in which they are named as they come."""
        counters = (*self.opening.counters, *self.board(self.last).counters)
        return {one.id: one.name for one in counters if one.name and not one.hidden}

    def name(self, unit: str) -> str:
        return plain(self._called.get(unit) or self.say.name(unit))

    def in_words(self, board: Board) -> Board:
        return told(board, self.say)

    def of(self, *kinds: type[Fact]) -> Iterator[tuple[int, Any]]:
        """Facts of these kinds, with the entries they stand in."""
        return ((entry.number, entry.fact) for entry in self.entries if isinstance(entry.fact, kinds))

    def tell(self, fact: Fact) -> str:
        return plain(tell(self.system, fact, self.names))

    def side(self, side: Side) -> str:
        return self.say.term(side)

    def word(self, text: str) -> str:
        """A term of the system or of boards, such as infantry."""
        with calling(self.say):
            return plain(word(text.replace("_", " ")))

    @property
    def is_secret(self) -> bool:
        """Whether something is hidden from the public while the game goes on."""
        return self.state.core.ended is None and not is_open(self.games, self.line, SPECTATOR, self.last)
