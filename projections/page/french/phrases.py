"""Ce que la page dit elle-même, en français : la clé est le texte anglais de la page et de ses scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from projections.page.french.live import LIVE
from projections.page.french.replay import REPLAY

NO_BREAK = "\u00a0"
_BEFORE, _AFTER = re.compile(r" (?=[:;!?»])"), re.compile(r"(?<=«) ")


def spaced(text: str) -> str:
    """Une ligne ne commence pas par deux points : les espaces de ponctuation sont insécables."""
    return _AFTER.sub(NO_BREAK, _BEFORE.sub(NO_BREAK, text))


PHRASES: Mapping[str, str] = {english: spaced(french) for english, french in {**REPLAY, **LIVE}.items()}
