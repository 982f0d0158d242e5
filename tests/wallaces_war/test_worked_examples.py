"""The worked examples of the rules reference are all among the cases: the booklet's own (E) and ours (X)."""

from __future__ import annotations

import pytest

from tests.shipped import RULES

CASES = sorted((RULES.parent / "fixtures" / "wallaces_war" / "cases").glob("*.toml"))


@pytest.mark.parametrize(("letter", "last"), [("e", 8), ("x", 17)])
def test_every_worked_example_has_its_case(letter: str, last: int) -> None:
    numbers = {int(path.stem[1:].partition("-")[0]) for path in CASES if path.stem[0] == letter}
    assert numbers == set(range(1, last + 1))
