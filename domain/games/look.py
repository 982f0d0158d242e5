"""Looking before an order is given: where a viewer may look, who is asked, and the orders there are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.games.games import Games
from domain.games.sight import whole_order
from domain.games.terms import known_side
from domain.kernel.chapter import Choice
from domain.kernel.core import HasCore
from domain.kernel.facts import Await, Side
from domain.kernel.system import System
from domain.log.refs import Ref
from domain.words.names import Callings
from domain.words.orders import format_order, orders_of
from domain.words.verbs import with_word

_WORD = re.compile(r"[\w-]+")


def seen_from(games: Games, ref: Ref, viewer: Side | None) -> Ref:
    """Where a viewer may look: at the head, at an entry, or at the end of its order where that hides something."""
    return ref if ref.entry is None else ref._replace(entry=whole_order(games, games.line(ref), ref.entry, viewer))


def options(
    games: Games, ref: Ref, side: Side | None = None, words: Sequence[str] = (), state: Any = None
) -> Iterator[Choice]:
    """Legal orders, of one side or of all, that name all the words: a unit by id or name, a place, a kind of order.

    They come one by one, since of thousands nobody may want more than the first. Whoever has the state gives it.
    """
    line = games.line(ref)
    if side is not None:
        known_side(line, side)
    state = games.position(ref).state if state is None else state
    return naming(line.system, legal(line.system, state, side), words, games.names(line))


def asked(state: HasCore) -> Side:
    """Whom the open question is put to; empty: there is none."""
    question = state.core.pending[-1] if state.core.pending else None
    return question.side if isinstance(question, Await) else ""


def due(system: System[Any], state: Any) -> Side:
    """Whom the open question is put to, else who alone may act, else whose turn it is; empty: nobody in particular."""
    acting = system.book.gate.acting(state)
    return asked(state) or (acting[0] if len(acting) == 1 else str(state.core.active))


def legal(system: System[Any], state: Any, side: Side | None = None) -> Iterator[Choice]:
    """For those who keep the position. A side whose moment it is not is not made to wait for the other's orders."""
    if side is not None and not system.book.is_moment_of(state, side):
        return iter(())
    return (choice for choice in system.book.choices(state) if side in (None, choice.by))


def sampled(system: System[Any], state: Any, choices: Collection[Choice]) -> list[str]:
    """The kinds of order in a list of which others may be given too."""
    kinds = {type(choice.order) for choice in choices}
    return [kind.__name__ for kind in system.book.sampled(state) if kind in kinds]


def naming(
    system: System[Any], choices: Iterator[Choice], words: Sequence[str], names: Mapping[str, str]
) -> Iterator[Choice]:
    """Those that name all the words, which are such as an order is typed in; of several meanings any counts."""
    if not words:
        return choices
    callings = Callings(names)
    asked = [_meanings(system, callings, word) for word in words]
    return (choice for choice in choices if _names_all(choice, asked))


class _Meant(NamedTuple):
    kinds: Collection[str]
    ids: Collection[str]


def _meanings(system: System[Any], callings: Callings, word: str) -> _Meant:
    kinds = orders_of(system)
    found = [unit.casefold() for unit in callings.meant(word)]
    return _Meant(with_word(word, kinds), {word.casefold(), *found})


def _names_all(choice: Choice, words: Sequence[_Meant]) -> bool:
    """Whole words only: 12 does not name 1234."""
    named = set(_WORD.findall(format_order(choice.order).casefold()))
    return all(type(choice.order).__name__ in word.kinds or not named.isdisjoint(word.ids) for word in words)
