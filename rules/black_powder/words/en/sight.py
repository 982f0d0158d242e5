"""The table in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say


def _title(say: Say, of: tuple[Of, ...]) -> str:
    title, turn, active, phase = of
    return f"{title}, turn {turn}: {say.term(active)}, {phase}"


REASONS: ReasonTexts = {
    "title of the board": _title,
    "casualties of stamina": "{0} of {1}",
    "joined to": "with {0:name}",
    "brigade is broken": "{0} is broken",
    "brigade is to come": "{0} is still to come",
}
