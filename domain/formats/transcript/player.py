"""A script played again: every order decided anew, and the rows of each line ready to be stored."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from domain.formats.transcript.chance import WrittenChance
from domain.formats.transcript.faults import Faults, speaking_of
from domain.formats.transcript.luck import NewLuck
from domain.formats.transcript.names import Meaning, signer
from domain.formats.transcript.parts import (
    LineWritten,
    Located,
    Loose,
    Noted,
    Opening,
    TextPlace,
    Transcript,
    TypedOrder,
)
from domain.games.players import check_digests
from domain.games.seat import Seat
from domain.games.terms import spelt_readings
from domain.kernel.chance import Chance, Luck, main_luck, promised
from domain.kernel.errors import BadInput, MalformedOrder
from domain.kernel.facts import CLERICAL, Fact, GameStarted, LineOpened, Order, RulingMade
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded, fold
from domain.kernel.system import Setup, System
from domain.log.entry import Envelope, Head, check_envelope, codec_of, read_head
from domain.log.gamelog import EMPTY

CHECKPOINT_EVERY = 200  # entries
STATE_PER_ENTRY = 256  # bytes of state that are kept for an entry: states of very many pieces are kept less often
Missing = Callable[[TypedOrder], Chance]  # where the dice of an order come from that are not written
Rows = list[tuple[str, bytes]]


class NotAsked(Exception):
    """Dice that are asked for no more: the game is not stored anyhow."""


class PlayedLine:
    """A line being played: its own rows, and states to branch from."""

    def __init__(
        self, system: System[Any], sides: Sequence[str], name: str, base: int = 0, parent: PlayedLine | None = None
    ) -> None:
        self.system, self.sides, self.name, self.base, self.parent = system, sides, name, base, parent
        self.luck: Luck = parent.luck if parent else main_luck(name)
        self.rows: Rows = []
        self.facts: list[Fact] = []
        self.ends: list[int] = []  # the last entry of each item
        self._marks: list[int] = []
        self._states: list[bytes] = []

    @property
    def last(self) -> int:
        return self.base + len(self.rows)

    def keep(self, head: Head, envelope: Envelope, items: Sequence[Recorded]) -> Head:
        for item in items:
            check_envelope(self.sides, envelope.by, envelope.source, item.to or ())
        rows, new = codec_of(self.system).write(self.name, head, envelope, items)
        self.rows += rows
        self.facts += [item.fact for item in items]
        return new

    def mark(self, state: Any, every: int = CHECKPOINT_EVERY) -> None:
        """A state now and then, so that a branch need not begin at the beginning."""
        if every > 1 and self._states:
            every = max(every, len(self._states[-1]) // STATE_PER_ENTRY)
        if self._marks and self.last < self._marks[-1] + every:
            return
        try:
            self._states.append(msgspec.msgpack.encode(state))
        except OverflowError:
            raise BadInput(f"a sum grew too large for the log by entry {self.last} of {self.name}") from None
        self._marks.append(self.last)

    def cut(self, number: int) -> None:
        """Forget every own entry after this one, for an order that was tried and came to nothing."""
        kept = number - self.base
        del self.rows[kept:], self.facts[kept:]
        while len(self._marks) > 1 and self._marks[-1] > number:
            self._marks.pop()
            self._states.pop()

    def holder(self, number: int) -> PlayedLine:
        """The line whose own entry this is."""
        line = self
        while number <= line.base and line.parent:
            line = line.parent
        return line

    def head_at(self, number: int) -> Head:
        line = self.holder(number)
        return read_head(number, line.rows[number - line.base - 1][1])

    def state_at(self, number: int) -> Any:
        line = self.holder(number)
        place = bisect_right(line._marks, number) - 1
        state = msgspec.msgpack.decode(line._states[place], type=self.system.state)
        return fold(self.system, state, line.facts[line._marks[place] - line.base : number - line.base])


class ScriptPlayer:
    """Goes through the whole text: what is refused is noted, and play goes on from where it stood before."""

    def __init__(
        self, script: Transcript, meaning: Meaning, faults: Faults, now: int, missing: NewLuck | Missing | None
    ) -> None:
        self.system, self.script, self.meaning, self.faults, self.now = meaning.system, script, meaning, faults, now
        self.missing = missing
        self.lines: dict[str, PlayedLine] = {}

    def play(self, started: GameStarted, pack: Pack, by: str, source: str) -> dict[str, Rows]:
        """The rows of every line, in the order of the text."""
        main, *branches = self.script.blocks
        line = self.lines[main.name] = PlayedLine(self.system, started.sides, main.name)
        with self.faults.noting(self.script.place("by"), main):
            head = line.keep(EMPTY, Envelope(0, by, self.now, source), [Recorded(started)])
            self._play(main, line, self.system.initial(Setup(started, pack)), head)
        blocks = {main.name: main}
        for block in branches:
            blocks[block.name] = block
            if block.parent in blocks:  # else it stands within a line that could not be read, which was noted
                _inherit_fault(block, blocks[block.parent])
            with self.faults.noting(block.place, block):
                self._branch(block)
        return {name: line.rows for name, line in self.lines.items()}

    def _branch(self, block: LineWritten) -> None:
        if block.parent not in self.lines:
            raise BadInput(f"{block.name} leaves {block.parent}, which could not be opened itself")
        at = self._leaves(block, self.lines[block.parent])
        parent = self.lines[block.parent].holder(at)
        line = PlayedLine(self.system, parent.sides, block.name, at, parent)
        state, before = parent.state_at(at), parent.head_at(at)
        opened = self._opened(block, parent, at)
        line.luck = parent.luck.branch(block.name, opened.luck_until)
        by = signer(self.meaning, block.opening.by)
        envelope = Envelope(before.order_no, by, self.now, block.opening.source)
        head = line.keep(before, envelope, [Recorded(opened)])
        self.lines[block.name] = line
        self._play(block, line, fold(self.system, state, [opened]), head)

    def _leaves(self, block: LineWritten, parent: PlayedLine) -> int:
        if block.entry is None:
            return parent.ends[min(block.after, len(parent.ends) - 1)]
        if not 1 <= block.entry <= parent.last:
            raise BadInput(f"{parent.name} has {parent.last} entries; there is no entry {block.entry} to leave from")
        return block.entry

    def _opened(self, block: LineWritten, parent: PlayedLine, at: int) -> LineOpened:
        """What is not written is as if the line were opened now."""
        how: Opening = block.opening
        until = how.luck_until
        if until is None:
            until = 0 if how.luck == "fresh" else parent.state_at(parent.last).core.fair_dice
        new = self.missing
        bound = promised(new.commit(block.name)) if isinstance(new, NewLuck) else how.commitments
        return LineOpened(
            parent=parent.name, at=at, luck=how.luck, luck_until=until, why=how.why, consent=how.consent,
            commitments=bound,
        )  # fmt: skip

    def _play(self, block: LineWritten, line: PlayedLine, state: Any, head: Head) -> None:
        table = Seat(self.system, state, head, line.keep)
        line.ends.append(line.last)
        line.mark(state)
        for item in block.items:
            if self.faults.is_full or self.meaning.is_spent:
                return
            before = table.head
            try:
                with speaking_of(item.place):
                    self._item(table, item, line)
                    line.mark(table.state)
            except (Located, NotAsked) as error:
                line.cut(before.number)
                table = Seat(self.system, line.state_at(before.number), before, line.keep)
                if isinstance(error, Located):
                    self.faults.add(error, block)
            line.ends.append(line.last)
        with speaking_of(block.items[-1].place if block.items else block.place):
            line.mark(table.state, every=1)

    def _item(self, table: Seat, item: TypedOrder | Noted, line: PlayedLine) -> None:
        if isinstance(item, Noted):
            self._note(table, item)
            return
        by = self.meaning.side(item.by)

        def carry_out(order: Order) -> None:
            chance = WrittenChance(item.chances, item.place, partial(self._spare, item, line))
            table.order(by, order, chance, self.now, item.source)

        if isinstance(item.order, Loose):
            carry_out(self._read(table, by, item.order, item.place))
        else:
            self.meaning.give(table, by, item.order, carry_out)

    def _read(self, table: Seat, by: str, loose: Loose, place: TextPlace) -> Order:
        try:
            return self.meaning.heard(table, by, loose.text)
        except MalformedOrder as error:
            raise place._replace(column=loose.at + error.column).error(str(error)) from None

    def _spare(self, item: TypedOrder, line: PlayedLine) -> Chance | None:
        if self.missing is None or isinstance(self.missing, NewLuck):
            return self.missing.chance(line.luck) if self.missing else None
        if self.faults.found:
            raise NotAsked
        return self.missing(item)

    def _check_spelling(self, ruling: RulingMade, sides: Sequence[str]) -> None:
        """A written fact is kept letter for letter, so it must be spelt as the rules ask for it."""
        spelt = spelt_readings(self.system, ruling.readings)
        if spelt != ruling.readings:
            raise BadInput(f"this ruling is spelt {', '.join(f'{name}={letter}' for name, letter in spelt.items())}")
        check_digests(sides, ruling.players)

    def _note(self, table: Seat, item: Noted) -> None:
        """No rule decides on these, so that only their fit is seen to."""
        for recorded in item.facts:
            if isinstance(recorded.fact, RulingMade):
                self._check_spelling(recorded.fact, table.state.core.sides)
        by = signer(self.meaning, item.by)
        facts = [_signed(recorded, item.by, by, self.meaning) for recorded in item.facts]
        (first, *more) = facts
        if not more and first.to is None and isinstance(first.fact, CLERICAL):
            table.clerk(by, first.fact, self.now, item.source)
            return
        envelope = Envelope(table.head.order_no + 1, by, self.now, item.source)
        table.head = table.keep(table.head, envelope, facts)
        try:
            fold(self.system, table.state, [recorded.fact for recorded in facts])
        except Exception as error:  # folding judges nothing: a fact about what is not there fails anyhow
            raise BadInput(f"this fact does not fit what stands on the board ({error!r})") from error


def _signed(recorded: Recorded, written: str, by: str, meaning: Meaning) -> Recorded:
    """Sides as the game spells them; a fact that was right already stays letter for letter."""
    fact, to = recorded
    if written != by and getattr(fact, "by", None) == written:
        fact = msgspec.structs.replace(fact, by=by)
    return Recorded(fact, to if to is None else tuple(meaning.side(side) for side in to))


def _inherit_fault(block: LineWritten, parent: LineWritten) -> None:
    """What went wrong before a line left may show in it."""
    if 0 < parent.fault < block.place.line:
        block.fault = min(block.fault or parent.fault, parent.fault)
