"""Points, losses and dice as pictures: the numbers are those of the game, each side has its own line."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from domain.games.games import Games
from domain.log.refs import Ref
from projections.charts.dice import dice_svg
from projections.charts.plot import Axes, grid, turn_marks
from projections.charts.score import losses_svg, points_svg
from projections.models.casualties import Losses, LossRow, losses
from projections.models.dice import Group, assess, luck
from projections.models.victory_points import PointsRow, Score, score

SVG = "{http://www.w3.org/2000/svg}"
SIDES = ("blue", "red")
Element = ElementTree.Element
EVIL = '<script>"&\x1b'


def read(svg: str) -> Element:
    return ElementTree.fromstring(svg.encode())


def classed(root: Element, name: str) -> list[Element]:
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def texts(root: Element, name: str) -> list[str]:
    return [each.text or "" for each in classed(root, name)]


def heights(line: Element) -> list[float]:
    return [float(y) for _, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", line.get("d", ""))]


def points(*scored: tuple[int, str, int]) -> Score:
    totals, rows = dict.fromkeys(SIDES, 0), []
    for entry, side, got in scored:
        totals[side] += got
        rows.append(PointsRow("main", entry, side, got, totals[side], "a hill", ""))
    return Score(totals, tuple(rows))


def test_the_lines_of_a_score_step_up_by_what_was_scored_and_end_at_the_totals() -> None:
    root = read(points_svg("ridge", SIDES, points((10, "blue", 2), (20, "red", 3), (30, "blue", 4)), [(5, 1)]))
    blue, red = classed(root, "line")
    up = heights(blue)
    steps = [round(a - b, 1) for a, b in pairwise(up) if a != b]
    assert len(steps) == 2
    assert steps[1] == pytest.approx(2 * steps[0], abs=0.3)
    assert heights(red)[-1] > up[-1]  # the page grows downwards, and blue has more
    assert texts(root, "halo") == ["blue 6", "red 3"]
    assert texts(root, "turn") == ["turn 1"]


def test_points_may_fall_below_nought() -> None:
    root = read(points_svg("ridge", SIDES, points((10, "blue", -4), (20, "blue", 1)), []))
    (blue, red) = classed(root, "line")
    assert max(heights(blue)) > max(heights(red))
    assert "-3" in [each.text for each in classed(root, "up")] or "-4" in [each.text for each in classed(root, "up")]


def test_each_scoring_says_what_for_when_pointed_at() -> None:
    root = read(points_svg("ridge", SIDES, points((10, "blue", 2)), []))
    assert [each.findtext(f"{SVG}title") for each in classed(root, "dot")] == ["entry 10: blue +2: a hill"]


def test_kinds_of_loss_are_never_added_and_men_stand_apart() -> None:
    rows = (
        LossRow("main", 4, "red", "guard", "steps", 2, "fire", 60, 2, 2, 60),
        LossRow("main", 8, "red", "guard", "guns", 1, "capture", None, 1, 1, 60),
    )
    found = Losses(rows, (), {"blue": {}, "red": {"steps": 2, "guns": 1}}, {"blue": 0, "red": 60})
    root = read(losses_svg("ridge", SIDES, found, []))
    assert texts(root, "head") == ["steps", "guns", "men, about"]
    assert texts(root, "halo") == ["blue 0", "red 2", "blue 0", "red 1", "blue 0", "red 60"]


def test_a_game_without_points_or_losses_has_a_picture_all_the_same() -> None:
    empty = read(points_svg("ridge", SIDES, points(), [], "red has won: the mill fell"))
    none = read(losses_svg("ridge", SIDES, Losses((), (), {"blue": {}, "red": {}}, {"blue": 0, "red": 0}), []))
    assert {"blue 0, red 0; red has won: the mill fell", "No victory points."} <= set(texts(empty, "note"))
    assert "No losses." in texts(none, "note")
    assert "No dice have been rolled." in texts(read(dice_svg("ridge", SIDES, [])), "note")


def test_sides_differ_by_their_strokes_as_well_as_by_their_colours() -> None:
    blue, red = classed(read(points_svg("ridge", SIDES, points((10, "blue", 2)), [])), "line")
    assert blue.get("stroke") != red.get("stroke")
    assert blue.get("stroke-dasharray") != red.get("stroke-dasharray")


def test_bars_are_as_high_as_faces_are_frequent_and_whiskers_span_19_of_20_series() -> None:
    faces = {1: 10, 2: 20, 3: 5, 4: 15, 5: 12, 6: 10}
    root = read(dice_svg("ridge", SIDES, [assess(Group("blue", None, 6, "fair"), faces)]))
    bars = [float(each.get("height", "")) for each in classed(root, "bar")]
    one = bars[0] / 10
    assert bars == pytest.approx([one * times for times in faces.values()], abs=0.2)
    top, bottom = (
        float(y) for y in re.findall(r"^M[\d.]+ ([\d.]+)V([\d.]+)", classed(root, "whisker")[0].get("d", ""))[0]
    )
    assert (bottom - top) / one == pytest.approx(2 * 1.96 * math.sqrt(72 * (1 / 6) * (5 / 6)), abs=0.1)
    foot = float(classed(root, "bar")[0].get("y", "")) + bars[0]
    assert (foot - float(classed(root, "due")[0].get("cy", ""))) / one == pytest.approx(12, abs=0.1)


def test_dice_of_too_many_faces_are_said_to_be_left_out() -> None:
    root = read(dice_svg("ridge", SIDES, [assess(Group("blue", None, 100, "fair"), {7: 1})]))
    assert classed(root, "bar") == []
    assert "1 more are not drawn" in texts(root, "note")


def test_pictures_of_a_real_game_are_the_same_each_time_and_agree_with_its_tables(mill: Games) -> None:
    ref = Ref("mill")
    drawn = points_svg("mill", SIDES, score(mill, ref), [(7, 1)])
    assert drawn == points_svg("mill", SIDES, score(mill, ref), [(7, 1)])
    assert texts(read(drawn), "halo") == ["blue 0", "red 3"]
    assert texts(read(losses_svg("mill", SIDES, losses(mill, ref), [])), "head") == ["steps", "men, about"]
    tests = [test for test in luck(mill, ref) if test.why is None]
    assert len(classed(read(dice_svg("mill", SIDES, tests)), "bar")) == 6 * len(tests) == 12


def test_names_are_text_and_never_mark_up() -> None:
    rows = (PointsRow("main", 3, EVIL, 2, 2, EVIL, EVIL),)
    root = read(points_svg(EVIL, (EVIL,), Score({EVIL: 2}, rows), []))
    assert root.findtext(f"{SVG}title") == 'Victory points: <script>"& '
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        "svg", "title", "desc", "style", "rect", "text", "g", "path", "circle",
    }  # fmt: skip


def test_the_scale_counts_in_whole_steps_where_whole_things_are_counted() -> None:
    counted = "".join(grid(Axes(0, 0, 100, 100, 10, 2.2, 0.0), ()))
    either_way = "".join(grid(Axes(0, 0, 100, 100, 10, 2.2), ()))
    assert re.findall(r'class="up"[^>]*>([^<]+)', counted) == ["0", "1", "2"]
    assert "-2" in either_way
    assert "+1" in either_way


def test_turns_that_would_stand_on_each_other_are_left_out() -> None:
    frame = Axes(0, 0, 1000, 100, 100, 1.0)
    assert turn_marks(frame, [(0, 0), (3, 1), (10, 2), (50, 3)]) == [(0, "start"), (10, "turn 2"), (50, "turn 3")]
