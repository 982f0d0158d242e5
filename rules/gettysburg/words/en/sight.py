"""What the board and the tables read say, in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say
from rules.gettysburg import clock


def _title(_say: Say, of: tuple[Of, ...]) -> str:
    battle, turn, active, phase, *commands = of
    states = ", ".join(f"{side} {state}" for side, state in zip(commands[::2], commands[1::2], strict=True))
    return f"{battle}: {clock.said(int(turn))}, {active} {phase}" + (f" ({states})" if states else "")


def _differential(_say: Say, of: tuple[Of, ...]) -> str:
    column, reckoned = map(int, of)
    held = f", held from {reckoned:+}" if column != reckoned else ""
    return f"differential {f'{column:+}' if column else '0'}{held}"


REASONS: ReasonTexts = {
    "title of the board": _title,
    "in its HMC": "in {0}",
    "due there": lambda _say, of: f"{clock.said(int(of[0]))} at {of[1]}",
    "declared on": "{0} on {1}",
    "support": "support {0}",
    "came of it": "{0} ({1})",
    "artillery units": lambda _say, of: f"{of[0]} artillery unit{'' if of[0] == 1 else 's'}",
    "differential": _differential,
    "Army Marker": "Army Marker of the {0} side",
}
