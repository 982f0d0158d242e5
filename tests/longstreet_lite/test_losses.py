"""LL.1.loss Bases lost: who chooses, what may be chosen, and what is left."""

from __future__ import annotations

import pytest

from domain.kernel.facts import FrameClosed, FrameOpened, LossTaken
from domain.kernel.reasons import Reason
from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Pose
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.formation import bases_of, body_of, legal_ranks
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.losses.asks import AwaitLosses, RemoveBases
from rules.longstreet_lite.losses.facts import BasesLost, UnitRemoved
from rules.longstreet_lite.losses.losses import removals
from rules.longstreet_lite.state import State
from tests.longstreet_lite.falling_back import lose, of, one, play_out
from tests.longstreet_lite.positions import give, position, refusal, said, unit


def table(ranks: tuple[int, ...], offset: int = 0, **readings: str) -> State:
    """One regiment of the passive side at 12:12, looking north."""
    return position({"u": unit("cs", "12:12", ranks=ranks, offset=offset, name="3rd Tennessee")}, readings=readings)


def remove(*bases: int) -> RemoveBases:
    return RemoveBases(unit="u", bases=bases)


def left(state: State) -> tuple[tuple[int, ...], int, int, int]:
    """Ranks and offset of u, and where the middle of its front is."""
    u = state.units["u"]
    assert u.pose is not None
    return u.ranks, u.offset, u.pose.x, u.pose.y


def test_ll_1_loss_1_losses_are_counted_with_their_men_and_their_rule() -> None:
    state = table((1, 1, 1))
    facts = lose(state, "u", 1)
    assert [type(fact) for fact in facts] == [FrameOpened]
    facts = give(SYSTEM, state, "cs", remove(3))
    assert facts == [
        FrameClosed(),
        LossTaken(side="cs", unit="u", kind="bases", amount=1, cause=Reason("fire", "LL.5.kill.1"), men=70),
        BasesLost(
            unit="u", bases=(3,), left=2, pose=(12_000, 12_000, 0), ranks=(1, 1), offset=0, cause="fire",
            rule="LL.5.kill.1",
        ),
    ]  # fmt: skip
    assert (state.units["u"].bases, state.lost["cs"], state.core.losses["cs"]) == (2, 1, 1)


def test_ll_1_base_1_a_base_is_a_base_whatever_it_carries() -> None:
    """LL.1.base.1: one of infantry and one of guns count alike; only infantry has a scale of men."""
    guns = unit("cs", "20:12", kind="ART", limbered=True, bases=2)
    state = position({"u": unit("cs", "12:12", ranks=(1, 1, 1)), "g": guns})
    lose(state, "u", 1)
    facts = [*give(SYSTEM, state, "cs", remove(3)), *lose(state, "g", 1)]
    assert [(loss.amount, loss.men) for loss in of(LossTaken, facts)] == [(1, 70), (1, None)]
    assert state.lost["cs"] == 2


def test_ll_1_loss_3_the_owner_is_asked_only_where_it_makes_a_difference() -> None:
    state = table((5,))
    (opened,) = lose(state, "u", 1, "combat", "LL.7.loss.1")
    assert opened == FrameOpened(frame=AwaitLosses(side="cs", unit="u", count=1, cause="combat", rule="LL.7.loss.1"))
    guns = position({"u": unit("cs", "12:12", kind="ART", limbered=True, bases=3)})
    assert [type(fact) for fact in lose(guns, "u", 1)] == [LossTaken, BasesLost]


