"""LL.2 In, on, difficult and impassable: by kind of terrain and kind of unit."""

from __future__ import annotations

import pytest

from domain.tabletop.angles import Point
from domain.tabletop.measure import Rectangle, footprint
from domain.tabletop.polygons import Segment
from rules.longstreet_lite import terrain as ground
from rules.longstreet_lite.state import State, Terrain
from rules.longstreet_lite.tables import TERRAIN
from tests.domain.shapes import at
from tests.longstreet_lite.marching import field, march, moved, refused
from tests.longstreet_lite.positions import terrain, unit

SQUARE = ("10:10", "14:10", "14:14", "10:14")


def base(x: int, y: int, heading: int = 0) -> Rectangle:
    """One base by the middle of its front, in milli-BW."""
    return footprint(at(x, y, heading), 1_000, 1_000)


def names(state: State, *areas: Rectangle) -> list[str]:
    return [piece.name for piece in ground.under(state, areas)]


def test_ll_2_gen_1_a_table_without_pieces_is_open_everywhere() -> None:
    assert names(field({}), base(5_000, 5_000)) == []


def test_ll_2_gen_2_each_effect_belongs_to_the_kinds_the_table_gives_it() -> None:
    assert {kind for kind, row in TERRAIN.items() if row.difficult} == {
        "woods", "marsh", "stream", "rough", "wall", "works", "ford",
    }  # fmt: skip
    assert {kind for kind, row in TERRAIN.items() if row.cover_fire or row.cover_combat} == {
        "woods", "wall", "works", "fence",
    }  # fmt: skip
    assert {kind for kind, row in TERRAIN.items() if row.obstructs} == {"woods", "field", "wall", "works"}
    assert {kind for kind, row in TERRAIN.items() if row.impassable} == {"marsh", "river"}


@pytest.mark.parametrize(
    ("kind", "difficult", "impassable"),
    [
        ("woods", "ART", ""),
        ("marsh", "INF", "ART"),
        ("hill", "", ""),
        ("stream", "INF ART", ""),
        ("river", "", "INF ART"),
        ("rough", "INF ART", ""),
        ("field", "", ""),
        ("wall", "ART", ""),
        ("fence", "", ""),
        ("ford", "INF ART", ""),
        ("bridge", "", ""),
        ("road", "", ""),
        ("embankment", "", ""),
        ("orchard", "", ""),
    ],
)
def test_ll_2_table_and_ll_2_diff_3_difficult_and_impassable_by_kind_of_unit(
    kind: str, difficult: str, impassable: str
) -> None:
    """LL.2.diff.4 An orchard is not in the table and therefore open."""
    is_line = kind in TERRAIN and TERRAIN[kind].shape == "line"
    piece = terrain(kind, "10:10", "14:10") if is_line else terrain(kind, *SQUARE)
    state, there = field({}, piece), (base(12_000, 10_500),)
    assert [k for k in ("INF", "ART") if ground.difficult(state, k, there)] == difficult.split()
    assert [k for k in ("INF", "ART") if ground.impassable(state, k, there)] == impassable.split()


def test_ll_2_in_1_any_part_of_any_base_and_several_pieces_at_once() -> None:
    woods, rough = terrain("woods", *SQUARE), terrain("rough", "13:9", "16:9", "16:12", "13:12")
    state = field({}, woods, rough)
    assert names(state, base(9_000, 12_000), base(13_400, 12_900)) == ["woods", "rough"]
    assert names(state, base(14_600, 12_600)) == ["rough"]
    assert names(state, base(16_600, 12_600)) == []


@pytest.mark.parametrize(("front", "inside"), [(10_000, False), (10_010, False), (10_011, True)])
def test_ll_2_in_1_to_stand_at_the_edge_is_not_to_be_in(front: int, inside: bool) -> None:
    state = field({}, terrain("woods", *SQUARE))
    assert bool(names(state, base(12_000, front))) is inside


def test_ll_2_in_2_a_unit_is_on_a_line_or_behind_it_never_in_it() -> None:
    wall = terrain("wall", "10:10", "14:10")
    state = field({}, wall)
    assert ground.is_line(wall)
    assert names(state, base(12_000, 10_000)) == [], "behind, its front against it"
    assert names(state, base(12_000, 10_300)) == ["wall"], "on it"
    assert names(state, base(12_000, 11_000)) == [], "beyond it, its rear against it"


def test_ll_2_in_2_within_the_angle_of_a_closed_wall_one_is_on_no_part_of_it() -> None:
    state = field({}, terrain("wall", "10:10", "14:10", "14:14", "10:14", "10:10"))
    assert names(state, base(12_000, 12_500)) == []
    assert names(state, base(10_300, 12_500)) == ["wall"]


def test_ll_2_in_3_streams_fords_and_marshes_are_water_and_a_river_is_impassable_instead() -> None:
    wet = {kind for kind in TERRAIN if TERRAIN[kind].shape == "area"}
    wet = {kind for kind in wet if ground.is_in_water(field({}, terrain(kind, *SQUARE)), base(12_000, 10_500))}
    assert wet == {"stream", "ford", "marsh"}


def test_ll_2_diff_1_and_ll_2_diff_2_one_base_is_asked_about_or_the_whole_unit() -> None:
    """LL.2.dis.2 and LL.2.diff.2 judge the whole unit, LL.2.diff.1 the one base that fires."""
    state = field({}, terrain("rough", *SQUARE))
    left, right = base(9_000, 12_000), base(10_500, 12_000)
    assert ground.difficult(state, "INF", (left,)) is None
    assert ground.difficult(state, "INF", (left, right)) is state.terrain["rough"]


