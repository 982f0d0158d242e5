"""Changes of our own behaviour since games were first recorded: who played without one is audited without it."""

from __future__ import annotations

from domain.kernel.chapter import Correction

BEATEN_STACKS = 2026111801
CORRECTIONS = (
    Correction(
        BEATEN_STACKS, "11.4.9", "light infantry that goes back with beaten horse does not react to who follows"
    ),
)
