"""LL.7.ndice, LL.7.def, LL.7.vuln, LL.7.att, LL.1.dice.6 Dice of a combat: how many, what they need, re-rolls."""

from __future__ import annotations

import pytest

from domain.kernel.facts import DiceRolled, Fact
from domain.kernel.reasons import Modifier, total
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitName, Decline, NameUnit, Reroll
from rules.longstreet_lite.combat.asks import AllocateDice, AwaitCombatReroll
from rules.longstreet_lite.combat.dice import attack_dice, defence_dice
from rules.longstreet_lite.combat.facts import (
    AttackRolled,
    CombatResolved,
    DefenceRolled,
    DiceAllocated,
    DiceRerolled,
    UnitsEngaged,
)
from rules.longstreet_lite.state import State, Terrain, Unit
from tests.longstreet_lite.fights import card, charge, fight, of, one, table
from tests.longstreet_lite.positions import give, refusal, terrain, unit

US, CS = unit("us", "10:10"), unit("cs", "10:13", "180")
ROUGH = terrain("rough", "6:12.5", "14:12.5", "14:12.9", "6:12.9", name="under us")  # where US stands at contact


def clash(us: Unit = US, cs: Unit = CS, *pieces: Terrain, **settings: object) -> State:
    """US has charged CS."""
    state = table({"us": us, "cs": cs}, *pieces, **{"invoked": 2, **settings})
    charge(state)
    return state


@pytest.mark.parametrize(("ranks", "dice"), [((4,), 4), ((3, 2), 5), ((3, 3, 3), 6), ((1, 1, 1, 1), 2)])
def test_ll_7_ndice_1_an_attacker_has_a_die_for_each_base_of_its_first_two_ranks(
    ranks: tuple[int, ...], dice: int
) -> None:
    state = table({"us": unit("us", "10:10", ranks=ranks)})
    assert total(attack_dice(state, "us")) == dice


def test_ll_7_ndice_2_a_defender_has_a_die_for_each_base_of_all_ranks() -> None:
    state = table({"cs": unit("cs", "10:10", ranks=(3, 3, 3)), "gun": unit("cs", "20:10", ranks=(3,), kind="ART")})
    assert (total(defence_dice(state, "cs")), total(defence_dice(state, "gun"))) == (9, 3)


def test_ll_7_ndice_3_and_ll_7_ndice_4_cards_add_dice_and_ten_is_the_limit() -> None:
    state = table({"us": unit("us", "10:10", ranks=(5, 4))})
    card(state, "us", do="extra_combat_dice", n=2, dice="attack")
    assert [(m.value, m.cite) for m in attack_dice(state, "us")] == [
        (9, "LL.7.ndice.1"),
        (2, "LL.4.mod.1"),
        (-1, "LL.7.ndice.4"),
    ]


def test_d36_the_limit_of_ten_binds_defenders_or_not() -> None:
    """LL.7.ndice.4"""
    for reading, dice in (("A", 10), ("B", 12)):
        state = table({"cs": unit("cs", "10:10", ranks=(5, 5))}, readings={"D36": reading})
        card(state, "cs", "cs", do="extra_combat_dice", n=2, units="one", dice="defence")
        assert total(defence_dice(state, "cs")) == dice


def test_ll_7_ndice_3_a_card_takes_dice_away_down_to_none() -> None:
    """Cards of one's own may have it so. Without a die against it, the defender has won (D38)."""
    state = clash()
    card(state, "cs", do="extra_combat_dice", n=-6, whose="enemy", dice="attack")
    card(state, "us", do="extra_combat_dice", n=-6, whose="enemy", dice="defence")
    assert total(defence_dice(state, "cs")) == 0
    facts = fight(state)
    assert one(DiceAllocated, facts).dice == {"cs": 0}
    assert one(CombatResolved, facts).winner == "defender"


