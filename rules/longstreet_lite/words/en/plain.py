"""How English puts a sentence together: what a reason speaks of by name, in base widths, as typed, or as a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.reasons import Of, Reason
from domain.kernel.say import Say, Template
from domain.tabletop.lengths import angle_text, length_text
from domain.words.templates import Ways, fields


def turned(turn: int) -> str:
    """A fire zone, by whole degrees, right above zero."""
    return f"turned {abs(turn)}° to the {'right' if turn > 0 else 'left'}" if turn else "straight ahead"


WAYS = Ways(
    {
        "bw": lambda _say, one: length_text(int(one)),
        "degrees": lambda _say, one: angle_text(int(one)),
        "typed": lambda _say, one: repr(one),
        "turned": lambda _say, one: turned(int(one)),
    }
)
said = WAYS.said


def nested(template: str) -> Template:
    """A reason inside a reason: {why} is told from its key, which comes after what the template speaks of itself."""
    first = len(fields(template) - {"why"})

    def tell(say: Say, of: tuple[Of, ...]) -> str:
        why = say.reason(Reason(str(of[first]), "", of[first + 1 :]))
        return WAYS.filled(template, say, of[:first], why=why)

    return tell


def faulty(say: Say, of: Sequence[Of]) -> Iterator[tuple[str, str]]:
    """Reasons one after the other, told and with their rules: a key, a rule, and numbers."""
    starts = [place for place, one in enumerate(of) if isinstance(one, str)][::2]
    for start, end in zip(starts, [*starts[1:], len(of)], strict=True):
        key, cite, *numbers = of[start:end]
        yield say.reason(Reason(str(key), "", tuple(numbers))), str(cite)
