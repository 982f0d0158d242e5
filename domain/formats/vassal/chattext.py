"""The chat window saved as text: a game without moves, told as talk, dice and turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from domain.formats.vassal.chat import ChatLine, read_line
from domain.formats.vassal.privacy import People
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput

MOST_LINES = 500_000
ORIGIN = "VASSAL chat"
_BEGINS = re.compile(rb"\s*(?:<[^<>\r\n]{1,80}> - |&lt;|\*{1,3}\s?\S|- \S)")


def is_chat(head: bytes) -> bool:
    """Whether a text that begins so is a chat window: a player says something, or the program reports it."""
    return _BEGINS.match(head) is not None


def read_chat(text: str, *, players: Sequence[str] = (), name: str = "") -> h.Story:
    """One step for each line; players are called Player 1, Player 2 …"""
    lines = text.splitlines() if max(text.count("\n"), text.count("\r")) <= MOST_LINES else None
    if lines is None or len(lines) > MOST_LINES:
        raise BadInput(f"this text has more than {MOST_LINES:,} lines; no evening's talk is that long")
    told = [(number, read_line(line)) for number, line in enumerate(lines, 1) if line.strip()]
    people = People((), players)
    for _, line in told:
        people.meet(name=line.who)
    steps = [h.Stride(place=f"line {number}", happenings=tuple(_happenings(people, line))) for number, line in told]
    kinds = [line.kind for _, line in told]
    return h.Story(
        title=people.label(name) or ORIGIN, name=people.label(name), origin=ORIGIN, sides=people.sides,
        players=people.players, steps=tuple(steps),
        counts={"lines": len(told), "dice": kinds.count("dice"), "moves told in words": kinds.count("move")},
    )  # fmt: skip


def _happenings(people: People, line: ChatLine) -> Iterator[h.Happening]:
    by = people.by(people.meet(name=line.who))
    text = people.scrub(line.text)
    if line.dice is not None:
        dice = line.dice
        yield h.Rolled(
            faces=dice.faces,
            sides=dice.sides,
            why=people.scrub(dice.name),
            total=dice.total,
            guessed=dice.guessed,
            by=by,
        )
    elif line.kind == "turn":
        yield h.PhaseTold(phase=text, turn=line.turn, by=by)
    elif text:
        yield h.Said(text=text, typed=line.kind == "talk", by=by)
