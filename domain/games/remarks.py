"""Notes that speak of an entry, and the marks some of them begin with: `!` and the like, or a single word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.games.games import Games
from domain.kernel.errors import BadInput
from domain.kernel.facts import NoteAdded
from domain.log.entry import Entry
from domain.log.gamelog import Line

GLYPHS = ("!!", "??", "!?", "?!", "!", "?")
LONGEST = 20  # letters of a word that is a mark


class EntryNote(NamedTuple):
    """What somebody says of an entry; `entry` is the note itself."""

    entry: int
    about: int
    by: str
    mark: str  # empty: a comment and nothing else
    text: str  # without its mark


def split(text: str) -> tuple[str, str]:
    """The mark that the text of such a note begins with, and the rest of it."""
    first, _, rest = text.strip().partition(" ")
    if first in GLYPHS:
        return first, rest.strip()
    return (first, "") if is_word(text) else ("", text)


def is_word(text: str) -> bool:
    """One word by itself marks as well: `risky`."""
    bare = text.strip()
    return 0 < len(bare) <= LONGEST and bare.replace("-", "").isalpha()


def written(mark: str, text: str) -> str:
    """A mark as the text of a note; what could not be read back is refused."""
    if mark not in GLYPHS and not is_word(mark):
        raise BadInput(f"{mark!r} is no mark; marks are {', '.join(GLYPHS)} or one word of up to {LONGEST} letters")
    if text.strip() and mark not in GLYPHS:
        raise BadInput(f"a word is a mark by itself; write {mark!r} and {text.strip()!r} as two notes, or one text")
    return f"{mark} {text.strip()}".strip()


def remark_of(entry: Entry) -> EntryNote | None:
    fact = entry.fact
    if not isinstance(fact, NoteAdded) or not fact.about:
        return None
    return EntryNote(entry.number, fact.about, fact.by, *split(fact.text))


def remarks(entries: Iterable[Entry]) -> Iterator[EntryNote]:
    return (found for entry in entries if (found := remark_of(entry)))


def remarks_by_entry(
    games: Games, line: Line, after: int = 0, upto: int | None = None
) -> Mapping[int, list[EntryNote]]:
    """Those written after an entry, by what they speak of; all else is passed over unread."""
    found = defaultdict[int, list[EntryNote]](list)
    for one in remarks(games.log.entries_of(line, (NoteAdded,), after, upto)):
        found[one.about].append(one)
    return found
