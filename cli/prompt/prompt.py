"""What is typed at the table: lines from a terminal or a pipe, the orders in them, and dice asked for as they fall."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from cli.shell.errors import clean
from cli.shell.errors import marked as mark_under
from cli.shell.output import say
from domain.formats.transcript.dice import read_behind, slash_at, takes_word
from domain.formats.transcript.parts import MAX_LINE, PLAIN, faces
from domain.kernel.chance import Drawn, Thrown
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder, RefightError
from domain.words.phrases import later, phrase
from domain.words.scan import Scanner

T = TypeVar("T")
NOT_TEXT = "what you typed holds bytes that are not UTF-8 text; type it again"
WAY_OUT = later("an empty answer or `cancel` takes the order back")
_BY = re.compile(rf'\s*+(?P<by>{PLAIN}|"(?:[^"\\]|\\.)*+")\s*+>')
_DELIMITERS = " \t\n=,>:/"


class Cancelled(Exception):
    """The order is not to be given after all."""


class Lines(Protocol):
    """Where typed lines come from."""

    @property
    def asks_again(self) -> bool:
        """Whether somebody is there who can mend a wrong answer."""

    def ask(self, question: str) -> str:
        """The next line typed."""


class Terminal:
    """A person, shown what is wanted. Ctrl-D is an EOFError."""

    asks_again = True

    def ask(self, question: str) -> str:
        try:
            return input(clean(question))
        except UnicodeDecodeError:
            raise BadInput(NOT_TEXT) from None


class Pipe:
    """A file of lines: nothing is shown, and a wrong answer is an error."""

    asks_again = False

    def __init__(self) -> None:
        self.stream, self.number = sys.stdin.buffer, 0

    def next(self) -> str | None:
        """A line, or None at the end."""
        row = self.stream.readline(MAX_LINE + 1)
        self.number += 1
        if len(row) > MAX_LINE:
            raise BadInput(f"a line has at most {MAX_LINE} bytes")
        try:
            return row.decode("utf-8-sig").rstrip("\r\n") if row else None
        except UnicodeDecodeError:
            raise BadInput("this line is not UTF-8 text") from None

    def ask(self, question: str) -> str:
        text = self.next()
        if text is None:
            raise BadInput(f"the input ends where this is asked: {question.strip()}")
        return text


class Typed(NamedTuple):
    """An order as typed: who gives it (nobody named: empty), its text at its own columns, and the table's dice."""

    by: str
    order: str
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


def names_giver(text: str) -> bool:
    """Whether it begins as `side>`."""
    return _BY.match(text) is not None


def read_name(text: str) -> str:
    """The word that stands where an order has its name; empty where there is none."""
    mark = _BY.match(text)
    return next(iter(text[mark.end() if mark else 0 :].split()), "")


def read_typed(text: str) -> Typed:
    """`red> RollDice why=volley dice=2 / 4 5`; cards stand behind a slash of their own, `/ card moon`."""
    mark = _BY.match(text)
    by, start = (Scanner(mark["by"]).text_item(), mark.end()) if mark else ("", 0)
    cut = slash_at(text, start)
    behind = list(read_behind(text, cut))
    dice = tuple(face for some in behind if some.what == "dice" for face in some.values)
    cards = tuple(card for some in behind if some.what == "card" for card in some.values)
    return Typed(by, " " * start + text[start:cut], dice, cards)


def marked(error: MalformedOrder, text: str) -> MalformedOrder:
    """With what was typed, and a mark under the place."""
    return MalformedOrder(f"{error}{mark_under(text, error.column)}", column=error.column)


def reworded(error: RefightError, change: Callable[[str], str]) -> RefightError:
    """The same refusal in other words."""
    if isinstance(error, IllegalOrder):
        return IllegalOrder(change(error.message), error.rule)
    return type(error)(change(str(error)))


class AskedChance:
    """Dice and cards of the table, asked for when the order needs them."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        if not count:
            return Thrown((), "entered")
        dice = phrase("{0} dice of {1} sides" if count > 1 else "one die of {1} sides", count, sides)
        what = str(why) or phrase("a roll")

        def read(text: str) -> tuple[int, ...]:
            self._check_cancelled(text)
            scan = Scanner(text)
            takes_word(scan, "dice")
            found = faces(scan)
            if not scan.is_done() or len(found) != count or not all(1 <= face <= sides for face in found):
                said = phrase(
                    "{0} needs {1}: type what lies on the table, each from 1 to {2}; {3}",
                    what,
                    dice,
                    sides,
                    phrase(WAY_OUT),
                )
                raise BadInput(said)
            return found

        return Thrown(asked(self.lines, phrase("{0}: {1}? ", what, dice), read), "entered")

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        def read(text: str) -> str:
            if text.strip() not in pile:
                self._check_cancelled(text)
            scan = Scanner(text)
            if "card" not in pile:
                takes_word(scan, "card")
            card = scan.rest()
            if card not in pile:
                named = card or phrase("nothing")
                said = phrase("{0} is not in the draw pile of {1} cards; name the one drawn; ", named, len(pile))
                raise BadInput(said + phrase(WAY_OUT))
            return card

        return Drawn(asked(self.lines, phrase("{0}: which card? ", why), read), "entered")

    def _check_cancelled(self, text: str) -> None:
        """In a file an empty line is a mistake more often than a change of mind, so there it must be said."""
        said = text.strip().lower()
        if said in ("cancel", phrase("cancel")) or (not said and self.lines.asks_again):
            raise Cancelled

    def finish(self) -> None:
        """Nothing is asked for that is not used."""


def asked(lines: Lines, question: str, read: Callable[[str], T]) -> T:
    """An answer that can be used; a person is asked until there is one."""
    while True:
        try:
            return read(lines.ask(question))
        except (BadInput, MalformedOrder) as error:
            if not lines.asks_again:
                raise
            say(str(error))


def complete_with(candidates: Callable[[str], Iterable[str]]) -> None:
    """Tab completes from what may follow the text before the word; without readline there is no completion."""
    if not sys.stdout.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()]
        found = sorted({name for name in candidates(before) if name.lower().startswith(text.lower())})
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(_DELIMITERS)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    if not is_libedit:
        readline.parse_and_bind("set enable-bracketed-paste off")  # several orders pasted are several lines
