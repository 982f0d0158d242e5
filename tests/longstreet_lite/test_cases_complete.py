"""Section 14 Every worked example stands in fixtures/longstreet_lite/cases, or below with the reason why not."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.shipped import RULES

# X13, the die that breaks a tie (LL.1.dice.7), has no case: no rule of the book and no card of the house decks calls
# for it, so no order shows it; test_examples_cards.py holds it. E8 has a case for bases out of their files; the gap it
# also speaks of is nothing that an order can say, and test_examples_formation.py holds that.
NO_CASE = ("X13",)

CASES = sorted((RULES.parent / "fixtures" / "longstreet_lite" / "cases").glob("*.toml"))
EXAMPLES = [f"E{number}" for number in range(1, 28)] + [f"X{number}" for number in range(1, 14)]


def example_of(stem: str) -> str:
    """`e07-red-card-invokes` is of E7."""
    found = re.match(r"([dex])(\d+)-", stem)
    assert found, f"{stem} names no example and no dispute"
    return f"{found[1].upper()}{int(found[2])}"


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_has_a_case_or_a_reason_why_not(example: str) -> None:
    has_case = example in map(example_of, (path.stem for path in CASES))
    assert has_case is not (example in NO_CASE)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_opens_with_its_example_and_the_rules_it_is_about(path: Path) -> None:
    text = path.read_text("utf-8")
    opening = " ".join(line.removeprefix("# ") for line in text.partition("\nsystem")[0].splitlines())
    assert opening.startswith(f"{example_of(path.stem)} ")
    assert re.search(r"\bLL\.[0-9A-Z]+\.", opening)
    assert tomllib.loads(text)["system"] == "longstreet_lite"


def test_every_case_is_of_an_example_or_of_a_dispute() -> None:
    others = {example_of(path.stem) for path in CASES} - set(EXAMPLES)
    assert others == {"D3", "D7", "D46"}
