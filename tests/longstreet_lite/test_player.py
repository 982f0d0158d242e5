"""The automatic player: legal, whole games, sensible answers, and blind to what its side may not see."""

from __future__ import annotations

import copy
from collections import Counter

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import DiceRolled
from domain.kernel.play import carry_out, facts_of
from domain.kernel.player import Choose, due
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import AwaitInterrupt, Decline, Interrupt, PlayMorale, Reroll
from rules.longstreet_lite.combat.asks import AwaitCombatMorale, AwaitCombatReroll, Charge, EndCharges
from rules.longstreet_lite.fire.asks import AwaitFireMorale, EndFire, FireUnit
from rules.longstreet_lite.movement.asks import EndMove, MoveUnit
from rules.longstreet_lite.player import careful, rollout, view
from rules.longstreet_lite.player.careful import choose
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn.asks import InvokeCombat, InvokeFire, InvokeMove, KeepDeck, Reshuffle, SkipFire
from tests.longstreet_lite.positions import position, unit
from tests.longstreet_lite.starts import begun, start

PLAIN, STRONG = "steady-boys", "stubborn-line"


def played(scenario: str, seed: int) -> tuple[State, Counter[str], set[int]]:
    """A game of the player against itself: how it ended, what was ordered, and what dice were rolled."""
    state, chance = start(scenario), SeededChance(seed)
    given: Counter[str] = Counter()
    sides: set[int] = set()
    while state.core.ended is None:
        decided = due(choose, state, state.core.sides)
        assert decided is not None
        side, order = decided
        given[type(order).__name__] += 1
        sides |= {f.sides for f in facts_of(carry_out(SYSTEM, state, side, order, chance)) if isinstance(f, DiceRolled)}
        assert given.total() < 3000
    return state, given, sides


@pytest.mark.parametrize("scenario", ["brawner_farm", "railroad_cut", "open_field"])
def test_whole_games_are_played_to_the_break_point(scenario: str) -> None:
    """LL.1.dice.1 And every die has six sides."""
    state, given, sides = played(scenario, 1)
    assert state.core.ended is not None
    assert state.core.ended.why.cite == "LL.3.bp.2"
    assert sides == {6}
    assert {"FireUnit", "MoveUnit", "InvokeFire", "InvokeMove", "PlayMorale", "RemoveBases"} <= set(given)


def test_over_a_few_games_it_charges_and_falls_back_and_interrupts() -> None:
    given: Counter[str] = Counter()
    for seed in range(2):
        given += played("railroad_cut", seed)[1]
    assert {"Charge", "RetreatUnit", "Interrupt", "Reroll", "InvokeCombat"} <= set(given)


@pytest.mark.parametrize("choose", [careful.choose, rollout.choose], ids=["careful", "rollout"])
def test_it_does_not_look_into_the_enemy_s_hand_or_deck(choose: Choose) -> None:
    """LL.4.deck.3 What it orders stays the same when the cards it may not see are others."""
    state, chance = begun(), SeededChance(5)
    for _ in range(120):
        decided = due(choose, state, state.core.sides)
        assert decided is not None
        side, order = decided
        other = copy.deepcopy(state)
        enemy = next(name for name in state.core.sides if name != side)
        hidden = other.cards[enemy].hand, other.core.decks[enemy]
        for pile in hidden:
            pile[:] = ["the-colonels-example"] * len(pile)
        other.core.decks[side] = [PLAIN] * len(other.core.decks[side])
        assert choose(other, side) == order
        carry_out(SYSTEM, state, side, order, chance)
        if state.core.ended:
            break


def test_what_is_kept_from_before_makes_no_difference() -> None:
    state, chance = begun("railroad_cut"), SeededChance(7)
    for _ in range(100):
        decided = due(choose, state, state.core.sides)
        assert decided is not None
        view.KEPT.clear()
        assert due(choose, state, state.core.sides) == decided
        carry_out(SYSTEM, state, *decided, chance)


def facing(gap: str, **more: object) -> State:
    """Six bases in line against six, so far apart."""
    units = {"u": unit("us", "10:10", "0", (6,)), "c": unit("cs", f"10:{gap}", "180", (6,))}
    return position(units, **more)  # type: ignore[arg-type]


def test_it_fires_where_hits_are_likely_and_keeps_a_card_for_the_command() -> None:
    near = facing("14", phase=phases.FIRE_OPTION, hands={"us": [PLAIN, PLAIN]})
    assert choose(near, "us") == InvokeFire(card=PLAIN)
    assert choose(facing("20", phase=phases.FIRE_OPTION, hands={"us": [PLAIN, PLAIN]}), "us") == SkipFire()
    assert choose(facing("14", phase=phases.FIRE_OPTION, hands={"us": [PLAIN]}), "us") == SkipFire()


