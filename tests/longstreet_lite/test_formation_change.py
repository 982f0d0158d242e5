"""LL.6.form, LL.6.quart, LL.6.guide Quarter turns, and new ranks on a guide."""

from __future__ import annotations

from typing import Any

import pytest

from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Pose
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.formation import Body, bases_of
from rules.longstreet_lite.movement.asks import QuarterTurn, ReformUnit
from rules.longstreet_lite.movement.facts import UnitFormed
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import Hand
from tests.longstreet_lite.marching import field, formed, march, refused
from tests.longstreet_lite.positions import terrain, unit


def alone(ranks: tuple[int, ...] = (4,), offset: int = 0, **more: Any) -> State:
    return field({"2wi": unit("us", "12:7", "0", ranks, offset=offset, name="2nd Wisconsin")}, **more)


def turn(to: Hand) -> QuarterTurn:
    return QuarterTurn(unit="2wi", to=to)


def reform(guide: int, left: int, *ranks: int, offset: int = 0) -> ReformUnit:
    return ReformUnit(unit="2wi", guide=guide, ranks=ranks, left=left, offset=offset)


def body(fact: UnitFormed, depth: int = 1_000) -> Body:
    x, y, heading = fact.pose
    return Body(Pose(x=x, y=y, heading=heading), fact.ranks, fact.offset, depth)


def ground(found: Body) -> set[frozenset[Any]]:
    return {frozenset(base.area) for base in bases_of(found)}


OLD = Pose(x=12_000, y=7_000, heading=0)


def test_ll_6_form_1_a_change_of_formation_is_made_instead_of_a_move() -> None:
    """I21"""
    state = alone()
    formed(state, turn("left"))
    assert refused(state, march("2wi", "ahead:1")).startswith("[LL.6.gen.1]")
    assert (state.units["2wi"].ranks, state.units["2wi"].acted) == ((1, 1, 1, 1), True)


def test_ll_6_form_1_artillery_has_neither_quarter_turn_nor_guide() -> None:
    guns = field({"2wi": unit("us", "12:7", "0", (3,), kind="ART", name="Battery B")})
    for order in (turn("left"), reform(1, 0, 2, 1)):
        assert refused(guns, order) == (
            "[LL.6.form.1] Battery B is artillery, without ranks and files; it limbers or unlimbers"
        )


# LL.6.quart


@pytest.mark.parametrize(("to", "pose"), [("left", (10_000, 6_500, 27_000)), ("right", (14_000, 6_500, 9_000))])
def test_ll_6_quart_1_square_bases_keep_their_ground(to: Hand, pose: tuple[int, int, int]) -> None:
    fact = formed(alone(), turn(to))
    assert (fact.pose, fact.ranks, fact.turned) == (pose, (1, 1, 1, 1), to)
    assert ground(body(fact)) == ground(Body(OLD, (4,), 0, 1_000))


def test_ll_6_quart_1_full_ranks_become_files() -> None:
    fact = formed(alone((3, 3)), turn("right"))
    assert (fact.ranks, fact.pose) == ((2, 2, 2), (13_500, 6_000, 9_000))
    assert ground(body(fact)) == ground(Body(OLD, (3, 3), 0, 1_000))
    assert tell(SYSTEM, fact) == "2wi makes a quarter turn to the right: ranks 2-2-2, now at 13.5:6 facing 90°"


@pytest.mark.parametrize(
    ("ranks", "offset", "to", "result"),
    [
        ((4, 3), 1, "right", ((2, 2, 2, 1), 0)),
        ((4, 3), 0, "left", ((2, 2, 2, 1), 1)),
        ((2, 1), 1, "right", ((2, 1), 0)),
        ((2, 2, 1), 0, "left", ((3, 2), 1)),
    ],
)
def test_ll_6_quart_1_a_short_rank_that_comes_to_the_rear_is_legal(
    ranks: tuple[int, ...], offset: int, to: Hand, result: tuple[tuple[int, ...], int]
) -> None:
    fact = formed(alone(ranks, offset), turn(to))
    assert (fact.ranks, fact.offset) == result
    assert ground(body(fact)) == ground(Body(OLD, ranks, offset, 1_000))


