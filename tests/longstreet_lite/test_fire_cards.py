"""LL.1.dice, LL.4.mod, LL.4.int Cards in a Fire phase: who may not fire, what they add, which dice go again."""

from __future__ import annotations

from domain.kernel.facts import FrameOpened
from domain.kernel.reasons import Modifier
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import Decline, Reroll
from rules.longstreet_lite.cards.facts import EffectUsed
from rules.longstreet_lite.fire.asks import AwaitFireReroll, FireUnit
from rules.longstreet_lite.fire.facts import ShotsRerolled
from tests.longstreet_lite.firing_line import (
    enemy,
    facing,
    fired,
    firer,
    guns,
    in_force,
    refused,
    shots,
    told,
    two_lines,
    volley,
)
from tests.longstreet_lite.positions import give, refusal

# Cards


def test_a_card_may_keep_one_unit_from_firing() -> None:
    """LL.4.int.1 unit_may_not_fire"""
    state = in_force(two_lines(), "sharpshooters", "cs", "us")
    assert refused(state) == "LL.4.int.1"
    assert told(state) == "us may not fire in this phase: Sharpshooters"


def test_use_card_names_the_unit_of_a_modifier_before_its_dice_are_rolled() -> None:
    """LL.4.mod.1 Hold for Close Range: volleys within 3 BW at +1."""
    state = in_force(facing(cs=enemy("10:8")), "hold-for-close-range", "us")
    facts = volley(state, 3, use_card=True)
    assert EffectUsed(card="hold-for-close-range", unit="us", by="us") in facts
    (shot,) = fired(facts).shots
    assert (shot.modifiers, shot.needs, shot.hits) == (
        (Modifier(1, "card", "LL.4.mod.1", ("hold-for-close-range",)),),
        3,
        1,
    )


def test_a_card_not_used_changes_nothing_and_one_already_named_is_not_named_again() -> None:
    """LL.4.mod.1"""
    state = in_force(facing(cs=enemy("10:8"), others={"us-2": firer("20:5")}), "hold-for-close-range", "us")
    assert shots(state, 3)[0].modifiers == ()
    assert refusal(SYSTEM, two_lines(), "us", FireUnit(unit="us", use_card=True)) == "LL.4.mod.1"
    named = in_force(facing(cs=enemy("10:8")), "hold-for-close-range", "us", "other")
    named.units["other"] = firer("30:5")
    assert refusal(SYSTEM, named, "us", FireUnit(unit="us", use_card=True)) == "LL.4.mod.1"


def test_use_card_may_keep_a_re_roll_for_one_unit() -> None:
    """LL.4.mod.1, LL.1.dice.2 Named before its dice are rolled, the card is for no other."""
    state = facing(us=firer("7:5"), cs=enemy("7:9"), others={"us-2": firer("13:5"), "cs-2": enemy("13:9")})
    facts = volley(in_force(state, "aim-low", "us"), 1, use_card=True)
    assert EffectUsed(card="aim-low", unit="us", by="us") in facts
    give(SYSTEM, state, "us", Decline())
    give(SYSTEM, state, "us", FireUnit(unit="us-2"), 1)
    assert state.core.pending == []


def test_a_card_that_speaks_of_a_range_asks_for_the_range_of_each_shot() -> None:
    """LL.G.6 Beyond 3 BW the card is of no use."""
    state = in_force(facing(cs=enemy("10:8.1")), "hold-for-close-range", "us", "us")
    assert shots(state, 3)[0].modifiers == ()


def test_a_card_against_fire_at_one_unit_lowers_the_dice_aimed_at_it() -> None:
    """LL.4.int.1 Butternut Skirmishers"""
    state = in_force(two_lines(), "butternut-skirmishers", "cs", "cs")
    assert {(shot.needs, shot.modifiers[0].cite) for shot in shots(state, 4, 4, 4)} == {(5, "LL.4.int.1")}


# Re-rolls


def test_ll_1_dice_2_the_player_may_re_roll_what_missed_once_all_is_rolled() -> None:
    state = in_force(two_lines(), "aim-low", "us")
    facts = volley(state, 4, 1, 2)
    assert facts[-1] == FrameOpened(frame=AwaitFireReroll(side="us", unit="us", card="aim-low"))
    again = give(SYSTEM, state, "us", Reroll(), 5, 3)
    rerolled = next(fact for fact in again if isinstance(fact, ShotsRerolled))
    assert rerolled.choice == "may"
    assert [(s.faces, s.again, s.hits) for s in rerolled.shots] == [((4,), (), 1), ((1,), (5,), 1), ((2,), (3,), 0)]
    assert state.units["cs"].hits == 2
    assert EffectUsed(card="aim-low", unit="us", spent=True, by="us") in again


