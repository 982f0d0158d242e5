"""LL.7.alloc, LL.7.barely, LL.7.few, LL.F.5 How an attacker's dice are divided."""

from __future__ import annotations

import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.combat.allocation import Front, check_division, divisions, occupying_most
from rules.longstreet_lite.combat.asks import AllocateDice, AwaitAllocation
from rules.longstreet_lite.combat.facts import CombatResolved, DefenceRolled, DiceAllocated, UnitBeaten
from rules.longstreet_lite.state import Attack, State, Unit
from tests.longstreet_lite.fights import charge, fight, of, one, table
from tests.longstreet_lite.positions import give, refusal, said, unit


def meets(name: str, *, spaces: int = 1, contact: bool = True, barely: bool = False) -> Attack:
    return Attack(attacker="us", defender=name, contact=contact, spaces=spaces, barely=barely, cover=False)


def front(dice: int, *attacks: Attack) -> Front:
    return Front(dice, tuple(a for a in attacks if a.contact), tuple(a for a in attacks if not a.contact))


def legal(found: Front) -> set[tuple[int, ...]]:
    """Every legal division, in the order of the names."""
    return {tuple(share.dice[name] for name in sorted(share.dice)) for share in divisions(found)}


def rule(found: Front, most: str = "", **dice: int) -> str:
    """The rule that refuses a division, or nothing."""
    try:
        check_division("us", found, dice, most)
    except IllegalOrder as refused:
        return refused.rule
    return ""


A, B = meets("a", spaces=2), meets("b", spaces=2)
NEAR, EDGE = meets("e", contact=False), meets("f", contact=False, barely=True)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(front(6, A, B), {(3, 3)}, id="LL.7.alloc.6 evenly"),
        pytest.param(front(7, A, meets("b", spaces=3)), {(3, 4)}, id="LL.7.alloc.3 the odd die"),
        pytest.param(front(7, A, B), {(3, 4), (4, 3)}, id="LL.7.alloc.4 equal: the attacker chooses"),
        pytest.param(front(7, A, NEAR), {(4, 3)}, id="LL.7.alloc.2 contact takes the odd die"),
        pytest.param(front(8, A, NEAR), {(4, 4)}, id="LL.F.5 one merely engaged can take half of the dice"),
        pytest.param(front(8, A, EDGE), {(4, 4), (7, 1)}, id="LL.7.barely.1 a single die, or as usual"),
        pytest.param(
            front(8, A, NEAR, EDGE), {(3, 3, 2), (3, 2, 3), (4, 3, 1)}, id="LL.7.barely.1 the rest by the normal rules"
        ),
        pytest.param(
            front(8, A, B, NEAR), {(3, 3, 2)}, id="LL.7.alloc.5 both odd dice go to contact before the front"
        ),
        pytest.param(
            front(7, A, meets("b", spaces=3), NEAR), {(2, 3, 2)}, id="LL.7.alloc.5 one odd die: most of the front"
        ),
        pytest.param(
            front(2, A, NEAR, meets("g", contact=False)), {(1, 1, 0), (1, 0, 1)}, id="LL.7.few.1 at most one each"
        ),
        pytest.param(
            front(2, A, meets("b", spaces=3), meets("c", spaces=2)), {(1, 1, 0), (0, 1, 1)},
            id="LL.7.few.1 most of the front first, then contact",
        ),
    ],
)  # fmt: skip
def test_ll_7_alloc_6_the_legal_divisions(found: Front, expected: set[tuple[int, ...]]) -> None:
    assert legal(found) == expected


@pytest.mark.parametrize(
    ("found", "dice", "expected"),
    [
        pytest.param(front(6, A, B), {"a": 4, "b": 2}, "LL.7.alloc.6", id="uneven"),
        pytest.param(front(6, A, B), {"a": 6}, "LL.7.alloc.1", id="a defender not named"),
        pytest.param(front(6, A, B), {"a": 3, "b": 2}, "LL.7.alloc.1", id="not all dice"),
        pytest.param(front(10, A, B), {"a": 6, "b": 6}, "LL.7.ndice.4", id="more than ten"),
        pytest.param(front(6, A, B), {"a": 6, "b": 0}, "LL.7.few.1", id="none where dice suffice"),
        pytest.param(front(7, A, NEAR), {"a": 3, "e": 4}, "LL.7.alloc.2", id="contact below engaged"),
        pytest.param(
            front(7, A, meets("b", spaces=3)), {"a": 4, "b": 3}, "LL.7.alloc.3", id="most of the front below another"
        ),
        pytest.param(front(8, A, NEAR), {"a": 7, "e": 1}, "LL.7.barely.1", id="a single die to one not barely engaged"),
        pytest.param(front(1, A, NEAR), {"a": 0, "e": 1}, "LL.7.alloc.5", id="few dice, contact passed over"),
        pytest.param(front(2, A, B, NEAR), {"a": 2, "b": 0, "e": 0}, "LL.7.few.1", id="few dice, two on one"),
        pytest.param(front(8, A, EDGE), {"a": 6, "f": 2}, "LL.7.alloc.6", id="neither even nor single"),
    ],
)
def test_i32_other_divisions_are_refused(found: Front, dice: dict[str, int], expected: str) -> None:
    assert rule(found, **dice) == expected


