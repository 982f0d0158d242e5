"""Section 14 The worked examples about movement, by their number."""

from __future__ import annotations

from domain.tabletop.sweep import wheel_length
from rules.longstreet_lite.movement.asks import ReformUnit
from rules.longstreet_lite.state import State
from tests.longstreet_lite.marching import field, formed, march, moved, refused, with_card
from tests.longstreet_lite.positions import terrain, unit


def regiment(*ranks: int, at: str = "12:9") -> State:
    return field({"reg": unit("us", at, "0", ranks, name="the regiment")})


def reform(guide: int, left: int, *ranks: int) -> ReformUnit:
    return ReformUnit(unit="reg", guide=guide, ranks=ranks, left=left)


def test_e8_bases_out_of_file_are_refused() -> None:
    """LL.1.rank.1, LL.1.rank.2: an order has no way to leave a gap, but it can put a rank out of its files."""
    aside = ReformUnit(unit="reg", guide=2, ranks=(4, 2), left=1, offset=3)
    assert refused(regiment(4, 2), aside) == (
        "[LL.1.rank.2] the regiment cannot stand in ranks 4-2: the last rank stands out of the files before it"
    )


def test_e9_ranks_4_1_2_are_refused_for_two_reasons() -> None:
    """LL.1.rank.3, LL.1.rank.4"""
    assert refused(regiment(4, 3), reform(2, 1, 4, 1, 2)) == (
        "[LL.1.rank.3] the regiment cannot stand in ranks 4-1-2: rank 3 has 2 bases, more than rank 2 with 1; rank 3 "
        "is begun before rank 2 is full"
    )


def test_e14_a_difficult_move_with_quickstep_is_four_base_widths() -> None:
    """LL.6.hard.2, LL.6.hard.3"""
    state = with_card(regiment(4), "quickstep", do="move_bonus", n=2)
    assert refused(state, march("reg", "back:4.001", difficult=True)).endswith("4 BW are allowed")
    assert moved(state, "reg", "back:4", difficult=True).allowance == 4_000


def test_e15_a_prolong_with_two_more_is_three_base_widths() -> None:
    """LL.6.prol.3"""
    state = with_card(field({"b": unit("us", "12:9", "0", (2,), kind="ART")}), "quickstep", do="move_bonus", n=2)
    assert refused(state, march("b", "ahead:3.001")).endswith("3 BW are allowed")
    assert moved(state, "b", "left:3").allowance == 3_000


def test_e16_a_column_of_six_does_not_deploy_to_one_side() -> None:
    """LL.6.guide.2"""
    assert refused(regiment(*(1,) * 6), reform(1, 0, 6)) == (
        "[LL.6.guide.2] to the right of base 1 of the regiment stand 0 files and would stand 5; 2 more or fewer are "
        "allowed"
    )


def test_e17_it_deploys_to_both_sides() -> None:
    """LL.6.guide.2"""
    fact = formed(regiment(*(1,) * 6), reform(1, 1, 4, 2))
    assert (fact.ranks, fact.pose) == ((4, 2), (12_500, 9_000, 0)), "one file left of the guide and two right"


def test_e18_a_side_step_of_two_base_widths_before_the_enemy_takes_two_cards() -> None:
    """LL.F.3, LL.6.guide.2, LL.6.fnear.1"""
    units = {"reg": unit("us", "12:9", name="the regiment"), "cs": unit("cs", "12:12", "180", name="the enemy")}
    assert formed(field(units, invoked=2), reform(2, 3, 4)).pose == (10_000, 9_000, 0)
    assert refused(field(units), reform(2, 3, 4)) == (
        "[LL.6.dis.2] the regiment would change formation 3 BW from the enemy: disorder, and the phase was invoked "
        "with 1 card where it takes 2"
    )


STREAM = terrain("stream", "0:10", "36:10", "36:10.5", "0:10.5", name="the stream")
UNITS = {"reg": unit("us", "12:9", name="the regiment"), "friend": unit("us", "12:12", name="the friend")}


def test_e19_one_card_neither_a_friend_nor_difficult_terrain() -> None:
    """LL.6.dis.2"""
    assert refused(field(UNITS), march("reg", "ahead:4")).startswith("[LL.6.dis.2] the regiment would pass through")
    assert refused(field(UNITS, STREAM), march("reg", "ahead:1.2")).startswith("[LL.6.dis.2] the regiment would be in")


def test_e20_two_cards_both_in_the_same_move_at_no_further_cost() -> None:
    """LL.6.dis.3"""
    state = field(UNITS, STREAM, invoked=2, hands={"us": ("steady-boys",)})
    assert [cause.what for cause in moved(state, "reg", "ahead:4").disorder] == ["friend", "the stream"]
    assert (state.cards["us"].hand, state.turn.invoked) == (["steady-boys"], 2)


def test_x4_a_wheel_of_thirty_degrees_leaves_1_906_base_widths() -> None:
    """LL.6.fwd.4"""
    assert moved(regiment(4), "reg", "wheel-left:30").way == 2_094
    assert moved(regiment(4), "reg", "wheel-left:30", "ahead:1.906").way == 4_000
    assert refused(regiment(4), march("reg", "wheel-left:30", "ahead:1.907")).endswith("4 BW are allowed")
    assert refused(regiment(4), march("reg", "wheel-left:60")) == (
        "[LL.6.dist.1] the way of the regiment is 4.189 BW long; 4 BW are allowed"
    )
    assert wheel_length(4_000, 6_000) == 4_189


def test_x5_six_in_line_become_two_ranks_of_three_on_the_second_base() -> None:
    """LL.6.guide.2"""
    assert refused(regiment(6), reform(1, 0, 3, 3)) == (
        "[LL.6.guide.2] to the right of base 1 of the regiment stand 5 files and would stand 2; 2 more or fewer are "
        "allowed"
    )
    assert formed(regiment(6), reform(2, 0, 3, 3)).pose == (11_500, 9_000, 0)
