"""Every illegal order, example and dispute of the rules reference is cited by a test that tries it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LISTS = ("test_numbers.py", "test_rulings.py")  # these name whole ranges and try nothing
NUMBERS = {
    "L": [f"L{number}" for number in range(1, 77)],  # orders that must be refused
    "E": [f"E{number}" for number in range(1, 11)],  # examples of the rulebook
    "X": [f"X{number}" for number in range(1, 17)],  # worked examples
    "D": [f"D{number:02}" for number in range(1, 97)],  # disputes
}
TESTS = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py") if path.name not in LISTS)


def is_cited(number: str, text: str) -> bool:
    """In capitals anywhere, or in the name of a test."""
    named = re.search(rf"def test_\w*(?<![a-z\d]){number.lower()}_", text)
    return bool(named or re.search(rf"(?<![\w-]){number}(?!\w)", text))


@pytest.mark.parametrize("letter", NUMBERS)
def test_every_number_is_cited_by_a_test(letter: str) -> None:
    assert [number for number in NUMBERS[letter] if not is_cited(number, TESTS)] == []


@pytest.mark.parametrize("text", ["def test_l7_no_horses() -> None:", '"""L7, with a road"""', 'id="L7 rough"'])
def test_a_number_is_found_in_names_and_texts(text: str) -> None:
    assert is_cited("L7", text)
    assert not is_cited("L70", text)
    assert not is_cited("L1", text)
