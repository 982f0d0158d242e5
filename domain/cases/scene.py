"""The position of a case in words: the moment, what it is played under, who stands where, what the case lays down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.cases.adjudication import Adjudication
from domain.games.lines import stands
from domain.games.terms import option_texts
from domain.kernel.board import Area, Board, Counter, Stroke
from domain.kernel.say import Say
from domain.words.looking import seen
from domain.words.phrases import phrase, word
from domain.words.tomltext import toml_key, toml_value

MANY = 12  # counters that can be told in a few words
UNITS = ("units", "pieces")
SHOWN = ("core", "stacks", "terrain", "turn", "pose", "marks")  # told of the moment, or by the board


class Scene:
    def __init__(self, say: Say, found: Adjudication) -> None:
        self.say, self.begun = say, found.begun

    def lines(self) -> Iterator[str]:
        begun, core = self.begun, self.begun.state.core
        side = f" ({self.say.term(core.active)})" if core.active else ""
        when = phrase("turn {0}, {1}", core.turn, self.say.term(core.phase) if core.phase else phrase("no phase"))
        title = ", ".join(filter(None, (self.begun.system.title, self.say.term(begun.started.title), begun.row.name)))
        yield phrase("{0}: {1}", title, when + side)
        if begun.started.options:
            yield phrase("optional rules: {0}", ", ".join(option_texts(begun.started.options)))
        other = {name: letter for name, letter in core.readings.items() if letter != self.default(name)}
        if other:
            yield phrase("readings: {0}", ", ".join(f"{name} {letter}" for name, letter in other.items()))
        yield from _ground(seen(self.begun.system, begun.state, None))
        yield from (phrase("{0}: {1}", called(self.say, counter), where(counter)) for counter in self._of_interest())
        yield from self._set_by(begun.case.position)
        if begun.row is not begun.case:
            yield from self._set_by(begun.row.position)

    def _set_by(self, position: Mapping[str, Any]) -> Iterator[str]:
        """What a case lays down beyond what a board shows: ratings of a unit, the ground, and all the rest."""
        for key, value in position.items():
            if key in UNITS:
                for unit, fields in value.items():
                    more = {name: held for name, held in fields.items() if isinstance(held, dict) and name not in SHOWN}
                    yield from _assigned(self.say.unit(unit), more)
            elif key not in SHOWN and isinstance(value, dict):
                yield from _assigned(key, value)

    def default(self, dispute: str) -> str:
        return self.begun.system.book.readings[dispute].default

    def _of_interest(self) -> list[Counter]:
        """All, if they are few; else those the position or the orders name; of half an army those of the orders."""
        counters = list(seen(self.begun.system, self.begun.state, None).counters)
        ordered = {word for given in self.begun.orders for word in _words_of(msgspec.to_builtins(given.order))}
        named = ordered.union(_keys(self.begun.case.position), _keys(self.begun.row.position))
        for among in (counters, [counter for counter in counters if counter.id in named]):
            if len(among) <= MANY:
                return among
        return [counter for counter in counters if counter.id in ordered]


def called(say: Say, counter: Counter) -> str:
    shown = say.unit(counter.id)
    return shown if shown != counter.id or counter.name == counter.id else f"{counter.name} ({counter.id})"


def where(counter: Counter) -> str:
    return ", ".join(filter(None, (*stands(counter), word(counter.figure.formation) if counter.figure else "")))


def _ground(board: Board) -> Iterator[str]:
    """The terrain of a table, by name and kind; a board with places of its own is known to the players."""
    kinds: dict[str, list[str]] = {}
    pieces: tuple[Area | Stroke, ...] = (*board.areas, *board.strokes)
    for piece in pieces:
        kinds.setdefault(piece.name or piece.kind, []).append(piece.kind)
    told = [name if [name] == found else f"{name} ({', '.join(found)})" for name, found in kinds.items()]
    if told:
        more = phrase(", and {0} more", len(told) - MANY) if len(told) > MANY else ""
        yield phrase("terrain: {0}", ", ".join(told[:MANY]) + more)


def _assigned(what: str, values: Mapping[str, Any]) -> Iterator[str]:
    if values:
        said = "; ".join(f"{toml_key(key)} = {toml_value(value)}" for key, value in values.items())
        yield phrase("{0}, as the case sets it: {1}", what, said)


def _keys(value: Any) -> Iterator[str]:
    """Every key of nested tables, and every word of the lists in them."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from _keys(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from (item for item in value if isinstance(item, str))


def _words_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _keys(value)
        for inner in value.values():
            yield from _words_of(inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _words_of(inner)
