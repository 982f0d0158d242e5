"""The verb of an order: its name, how that begins, or any word of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from domain.words.scan import Scanner, begins, nearest, short

SAME = {"attack": "charge", "shoot": "fire", "march": "move"}  # plain verbs, where a system has another word
_CAMEL = re.compile(r"[A-Z][a-z0-9]*|[a-z0-9]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"')


def may_be_loose(text: str, kinds: Collection[str]) -> bool:
    """Whether a position could make sense of a text that is not written out: if not, it is wrong in any."""
    name, *rest = _QUOTED.sub('""', text).split() or [""]
    return bool(with_word(name, kinds)) and (name not in kinds or any("=" not in word for word in rest))


def words_of(name: str) -> list[str]:
    """`declare` and `attack` of DeclareAttack."""
    return [word.casefold() for word in _CAMEL.findall(name)]


def kinds_meant(word: str, kinds: Collection[str], now: Collection[str]) -> tuple[str, ...]:
    """The orders a word may stand for: by name, by its beginning or by a word of it; of several, those of now.

    Of these the ones that begin so, then the ones with just this word.
    """
    folded = _usual(word, kinds)
    exact = tuple(name for name in kinds if name.casefold() == folded)
    if exact or not folded:
        return exact
    found = with_word(word, kinds)
    found = [name for name in found if name in now] or found
    first = [name for name in found if begins(name.casefold(), folded)]
    whole = [name for name in first or found if folded in words_of(name)]
    return tuple(whole or first or found)


def with_word(word: str, kinds: Iterable[str]) -> list[str]:
    """The orders whose name, or a word of it, begins so."""
    kinds = list(kinds)
    folded = _usual(word, kinds)
    return [name for name in kinds if any(begins(part, folded) for part in (name.casefold(), *words_of(name)))]


def _usual(word: str, kinds: Collection[str]) -> str:
    """The word that the orders of a system have for the same."""
    folded = word.casefold()
    return SAME[folded] if folded in SAME and not any(folded in words_of(name) for name in kinds) else folded


def read_verb(scan: Scanner, kinds: Collection[str], now: Collection[str]) -> tuple[str, ...]:
    """The order that is meant by its name; several, where what follows has to tell."""
    if scan.is_done():
        raise scan.fail(f"there is no order here; write its name, such as {next(iter(kinds))}, and its fields")
    start = scan.at
    word = scan.word()
    found = kinds_meant(word, kinds, now)
    if not found:
        rest = scan.text[start:].split()[0]
        raise scan.fail(f"there is no order {short(rest)}{nearest(word, kinds)}", start)
    return _narrowed(scan, word, found, kinds)


def _narrowed(scan: Scanner, word: str, found: tuple[str, ...], kinds: Collection[str]) -> tuple[str, ...]:
    """A name may be typed in its words, `declare attack` or `end phase`."""
    said = [word.casefold()]
    while not scan.is_done():
        here, more = scan.at, scan.word().casefold()
        both = tuple(name for name in kinds if more and _is_said(name, [*said, more]))
        if not both or scan.text[scan.at : scan.at + 1] == "=":
            scan.at = here
            break
        found, said = both, [*said, more]
    return found


def _is_said(name: str, said: Sequence[str]) -> bool:
    """Whether the words are those of the name, one after another."""
    parts = words_of(name)
    starts = (at for at, part in enumerate(parts) if begins(part, said[0]))
    return any(parts[at + 1 : at + len(said)] == said[1:] for at in starts)
