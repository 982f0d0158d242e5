"""Cases for tests: a volley of the toy system, and how a case is begun and decided."""

from __future__ import annotations

import pytest

from domain.cases.adjudication import Adjudication, adjudicate
from domain.cases.case import Begun, begin
from domain.cases.telling import CaseTold, tell_case
from domain.cases.written import read_case
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.packs import Pack
from rules import SYSTEMS
from tests import mill_bridge
from tests.shipped import shipped_packs

KNOWN = {**SYSTEMS, "mill_bridge": mill_bridge.SYSTEM}
VOLLEY = """
system = "mill_bridge"
title = "The volley"
scenario = "bridge"

[position.units]
b1 = { at = 2 }

[[orders]]
by = "blue"
order = "FireVolley unit=b1 target=r1"
dice = [5]
"""

TABLE = """
system = "freeform"
[[pack."scenarios.toml".scenarios]]
key = "mine"
title = "Mine"
sides = ["blue", "red"]
source = "house"
pieces = [{ piece = "guard", side = "blue", at = "hill" }]
[[orders]]
by = "blue"
order = "MovePiece piece=guard to=mill"
"""


def find_pack(system: str, name: str) -> Pack:
    packs = [mill_bridge.PACK] if system == "mill_bridge" else shipped_packs(system)
    found = next((pack for pack in packs if name in ("", pack.name)), None)
    if found is None:
        raise NotFound(f"there is no pack {name!r}")
    return found


def begun(text: str) -> Begun:
    (found,) = begin(read_case(text), KNOWN, find_pack)
    return found


def rows(text: str) -> list[Adjudication]:
    """All rows of a case, decided."""
    return list(map(adjudicate, begin(read_case(text), KNOWN, find_pack)))


def decided(text: str = VOLLEY) -> Adjudication:
    return adjudicate(begun(text))


def told(text: str = VOLLEY) -> CaseTold:
    return tell_case(decided(text), {})


def refused(text: str) -> str:
    with pytest.raises(BadInput) as error:
        decided(text)
    return str(error.value)
