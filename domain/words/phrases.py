"""What the program itself says, around the words of a system: the English text is the key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from domain.kernel.reasons import Reason
from domain.kernel.say import ENGLISH, NOTHING, Say, spoken

_NOBODY = Say(NOTHING)
_SAY: ContextVar[Say] = ContextVar("say", default=_NOBODY)


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


def thousands(number: int) -> str:
    """`10,000`."""
    return f"{number:,}".replace(",", phrase(","))


def about(kind: str) -> str:
    """What dice are rolled for, after its rule, without whom it concerns: `11.3 combat`."""
    cite, _, key = kind.partition(" ")
    text = _SAY.get().words.reasons.get(key)
    if spoken() == ENGLISH or text is None:
        return kind
    told = _SAY.get().words.terms.get(key) or (text(_SAY.get(), ()) if callable(text) else text)
    return f"{cite} {told}"


def word(what: Reason | str) -> str:
    """What a board shows, such as heavy woods: as its system calls it, or else as boards in general do."""
    if isinstance(what, Reason):
        return _SAY.get().reason(what)
    if spoken() == ENGLISH:
        return what
    from domain.words.french.phrases import VOCABULARY

    return _SAY.get().words.terms.get(what) or VOCABULARY.get(what, what)


def deed(kind: str) -> str:
    """What a trace shows, such as attack: these kinds are the same in all systems, whatever else they call so."""
    with calling(_NOBODY):
        return word(kind)


@contextmanager
def calling(say: Say) -> Iterator[None]:
    """While a board is drawn, which has no words of its own: those of its system."""
    token = _SAY.set(say)
    try:
        yield
    finally:
        _SAY.reset(token)


def _french() -> Mapping[str, str]:
    from domain.words.french.phrases import PHRASES

    return PHRASES


SOURCES = headings("fair", "entered", "imported", "ruled")  # of dice and entries: words of the log itself
