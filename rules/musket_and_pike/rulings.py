"""Disputed and optional rules as switches: which there are says rulings.toml, their words stand in the books."""

from __future__ import annotations

from rules.texts import is_on as is_on
from rules.texts import reading_among, rulings_of

READINGS, SETTLED, OPTIONS = rulings_of("musket_and_pike")
reading = reading_among(READINGS)
