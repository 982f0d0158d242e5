"""A transcript's text into a script: what its head says and what happened on each line, nothing played yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from domain.formats.transcript.dice import begins_chances, read_behind, read_chances, slash_at
from domain.formats.transcript.faults import Faults
from domain.formats.transcript.parts import (
    HEAD_KEYS,
    MAX_LINE,
    PLAIN,
    DiceGiven,
    LineWritten,
    Loose,
    Noted,
    TextPlace,
    Transcript,
    TypedOrder,
    head_value,
    own_giver,
    read_opening,
)  # fmt: skip
from domain.kernel.errors import MalformedOrder
from domain.kernel.facts import GameStarted, LineOpened, Order
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.log.refs import MAIN
from domain.words.orders import orders_of, parse_fact, parse_order
from domain.words.scan import Scanner, matching, nearest, short
from domain.words.verbs import may_be_loose

MAX_NESTING = 32

# Possessive throughout: a hostile line must not make the search go back and forth.
_NAME = rf'(?:{PLAIN}|"(?:[^"\\]|\\.)*+")'
_NAMES = rf"{_NAME}(?:,\s*+{_NAME})*+"
_WHO = rf"(?P<by>{_NAME})?\s*+(?:\(\s*+(?P<source>{_NAME})\s*+\))?\s*+(?:\bto\s++(?P<to>-|{_NAMES}))?\s*+"
_MARK = re.compile(f"{_WHO}>")
_SAYS = re.compile(f"{_WHO}:")  # Union: MoveUnit …
_KEY = re.compile(r"\s*(?P<key>\w+)\s*:")


def read_script(systems: Mapping[str, System[Any]], text: str, faults: Faults) -> Transcript | None:
    """The whole text, but for what is noted as wrong; nothing if its head does not say what is played."""
    reader = _Reader(systems, faults)
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        reader.read(number, line.removesuffix("\r"))
    reader.finish()
    return reader.script if reader.system and not reader.is_headless else None


class _Reader:
    def __init__(self, systems: Mapping[str, System[Any]], faults: Faults) -> None:
        self.systems, self.faults = systems, faults
        self.main = LineWritten(MAIN, TextPlace(1, 1))
        self.script = Transcript({}, {}, [self.main])
        self.names = {MAIN}
        self.open = [self.main]
        self.in_head, self.is_headless = True, False
        self.system: System[Any] | None = None
        self.number, self.text = 0, ""
        self.chances: list[DiceGiven] | None = None  # of the order just above
        self.noted: Noted | None = None  # the facts just above

    def read(self, number: int, text: str) -> None:
        self.number, self.text = number, text
        try:
            if len(text) > MAX_LINE:
                raise MalformedOrder(f"a line has at most {MAX_LINE} characters", column=MAX_LINE + 1)
            if "\0" in text:
                raise MalformedOrder("a NUL character cannot stand in a transcript", column=text.index("\0") + 1)
            self._read(text)
        except MalformedOrder as error:
            self.is_headless = self.is_headless or self.in_head
            block = self.open[-1]
            self.faults.add(TextPlace(number, error.column).error(str(error)))
            block.fault = block.fault or number

    def _read(self, text: str) -> None:
        scan = Scanner(text)
        if scan.is_done():
            if self.in_head and self.script.head and not text.strip():
                self._end_head()
        elif self.in_head and (key := _KEY.match(text)):
            self._head_line(key)
        else:
            if self.in_head:
                self._end_head()
            self._body_line(scan)

    def finish(self) -> None:
        if self.in_head:
            self._end_head()

    # The head

    def _head_line(self, found: re.Match[str]) -> None:
        scan = Scanner(self.text, found.end())
        start = found.start("key")
        key = scan.pick(found["key"], HEAD_KEYS, "a blank line ends the head; it has no key", start)
        if key in self.script.head:
            raise scan.fail(f"{key} stands in the head twice", start)
        self.script.places[key] = TextPlace(self.number, start + 1)
        self.script.head[key] = ""  # so that an unreadable value is not called missing too
        self.script.head[key] = head_value(scan, key)

    def _end_head(self) -> None:
        self.in_head = False
        head = self.script.head
        for key in ("system", "scenario"):
            if key not in head:
                self.is_headless = True
                self.faults.add(TextPlace(self.number, 1).error(f"the head needs `{key}:` before the first order"))
        if not head.get("system"):
            return
        found = matching(head["system"], self.systems)
        if len(found) == 1:
            head["system"], self.system = found[0], self.systems[found[0]]
        else:
            wrong = f"there is no system {short(head['system'])}{nearest(head['system'], self.systems)}"
            self.faults.add(self.script.place("system").error(wrong))

    # The body

    def _body_line(self, scan: Scanner) -> None:
        indent, rest = scan.at, self.text[scan.at :]
        word = rest.split(maxsplit=1)[0]
        if rest[0] in "*+":
            self._fact(scan, indent)
        elif mark := _MARK.match(rest):
            self._order(scan, indent, mark)
        elif found := begins_chances(rest):
            self._chance(scan, found)
        elif word == "line":
            scan.at += len(word)
            self._line(scan, indent)
        elif mark := _SAYS.match(rest):
            self._check_no_key(scan, mark["by"])
            self._order(scan, indent, mark)
        else:
            raise scan.fail(
                f"{short(word)} begins no line of a transcript; an order is written `side> Order field=value`, "
                "other lines begin with dice, card, line, * or #"
            )

    def _check_no_key(self, scan: Scanner, word: str | None) -> None:
        if (word or "").lower() in HEAD_KEYS:
            raise scan.fail(f"{word}: belongs to the head, which ended with the first blank line or order")

    def _block(self, scan: Scanner, indent: int) -> LineWritten:
        """The block an order belongs to: the innermost that is indented less."""
        while self.open[-1].indent >= indent:
            self.open.pop()
        block = self.open[-1]
        block.inner = indent if block.inner is None else block.inner
        if indent != block.inner:
            raise scan.fail(f"the orders of {block.name} are indented by {block.inner}, this one by {indent}", indent)
        return block

    def _order(self, scan: Scanner, indent: int, mark: re.Match[str]) -> None:
        self.chances, self.noted = [], None
        block = self._block(scan, indent)
        by, source, to = self._marked(mark, indent)
        if to is not None or by is None:
            raise scan.fail("an order is written `side> Order`, with nothing but (source) between", indent)
        start = indent + mark.end()
        if self.system:
            cut = slash_at(self.text, start)
            order = self._written(self.system, self.text[start:cut], start)
            self.chances += read_behind(self.text, cut, self.number)
            place = TextPlace(self.number, indent + 1)
            block.items.append(TypedOrder(by, source, order, self.chances, place))

    def _fact(self, scan: Scanner, indent: int) -> None:
        is_more = self.text[indent] == "+"
        above, self.chances, self.noted = self.noted, None, None
        block = self._block(scan, indent)
        start = indent + 1 + len(self.text[indent + 1 :]) - len(self.text[indent + 1 :].lstrip())
        mark = _MARK.match(self.text[start:])
        by, source, to = self._marked(mark, start) if mark else (None, "", None)
        if is_more and (above is None or by is not None or source):
            raise scan.fail("a + line adds a fact to the * line above it, under the same giver and source", indent)
        if not self.system:
            return
        fact = self._parsed(parse_fact, self.system, self.text, start + (mark.end() if mark else 0))
        if isinstance(fact, GameStarted | LineOpened):
            raise scan.fail("games and lines are opened by the head and by `line`, not by a fact", start)
        if above is None or not is_more:
            above = Noted(own_giver(fact) if by is None else by, source, [], TextPlace(self.number, indent + 1))
            block.items.append(above)
        above.facts.append(Recorded(fact, to))
        self.noted = above

    def _written(self, system: System[Any], text: str, start: int) -> Order | Loose:
        """As written: who is meant by a name is asked only of what the rules refuse (`names.Meaning`)."""
        try:
            return parse_order(system, text)
        except MalformedOrder as error:
            if may_be_loose(text, orders_of(system)):
                return Loose(text, start)
            raise MalformedOrder(str(error), column=error.column + start) from None

    def _parsed(self, parse: Callable[[System[Any], str], Any], system: System[Any], text: str, start: int) -> Any:
        try:
            return parse(system, text[start:])
        except MalformedOrder as error:
            raise MalformedOrder(str(error), column=error.column + start) from None

    def _marked(self, mark: re.Match[str], start: int) -> tuple[str | None, str, tuple[str, ...] | None]:
        """Giver, source and the sides that may see it."""
        by, source, to = (self._names(mark, group, start) for group in ("by", "source", "to"))
        return by[0] if by else None, source[0] if source else "", to

    def _names(self, mark: re.Match[str], group: str, start: int) -> tuple[str, ...] | None:
        if mark[group] is None:
            return None
        if mark[group] == "-":
            return ()
        scan, found = Scanner(self.text[: start + mark.end(group)], start + mark.start(group)), []
        while not scan.is_done():
            found.append(scan.text_item())
            scan.takes(",")
        return tuple(found)

    def _chance(self, scan: Scanner, found: re.Match[str]) -> None:
        if self.chances is None:
            raise scan.fail(f"{(found['word'] or 'dice').lower()} stands under the order it belongs to")
        try:
            self.chances.append(read_chances(scan, self.number, found))
        except MalformedOrder:
            self._drop_order(self.chances)
            raise

    def _drop_order(self, chances: list[DiceGiven]) -> None:
        """Without its dice it would only be refused as well."""
        for block in self.open:
            if block.items and isinstance(last := block.items[-1], TypedOrder) and last.chances is chances:
                block.items.pop()

    def _line(self, scan: Scanner, indent: int) -> None:
        self.chances = self.noted = None
        while self.open[-1].indent >= indent:
            self.open.pop()
        if len(self.open) > MAX_NESTING:
            raise scan.fail(f"lines stand at most {MAX_NESTING} deep in each other; write `from LINE:ENTRY`", indent)
        around = self.open[-1]
        block = LineWritten("?", TextPlace(self.number, indent + 1), indent, around.name, after=len(around.items))
        self.open.append(block)
        read_opening(scan, block, self.names)
        self.names.add(block.name)
        self.script.blocks.append(block)
