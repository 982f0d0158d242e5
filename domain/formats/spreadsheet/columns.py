"""Which column of a spreadsheet is which: by its usual names in any case, or as the user says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from domain.kernel.errors import BadInput
from domain.words.scan import nearest, short

USUAL: Mapping[str, tuple[str, ...]] = {
    "turn": ("turn", "round", "game turn", "turn no", "turn number"),
    "phase": ("phase", "segment", "impulse"),
    "side": ("side", "army", "force", "faction", "nation"),
    "player": ("player", "players", "played by"),
    "unit": ("unit", "piece", "counter", "unit id", "piece id", "id"),
    "name": ("name", "unit name", "piece name"),
    "kind": ("kind", "type", "unit type"),
    "from": ("from", "start", "from hex", "origin"),
    "to": ("to", "hex", "to hex", "destination", "target hex", "place", "location"),
    "via": ("via", "path", "route", "through"),
    "dice": ("dice", "roll", "rolls", "die roll", "dice roll", "faces", "result"),
    "sides": ("sides", "die", "die type", "dice type"),
    "why": ("why", "purpose", "reason", "roll for"),
    "strength": ("strength", "str", "steps", "sp"),
    "loss": ("loss", "losses", "casualties", "hits", "step losses"),
    "points": ("points", "vp", "vps", "victory points", "score"),
    "deck": ("deck", "pile"),
    "card": ("card", "card drawn"),
    "note": ("note", "notes", "comment", "comments", "remark", "remarks"),
    "order": ("order", "orders", "command"),
}
VAGUE = "result"  # a header over dice in one sheet, over words in the next
_ODD = re.compile(r"[\W_]+")


def folded(header: str) -> str:
    return _ODD.sub(" ", header.casefold()).strip()


def recognised(header: Sequence[str]) -> dict[str, int]:
    """Our name for a column, and its place; the more usual of two names wins, the other column stays unknown."""
    places: dict[str, int] = {}
    for place, cell in enumerate(header):
        places.setdefault(folded(cell), place)
    found = ((ours, next((places[name] for name in usual if name in places), None)) for ours, usual in USUAL.items())
    return {ours: place for ours, place in found if place is not None}


def columns_of(header: Sequence[str], said: Mapping[str, str] | None) -> dict[str, int]:
    """All columns that mean something; what the user says goes before what we would guess."""
    chosen = {ours: _chosen(header, ours, theirs) for ours, theirs in (said or {}).items()}
    twice = [header[place] for place in chosen.values() if list(chosen.values()).count(place) > 1]
    if twice:
        raise BadInput(f"the column {short(twice[0])} cannot be two things; name each column once")
    guessed = recognised([("" if place in chosen.values() else cell) for place, cell in enumerate(header)])
    columns = {**{ours: place for ours, place in guessed.items() if ours not in chosen}, **chosen}
    if not columns:
        there = ", ".join(short(cell) for cell in header[:20] if cell)
        raise BadInput(
            f"no column of this file is known by its header ({there}); the first row must hold the headers, such as "
            f"unit, from, to, dice, turn; or say which is which: --column unit=HEADER"
        )
    return columns


def _chosen(header: Sequence[str], ours: str, theirs: str) -> int:
    if ours not in USUAL:
        raise BadInput(f"there is no column {short(ours)} to name{nearest(ours, USUAL)}")
    exact = [place for place, cell in enumerate(header) if cell == theirs.strip()]
    loose = [place for place, cell in enumerate(header) if folded(cell) == folded(theirs) and folded(cell)]
    found = exact or loose
    if not found:
        raise BadInput(
            f"{ours} is to be the column {short(theirs)}, but there is none{nearest(theirs, filter(None, header))}"
        )
    if len(found) > 1:
        raise BadInput(f"{ours} is to be the column {short(theirs)}, but {len(found)} columns are called so")
    return found[0]