@pytest.mark.parametrize(("n", "needs"), [(1, 3), (2, 2), (4, 2), (-1, 5), (-4, 6)])
def test_ll_7_att_1_and_ll_7_def_1_however_cards_pile_up_a_six_succeeds_and_a_one_does_not(n: int, needs: int) -> None:
    """As in fire; and no card turns the dice of a regiment into those of a limber."""
    state = clash()
    card(state, "us", do="die_modifier", n=n, dice="attack")
    card(state, "cs", do="die_modifier", n=n, dice="defence")
    facts = fight(state, 6, 1, 1, 1, 6, 1, 1, 1)
    defence, (attack,) = one(DefenceRolled, facts), one(AttackRolled, facts).parts
    assert (defence.needs, defence.score, attack.needs, attack.successes) == (needs, 1, needs, 1)


def test_ll_7_ndice_4_a_defender_may_face_more_than_ten_dice_from_several_attackers() -> None:
    units = {
        "us": unit("us", "8:10", ranks=(4, 4)), "us2": unit("us", "12:10", ranks=(4, 4)),
        "cs": unit("cs", "10:13", "180", (8,)),
    }  # fmt: skip
    state = table(units)
    charge(state)
    charge(state, "us2")
    facts = fight(state, *(6,) * 8, *(4,) * 8, *(1,) * 8)
    assert one(AttackRolled, facts).score == 8
    assert sum(len(part.faces) for part in one(AttackRolled, facts).parts) == 16


def test_ll_7_def_1_each_four_or_more_is_a_success() -> None:
    facts = fight(clash(), 4, 5, 6, 3, 1, 1, 1, 1)
    assert (one(DefenceRolled, facts).needs, one(DefenceRolled, facts).score) == (4, 3)
    assert [roll.by for roll in of(DiceRolled, facts)] == ["cs", "us"]


def test_ll_7_defmod_1_a_defender_partly_in_difficult_terrain_has_minus_one() -> None:
    """LL.2.diff.2"""
    swamp = terrain("marsh", "11.5:13.5", "14:13.5", "14:15", "11.5:15")
    rolled = one(DefenceRolled, fight(clash(US, CS, swamp), 4, 5, 6, 3, 1, 1, 1, 1))
    assert (rolled.needs, rolled.score) == (5, 2)
    assert rolled.modifiers == (Modifier(-1, "defender in difficult terrain", "LL.7.defmod.1"),)


def test_ll_7_adef_1_unlimbered_guns_attacked_in_front_defend_on_four() -> None:
    guns = unit("cs", "10:13", "180", (2,), kind="ART")
    rolled = one(DefenceRolled, fight(clash(US, guns), 4, 3, 1, 1, 1, 1))
    assert (rolled.needs, rolled.score, rolled.vulnerable) == (4, 1, False)


def test_ll_7_adef_1_and_ll_7_vuln_1_guns_struck_in_flank_need_sixes() -> None:
    guns = unit("cs", "10:10", "0", (2,), kind="ART")
    rolled = one(DefenceRolled, fight(clash(unit("us", "13:9", "270"), guns), 5, 6, 1, 1, 1, 1))
    assert (rolled.needs, rolled.score, rolled.vulnerable) == (6, 1, True)


def test_ll_7_vuln_1_a_vulnerable_defender_needs_a_six_whatever_the_modifiers() -> None:
    """LL.7.attmod.3 Dice against it have +1, also those of attackers that did not flank it."""
    units = {
        "us": unit("us", "14:9", "270"), "front": unit("us", "9:13", "180", (2,)),
        "cs": unit("cs", "10:10", "0"),
    }  # fmt: skip
    state = table(units, terrain("rough", "8:9.2", "8.5:9.2", "8.5:9.6", "8:9.6"))
    charge(state)
    charge(state, "front")
    facts = fight(state, 6, 5, 5, 5, 3, 1, 1, 1, 1, 1)
    rolled = one(DefenceRolled, facts)
    assert (rolled.needs, rolled.modifiers) == (6, (Modifier(0, "vulnerable: sixes only", "LL.7.vuln.1"),))
    assert [(part.unit, part.needs) for part in one(AttackRolled, facts).parts] == [("us", 3), ("front", 3)]


