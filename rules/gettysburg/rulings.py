"""Disputed and optional rules as switches: which there are says rulings.toml, their words stand in the books."""

from __future__ import annotations

from domain.kernel.core import HasCore
from rules.texts import reading_among, rulings_of

READINGS, SETTLED, OPTIONS = rulings_of("gettysburg")
FULL: tuple[str, ...] = tuple(option for option in OPTIONS if option not in ("restricted_start", "return_to_map"))
reading = reading_among(READINGS)
_NEEDS = {name: option.needs or name for name, option in OPTIONS.items()}


def is_on(state: HasCore, option: str) -> bool:
    """Whether an optional rule is played, and with it the one it needs."""
    options = state.core.options
    return option in options and _NEEDS[option] in options
