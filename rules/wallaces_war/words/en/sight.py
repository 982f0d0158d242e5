"""What the board says, in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say

VERTICES = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def _title(_say: Say, of: tuple[Of, ...]) -> str:
    battle, turn, phase, active, activated, chit = of
    when = f"turn {turn}, {phase}" if turn else str(phase)
    of_whom = f" ({activated} with a {chit})" if activated else ""
    return f"{battle}: {when}{f' of {active}' if active else ''}{of_whom}"


def _battles(_say: Say, of: tuple[Of, ...]) -> str:
    side, *rest = map(str, of)
    told = ", ".join(f"{name} {standing}" for name, standing in zip(rest[::2], rest[1::2], strict=True))
    return f"{side}: {told}"


REASONS: ReasonTexts = {
    "title of the board": _title,
    "faces": lambda _say, of: f"facing {VERTICES[int(of[0])]}",
    "Battles of a side": _battles,
}
