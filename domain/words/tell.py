"""Any fact in plain words: the system's own where it has them, general ones otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from domain.kernel import facts as f
from domain.kernel.errors import IllegalOrder
from domain.kernel.reasons import Of
from domain.kernel.say import ENGLISH, NOTHING, ReasonTexts, Say, Words, spoken
from domain.kernel.system import System
from domain.words import en
from domain.words.plain import generic


def tell(system: System[Any], fact: f.Fact, names: Mapping[str, str] | None = None) -> str:
    """In plain words; with `names`, units are called as their pack calls them, except in orders, which are typed."""
    return teller(system, names)(fact)


def teller(system: System[Any], names: Mapping[str, str] | None = None) -> Callable[[f.Fact], str]:
    """The same for many facts: one reader tells them all, in the language spoken now."""
    say = say_of(system, names)
    known = say.words.facts.get

    def told(fact: f.Fact) -> str:
        words = known(type(fact))
        return words(say, fact) if words else generic(fact)

    return told


@cache
def _words_of(system: System[Any], language: str) -> tuple[Words, ReasonTexts]:
    """A system's words over those that all share; asked for every fact of a log, and put together once."""
    words, shared = system.words(language), general(language)
    return words._replace(facts={**shared.FACTS, **words.facts}), shared.REASONS


def general(language: str = "") -> ModuleType:
    """What all systems share, in the language spoken."""
    if (language or spoken()) == ENGLISH:
        return en
    from domain.words.french import facts

    return facts


def refusal(key: str, cite: str, *of: Of) -> IllegalOrder:
    """One that no system has words for: it holds in all of them."""
    error = IllegalOrder(key, cite, *of)
    error.speak = lambda why: Say(NOTHING, None, general().REASONS).reason(why)
    return error


def say_of(system: System[Any], names: Mapping[str, str] | None = None) -> Say:
    """A reader of a system's facts, in the language spoken."""
    words, shared = _words_of(system, spoken())
    return Say(words, names, shared, system.book.zeros)


def is_aside(system: System[Any], fact: f.Fact) -> bool:
    """Whether a reader of the log loses nothing by skipping it."""
    if isinstance(fact, f.FrameOpened):  # work laid aside, which nobody is asked about
        return type(fact.frame) not in _words_of(system, ENGLISH)[0].asked
    return isinstance(fact, f.FrameClosed) or system.book.is_aside(fact)
