"""Changes of our own behaviour since games were first recorded: who played without one is audited without it."""

from __future__ import annotations

from domain.kernel.chapter import Correction
from domain.kernel.core import HasCore

GROUND, FIRE_IN_FRONT = 2026111801, 2026111802
CORRECTIONS = (
    Correction(
        GROUND, "BP.ter.2", "who forms up or is put on the table stands on ground that is open to it as it then is"
    ),
    Correction(FIRE_IN_FRONT, "BP.enf.2", "closing fire meets a charger in front, and so never along its line"),
)


def is_corrected(state: HasCore, number: int) -> bool:
    return number in state.core.corrections