@pytest.mark.parametrize(
    ("ranks", "offset", "bases", "result"),
    [
        pytest.param((5,), 0, (1,), ((4,), 0, 12_500, 12_000), id="the left end: the middle moves right"),
        pytest.param((5,), 0, (5,), ((4,), 0, 11_500, 12_000), id="the right end"),
        pytest.param((5,), 0, (1, 5), ((3,), 0, 12_000, 12_000), id="both ends"),
        pytest.param((4, 2), 1, (5,), ((4, 1), 2, 12_000, 12_000), id="from the short rank"),
        pytest.param((4, 2), 1, (1,), ((3, 2), 0, 12_500, 12_000), id="a front base with none behind it"),
        pytest.param((3, 3), 0, (1, 4), ((2, 2), 0, 12_500, 12_000), id="a whole file"),
        pytest.param((3, 3), 0, (1, 2, 3), ((3,), 0, 12_000, 11_000), id="the whole front rank"),
        pytest.param((1, 1, 1), 0, (1,), ((1, 1), 0, 12_000, 11_000), id="the head of a column"),
    ],
)
def test_ll_1_loss_3_the_others_stand_where_they_stood(
    ranks: tuple[int, ...], offset: int, bases: tuple[int, ...], result: tuple[tuple[int, ...], int, int, int]
) -> None:
    """D5 A: what is left covers exactly the places of the bases not removed."""
    state = table(ranks, offset)
    before = {base.number: base.area for base in bases_of(body_of(state, state.units["u"]))}
    lose(state, "u", len(bases))
    give(SYSTEM, state, "cs", remove(*bases))
    assert left(state) == result
    after = [base.area for base in bases_of(body_of(state, state.units["u"]))]
    assert after == [area for number, area in before.items() if number not in bases]


def test_ll_1_loss_3_whoever_stands_at_the_edge_of_the_table_stays_on_it() -> None:
    """LL.G.1 Rounded to whole milli-BW, the corner that is left would lie one of them beyond the edge."""
    state = position({"u": unit("cs", "2.221:12", "20.05", ranks=(5,))})
    u = state.units["u"]
    west = min(corner.x for block in blocks_of(body_of(state, u)) for corner in block)
    assert u.pose is not None
    u.pose = Pose(x=u.pose.x - west, y=u.pose.y, heading=u.pose.heading)
    lose(state, "u", 1)
    give(SYSTEM, state, "cs", remove(5))
    assert min(corner.x for block in blocks_of(body_of(state, u)) for corner in block) == 0


@pytest.mark.parametrize(
    ("ranks", "bases", "why"),
    [
        ((5,), (3,), "the bases of rank 1 do not touch side by side (LL.1.rank.1)"),
        ((3, 3), (2,), "the bases of rank 1 do not touch side by side (LL.1.rank.1)"),
        ((3, 3), (5,), "the bases of rank 2 do not touch side by side (LL.1.rank.1)"),
        ((3, 3), (1,), "bases of rank 2 do not stand exactly behind others (LL.1.rank.2)"),
        ((2, 2, 2), (4,), "rank 3 is begun before rank 2 is full (LL.1.rank.4)"),
        ((1, 1, 1), (2,), "a rank does not stand close behind the one before it (LL.1.rank.1)"),
    ],
)
def test_ll_1_loss_3_what_is_left_must_be_a_legal_formation(
    ranks: tuple[int, ...], bases: tuple[int, ...], why: str
) -> None:
    """I20: the refusal says why, and what may go instead."""
    state = table(ranks)
    lose(state, "u", len(bases))
    assert refusal(SYSTEM, state, "cs", remove(*bases)) == "LL.1.loss.3"
    message = said(SYSTEM, state, "cs", remove(*bases))
    assert message.startswith(f"3rd Tennessee may not give up base {bases[0]}: then ")
    assert why in message
    assert message.endswith(" may go")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (remove(), "loses 1 of its bases, not 0"),
        (remove(1, 5), "loses 1 of its bases, not 2"),
        (remove(1, 1), "loses 1 of its bases, not 2"),
        (remove(0), "are numbered 1 to 5"),
        (remove(6), "are numbered 1 to 5"),
        (RemoveBases(unit="other", bases=(1,)), "'other' loses nothing now"),
    ],
)
def test_ll_1_loss_3_so_many_bases_of_that_unit_each_once(order: RemoveBases, why: str) -> None:
    state = table((5,))
    lose(state, "u", 1)
    assert refusal(SYSTEM, state, "cs", order) == "LL.1.loss.3"
    assert why in said(SYSTEM, state, "cs", order)


