"""What is said of an entry that stands in another's place."""

from __future__ import annotations

import pytest

from domain.log.tampering import misplaced


@pytest.mark.parametrize(
    ("number", "following", "said"),
    [
        (7, (6, 5, 8), "stands further down, and entry 7 in its place: they are out of order"),
        (4, (6, 7), "should come next, but there stands entry 4 once more: it was put in"),
        (7, (8, 9), "is missing; the next one there is 7"),
    ],
)
def test_where_entry_5_should_stand(number: int, following: tuple[int, ...], said: str) -> None:
    assert misplaced(5, number, iter(following)) == said