def test_d39_a_column_is_vulnerable_only_where_it_is_read_so() -> None:
    """LL.7.vuln.1"""
    column = unit("cs", "10:13", "180", (1, 1, 1))
    for reading, needs in (("A", 4), ("B", 6)):
        facts = fight(clash(US, column, readings={"D39": reading}), 6, 6, 6, 1, 1, 1, 1)
        assert one(DefenceRolled, facts).needs == needs


def test_ll_7_limb_1_a_limbered_battery_rolls_two_dice_and_keeps_the_higher() -> None:
    limber = unit("cs", "10:13", "180", kind="ART", limbered=True, bases=3)
    state = clash(US, limber)
    card(state, "cs", "cs", do="extra_combat_dice", n=2, units="one", dice="defence")
    rolled = one(DefenceRolled, fight(state, 2, 5, 1, 1, 1, 1))
    assert (rolled.faces, rolled.needs, rolled.score) == ((2, 5), 0, 5)


def test_d40_attack_dice_have_their_bonus_against_a_limber_or_not() -> None:
    limber = unit("cs", "10:13", "180", kind="ART", limbered=True, bases=3)
    for reading, needs in (("A", 3), ("B", 4)):
        facts = fight(clash(US, limber, readings={"D40": reading}), 2, 5, 1, 1, 1, 1)
        assert one(AttackRolled, facts).parts[0].needs == needs


def test_ll_7_att_1_all_dice_against_one_defender_are_rolled_then_those_against_the_next() -> None:
    units = {"us": US, "us2": unit("us", "16:10"), "cs": CS, "cs2": unit("cs", "16:13", "180")}
    state = table(units)
    charge(state)
    charge(state, "us2")
    facts = fight(state, *(6,) * 8, 4, 5, 6, 3, 1, 1, 1, 1)
    assert [(fact.unit, fact.score) for fact in of(AttackRolled, facts)] == [("cs", 3), ("cs2", 0)]
    kinds = [type(fact) for fact in facts if isinstance(fact, DefenceRolled | AttackRolled)]
    assert kinds == [DefenceRolled, DefenceRolled, AttackRolled, AttackRolled]  # LL.7.proc.1


FENCE = terrain("fence", "6:12.95", "14:12.95")


@pytest.mark.parametrize(
    ("pieces", "needs"),
    [
        pytest.param((), 4, id="no modifier"),
        pytest.param((FENCE,), 5, id="LL.7.attmod.1 cover"),
        pytest.param((ROUGH,), 5, id="LL.7.attmod.2 attacker in difficult terrain"),
        pytest.param((FENCE, ROUGH), 6, id="both"),
    ],
)
def test_ll_7_attmod_1_and_ll_7_attmod_2_cover_and_difficult_terrain_take_one_each(
    pieces: tuple[Terrain, ...], needs: int
) -> None:
    assert one(AttackRolled, fight(clash(US, CS, *pieces), *(6,) * 4, *(1,) * 4)).parts[0].needs == needs


@pytest.mark.parametrize(
    ("pieces", "needs"),
    [
        pytest.param((), 3, id="LL.7.attmod.3 vulnerable"),
        pytest.param((terrain("wall", "12.05:8", "12.05:12"),), 4, id="vulnerable and cover"),
        pytest.param((terrain("rough", "12.5:8", "13:8", "13:9", "12.5:9"),), 4, id="vulnerable, attacker hindered"),
        pytest.param(
            (terrain("wall", "12.05:8", "12.05:12"), terrain("rough", "12.5:8", "13:8", "13:9", "12.5:9")),
            5,
            id="all three",
        ),
    ],
)
def test_ll_7_attmod_3_a_vulnerable_defender_adds_one(pieces: tuple[Terrain, ...], needs: int) -> None:
    """Section 7.4, its lower half."""
    state = table({"us": unit("us", "14:9", "270"), "cs": unit("cs", "10:10")}, *pieces, invoked=2)
    charge(state)
    assert one(AttackRolled, fight(state, *(6,) * 4, *(1,) * 4)).parts[0].needs == needs


