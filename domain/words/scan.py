"""Reading one line of text: words, quoted text, JSON values and comma lists, each with its column."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from domain.kernel.errors import MalformedOrder

MAX_DEPTH = 32
MANY = 8  # names told in one error
LEAST, MOST = -(2**63), 2**64 - 1  # what a stored whole number can hold
_BARE = re.compile(r'[^\s",#={}\[\]]+')
_SPACE = re.compile(r"\s*")
_WHOLE = re.compile(r"[+-]?[0-9]{1,20}", re.ASCII)
_json = json.JSONEncoder(ensure_ascii=False).encode


class Item(NamedTuple):
    """One value as written: a bare word, quoted text, or a JSON object or array."""

    kind: Literal["bare", "text", "json"]
    value: Any
    at: int


def whole(word: str) -> int | None:
    """The number a word stands for, if it is one that can be stored."""
    number = int(word) if _WHOLE.fullmatch(word) else None
    return number if number is not None and LEAST <= number <= MOST else None


def is_bare(text: str) -> bool:
    """Whether the text can stand without quotes."""
    return text.isprintable() and _BARE.fullmatch(text) is not None


def json_text(value: Any) -> str:
    """JSON on one line; what cannot be seen on paper is escaped."""
    text = _json(value)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


@lru_cache(maxsize=4096)
def word_or_quoted(text: str) -> str:
    """As it can stand in a line; a log says the same few words over and over."""
    return text if is_bare(text) else json_text(text)


def short(text: str) -> str:
    """What somebody wrote, fit to be quoted back."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


class Scanner:
    """A place in a line of text; a `#` outside quotes ends the line."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text, self.at = text, at

    def fail(self, message: str, at: int | None = None) -> MalformedOrder:
        return MalformedOrder(message, column=(self.at if at is None else at) + 1)

    def is_done(self) -> bool:
        """Skips blanks; true at the end or at a comment."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None, "no blanks are a match too"
        self.at = found.end()
        return self.at == len(self.text) or self.text[self.at] == "#"

    def takes(self, mark: str) -> bool:
        """Steps over the mark if it stands here."""
        here = self.text.startswith(mark, self.at)
        self.at += len(mark) if here else 0
        return here

    def word(self) -> str:
        """A bare word, or nothing."""
        found = _BARE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found.group() if found else ""

    def item(self) -> Item:
        start = self.at
        first = self.text[start : start + 1]
        if first and first in '"{[':
            return Item("text" if first == '"' else "json", self._json(), start)
        word = self.word()
        if not word:
            raise self.fail("a value is missing here; put text that is empty or holds , # = or brackets in quotes")
        return Item("bare", self._stored(word, start), start)

    def items(self) -> list[Item]:
        """One value or several with commas between; blanks may follow a comma."""
        found = [self.item()]
        while self.takes(","):
            self.is_done()
            found.append(self.item())
        if not self._at_gap():
            raise self.fail("a blank is missing here; text that holds quotes or brackets stands in quotes as a whole")
        return found

    def text_item(self) -> str:
        """A bare word or quoted text."""
        item = self.item()
        if item.kind == "json":
            raise self.fail("a word or quoted text is expected here", item.at)
        return str(item.value)

    def rest(self) -> str:
        """Quoted text, or all that is left up to a comment."""
        if self.is_done():
            return ""
        if self.text[self.at] == '"':
            found = self.text_item()
            self.end()
            return found
        start, self.at = self.at, (self.text + "#").index("#", self.at)
        return str(self._stored(self.text[start : self.at].strip(), start))

    def pick(self, word: str, names: Collection[str], no_such: str, start: int) -> str:
        """The name a word stands for, which may be only its beginning."""
        found = matching(word, names)
        if len(found) == 1:
            return found[0]
        raise self.fail(unclear(word, found) if found else f"{no_such} {short(word)}{nearest(word, names)}", start)

    def end(self) -> None:
        if not self.is_done():
            raise self.fail(f"nothing more is expected here, but {short(self.text[self.at :])} follows")

    def _at_gap(self) -> bool:
        return self.at == len(self.text) or self.text[self.at].isspace() or self.text[self.at] == "#"

    def _json(self) -> Any:
        start = self.at
        try:
            value, self.at = _DECODER.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            raise self.fail(_plain(error.msg), error.pos) from None
        except RecursionError:
            raise self.fail(f"this is nested more than {MAX_DEPTH} deep", start) from None
        except ValueError as error:
            raise self.fail(str(error), start) from None
        return self._stored(value, start)

    def _stored(self, value: Any, start: int) -> Any:
        try:
            _check(value, MAX_DEPTH)
        except ValueError as error:
            raise self.fail(str(error), start) from None
        return value