@pytest.mark.parametrize("bases", range(3, 11))
def test_d5_there_is_always_a_lawful_choice_where_nobody_shifts(bases: int) -> None:
    """LL.1.loss.3 (D5 A): so closing up for want of one never comes about."""
    for ranks in legal_ranks(bases):
        state = table(ranks)
        for count in range(1, bases - 1):
            assert removals(state, state.units["u"], count), (ranks, count)


@pytest.mark.parametrize(
    ("ranks", "bases", "result"),
    [
        pytest.param((5,), (3,), ((4,), 0, 12_000, 12_000), id="a gap closes on the middle"),
        pytest.param((5,), (1, 3), ((3,), 0, 12_500, 12_000), id="on the ground it kept"),
        pytest.param((3, 3), (2,), ((3, 2), 0, 12_000, 12_000), id="the rear steps forward"),
        pytest.param((5,), (1,), ((4,), 0, 12_500, 12_000), id="an end leaves no gap: nobody moves"),
    ],
)
def test_d5_b_a_unit_may_close_up(
    ranks: tuple[int, ...], bases: tuple[int, ...], result: tuple[tuple[int, ...], int, int, int]
) -> None:
    """LL.1.loss.3 (D5 B)"""
    state = table(ranks, D5="B")
    lose(state, "u", len(bases))
    give(SYSTEM, state, "cs", remove(*bases))
    assert left(state) == result


def test_d5_b_a_short_rank_keeps_its_place_as_far_as_it_can() -> None:
    """Behind the right file of four before, and of two after it."""
    state = table((4, 1), 3, D5="B")
    assert removals(state, state.units["u"], 2)[(2, 3)] == ((2, 1), 1, 0, 0)


def test_ll_1_loss_2_infantry_left_with_one_base_is_broken_and_loses_it_too() -> None:
    """LL.1.unit.3, LL.5.kill.2"""
    state = table((3,))
    assert lose(state, "u", 2) == [
        LossTaken(side="cs", unit="u", kind="bases", amount=3, cause=Reason("fire", "LL.1.loss.2"), men=210),
        UnitRemoved(unit="u", why="broken", rule="LL.1.loss.2", counts=3),
    ]
    u = state.units["u"]
    assert (u.status, u.bases, u.pose, state.lost["cs"]) == ("broken", 0, None, 3)


def test_ll_1_loss_2_more_losses_than_bases_cost_no_more_than_the_unit_has() -> None:
    state = table((3,))
    lose(state, "u", 9, "combat", "LL.7.loss.1")
    assert state.lost["cs"] == 3


def test_ll_1_loss_4_bases_out_of_the_enemys_reach_may_go() -> None:
    """Only the left end is near an enemy; the right end pays."""
    state = position({"u": unit("cs", "12:12", ranks=(5,)), "e": unit("us", "9.5:14", "180", (1, 1))})
    lose(state, "u", 1)
    facts = give(SYSTEM, state, "cs", remove(5))
    assert one(BasesLost, facts).bases == (5,)


def test_ll_1_loss_5_a_whole_unit_may_go_at_once() -> None:
    state = table((4,))
    facts = play_out(state, lambda play: losses.remove_unit(play, "u", "broken", "LL.7.flimb.2"))
    assert facts == [
        LossTaken(side="cs", unit="u", kind="bases", amount=4, cause=Reason("combat", "LL.7.flimb.2"), men=280),
        UnitRemoved(unit="u", why="broken", rule="LL.7.flimb.2", counts=4),
    ]


