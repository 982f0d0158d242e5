"""An order at the wrong moment is told with whose it is, what is awaited, and what can be ordered instead."""

from __future__ import annotations

import pytest

from domain.kernel.reasons import Reason
from domain.kernel.say import Say, Words
from domain.words.gate import refusals

SAY = Say(
    Words(refusals(now=", in the {0} phase", of="the {0} phase"), {}, {}, {}, {"red": "the rebels", "blue": "the king"})
)


@pytest.mark.parametrize(
    ("key", "of", "told"),
    [
        ("not asked", ("red", "Reroll", "Decline"), "it is for the rebels to act now (Reroll or Decline)"),
        ("must wait", ("MoveUnit", "blue", "Decline"), "MoveUnit must wait: first the king gives Decline"),
        ("not your turn", ("melee", "red"), "it is for the rebels to act now, in the melee phase"),
        ("not your turn", ("melee", "red", "blue"), "it is for the rebels and the king to act now, in the melee phase"),
        ("not your turn", ("melee", ""), "it is for nobody to act now, in the melee phase"),
        (
            "no order of this phase",
            ("MoveUnit", "melee", "EndMelee", "Strike"),
            "MoveUnit is no order of the melee phase; there: Strike, EndMelee",
        ),
    ],
)
def test_what_the_gate_refuses(key: str, of: tuple[str, ...], told: str) -> None:
    assert SAY.reason(Reason(key, "1.1", of)) == told
