"""A game of a hex system as a VASSAL log: each order one step, its words and dice in the chat, its moves on the board.

The module is one of our own making, named after the system: its chat lines are orders as they are typed here, so that
the mapping shipped with the system reads the log back to the same facts. Dice come back as claimed, not as proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import msgspec

from domain.formats.vassal.container import write_container
from domain.formats.vassal.listcodec import encode_list
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.payload import encode_payload
from domain.formats.vassal.pieceboard import BOXES, MAP, PieceBoard, said
from domain.formats.vassal.tree import Node, encode_tree
from domain.games.groups import groups
from domain.kernel.board import Board, Counter
from domain.kernel.errors import BadInput
from domain.kernel.facts import CardDrawn, DiceRolled, Fact, GameStarted, OrderGiven
from domain.kernel.naming import UMPIRE
from domain.kernel.play import fold
from domain.kernel.say import ENGLISH, speaking
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.words.looking import seen
from domain.words.orders import format_fact, format_order

VERSION = "1"
VASSAL_VERSION = "3.7.20"  # whose format is written
KEY = 0x5A
FIRST_ID = 1_700_000_000_000  # piece ids are moments; ours only have to differ
_LOG = "LOG\t"


def module_name(system: System[Any]) -> str:
    return f"refight {system.key}"


def write_vlog(system: System[Any], state: Any, entries: Sequence[Entry], saved: int = 0) -> bytes:
    """The line whose entries these are, from its first on; `state` is the one before them, and is used up."""
    with speaking(ENGLISH):  # a file for another program is the same whoever writes it
        board = seen(system, state, None)
        if not board.cells:
            raise BadInput(f"{system.key} is played on a table without hexes; a VASSAL log is for games on hexes")
        text = encode_tree(_Writer(system, state, board).nodes(entries))
    title = entries[0].fact.title if isinstance(entries[0].fact, GameStarted) else ""
    save = Metadata(vassal=VASSAL_VERSION, saved=saved, description=title)
    module = Metadata(name=module_name(system), version=VERSION, vassal=VASSAL_VERSION, saved=saved)
    return write_container(encode_payload(text, "VCSK", KEY), save, module)


class _Writer:
    def __init__(self, system: System[Any], state: Any, board: Board) -> None:
        self.system, self.state, self.board = system, state, board
        self.places = PieceBoard(board)
        self.ids: dict[str, str] = {}
        self.rolled: dict[str, str] = {}  # the last result of each kind of dice, as the module's property has it
        self.counters = {counter.id: counter for counter in board.counters}

    def nodes(self, entries: Sequence[Entry]) -> Iterator[Node]:
        yield Node(0, "begin_save")
        yield Node(1, "")
        yield Node(1, "")
        for counter in self.board.counters:
            yield Node(2, self.places.add(self._id(counter), counter))
        for side in (*self.board.sides, UMPIRE):
            yield Node(1, "PLAYER\t" + encode_list([side, side, side], "\t"))
        for name in (MAP, BOXES):
            yield Node(1, f"{name}BoardPicker\t" + encode_list([name, "0", "0"], "\t"))
        yield Node(1, "end_save")
        for group in groups(entries):
            first, *more = self._step(group)
            yield Node(1, _LOG + first)
            yield from (Node(2, _LOG + command) for command in more)

    def _id(self, counter: Counter) -> str:
        return self.ids.setdefault(counter.id, str(FIRST_ID + len(self.ids)))

    def _step(self, group: Sequence[Entry]) -> Iterator[str]:
        """The words first, then the dice, then what moved."""
        first = group[0]
        if isinstance(first.fact, OrderGiven):
            yield report(f"{first.by}> {format_order(first.fact.order)}")
            for entry in group[1:]:
                yield from self._chance(entry.fact)
        else:
            for entry in group:
                yield report(f"{entry.by} records {format_fact(entry.fact)}")
        fold(self.system, self.state, [entry.fact for entry in group])
        yield from self._moves(first.by)

    def _chance(self, fact: Fact) -> Iterator[str]:
        if isinstance(fact, CardDrawn):
            raise BadInput("this game draws cards, and a VASSAL log of it could not be read back; export JSON lines")
        if isinstance(fact, DiceRolled) and fact.faces:
            name, faces = f"{len(fact.faces)}d{fact.sides}", ",".join(map(str, fact.faces))
            yield f"CHAT*** {name} = {faces} *** {escape(f'<{fact.by}>')}"
            if self.rolled.get(name, "") != faces:
                changed = [f"{name}_result", self.rolled.get(name, ""), faces, "Module"]
                yield "MutableProperty\t" + encode_list(changed, "\t")
                self.rolled[name] = faces

    def _moves(self, by: str) -> Iterator[str]:
        """What differs on the board now: pieces gone, new, moved and changed."""
        now = {counter.id: counter for counter in seen(self.system, self.state, None).counters}
        before, self.counters = self.counters, now
        for name, counter in before.items():
            if name not in now:
                yield f"-/{self._id(counter)}"
        for name, counter in now.items():
            old = before.get(name)
            if old is None:
                yield self.places.add(self._id(counter), counter)
                continue
            if old.at != counter.at:
                yield self.places.move(self._id(counter), old.at, counter.at, by)
                yield report(f"{counter.name} moves {old.at or 'offboard'} → {counter.at or 'offboard'} *")
            if _looks(old) != _looks(counter):
                yield self.places.change(self._id(counter), _at(old, counter), counter)


def report(text: str) -> str:
    """A line of the game in the chat, which VASSAL shows as HTML."""
    return f"CHAT* {escape(text, quote=False)}"


def _looks(counter: Counter) -> tuple[object, ...]:
    return counter.name, counter.side, counter.kind, counter.ratings, counter.strength, said(counter)


def _at(old: Counter, now: Counter) -> Counter:
    """The counter as it looked before, where it stands now: its move is a command of its own."""
    return msgspec.structs.replace(old, at=now.at)
