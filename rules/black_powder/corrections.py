"""Changes of our own behaviour since games were first recorded: who played without one is audited without it."""

from __future__ import annotations

from domain.kernel.chapter import Correction
from domain.kernel.core import HasCore

GROUND, FIRE_IN_FRONT, COMPANY, FIGURES = 2026111801, 2026111802, 2026111803, 2026111804
CORRECTIONS = (
    Correction(
        GROUND, "BP.ter.2", "who forms up or is put on the table stands on ground that is open to it as it then is"
    ),
    Correction(FIRE_IN_FRONT, "BP.enf.2", "closing fire meets a charger in front, and so never along its line"),
    Correction(COMPANY, "BP.cdm.4", "commanders are left behind, or lead, in buildings and changes of formation too"),
    Correction(FIGURES, "BP.chg.6", "skirmishers measure a charge from any figure, not from a corner alone"),
)


def is_corrected(state: HasCore, number: int) -> bool:
    return number in state.core.corrections
