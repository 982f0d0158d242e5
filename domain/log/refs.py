"""How every command names things: GAME, GAME@LINE, GAME@LINE:ENTRY, GAME:ENTRY."""

from __future__ import annotations

import re
from typing import NamedTuple

from domain.kernel.errors import BadInput

MAIN = "main"
_REF = re.compile(r"(?P<game>[^@:]+)(@(?P<line>[^@:]+))?(:(?P<entry>[^@:]+))?")


class Ref(NamedTuple):
    game: str
    line: str = MAIN
    entry: int | None = None

    def __str__(self) -> str:
        line = "" if self.line == MAIN else f"@{self.line}"
        return f"{self.game}{line}" + ("" if self.entry is None else f":{self.entry}")


def parse_ref(text: str) -> Ref:
    found = _REF.fullmatch(text)
    if not found:
        raise BadInput(f"{text!r} names nothing; write GAME, GAME@LINE, GAME:ENTRY or GAME@LINE:ENTRY")
    entry = found["entry"]
    if entry is not None and not (entry.isascii() and entry.isdigit() and int(entry) > 0):
        raise BadInput(f"{entry!r} is not an entry number; entries are counted from 1")
    return Ref(found["game"], found["line"] or MAIN, int(entry) if entry else None)
