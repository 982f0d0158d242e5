"""Dice and cards as people write them: beneath an order, or behind it after a slash."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.formats.transcript.parts import DiceGiven, TextPlace, faces, provenance
from domain.words.scan import Scanner

BEHIND = "behind / stand the dice as they lie, such as / 4 5, or a card: / card NAME"
_SLASH = re.compile(r'"(?:[^"\\]|\\.)*+"|#.*|(?<=\s)/(?=\s|$)')  # quotes and comments are stepped over
_BENEATH = re.compile(
    r"(?P<word>dice|card)(?:\s*+[:=]|(?=\s|#|$))|(?P<count>[0-9]{0,4})d(?P<sides>[0-9]{1,5})(?:\s*+[:=]|(?=\s|#|$))|(?=\[)",
    re.ASCII | re.IGNORECASE,
)


def begins_chances(rest: str) -> re.Match[str] | None:
    """Whether a line is one of dice or cards: `dice 4 5`, `2d6 = 4, 5`, `[4, 5]`, `card NAME`."""
    return _BENEATH.match(rest)


def read_chances(scan: Scanner, line: int, found: re.Match[str]) -> DiceGiven:
    """The rest of such a line, and where it stands."""
    place = TextPlace(line, scan.at + 1)
    scan.at += found.end()
    if (found["word"] or "").lower() == "card":
        values = () if scan.is_done() else (scan.text_item(),)
        source, number = provenance(scan)
        if not values:
            raise scan.fail("name the card")
        return DiceGiven("card", values, source, number, place)
    dice = _faces(scan)
    source, number = provenance(scan)
    if not dice and source == "entered":
        raise scan.fail("write the faces, such as: dice 4 5")
    return DiceGiven("dice", dice, source, number, place, _sides(scan, found, dice))


def _faces(scan: Scanner) -> tuple[int, ...]:
    scan.is_done()
    in_brackets = scan.takes("[")
    found = faces(scan)
    if in_brackets and not scan.takes("]"):
        raise scan.fail("in brackets stand the faces of dice, such as [4, 5]")
    return found


def _sides(scan: Scanner, found: re.Match[str], dice: tuple[int, ...]) -> int | None:
    """`2d6` says how many faces follow: one number may be their total, and a total tells no faces."""
    if found["sides"] is None:
        return None
    count = int(found["count"] or 1)
    if len(dice) != count:
        named = found[0].rstrip(" \t:=")
        raise scan.fail(f"{named} has a face for each of its dice, not {len(dice)}; write the faces, not their total")
    return int(found["sides"])


def slash_at(text: str, start: int = 0) -> int:
    """Where an order ends: at the slash before its dice, else with the text."""
    if "/" not in text:
        return len(text)
    return next((found.start() for found in _SLASH.finditer(text, start) if found[0] == "/"), len(text))


def read_behind(text: str, cut: int, line: int = 0) -> Iterator[DiceGiven]:
    """The dice and cards behind an order; each kind after a slash of its own."""
    scan = Scanner(text, cut)
    while not scan.is_done():
        place = TextPlace(line, scan.at + 1)
        if not scan.takes("/"):
            raise scan.fail(BEHIND)
        if takes_word(scan, "card"):
            yield DiceGiven("card", (scan.text_item(),), "entered", None, place)
            continue
        takes_word(scan, "dice")
        found = faces(scan)
        if not found:
            raise scan.fail(BEHIND)
        yield DiceGiven("dice", found, "entered", None, place)


def takes_word(scan: Scanner, wanted: str) -> bool:
    """Steps over the word, and the blanks around it, if it stands here."""
    scan.is_done()
    start = scan.at
    if scan.word() == wanted:
        scan.is_done()
        return True
    scan.at = start
    return False