@pytest.mark.parametrize(("ranks", "offset", "to"), [((4, 3), 0, "right"), ((4, 2), 1, "left"), ((3, 1), 0, "left")])
def test_d29_a_short_rank_elsewhere_is_refused_or_seated_again(ranks: tuple[int, ...], offset: int, to: Hand) -> None:
    said = "-".join(map(str, ranks))
    assert refused(alone(ranks, offset), turn(to)) == (
        f"[LL.6.quart.1] 2nd Wisconsin in ranks {said} would have a short rank elsewhere than at the rear after a "
        f"quarter turn to the {to}; ranks that come out full are needed"
    )
    fact = formed(alone(ranks, offset, readings={"D29": "A"}), turn(to))
    bases = sum(ranks)
    assert fact.ranks == (2,) * (bases // 2) + (1,) * (bases % 2)
    assert _centre(body(fact)) == (12_000, 6_000), "of the rectangle it stood in"


def _centre(found: Body) -> tuple[int, int]:
    (corners,) = blocks_of(found._replace(ranks=(found.ranks[0],) * len(found.ranks)))
    return sum(p.x for p in corners) // 4, sum(p.y for p in corners) // 4


def test_d29_b_where_the_turned_ranks_are_legal_nothing_is_seated_again() -> None:
    for letter in "AB":
        fact = formed(alone((4, 3), 1, readings={"D29": letter}), turn("right"))
        assert ground(body(fact)) == ground(Body(OLD, (4, 3), 1, 1_000))


def test_ll_6_quart_1_deeper_bases_form_behind_those_that_turn_first() -> None:
    """D1 C: bases 1 wide and 1.5 deep."""
    fact = formed(alone((4,), readings={"D1": "C"}), turn("right"))
    (block,) = blocks_of(body(fact, 1_500))
    assert fact.pose == (14_000, 6_250, 9_000), "the front is on the old flank line, centred on it"
    assert min(point.x for point in block) == 8_000, "the new line is 6 BW long and sticks out by 2"


def test_a_quarter_turn_of_deeper_bases_needs_room_behind() -> None:
    units = {
        "2wi": unit("us", "12:7", name="2nd Wisconsin"),
        "7wi": unit("us", "8.5:7", "0", (2,), name="7th Wisconsin"),
    }
    state = field(units, readings={"D1": "C"})
    assert refused(state, turn("right")) == (
        "[LL.6.finterp.1] 2nd Wisconsin would stand on 7th Wisconsin; it needs ground of its own"
    )
    assert formed(state, turn("left")).pose[0] == 10_000


# LL.6.guide


def test_ll_6_guide_1_the_guide_neither_moves_nor_turns() -> None:
    fact = formed(alone((2, 2, 2)), reform(2, 1, 4, 2))
    assert (fact.guide, fact.ranks, fact.pose) == (2, (4, 2), (13_000, 7_000, 0))
    old, new = bases_of(Body(OLD, (2, 2, 2), 0, 1_000)), bases_of(body(fact))
    assert old[1].area == new[1].area, "base 2 was second of two and is second of four"
    assert tell(SYSTEM, fact) == "2wi re-forms on base 2: ranks 4-2, now at 13:7 facing 0°"


def test_ll_6_guide_1_a_guide_from_the_second_rank_has_the_others_beside_or_behind_it() -> None:
    fact = formed(alone((3, 3)), reform(5, 1, 3, 3))
    assert fact.pose == (12_000, 6_000, 0)
    assert bases_of(body(fact))[1].area == bases_of(Body(OLD, (3, 3), 0, 1_000))[4].area


def test_ll_6_guide_1_there_is_no_such_base() -> None:
    """I26"""
    for number in (0, 5):
        assert refused(alone(), reform(number, 0, 2, 2)) == (
            f"[LL.6.guide.1] 2nd Wisconsin has no base {number} to guide on; its bases are 1 to 4"
        )


def test_ll_6_guide_2_each_side_gains_or_loses_two_files_at_most() -> None:
    """I26"""
    wide = alone((6,))
    assert refused(wide, reform(3, 2, 3, 3)) == (
        "[LL.6.guide.2] to the right of base 3 of 2nd Wisconsin stand 3 files and would stand 0; 2 more or fewer are "
        "allowed"
    )
    assert formed(wide, reform(3, 1, 3, 3)).pose == (11_500, 7_000, 0)
    assert refused(alone((1,) * 5), reform(1, 3, 5)).startswith("[LL.6.guide.2] to the left of base 1")
    assert formed(alone((1,) * 5), reform(1, 2, 5)).ranks == (5,)


def test_ll_6_guide_3_the_guide_ends_in_the_front_rank() -> None:
    """I26 Nobody ends ahead of it."""
    assert refused(alone((2, 2)), reform(2, 2, 2, 2)) == (
        "[LL.6.guide.3] 2 files to the left of the guide leave it no place in a front rank of 2; 1 are the most"
    )


def test_ll_6_guide_3_there_is_no_limit_to_the_rear() -> None:
    state = field({"2wi": unit("us", "12:15", "0", (3, 3, 3))})
    assert formed(state, reform(2, 0, *(1,) * 9)).ranks == (1,) * 9


@pytest.mark.parametrize(
    ("ranks", "offset", "rule", "why"),
    [
        ((2, 1), 0, "LL.1.rank.1", "the ranks hold 3 bases and the unit has 6"),
        ((3, 1, 2), 0, "LL.1.rank.3", "rank 3 has 2 bases, more than rank 2 with 1; rank 3 is begun before rank 2"),
        ((4, 2), 3, "LL.1.rank.2", "the last rank stands out of the files before it"),
        ((3, 3), 1, "LL.1.rank.2", "only a short last rank can stand aside"),
    ],
)
def test_ll_6_guide_4_the_result_is_a_legal_formation(ranks: tuple[int, ...], offset: int, rule: str, why: str) -> None:
    said = refused(alone((4, 2)), reform(2, 1, *ranks, offset=offset))
    assert said.startswith(f"[{rule}] 2nd Wisconsin cannot stand in ranks ")
    assert why in said


def test_a_short_last_rank_may_be_put_anywhere_behind() -> None:
    fact = formed(alone((4, 2)), reform(2, 1, 4, 2, offset=2))
    assert (fact.offset, fact.pose) == (2, (12_000, 7_000, 0))
    assert refused(alone((4, 2)), reform(2, 1, 4, 2)) == "[LL.6.form.1] 2nd Wisconsin stands so already"


# LL.6.fterr, LL.6.finterp, LL.6.fnear


def test_ll_6_fterr_1_only_the_footprints_before_and_after_count() -> None:
    before, after = terrain("rough", "10:6", "11:6", "11:7", "10:7"), terrain("rough", "11:5", "12:5", "12:6", "11:6")
    between = terrain("rough", "8:8", "16:8", "16:9", "8:9")
    units, order = {"2wi": unit("us", "12:7", name="2nd Wisconsin")}, reform(2, 0, 2, 2)  # into x 11 to 13
    for piece in (before, after):
        assert refused(field(units, piece), order).startswith("[LL.6.dis.2] 2nd Wisconsin would be in rough: disorder")
        causes = formed(field(units, piece, invoked=2), order).disorder
        assert [(cause.why, cause.rule) for cause in causes] == [("terrain", "LL.6.fterr.1")]
    assert formed(field(units, between), order).disorder == ()


def test_ll_6_finterp_1_bases_pass_through_friends_but_end_on_nobody() -> None:
    """I27"""
    units = {
        "2wi": unit("us", "12:7", "0", (6,), name="2nd Wisconsin"),
        "7wi": unit("us", "11:6", "0", (2,), name="7th Wisconsin"),
    }
    fact = formed(field(units), reform(3, 1, 4, 2, offset=2))
    assert fact.disorder == (), "the leftmost base goes over 7th Wisconsin into the second rank"
    assert refused(field(units, invoked=2), reform(3, 1, 4, 2)) == (
        "[LL.6.finterp.1] 2nd Wisconsin would stand on 7th Wisconsin; it needs ground of its own"
    )


def test_ll_6_finterp_1_and_ll_6_gen_2_nor_does_it_end_in_contact_with_an_enemy() -> None:
    """I22"""
    units = {"2wi": unit("us", "12:7", name="2nd Wisconsin"), "4va": unit("cs", "16:6.5", "270", name="4th Virginia")}
    assert refused(field(units, invoked=2), reform(3, 0, 4)) == (
        "[LL.6.gen.2] 2nd Wisconsin would touch 4th Virginia; a Move phase makes no contact"
    )
    assert formed(field(units, invoked=2), reform(2, 0, 4)).pose == (13_000, 7_000, 0)


def test_ll_6_fnear_1_within_six_base_widths_before_or_after_it_is_disorder() -> None:
    """I23"""
    before = {"2wi": unit("us", "12:7", name="2nd Wisconsin"), "4va": unit("cs", "20:5.5", "270", name="4th Virginia")}
    assert refused(field(before), reform(2, 1, 2, 2)).startswith(
        "[LL.6.dis.2] 2nd Wisconsin would change formation 6 BW from 4th Virginia: disorder"
    )
    after = {"2wi": unit("us", "12:7", "0", (3, 3), name="2nd Wisconsin"), "4va": unit("cs", "20:5.5", "270")}
    assert formed(field(after), reform(2, 1, 2, 2, 2)).disorder == (), "6.5 BW off before and 7 after"
    causes = formed(field(after, invoked=2), reform(2, 2, 6)).disorder
    assert [(cause.why, cause.what, cause.gap, cause.rule) for cause in causes] == [
        ("formation", "4va", 4_500, "LL.6.fnear.1")
    ]


def test_ll_f_3_a_side_step_on_a_guide_is_legal_near_the_enemy_with_two_cards() -> None:
    units = {"2wi": unit("us", "12:7", name="2nd Wisconsin"), "4va": unit("cs", "12:10", "180", name="4th Virginia")}
    fact = formed(field(units, invoked=2), reform(2, 3, 4))
    assert (fact.ranks, fact.pose) == ((4,), (10_000, 7_000, 0))
    assert refused(field(units), reform(2, 3, 4)).startswith("[LL.6.dis.2]")


def test_ll_6_path_2_no_reading_lets_a_unit_form_off_the_table() -> None:
    for letter in "AB":
        state = field({"2wi": unit("us", "34:7", name="2nd Wisconsin")}, readings={"D52": letter})
        assert refused(state, reform(2, 0, 4)) == "[LL.6.path.2] 2nd Wisconsin would leave the table; it stays on it"


def test_ll_2_imp_1_no_unit_forms_in_a_river() -> None:
    river = terrain("river", "14.5:0", "16:0", "16:24", "14.5:24", name="the Antietam")
    state = field({"2wi": unit("us", "12:7", name="2nd Wisconsin")}, river)
    assert refused(state, reform(2, 0, 4)).startswith("[LL.2.imp.1] 2nd Wisconsin would enter the Antietam")
