"""Section 11.3 What cards do: each primitive, and how long it lasts."""

from __future__ import annotations

import pytest

from domain.kernel.reasons import Modifier
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitInterrupt, Decline, Interrupt
from rules.longstreet_lite.cards.facts import EffectsEnded, EffectUsed
from rules.longstreet_lite.cards.modifiers import lasts_until
from rules.longstreet_lite.fire.asks import EndFire
from rules.longstreet_lite.movement.asks import EndMove, MoveUnit
from rules.longstreet_lite.sheets.rows import Effect
from rules.longstreet_lite.state import Active, State
from rules.longstreet_lite.turn.asks import InvokeFire, InvokeMove, KeepDeck, Pass, SkipFire
from tests.longstreet_lite.own_decks import one_card
from tests.longstreet_lite.positions import give, position, refusal, said, unit

PLAIN = "steady-boys"
UNITS = {
    "u": unit("us", "10:5"),
    "v": unit("us", "20:5", ranks=(4, 3)),
    "guns": unit("us", "30:5", ranks=(2,), kind="ART"),
    "limber": unit("us", "34:5", kind="ART", limbered=True, bases=2),
    "c": unit("cs", "10:15", "180"),
    "d": unit("cs", "20:15", "180"),
}


def table(*active: Active, phase: str = phases.MOVE, **more: object) -> State:
    """Effects of quickstep cards in force; us is active."""
    state = position(UNITS, phase=phase, **more)  # type: ignore[arg-type]
    state.effects = list(active)
    return state


def by_us(effect: Effect, name: str = "") -> Active:
    return Active(card="quickstep", by="us", effect=effect, unit=name)


def by_cs(effect: Effect, name: str = "") -> Active:
    return Active(card="old-rivals", by="cs", effect=effect, unit=name)


def invoked(order: object, *hand: str, phase: str = phases.COMMAND, **more: object) -> State:
    """us gives the order and cs declines to interrupt."""
    hands = {"us": [PLAIN, PLAIN, *hand], "cs": [PLAIN] * 6}
    state = position(UNITS, phase=phase, hands=hands, **more)  # type: ignore[arg-type]
    give(SYSTEM, state, "us", order)  # type: ignore[arg-type]
    if isinstance(state.core.pending[-1], AwaitInterrupt):
        give(SYSTEM, state, "cs", Decline())
    return state


# move_bonus


def test_ll_4_mod_1_d54_a_quickstep_speeds_up_every_unit() -> None:
    state = invoked(InvokeMove(cards=(PLAIN,), modifier="quickstep"), "quickstep")
    assert [effects.allowance(state, name, 4000) for name in ("u", "v", "guns")] == [6000] * 3
    assert [effects.cite(state, card) for card in effects.on_unit(state, "move_bonus", "u")] == [
        Modifier(2, "card", "LL.4.mod.1", ("quickstep",))
    ]
    assert effects.allowance(state, "c", 4000) == 4000


def test_d54_b_quickstep_speeds_up_the_one_unit_that_uses_it() -> None:
    order = InvokeMove(cards=(PLAIN,), modifier="quickstep")
    state = invoked(order, "quickstep", readings={"D54": "B"})
    assert effects.allowance(state, "u", 4000) == 4000
    give(SYSTEM, state, "us", MoveUnit(unit="u", path=("ahead:6",), use_card=True))
    assert [active.unit for active in state.effects] == ["u"]
    assert effects.allowance(state, "v", 4000) == 4000
    assert refusal(SYSTEM, state, "us", MoveUnit(unit="v", path=("ahead:6",), use_card=True))


def test_d54_b_leaves_the_enemy_s_cards_alone() -> None:
    slow = Effect(do="move_bonus", n=-2, whose="enemy", least=1)
    pack = one_card(
        f'interrupt = true\ntiming = "after_move"\neffects = [{{ do = "{slow.do}", n = -2, whose = "enemy" }}]'
    )
    state = position(
        UNITS, phase=phases.COMMAND, hands={"us": ["plain"], "cs": ["own"]}, pack=pack, readings={"D54": "B"}
    )
    give(SYSTEM, state, "us", InvokeMove(cards=("plain",)))
    give(SYSTEM, state, "cs", Interrupt(card="own"))
    assert [effects.allowance(state, name, 4000) for name in ("u", "v")] == [2000, 2000]


