"""LL.7.proc, LL.7.res, LL.7.loss, LL.7.aloss, LL.7.flimb What a combat costs, and who falls back."""

from __future__ import annotations

from domain.kernel.facts import Fact, LossTaken, PhaseBegan
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.combat.asks import AllocateDice
from rules.longstreet_lite.combat.facts import CombatResolved, CombatStageBegan, UnitBeaten
from rules.longstreet_lite.losses.asks import RemoveBases
from rules.longstreet_lite.losses.facts import UnitRemoved
from rules.longstreet_lite.retreat.asks import RetreatUnit
from rules.longstreet_lite.retreat.facts import RetreatsBegan, UnitRetreated
from rules.longstreet_lite.state import CombatPhase, Retreating, State, Unit
from tests.longstreet_lite.fights import charge, fight, of, one, table
from tests.longstreet_lite.positions import give, unit

US, CS = unit("us", "10:10"), unit("cs", "10:13", "180")
HELD, BEATEN = (6,) * 4, (1,) * 4  # defence dice of four bases
NO_CARDS = {"us": (), "cs": ()}


def clash(units: dict[str, Unit] | None = None, **settings: object) -> State:
    """Every US unit has charged; nobody holds a card or draws one, so that none is asked for."""
    state = table(units or {"us": US, "cs": CS}, hands=NO_CARDS, decks=NO_CARDS, **settings)
    for cards in state.cards.values():
        cards.discard.append("steady-boys")
    for name, found in list(state.units.items()):
        if found.side == "us":
            charge(state, name)
    return state


def beaten(facts: list[Fact]) -> dict[str, tuple[int, str]]:
    return {fact.unit: (fact.bases, fact.rule) for fact in of(UnitBeaten, facts)}


def test_ll_7_res_1_and_ll_7_loss_1_the_higher_score_wins_and_the_difference_is_lost() -> None:
    state = clash()
    facts = fight(state, 4, 1, 1, 1, 4, 5, 6, 1)
    result = one(CombatResolved, facts)
    assert (result.attack, result.defence, result.difference, result.winner) == (3, 1, 2, "attackers")
    assert beaten(facts) == {"cs": (2, "LL.7.loss.1")}


def test_ll_7_res_1_equal_scores_are_the_defenders() -> None:
    facts = fight(clash(), 6, 6, 1, 1, 4, 5, 1, 1)
    result = one(CombatResolved, facts)
    assert (result.difference, result.winner) == (0, "defender")
    assert beaten(facts) == {"us": (1, "LL.7.aloss.1")}


def test_ll_7_proc_2_scores_belong_to_defenders_and_all_attackers_count_together() -> None:
    units = {
        "us": unit("us", "8.5:10", ranks=(3,)), "us2": unit("us", "11.5:10", ranks=(3,)),
        "cs": unit("cs", "10:13", "180", (6,)),
    }  # fmt: skip
    result = one(CombatResolved, fight(clash(units), 6, 6, 6, 6, 1, 1, 4, 4, 1, 4, 4, 4))
    assert (result.attackers, result.attack, result.defence) == (("us", "us2"), 5, 4)


def test_ll_7_proc_3_in_one_combat_only_one_side_loses_bases() -> None:
    for defence, loser in ((BEATEN, "cs"), (HELD, "us")):
        assert list(beaten(fight(clash(), *defence, 4, 5, 1, 1))) == [loser]


def test_ll_7_loss_2_infantry_left_with_one_base_is_broken_and_a_gun_fights_on() -> None:
    state = clash()
    facts = fight(state, *BEATEN, 4, 5, 6, 1, 1)  # loses three of four, and the victory die
    assert (one(UnitRemoved, facts).unit, one(UnitRemoved, facts).why, state.lost["cs"]) == ("cs", "broken", 4)
    guns = clash({"us": unit("us", "10:10", ranks=(2,)), "cs": unit("cs", "10:13", "180", (2,), kind="ART")})
    fight(guns, 1, 1, 4, 1)
    assert (guns.units["cs"].status, guns.lost["cs"]) == ("table", 0)
    give(SYSTEM, guns, "cs", RemoveBases(unit="cs", bases=(1,)), 1, 2)
    assert (guns.units["cs"].bases, guns.lost["cs"]) == (1, 1)