RIVER = terrain("river", "0:10", "36:10", "36:12", "0:12", name="the Antietam")
BRIDGE = terrain("bridge", "10:9.5", "11:9.5", "11:12.5", "10:12.5", name="Burnside's Bridge")
FORD = terrain("ford", "20:10", "24:10", "24:12", "20:12", name="Snavely's Ford")


def test_ll_2_imp_1_no_unit_enters_a_river() -> None:
    """I29"""
    state = field({"2wi": unit("us", "15:9", name="2nd Wisconsin")}, RIVER, BRIDGE, FORD)
    assert moved(state, "2wi", "ahead:1").way == 1_000
    state.units["2wi"].acted = False
    assert refused(state, march("2wi", "ahead:0.011")) == (
        "[LL.2.imp.1] 2nd Wisconsin would enter the Antietam, a river impassable to INF; bridges and fords lead across"
    )


def test_ll_2_imp_2_a_bridge_is_one_base_wide_and_easy_for_all() -> None:
    column, line = unit("us", "10.5:9", ranks=(1, 1, 1)), unit("us", "10.5:9", ranks=(3,))
    limber = unit("us", "10.5:9", kind="ART", limbered=True, bases=2)
    assert moved(field({"col": column}, RIVER, BRIDGE), "col", "ahead:4").disorder == ()
    assert moved(field({"art": limber}, RIVER, BRIDGE), "art", "ahead:6").disorder == ()
    assert refused(field({"line": line}, RIVER, BRIDGE), march("line", "ahead:4")).startswith("[LL.2.imp.1]")


def test_ll_2_imp_2_whoever_goes_over_a_bridge_aslant_falls_into_the_river() -> None:
    column = unit("us", "10.5:9.5", ranks=(1, 1))
    assert refused(field({"col": column}, RIVER, BRIDGE), march("col", "wheel-left:2", "ahead:3")).startswith(
        "[LL.2.imp.1]"
    )


def test_ll_2_imp_2_on_a_bridge_over_a_stream_one_is_not_in_the_water() -> None:
    stream = terrain("stream", "0:10", "36:10", "36:12", "0:12")
    state = field({}, stream, BRIDGE)
    assert not ground.is_in_water(state, base(10_500, 11_500))
    assert ground.is_in_water(state, base(10_700, 11_500))


def test_ll_2_imp_3_a_ford_is_as_wide_as_it_is_and_difficult_for_all() -> None:
    line = unit("us", "22:9", ranks=(4,))
    assert refused(field({"line": line}, RIVER, FORD), march("line", "ahead:2")).startswith("[LL.6.dis.2]")
    fact = moved(field({"line": line}, RIVER, FORD, invoked=2), "line", "ahead:2")
    assert [(cause.why, cause.what) for cause in fact.disorder] == [("terrain", "Snavely's Ford")]


def test_ll_2_imp_4_a_stream_is_crossed_anywhere_and_a_ford_does_not_ease_it() -> None:
    stream = terrain("stream", "0:10", "36:10", "36:12", "0:12", name="Young's Branch")
    for x in ("5", "22"):
        state = field({"line": unit("us", f"{x}:9", ranks=(4,))}, stream, FORD, invoked=2)
        assert "Young's Branch" in [cause.what for cause in moved(state, "line", "ahead:4").disorder]


def test_a_bridge_of_crooked_shape_still_leads_across() -> None:
    bent = terrain("river", "0:10", "9:10", "9:14", "20:14", "20:16", "7:16", "7:12", "0:12", name="bend")
    bridge = terrain("bridge", "4:9", "5:9", "5:13", "4:13")
    state = field({"col": unit("us", "4.5:9", ranks=(1, 1))}, bent, bridge)
    assert moved(state, "col", "ahead:4").pose == (4_500, 13_000, 0)


def test_d10_works_are_walls_or_are_not_there() -> None:
    works = terrain("works", "10:10", "14:10")
    there = (base(12_000, 10_500),)
    walls, none = field({}, works), field({}, works, readings={"D10": "B"})
    assert [piece.name for piece in ground.under(walls, there)] == ["works"]
    assert ground.difficult(walls, "ART", there) == works
    assert list(ground.under(none, there)) == []
    assert ground.difficult(none, "ART", there) is None


def test_d10_an_embankment_is_linear_and_open_to_all() -> None:
    state = field({}, terrain("embankment", "10:10", "14:10"))
    assert names(state, base(12_000, 10_500)) == ["embankment"]
    assert [k for k in ("INF", "ART") if ground.difficult(state, k, (base(12_000, 10_500),))] == []


def test_ll_2_crest_1_a_crest_runs_where_it_was_agreed_and_a_plateau_may_have_none() -> None:
    """O2 The option plateaus lets flat-topped hills go without."""
    ridge = terrain("hill", *SQUARE, crest=("10:12", "12:13", "14:12"), name="ridge")
    table = terrain("hill", *SQUARE, crest=("10:11", "14:11"), name="table", plateau=True)
    bare = terrain("hill", *SQUARE, name="bare")
    lines = [
        Segment(Point(10_000, 12_000), Point(12_000, 13_000)),
        Segment(Point(12_000, 13_000), Point(14_000, 12_000)),
    ]
    assert list(ground.crests(field({}, ridge, table, bare, options=("plateaus",)))) == lines
    assert list(ground.crests(field({}, ridge, table, bare))) == [
        *lines, Segment(Point(10_000, 11_000), Point(14_000, 11_000)),
    ]  # fmt: skip


def test_ll_2_crest_1_a_hill_hinders_nobody() -> None:
    hill: Terrain = terrain("hill", *SQUARE, crest=("10:12", "14:12"))
    state = field({"2wi": unit("us", "12:9")}, hill)
    assert moved(state, "2wi", "ahead:4").disorder == ()