def test_ll_1_dice_2_he_may_also_decline_and_keep_the_card_for_another_unit() -> None:
    state = facing(us=firer("7:5"), cs=enemy("7:9"), others={"us-2": firer("13:5"), "cs-2": enemy("13:9")})
    in_force(state, "aim-low", "us")
    volley(state, 1)
    give(SYSTEM, state, "us", Decline())
    assert state.units["cs"].hits == 0
    assert give(SYSTEM, state, "us", FireUnit(unit="us-2"), 1)[-1] == FrameOpened(
        frame=AwaitFireReroll(side="us", unit="us-2", card="aim-low")
    )
    give(SYSTEM, state, "us", Reroll(), 6)
    assert state.units["cs-2"].hits == 1


def test_ll_1_dice_2_a_card_for_one_unit_is_spent_with_its_re_roll() -> None:
    state = facing(us=firer("7:5"), cs=enemy("7:9"), others={"us-2": firer("13:5"), "cs-2": enemy("13:9")})
    in_force(state, "aim-low", "us")
    volley(state, 1)
    give(SYSTEM, state, "us", Reroll(), 1)
    give(SYSTEM, state, "us", FireUnit(unit="us-2"), 1)
    assert state.core.pending == []


def test_ll_1_dice_2_a_card_for_all_batteries_serves_each_of_them_and_no_infantry() -> None:
    others = {"us-2": guns("13:5"), "cs-2": enemy("13:9"), "us-3": firer("20:5"), "cs-3": enemy("20:9")}
    state = in_force(facing(us=guns("7:5"), cs=enemy("7:9"), others=others), "well-served-guns", "us")
    for name, target in (("us", "cs"), ("us-2", "cs-2")):
        give(SYSTEM, state, "us", FireUnit(unit=name), 1, 4)
        give(SYSTEM, state, "us", Reroll(), 6)
        assert state.units[target].hits == 2
    give(SYSTEM, state, "us", FireUnit(unit="us-3"), 1)
    assert state.core.pending == []


def test_ll_1_dice_2_nothing_is_asked_when_every_die_hit() -> None:
    state = in_force(two_lines(), "aim-low", "us")
    volley(state, 4, 5, 6)
    assert state.core.pending == []


def test_ll_1_dice_3_the_player_must_re_roll_what_hit() -> None:
    state = in_force(two_lines(), "wet-cartridges", "cs", "us")
    facts = volley(state, 4, 1, 6, 3, 5)
    rerolled = next(fact for fact in facts if isinstance(fact, ShotsRerolled))
    assert (rerolled.choice, rerolled.card) == ("must", "wet-cartridges")
    assert [(s.faces, s.again, s.hits) for s in rerolled.shots] == [((4,), (3,), 0), ((1,), (), 0), ((6,), (5,), 1)]
    assert state.units["cs"].hits == 1


def test_ll_1_dice_3_without_a_hit_nothing_is_rolled_again() -> None:
    assert len(volley(in_force(two_lines(), "wet-cartridges", "cs", "us"), 1, 2, 3)) == 2


def test_ll_1_dice_4_the_modifiers_of_the_first_roll_apply_again() -> None:
    state = in_force(facing(cs=enemy(ranks=(2, 2, 2))), "aim-low", "us")
    volley(state, 2)
    give(SYSTEM, state, "us", Reroll(), 3)
    assert state.units["cs"].hits == 1


def test_ll_1_dice_5_no_die_is_re_rolled_twice() -> None:
    """A die that hit, was rolled again by force and missed stays; one that missed at first may go again."""
    state = in_force(in_force(two_lines(), "wet-cartridges", "cs", "us"), "aim-low", "us")
    volley(state, 4, 1, 5, 2, 6)
    again = give(SYSTEM, state, "us", Reroll(), 4)
    (rerolled,) = [fact for fact in again if isinstance(fact, ShotsRerolled)]
    assert [(s.faces, s.again, s.hits) for s in rerolled.shots] == [((4,), (2,), 0), ((1,), (4,), 1), ((5,), (6,), 1)]
    assert state.units["cs"].hits == 2


def test_ll_1_dice_5_when_all_dice_were_rolled_again_nothing_more_is_asked() -> None:
    state = in_force(in_force(two_lines(), "wet-cartridges", "cs", "us"), "aim-low", "us")
    volley(state, 4, 4, 4, 1, 1, 1)
    assert state.core.pending == []


def test_ll_1_dice_5_one_die_of_canister_may_be_rolled_again_and_the_other_not() -> None:
    state = in_force(facing(us=guns()), "aim-low", "us")
    volley(state, 5, 2)
    (rerolled,) = [f for f in give(SYSTEM, state, "us", Reroll(), 6) if isinstance(f, ShotsRerolled)]
    assert [(s.faces, s.again, s.hits) for s in rerolled.shots] == [((5, 2), (0, 6), 2)]
