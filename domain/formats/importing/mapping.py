"""A mapping file: how the pieces, places, chat and dice of a module are called in a rule system."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from domain.formats.importing.patterns import NO_PATTERN, pattern
from domain.hexes.printed import Grid
from domain.kernel.errors import BadInput
from domain.kernel.packs import Sheet, plainly, read_toml
from domain.words.scan import word_or_quoted

_FIELD = re.compile(r"\{(\w+)\}")
# What can stand in braces besides the named groups of `text`.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "move": ("by", "unit", "name", "start", "to", "path"),
    "appear": ("by", "unit", "name", "at"),
    "vanish": ("by", "unit", "why"),
    "change": ("by", "unit", "mark", "value"),
    "chat": ("by",),
    "report": ("by",),
    "roll": ("by", "why"),
    "phase": ("by", "phase", "turn"),
}
On = Literal["move", "appear", "vanish", "change", "chat", "report", "roll", "phase"]  # chat: what a player typed


class ModuleRow(Sheet, frozen=True, kw_only=True):
    """The files this mapping is for, by what they say of themselves."""

    name: str
    versions: tuple[str, ...] = ()  # none named: any


class GameRow(Sheet, frozen=True, kw_only=True):
    """What is played; the scenario may stand in the file instead (see `fact`)."""

    system: str
    scenario: str = ""
    pack: str = ""
    title: str = ""
    options: tuple[str, ...] = ()
    readings: dict[str, str] = {}


class UnitsRow(Sheet, frozen=True, kw_only=True):
    """How a counter of the file is known: by its name, its slot in the module, or a mark it bears."""

    by: str = "name"  # name, slot, or the name of a mark
    names: dict[str, str] = {}  # as the file has it -> unit; what is not listed is looked up as it stands
    ignore: tuple[str, ...] = ()  # patterns of counters that are no units: markers, dice, tracks


class OrderMapped(Sheet, frozen=True, kw_only=True):
    """What in the file is an order, and which: the first row that fits counts."""

    on: On
    text: str = ""  # a regular expression: of chat, of what a roll is for, of a phase, of a mark as `name=value`
    order: str = ""  # the order as it would be typed, with {fields}
    fact: str = ""  # or a fact that no order makes, such as a note
    by: str = "{by}"
    silent: bool = False  # understood, and nothing to record

    def filled(self, fields: Mapping[str, str]) -> str:
        return fill(self.order or self.fact, fields)


class MappingSheet(Sheet, frozen=True, kw_only=True):
    source: str  # whose mapping it is
    module: ModuleRow
    game: GameRow
    sides: dict[str, str] = {}  # as the file calls them -> ours
    units: UnitsRow = UnitsRow()
    places: dict[str, str] = {}  # boxes and tracks of the module -> ours
    grid: Grid | None = None
    columns: dict[str, str] = {}  # of a CSV file: ours -> as its header has it; of JSON: the path of a value
    rows: str = ""  # of a JSON file: where its list of moves stands, such as `game.log`
    orders: tuple[OrderMapped, ...] = ()
    between: tuple[str, ...] = ()  # orders nobody writes down, tried when the next one is refused: `EndPhase`

    def is_for(self, module: str, version: str) -> bool:
        return module == self.module.name and (not self.module.versions or version in self.module.versions)


def read_mapping(text: str, name: str) -> MappingSheet:
    """Everything that can be wrong with it is said before a file is read with it."""
    try:
        sheet = msgspec.convert(read_toml(text), type=MappingSheet)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{name} is not readable TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {plainly(str(error))}") from None
    wrong = list(_wrong(sheet))
    if wrong:
        raise BadInput("\n".join(f"{name}, {line}" for line in wrong))
    return sheet


def _wrong(sheet: MappingSheet) -> Iterator[str]:
    for number, row in enumerate(sheet.orders, 1):
        yield from (f"orders, row {number}: {said}" for said in _wrong_row(row))
    for text in sheet.units.ignore:
        try:
            pattern(text)
        except NO_PATTERN as error:
            yield f"units.ignore: {text!r} is no regular expression ({error})"


def _wrong_row(row: OrderMapped) -> Iterator[str]:
    if bool(row.order) + bool(row.fact) + row.silent != 1:
        yield "give one of order, fact, or silent = true"
    try:
        groups = pattern(row.text).groups
    except NO_PATTERN as error:
        yield f"text is no regular expression ({error})"
        return
    known = (*FIELDS[row.on], *groups)
    for field in _FIELD.findall(f"{row.order}{row.fact}{row.by}"):
        if field not in known:
            yield f"nothing gives {{{field}}}; on = {row.on!r} has {', '.join(known)}, and `text` may name groups"


def fill(template: str, fields: Mapping[str, str]) -> str:
    """A template of one field alone takes it as it stands; otherwise each is one word, in quotes if need be."""
    alone = _FIELD.fullmatch(template)
    if alone:
        return fields.get(alone[1], "")
    return _FIELD.sub(lambda found: _word(fields.get(found[1], "")), template)


def _word(value: str) -> str:
    """A path is a list already; any other text is one word."""
    return value if re.fullmatch(r"[\w.,#-]+", value) else word_or_quoted(value)


def matches(row: OrderMapped, text: str) -> dict[str, Any] | None:
    """The named groups if the row's text is found; None if it is not."""
    return pattern(row.text).found(text)
