"""What each reading of a disputed rule comes to in a small position: worked out by hand, letter by letter."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from domain.kernel.reasons import Modifier
from rules.black_powder.rulings import READINGS
from tests.black_powder.test_readings_of_fighting import OUTCOMES

# By dispute, what the readings A, B, … of it give; the positions stand with OUTCOMES.
EXPECTED: dict[str, tuple[Any, ...]] = {
    "D1": ([True, True, False, False], [False, True, False, False], [False, False, True, True],
           [True, True, False, True]),
    "D3": (True, False),
    "D11": ("destroyed", "gone"),
    "D12": (True, False),
    "D15": (Fraction(491, 1350), Fraction(3, 8)),
    "D16": ([], ["right"]),
    "D18": (4, 3),
    "D19": (8, 7),
    "D20": (True, False),
    "D22": (0, 1),
    "D23": (-2, 0),
    "D24": (0, 1),
    "D25": (1, 0),
    "D27": (0, 1),
    "D28": (["ResumeTests"], []),
    "D30": ("hand-to-hand", "shooting"),
    "D31": (3, 2),
    "D32": (True, False),
    "D34": (False, True),
    "D35": (True, False),
    "D38": (-1, 0),
    "D39": (3, 7),
    "D40": (0, 1),
    "D41": (("table", ["r"]), ("table", [])),
    "D42": (("table", []), ("destroyed", [])),
    "D43": ("hand-to-hand", "shooting"),
    "D44": (-1, 0),
    "D45": (None, "skirmish"),
    "D46": (7, 5),
    "D49": (2, 3),
    "D50": (Modifier(-2, "lances", "BP.sr.Lanc"), None),
    "D51": (True, False),
    "D52": (0, 1),
    "D54": (2, 1),
    "D56": (True, False),
    "D57": ("out", "contained", "burns on"),
    "D58": (0, 1),
    "D60": (0, -1),
    "D61": (True, False),
    "D62": ([()], [("r",)]),
    "D63": ([0, 1, 1], [0, 1, 0], [1, 1, 1]),
    "D71": (False, True),
    "D72": ([True, False], [True, True], [False, False], [False, True]),
    "D73": (True, False),
    "D74": (True, False),
    "D75": (-1, 0),
    "D76": (True, False),
}  # fmt: skip


@pytest.mark.parametrize("dispute", EXPECTED)
def test_what_each_letter_comes_to(dispute: str) -> None:
    letters = READINGS[dispute].letters
    assert tuple(OUTCOMES[dispute]({dispute: letter}) for letter in letters) == EXPECTED[dispute]


def test_d21_guns_choose_beyond_half_their_range_or_never() -> None:
    free, bound = (OUTCOMES["D21"]({"D21": letter}) for letter in "AB")
    assert free == "r"
    assert bound.startswith("[BP.gun.3]")


def test_every_dispute_of_fighting_is_here() -> None:
    assert {*EXPECTED, "D21"} == set(OUTCOMES)
