"""Lengths, angles, points and steps of a move as people type them: decimals of a table unit and of a degree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from domain.tabletop.angles import TURN, Point
from domain.tabletop.measure import Pose

LONGEST = 1_000_000  # milli-units: no table is a thousand units wide
_DECIMAL = re.compile(r"(-?)(\d{1,6})(?:\.(\d{1,3}))?", re.ASCII)

# What follows each verb: an angle, a length, or a point's two coordinates.
VERBS: dict[str, str] = {
    "ahead": "l",
    "back": "l",
    "left": "l",
    "right": "l",
    "oblique-left": "al",
    "oblique-right": "al",
    "wheel-left": "a",
    "wheel-right": "a",
    "back-wheel-left": "a",
    "back-wheel-right": "a",
    "toward": "al",
    "to": "ll",
    "face": "a",
    "about": "",
}


class StepText(NamedTuple):
    """One piece of a move; `angle` in hundredths of a degree, `length` in milli-units, `point` for `to` only."""

    verb: str
    angle: int = 0
    length: int = 0
    point: Point | None = None


def decimal(text: str, places: int) -> int:
    """`2.5` with 3 places is 2500; ValueError for anything else, or for more places than there are."""
    found = _DECIMAL.fullmatch(text)
    if found is None or len(found[3] or "") > places:
        raise ValueError(f"{text!r} is no number with at most {places} decimals")
    value = int(found[2] + (found[3] or "").ljust(places, "0"))
    return -value if found[1] else value


def length(text: str) -> int:
    """Table units in thousandths."""
    value = decimal(text, 3)
    if abs(value) > LONGEST:
        raise ValueError(f"{text} is longer than any table")
    return value


def angle(text: str) -> int:
    """Degrees in hundredths."""
    value = decimal(text, 2)
    if abs(value) > TURN:
        raise ValueError(f"{text} degrees is more than once round")
    return value


def point(text: str) -> Point:
    """`21:4.5`: so far east, so far north."""
    x, found, y = text.partition(":")
    if not found:
        raise ValueError(f"{text!r} is no point; write it as east:north, such as 12:7.5")
    return Point(length(x), length(y))


def points(texts: Iterable[str]) -> tuple[Point, ...]:
    return tuple(point(text) for text in texts)


def pose(at: str, heading: str) -> Pose:
    """The middle of a front, and where it looks."""
    x, y = point(at)
    return Pose(x=x, y=y, heading=angle(heading) % TURN)


def step(text: str) -> StepText:
    """`ahead:2.5`, `wheel-left:30`, `oblique-right:45:1.2`, `toward:180:3`, `to:12:7.5`, `face:90`, `about`."""
    verb, *rest = text.split(":")
    if verb not in VERBS:
        raise ValueError(f"{verb!r} is no step of a move; there are {', '.join(VERBS)}")
    kinds = VERBS[verb]
    if len(rest) != len(kinds):
        raise ValueError(f"{text!r}: after {verb} {_expected(kinds)}")
    if verb == "to":
        return StepText(verb, point=point(":".join(rest)))
    said = dict(zip(kinds, rest, strict=True))
    found = StepText(verb, angle(said.get("a", "0")), length(said.get("l", "0")))
    if found.angle < 0 or found.length < 0:
        raise ValueError(f"{text!r}: a step is counted from 0 up; the verb says which way")
    return found


def steps(texts: Iterable[str]) -> tuple[StepText, ...]:
    return tuple(step(text) for text in texts)


SAID = {"forward": "ahead", "advance": "ahead", "straight": "ahead", "backward": "back", "backwards": "back"}
HANDED = ("wheel", "oblique", "back-wheel")  # said with the hand after them


def spoken(texts: Iterable[str]) -> tuple[str, ...]:
    """Steps as people say them, `forward 6 wheel right 30`, as they are written; what is written so already stays."""
    words, found = [text.casefold() for text in texts if text], []
    while words:
        word = words.pop(0)
        if ":" in word:
            found.append(word)
            continue
        verb = SAID.get(word, word)
        if verb in HANDED:
            verb = f"{verb}-{words.pop(0) if words else ''}"
        if verb not in VERBS:
            raise ValueError(f"{verb!r} is no step of a move; there are {', '.join(VERBS)}")
        count = len(VERBS[verb])
        said, words = words[:count], words[count:]
        found.append(":".join((verb, *said)))
    return tuple(found)


def _expected(kinds: str) -> str:
    said = " and ".join({"a": "an angle in degrees", "l": "a length"}[kind] for kind in kinds)
    return f"stand {said}, parted by colons" if kinds else "nothing stands"


def length_text(value: int) -> str:
    """2500 as 2.5."""
    return _text(value, 3)


def angle_text(value: int) -> str:
    """3050 as 30.5."""
    return _text(value, 2)


def point_text(at: Point) -> str:
    return f"{length_text(at.x)}:{length_text(at.y)}"


def _text(value: int, places: int) -> str:
    whole, rest = divmod(abs(value), 10**places)
    decimals = f"{rest:0{places}}".rstrip("0")
    return f"{'-' if value < 0 else ''}{whole}{'.' if decimals else ''}{decimals}"
