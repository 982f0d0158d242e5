"""The books of the systems in words, one file for each language: rules, disputes and options; read when first asked."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from domain.kernel.chapter import Option, Reading, ReadingText
from domain.kernel.core import HasCore
from domain.kernel.say import ENGLISH, spoken

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule, or the title of those under it; its readings are the disputes about it."""

    id: str
    title: str = ""
    text: str = ""
    table: str = ""
    readings: tuple[str, ...] = ()
    module: str = ""


class BookText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    source: str
    rules: tuple[Rule, ...]
    readings: dict[str, dict[str, str]] = {}  # the question, and what each letter means
    settled: dict[str, str] = {}
    options: dict[str, str] = {}


def book_text(system: str) -> BookText | None:
    """In the language spoken, else in English; None for a system that comes with no rules in words."""
    return _read(system, book_language(system))


def book_language(system: str) -> str:
    """The language its book is read in."""
    return spoken() if _read(system, spoken()) else ENGLISH


def file_of(system: str, name: str) -> Traversable:
    """Loaded late: an order is decided without a look into the book."""
    from importlib.resources import files

    return files("rules").joinpath(system, name)


@cache
def _read(system: str, language: str) -> BookText | None:
    found = file_of(system, f"book.{language}.toml")
    if not found.is_file():
        return None
    return msgspec.convert(tomllib.loads(found.read_text("utf-8")), BookText)


@cache
def glossary(system: str) -> Mapping[str, tuple[str, ...]]:
    """The terms of a system with what the French edition of its book calls them; none where there is none."""
    found = file_of(system, "glossary.toml")
    if not found.is_file():
        return {}
    return msgspec.convert(tomllib.loads(found.read_text("utf-8"))["terms"], dict[str, tuple[str, ...]])


def _text(system: str) -> BookText:
    found = book_text(system)
    assert found is not None, f"{system} has disputes and no book that tells of them"
    return found


class Switches(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a system's rulings.toml holds."""

    readings: dict[str, tuple[str, ...]]  # the rule, its letters, and the usual one where that is not the first
    settled: tuple[str, ...] = ()
    options: dict[str, str] = {}  # the rule
    needs: dict[str, str] = {}  # an option to one that it is nothing without


class Rulings(NamedTuple):
    readings: Mapping[str, Reading]
    settled: Mapping[str, str]
    options: Mapping[str, Option]


def rulings_of(system: str) -> Rulings:
    """The disputes and options of a system, each with its rule: read as soon as the system is, so without ceremony."""
    from pkgutil import get_data  # late: a system without disputes does without

    data = get_data(f"rules.{system}", "rulings.toml")
    assert data is not None
    said = msgspec.convert(tomllib.loads(data.decode()), Switches)
    readings = {
        name: Reading(row[0], row[1], row[-1][0], _reading(system, name)) for name, row in said.readings.items()
    }
    return Rulings(readings, settled_of(system, said.settled), options_of(system, said.options, said.needs))


def reading_among(readings: Mapping[str, Reading]) -> Callable[[HasCore, str], str]:
    """The letter of a dispute in force: chosen at the start, or by a ruling since, else the default."""
    defaults = {dispute: found.default for dispute, found in readings.items()}

    def reading(state: HasCore, dispute: str) -> str:
        return state.core.readings.get(dispute) or defaults[dispute]

    return reading


def is_on(state: HasCore, option: str) -> bool:
    """Whether an optional rule is played."""
    return option in state.core.options


def _reading(system: str, name: str) -> Any:
    def told() -> ReadingText:
        said = _text(system).readings[name]
        return ReadingText(said["question"], {letter: text for letter, text in said.items() if letter != "question"})

    return told


def options_of(system: str, cites: Mapping[str, str], needs: Mapping[str, str] | None = None) -> Mapping[str, Option]:
    return {name: Option(cite, _option(system, name), (needs or {}).get(name, "")) for name, cite in cites.items()}


def _option(system: str, name: str) -> Any:
    return lambda: _text(system).options[name]


class settled_of(Mapping[str, str]):
    """Disputes that can be played in one way only, and why; told when asked for."""

    def __init__(self, system: str, names: Iterable[str]) -> None:
        self.system, self.names = system, tuple(names)

    def __getitem__(self, name: str) -> str:
        if name not in self.names:
            raise KeyError(name)
        return _text(self.system).settled[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
