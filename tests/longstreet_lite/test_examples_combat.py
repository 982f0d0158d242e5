"""Section 14 The examples about combat, by number: E10, E21 to E26, X6, X10."""

from __future__ import annotations

import pytest

from domain.kernel.facts import DiceRolled, Fact
from domain.kernel.reasons import total
from domain.words.tell import is_aside, tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import Decline, PlayMorale
from rules.longstreet_lite.combat.asks import AllocateDice, Charge
from rules.longstreet_lite.combat.dice import attack_dice
from rules.longstreet_lite.combat.engagement import all_engaged
from rules.longstreet_lite.combat.facts import AttackRolled, CombatResolved, UnitBeaten
from rules.longstreet_lite.losses.asks import RemoveBases
from rules.longstreet_lite.state import Charging, State
from tests.longstreet_lite.fights import charge, engaged_by, fight, of, one, table
from tests.longstreet_lite.positions import give, refusal, terrain, unit

ONE, TWO = "steady-boys", "the-colonels-example"


def test_e10_two_ranks_of_two_units_are_not_two_ranks() -> None:
    """LL.1.rank.5 The unit behind adds no dice."""
    state = table({"us": unit("us", "10:10"), "behind": unit("us", "10:9"), "cs": unit("cs", "10:13", "180")})
    charge(state)
    assert total(attack_dice(state, "us")) == 4
    assert [part.unit for part in one(AttackRolled, fight(state, *(6,) * 4, *(1,) * 4)).parts] == ["us"]


@pytest.mark.parametrize(
    ("y", "b_there", "engaged"),
    [("10.6", True, {"a": False, "b": True}), ("11.2", True, {"b": True}), ("10.6", False, {})],
)
def test_e21_engaged_are_those_touched_and_those_within_one_base_width(
    y: str, b_there: bool, engaged: dict[str, bool]
) -> None:
    """LL.7.engage.1, LL.7.engage.2 The attacker's front runs from x = 10 to 14 along y = 10."""
    units = {"cs": unit("cs", "12:10"), "a": unit("us", f"10:{y}", "180", (3,))}
    if b_there:
        units["b"] = unit("us", "13.5:10", "180", (3,))
    state = table(units, active="cs")
    state.combat.charges.append(Charging(unit="cs", touched=("b",) if b_there else ()))
    assert {name: met.contact for name, met in engaged_by(state, "cs").items()} == engaged
    assert bool(all_engaged(state)) is b_there


def test_e22_six_dice_against_two_enemies_are_three_and_three() -> None:
    """LL.7.alloc.6"""
    units = {
        "us": unit("us", "10:10", ranks=(4, 2)), "a": unit("cs", "8.5:13", "180", (3,)),
        "b": unit("cs", "11.5:13", "180", (3,)),
    }  # fmt: skip
    state = table(units)
    charge(state)
    fight(state)
    assert refusal(SYSTEM, state, "us", AllocateDice(unit="us", dice={"a": 4, "b": 2})) == "LL.7.alloc.6"
    assert give(SYSTEM, state, "us", AllocateDice(unit="us", dice={"a": 3, "b": 3}), *(6,) * 6, *(1,) * 6)


def test_e23_defence_six_against_attack_four_is_the_defenders_by_two() -> None:
    """LL.7.res.1"""
    state = table({"us": unit("us", "10:10", ranks=(4, 2)), "cs": unit("cs", "10:13", "180", (6,))})
    charge(state)
    result = one(CombatResolved, fight(state, *(6,) * 6, 4, 4, 4, 4, 1, 1))
    assert (result.defence, result.attack, result.difference, result.winner) == (6, 4, 2, "defender")


def lost_by(points: int, hand: tuple[str, ...]) -> State:
    units = {"us": unit("us", "10:10", ranks=(4, 2)), "cs": unit("cs", "10:13", "180", (4, 2), name="22nd Ohio")}
    state = table(units, hands={"us": (), "cs": hand})
    charge(state)
    fight(state, *(1,) * 6, *(6,) * points, *(1,) * (6 - points))
    return state


def test_e24_lost_by_four_two_cards_of_three_points_leave_one_base_lost() -> None:
    """LL.7.morale.1"""
    state = lost_by(4, (ONE, TWO))
    facts = give(SYSTEM, state, "cs", PlayMorale(cards={"cs": (ONE, TWO)}))
    assert one(UnitBeaten, facts).bases == 1
    give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(5,)), 1, 1)
    assert state.combat.retreats is not None