def test_ll_7_attmod_2_only_where_it_stands_at_contact_counts_and_any_base_of_it() -> None:
    crossed = terrain("stream", "6:11", "14:11", "14:11.4", "6:11.4")
    assert one(AttackRolled, fight(clash(US, CS, crossed), *(6,) * 4, *(1,) * 4)).parts[0].needs == 4
    deep = unit("us", "10:9.9", ranks=(2, 2, 2))  # only its third rank, which does not fight, stands in the marsh
    rear = terrain("marsh", "9:10.2", "11:10.2", "11:10.6", "9:10.6")
    assert one(AttackRolled, fight(clash(deep, CS, rear), *(6,) * 4, *(1,) * 4)).parts[0].needs == 5


def test_ll_7_attmod_4_one_attacker_may_need_different_numbers() -> None:
    units = {"us": US, "a": unit("cs", "8.5:13", "180", (3,)), "b": unit("cs", "11.5:13", "180", (3,))}
    state = table(units, terrain("fence", "6:12.95", "10:12.95"))
    charge(state)
    fight(state)
    facts = give(SYSTEM, state, "us", AllocateDice(unit="us", dice={"a": 2, "b": 2}), *(6,) * 6, *(1,) * 4)
    assert [(fact.unit, fact.parts[0].needs) for fact in of(AttackRolled, facts)] == [("a", 5), ("b", 4)]


def test_ll_7_att_1_a_card_may_change_attack_or_defence_dice() -> None:
    state = clash()
    card(state, "us", do="die_modifier", n=1, dice="attack")
    card(state, "cs", do="die_modifier", n=-1, dice="defence", whose="own")
    facts = fight(state, *(4,) * 4, *(1,) * 4)
    assert (one(DefenceRolled, facts).needs, one(AttackRolled, facts).parts[0].needs) == (5, 3)


def two_attackers() -> State:
    units = {
        "us": unit("us", "8.5:10", ranks=(3,)), "us2": unit("us", "11.5:10", ranks=(3,)),
        "idle": unit("us", "25:10"), "cs": unit("cs", "10:13", "180", (6,)),
    }  # fmt: skip
    state = table(units)
    charge(state)
    charge(state, "us2")
    return state


def test_ll_4_mod_1_a_card_for_one_attacking_unit_is_named_before_the_dice_are_divided() -> None:
    """LL.7.ndice.3 Only a unit that attacks may be named."""
    state = two_attackers()
    card(state, "us", do="extra_combat_dice", n=2, units="one", dice="attack")
    facts = fight(state)
    assert of(UnitsEngaged, facts)
    assert state.core.pending == [AwaitName(side="us", card="cold-steel")]
    assert refusal(SYSTEM, state, "us", NameUnit(unit="idle")) == "LL.4.mod.1"
    assert {choice.order for choice in SYSTEM.book.choices(state)} == {
        NameUnit(unit="us"),
        NameUnit(unit="us2"),
        Decline(),
    }
    facts = give(SYSTEM, state, "us", NameUnit(unit="us2"), *(6,) * 6, *(1,) * 8)
    assert {fact.unit: total(fact.counted) for fact in of(DiceAllocated, facts)} == {"us": 3, "us2": 5}


def test_ll_4_mod_1_the_card_for_one_attacking_unit_may_be_left_unused() -> None:
    state = two_attackers()
    card(state, "us", do="extra_combat_dice", n=2, units="one", dice="attack")
    fight(state)
    facts = give(SYSTEM, state, "us", Decline(), *(6,) * 6, *(1,) * 6)
    assert {fact.unit: total(fact.counted) for fact in of(DiceAllocated, facts)} == {"us": 3, "us2": 3}


def test_ll_4_mod_1_nobody_is_asked_for_a_name_if_no_attacker_fits() -> None:
    state = clash()
    card(state, "us", do="extra_combat_dice", n=2, units="one", dice="attack", least_bases=6)
    assert of(AttackRolled, fight(state, *(6,) * 4, *(1,) * 4))