def test_ll_7_alloc_4_who_counts_as_most_of_the_front_is_chosen_among_equals_only() -> None:
    equal, unequal = front(7, A, B), front(7, A, meets("b", spaces=3))
    assert occupying_most(equal) == ("a", "b")
    assert rule(equal, "a", a=4, b=3) == ""
    assert rule(equal, "b", a=4, b=3) == "LL.7.alloc.3"
    assert occupying_most(unequal) == ("b",)
    assert rule(unequal, "a", a=4, b=3) == "LL.7.alloc.4"


def test_ll_7_alloc_3_asks_for_two_in_contact() -> None:
    assert occupying_most(front(7, A, NEAR)) == ()


# US faces north with its front from x = 8 to 12; `a` and `b` stand side by side before it.
PAIR = {
    "us": unit("us", "10:10", ranks=(4, 2)), "a": unit("cs", "8.5:13", "180", (3,)),
    "b": unit("cs", "11.5:13", "180", (3,)),
}  # fmt: skip


def charged(units: dict[str, Unit], **settings: object) -> State:
    state = table(units, **settings)
    for name in units:
        if name.startswith("us"):
            charge(state, name)
    return state


def test_ll_7_alloc_1_all_dice_go_to_a_single_defender_without_asking() -> None:
    state = charged({"us": unit("us", "10:10"), "cs": unit("cs", "10:13", "180")})
    assert one(DiceAllocated, fight(state, *(6,) * 4, *(1,) * 4)).dice == {"cs": 4}


def test_ll_7_alloc_1_who_attacks_several_is_asked() -> None:
    state = charged(PAIR)
    fight(state)
    assert state.core.pending == [AwaitAllocation(side="us")]
    message = said(SYSTEM, state, "us", AllocateDice(unit="us", dice={"a": 4, "b": 2}))
    assert message == (
        "us cannot divide its dice so: the dice are not divided as evenly as they can be; legal: 3 on a, 3 on b"
    )
    assert refusal(SYSTEM, state, "cs", AllocateDice(unit="us", dice={"a": 3, "b": 3})) == "LL.4.seq.2"
    assert refusal(SYSTEM, state, "us", AllocateDice(unit="a", dice={"us": 3})) == "LL.7.alloc.1"


def test_ll_7_alloc_7_a_division_stands_once_it_is_made() -> None:
    """The other attacker is still to divide its dice; then all dice are rolled."""
    units = PAIR | {
        "us2": unit("us", "20:10"), "c": unit("cs", "18.5:13", "180", (3,)), "d": unit("cs", "21.5:13", "180", (3,)),
    }  # fmt: skip
    state = charged(units)
    fight(state)
    give(SYSTEM, state, "us", AllocateDice(unit="us", dice={"a": 3, "b": 3}))
    assert refusal(SYSTEM, state, "us", AllocateDice(unit="us", dice={"a": 3, "b": 3})) == "LL.7.alloc.7"
    facts = give(SYSTEM, state, "us", AllocateDice(unit="us2", dice={"c": 2, "d": 2}), *(6,) * 12, *(1,) * 10)
    assert [fact.unit for fact in of(DefenceRolled, facts)] == ["a", "b", "c", "d"]


def test_ll_7_alloc_1_the_sample_of_divisions_is_legal() -> None:
    state = charged(PAIR | {"us": unit("us", "10:10", ranks=(4, 3))})
    fight(state)
    orders = [choice.order for choice in SYSTEM.book.choices(state)]
    assert {tuple(order.dice.values()) for order in orders if isinstance(order, AllocateDice)} == {(4, 3), (3, 4)}


def short_of_dice(reading: str, *last: int) -> tuple[State, list[Fact]]:
    """Three enemies within 1 BW of a front of two dice: `a` and `b` break, `c` behind them gets no die."""
    units = {
        "us": unit("us", "10:10", ranks=(1, 1, 1)), "a": unit("cs", "9:13", "180", (2,)),
        "b": unit("cs", "11:13", "180", (2,)), "c": unit("cs", "10:14", "180", (2,)),
    }  # fmt: skip
    state = charged(units, readings={"D38": reading})
    fight(state)
    assert refusal(SYSTEM, state, "us", AllocateDice(unit="us", dice={"a": 1, "b": 0, "c": 1})) == "LL.7.alloc.5"
    order = AllocateDice(unit="us", dice={"a": 1, "b": 1, "c": 0})
    return state, give(SYSTEM, state, "us", order, 1, 1, 1, 1, 6, 6, *last)


def test_d38_a_a_defender_without_dice_has_won_and_rolls_nothing() -> None:
    """LL.7.few.1 So its attacker has lost."""
    _, facts = short_of_dice("A")
    assert [fact.unit for fact in of(DefenceRolled, facts)] == ["a", "b"]
    assert {fact.unit: fact.winner for fact in of(CombatResolved, facts)}["c"] == "defender"
    assert [fact.unit for fact in of(UnitBeaten, facts)] == ["a", "b", "us"]


def test_d38_b_a_defender_without_dice_takes_no_part() -> None:
    state, facts = short_of_dice("B", 1)  # the victory die
    assert {fact.unit: fact.winner for fact in of(CombatResolved, facts)}["c"] == "nobody"
    assert [fact.unit for fact in of(UnitBeaten, facts)] == ["a", "b"]
    assert (state.units["us"].bases, state.units["c"].bases) == (3, 2)
