"""Sides can be told apart by whoever sees colours differently, or none at all."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from domain.kernel.board import Board, Counter, Spot
from projections.charts.plot import COLOURS, DASHES
from projections.drawing.colours import wearing
from projections.drawing.style import CORNERS, PALETTE
from projections.pictures.svg import draw_svg
from tests.projections.table_scene import table, unit

Triple = tuple[float, float, float]
# Machado, Oliveira and Fernandes (2009): what is left of linear red, green and blue at full severity.
SIGHT: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
WHITE: Triple = (0.95047, 1.0, 1.08883)
JUST_SEEN = 2.3  # in CIELAB


def linear(colour: str) -> Triple:
    digits = colour.removeprefix("#")
    whole = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(whole[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return r, g, b


def times(matrix: tuple[Triple, Triple, Triple], light: Triple) -> Triple:
    a, b, c = (sum(x * y for x, y in zip(row, light, strict=True)) for row in matrix)
    return a, b, c


def lab(light: Triple) -> Triple:
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    clear = tuple(min(max(part, 0.0), 1.0) for part in light)
    x, y, z = (
        (share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116)
        for share in (part / white for part, white in zip(times(to_xyz, clear), WHITE, strict=True))  # type: ignore[arg-type]
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(a: str, b: str, sight: str) -> float:
    """How different two colours look, in CIELAB."""
    one, other = (lab(times(SIGHT[sight], linear(colour))) for colour in (a, b))
    return sum((x - y) ** 2 for x, y in zip(one, other, strict=True)) ** 0.5


def test_the_sum_knows_what_it_speaks_of() -> None:
    assert apart("#000", "#fff", "usual") == pytest.approx(100, abs=0.5)
    assert apart("#d05030", "#d05030", "protanopia") == 0
    red, green = "#b04000", "#607000"  # of one lightness: far apart for most, close for some
    assert apart(red, green, "deuteranopia") < apart(red, green, "usual") / 2


@pytest.mark.parametrize("sight", SIGHT)
def test_the_first_two_sides_look_very_different_to_everyone(sight: str) -> None:
    (one, _), (other, _) = PALETTE[:2]
    assert apart(one, other, sight) > 20 * JUST_SEEN


@pytest.mark.parametrize("sight", SIGHT)
def test_any_two_of_six_sides_look_different_to_everyone(sight: str) -> None:
    for (one, _), (other, _) in combinations(PALETTE, 2):
        assert apart(one, other, sight) > 5 * JUST_SEEN, f"{one} {other}"


@pytest.mark.parametrize("sight", SIGHT)
def test_what_is_written_on_a_side_can_be_read_by_everyone(sight: str) -> None:
    for fill, ink in PALETTE:
        assert apart(fill, ink, sight) > 18 * JUST_SEEN, fill


@pytest.mark.parametrize("sight", SIGHT)
def test_the_lines_of_two_sides_in_a_plot_look_different_to_everyone(sight: str) -> None:
    assert apart(COLOURS[0], COLOURS[1], sight) > 10 * JUST_SEEN


def test_without_any_colour_sides_differ_by_their_corners_and_lines_by_their_strokes() -> None:
    assert len(set(CORNERS)) == len(PALETTE) == len(CORNERS)
    assert len(set(DASHES)) == len(COLOURS)


def drawn(board: Board) -> dict[str, set[str]]:
    """What is drawn in the corners of each counter or unit, by its id."""
    root = ElementTree.fromstring(draw_svg(board).encode())
    return {
        each.get("data-id", ""): {part.get("d", "") for part in each.iter() if part.get("class") == "corner"}
        for each in root.iter()
        if each.get("data-id")
    }


def test_a_counter_of_the_second_side_has_a_marked_corner_and_one_of_the_first_has_none() -> None:
    counters = tuple(Counter(id=side, name=side, side=side, at="hill") for side in ("blue", "red", "green"))
    found = drawn(Board(title="Hill", spots=(Spot(name="hill"),), counters=counters, sides=("blue", "red", "green")))
    assert found["blue"] == set()
    assert found["red"] != found["green"]
    assert all(len(found[side]) == 1 for side in ("red", "green"))


def test_the_bases_of_a_table_are_marked_alike() -> None:
    with wearing(lambda: {"blue": "blue"}):
        found = drawn(table(unit("Ohio", 6000, 5000, ranks=(2,)), unit("Guard", 6000, 9000, ranks=(3,), side="red")))
    assert (len(found["id-Ohio"]), len(found["id-Guard"])) == (0, 3)
