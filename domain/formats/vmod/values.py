"""Values of attributes: numbers may be empty or not numeric, and then count as left out."""

from __future__ import annotations

import math

from domain.formats.vmod.buildfile import ModulePart
from domain.words.scan import whole

_MOST = 1 << 31


def number(part: ModulePart, name: str, default: int) -> int:
    found = whole(part.get(name).strip())
    return found if found is not None and abs(found) < _MOST else default


def fraction(part: ModulePart, name: str, default: float) -> float:
    try:
        found = float(part.get(name))
    except ValueError:
        return default
    return found if math.isfinite(found) and abs(found) < _MOST else default


def is_on(part: ModulePart, name: str, default: bool = False) -> bool:
    return part.get(name, str(default)).strip().casefold() == "true"
