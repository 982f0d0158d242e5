"""Room for labels: what is free is the same, however many ask."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from projections.drawing import labels as table_svg_labels
from projections.drawing.labels import Box, Room

PAGE = Box(0, 0, 500, 400)
EDGE, SIZE = st.integers(-200, 600), st.integers(0, 300)
BOX = st.builds(lambda x, y, wide, high: Box(x, y, x + wide, y + high), EDGE, EDGE, SIZE, SIZE)
LABEL = st.builds(lambda x, y: Box(x, y, x + 60, y + 20), st.integers(0, 440), st.integers(0, 380))


@given(st.lists(BOX, max_size=20), st.lists(BOX | LABEL, max_size=20))
def test_neighbours_answer_as_all_would(things: list[Box], asked: list[Box]) -> None:
    with patch.object(table_svg_labels, "FEW", 0):
        room = Room(PAGE, things)
        for box in asked:
            on_page = box.left >= 0 and box.top >= 0 and box.right <= PAGE.right and box.bottom <= PAGE.bottom
            assert room.is_free(box) == (on_page and not any(box.meets(other) for other in things))


@given(st.lists(LABEL, min_size=1, max_size=20))
def test_what_is_placed_is_in_the_way_of_the_next(labels: list[Box]) -> None:
    with patch.object(table_svg_labels, "FEW", 3):
        room = Room(PAGE, ())
        placed = [box for label in labels if (box := room.place([label]))]
    assert placed[0] == labels[0]
    assert not any(a.meets(b) for i, a in enumerate(placed) for b in placed[:i])
    assert all(label in placed or any(label.meets(box) for box in placed) for label in labels)
