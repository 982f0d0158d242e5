"""Lengths, angles, points and steps as people type them, in whole parts; what cannot be read says why."""

from __future__ import annotations

import pytest

from domain.tabletop.angles import Point
from domain.tabletop.lengths import (
    VERBS,
    StepText,
    angle,
    angle_text,
    length,
    length_text,
    point,
    point_text,
    points,
    step,
    steps,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("2", 2000), ("2.5", 2500), ("0.125", 125), ("-1.5", -1500), ("007", 7000), ("999.999", 999_999)],
)
def test_a_length_is_read_in_thousandths(text: str, value: int) -> None:
    assert length(text) == value


@pytest.mark.parametrize("text", ["", "-", ".5", "2.", "2,5", "1e3", "+1", " 1", "1 ", "½", "٢", "0x1", "1.2.3", "nan"])
def test_what_is_no_decimal_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="is no number with at most 3 decimals"):
        length(text)


def test_more_decimals_than_there_are_parts_are_not_rounded_away() -> None:
    with pytest.raises(ValueError, match=r"'1\.2345' is no number with at most 3 decimals"):
        length("1.2345")
    with pytest.raises(ValueError, match=r"'1\.234' is no number with at most 2 decimals"):
        angle("1.234")


def test_a_length_beyond_any_table_is_refused() -> None:
    assert length("1000") == 1_000_000
    with pytest.raises(ValueError, match="longer than any table"):
        length("1000.001")
    with pytest.raises(ValueError, match="longer than any table"):
        length("-1001")
    with pytest.raises(ValueError, match="is no number"):
        length("1" * 7)


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("90", 9000), ("12.5", 1250), ("-45", -4500), ("360", 36_000)])
def test_an_angle_is_read_in_hundredths(text: str, value: int) -> None:
    assert angle(text) == value


def test_an_angle_is_once_round_at_most() -> None:
    with pytest.raises(ValueError, match="more than once round"):
        angle("360.01")


def test_a_point_is_so_far_east_and_so_far_north() -> None:
    assert point("21:4.5") == Point(21_000, 4500)
    assert points(("0:0", "-1:2")) == (Point(0, 0), Point(-1000, 2000))


@pytest.mark.parametrize(
    ("text", "why"),
    [("12", "write it as east:north"), ("12:", "is no number"), (":3", "is no number"), ("1:2:3", "no number")],
)
def test_what_is_no_point_is_not_read(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        point(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("ahead:2.5", StepText("ahead", length=2500)),
        ("back:1", StepText("back", length=1000)),
        ("left:0.5", StepText("left", length=500)),
        ("right:1", StepText("right", length=1000)),
        ("oblique-left:30:2", StepText("oblique-left", 3000, 2000)),
        ("oblique-right:45:1.2", StepText("oblique-right", 4500, 1200)),
        ("wheel-left:20", StepText("wheel-left", 2000)),
        ("wheel-right:12.5", StepText("wheel-right", 1250)),
        ("back-wheel-left:10", StepText("back-wheel-left", 1000)),
        ("back-wheel-right:10", StepText("back-wheel-right", 1000)),
        ("toward:180:3", StepText("toward", 18_000, 3000)),
        ("to:12:7.5", StepText("to", point=Point(12_000, 7500))),
        ("to:-1:0", StepText("to", point=Point(-1000, 0))),
        ("face:90", StepText("face", 9000)),
        ("about", StepText("about")),
    ],
)
def test_a_step_is_a_verb_and_what_it_needs(text: str, read: StepText) -> None:
    assert step(text) == read


def test_every_verb_is_read() -> None:
    numbers = {"a": "10", "l": "1"}
    for verb, kinds in VERBS.items():
        assert step(":".join((verb, *(numbers[kind] for kind in kinds)))).verb == verb


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("jump:2", r"'jump' is no step of a move; there are ahead, back"),
        ("ahead", r"'ahead': after ahead stand a length, parted by colons"),
        ("wheel-left:10:2", r"after wheel-left stand an angle in degrees, parted"),
        ("toward:10", r"after toward stand an angle in degrees and a length"),
        ("about:1", r"after about nothing stands"),
        ("ahead:-1", r"a step is counted from 0 up"),
        ("wheel-left:-5", r"a step is counted from 0 up"),
        ("ahead:x", r"'x' is no number"),
        ("to:1", r"after to stand a length and a length"),
        ("", r"'' is no step of a move"),
    ],
)
def test_what_is_no_step_says_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        step(text)


def test_a_path_is_read_step_by_step() -> None:
    assert steps(("about", "ahead:1")) == (StepText("about"), StepText("ahead", length=1000))
    assert steps(()) == ()


@pytest.mark.parametrize("value", [0, 1, 10, 500, 1000, 2500, -1, -1500, 999_999, 1_000_000])
def test_a_length_is_written_as_it_is_read(value: int) -> None:
    assert length(length_text(value)) == value


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (2500, "2.5"), (2000, "2"), (5, "0.005"), (-250, "-0.25"), (-3000, "-3")]
)
def test_a_length_is_written_without_needless_noughts(value: int, text: str) -> None:
    assert length_text(value) == text


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (3050, "30.5"), (9000, "90"), (1, "0.01"), (-4500, "-45")])
def test_an_angle_is_written_as_it_is_read(value: int, text: str) -> None:
    assert angle_text(value) == text
    assert angle(text) == value


def test_a_point_is_written_as_it_is_read() -> None:
    assert point_text(Point(21_000, -4500)) == "21:-4.5"
    assert point(point_text(Point(123, 4567))) == Point(123, 4567)
