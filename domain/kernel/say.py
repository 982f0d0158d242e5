"""One reader: a language, and what he calls the units. Names enter where a sentence is made."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from domain.kernel.facts import DiceRolled, Fact, Frame, Order
from domain.kernel.reasons import SAID, Modifier, Of, Reason

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "fr": "français"}
# The reader's, as a locale is: whoever shows something to someone sets it, and everything told meanwhile is told in it.
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def spoken() -> str:
    """The language everything is told in now."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """For what is kept, such as a read model, and for one reader among many."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def speak(language: str) -> None:
    """From here on."""
    _SPOKEN.set(language)


_GAPS = re.compile(r"[^a-z0-9]+")
Template: TypeAlias = "str | Callable[[Say, tuple[Of, ...]], str]"  # "{0:unit} is {1} hexes away", or a function
ReasonTexts: TypeAlias = Mapping[str, Template]
FactTexts: TypeAlias = "Mapping[type[Fact], Callable[[Say, Any], str]]"
QuestionTexts: TypeAlias = "Mapping[type[Frame], Callable[[Say, Any], str]]"
OrderTexts: TypeAlias = Mapping[type[Order], str]  # one line of help each


class Words(NamedTuple):
    """One system in one language."""

    reasons: ReasonTexts
    facts: FactTexts
    asked: QuestionTexts
    orders: OrderTexts
    terms: Mapping[str, str]  # sides, phases, terrain, titles of tables

    @classmethod
    def of(cls, *chapters: ModuleType, terms: Mapping[str, str] | None = None) -> Words:
        """What modules say together: each as far as it has REASONS, FACTS, ASKED, ORDERS and TERMS."""

        def said(what: str) -> dict[Any, Any]:
            return {key: text for chapter in chapters for key, text in getattr(chapter, what, {}).items()}

        return cls(said("REASONS"), said("FACTS"), said("ASKED"), said("ORDERS"), {**said("TERMS"), **(terms or {})})

    def over(self, english: Words) -> Words:
        """These words, and the English ones where they are silent."""
        return Words(
            {**english.reasons, **self.reasons},
            {**english.facts, **self.facts},
            {**english.asked, **self.asked},
            {**english.orders, **self.orders},
            {**english.terms, **self.terms},
        )


NOTHING = Words({}, {}, {}, {}, {})


class Say:
    def __init__(
        self, words: Words, names: Mapping[str, str] | None = None, general: ReasonTexts | None = None,
        zeros: Collection[int] = (),
    ) -> None:  # fmt: skip
        self.words, self.names, self.general = words, names or {}, general or {}  # general: what all systems share
        self.zeros = zeros  # dice whose highest face is called 0

    def faces(self, fact: DiceRolled) -> tuple[int, ...]:
        """As the players of this system read them off their dice."""
        return tuple(read_off(face, fact.sides, self.zeros) for face in fact.faces)

    def unit(self, unit: Of) -> str:
        id = str(unit)
        name = self.names.get(id)
        return id if name is None else call(id, name)

    def name(self, unit: Of) -> str:
        """By its name alone."""
        return self.names.get(str(unit), str(unit))

    def units(self, units: Iterable[Of]) -> str:
        return ", ".join(map(self.unit, units))

    def term(self, key: Of) -> str:
        return self.words.terms.get(str(key), str(key))

    def told(self, what: Reason | str) -> str:
        """A reason, or a word that may be a term: what stands on boards and in tables."""
        return self.reason(what) if isinstance(what, Reason) else self.term(what)

    def reason(self, why: Reason | Modifier) -> str:
        """What people typed is told as typed; so is a key that this language has no text for."""
        if why.key == SAID:
            return str(why.of[0]) if why.of else ""
        template = self.words.reasons.get(why.key) or self.general.get(why.key, why.key)
        if callable(template):
            return template(self, why.of)
        return template.format(*(_Told(self, one) for one in why.of)) if why.of else template

    def purpose(self, why: Reason) -> str:
        """What dice are rolled for, after the rule that asks for them."""
        return f"{why.cite} {self.reason(why)}".strip()


class Purpose:
    """What dice are rolled or cards drawn for: told only by a source of luck that has to speak of it."""

    __slots__ = ("_names", "_words", "by", "why")

    def __init__(
        self, why: Reason, words: Callable[[str], Words], names: Callable[[], Mapping[str, str]] = dict, by: str = ""
    ) -> None:
        self.why, self._words, self._names, self.by = why, words, names, by

    def __str__(self) -> str:
        return Say(self._words(spoken()), self._names()).purpose(self.why)

    def __bool__(self) -> bool:
        """People may roll dice and not say what for."""
        return bool(str(self))

    def __eq__(self, other: object) -> bool:
        return bool(self.why == (other.why if isinstance(other, Purpose) else other))

    def __hash__(self) -> int:
        return hash(self.why)


class _Told:
    """What a reason speaks of, told in the way its template asks for: {0:unit}, {1:term}, {2}."""

    __slots__ = ("say", "value")

    def __init__(self, say: Say, value: Of) -> None:
        self.say, self.value = say, value

    def __format__(self, how: str) -> str:
        return str(getattr(self.say, how)(self.value)) if how else str(self.value)


def read_off(face: int, sides: int, zeros: Collection[int]) -> int:
    """What people call a face: the highest is 0 on some dice."""
    return 0 if face == sides and sides in zeros else face


def call(unit: str, name: str) -> str:
    """Archer (C-41); one that has brackets of its own takes the id into them: Meredith (Iron, U-1).

    An id that only spells the name, such as 4th-virginia, is not told beside it.
    """
    if unit in (name, spelt(name)):
        return name
    return f"{name[:-1]}, {unit})" if name.endswith(")") else f"{name} ({unit})"


@lru_cache(maxsize=4096)
def spelt(name: str) -> str:
    """A name as an id would spell it: Poague's Battery is poagues-battery."""
    return _GAPS.sub("-", name.lower().replace("'", "")).strip("-")