def test_ll_1_dice_6_and_d2_a_rerolls_wait_for_all_dice_and_the_active_player_goes_first() -> None:
    state = clash()
    card(state, "us", do="may_reroll", units="one", dice="attack", name="colors-forward")
    card(state, "cs", "cs", do="may_reroll", units="one", dice="defence", name="reserve-ammunition")
    first = fight(state, 4, 3, 2, 1, 6, 3, 2, 1)
    assert [type(fact) for fact in first if isinstance(fact, DefenceRolled | AttackRolled)] == [
        DefenceRolled,
        AttackRolled,
    ]
    assert state.core.pending == [AwaitCombatReroll(side="us", unit="us", dice="attack", card="colors-forward")]
    assert [choice.order for choice in SYSTEM.book.choices(state)] == [Reroll(), Decline()]
    again = one(DiceRerolled, give(SYSTEM, state, "us", Reroll(), 5, 1, 4))
    assert (again.rolls[0].places, again.rolls[0].faces, again.rolls[0].successes) == ((1, 2, 3), (6, 5, 1, 4), 3)
    assert state.core.pending == [AwaitCombatReroll(side="cs", unit="cs", dice="defence", card="reserve-ammunition")]
    facts = give(SYSTEM, state, "cs", Reroll(), 6, 6, 1)
    assert one(DiceRerolled, facts).rolls[0].faces == (4, 6, 6, 1)
    assert (one(CombatResolved, facts).attack, one(CombatResolved, facts).defence) == (3, 3)


def test_d2_b_each_side_rerolls_at_once() -> None:
    state = clash(readings={"D2": "B"})
    card(state, "cs", "cs", do="may_reroll", units="one", dice="defence", name="reserve-ammunition")
    facts = fight(state, 4, 3, 2, 1)
    assert of(DefenceRolled, facts)
    assert not of(AttackRolled, facts)
    facts = give(SYSTEM, state, "cs", Decline(), 1, 1, 1, 1)
    assert of(AttackRolled, facts)
    assert one(CombatResolved, facts).defence == 1


def test_ll_1_dice_2_a_reroll_for_one_unit_is_offered_to_each_until_it_is_used() -> None:
    state = two_attackers()
    card(state, "us", do="may_reroll", units="one", dice="attack", name="colors-forward")
    fight(state, *(6,) * 6, *(1,) * 6)
    assert [frame.unit for frame in state.core.pending if isinstance(frame, AwaitCombatReroll)] == ["us"]
    give(SYSTEM, state, "us", Decline())
    assert [frame.unit for frame in state.core.pending if isinstance(frame, AwaitCombatReroll)] == ["us2"]
    facts = give(SYSTEM, state, "us", Reroll(), 6, 6, 6)
    assert one(DiceRerolled, facts).unit == "us2"
    assert effects.may_reroll(state, "us", "attack") is None


def test_ll_1_dice_3_and_ll_1_dice_5_dice_that_must_be_rerolled_are_rolled_once_more_and_never_again() -> None:
    """LL.1.dice.4 They need the same as before."""
    state = clash(US, CS, FENCE)
    card(state, "cs", do="must_reroll", whose="enemy", dice="attack", name="wet-cartridges")
    card(state, "us", do="may_reroll", units="one", dice="attack", name="colors-forward")
    facts = fight(state, *(6,) * 4, 5, 6, 4, 1, 1, 5)
    forced = one(DiceRerolled, facts)
    assert (forced.must, forced.rolls[0].places, forced.rolls[0].faces) == (True, (0, 1), (1, 5, 4, 1))
    assert forced.rolls[0].successes == 1
    facts = give(SYSTEM, state, "us", Reroll(), 6, 6)
    assert one(DiceRerolled, facts).rolls[0].places == (2, 3)


def test_ll_1_dice_2_nobody_is_asked_where_every_die_succeeded() -> None:
    state = clash()
    card(state, "us", do="may_reroll", dice="attack", name="colors-forward")
    facts: list[Fact] = fight(state, 6, 6, 6, 6, 4, 5, 6, 6)
    assert of(CombatResolved, facts)
