"""The words of a board, whichever way it is drawn: who stands where, in lines of plain text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count

import msgspec

from domain.kernel.board import Board, Counter, Label, Spot
from domain.kernel.reasons import Reason
from domain.words.looking import state_of
from domain.words.phrases import later, phrase
from domain.words.phrases import word as told

MOST_EMPTY = 12
HALF = "+"  # before the id of the second half of a counter that covers two hexes
OFF = later("off the board")
BRACKETS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\]|[(\[].*$)")  # also one that never closes
ODD = re.compile(r"[()\[\]]")
LOOSE = " ,;:.-&/+(["  # what a cut name does not end with
LONGEST_NAME = 200  # letters that are looked at: no card has room for more
SHORTEST_NAME = 4  # letters: a shorter one is cut within a word instead

Standing = Mapping[str, Sequence[Counter]]


def plain(text: str) -> str:
    """One line without control characters: names come from people and files."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(c if c.isprintable() else " " for c in line)


def spoken(word: Label) -> str:
    """A word of the data as people read it: `heavy_woods` is heavy woods, in the language spoken."""
    as_stored = told(word)
    return plain(as_stored) if isinstance(word, Reason) or as_stored != word else told(unlined(word))


def unlined(word: str) -> str:
    """The same as it stands in the data, to be compared with other words."""
    return plain(word.replace("_", " "))


def shortened(text: str, most: int) -> str:
    line = plain(text)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def cut_name(name: str, fits: Callable[[str], bool]) -> str:
    """A name that fits: without what stands in brackets, then without its last words, at last without its letters."""
    whole = plain(name[:LONGEST_NAME])
    bare = plain(ODD.sub(" ", BRACKETS.sub(" ", whole))) or plain(ODD.sub(" ", whole)) or whole
    words = bare.split(" ")
    shorter = (" ".join(words[:count]).rstrip(LOOSE) + "…" for count in range(len(words) - 1, 0, -1))
    letters = (bare[:count].rstrip(LOOSE) + "…" for count in range(len(bare) - 1, 0, -1))
    found = next(filter(fits, (whole, bare, *shorter)), "")
    return found if len(found) > SHORTEST_NAME or found in (whole, bare) else next(filter(fits, letters), "…")


def folded(text: str, width: int, indent: str = "    ") -> list[str]:
    """Between words only: an id such as steady-boys must be typed whole."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)


def standing(counters: Iterable[Counter]) -> dict[str, list[Counter]]:
    """The counters of each place, the top one first; one on two hexes stands in the second by its other half."""
    found: dict[str, list[Counter]] = {}
    wide: list[Counter] = []
    for counter in counters:
        found.setdefault(counter.at, []).append(counter)
        if counter.also:
            wide.append(counter)
    for counter in wide:
        here = found.setdefault(counter.also, [])
        here.append(other_half(counter, {each.stack for each in here}))
    for here in found.values():
        here.sort(key=lambda counter: counter.stack)
    return found


def other_half(counter: Counter, taken: Collection[int] = ()) -> Counter:
    """What of it lies in its second hex: the arm and the front, in the place that the others there leave free."""
    free = next(depth for depth in count() if depth not in taken)
    return msgspec.structs.replace(
        counter, id=HALF + counter.id, at=counter.also, also=counter.at, stack=free, marks=(), ratings="", strength=None
    )


def is_half(counter: Counter) -> bool:
    return bool(counter.also) and counter.id.startswith(HALF)


def grounds(spot: Spot) -> tuple[str, ...]:
    """All terrain of a spot, each word once."""
    return tuple(dict.fromkeys(word for word in (spot.terrain, *spot.tags) if word))


def table(board: Board, at: Standing, width: int) -> Iterator[str]:
    named = [spot.name for spot in board.spots]
    known = set(named)
    for place in [*named, *(place for place in at if place and place not in known)]:
        here = [counter for counter in at.get(place, ()) if not is_half(counter)]
        if here:
            yield from folded(phrase("{0}: {1}", told(plain(place)), _pieces(here)), width)
    if "" in at:
        yield from folded(phrase("{0}: {1}", phrase(OFF), _pieces(at[""])), width)
    empty = [] if board.cells else [plain(name) for name in named if name not in at]
    if empty:
        rest = phrase(" and {0} more", len(empty) - MOST_EMPTY) if len(empty) > MOST_EMPTY else ""
        yield from folded(phrase("empty: {0}", ", ".join(empty[:MOST_EMPTY])) + rest, width)


def _pieces(counters: Iterable[Counter]) -> str:
    sides: dict[str, list[str]] = {}
    for counter in counters:
        sides.setdefault(counter.side, []).append(piece(counter))
    return " | ".join(phrase("{0}: {1}", side_of(side), phrase("; ").join(pieces)) for side, pieces in sides.items())


def side_of(side: str) -> str:
    return told(plain(side)) or phrase("no side")


def state_words(counter: Counter, marks: Iterable[str]) -> list[str]:
    """Its state and these marks, each once."""
    said = plain(state_of(counter))
    return [said, *(mark for mark in map(mark_words, marks) if mark not in said)]


def counted(mark: str) -> tuple[str, str]:
    """A mark and what it counts to, if it does: `casualties:3`."""
    what, colon, number = mark.rpartition(":")
    return (what, number) if colon and what and number.isdecimal() else (mark, "")


def mark_words(mark: str) -> str:
    what, number = counted(mark)
    return f"{spoken(what)} {number}" if number else spoken(mark)


def piece(counter: Counter) -> str:
    """The name, the id that orders use where it is another, and in brackets what the counter shows."""
    name, known_as = plain(counter.name), plain(counter.id)
    if counter.hidden:
        return f"? [{known_as}]"
    strength = "" if counter.strength is None else str(counter.strength)
    state = state_words(counter, counter.marks)
    also = phrase("also in {0}", told(plain(counter.also))) if counter.also else ""
    said = ", ".join(part for part in (strength, plain(counter.ratings), *state, also) if part)
    return name + (f" [{known_as}]" if known_as != name else "") + (f" ({said})" if said else "")


def letters(sides: Sequence[str]) -> dict[str, str]:
    """A capital for each side, of its own name if none had it before."""
    found: dict[str, str] = {}
    for side in sides:
        wanted = [letter for letter in side.upper() if letter.isalpha() and letter.isascii()]
        free = [letter for letter in [*wanted, *"XYZQWVUK"] if letter not in found.values()]
        found[side] = free[0] if free else "?"
    return found
