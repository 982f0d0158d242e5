"""What the program itself says, around the words of a system: the English text is the key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from domain.kernel.say import ENGLISH, spoken

_NONE: Mapping[str, str] = MappingProxyType({})
_TERMS: ContextVar[Mapping[str, str]] = ContextVar("terms", default=_NONE)


def phrase(text: str, *of: object) -> str:
    """`phrase("needs {0}", 4)` in the language spoken; what it has no words for is told in English."""
    said = text if spoken() == ENGLISH else _french().get(text, text)
    return said.format(*of) if of else said


def later(text: str) -> str:
    """A text that stands in a table and goes through `phrase` when it is shown."""
    return text


def headings(*texts: str) -> tuple[str, ...]:
    """The same for the columns of a table."""
    return texts


def some(number: int, one: str, many: str) -> str:
    """`1 order`, `2 orders`; in French nothing is one as well."""
    is_one = number == 1 if spoken() == ENGLISH else number < 2
    return f"{number} {phrase(one if is_one else many)}"


def listed(names: Iterable[object]) -> str:
    """`blue and red`."""
    return f" {phrase('and')} ".join(map(str, names))


def decimal(value: float, places: int) -> str:
    return f"{value:.{places}f}".replace(".", phrase("."))


def word(text: str) -> str:
    """What a board shows, such as heavy woods: as its system calls it, or else as boards in general do."""
    if spoken() == ENGLISH:
        return text
    from domain.words.fr_phrases import VOCABULARY

    return _TERMS.get().get(text) or VOCABULARY.get(text, text)


def deed(kind: str) -> str:
    """What a trace shows, such as attack: these kinds are the same in all systems, whatever else they call so."""
    with calling({}):
        return word(kind)


@contextmanager
def calling(terms: Mapping[str, str]) -> Iterator[None]:
    """While a board is drawn, which has no words of its own: the terms of its system."""
    token = _TERMS.set(terms)
    try:
        yield
    finally:
        _TERMS.reset(token)


def _french() -> Mapping[str, str]:
    from domain.words.fr_phrases import PHRASES

    return PHRASES


SOURCES = headings("fair", "entered", "imported", "ruled")  # of dice and entries: words of the log itself
