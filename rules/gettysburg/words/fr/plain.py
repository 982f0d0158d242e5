"""Ce dont les phrases de plusieurs chapitres sont faites ; le reste est de toutes les langues."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of
from domain.kernel.say import Say, Template
from rules.gettysburg import clock
from rules.gettysburg.words.en.plain import in_points


def points(halves: int) -> str:
    """Des points de mouvement, comptés par demis."""
    return f"{in_points(halves)} PM"


def said(turn: int) -> str:
    """Le jour de juillet 1863 et le tour."""
    day = clock.day(turn)
    night = " (nuit)" if clock.is_night(turn) else ""
    return f"{'1er' if day == 1 else day} juillet, tour {clock.hour(turn)}{night}"


def de(name: str) -> str:
    """D’Archer, de Davis ; de U-1 aussi, qui s’épelle."""
    return f"d’{name}" if name[:1] in tuple("AEIO") else f"de {name}"


def several(number: int, thing: str) -> str:
    """1 chance, 2 chances."""
    return f"{number} {thing}{'s' if number > 1 else ''}"


def joined(say: Say, units: Iterable[Of]) -> str:
    """Archer, Davis et Pettigrew."""
    named = [say.unit(unit) for unit in units]
    return " et ".join([", ".join(named[:-1]), *named[-1:]] if len(named) > 1 else named)


def of_unit(text: str) -> Template:
    """Un test, et de qui, quand on le dit."""
    return lambda say, of: f"{text} : {say.name(of[0])}" if of else text
