"""Looking before an order is given: where a viewer may look, who is asked, and the orders there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from domain.games.games import Games
from domain.games.sight import whole_order
from domain.games.terms import known_side
from domain.kernel.chapter import Choice
from domain.kernel.core import HasCore
from domain.kernel.facts import Await, Side
from domain.kernel.system import System
from domain.log.refs import Ref
from domain.words.orders import format_order

_WORD = re.compile(r"[\w-]+")


def seen_from(games: Games, ref: Ref, viewer: Side | None) -> Ref:
    """Where a viewer may look: at the head, at an entry, or at the end of its order where that hides something."""
    return ref if ref.entry is None else ref._replace(entry=whole_order(games, games.line(ref), ref.entry, viewer))


def options(games: Games, ref: Ref, side: Side | None = None, words: Sequence[str] = ()) -> Iterator[Choice]:
    """Legal orders, of one side or of all, that name all the words: a unit by id or name, a place, a kind of order.

    They come one by one, since of thousands nobody may want more than the first.
    """
    line = games.line(ref)
    if side is not None:
        known_side(line, side)
    ids = {name.casefold(): unit for unit, name in games.names(line).items()} if words else {}
    asked = [ids.get(word.casefold(), word) for word in words]
    found = legal(line.system, games.position(ref).state, side)
    return (choice for choice in found if _names_all(choice, asked)) if asked else found


def asked(state: HasCore) -> Side:
    """Whom the open question is put to; empty: there is none."""
    question = state.core.pending[-1] if state.core.pending else None
    return question.side if isinstance(question, Await) else ""


def legal(system: System[Any], state: Any, side: Side | None = None) -> Iterator[Choice]:
    """For those who keep the position."""
    return (choice for choice in system.book.choices(state) if side in (None, choice.by))


def _names_all(choice: Choice, words: Sequence[str]) -> bool:
    """Whole words only: 12 does not name 1234."""
    named = _WORD.findall(format_order(choice.order).casefold())
    return all(word.casefold() in named for word in words)