def test_ll_7_loss_1_no_more_bases_are_lost_than_there_are() -> None:
    units = {"us": unit("us", "10:10", ranks=(4, 4)), "cs": unit("cs", "10:13", "180", (2,), kind="ART")}
    state = clash(units)
    facts = fight(state, 1, 1, *(6,) * 8, 1)
    assert beaten(facts) == {"cs": (2, "LL.7.loss.1")}
    assert (state.lost["cs"], one(LossTaken, facts).amount) == (2, 2)


def test_ll_7_proc_1_and_ll_7_retire_1_defenders_fall_back_before_attackers_lose() -> None:
    """Two combats: `cs` is beaten, `cs2` holds."""
    units = {"us": US, "us2": unit("us", "20:10"), "cs": CS, "cs2": unit("cs", "20:13", "180")}
    state = clash(units)
    facts = fight(state, *BEATEN, *HELD, 4, 1, 1, 1, *BEATEN)
    assert beaten(facts) == {"cs": (1, "LL.7.loss.1")}
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(1,)), 3, 2)
    facts += give(SYSTEM, state, "cs", RetreatUnit(unit="cs"))
    told = [fact for fact in facts if isinstance(fact, RetreatsBegan | UnitRetreated | UnitBeaten)]
    assert [type(fact) for fact in told] == [RetreatsBegan, UnitRetreated, UnitBeaten]
    assert beaten(facts) == {"us2": (1, "LL.7.aloss.1")}


def test_ll_7_morale_3_and_ll_7_retire_1_who_is_beaten_falls_back_from_all_its_attackers() -> None:
    units = {
        "us": unit("us", "8.5:10", ranks=(3,)), "us2": unit("us", "11.5:10", ranks=(3,)),
        "cs": unit("cs", "10:13", "180", (6,)),
    }  # fmt: skip
    state = clash(units)
    fight(state, *(1,) * 6, 4, 1, 1, 1, 1, 1)
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(1,)), 3, 2)
    assert one(RetreatsBegan, facts).units == {"cs": Retreating(engaged=("us", "us2"))}


def test_ll_7_aloss_1_every_attacker_still_engaged_loses_exactly_one_base() -> None:
    """In contact or not: `us` touches `cs`, who holds, and is engaged with `near`, who holds as well."""
    units = {
        "us": unit("us", "10:10", ranks=(4, 4)),
        "cs": unit("cs", "13:13", "180"),
        "near": unit("cs", "9:13.6", "180", (2,)),
    }
    state = clash(units)
    fight(state)
    order = AllocateDice(unit="us", dice={"cs": 4, "near": 4})
    facts = give(SYSTEM, state, "us", order, *(6,) * 6, *(1,) * 8)
    assert beaten(facts) == {"us": (1, "LL.7.aloss.1")}


def test_ll_7_aloss_1_a_merely_engaged_defender_who_holds_is_enough() -> None:
    units = {
        "us": unit("us", "10:10", ranks=(4, 4)),
        "cs": unit("cs", "12:13", "180", (2,)),
        "near": unit("cs", "9:13.6", "180", (2,)),
    }
    state = clash(units)
    fight(state)
    order = AllocateDice(unit="us", dice={"cs": 4, "near": 4})
    facts = give(SYSTEM, state, "us", order, 1, 1, 6, 6, 4, 1, 1, 1, *(1,) * 4)
    assert beaten(facts) == {"cs": (1, "LL.7.loss.1"), "us": (1, "LL.7.aloss.1")}  # `cs` breaks, `near` stands


def test_ll_7_aloss_1_a_defender_who_held_and_is_broken_by_a_friends_retreat_engages_nobody_any_more() -> None:
    """LL.7.finterp.2 `cs` falls back through `cs2`, which has beaten off `us2` and is left with one base."""
    units = {
        "us": US, "cs": unit("cs", "10:12", "180"),
        "us2": unit("us", "14.5:14.6", "270", (3,)), "cs2": unit("cs", "11:14", "180", (2,)),
    }  # fmt: skip
    state = clash(units)
    fight(state, *BEATEN, 6, 6, 4, 1, 1, 1, 1, 1, 1)
    give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(4,)), 3, 4)
    facts = give(SYSTEM, state, "cs", RetreatUnit(unit="cs"), 1)  # the victory die
    assert [(fact.unit, fact.why) for fact in of(UnitRemoved, facts)] == [("cs2", "broken")]
    assert beaten(facts) == {}
    assert (state.units["us2"].bases, state.lost) == (3, {"us": 0, "cs": 3})


