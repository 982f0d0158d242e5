"""Dice in chat lines and properties: the forms modules print, and how many sides the dice have."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from domain.words.scan import whole

MOST_DICE = 1_000
_USUAL = (4, 6, 8, 10, 12, 20, 100)  # what dice are guessed to be, from the highest face on


class DiceClaimed(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Dice as a line claims them; without faces only a total was written down."""

    name: str  # of the button, or what the roll was for
    faces: tuple[int, ...]
    sides: int
    total: int | None = None
    guessed: bool = False
    who: str = ""


_NUMBERS = r"-?[0-9]{1,9}(?:[,+\s]{1,3}-?[0-9]{1,9}){0,200}+"
_FORMS = tuple(
    re.compile(form)
    for form in (
        # *** (IFT DR) 6,5 ***   <Alice>      [1 / 4   avg   10.25 (10.25)]
        rf"\*\*\*\s?\((?P<name>[^()]*+)\) (?P<result>{_NUMBERS}) \*\*\*\s*+<(?P<who>[^<>]*+)>",
        # *** 2d6 = 3,5 *** <Red>
        rf"\*\*\*\s?(?P<name>[^=<>]{{1,80}}?) ?= ?\[?(?P<result>{_NUMBERS})\]? ?\*{{0,3}}\s*+<(?P<who>[^<>]*+)>",
        # *** 2d6 = 3,5 ***, from nobody
        rf"\*\*\*\s?(?P<name>[^=<>]{{1,80}}?) ?= ?\[?(?P<result>{_NUMBERS})\]? ?\*{{1,3}}$",
        # * 2d6 = 3,5 * <Red>
        rf"\*{{1,2}}\s?(?P<name>[0-9]{{0,2}}[dD][0-9]{{1,3}}) ?= ?(?P<result>{_NUMBERS}) ?\*{{0,3}}"
        r"\s*+(?:<(?P<who>[^<>]*+)>)?$",
        # * <Red> rolls 2d6: 3,5 *
        rf"\*{{1,3}}\s?<?(?P<who>[^<>*=]{{1,60}}?)>? (?:rolls|rolled) (?:a )?(?P<name>[0-9]*[dD][0-9]+)"
        rf"(?: for [^=:]{{1,60}})? ?(?:[:=]|and gets|->|→) ?\[?(?P<result>{_NUMBERS})\]?(?: ?\*{{0,3}})$",
    )
)
_SIZE = re.compile(r"(?<![0-9A-Za-z])(?P<count>[0-9]{0,3})[dDwW](?P<sides>[0-9]{1,4})(?![0-9A-Za-z])")
_SEPARATORS = re.compile(r"[,+\s]+")


def dice_in(line: str) -> DiceClaimed | None:
    """The dice of a plain chat line, its stars included."""
    if line[:1] != "*" or ("=" not in line and "roll" not in line and "(" not in line):
        return None
    for form in _FORMS:
        found = form.match(line)
        if found:
            who = (found.groupdict().get("who") or "").strip()
            return dice_of(found["name"].strip(), found["result"], who)
    return None


def dice_of(name: str, result: str, who: str = "") -> DiceClaimed | None:
    """Dice from what a button is called and the result it gave: faces with commas, or one total."""
    numbers = [whole(part) for part in _SEPARATORS.split(result.strip("[] "))]
    faces = tuple(number for number in numbers if number is not None)
    if len(faces) != len(numbers) or not 0 < len(faces) <= MOST_DICE:
        return None
    count, sides = _size(name)
    guessed = sides == 0
    sides = sides or next((size for size in _USUAL[1:] if max(faces) <= size), max(faces))
    is_total = len(faces) == 1 and count > 1
    if is_total or not all(1 <= face <= sides for face in faces):  # a face no die has: modifiers are in it
        return DiceClaimed(name=name, faces=(), sides=sides, total=sum(faces), guessed=guessed, who=who)
    return DiceClaimed(name=name, faces=faces, sides=sides, guessed=guessed, who=who)


def called(dice: DiceClaimed, name: str) -> DiceClaimed:
    return msgspec.structs.replace(dice, name=name)


def sized(dice: DiceClaimed, count: int, sides: int) -> DiceClaimed:
    """The same with as many dice, of as many sides, as its button has; if the faces can be those of such dice."""
    if sides < 2 or not all(1 <= face <= sides for face in dice.faces):
        return dice
    if len(dice.faces) == 1 and count > 1:
        return msgspec.structs.replace(dice, faces=(), sides=sides, total=dice.faces[0], guessed=False)
    return msgspec.structs.replace(dice, sides=sides, guessed=False)


def with_total(dice: DiceClaimed, total: int | None) -> DiceClaimed:
    """With the total that a property states, if the faces do not give it."""
    if total is None or (dice.faces and total == sum(dice.faces)):
        return dice
    return msgspec.structs.replace(dice, total=total)


def symbols(button: str, indices: Sequence[int]) -> DiceClaimed | None:
    """Symbolic dice: faces are counted from 0 in the file, and from 1 here."""
    faces = tuple(index + 1 for index in indices)
    if not 0 < len(faces) <= MOST_DICE or min(faces) < 1:
        return None
    sides = next((size for size in _USUAL[1:] if max(faces) <= size), max(faces))
    return DiceClaimed(name=button, faces=faces, sides=sides, guessed=True)


def _size(name: str) -> tuple[int, int]:
    """How many dice of how many sides a name speaks of; 0 where it does not say."""
    found = _SIZE.search(name)
    if found and int(found["sides"]):
        return int(found["count"] or 1), int(found["sides"])
    if name.endswith(" DR") or name == "DR":  # the two dice of Advanced Squad Leader, and its one
        return 2, 6
    return (1, 6) if name.endswith(" dr") or name == "dr" else (0, 0)
