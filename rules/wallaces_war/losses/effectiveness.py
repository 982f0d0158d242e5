"""To be written."""

from __future__ import annotations

from domain.kernel.chapter import Chapter
from rules.wallaces_war.losses.facts import FACTS
from rules.wallaces_war.state import State

CHAPTER = Chapter[State](facts=FACTS)
