"""A script played again: every order decided anew, and the rows of each line ready to be stored."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from domain.chance import Chance
from domain.entry import Envelope, Head, codec_of, read_head
from domain.facts import CLERICAL, Fact, GameStarted, LineOpened, RulingMade
from domain.gamelog import EMPTY
from domain.kernel import Recorded, Setup, System, fold
from domain.packs import Pack
from domain.ruling import BadInput, RefightError
from domain.table import Table, check_envelope
from domain.terms import spelt_readings
from domain.transcript_chance import WrittenChance
from domain.transcript_parts import Block, Given, Located, Noted, Opening, Place, Script

CHECKPOINT_EVERY = 200
Rows = list[tuple[str, bytes]]


@contextmanager
def speaking_of(place: Place) -> Iterator[None]:
    """Whatever is wrong is said with the place in the text it comes from."""
    try:
        yield
    except Located:
        raise
    except RefightError as error:
        raise place.error(str(error)) from error


class Played:
    """A line being played: its own rows, and states to branch from."""

    def __init__(
        self, system: System[Any], sides: Sequence[str], name: str, base: int = 0, parent: Played | None = None
    ) -> None:
        self.system, self.sides, self.name, self.base, self.parent = system, sides, name, base, parent
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
        if self._marks and self.last < self._marks[-1] + every:
            return
        try:
            self._states.append(msgspec.msgpack.encode(state))
        except OverflowError:
            raise BadInput(f"a sum grew too large for the log by entry {self.last} of {self.name}") from None
        self._marks.append(self.last)

    def holder(self, number: int) -> Played:
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


class Player:
    def __init__(self, system: System[Any], script: Script, now: int, spare: Chance | None) -> None:
        self.system, self.script, self.now, self.spare = system, script, now, spare
        self.lines: dict[str, Played] = {}

    def play(self, started: GameStarted, pack: Pack, by: str, source: str) -> dict[str, Rows]:
        """The rows of every line, in the order of the text."""
        main, *branches = self.script.blocks
        line = self.lines[main.name] = Played(self.system, started.sides, main.name)
        head = line.keep(EMPTY, Envelope(0, by, self.now, source), [Recorded(started)])
        self._play(main, line, self.system.initial(Setup(started, pack)), head)
        for block in branches:
            with speaking_of(block.place):
                self._branch(block)
        return {name: line.rows for name, line in self.lines.items()}

    def _branch(self, block: Block) -> None:
        at = self._leaves(block, self.lines[block.parent])
        parent = self.lines[block.parent].holder(at)
        line = self.lines[block.name] = Played(self.system, parent.sides, block.name, at, parent)
        state, before = parent.state_at(at), parent.head_at(at)
        opened = self._opened(block, parent, at)
        envelope = Envelope(before.order_no, block.opening.by, self.now, block.opening.source)
        self._play(block, line, state, line.keep(before, envelope, [Recorded(opened)]))

    def _leaves(self, block: Block, parent: Played) -> int:
        if block.entry is None:
            return parent.ends[block.after]
        if not 1 <= block.entry <= parent.last:
            raise BadInput(f"{parent.name} has {parent.last} entries; there is no entry {block.entry} to leave from")
        return block.entry

    def _opened(self, block: Block, parent: Played, at: int) -> LineOpened:
        """What is not written is as if the line were opened now."""
        how: Opening = block.opening
        until = how.luck_until
        if until is None:
            until = 0 if how.luck == "fresh" else parent.state_at(parent.last).core.fair_dice
        return LineOpened(
            parent=parent.name, at=at, luck=how.luck, luck_until=until, why=how.why, consent=how.consent,
            commitment=how.commitment,
        )  # fmt: skip

    def _play(self, block: Block, line: Played, state: Any, head: Head) -> None:
        table = Table(self.system, state, head, line.keep)
        line.ends.append(line.last)
        line.mark(state)
        for item in block.items:
            with speaking_of(item.place):
                if isinstance(item, Given):
                    chance = WrittenChance(item.chances, item.place, self.spare)
                    table.order(item.by, item.order, chance, self.now, item.source)
                else:
                    self._note(table, item)
                line.mark(table.state)
            line.ends.append(line.last)
        with speaking_of(block.items[-1].place if block.items else block.place):
            line.mark(table.state, every=1)

    def _check_spelling(self, ruling: RulingMade) -> None:
        """A written fact is kept letter for letter, so it must be spelt as the rules ask for it."""
        spelt = spelt_readings(self.system, ruling.readings)
        if spelt != ruling.readings:
            raise BadInput(f"this ruling is spelt {', '.join(f'{name}={letter}' for name, letter in spelt.items())}")

    def _note(self, table: Table, item: Noted) -> None:
        """No rule decides on these, so that only their fit is seen to."""
        for recorded in item.facts:
            if isinstance(recorded.fact, RulingMade):
                self._check_spelling(recorded.fact)
        (first, *more) = item.facts
        if not more and first.to is None and isinstance(first.fact, CLERICAL):
            table.clerk(item.by, first.fact, self.now, item.source)
            return
        envelope = Envelope(table.head.order_no + 1, item.by, self.now, item.source)
        table.head = table.keep(table.head, envelope, item.facts)
        try:
            fold(self.system, table.state, [recorded.fact for recorded in item.facts])
        except Exception as error:  # folding judges nothing: a fact about what is not there fails anyhow
            raise BadInput(f"this fact does not fit what stands on the board ({error!r})") from error
