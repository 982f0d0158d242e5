"""LL.7.retire, LL.7.fall The retreats of one side: the card, the dice, the order of units, formation and facing."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.facts import DiceRolled, FrameOpened
from domain.kernel.reasons import Reason
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import Decline
from rules.longstreet_lite.cards.facts import CardPlayed
from rules.longstreet_lite.losses.facts import UnitRemoved
from rules.longstreet_lite.retreat.asks import (
    AwaitRetreat,
    AwaitRetreatCard,
    AwaitRetreatPath,
    PlayRetreatCard,
    RetreatUnit,
    RollRetreat,
)
from rules.longstreet_lite.retreat.facts import (
    RetreatCardSettled,
    RetreatCostDue,
    RetreatRolled,
    RetreatsBegan,
    RetreatsEnded,
    UnitRetreated,
)
from rules.longstreet_lite.state import Retreating, State
from tests.longstreet_lite.falling_back import beaten, end_of, fall_back, go, line, of, one, refused, told
from tests.longstreet_lite.positions import give, position, refusal, said, unit

FROM_A = Retreating(engaged=("a",))
CARDS = {"us": ("steady-boys",), "cs": ("quickstep", "steady-boys")}


def duel(**settings: object) -> State:
    """d of the passive side before a of the active; both hold cards."""
    settings = {"hands": CARDS, "phase": "combat", **settings}
    return position({"d": line(), "a": unit("us", "18:12", "180")}, **settings)  # type: ignore[arg-type]


def frames(facts: list[object]) -> list[object]:
    return [fact.frame for fact in facts if isinstance(fact, FrameOpened)]


# LL.7.fall.1, LL.7.fdist.1


def test_ll_7_fall_1_a_retreat_runs_from_the_card_to_its_end() -> None:
    state = duel()
    facts = fall_back(state, "cs", {"d": FROM_A})
    assert facts == [
        RetreatsBegan(side="cs", units={"d": FROM_A}),
        FrameOpened(frame=AwaitRetreatCard(side="cs")),
    ]
    facts = give(SYSTEM, state, "cs", Decline(), 2, 4)
    assert [type(fact).__name__ for fact in facts] == [
        "FrameClosed", "RetreatCardSettled", "DiceRolled", "RetreatRolled", "FrameOpened",
    ]  # fmt: skip
    facts = go(state)
    assert [type(fact).__name__ for fact in facts] == ["FrameClosed", "UnitRetreated", "RetreatsEnded"]
    assert state.combat.retreats is None


@pytest.mark.parametrize(("side", "distance"), [("cs", 6), ("us", 2)])
def test_ll_7_fdist_1_the_passive_side_takes_the_higher_die_the_active_the_lower(side: str, distance: int) -> None:
    state = position({"d": line(side), "a": unit("cs" if side == "us" else "us", "18:12", "180")}, phase="combat")
    facts = fall_back(state, side, {"d": FROM_A}, 2, 6)
    assert one(RetreatRolled, facts) == RetreatRolled(unit="d", faces=(2, 6), distance=distance)
    assert frames(list(facts)) == [AwaitRetreatPath(side=side, unit="d", distance=distance)]
    roll = one(DiceRolled, facts)
    assert (roll.by, roll.faces, roll.why) == (side, (2, 6), Reason("retreat", "LL.7.fdist.1", ("d",)))


# LL.7.finterp.1


def test_ll_7_finterp_1_any_card_may_be_played_for_all_retreats_of_the_step() -> None:
    state = duel()
    fall_back(state, "cs", {"d": FROM_A})
    facts = give(SYSTEM, state, "cs", PlayRetreatCard(card="quickstep"), 2, 4)
    assert one(CardPlayed, facts) == CardPlayed(by="cs", card="quickstep", use="retreat")
    assert one(RetreatCardSettled, facts) == RetreatCardSettled(side="cs", card="quickstep")
    assert state.cards["cs"].hand == ["steady-boys"]
    assert state.cards["cs"].discard == ["quickstep"]


def test_ll_7_finterp_1_only_a_card_in_hand_and_only_one() -> None:
    """I34: more than one card a step."""
    state = duel()
    fall_back(state, "cs", {"d": FROM_A})
    assert refusal(SYSTEM, state, "cs", PlayRetreatCard(card="cold-steel")) == "LL.4.nodis.1"
    assert refusal(SYSTEM, state, "us", PlayRetreatCard(card="steady-boys")) == "LL.4.seq.2"
    give(SYSTEM, state, "cs", PlayRetreatCard(card="quickstep"), 2, 4)
    assert refusal(SYSTEM, state, "cs", PlayRetreatCard(card="steady-boys")) == "LL.7.finterp.1"


def test_ll_7_finterp_1_each_side_is_asked_for_its_own_retreats() -> None:
    state = duel()
    facts = fall_back(state, "us", {"a": Retreating(engaged=("d",))})
    assert frames(list(facts)) == [AwaitRetreatCard(side="us")]


def test_ll_7_finterp_1_with_no_card_at_all_nobody_is_asked() -> None:
    """That the hand is empty is public."""
    state = duel(hands={})
    facts = fall_back(state, "cs", {"d": FROM_A}, 2, 4)
    assert one(RetreatCardSettled, facts) == RetreatCardSettled(side="cs")
    assert frames(list(facts)) == [AwaitRetreatPath(side="cs", unit="d", distance=4)]


def test_d45_a_the_card_is_played_before_the_dice() -> None:
    """LL.7.finterp.1 (D45 A)"""
    facts = fall_back(duel(), "cs", {"d": FROM_A})
    assert of(DiceRolled, facts) == []


def test_d45_b_the_card_is_played_when_all_dice_of_the_side_lie() -> None:
    """LL.7.finterp.1 (D45 B): and they are not rolled again."""
    state = duel(readings={"D45": "B"})
    state.units["e"] = line(at="24:12")
    facts = fall_back(state, "cs", {"d": FROM_A, "e": Retreating()}, 2, 4, 1, 3)
    assert [fact.faces for fact in of(RetreatRolled, facts)] == [(2, 4), (1, 3)]
    assert frames(list(facts)) == [AwaitRetreatCard(side="cs")]
    facts = give(SYSTEM, state, "cs", Decline())
    assert frames(list(facts)) == [AwaitRetreat(side="cs")]
    facts = give(SYSTEM, state, "cs", RollRetreat(unit="e"))
    assert frames(list(facts)) == [AwaitRetreatPath(side="cs", unit="e", distance=3)]


# LL.7.retire.1


def two(*dice: int) -> State:
    state = position(
        {"d": line(), "e": line(at="24:12"), "a": unit("us", "18:12", "180"), "b": unit("us", "24:12", "180")},
        phase="combat",
    )
    fall_back(state, "cs", {"d": FROM_A, "e": Retreating(engaged=("b",))}, *dice)
    return state


def test_ll_7_retire_1_the_owner_retreats_his_units_in_the_order_he_likes() -> None:
    state = two()
    assert state.core.pending == [AwaitRetreat(side="cs")]
    give(SYSTEM, state, "cs", RollRetreat(unit="e"), 1, 2)
    facts = give(SYSTEM, state, "cs", RetreatUnit(unit="e"), 3, 3)
    assert one(UnitRetreated, facts).pose == (24_000, 10_000, 0)
    assert one(RetreatRolled, facts).unit == "d", "the last one is not asked for"
    facts = give(SYSTEM, state, "cs", RetreatUnit(unit="d"))
    assert one(RetreatsEnded, facts) == RetreatsEnded(side="cs")


def test_ll_7_retire_1_only_a_unit_that_has_lost_and_only_once() -> None:
    state = two()
    assert refusal(SYSTEM, state, "cs", RollRetreat(unit="a")) == "LL.7.retire.1"
    assert said(SYSTEM, state, "cs", RollRetreat(unit="x")) == "'x' has no retreat to make; d and e have"
    give(SYSTEM, state, "cs", RollRetreat(unit="e"), 1, 2)
    assert refusal(SYSTEM, state, "cs", RetreatUnit(unit="d")) == "LL.7.retire.1"


def test_ll_7_retire_1_guns_are_limbered_first_in_the_place_of_one_of_them() -> None:
    """LL.6.aform.2, LL.7.fart.1: the middle gun unless another place serves better."""
    state = beaten(unit("cs", "18:12", kind="ART", ranks=(3,)), 2, 4)
    fact = one(UnitRetreated, go(state))
    assert (fact.limbers, fact.limbered, fact.ranks, fact.pose) == (True, True, (1,), (18_000, 8000, 0))
    assert fact.path == ((18_000, 12_000), (18_000, 8000))
    battery = state.units["d"]
    assert (battery.limbered, battery.bases, battery.ranks) == (True, 3, (1,))


@pytest.mark.parametrize("at", ["17:8", "18:8", "19:8"])
def test_ll_7_retire_1_the_limber_may_stand_for_any_gun(at: str) -> None:
    state = beaten(unit("cs", "18:12", kind="ART", ranks=(3,)), 2, 4)
    assert one(UnitRetreated, go(state, f"to:{at}")).way == 4000


def test_ll_7_fart_1_no_part_of_a_limber_ends_too_near_however_it_faces() -> None:
    """D55: its facing is free; turned by 45 degrees its corner reaches nearer to the enemy."""
    state = beaten(unit("cs", "18:12", kind="ART", limbered=True, bases=2), 2, 4)
    assert refused(state, "back:4", heading="45") == "LL.7.fdist.2"
    fact = one(UnitRetreated, go(state, heading="45"))
    assert fact.pose[2] == 4500
    assert 4200 <= fact.way <= 4210


def test_ll_7_fart_1_a_limber_ends_clear_of_its_friends() -> None:
    state = beaten(unit("cs", "18:12", kind="ART", limbered=True, bases=2), 2, 4, others={"f": line(at="18:8.5")})
    assert refused(state, "back:4") == "LL.7.fart.1"


# LL.7.fvuln


def test_ll_7_fvuln_1_a_defender_in_column_ends_in_a_linear_formation() -> None:
    """I35, D28 A: if the owner says nothing, in the deepest that has a way."""
    state = beaten(line(ranks=(1,) * 6), 2, 4)
    fact = one(UnitRetreated, go(state))
    assert (fact.ranks, state.units["d"].ranks) == ((2, 2, 2), (2, 2, 2))


@pytest.mark.parametrize("ranks", [(6,), (3, 3), (4, 2)])
def test_ll_7_fvuln_1_the_owner_chooses_which(ranks: tuple[int, ...]) -> None:
    assert one(UnitRetreated, go(beaten(line(ranks=(1,) * 6), 2, 4), ranks=ranks)).ranks == ranks


def test_ll_7_fvuln_1_a_short_rank_stands_where_the_owner_wants_it() -> None:
    state = beaten(line(ranks=(1,) * 6), 2, 4)
    assert one(UnitRetreated, go(state, ranks=(4, 2), offset=1)).offset == 1
    assert state.units["d"].offset == 1


def test_ll_7_fvuln_1_a_column_may_not_stay_one() -> None:
    """I35"""
    state = beaten(line(ranks=(1,) * 6), 2, 4)
    assert refused(state, ranks=(1,) * 6) == "LL.7.fvuln.1"
    assert "must end its retreat in a linear formation, such as 2-2-2, 3-3, 4-2, 5-1, 6" in told(state, ranks=(1,) * 6)
    assert refused(state, ranks=(3, 4)) == "LL.1.rank.1"


def test_ll_7_fvuln_1_which_formations_serve_depends_on_what_linear_means() -> None:
    """D28"""
    for reading, ranks in (("A", (2, 2, 2)), ("B", (3, 3)), ("C", (3, 3))):
        state = beaten(line(ranks=(1,) * 6), 2, 4, readings={"D28": reading})
        assert one(UnitRetreated, go(state)).ranks == ranks
    assert refused(beaten(line(ranks=(1,) * 6), 2, 4, readings={"D28": "C"}), ranks=(2, 2, 2)) == "LL.7.fvuln.1"


def test_ll_7_fvuln_1_a_vulnerable_unit_may_keep_its_line_or_change_it() -> None:
    assert one(UnitRetreated, go(beaten(line(), 2, 4, vulnerable=True))).ranks == (4,)
    assert one(UnitRetreated, go(beaten(line(), 2, 4, vulnerable=True), ranks=(2, 2))).ranks == (2, 2)


def test_ll_7_fvuln_1_others_fall_back_as_they_stand() -> None:
    state = beaten(line(), 2, 4)
    assert refused(state, ranks=(2, 2)) == "LL.7.fvuln.1"
    assert one(UnitRetreated, go(state, ranks=(4,))).ranks == (4,)


def test_ll_7_fvuln_1_an_attacker_in_column_stays_one() -> None:
    state = position({"d": line("us", ranks=(1,) * 4), "a": unit("cs", "18:12", "180")}, phase="combat")
    fall_back(state, "us", {"d": FROM_A}, 2, 4)
    facts = give(SYSTEM, state, "us", RetreatUnit(unit="d"))
    assert one(UnitRetreated, facts).ranks == (1,) * 4


def test_ll_7_fvuln_1_guns_are_neither_linear_nor_not() -> None:
    """LL.1.art.1: a vulnerable battery is limbered and that is all."""
    state = beaten(unit("cs", "18:12", kind="ART", ranks=(2,)), 2, 4, vulnerable=True)
    assert refused(state, ranks=(2,)) == "LL.7.fart.1"
    assert one(UnitRetreated, go(state)).ranks == (1,)


def test_ll_7_fvuln_2_the_whole_way_is_made_in_the_end_formation() -> None:
    """Between two enemies 3 BW apart a column would pass, three files do, four do not."""
    gate = {"e1": unit("us", "15.5:6.9", "0", (2,)), "e2": unit("us", "20.5:6.9", "0", (2,))}
    deep = line(ranks=(1,) * 4)
    attacker = unit("us", "18:12", "180", (1, 1))
    narrow = beaten(deep, 6, 6, others=gate, attacker=attacker, readings={"D41": "C"})
    assert refused(narrow, "back:9", ranks=(4,)) == "LL.7.fdir.3"
    wide = beaten(deep, 6, 6, others=gate, attacker=attacker, readings={"D41": "C"})
    assert refused(wide, "back:9", ranks=(3, 1)) == "LL.7.fdir.4", "legal, though not the shortest"


def test_ll_7_fvuln_2_a_column_struck_in_flank_forms_on_its_free_side() -> None:
    """The line forms on the old front, from whichever end of it keeps clear of the enemy."""
    state = position({"d": line(ranks=(1,) * 4), "a": unit("us", "18.5:10", "270")}, phase="combat")
    fall_back(state, "cs", {"d": Retreating(engaged=("a",), vulnerable=True)}, 1, 1)
    fact = one(UnitRetreated, go(state, ranks=(2, 2)))
    assert fact.path[0] == (17_500, 12_000)


# D55


@pytest.mark.parametrize(("reading", "legal"), [("A", False), ("B", True)])
def test_d55_whether_any_unit_may_choose_its_facing(reading: str, legal: bool) -> None:
    """LL.7.fdir.1 (D55)"""
    state = beaten(line(), 2, 4, readings={"D55": reading})
    if legal:
        assert end_of(state, heading="180")[2] == 18_000
    else:
        assert refused(state, heading="180") == "LL.7.fdir.1"
        assert told(state, heading="180") == "d keeps its facing in a retreat; leave out the heading, or give 0"
        assert end_of(state, heading="0")[2] == 0


def test_d55_a_a_unit_that_must_re_form_chooses_its_facing() -> None:
    """LL.7.fvuln.1 (D55 A): it turns on the spot at the end of its way."""
    state = beaten(line(), 2, 4, vulnerable=True)
    assert end_of(state, heading="180") == (18_000, 7000, 18_000)


def test_d55_a_facing_that_would_stand_ahead_of_the_front_is_refused() -> None:
    """LL.7.fdir.2: 1 BW aside along the old front, a line that turns by 90 degrees would reach beyond it."""
    state = beaten(line(), 1, 1, vulnerable=True, attacker=unit("us", "25:12", "180", (1, 1)), readings={"D41": "C"})
    assert refused(state, "left:1", heading="90") == "LL.7.fdir.2"


def test_a_formation_without_a_way_is_refused_with_one_that_has_it() -> None:
    """LL.7.fdir.2: the gap behind lets two files through."""
    walls = {
        "l": unit("us", "16.9:9", "90", (6,)), "r": unit("us", "19.1:9", "270", (6,)),
    }  # fmt: skip
    state = position({"d": line(ranks=(1,) * 4), "a": unit("us", "18:12", "180", (1, 1)), **walls}, phase="combat")
    fall_back(state, "cs", {"d": Retreating(engaged=("a",))}, 6, 6)
    assert refused(state, ranks=(4,)) == "LL.7.fdir.2"
    assert "in ranks 2-2, heading 0, it does" in told(state, ranks=(4,))


# what is offered, and the words


def test_every_retreat_offered_is_accepted() -> None:
    """LL.7.fdir.4: the shortest way, and some hardly longer."""
    for who, vulnerable in (
        (line(), False), (line(), True), (line(ranks=(1,) * 5), False), (line(ranks=(3, 2)), False),
        (unit("cs", "18:12", kind="ART", ranks=(3,)), False),
        (unit("cs", "18:11.5", "30", kind="ART", limbered=True, bases=2), False),
    ):  # fmt: skip
        offered = list(SYSTEM.book.choices(beaten(who, 3, 5, vulnerable=vulnerable)))
        assert len(offered) > 1
        for choice in offered:
            state = beaten(who, 3, 5, vulnerable=vulnerable)
            assert of(UnitRetreated, give(SYSTEM, state, choice.by, choice.order))


def test_the_card_and_the_order_of_units_are_offered() -> None:
    state = duel()
    fall_back(state, "cs", {"d": FROM_A})
    assert [(choice.by, choice.order) for choice in SYSTEM.book.choices(state)] == [
        ("cs", Decline()),
        ("cs", PlayRetreatCard(card="quickstep")),
        ("cs", PlayRetreatCard(card="steady-boys")),
    ]
    assert [choice.order for choice in SYSTEM.book.choices(two())] == [RollRetreat(unit="d"), RollRetreat(unit="e")]


def test_a_unit_broken_by_the_retreat_of_another_need_not_retreat_itself() -> None:
    """LL.7.finterp.2, LL.1.loss.2"""
    state = position({"d": line(), "e": line(at="18:10", ranks=(2,)), "a": unit("us", "18:12", "180")}, phase="combat")
    fall_back(state, "cs", {"d": FROM_A, "e": Retreating(engaged=("a",))})
    give(SYSTEM, state, "cs", RollRetreat(unit="d"), 2, 4)
    facts = give(SYSTEM, state, "cs", RetreatUnit(unit="d"))
    assert one(UnitRemoved, facts).unit == "e"
    assert one(RetreatsEnded, facts) == RetreatsEnded(side="cs")


def words(fact: object) -> str | None:
    return tell(SYSTEM, fact)  # type: ignore[arg-type]


def test_retreats_are_told_in_plain_words() -> None:
    gone = UnitRetreated(
        unit="3rd-tennessee", pose=(0, 0, 0), ranks=(4,), offset=0, faces=(2, 4), distance=4, way=4000, path=(),
        ground="rough ground",
    )  # fmt: skip
    assert words(gone) == (
        "3rd-tennessee falls back 4 BW (2d6: 2, 4, the higher counts), 1 base lost crossing rough ground "
        "(LL.7.finterp.3)"
    )
    guns = UnitRetreated(
        unit="poague", pose=(0, 0, 0), ranks=(1,), offset=0, faces=(1, 3), distance=1, way=1250, path=(), lower=True,
        limbered=True, limbers=True, passed=("d", "e"),
    )  # fmt: skip
    assert words(guns) == (
        "poague limbers and falls back 1.25 BW (2d6: 1, 3, the lower counts), through d and e, 1 base lost each "
        "(LL.7.finterp.2)"
    )
    alone = msgspec.structs.replace(guns, passed=("d",))
    assert words(alone) == (
        "poague limbers and falls back 1.25 BW (2d6: 1, 3, the lower counts), through d, which loses 1 base "
        "(LL.7.finterp.2)"
    )
    assert (
        words(RetreatsBegan(side="cs", units={"d": FROM_A, "e": FROM_A})) == "cs must fall back with d, e (LL.7.fall.1)"
    )
    assert words(RetreatCardSettled(side="cs")) == "cs plays no card for its retreats (LL.7.finterp.1)"
    assert words(RetreatCardSettled(side="cs", card="quickstep")) == (
        "the retreats of cs cost nothing in friends and difficult ground (LL.7.finterp.1)"
    )
    assert words(RetreatRolled(unit="d", faces=(2, 4), distance=4)) == "d must go back 4 BW (LL.7.fdist.1)"
    assert words(RetreatCostDue(unit="e", by="d", rule="LL.7.finterp.2")) == (
        "e pays for d, which fell back through it (LL.7.finterp.2)"
    )
    assert words(RetreatCostDue(unit="d", by="d", rule="LL.7.finterp.3")) == (
        "d pays for the ground it crossed (LL.7.finterp.3)"
    )
    assert words(RetreatsEnded(side="cs")) == "the retreats of cs are over"
