"""What a transcript is made of: the parts of a script, and how each part of a line is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from domain.kernel.chance import NO_END
from domain.kernel.errors import BadInput
from domain.kernel.facts import Chosen, Fact, Order, Source
from domain.kernel.naming import UMPIRE, check_name
from domain.kernel.play import Recorded
from domain.words.orders import read_fields
from domain.words.scan import Item, Scanner, json_text, nearest, short, whole

MAX_LINE = 100_000
TEXT_KEYS = ("system", "scenario", "title", "edition", "game", "by", "source")
LIST_KEYS = ("sides", "options", "corrections", "pack")
PAIR_KEYS = ("readings", "settings", "players", "commitments")
_PAIRS = {"readings": "DISPUTE=CHOICE with commas between, such as D36=b, D4=a"}
HEAD_KEYS = (*TEXT_KEYS, *LIST_KEYS, *PAIR_KEYS)

PLAIN = r"\w[\w.-]*+"
_FROM = re.compile(r"(?:(?P<parent>[^:]+):)?(?P<entry>[0-9]{1,18})", re.ASCII)


class TextPlace(NamedTuple):
    line: int
    column: int

    def error(self, message: str) -> Located:
        return Located(self, message)


class Located(BadInput):
    """Says already where in the text it stands."""

    def __init__(self, place: TextPlace, message: str) -> None:
        super().__init__(f"line {place.line}, column {place.column}: {message}")
        self.place, self.message = place, message


class DiceGiven(NamedTuple):
    """Dice or cards as written; no number means the next of the fair dice."""

    what: Literal["dice", "card"]
    values: tuple[Any, ...]
    source: Source
    number: int | None
    place: TextPlace
    sides: int | None = None  # where the text says so


class Loose(NamedTuple):
    """The text of an order that is not written out in full: it is read where it is played, in the position there."""

    text: str
    at: int  # the column it begins at, from 0


class TypedOrder(NamedTuple):
    """An order and what chance gave it."""

    by: str
    source: str
    order: Order | Loose
    chances: list[DiceGiven]
    place: TextPlace


class Noted(NamedTuple):
    """Facts that no order explains, all with one order number."""

    by: str
    source: str
    facts: list[Recorded]
    place: TextPlace


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What follows the name of a line."""

    luck: Literal["same", "fresh"] = "fresh"
    luck_until: int | None = None
    why: str = ""
    consent: tuple[str, ...] = ()
    commitments: dict[str, str] = {}
    by: str = UMPIRE
    source: str = ""


@dataclass
class LineWritten:
    """A line of the game as written. Without `entry` it leaves its parent after the first `after` items."""

    name: str
    place: TextPlace
    indent: int = -1
    parent: str = ""
    entry: int | None = None
    after: int = 0
    opening: Opening = field(default_factory=Opening)
    items: list[TypedOrder | Noted] = field(default_factory=list)
    inner: int | None = None  # how far its own orders are indented
    fault: int = 0  # the line of the text where its first mistake is


@dataclass
class Transcript:
    head: dict[str, Any]
    places: dict[str, TextPlace]
    blocks: list[LineWritten]

    def place(self, key: str) -> TextPlace:
        return self.places.get(key, TextPlace(1, 1))


def name_text(name: str) -> str:
    """A name as it stands before `>`."""
    return name if re.fullmatch(PLAIN, name) else json_text(name)


def own_giver(fact: Fact) -> str:
    """Who stands behind a fact when its line names nobody."""
    by = getattr(fact, "by", UMPIRE)
    return by if isinstance(by, str) else UMPIRE


def read_opening(scan: Scanner, block: LineWritten, names: set[str]) -> None:
    scan.is_done()
    start = scan.at
    name = scan.word()
    try:
        check_name("line", name)
    except BadInput as error:
        raise scan.fail(str(error), start) from None
    if name in names:
        raise scan.fail(f"there is a line {name} already; give this one another name", start)
    block.name = name
    if not scan.is_done() and re.match(r"from\s", scan.text[scan.at :]):
        scan.at += len("from")
        scan.is_done()
        start = scan.at
        found = _FROM.fullmatch(scan.word())
        if not found:
            raise scan.fail("after `from` stands ENTRY or LINE:ENTRY, such as main:12", start)
        block.parent, block.entry = found["parent"] or block.parent, int(found["entry"])
        if block.parent not in names:
            raise scan.fail(f"there is no line {short(block.parent)} above{nearest(block.parent, names)}", start)
    block.opening = read_fields(scan, Opening, "line")
    if not 0 <= (block.opening.luck_until or 0) < NO_END:
        raise scan.fail("luck_until= counts fair dice from 0", start)


def faces(scan: Scanner) -> tuple[int, ...]:
    found = []
    while not scan.is_done():
        start = scan.at
        face = whole(scan.word())
        if face is None:
            scan.at = start
            break
        found.append(face)
        scan.takes(",")
    return tuple(found)


def provenance(scan: Scanner) -> tuple[Source, int | None]:
    """`fair @12`: where dice or cards come from, and the number of the first."""
    source: Source = "entered"
    number = None
    if not scan.is_done() and not scan.text.startswith("@", scan.at):
        start = scan.at
        word = scan.word()
        known_source = next((one for one in get_args(Source) if one == word), None)
        if known_source is None:
            raise scan.fail(
                f"{short(word or scan.text[start])} is no source; dice and cards are {', '.join(get_args(Source))} "
                "(a name with blanks stands in quotes)",
                start,
            )
        source = known_source
    if not scan.is_done() and scan.takes("@"):
        number = whole(scan.word())
        if number is None or not 0 <= number < NO_END:
            raise scan.fail("after @ stands the number of the first fair die, from 0")
    scan.end()
    return source, number


def head_value(scan: Scanner, key: str) -> Any:
    if key in TEXT_KEYS:
        return scan.rest()
    if key in PAIR_KEYS:
        return _head_pairs(scan, key)
    if key == "options":
        return tuple(_head_options(scan))
    items = [] if scan.is_done() else scan.items() if key != "pack" else _words(scan)
    scan.end()
    if key != "corrections":
        return tuple(str(item.value) for item in items)
    numbers = tuple(whole(str(item.value)) for item in items)
    if None in numbers:
        raise scan.fail("corrections are numbers with commas between", items[0].at)
    return numbers


def _words(scan: Scanner) -> list[Item]:
    found = []
    while not scan.is_done():
        found.append(scan.item())
    return found


def _head_options(scan: Scanner) -> Iterator[str]:
    """`hidden, scale=28`; blanks may follow a comma."""
    while not scan.is_done():
        name = scan.text_item()
        yield f"{name}={scan.text_item()}" if scan.takes("=") else name
        if not scan.takes(","):
            break
    scan.end()


def _head_pairs(scan: Scanner, key: str) -> dict[str, Chosen]:
    """`D36=b, D4=a`; odd names stand in quotes."""
    found: dict[str, Chosen] = {}
    while not scan.is_done():
        name = scan.text_item()
        if not scan.takes("="):
            raise scan.fail(f"{key} are written {_PAIRS.get(key, 'NAME=VALUE with commas between')}")
        found[name] = _setting(scan) if key == "settings" else scan.text_item()
        scan.takes(",")
    return found


def _setting(scan: Scanner) -> Chosen:
    """Yes, no and whole numbers are meant as such, unless they stand in quotes."""
    is_quoted, text = scan.text.startswith('"', scan.at), scan.text_item()
    return text if is_quoted else meant(text)


def meant(word: str) -> Chosen:
    """What a bare word sets something to."""
    number = whole(word)
    return {"yes": True, "no": False}.get(word, word if number is None else number)
