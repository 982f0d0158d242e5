"""No two labels of a drawn board lie over each other, at any of many real positions."""

from __future__ import annotations

import re
from itertools import combinations
from math import cos, radians, sin
from xml.etree import ElementTree

import pytest

from projections.drawing.layout import layout
from projections.pictures.svg import draw_svg
from tests.projections.recorded_boards import EVERY, HEXES, PLACES, SECOND_HEXES, Recorded

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]
# Font sizes as the style sheet sets them; a letter of a usual face is half as wide as high, and a little more.
SIZES = {
    "way-name": 17,
    "place-name": 21,
    "name": 15,
    "kind-of": 12,
    "told": 15,
    "called": 15,
    "place": 15,
    "reach": 15,
}
WIDE, HIGH = 0.52, 0.72
SHARES = (0.08, 0.3, 0.55, 0.8, 1.0)  # of a game


def labels(root: ElementTree.Element) -> list[tuple[str, Box, float]]:
    """What each label covers before it is turned, and how far it is."""
    found = []
    for each in root.iter(f"{SVG}text"):
        size = next((SIZES[look] for look in (each.get("class") or "").split() if look in SIZES), 0)
        if size and each.text:
            x, y, wide = float(each.get("x", "0")), float(each.get("y", "0")), len(each.text) * size * WIDE
            share = {"from-left": 0.0, "from-right": 1.0}.get((each.get("class") or "").split()[-1], 0.5)
            left = x - wide * share
            turn = float((re.findall(r"rotate\((-?[\d.]+)", each.get("transform", "")) or ["0"])[0])
            found.append((each.text, (left, y - size * HIGH, left + wide, y), turn))
    return found


def corners(box: Box, turn: float) -> list[tuple[float, float]]:
    """Turned about the middle of its foot, which is near enough to where it is turned."""
    left, top, right, bottom = box
    x0, y0, c, s = (left + right) / 2, (top + bottom) / 2, cos(radians(turn)), sin(radians(turn))
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [(x0 + (x - x0) * c - (y - y0) * s, y0 + (x - x0) * s + (y - y0) * c) for x, y in points]


def meet(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    """Two rectangles, however turned: they meet unless a line parts them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            across = (ay - by, bx - ax)
            spans = [[x * across[0] + y * across[1] for x, y in each] for each in (one, other)]
            if max(spans[0]) <= min(spans[1]) or max(spans[1]) <= min(spans[0]):
                return False
    return True


def test_the_test_sees_labels_that_do_overlap() -> None:
    assert meet(corners((0, 0, 10, 4), 0), corners((8, 2, 20, 6), 0))
    assert not meet(corners((0, 0, 10, 4), 0), corners((8, 5, 20, 9), 0))
    assert meet(corners((0, 0, 10, 2), 90), corners((4, 4, 6, 5), 0))


@pytest.mark.parametrize("name", EVERY)
def test_no_two_labels_of_a_real_position_lie_over_each_other(name: str, recorded: Recorded) -> None:
    last = recorded.head(name)
    for share in SHARES:
        root = ElementTree.fromstring(draw_svg(recorded.board(name, int(last * share), since="phase")).encode())
        found = labels(root)
        assert len(found) >= 10
        for (one, a, turn), (other, b, turned) in combinations(found, 2):
            assert not meet(corners(a, turn), corners(b, turned)), f"{name} at {share}: {one} and {other}"


@pytest.mark.parametrize("name", [HEXES, PLACES])
def test_no_name_of_a_place_lies_under_a_counter(name: str, recorded: Recorded) -> None:
    root = ElementTree.fromstring(draw_svg(recorded.board(name, recorded.head(name) // 2)).encode())
    cards = [
        (float(x), float(y))
        for each in root.iter(f"{SVG}g")
        if "counter" in (each.get("class") or "").split()
        for x, y in re.findall(r"translate\((-?[\d.]+),(-?[\d.]+)\)", each.get("transform", ""))
    ]
    assert len(cards) > 5
    for text, box, turn in labels(root):
        for x, y in cards:
            assert not meet(corners(box, turn), corners((x - 22, y - 19, x + 22, y + 19), 0)), text


@pytest.mark.parametrize("name", EVERY)
def test_every_label_is_on_the_page(name: str, recorded: Recorded) -> None:
    root = ElementTree.fromstring(draw_svg(recorded.board(name, recorded.head(name), since="turn")).encode())
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    for text, box, turn in labels(root):
        assert all(0 <= x <= wide and 0 <= y <= high for x, y in corners(box, turn)), text


@pytest.mark.parametrize("name", [HEXES, SECOND_HEXES])
def test_the_name_of_terrain_lies_at_its_hex(name: str, recorded: Recorded) -> None:
    """It begins within a hex of the middle of its own, and ends before it could name the next but three."""
    last = recorded.head(name)
    for share in SHARES:
        board = recorded.board(name, int(last * share))
        root, at = ElementTree.fromstring(draw_svg(board).encode()), layout(board).at
        names = {each.text for each in root.iter(f"{SVG}text") if "place-name" in (each.get("class") or "")}
        found = [(text, box) for text, box, _ in labels(root) if text in names]
        assert len(found) >= 10
        for text, (left, top, right, bottom) in found:
            x, y = min(
                (at[spot.name] for spot in board.spots if text in spot.label),
                key=lambda xy: abs((left + right) / 2 - xy[0]) + abs((top + bottom) / 2 - xy[1]),
            )
            assert max(left - x, x - right, top - y - 24, y - bottom - 24) < 57, f"{text} at {share}"
            assert max(right - x, x - left) < 300, f"{text} at {share}"
