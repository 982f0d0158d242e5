"""What was meant: sides and units typed by number, by name, in any case, or by how their names begin."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, NamedTuple

from msgspec import inspect as shape

from domain.games.hearing import heard
from domain.games.seat import Seat
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder, NotFound
from domain.kernel.facts import GameStarted, Order
from domain.kernel.naming import UMPIRE
from domain.kernel.packs import Pack
from domain.kernel.system import System
from domain.words.names import OWN_WORDS, Callings, respelt
from domain.words.orders import format_order
from domain.words.scan import matching, nearest, short, unclear
from domain.words.slots import slots_of

HEARING = 10_000  # names that an order is held against which is not written out
MAX_COMPARED = 40_000_000  # names that words are held against, in one import
MAX_SUGGESTED, MAX_LOOKED_UP = 2_000, 20  # names to choose from, and odd words of an order to look for
_NEVER_NAMES = (shape.LiteralType, shape.EnumType, shape.IntType, shape.BoolType, shape.NoneType)


class Meant(NamedTuple):
    """An order with the ids the system knows, the words that stand for them, and what stayed unclear."""

    order: Order
    words: dict[str, str]
    doubts: tuple[str, ...] = ()


class Meaning:
    """Who is who in a game. Asked only about what the rules refuse as it was written.

    Units of the pack are known to everyone; of those added since, only what the giver of the order may see is named.
    """

    def __init__(self, system: System[Any], started: GameStarted, pack: Pack) -> None:
        self.system, self.sides, self.pack = system, started.sides, pack
        self.compared = 0
        self._heard: dict[str, tuple[str, ...]] = {}
        self._learnt: dict[tuple[str, type[Order]], dict[str, str]] = {}  # what giver and order have meant by a word

    @property
    def is_spent(self) -> bool:
        """Nobody is looked up any more."""
        return self.compared > MAX_COMPARED

    @cached_property
    def printed(self) -> Callings:
        return Callings({**dict(self.system.sheets.names(self.pack)), **{side: side for side in self.sides}})

    def seen(self, state: Any, by: str) -> Callings:
        counters = self.system.sight.board(state, by).counters
        self._spend(20 * len(counters))  # the rules have looked through them too, to refuse the order
        return Callings({**{counter.id: counter.name for counter in counters}, **{side: side for side in self.sides}})

    def side(self, word: str, *others: str) -> str:
        """A side of the game, or one of the others that may stand in its place."""
        if word in self.sides or word in others:
            return word
        found = matching(word, (*self.sides, *others))
        if len(found) != 1:
            wrong = unclear(word, found) if found else f"there is no side {short(word)} in this game"
            raise NotFound(f"{wrong}{'' if found else nearest(word, self.sides)}")
        return found[0]

    def heard(self, table: Seat, by: str, text: str) -> Order:
        """An order that is not written out, as it is meant in the position it is given in."""
        self._spend(HEARING)
        return heard(self.system, table.state, by, text, self.system.sheets.names(self.pack)).order

    def give(self, table: Seat, by: str, order: Order, carry_out: Callable[[Order], object]) -> None:
        """An order as it is written or, where the rules refuse that, as it was meant."""
        learnt = self._learnt.get((by, type(order)), {})
        again = respelt(order, lambda word: learnt.get(word, word), kept_fields(type(order))) if learnt else order
        if again != order:
            with suppress(IllegalOrder):
                carry_out(again)
                return
        try:
            carry_out(order)
        except IllegalOrder as refused:
            meant = self._meant(table.state, by, order)
            if meant.order == order and meant.doubts:
                meant = self._told_apart(table, by, meant)
            if meant.order == order:
                raise BadInput(f"{refused}{self._advice(table.state, by, refused, meant)}") from None
            carry_out(meant.order)
            self._learnt.setdefault((by, type(order)), {}).update(meant.words)
            return
        if self._learnt:
            respelt(order, self._forget, kept_fields(type(order)))

    def _told_apart(self, table: Seat, by: str, meant: Meant) -> Meant:
        """Of several he may mean, the one that he may order so."""
        with suppress(MalformedOrder):
            return meant._replace(order=self.heard(table, by, format_order(meant.order)))
        return meant

    def _forget(self, word: str) -> str:
        """Taken as it stands now, so it means nothing else from here on."""
        for learnt in self._learnt.values():
            learnt.pop(word, None)
        return word

    def _meant(self, state: Any, by: str, order: Order) -> Meant:
        """By what the pack calls its units; if that changes nothing, by what the giver sees on the board."""
        meant = self._respelt(order, self.printed)
        is_clear = meant.words or meant.doubts
        return meant if is_clear else self._respelt(order, self.seen(state, by))

    def _respelt(self, order: Order, callings: Callings) -> Meant:
        doubts, words = dict[str, None](), dict[str, str]()
        heard = self._heard if callings is self.printed else {}

        def spell(word: str) -> str:
            if word not in heard:
                heard[word] = self._compare(callings, word)
            found = heard[word]
            if len(found) > 1:
                doubts[unclear(word, callings.told(found))] = None
            elif found and found[0] != word:
                words[word] = found[0]
            return words.get(word, word)

        try:
            return Meant(respelt(order, spell, kept_fields(type(order))), words, tuple(doubts))
        except (TypeError, ValueError):  # it no longer fits its order: another was meant
            return Meant(order, {}, tuple(doubts))

    def _advice(self, state: Any, by: str, refused: IllegalOrder, meant: Meant) -> str:
        """For the end of a refusal: who may be meant."""
        if meant.doubts or "did you mean" in refused.message:
            return "".join(f"; {doubt}" for doubt in meant.doubts)
        return self._suggestion(state, by, meant.order)

    def _compare(self, callings: Callings, word: str) -> tuple[str, ...]:
        self._spend(len(callings.names))
        return callings.meant(word)

    def _spend(self, names: int) -> None:
        self.compared += names
        if self.is_spent:
            raise BadInput("too many units are called by other words than their ids here; write the ids")

    def _suggestion(self, state: Any, by: str, order: Order) -> str:
        """A unit that is spelt nearly so."""
        known = {**self.seen(state, by).names, **self.printed.names}
        if len(known) > MAX_SUGGESTED:
            return ""
        by_fold = {word.casefold(): unit for unit, name in known.items() for word in (name, unit)}
        found, looked_at = list[str](), set[str]()

        def look(word: str) -> str:
            is_odd = len(word) > 2 and not word.isdecimal() and word not in known
            if is_odd and not found and len(looked_at) < MAX_LOOKED_UP:
                looked_at.add(word)
                close = difflib.get_close_matches(word.casefold()[:100], by_fold, n=1, cutoff=0.75)
                found.extend(f"; {short(word)} is not here: did you mean {by_fold[near]}?" for near in close)
            return word

        respelt(order, look, kept_fields(type(order)))
        return "".join(found)


@cache
def kept_fields(kind: type[Order]) -> frozenset[str]:
    """Fields that name no unit and no side: what somebody says, and what is chosen from a list."""
    listed = {slot.name for slot in slots_of(kind).values() if _is_listed(slot.shapes)}
    return OWN_WORDS | listed


def _is_listed(shapes: Iterable[shape.Type]) -> bool:
    return all(isinstance(one, _NEVER_NAMES) for one in shapes)


def signer(meaning: Meaning, word: str) -> str:
    """Whoever may stand behind a fact."""
    return meaning.side(word, UMPIRE)
