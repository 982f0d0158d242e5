"""LL.1.base, LL.1.unit, LL.1.rank, LL.1.edge, LL.1.art and the geometry of LL.G: formations and where things lie."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import ValidationError, convert

from domain.kernel.errors import IllegalOrder
from domain.kernel.reasons import Reason
from domain.kernel.say import Say
from domain.tabletop.bodies import are_within, blocks_of, do_overlap, front_edge, gap_squared
from domain.tabletop.lengths import point
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import area2
from domain.tabletop.sweep import advance
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.formation import (
    Body,
    bases_of,
    body_of,
    check_formation,
    depth_of,
    formation_faults,
    is_behind_front_line,
    is_column,
    is_directly_in_front,
    is_linear,
    layout_faults,
    legal_ranks,
    said_ranks,
)
from rules.longstreet_lite.tables import TOUCH, UnitKind
from rules.longstreet_lite.turn.asks import AddUnit, DeployUnit
from tests.longstreet_lite.positions import give, position, refusal, said, unit
from tests.longstreet_lite.starts import start


def body(at: str, heading: int = 0, ranks: tuple[int, ...] = (4,), offset: int = 0, depth: int = 1000) -> Body:
    place = point(at)
    return Body(Pose(x=place.x, y=place.y, heading=heading * 100), ranks, offset, depth)


def rules_of(ranks: tuple[int, ...], bases: int, offset: int = 0) -> list[str]:
    return [why.cite for why in formation_faults(ranks, offset, bases)]


def spots(shape: Body) -> list[tuple[int, int, int, int]]:
    """Each base as its number and the middle of its front edge, and its rank."""
    return [
        (b.number, (b.area.front_left.x + b.area.front_right.x) // 2, b.area.front_left.y, b.rank)
        for b in bases_of(shape)
    ]


# LL.G


def test_ll_g_1_places_are_whole_milli_base_widths_east_and_north() -> None:
    """LL.1.bw.1 Every distance is one of base widths."""
    stands = body_of(position({"u": unit("us", "12.5:7.25")}), unit("us", "12.5:7.25"))
    assert (stands.pose.x, stands.pose.y) == (12_500, 7_250)


def test_ll_g_2_a_pose_is_the_middle_of_the_front_and_the_heading_runs_clockwise_from_north() -> None:
    assert front_edge(body("10:10", 0)) == ((8000, 10_000), (12_000, 10_000))
    assert front_edge(body("10:10", 90)) == ((10_000, 12_000), (10_000, 8000))


def test_ll_g_3_bases_are_numbered_from_the_left_front_and_a_short_rank_may_stand_aside() -> None:
    assert spots(body("10:10", 0, (3, 1), 2)) == [
        (1, 9000, 10_000, 0),
        (2, 10_000, 10_000, 0),
        (3, 11_000, 10_000, 0),
        (4, 11_000, 9000, 1),
    ]


def test_ll_g_3_the_footprint_is_the_ground_of_the_bases() -> None:
    for ranks, offset in (((4,), 0), ((3, 3), 0), ((4, 2), 1), ((3, 3, 1), 2)):
        shape = body("10:10", 30, ranks, offset)
        covered = sum(area2(block) for block in blocks_of(shape))
        assert abs(covered - 2 * 1_000_000 * sum(ranks)) < 20_000


def test_ll_g_4_within_is_inclusive_and_measured_between_footprints() -> None:
    here, there = body("10:10"), body("10:17", 0)  # front at 10, rear of the other at 16
    assert are_within(here, there, 6000)
    assert not are_within(here, there, 5999)
    assert gap_squared(here, there) == 6000**2


def test_ll_g_5_contact_is_no_overlap_within_a_hundredth_of_a_base_width() -> None:
    here = body("10:10")
    assert not do_overlap(here, body("10:11"), TOUCH)
    assert not do_overlap(here, body("10:10.99"), TOUCH)
    assert do_overlap(here, body("10:10.98"), TOUCH)


# LL.1.base, LL.1.unit


@pytest.mark.parametrize(("reading", "depth"), [("A", 1000), ("B", 667), ("C", 1500)])
def test_ll_1_base_2_infantry_bases_are_as_deep_as_was_agreed(reading: str, depth: int) -> None:
    """D1"""
    state = position({"u": unit("us", "12:12", ranks=(2, 2))}, readings={"D1": reading})
    assert depth_of(state, state.units["u"]) == depth
    assert blocks_of(body_of(state, state.units["u"]))[0].rear_left == (11_000, 12_000 - 2 * depth)


def test_ll_1_base_3_gun_bases_are_as_wide_and_as_deep_as_they_need() -> None:
    state = position(
        {"g": unit("us", "12:12", ranks=(2,), kind="ART"), "l": unit("us", "5:5", kind="ART", limbered=True)}
    )
    state.battle.gun_depth, state.battle.limber_depth = 1500, 2000
    guns, limber = body_of(state, state.units["g"]), body_of(state, state.units["l"])
    assert (guns.frontage, guns.whole_depth) == (2000, 1500)
    assert (limber.frontage, limber.whole_depth) == (1000, 2000)


def test_ll_1_base_4_smoke_is_a_mark_of_a_regiment() -> None:
    shown = SYSTEM.sight.board(position({"u": unit("us", "12:12", smoke=True)}), "cs").counters
    assert [counter.marks for counter in shown] == [("smoke",)]


def test_ll_1_unit_1_and_ll_1_unit_5_there_are_regiments_and_batteries_and_nobody_else() -> None:
    """LL.1.unit.1 no cavalry, LL.1.unit.5 and LL.F.1 no officers: an army is asked for by these kinds alone."""
    assert get_args(UnitKind) == ("INF", "ART")
    with pytest.raises(ValidationError, match="kind"):
        convert({"order": "AddUnit", "unit": "lee", "name": "Lee", "kind": "GENERAL", "bases": 1}, AddUnit)


@pytest.mark.parametrize(
    ("kind", "bases", "legal"),
    [
        ("INF", 1, False), ("INF", 2, True), ("INF", 10, True), ("INF", 11, False),
        ("ART", 0, False), ("ART", 1, True), ("ART", 3, True), ("ART", 4, False),
    ],
)  # fmt: skip
def test_ll_1_unit_2_a_regiment_has_2_to_10_bases_and_ll_1_unit_4_a_battery_1_to_3(
    kind: UnitKind, bases: int, legal: bool
) -> None:
    """I2; LL.1.unit.2, LL.1.unit.3, LL.1.unit.4"""
    state, order = start("open_field"), AddUnit(unit="new", name="New", kind=kind, bases=bases)
    if legal:
        give(SYSTEM, state, "us", order)
        assert state.units["new"].bases == bases
    else:
        assert refusal(SYSTEM, state, "us", order) == "LL.3.army.2"


# LL.1.rank


@pytest.mark.parametrize("ranks", [(6,), (3, 3), (4, 2), (2, 2, 2), (1,) * 6, (5, 1)])
def test_ll_1_rank_4_any_number_of_ranks_is_legal_if_only_the_last_is_short(ranks: tuple[int, ...]) -> None:
    """LL.1.rank.1, LL.1.rank.2, LL.1.rank.3, LL.1.rank.4"""
    assert rules_of(ranks, 6) == []


@pytest.mark.parametrize(
    ("ranks", "bases", "offset", "rules"),
    [
        pytest.param((), 4, 0, ["LL.1.rank.1"], id="LL.1.rank.1 no ranks"),
        pytest.param((4, 0), 4, 0, ["LL.1.rank.1"], id="LL.1.rank.1 an empty rank"),
        pytest.param((4,), 5, 0, ["LL.1.rank.1"], id="LL.1.rank.1 a base too few"),
        pytest.param((3, 4), 7, 0, ["LL.1.rank.3", "LL.1.rank.2"], id="LL.1.rank.3 wider than the first"),
        pytest.param((4, 3, 1), 8, 0, ["LL.1.rank.4"], id="LL.1.rank.4 begun too soon"),
        pytest.param((4,), 4, 1, ["LL.1.rank.2"], id="LL.1.rank.2 a full rank aside"),
        pytest.param((4, 2), 6, 3, ["LL.1.rank.2"], id="LL.1.rank.2 out of file"),
        pytest.param((4, 2), 6, -1, ["LL.1.rank.2"], id="LL.1.rank.2 out of file on the left"),
    ],
)
def test_ll_1_rank_1_what_is_no_formation(ranks: tuple[int, ...], bases: int, offset: int, rules: list[str]) -> None:
    """I1"""
    assert rules_of(ranks, bases, offset) == rules


def test_ll_1_rank_3_a_refusal_names_every_reason_and_the_rule_of_the_first() -> None:
    with pytest.raises(IllegalOrder) as refused:
        check_formation("22nd-ohio", (3, 4), 0, 7)
    why = Say(SYSTEM.words("en"), {"22nd-ohio": "22nd Ohio"}).reason(refused.value.reason)
    assert why.startswith("22nd Ohio cannot stand in ranks 3-4: ")
    assert "rank 2 has 4 bases, more than rank 1 with 3" in why
    assert refused.value.rule == "LL.1.rank.3"


@pytest.mark.parametrize("bases", range(2, 11))
def test_every_listed_formation_is_legal_and_the_list_is_whole(bases: int) -> None:
    listed = list(legal_ranks(bases))
    assert len(set(listed)) == bases
    assert not [fault for ranks in listed for fault in rules_of(ranks, bases)]


def test_ll_1_rank_2_loose_bases_in_ranks_and_files_are_a_formation() -> None:
    grid = [(rank * 1000, file * 1000) for rank in range(2) for file in range(3)]
    assert list(layout_faults(grid, 1000)) == []
    assert list(layout_faults(grid[:-1], 1000)) == []


def test_ll_1_rank_1_a_rank_stands_close_behind_the_other() -> None:
    assert [why.cite for why in layout_faults([(0, 0), (0, 1), (2, 0)])] == ["LL.1.rank.1"]


def test_ranks_are_said_as_they_stand() -> None:
    assert (said_ranks((4, 2)), said_ranks(())) == ("4-2", "none")


# D28


@pytest.mark.parametrize(
    ("reading", "linear"),
    [
        pytest.param("A", [(6,), (3, 3), (2, 2, 2)], id="A all but the column"),
        pytest.param("B", [(6,), (3, 3)], id="B as many files as ranks"),
        pytest.param("C", [(6,), (3, 3)], id="C two ranks"),
    ],
)
def test_d28_which_formations_are_linear(reading: str, linear: list[tuple[int, ...]]) -> None:
    """LL.7.fvuln.1 (D28)"""
    state = position({}, readings={"D28": reading})
    shapes = [(6,), (3, 3), (2, 2, 2), (1,) * 6]
    assert [ranks for ranks in shapes if is_linear(state, ranks)] == linear


def test_d28_three_files_in_three_ranks_are_linear_unless_two_ranks_are_the_most() -> None:
    verdicts = [is_linear(position({}, readings={"D28": reading}), (3, 3, 3)) for reading in "ABC"]
    assert verdicts == [True, True, False]


def test_d28_a_column_of_two_is_linear_only_where_two_ranks_suffice() -> None:
    verdicts = [is_linear(position({}, readings={"D28": reading}), (1, 1)) for reading in "ABC"]
    assert is_column((1, 1))
    assert verdicts == [False, False, True]


# LL.1.edge: a unit [4] at 10:10 looking north, its flank lines at east 8 and 12


STANDS = body("10:10")


@pytest.mark.parametrize(
    ("other", "in_front", "behind"),
    [
        pytest.param(body("10:14", 180), True, False, id="LL.1.edge.2 ahead, between the flank lines"),
        pytest.param(body("20:14", 180), False, False, id="LL.1.edge.2 to the front, beyond the flank line"),
        pytest.param(body("13.5:14", 180), True, False, id="LL.1.edge.2 partly directly in front"),
        pytest.param(body("10:5"), False, True, id="LL.1.edge.4 directly to the rear"),
        pytest.param(body("20:10"), False, True, id="LL.1.edge.4 on the flank, level with the front"),
        pytest.param(body("20:10.5"), False, False, id="LL.1.edge.4 half ahead of the front line"),
        pytest.param(body("14:10"), False, True, id="LL.1.edge.1 against the flank line"),
        pytest.param(body("400:399"), False, False, id="LL.1.edge.1 the lines have no end"),
        pytest.param(body("10:399"), True, False, id="LL.1.edge.2 however far"),
    ],
)
def test_ll_1_edge_2_and_ll_1_edge_4_front_flank_and_rear(other: Body, in_front: bool, behind: bool) -> None:
    """LL.1.edge.1, LL.1.edge.2, LL.1.edge.4"""
    area = blocks_of(other)[0]
    assert is_directly_in_front(STANDS, area) is in_front
    assert is_behind_front_line(STANDS, area) is behind


def test_ll_1_edge_3_and_ll_1_edge_5_straight_ahead_and_straight_back_stay_between_the_flank_lines() -> None:
    """LL.1.edge.3, LL.1.edge.5"""
    slanted = body("10:10", 37)
    ahead, back = (body_at(slanted, way) for way in (3000, -3000))
    assert is_directly_in_front(slanted, blocks_of(ahead)[0])
    assert not is_directly_in_front(slanted, blocks_of(back)[0])
    assert is_behind_front_line(slanted, blocks_of(back)[0])


def body_at(shape: Body, ahead: int) -> Body:
    return shape.at(advance(shape.pose, ahead))


# LL.1.art


def test_ll_1_art_1_and_ll_1_art_2_guns_stand_in_one_row() -> None:
    """LL.1.art.1, LL.1.art.2: an order has no ranks for a battery."""
    state = position({"g": unit("us", kind="ART", ranks=(2,))}, phase="deployment")
    state.set_up.deploying = "us"
    order = DeployUnit(unit="g", at="12:2", heading="0", ranks=(1, 1))
    assert refusal(SYSTEM, state, "us", order) == "LL.1.art.2"


def test_ll_1_art_3_and_ll_1_art_4_one_limber_stands_for_all_guns_and_the_enemy_may_count_them() -> None:
    """LL.1.art.3, LL.1.art.4"""
    state = position({"g": unit("us", "12:12", kind="ART", limbered=True, bases=3)})
    (shown,) = SYSTEM.sight.board(state, "cs").counters
    assert (shown.strength, len(shown.figure.bases if shown.figure else ())) == (3, 1)


def test_ll_1_rank_1_more_ranks_than_bases_are_told_in_one_short_sentence() -> None:
    with pytest.raises(IllegalOrder) as refused:
        check_formation("22nd-ohio", (1,) * 100_000, 0, 7)
    assert refused.value.reason == Reason("too few bases for ranks", "LL.1.rank.1", ("22nd-ohio", 7, 100_000))


def test_ll_1_rank_1_a_deployment_out_of_ranks_is_refused_with_the_reason() -> None:
    """I1"""
    state = position({"u": unit("us", ranks=(5,))}, phase="deployment")
    state.set_up.deploying = "us"
    order = DeployUnit(unit="u", at="12:2", heading="0", ranks=(2, 3))
    assert refusal(SYSTEM, state, "us", order) == "LL.1.rank.3"
    assert "rank 2 has 3 bases, more than rank 1 with 2" in said(SYSTEM, state, "us", order)
