"""Changes of our own behaviour since games were first recorded: who played without one is audited without it."""

from __future__ import annotations

from domain.kernel.chapter import Correction
from domain.kernel.core import HasCore

MARKERS, NOTED, FELLOWS, BEREFT, ZERO_CHIT = 2026111801, 2026111802, 2026111803, 2026111804, 2026111805
CORRECTIONS = (
    Correction(MARKERS, "11.2.1c", "a charge that is not made, or that another forestalls, leaves no marker behind"),
    Correction(NOTED, "10.3/S7", "losses noted beside a stack that has fled do not fall on who took its hex"),
    Correction(FELLOWS, "8.2g", "nobody extends a charge or rushes on under a shaken fellow"),
    Correction(BEREFT, "10.3/S9c", "who loses his fellow by rout, and not by step losses, is not driven back for it"),
    Correction(ZERO_CHIT, "4.5", "with a 0 chit only units in an enemy ZOC start a melee on foot"),
)


def is_corrected(state: HasCore, number: int) -> bool:
    return number in state.core.corrections