def test_ll_7_aloss_2_beaten_attackers_fall_back_from_those_they_engaged() -> None:
    state = clash()
    fight(state, *HELD, *BEATEN)
    facts = give(SYSTEM, state, "us", RemoveBases(unit="us", bases=(4,)), 3, 2)
    assert one(RetreatsBegan, facts).units == {"us": Retreating(engaged=("cs",))}
    facts = give(SYSTEM, state, "us", RetreatUnit(unit="us"), 1)  # the victory die
    assert one(UnitRetreated, facts).unit == "us"
    assert of(PhaseBegan, facts)[0].phase == "status"


def test_ll_7_aloss_3_an_attacker_whose_defenders_all_lost_stays_where_it_is() -> None:
    state = clash()
    fight(state, *BEATEN, 4, 1, 1, 1)
    before = state.units["us"].pose
    give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(1,)), 3, 2)
    facts = give(SYSTEM, state, "cs", RetreatUnit(unit="cs"), 1)
    assert (state.units["us"].pose, state.units["us"].bases) == (before, 4)
    assert [fact.stage for fact in of(CombatStageBegan, facts)][-1] == ""
    assert of(PhaseBegan, facts)[0].phase == "status"
    assert state.combat == CombatPhase()


LIMBER = unit("cs", "10:13", "180", kind="ART", limbered=True, bases=3)


def test_ll_7_flimb_1_and_d48_a_limbered_battery_that_holds_loses_nothing_and_falls_back() -> None:
    """Its attackers are no longer engaged, and stay."""
    state = clash({"us": US, "cs": LIMBER})
    facts = fight(state, 5, 2, *BEATEN, 1, 1)
    assert one(RetreatsBegan, facts).units == {"cs": Retreating(engaged=("us",), vulnerable=True)}
    facts += give(SYSTEM, state, "cs", RetreatUnit(unit="cs"), 1)
    assert beaten(facts) == {"cs": (0, "LL.7.flimb.1")}
    assert (state.units["cs"].bases, state.units["us"].bases) == (3, 4)


def test_d48_b_the_attackers_of_a_limbered_battery_that_holds_have_lost() -> None:
    state = clash({"us": US, "cs": LIMBER}, readings={"D48": "B"})
    facts = fight(state, 5, 2, *BEATEN, 1, 1)
    facts += give(SYSTEM, state, "cs", RetreatUnit(unit="cs"))
    assert beaten(facts) == {"cs": (0, "LL.7.flimb.1"), "us": (1, "LL.7.aloss.1")}


def test_ll_7_flimb_2_a_limbered_battery_that_loses_is_gone_with_all_its_guns() -> None:
    state = clash({"us": US, "cs": LIMBER})
    facts = fight(state, 1, 2, 3, 3, 3, 1, 1)  # three successes on 3+, and the victory die
    assert beaten(facts) == {"cs": (3, "LL.7.flimb.2")}
    assert (one(UnitRemoved, facts).rule, state.lost["cs"]) == ("LL.7.flimb.2", 3)


def test_ll_7_fvuln_1_a_flanked_defender_falls_back_as_vulnerable() -> None:
    state = clash({"us": unit("us", "14:9", "270"), "cs": unit("cs", "10:10")})
    fight(state, 6, 5, 5, 5, 3, 3, 1, 1)
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(1,)), 3, 2)
    assert one(RetreatsBegan, facts).units == {"cs": Retreating(engaged=("us",), vulnerable=True)}


def test_a_unit_that_breaks_is_not_said_to_fall_back() -> None:
    """LL.7.loss.2 What it must give up is said first, then that it is gone; only who is left falls back."""
    state = clash({"us": US, "cs": unit("cs", "10:13", "180", (3,))})
    told = [tell(SYSTEM, fact) for fact in fight(state, 1, 1, 1, 4, 5, 1, 1, 1)]
    assert "cs must give up 2 bases (LL.7.loss.1)" in told
    assert "cs is broken and is gone (LL.1.loss.2)" in told
    assert not [line for line in told if line and "fall" in line]
    assert tell(SYSTEM, UnitBeaten(unit="gun", bases=0, rule="LL.7.flimb.1")) == (
        "gun loses nothing, and must fall back (LL.7.flimb.1)"
    )
