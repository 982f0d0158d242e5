"""A case as its file writes it: a position, named rows that change it, orders with their dice, and claims."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import msgspec

from domain.cases.fields import read_path
from domain.cases.position import Overlay
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder, NotFound
from domain.kernel.packs import Sheet, plainly, read_toml

PACK = "pack"
BASE = "base"  # the position above all rows, where `fresh` names it


class Expect(Sheet, frozen=True, kw_only=True):
    """What a case claims of an order, or of all its orders together."""

    refused: str | bool = ""  # the rule or the section that forbids it; true: whichever does; false: none
    facts: tuple[str, ...] = ()  # must come about in this order, others between them; only the fields named count
    without: tuple[str, ...] = ()  # must not come about
    asked: str | tuple[str, ...] = ()  # questions that are put: "AwaitAdvance side=union", or the side alone
    not_asked: str | tuple[str, ...] = ()
    words: tuple[str, ...] = ()  # must be said
    losses: dict[str, int] = {}
    points: dict[str, int] = {}
    state: dict[str, Any] = {}  # fields of the position that results
    none: tuple[str, ...] = ()  # places of it that hold nothing
    gone: tuple[str, ...] = ()  # entries that are not there
    readings: tuple[str, ...] | None = None  # those that change the outcome, such as "D17 B": these and no others


class OrderRow(Sheet, frozen=True, kw_only=True):
    by: str
    order: str
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    fresh: bool | str = False  # given in the position as it was set up, or as a named row set it up
    expect: Expect = Expect()


class CaseRow(Sheet, frozen=True, kw_only=True):
    """The base of a case, or what a named row makes of it."""

    name: str = ""
    source: str = ""
    text: str = ""
    readings: dict[str, str] = {}
    none: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()
    position: dict[str, Any] = {}
    orders: tuple[OrderRow, ...] = ()  # none: those of the base, without what is claimed of them
    expect: Expect = Expect()

    @property
    def overlay(self) -> Overlay:
        anew = tuple(place for place in self.anew if read_path(place)[0] != PACK)
        return Overlay(self.position, self.none, self.drop, anew)


class Case(CaseRow, frozen=True, kw_only=True):
    system: str
    title: str = ""
    scenario: str = ""
    sides: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    corrections: tuple[int, ...] | None = None  # None: all there are
    bare: bool = False  # no unit on the board but those the position puts there
    unchecked: bool = False  # a position that no game leads to is decided all the same
    pack: dict[str, Any] = {}  # the name of a pack, and files of it laid over or added
    rows: tuple[CaseRow, ...] = ()

    @property
    def decided(self) -> tuple[CaseRow, ...]:
        """What is decided: the base if it gives orders, and every row."""
        return (self, *self.rows) if self.orders or not self.rows else self.rows


def read_case(text: str) -> Case:
    """BadInput says the key and what is wrong with it."""
    try:
        found = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not readable TOML: {error}") from None
    rows = _listed(found, "rows", "row")
    orders = _orders(found)
    case: Case = _read(found, Case, "the case")
    if case.name:
        raise BadInput("name: a row below a line [[rows]] has one; the case has a title")
    return msgspec.structs.replace(case, orders=orders, rows=tuple(_row(row, n) for n, row in enumerate(rows, 1)))


def is_case(text: str) -> bool:
    """Whether a file means to be one; one that is not readable does, so that its fault is told."""
    try:
        return "system" in read_toml(text)
    except tomllib.TOMLDecodeError:
        return True


def _listed(table: dict[str, Any], key: str, one: str) -> list[Any]:
    rows = table.pop(key, [])
    if not isinstance(rows, list):
        raise BadInput(f"{key}: each {one} stands below a line [[{key}]]")
    return rows


def _orders(table: dict[str, Any], where: str = "") -> tuple[OrderRow, ...]:
    with speaking_of(where, ", ") if where else nullcontext():
        rows = _listed(table, "orders", "order")
        return tuple(_read(row, OrderRow, f"order {number}") for number, row in enumerate(rows, 1))


def _row(table: Any, number: int) -> CaseRow:
    if not isinstance(table, dict):
        raise BadInput("rows: each row stands below a line [[rows]]")
    label = f"row {number}"
    orders = _orders(table, label)
    row: CaseRow = _read(table, CaseRow, label)
    if row.name in ("", BASE):
        taken = f"; {BASE!r} is the position above all rows" if row.name else ""
        raise BadInput(f"{label}, name: give it one of its own{taken}")
    return msgspec.structs.replace(row, orders=orders)


def _read(value: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        said = plainly(str(error), where)
        raise BadInput(said if said.startswith(where) or where == "the case" else f"{where}, {said}") from None


@contextmanager
def speaking_of(where: str, between: str = ": ") -> Iterator[None]:
    """Names the key in what is said of its value."""
    try:
        yield
    except MalformedOrder as error:
        at = f"column {error.column}: " if error.column else ""
        raise BadInput(f"{where}{between}{at}{error}") from None
    except (NotFound, BadInput, IllegalOrder) as error:
        raise BadInput(f"{where}{between}{error}") from None


def text_of(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8") from None
