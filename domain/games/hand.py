"""What a side may order now, as data a page can light and click: each kind of order with its fields, and every legal
order by its values. All of it comes from the order types; no system is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from domain.games.look import asked, due, legal, sampled
from domain.kernel.board import Board
from domain.kernel.chapter import Choice
from domain.kernel.facts import Await, Order, Side
from domain.kernel.say import Say
from domain.kernel.system import System
from domain.words.slots import Slot, listed_in, slots_of
from domain.words.verbs import words_of

MOST = 20_000  # orders that are told by their values: more than any position of the recorded games has
Sort = Literal["text", "number", "truth", "list", "map"]


class FieldOf(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an order, as a page asks for it."""

    key: str
    of: str  # unit, place, side, card, or another word of the system; empty: what it says
    foe: bool  # of the other side
    sort: Sort
    needed: bool
    usual: Any = None  # what it holds if nothing is said
    values: tuple[str | int, ...] = ()  # all there can be, where its type says so


class KindOf(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of order that has its moment."""

    name: str
    title: str  # its name in words
    help: str
    fields: tuple[FieldOf, ...]
    finds: bool  # it may be given as `to=PLACE`: the way is found
    partly: bool  # others than those listed may be given


Awaits = Literal["", "share", "dice"]


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one side may do at the head of a line."""

    side: Side
    due: Side  # who is waited for; empty: nobody in particular
    awaits: Awaits  # what an order that stands waits for, of whoever is due: nothing else is ordered before
    ended: bool
    question: str  # what this side is asked, in words
    phase: str
    turn: int
    kinds: tuple[KindOf, ...]
    rows: tuple[tuple[Any, ...], ...]  # which kind, then the value of each of its fields; null as usual
    called: Mapping[str, str]  # what people call the ids and words in them
    complete: bool
    counts: tuple[int, ...] = ()  # how many orders stand behind each row; none: every row for itself


def hand(
    system: System[Any],
    state: Any,
    side: Side,
    names: Mapping[str, str],
    say: Say,
    awaits: Awaits = "",
    whom: Side = "",
) -> Hand:
    """`names` are those of the pack; the board names what that does not. What an order that stands `awaits`, and of
    whom, is for those to say who have the log."""
    choices = [] if awaits else list(islice(legal(system, state, side), MOST + 1))
    kinds = [] if awaits else _kinds(system, state, side, choices)
    place = {kind: number for number, kind in enumerate(kinds)}
    board = system.sight.board(state, side)
    rows = tuple(_row(place[type(one.order)], one.order) for one in choices[:MOST])
    core = state.core
    return Hand(
        side=side,
        due=whom if awaits else "" if core.over else due(system, state),
        awaits=awaits,
        ended=core.over,
        question="" if awaits else _question(state, side, say),
        phase=say.term(core.phase),
        turn=core.turn,
        kinds=tuple(_kind(system, state, kind, say) for kind in kinds),
        rows=rows,
        called=_called(kinds, rows, names, board, say),
        complete=len(choices) <= MOST and not sampled(system, state, choices),
    )


def _kinds(system: System[Any], state: Any, side: Side, choices: Iterable[Choice]) -> list[type[Order]]:
    """Those listed, and of the others those that a list cannot hold: they have fields to fill in by hand."""
    listed = dict.fromkeys(type(one.order) for one in choices)
    may_speak = asked(state) in ("", side) and side in system.book.gate.acting(state) and not state.core.over
    free = system.book.sampled(state) if may_speak or asked(state) == side else []
    now = set(system.book.now(state, side))
    return [*listed, *(kind for kind in free if kind in now and kind not in listed)]


def _kind(system: System[Any], state: Any, kind: type[Order], say: Say) -> KindOf:
    name = kind.__name__
    return KindOf(
        name=name,
        title=say.words.terms.get(titled(name)) or " ".join(words_of(name)).capitalize(),
        help=say.words.orders.get(kind, ""),
        fields=_fields(kind),
        finds=system.book.asked[kind].way is not None,
        partly=system.book.asked[kind].sampled(state),
    )


def titled(name: str) -> str:
    """Where a language keeps what people call an order; it is typed by its name in every language."""
    return f"order {name}"


@cache
def _fields(kind: type[Order]) -> tuple[FieldOf, ...]:
    return tuple(_field(slot) for slot in slots_of(kind).values())


def _field(slot: Slot) -> FieldOf:
    values = tuple(dict.fromkeys(value for kind in slot.shapes for value in listed_in(kind)))
    return FieldOf(
        key=slot.key, of=slot.of, foe=slot.is_foe, sort=_sort(slot.shapes), needed=slot.default is NODEFAULT,
        values=values, usual=None if slot.default is NODEFAULT else msgspec.to_builtins(slot.default, str_keys=True),
    )  # fmt: skip


_SORTS: tuple[tuple[tuple[type[shape.Type], ...], Sort], ...] = (
    ((shape.DictType, shape.StructType), "map"),
    ((shape.VarTupleType, shape.TupleType, shape.ListType, shape.SetType, shape.FrozenSetType), "list"),
    ((shape.BoolType,), "truth"),
    ((shape.IntType,), "number"),
)


def _sort(shapes: Sequence[shape.Type]) -> Sort:
    found = (sort for kinds, sort in _SORTS if any(isinstance(one, kinds) for one in shapes))
    return next(found, "text")


def _row(number: int, order: Order) -> tuple[Any, ...]:
    """A field that is as usual says nothing: most are."""
    return (number, *(_value(getattr(order, slot.name), slot) for slot in slots_of(type(order)).values()))


def _value(value: Any, slot: Slot) -> Any:
    return None if value == slot.default else msgspec.to_builtins(value, str_keys=True)


def _question(state: Any, side: Side, say: Say) -> str:
    """Only whom it is put to is told what it is."""
    frame = state.core.pending[-1] if state.core.pending else None
    if not isinstance(frame, Await) or frame.side != side:
        return ""
    told = say.words.asked.get(type(frame))
    return told(say, frame) if told else ""


def _called(
    kinds: Sequence[type[Order]], rows: Iterable[tuple[Any, ...]], names: Mapping[str, str], board: Board, say: Say
) -> dict[str, str]:
    seen = {one.id: one.name for one in board.counters}
    words = {word for number, *values in rows for word in _words(kinds[number], values)}
    words.update(str(value) for kind in kinds for field in _fields(kind) for value in field.values)
    told = {word: names.get(word) or seen.get(word) or say.term(word) for word in words}
    return {word: name for word, name in told.items() if name != word}


def _words(kind: type[Order], values: Iterable[Any]) -> Iterator[str]:
    """Whatever stands in it that may have a name: places have none of their own."""
    for field, value in zip(_fields(kind), values, strict=True):
        if field.of != "place":
            yield from texts(value)


def texts(value: Any) -> Iterator[str]:
    """The words in a value, whatever holds them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)
