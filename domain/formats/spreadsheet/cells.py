"""What stands in a cell: numbers, turns, ways and dice as people type them; a formula is never worked out."""

from __future__ import annotations

import re
from typing import NamedTuple

from domain.kernel.chance import MAX_SIDES
from domain.words.scan import short

MOST = 1_000_000_000
MAX_DICE = 1000
USUAL_DICE = (6, 8, 10, 12, 20, 100, 1000, MAX_SIDES)
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:[.,]0{1,2})?", re.ASCII)  # three noughts may be a thousand
_PLAIN = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)*", re.ASCII)
_TURN = re.compile(r"(?:turn|round|t|gt)?[ .#]*([0-9]{1,9})(?:[.]0+)?", re.ASCII | re.IGNORECASE)
_KIND = re.compile(r"([0-9]{0,4})[ ]*d[ ]*([0-9]{1,5})", re.ASCII | re.IGNORECASE)
_SIDES = re.compile(r"([0-9]{1,5})", re.ASCII)
_DICE = re.compile(
    r"(?:(?P<count>[0-9]{0,4}) ?d ?(?P<sides>[0-9]{1,5})(?: ?[:=]|(?=[ \[(])))? ?"
    r"[\[(]? ?(?P<faces>-?[0-9]{1,6}(?:(?: ?[,;+/|&] ?| )-?[0-9]{1,6})*+) ?[\])]?(?: ?= ?(?P<total>[0-9]{1,9}))?",
    re.ASCII | re.IGNORECASE,
)
_STEPS = re.compile(r" ?(?:->|=>|[,;>→|]) ?")
_EMPTY = frozenset({"-", "–", "—", "--"})


class BadCell(Exception):
    """A cell that cannot be used: what is wrong, and what to do."""


class DiceCell(NamedTuple):
    faces: tuple[int, ...]
    sides: int
    total: int | None
    guessed: bool


def is_formula(cell: str) -> bool:
    return cell[:1] in ("=", "+", "-", "@") and cell not in _EMPTY and not _PLAIN.fullmatch(cell)


def value(cell: str) -> str:
    """A cell whose content counts; a dash stands for nothing."""
    if cell in _EMPTY:
        return ""
    if is_formula(cell):
        raise BadCell(f"{short(cell)} is a formula, or begins like one; save the sheet with values instead of formulas")
    return cell


def whole_number(cell: str, least: int = -MOST) -> int | None:
    cell = value(cell)
    if not cell:
        return None
    number = int(re.split("[.,]", cell)[0]) if _NUMBER.fullmatch(cell) else None
    if number is None or not least <= number <= MOST:
        raise BadCell(f"a whole number from {least} to {MOST}, without dots or commas, stands here, not {short(cell)}")
    return number


def turn_number(cell: str) -> int | None:
    """`3`, `Turn 3` or `T3`; any other words are not a number but may well be a turn."""
    found = _TURN.fullmatch(cell)
    return int(found[1]) if found else None


def steps(cell: str) -> tuple[str, ...]:
    """`0101, 0102`, `hill > ford`; blanks part only words with digits, as hexes have them."""
    cell = " ".join(value(cell).split())
    found = [step for step in _STEPS.split(cell) if step]
    words = cell.split()
    if len(found) == 1 and all(any(c.isdigit() for c in word) for word in words):
        found = words
    return tuple(found)


def dice_kind(cell: str) -> tuple[int, int] | None:
    """`2d6`, `d10` or just `6`: how many dice, 0 where it does not say, and with how many sides."""
    cell = value(cell)
    if not cell:
        return None
    found = _KIND.fullmatch(cell)
    alone = _SIDES.fullmatch(cell)
    if not found and not alone:
        raise BadCell(f"a kind of dice stands here, such as 6, d6 or 2d6, not {short(cell)}")
    count, sides = (int(found[1] or 1), int(found[2])) if found else (0, int(cell))
    if not 2 <= sides <= MAX_SIDES or count > MAX_DICE:
        raise BadCell(f"dice have from 2 to {MAX_SIDES} sides, and at most {MAX_DICE} are rolled, not {short(cell)}")
    return count, sides


def dice(cell: str, kind: str = "") -> DiceCell | None:
    """`3 5`, `3,5`, `3+5`, `2d6=3,5`, `d10: 7`; one number for several dice is their total, and tells no faces."""
    cell = " ".join(value(cell).split())
    if not cell:
        return None
    found = _DICE.fullmatch(cell)
    if not found:
        raise BadCell(f"dice are written as their faces, such as 3 5 or 2d6=3,5, not as {short(cell)}")
    said = dice_kind(f"{found['count'] or ''}d{found['sides']}" if found["sides"] else kind)
    faces = tuple(int(face) for face in re.findall(r"-?[0-9]+", found["faces"]))
    total = int(found["total"]) if found["total"] else None
    count, sides = said or (0, 0)
    if len(faces) == 1 and count > 1:
        return _total_of(count, sides, faces[0])
    if (count > 1 and len(faces) != count) or len(faces) > MAX_DICE:
        raise BadCell(
            f"{count or MAX_DICE}d{sides or 6} has {count or MAX_DICE} faces, not the {len(faces)} written here"
        )
    return _checked(faces, sides, total)


def _total_of(count: int, sides: int, total: int) -> DiceCell:
    if not count <= total <= count * sides:
        raise BadCell(f"{count}d{sides} make from {count} to {count * sides}, not {total}")
    return DiceCell((), sides, total, False)


def _checked(faces: tuple[int, ...], sides: int, total: int | None) -> DiceCell:
    most = max(faces)
    if not sides and len(faces) == 1 and most > USUAL_DICE[0]:
        # More than a die of six shows, and no kind of dice is named: a sum.
        return DiceCell((), USUAL_DICE[0], most, True)
    known = sides or next((usual for usual in USUAL_DICE if most <= usual), 0)
    wrong = next((face for face in faces if not 1 <= face <= known), None)
    if wrong is not None:
        ten = "; a 0 on a die of ten is written 10" if wrong == 0 else ""
        raise BadCell(f"{wrong} is no face of a die{f' of {known} sides' if known else ''}{ten}")
    if total is not None and total != sum(faces):
        raise BadCell(f"these dice make {sum(faces)}, not {total}; one of the numbers is wrong")
    return DiceCell(faces, known, total, not sides)
