"""What arm a counter is, as far as its symbol, prototypes, marks and tray say so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from domain.formats.vmod.slots import SlotKnown

_ARMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for kind, words in (
        ("artillery", r"artillery|arty|art|gun|guns|battery|cannon|howitzers?"),
        ("cavalry", r"cavalry|cav|hussars?|dragoons?|lancers?|cuirassiers?|horse"),
        ("armour", r"armou?r|arm|tanks?|panzer|pz"),
        ("infantry", r"infantry|inf|infanterie|rifles?|foot|brigade|militia"),
        ("leader", r"leaders?|generals?|commander|hq|headquarters"),
        ("train", r"supply|train|depot|wagons?"),
        ("air", r"air|aircraft|fighters?|bombers?"),
        ("naval", r"naval|ships?|fleet|gunboats?"),
        ("fort", r"forts?|fortifications?|fortress|entrenchments?"),
        ("marker", r"markers?|status|control|track"),
    )
)
_MARKS = ("type", "unit type", "unittype", "kind", "arm", "class", "branch")


def kind_of_counter(slot: SlotKnown | None, symbols: Mapping[str, str]) -> str:
    """The first arm that anything speaks of; empty if nothing does."""
    for text in _words(slot, symbols):
        for kind, pattern in _ARMS:
            if pattern.search(text.replace("_", " ")):
                return kind
    return ""


def _words(slot: SlotKnown | None, symbols: Mapping[str, str]) -> Iterator[str]:
    if slot is None:
        return
    if slot.image in symbols:
        yield symbols[slot.image]
    yield from (value for key, value in slot.marks.items() if key.casefold() in _MARKS)
    yield from slot.prototypes
    yield from reversed(slot.tray)
    yield slot.name