@pytest.mark.parametrize(("reading", "counts"), [("A", 4), ("B", 0)])
def test_d51_whether_a_unit_that_routs_counts_as_lost(reading: str, counts: int) -> None:
    """LL.3.bp.3 (D51)"""
    state = table((4,), D51=reading)
    facts = play_out(state, lambda play: losses.remove_unit(play, "u", "routed", "LL.7.fno.1"))
    assert one(UnitRemoved, facts).counts == counts
    assert [loss.amount for loss in of(LossTaken, facts)] == ([4] if counts else [])
    assert (state.lost["cs"], state.core.losses["cs"], state.units["u"].status) == (counts, counts, "routed")


def test_d51_b_a_broken_unit_counts_all_the_same() -> None:
    state = table((2,), D51="B")
    lose(state, "u", 1)
    assert state.lost["cs"] == 2


@pytest.mark.parametrize(("bases", "accepted"), [((1,), True), ((3,), True), ((2,), False)])
def test_ll_1_art_2_an_end_gun_may_go_the_middle_one_leaves_a_gap(bases: tuple[int, ...], accepted: bool) -> None:
    state = position({"u": unit("cs", "12:12", ranks=(3,), kind="ART")})
    lose(state, "u", 1)
    if accepted:
        facts = give(SYSTEM, state, "cs", remove(*bases))
        assert (one(LossTaken, facts).men, state.units["u"].ranks) == (None, (2,))
    else:
        assert refusal(SYSTEM, state, "cs", remove(*bases)) == "LL.1.loss.3"


def test_ll_1_art_5_a_battery_lasts_until_its_last_gun() -> None:
    """LL.1.unit.4"""
    state = position({"u": unit("cs", "12:12", ranks=(2,), kind="ART")})
    lose(state, "u", 1)
    give(SYSTEM, state, "cs", remove(2))
    assert state.units["u"].is_on_table
    facts = lose(state, "u", 1)
    assert one(UnitRemoved, facts) == UnitRemoved(unit="u", why="destroyed", rule="LL.1.art.5", counts=1)
    assert state.lost["cs"] == 2


def test_ll_1_art_3_a_limber_stays_where_it_is_while_it_has_a_gun() -> None:
    state = position({"u": unit("cs", "12:12", "45", kind="ART", limbered=True, bases=3)})
    before = body_of(state, state.units["u"])
    facts = lose(state, "u", 2)
    assert (one(BasesLost, facts).bases, one(BasesLost, facts).left) == ((2, 3), 1)
    assert body_of(state, state.units["u"]) == before
    assert (state.units["u"].bases, state.lost["cs"]) == (1, 2)


def test_every_choice_offered_is_legal_and_each_leaves_something_else() -> None:
    for ranks, count in (((5,), 1), ((4, 2), 1), ((3, 3), 2), ((2, 2, 2), 3), ((5, 5), 4)):
        state = table(ranks)
        lose(state, "u", count)
        offered = list(SYSTEM.book.choices(state))
        results = []
        for choice in offered:
            again = table(ranks)
            lose(again, "u", count)
            give(SYSTEM, again, choice.by, choice.order)
            results.append(left(again))
        assert len(set(results)) == len(results) == len(set(removals(state, state.units["u"], count).values()))
        assert len(results) > 1


def test_losses_are_told_in_plain_words() -> None:
    state = table((5,))
    lose(state, "u", 1)
    lost = one(BasesLost, give(SYSTEM, state, "cs", remove(1)))
    assert tell(SYSTEM, lost) == "u has 4 left, in ranks 4 (LL.5.kill.1)"
    gone = UnitRemoved(unit="u", why="routed", rule="LL.7.fno.2", counts=4)
    assert tell(SYSTEM, gone) == "u routs and is gone (LL.7.fno.2)"
    broken = UnitRemoved(unit="u", why="broken", rule="LL.1.loss.2", counts=2)
    assert tell(SYSTEM, broken) == "u is broken and is gone (LL.1.loss.2)"