def _check(value: Any, depth: int) -> None:
    """A log holds UTF-8, so half of a surrogate pair cannot be kept."""
    if depth < 0:
        raise ValueError(f"this is nested more than {MAX_DEPTH} deep")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("this text holds half a character (a lone surrogate), which cannot be stored") from None
    if isinstance(value, dict):
        for key, inner in value.items():
            _check(key, depth)
            _check(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth - 1)


def _json_int(text: str) -> int:
    number = whole(text)
    if number is None:
        raise ValueError(f"the number {short(text)} is too large; whole numbers have at most 64 bits")
    return number


def _no_fraction(text: str) -> Any:
    raise ValueError(f"{short(text)} is not a whole number; no other numbers are kept")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in this object")
    return found


_DECODER = json.JSONDecoder(
    parse_int=_json_int, parse_float=_no_fraction, parse_constant=_no_fraction, object_pairs_hook=_pairs
)


def _plain(message: str) -> str:
    if "Unterminated" in message:
        return "this quote is never closed"
    if "escape" in message:
        return 'this is no escape that JSON knows; a backslash itself is written \\\\ and a quote \\"'
    if "control character" in message:
        return "a control character in quoted text is written as an escape, for example \\t"
    return f"this is not readable JSON: {message[0].lower()}{message[1:]}"


def known(word: str, names: Iterable[str]) -> str | None:
    """Exactly first, then whatever the case, if that is only one."""
    if word in (names := list(names)):
        return word
    folded = [name for name in names if name.lower() == word.lower()]
    return folded[0] if len(folded) == 1 else None


def matching(word: str, names: Collection[str]) -> tuple[str, ...]:
    """The one meant exactly, else in any case, else all that begin so: several of these leave it unclear."""
    if word in names:
        return (word,)
    folded = word.casefold()
    same = tuple(name for name in names if name.casefold() == folded)
    if len(same) == 1 or not folded:
        return same
    return tuple(name for name in names if begins(name.casefold(), folded))


def begins(text: str, start: str) -> bool:
    """Whether a text begins so, and no number is cut in two: 3 begins 3rd, but not 31st."""
    cuts = start[-1:].isdigit() and text[len(start) : len(start) + 1].isdigit()
    return bool(start) and text.startswith(start) and not cuts


def unclear(word: str, names: Iterable[str]) -> str:
    """For an error: what a word that begins several names may be."""
    found = list(names)
    listed = ", ".join(found[:MANY]) if len(found) > MANY else f"{', '.join(found[:-1])} or {found[-1]}"
    more = f" and {len(found) - MANY} more" if len(found) > MANY else ""
    return f"{short(word)} may be {listed}{more}; write more of it"


def closest(word: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Names that are spelt nearly so; how to find them is loaded when somebody has misspelt one."""
    from difflib import get_close_matches

    return get_close_matches(word, list(names), n=most)


def nearly(word: str, names: Iterable[str]) -> str:
    """For the end of an error: what is spelt nearly so, or nothing."""
    by_fold = {name.lower(): name for name in names}
    found = [by_fold[close] for close in closest(word.lower()[:100], by_fold)]
    return f"; did you mean {' or '.join(found)}?" if found else ""


def nearest(word: str, names: Iterable[str]) -> str:
    """For the end of an error: the name that was probably meant, or all there are."""
    by_fold = {name.lower(): name for name in names}
    close = closest(word.lower()[:100], by_fold, 1)
    if close:
        return f"; did you mean {by_fold[close[0]]}?"
    return f"; there are {', '.join(by_fold.values())}" if by_fold else "; it has none"