@pytest.mark.parametrize(("base", "left"), [(4000, 2000), (2000, 1000), (1000, 1000), (500, 500)])
def test_a_card_that_slows_a_unit_leaves_what_it_says(base: int, left: int) -> None:
    slow = by_cs(Effect(do="move_bonus", n=-2, units="one", whose="enemy", least=1), "u")
    assert effects.allowance(table(slow), "u", base) == left
    assert effects.allowance(table(slow), "v", base) == base


def test_ll_6_hard_3_bonus_and_cut_are_added_up() -> None:
    fast = by_us(Effect(do="move_bonus", n=2, kind="INF"))
    slow = by_cs(Effect(do="move_bonus", n=-1, units="one", whose="enemy"), "u")
    state = table(fast, slow)
    assert [effects.allowance(state, name, 4000) for name in ("u", "v", "guns")] == [5000, 6000, 4000]
    assert [effects.cite(state, card) for card in effects.on_unit(state, "move_bonus", "u")] == [
        Modifier(2, "card", "LL.4.mod.1", ("quickstep",)),
        Modifier(-1, "card", "LL.4.int.1", ("old-rivals",)),
    ]


# Bars, second card, modifiers, hand


def test_a_barred_unit_is_the_one_named() -> None:
    state = table(by_cs(Effect(do="unit_may_not_move", units="one", whose="enemy"), "u"))
    found = effects.is_barred(state, "unit_may_not_move", "u")
    assert found is not None
    assert found.card == "old-rivals"
    assert effects.is_barred(state, "unit_may_not_move", "v") is None
    assert effects.is_barred(state, "unit_may_not_fire", "u") is None


def test_ll_4_two_1_a_card_may_stand_in_for_the_second() -> None:
    waive = Effect(do="waive_second_card")
    assert not effects.counts_as_two(table())
    assert effects.counts_as_two(table(invoked=2))
    assert effects.counts_as_two(table(by_us(waive)))
    assert not effects.counts_as_two(table(by_cs(waive)))


def test_ll_4_int_6_a_side_kept_from_modifying_is_refused_until_the_end_of_the_turn() -> None:
    state = position(
        UNITS, phase=phases.TURN_START, hands={"us": [PLAIN] * 3 + ["aim-low", "quickstep"], "cs": ["lost-courier"]}
    )
    state.core.pending.append(AwaitInterrupt(side="cs", window="turn_start"))
    give(SYSTEM, state, "cs", Interrupt(card="lost-courier"))
    give(SYSTEM, state, "us", KeepDeck())
    fire = InvokeFire(card=PLAIN, modifier="aim-low")
    assert said(SYSTEM, state, "us", fire) == "us may not modify any phase this turn: Lost Courier forbids it"
    give(SYSTEM, state, "us", InvokeFire(card=PLAIN))
    give(SYSTEM, state, "us", EndFire())
    assert refusal(SYSTEM, state, "us", InvokeMove(cards=(PLAIN,), modifier="quickstep")) == "LL.4.int.6"
    facts = give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN] * 8)
    assert EffectsEnded(cards=("lost-courier",), places=(0,)) in facts
    assert state.effects == []


def test_ll_4_hand_1_a_hand_limit_lasts_to_the_end_of_the_victim_s_next_turn() -> None:
    state = position(UNITS, phase=phases.TURN_START, hands={"us": [PLAIN] * 4, "cs": ["they-couldnt-hit-an"]})
    state.core.pending.append(AwaitInterrupt(side="cs", window="turn_start"))
    give(SYSTEM, state, "cs", Interrupt(card="they-couldnt-hit-an"))
    assert [active.until for active in state.effects] == [(5, "us")]
    assert (effects.hand_limit(state, "us"), effects.hand_limit(state, "cs")) == (5, 6)
    held = [len(state.cards["us"].hand)]
    for turn in (3, 4, 5):
        if turn > 3:
            give(SYSTEM, state, "cs" if turn == 5 else "us", Decline())
        side = "us" if turn % 2 else "cs"
        for order in (KeepDeck(), SkipFire(), InvokeMove(cards=(PLAIN,))):
            give(SYSTEM, state, side, order)
        if state.core.pending:
            give(SYSTEM, state, "us" if side == "cs" else "cs", Decline())
        drawn = sum(max(0, effects.hand_limit(state, s) - len(state.cards[s].hand)) for s in ("us", "cs"))
        give(SYSTEM, state, side, EndMove(), 1, cards=[PLAIN] * drawn)
        held.append(len(state.cards["us"].hand))
    assert held == [4, 5, 5, 5]
    assert effects.hand_limit(state, "us") == 6