def test_it_spends_plain_cards_before_those_that_do_something() -> None:
    state = facing("20", phase=phases.COMMAND, hands={"us": ["aim-low", STRONG, PLAIN]})
    assert choose(state, "us") == InvokeMove(cards=(PLAIN,))


def test_it_marches_toward_the_enemy_and_halts_within_range() -> None:
    far = facing("20", phase=phases.MOVE)
    assert choose(far, "us") == MoveUnit(unit="u", path=("ahead:4",))
    assert choose(facing("14", phase=phases.MOVE), "us") == EndMove()


def test_it_charges_a_weaker_enemy_and_not_an_equal_one() -> None:
    weak = position(
        {"u": unit("us", "10:10", "0", (3, 3)), "c": unit("cs", "10:12", "180", (2,))},
        phase=phases.COMMAND, hands={"us": [PLAIN]},
    )  # fmt: skip
    assert choose(weak, "us") == InvokeCombat(cards=(PLAIN,))
    equal = facing("12", phase=phases.COMMAND, hands={"us": [PLAIN]})
    assert choose(equal, "us") != InvokeCombat(cards=(PLAIN,))


def test_it_does_not_pass_when_that_would_lose() -> None:
    """LL.4.pass.3"""
    state = facing("14", phase=phases.COMMAND, hands={"us": [PLAIN]}, decks={"us": (), "cs": (PLAIN,)})
    assert choose(state, "us") == InvokeMove(cards=(PLAIN,))


def test_it_reshuffles_only_an_empty_deck() -> None:
    """LL.4.resh.1"""
    full = facing("20", phase=phases.RESHUFFLE, hands={"us": [PLAIN]})
    assert choose(full, "us") == KeepDeck()
    empty = facing("20", phase=phases.RESHUFFLE, hands={"us": [PLAIN]}, decks={"us": (), "cs": (PLAIN,)})
    assert choose(empty, "us") == Reshuffle()


def test_it_stops_the_enemy_s_best_volley_and_lets_a_weak_one_pass() -> None:
    """LL.4.int.3"""
    hands = {"us": [PLAIN], "cs": ["sharpshooters", PLAIN]}
    near = facing("14", hands=hands)
    near.core.pending.append(AwaitInterrupt(side="cs", window="fire"))
    assert choose(near, "cs") == Interrupt(card="sharpshooters", unit="u")
    far = facing("20", hands=hands)
    far.core.pending.append(AwaitInterrupt(side="cs", window="fire"))
    assert choose(far, "cs") == Decline()


def test_it_plays_morale_for_the_worst_hit_and_keeps_three_cards() -> None:
    """LL.5.morale.1"""
    state = facing("14", hands={"cs": [PLAIN] * 5})
    state.units["c"].hits, state.fire.to_kill = 4, ["c"]
    state.core.pending.append(AwaitFireMorale(side="cs"))
    assert choose(state, "cs") == PlayMorale(cards={"c": (PLAIN, PLAIN)})
    state.cards["cs"].hand = [PLAIN] * 3
    assert choose(state, "cs") == Decline()


def test_nobody_answers_for_the_other_side() -> None:
    state = facing("14", hands={"cs": [PLAIN]})
    again = AwaitCombatReroll(side="cs", unit="c", dice="defence", card="reserve-ammunition")
    for frame in (AwaitCombatMorale(side="cs"), again):
        state.core.pending = [frame]
        assert choose(state, "us") is None
    assert choose(state, "cs") == Reroll()


# The cheap player


def test_the_cheap_one_marches_fires_and_charges_by_a_look_at_the_nearest_enemy() -> None:
    assert rollout.choose(facing("20", phase=phases.MOVE), "us") == MoveUnit(unit="u", path=("ahead:4",))
    assert rollout.choose(facing("14", phase=phases.FIRE), "us") == FireUnit(unit="u")
    assert rollout.choose(facing("20", phase=phases.FIRE), "us") == EndFire()
    assert rollout.choose(facing("12", phase=phases.COMBAT), "us") == Charge(unit="u")
    assert rollout.choose(facing("20", phase=phases.COMBAT), "us") == EndCharges()


def test_the_cheap_one_looks_at_nobody_twice_in_a_phase() -> None:
    units = {"u": unit("us", "10:10", "0", (6,)), "v": unit("us", "20:10", "0", (6,))}
    state = position({**units, "c": unit("cs", "10:20", "180", (6,))}, phase=phases.MOVE)
    state.units["v"].acted = True
    assert rollout.choose(state, "us") == EndMove()


def test_the_cheap_one_lets_every_interrupt_pass() -> None:
    state = facing("14", hands={"us": [PLAIN], "cs": ["sharpshooters", PLAIN]})
    state.core.pending.append(AwaitInterrupt(side="cs", window="fire"))
    assert rollout.choose(state, "cs") == Decline()
    assert rollout.choose(state, "us") is None
