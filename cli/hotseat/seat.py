"""A line being played at one table: whose word it is, where its dice come from, and what every order did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from cli.prompt.prompt import WAY_OUT, AskedChance, Cancelled, Lines, marked, read_typed
from cli.shell.automatic import player_of
from cli.shell.output import say
from cli.shell.session import Session
from cli.shell.telling import in_full, told, values, worth_telling
from domain.games.ask import Ask, Played
from domain.games.completing import following
from domain.games.look import due
from domain.games.order import give
from domain.games.preview import preview
from domain.games.seat import check_turn
from domain.games.terms import known_side
from domain.kernel.chance import Chance
from domain.kernel.errors import BadInput, LogConflict, MalformedOrder, RefightError
from domain.kernel.facts import OrderGiven
from domain.kernel.shares import is_shared
from domain.log.entry import Entry
from domain.log.refs import Ref
from domain.words.phrases import listed, phrase, some
from domain.words.tell import say_of
from domain.words.verbs import kinds_meant


class Hotseat:
    """Everybody at one keyboard. The table is kept between orders, and read again when it may be wrong."""

    def __init__(
        self, session: Session, ref: Ref, lines: Lines, viewer: str | None = None, robots: Sequence[str] = ()
    ) -> None:
        self.session, self.games, self.lines = session, session.games, lines
        self.viewer, self.robots = viewer, tuple(robots)  # whose eyes it is seen with; sides the program plays
        self.made: list[dict[str, Any]] = []  # every entry written, for programs
        self.over = self.overtaken = self.at_the_table = False
        self.sit(ref)

    @property
    def core(self) -> Any:
        return self.table.state.core

    @property
    def turn(self) -> str:
        """Who is asked something, else who alone may act, or is due at set-up; empty where nobody in particular is."""
        return due(self.system, self.table.state) or next(iter(self._due()), "")

    @property
    def system(self) -> Any:
        return self.line.system

    def _player(self, side: str) -> Any:
        """What the automatic player orders for a side; None: nothing."""
        return player_of(self.system)(self.table.state, side)

    @property
    def prompt(self) -> str:
        return f"{self.ref} {self.giver}> "

    def say(self, *lines: str) -> None:
        for line in () if self.session.json else lines:
            say(line)

    # The line and its head

    def sit(self, ref: Ref) -> None:
        """At the head of a line."""
        self.ref, self.line = ref._replace(entry=None), self.games.live_line(ref)
        self._load()
        past = self.games.log.backwards(self.line, self.table.head.number)
        last = next((entry.fact.by for entry in past if isinstance(entry.fact, OrderGiven)), "")
        self.giver = self.turn or last or self.core.sides[0]
        if self.no_fair and not self.at_the_table and self.lines.asks_again:
            asks = phrase("you are asked for the dice as they fall on the table")
            self.say("; ".join((self.no_fair, asks, phrase(WAY_OUT))))

    def _load(self) -> None:
        self.table = self.games.table(self.line)
        self.fair = self.games.fair(self.line)
        self.overtaken, self.no_fair = False, ""
        if is_shared(self.line.commitments):
            return
        try:
            self.fair.seed_of(self.fair.luck.line(self.core.fair_dice))
        except RefightError as error:
            self.no_fair = str(error).split(";", 1)[0]

    @property
    def is_stale(self) -> bool:
        return self.table.spoilt or self.overtaken

    def refresh(self) -> None:
        """Read the line again where it may be another than we think, and tell what others did to it."""
        if not self.is_stale:
            return
        seen, turn = self.table.head.number, self.turn
        heading = [phrase("this was done here meanwhile:")] if self.overtaken else []
        self._load()
        entries = self.games.log.entries(self.line, seen)
        self.say(*(heading if entries else []), *self._told(entries))
        if self.turn != turn:
            self.giver = self.turn or self.giver
        self.say(*(self.ending() if entries else []))

    def check_head(self) -> None:
        """Before something is done to the last order: it must be the one that was seen here."""
        if self.games.log.head(self.line).number != self.table.head.number:
            self.overtaken = True
            raise LogConflict("someone else played on this line meanwhile; look, and say it again")

    # Orders and notes

    def give(self, text: str) -> None:
        """One order, stored as soon as it is carried out."""
        self.refresh()
        turn = self.turn
        try:  # first: dice typed later that cannot be read are no fault of this line
            typed = read_typed(text)
            by = known_side(self.line, typed.by or self.giver)
            found = preview(self.games, Ask(self.ref, by, typed.order), self.table)
        except MalformedOrder as error:
            raise marked(error, text) from None
        self.say(*in_full(typed.order, found))
        ask = Ask(self.ref, by, found.order, typed.dice, typed.cards)
        played = self._given(ask)
        if played is None:
            return
        self.tell(played.entries)
        if not self.turn or self.turn != turn:
            self.giver = self.turn or ask.by
        self.say(*self.ending())
        self.play_robots()

    def play_robots(self) -> None:
        """The sides left to the program answer whenever it is for them to decide."""
        if self.robots and not self.core.ended and any(side in self.robots for side in self._due()):
            self.play_for(*self.robots)

    def _chance(self) -> Chance:
        return AskedChance(self.lines) if self.at_the_table or self.no_fair else self.fair

    def _given(self, ask: Ask) -> Played | None:
        """None: who was asked for dice has cancelled it."""
        try:
            with self._noticing():
                return give(self.games, ask, self._chance(), self.table)
        except Cancelled:
            self.refresh()
            self.say(phrase("the order is taken back; nothing was stored"))
            return None

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        """That somebody else was first: then the line is read again."""
        try:
            yield
        except LogConflict:
            self.overtaken = True
            raise

    def play_for(self, *sides: str) -> None:
        """The automatic player gives the orders of these sides, or of the one due now, until another must decide."""
        self.refresh()
        check_turn(self.table.state, self.core.sides[0])
        ours = sides or self._due()[:1]
        others = [side for side in self.core.sides if side not in ours]
        # A person plays on with what that side may see.
        viewer = self.viewer or (others[0] if len(others) == 1 else None)
        given = 0
        while wanted := [side for side in self._due() if side in ours]:
            played = self._given(Ask(self.ref, wanted[0], self._player(wanted[0])))
            if played is None:
                return
            given += 1
            self.tell(played.entries, viewer)
        self._hand_over(given, listed(ours))

    def _due(self) -> tuple[str, ...]:
        """The sides that have something to decide now."""
        if self.core.ended or self.system.player is None:
            return ()
        return tuple(side for side in self.core.sides if self._player(side) is not None)

    def _hand_over(self, given: int, sides: str) -> None:
        sought = self._due()
        self.giver = sought[0] if sought else self.giver
        said = phrase("{0} has nothing to decide", sides or phrase("no side"))
        if given:
            said = phrase("{0} given for {1}", some(given, "order", "orders"), sides)
        then = phrase("{0}; now it is for {1} to decide", said, listed(sought) or phrase("nobody"))
        self.say(*(self.ending() or [then]))

    def note(self, text: str) -> None:
        self.refresh()
        if not text:
            raise BadInput("what should the note say? write it behind the word, such as: note we forgot the flank")
        with self._noticing():
            self.tell(self.games.note(self.ref, self.giver, text, table=self.table))

    def tell(self, entries: Sequence[Entry], viewer: str | None = None) -> None:
        viewer = viewer or self.viewer
        if self.session.json:
            self.made += values(self.system, entries, viewer, names=self.games.names(self.line))
        self.say(*self._told(entries, viewer))

    def _told(self, entries: Sequence[Entry], viewer: str | None = None) -> list[str]:
        names, eyes = self.games.names(self.line), viewer or self.viewer
        kept = worth_telling(self.system, entries)
        return [told(self.system, entry, eyes, self.core.sides, names) for entry in kept]

    def ending(self) -> list[str]:
        """How it ended and what next; nothing while it goes on."""
        ended = self.core.ended
        if not ended:
            return []
        said = say_of(self.system)
        won = phrase("the game is over: {0} has won", said.term(ended.winner))
        why = said.reason(ended.why)
        return [
            (won if ended.winner else phrase("the game is over: it is a draw")) + (f" ({why})" if why else ""),
            phrase("here you can still type score, losses, note TEXT, undo, branch NAME ENTRY or quit"),
            phrase("next: `refight audit {0}`, `refight replay {0}`, `refight export {1}`", self.ref, self.ref.game),
        ]

    # What the shell's own commands do

    def shell(self, command: click.Command, *args: str) -> None:
        """A command as if it were typed in the shell."""
        command.main(list(args), prog_name=str(command.name), standalone_mode=False, obj=self.session)

    def quietly(self, command: click.Command, *args: str) -> dict[str, Any]:
        """The value a command would print."""
        kept, self.session.collected = self.session.collected, []
        try:
            self.shell(command, *args)
            value: dict[str, Any] = self.session.collected[-1]
            return value
        finally:
            self.session.collected = kept

    # Completion

    @property
    def orders(self) -> dict[str, Any]:
        return {str(kind.__struct_config__.tag): kind for kind in self.system.book.orders}

    def kinds(self, word: str) -> tuple[str, ...]:
        """The orders a word may stand for."""
        return kinds_meant(word, self.orders, self.orders)

    def following(self, before: str) -> Iterator[str]:
        """What may follow the beginning of an order, as its giver may see it."""
        names = self.games.names(self.line)
        return following(self.system, self.table.state, self.viewer or self.giver, before, names)