@pytest.mark.parametrize(
    ("by", "whose", "turns", "until"),
    [
        ("cs", "enemy", 0, (3, "us")),
        ("cs", "enemy", 1, (5, "us")),
        ("cs", "own", 0, (3, "cs")),
        ("cs", "own", 1, (4, "cs")),
        ("us", "own", 1, (5, "us")),
        ("us", "enemy", 1, (4, "cs")),
        ("us", "enemy", 2, (6, "cs")),
    ],
)
def test_ll_4_int_6_turns_are_counted_as_the_touched_side_s_own(
    by: str, whose: str, turns: int, until: tuple[int, str]
) -> None:
    effect = Effect(do="hand_limit", n=5, whose="own" if whose == "own" else "enemy", turns=turns)
    assert lasts_until(table(), by, effect, whole_turn=False) == until


def test_both_sides_limits_end_each_in_its_own_time() -> None:
    """Two copies of one card, of either side: the end of one is not the end of the other."""
    limit = Effect(do="hand_limit", n=5, whose="enemy")
    state = table(
        Active(card="they-couldnt-hit-an", by="cs", effect=limit, until=(3, "us")),
        Active(card="they-couldnt-hit-an", by="us", effect=limit, until=(4, "cs")),
        hands={"us": [PLAIN] * 6, "cs": [PLAIN] * 6},
    )
    give(SYSTEM, state, "us", EndMove(), 1)
    assert [active.by for active in state.effects] == ["us"]
    assert (effects.hand_limit(state, "us"), effects.hand_limit(state, "cs")) == (6, 5)


def test_ll_4_mod_1_a_modifier_ends_with_its_phase() -> None:
    state = invoked(InvokeMove(cards=(PLAIN,), modifier="quickstep"), "quickstep")
    facts = give(SYSTEM, state, "us", EndMove(), 1, cards=[PLAIN] * 5)
    assert EffectsEnded(cards=("quickstep",), places=(0,)) in facts
    assert state.effects == []


# Dice


def test_ll_5_smmod_2_a_die_modifier_touches_its_modes_range_and_target_and_never_skirmishers() -> None:
    near = by_us(Effect(do="die_modifier", n=1, units="one", kind="INF", modes=("volley",), within=3), "u")
    state = table(near, phase=phases.FIRE)
    plus = [Modifier(1, "card", "LL.4.mod.1", ("quickstep",))]
    assert list(effects.to_hit(state, "u", "c", "volley", 3000)) == plus
    assert list(effects.to_hit(state, "u", "c", "volley", 3001)) == []
    assert list(effects.to_hit(state, "u", "c", "canister", 2000)) == []
    assert list(effects.to_hit(state, "v", "c", "volley", 2000)) == []
    anyhow = by_us(Effect(do="die_modifier", n=1))
    assert list(effects.to_hit(table(anyhow), "u", "c", "skirmish", 2000)) == []
    shield = by_cs(Effect(do="die_modifier", n=-1, units="one", kind="INF", aimed="at"), "c")
    assert list(effects.to_hit(table(shield), "u", "c", "bombard", 9000)) == [
        Modifier(-1, "card", "LL.4.int.1", ("old-rivals",))
    ]
    assert list(effects.to_hit(table(shield), "u", "d", "bombard", 9000)) == []