@pytest.mark.parametrize("card", [ONE, TWO])
def test_e25_lost_by_two_a_card_of_one_or_two_gives_the_same(card: str) -> None:
    """LL.7.morale.2"""
    state = lost_by(2, (card,))
    assert one(UnitBeaten, give(SYSTEM, state, "cs", PlayMorale(cards={"cs": (card,)}))).bases == 1


def test_e26_lost_by_one_no_card_may_be_played() -> None:
    """LL.7.morale.2 Attack 3, defence 2: another unit that lost by two may get one, this one may not."""
    units = {
        "us": unit("us", "10:10"), "cs": unit("cs", "10:13", "180"), "us2": unit("us", "20:10"),
        "cs2": unit("cs", "20:13", "180"),
    }  # fmt: skip
    state = table(units)
    charge(state)
    charge(state, "us2")
    facts = fight(state, 4, 4, 1, 1, *(1,) * 4, 4, 4, 4, 1, 4, 4, 1, 1)
    assert [fact.difference for fact in of(CombatResolved, facts)] == [1, 2]
    assert refusal(SYSTEM, state, "cs", PlayMorale(cards={"cs": (ONE,)})) == "LL.7.morale.2"
    assert one(UnitBeaten, give(SYSTEM, state, "cs", Decline())).bases == 1


def test_x6_two_against_two_is_the_defenders_and_costs_the_attacker_one_base() -> None:
    """LL.7.res.1, LL.7.aloss.1"""
    state = table({"us": unit("us", "10:10"), "cs": unit("cs", "10:13", "180")}, hands={"us": (), "cs": ()})
    charge(state)
    facts = fight(state, 6, 4, 3, 3, 4, 5, 2, 1)
    result = one(CombatResolved, facts)
    assert (result.attack, result.defence, result.winner) == (2, 2, "defender")
    assert [(fact.unit, fact.bases) for fact in of(UnitBeaten, facts)] == [("us", 1)]
    give(SYSTEM, state, "us", RemoveBases(unit="us", bases=(1,)), 1, 1)
    assert (state.units["us"].bases, state.units["cs"].bases) == (3, 4)
    assert state.combat.retreats is not None


def test_x10_a_fence_and_a_stream_make_it_sixes() -> None:
    """LL.7.attmod.1, LL.7.attmod.2"""
    fence, stream = terrain("fence", "6:12.95", "14:12.95"), terrain("stream", "6:11", "14:11", "14:12.5", "6:12.5")
    state = table({"us": unit("us", "10:10"), "cs": unit("cs", "10:13", "180")}, fence, stream, invoked=2)
    charge(state)
    rolled = one(AttackRolled, fight(state, *(6,) * 4, 6, 5, 6, 4))
    assert (rolled.parts[0].needs, rolled.score) == (6, 2)
    assert [modifier.cite for modifier in rolled.parts[0].modifiers] == ["LL.7.attmod.1", "LL.7.attmod.2"]


def told(facts: list[Fact]) -> list[str]:
    """What a reader is told, without the machinery and the dice."""
    return [tell(SYSTEM, fact) for fact in facts if not (is_aside(SYSTEM, fact) or isinstance(fact, DiceRolled))]


def test_ll_7_proc_1_the_log_tells_the_fight_and_what_each_die_needed() -> None:
    units = {"us": unit("us", "14:9", "270", (4, 2)), "cs": unit("cs", "10:10", ranks=(4, 2))}
    state = table(units, terrain("fence", "12.05:6", "12.05:13"), hands={"us": (), "cs": (TWO,)})
    assert told(give(SYSTEM, state, "us", Charge(unit="us", wheel="left:0.5"))) == [
        "us wheels left by 0.5 degrees (0.035 BW) and charges 1.974 BW into cs in the flank"
    ]
    assert told(fight(state, 6, 5, 5, 4, 4, 1, 4, 5, 6, 3, 4, 1)) == [
        "us attacks cs (in contact, before 1.008 BW of its front, flanked, in cover)",
        "us has 6 dice (+6 bases in its first two ranks): 6 on cs",
        "cs defends with 6 dice (+6 bases), needing 6+ (vulnerable: sixes only): 6 5 5 4 4 1; defence score 1",
        "against cs: us 6 dice needing 4+ (-1 defender in cover, +1 vulnerable defender): 4 5 6 3 4 1, 4 successes; "
        "attack score 4",
        "cs has lost by 3: attack 4 against defence 1",
        "cs may play morale cards for its beaten units",
    ]
    assert told(give(SYSTEM, state, "cs", PlayMorale(cards={"cs": (TWO,)})))[-3:-1] == [
        f"{TWO} for cs: 2 bases taken off its loss",
        "cs must give up 1 base (LL.7.loss.1)",
    ]
