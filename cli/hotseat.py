"""A line being played at one table: whose word it is, where its dice come from, and what every order did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from cli.output import counted, say
from cli.prompt import WAY_OUT, AskedChance, Cancelled, Lines, marked, read_typed
from cli.session import Session
from cli.telling import told, values, worth_telling
from domain.chance import Chance, EnteredChance
from domain.entry import Entry
from domain.facts import NoteAdded, OrderGiven
from domain.names import with_ids
from domain.ordertext import parse_order, slots_of
from domain.refs import Ref
from domain.ruling import BadInput, LogConflict, MalformedOrder, RefightError
from domain.table import check_turn
from domain.textscan import is_bare, known


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
        """Who is asked something, else whose turn it is; empty where neither is known."""
        asked = getattr(self.core.pending[-1], "side", "") if self.core.pending else ""
        return asked or str(self.core.active)

    @property
    def system(self) -> Any:
        return self.line.system

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
        last = next((fact.by for fact in reversed(self.games.log.facts(self.line)) if type(fact) is OrderGiven), "")
        self.giver = self.turn or last or self.core.sides[0]
        if self.no_fair and not self.at_the_table and self.lines.asks_again:
            self.say(f"{self.no_fair}; you are asked for the dice as they fall on the table; {WAY_OUT}")

    def _load(self) -> None:
        self.table = self.games.table(self.line)
        self.fair = self.games.fair(self.line)
        self.overtaken = False
        try:
            self.fair.seed_of(self.fair.luck.line(self.core.fair_dice))
            self.no_fair = ""
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
        heading = ["this was done here meanwhile:"] if self.overtaken else []
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
        try:
            typed = read_typed(text)
            order = with_ids(parse_order(self.system, typed.order), self.games.names(self.line))
        except MalformedOrder as error:
            raise marked(error, text) from None
        by = self.session.side(self.line, typed.by or self.giver)
        chance = EnteredChance(typed.dice, typed.cards) if typed.dice or typed.cards else self._chance()
        before, turn = self.table.head.number, self.turn
        if not self._carry_out(by, order, chance):
            return
        self._tell(before)
        if not self.turn or self.turn != turn:
            self.giver = self.turn or by
        self.say(*self.ending())
        self.play_robots()

    def play_robots(self) -> None:
        """The sides left to the program answer whenever it is for them to decide."""
        if self.robots and not self.core.ended and any(side in self.robots for side in self._due()):
            self.play_for(*self.robots)

    def _chance(self) -> Chance:
        return AskedChance(self.lines) if self.at_the_table or self.no_fair else self.fair

    def _carry_out(self, by: str, order: Any, chance: Chance) -> bool:
        """Whether it was given; who is asked for dice may still cancel it."""
        try:
            self.table.order(by, order, chance, self.games.log.now())
        except LogConflict:
            self.overtaken = True
            raise
        except Cancelled:
            self.refresh()
            self.say("the order is taken back; nothing was stored")
            return False
        return True

    def play_for(self, *sides: str) -> None:
        """The automatic player gives the orders of these sides, or of the one due now, until another must decide."""
        self.refresh()
        check_turn(self.table.state, self.core.sides[0])
        played = sides or self._due()[:1]
        others = [side for side in self.core.sides if side not in played]
        # A person plays on with what that side may see.
        viewer = self.viewer or (others[0] if len(others) == 1 else None)
        given = 0
        while due := [side for side in self._due() if side in played]:
            before = self.table.head.number
            if not self._carry_out(due[0], self.system.player(self.table.state, due[0]), self._chance()):
                return
            given += 1
            self._tell(before, viewer)
        self._hand_over(given, " and ".join(played))

    def _due(self) -> tuple[str, ...]:
        """The sides that have something to decide now."""
        if self.core.ended:
            return ()
        return tuple(side for side in self.core.sides if self.system.player(self.table.state, side) is not None)

    def _hand_over(self, given: int, sides: str) -> None:
        due = self._due()
        self.giver = due[0] if due else self.giver
        said = f"{sides or 'no side'} has nothing to decide"
        if given:
            said = f"{counted(given, 'order')} given for {sides}"
        self.say(*(self.ending() or [f"{said}; now it is for {' and '.join(due) or 'nobody'} to decide"]))

    def note(self, text: str) -> None:
        self.refresh()
        if not text:
            raise BadInput("what should the note say? write it behind the word, such as: note we forgot the flank")
        before = self.table.head.number
        try:
            self.table.clerk(self.giver, NoteAdded(by=self.giver, text=text), self.games.log.now())
        except LogConflict:
            self.overtaken = True
            raise
        self._tell(before)

    def _tell(self, before: int, viewer: str | None = None) -> None:
        viewer = viewer or self.viewer
        entries = self.games.log.entries(self.line, before, self.table.head.number)
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
        result = f"{ended.winner} has won" if ended.winner else "it is a draw"
        return [
            f"the game is over: {result}" + (f" ({ended.why})" if ended.why else ""),
            "here you can still type score, losses, note TEXT, undo, branch NAME ENTRY or quit",
            f"next: `refight audit {self.ref}`, `refight replay {self.ref}`, `refight export {self.ref.game}`",
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
        return {str(kind.__struct_config__.tag): kind for kind in self.system.orders}

    def following(self, before: str) -> Iterator[str]:
        """What may follow the beginning of an order: its name, its fields, and names on the board."""
        words = before.split()
        name = known(words[0], self.orders) if words else None
        if not words:
            yield from (f"{order} " for order in self.orders)
        elif name is not None:
            value = re.search(r"(\w+)=[^\s=]*$", before)
            slots = slots_of(self.orders[name])
            yield from self._names() if value else (f"{key}=" for key in slots if f" {key}=" not in before)

    def _names(self) -> Iterator[str]:
        """Pieces and places as the giver may see them."""
        board = self.system.board(self.table.state, self.viewer or self.giver)
        names = (*(one.id for one in board.counters), *(spot.name for spot in board.spots), *self.core.sides)
        yield from (name for name in names if is_bare(name))