def test_ll_7_att_1_ll_7_def_1_a_die_modifier_may_speak_of_combat_dice() -> None:
    push = by_us(Effect(do="die_modifier", n=1, dice="attack"))
    hold = by_cs(Effect(do="die_modifier", n=1, units="one", dice="defence"), "c")
    shield = by_cs(Effect(do="die_modifier", n=-1, units="one", dice="attack", aimed="at"), "c")
    state = table(push, hold, shield, phase=phases.COMBAT)
    assert [found.value for found in effects.combat_die(state, "u", "c", "attack")] == [1, -1]
    assert [found.value for found in effects.combat_die(state, "u", "d", "attack")] == [1]
    assert [found.value for found in effects.combat_die(state, "c", "", "defence")] == [1]
    assert list(effects.to_hit(state, "u", "c", "volley", 1000)) == []


def test_ll_7_ndice_3_extra_dice_are_for_the_unit_and_the_roll_they_name_and_ll_7_limb_1_never_for_a_limber() -> None:
    more = by_us(Effect(do="extra_combat_dice", n=2, dice="attack"))
    state = table(more, phase=phases.COMBAT)
    assert list(effects.extra_dice(state, "u", "attack")) == [Modifier(2, "card", "LL.4.mod.1", ("quickstep",))]
    assert list(effects.extra_dice(state, "u", "defence")) == []
    assert list(effects.extra_dice(state, "limber", "attack")) == []
    zeal = by_us(Effect(do="extra_combat_dice", n=2, dice="attack", least_bases=6))
    assert [len(list(effects.extra_dice(table(zeal), name, "attack"))) for name in ("u", "v")] == [0, 1]


def test_ll_1_dice_2_a_re_roll_for_one_unit_is_used_up_and_one_for_all_is_not() -> None:
    one = by_us(Effect(do="may_reroll", units="one", dice="to_hit"))
    state = table(one)
    assert effects.may_reroll(state, "u", "to_hit") is one
    assert effects.may_reroll(state, "u", "attack") is None
    assert effects.may_reroll(state, "c", "to_hit") is None
    used = EffectUsed(card="quickstep", unit="u", spent=True, by="us")
    SYSTEM.book.folds[EffectUsed](state, used)
    assert [effects.may_reroll(state, name, "to_hit") for name in ("u", "v")] == [None, None]
    every = by_us(Effect(do="may_reroll", kind="ART", dice="to_hit"))
    state = table(every)
    SYSTEM.book.folds[EffectUsed](state, used)
    assert effects.may_reroll(state, "guns", "to_hit") is every
    assert effects.may_reroll(state, "u", "to_hit") is None


def test_ll_1_dice_3_a_forced_re_roll_is_for_the_unit_named() -> None:
    wet = by_cs(Effect(do="must_reroll", units="one", whose="enemy", dice="to_hit"), "u")
    assert effects.must_reroll(table(wet), "u", "to_hit") is wet
    assert effects.must_reroll(table(wet), "v", "to_hit") is None
    assert effects.must_reroll(table(wet), "u", "attack") is None


def test_ll_4_mod_1_a_unit_is_nameable_once_and_only_for_its_own_side_s_card() -> None:
    one = by_us(Effect(do="extra_combat_dice", n=2, units="one", dice="attack", kind="INF"))
    state = table(one)
    assert effects.nameable(state, "extra_combat_dice", "u", "us") is one
    assert effects.nameable(state, "extra_combat_dice", "guns", "us") is None
    assert effects.nameable(state, "extra_combat_dice", "u", "cs") is None
    SYSTEM.book.folds[EffectUsed](state, EffectUsed(card="quickstep", unit="u", by="us"))
    assert effects.nameable(state, "extra_combat_dice", "v", "us") is None


def test_one_card_of_both_sides_is_named_for_the_one_who_played_it() -> None:
    effect = Effect(do="extra_combat_dice", n=1, units="one", dice="attack")
    ours, theirs = by_us(effect), Active(card="quickstep", by="cs", effect=effect)
    state = table(ours, theirs)
    SYSTEM.book.folds[EffectUsed](state, EffectUsed(card="quickstep", unit="u", by="us"))
    assert (ours.unit, theirs.unit) == ("u", "")
