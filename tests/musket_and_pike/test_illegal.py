"""X1 to X52: every illegal order of the rules reference is refused by its own rule, and nothing comes of it."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order
from rules.musket_and_pike.moments import MOMENTS
from rules.musket_and_pike.state import Activation, State
from rules.musket_and_pike.turn import continuation
from tests.musket_and_pike.illegal import Case
from tests.musket_and_pike.illegal_fights import FIGHTS
from tests.musket_and_pike.illegal_moves import MOVES
from tests.musket_and_pike.illegal_wings import WINGS, wings
from tests.musket_and_pike.positions import give, start
from tests.musket_and_pike.test_activation import R

# What each row may be refused with; a part such as 9.3.1 counts for 9.3.
CITATIONS = {
    1: "4.2.1 4.2.3 5.3.2", 2: "4.5 5.6.1 5.8 4.4.2", 3: "4.4.1", 4: "4.4.4", 5: "4.3.1 4.4.2 5.3.2", 6: "5.7.1 5.8",
    7: "5.1.1 5.1.2 5.2.2 4.5", 8: "5.2.1", 9: "5.1.2", 10: "3.2.C", 11: "3.2.C 13.3.1", 12: "5.4.3",
    13: "5.4.3 9.1.1a", 14: "5.6.1", 15: "5.6.1", 16: "5.6.2 5.6.3", 17: "5.6.4", 18: "5.6 13.2", 19: "7.1.1 6.2",
    20: "6.3 7.2 12.4.3", 21: "6.3.2 14.2 14.3 9.2.3", 22: "6.3.3 6.3.4 13.2.3", 23: "7.3.5", 24: "8.1 8.2.1",
    25: "8.2.2", 26: "8.3 9.1.1", 27: "8.4", 28: "9.1 10.9.5", 29: "9.1.1a 9.4.1", 30: "9.1.1", 31: "9.2.2 9.2.4 5.6.1",
    32: "9.2.3 9.1.1a", 33: "9.3", 34: "10.1 10.9.5", 35: "10.3 3.2.C 10.1.2", 36: "10.4", 37: "10.2 10.7.3",
    38: "10.8 8.3.1 10.9.2 6.3.2.a 7.3.3", 39: "10.8.6", 40: "9.4.5", 41: "6.3.2 12.4.3 11.1 11.6 8.2.1", 42: "11.1.2",
    43: "11.1.2", 44: "11.2.C", 45: "11.4 11.7", 46: "11.4.6 11.4.7 11.4.8", 47: "12.5.2 13.2", 48: "13.4",
    49: "10.8.9 5.4.2 5.4.3", 50: "5.3.4 5.2.2", 51: "7.3.3", 52: "5.5.3 6.3.3",
}  # fmt: skip
# Beyond the reference's own citations. 20: broken morale bars every action by 12.4.3. 21: in reaction by 9.2.3.
# 26: a reaction where there is nothing to react to by 9.1.1. 28, 34: a line of sight by 10.9.5. 35: a second action by
# 3.2.C, fire at one who is not adjacent by 10.1.2. 38: limbered guns by 7.3.3. 41: light infantry with horse by 8.2.1.
# 49: a unit that no link joins to its commander is out of command, and moves by 5.4.3.
CASES = {**WINGS, **MOVES, **FIGHTS}
NO_WORDS = {
    "X22 Column by Reform": "an order that says so cannot be written: `into` knows no Column",
    "X26 two guns on one two-hex unit in different positions": "one word moves both",
    "X46 a facing change over one vertex": "an advance turns left or right, once",
}


OF_THE_OTHER = ("X6 a change by the inactive side",)  # what is wrong with it is who gives it


def row(name: str) -> int:
    return int(name.split()[0][1:])


def is_part(rule: str, of: str) -> bool:
    """9.3.1 of 9.3, 6.3.2.a of 6.3, not 10.81 of 10.8."""
    return rule == of or (rule.startswith(of) and not rule[len(of) :][:1].isdigit())


def refusal(state: State, by: str, order: Order) -> str:
    """The rule that refuses an order, before anything of it is recorded."""
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalOrder) as caught:
        give(state, by, order)
    assert msgspec.json.encode(state) == before
    return caught.value.rule


def test_every_row_has_its_cases() -> None:
    assert {row(name) for name in CASES} == set(range(1, 53)) == set(CITATIONS)


@pytest.mark.parametrize("name", CASES)
def test_an_illegal_order_is_refused_by_the_rule_that_forbids_it(name: str) -> None:
    case: Case = CASES[name]
    rule = refusal(*case())
    assert any(is_part(rule, of) for of in CITATIONS[row(name)].split()), rule


@pytest.mark.parametrize("name", [name for name in CASES if name not in OF_THE_OTHER])
def test_nor_does_the_other_side_give_it(name: str) -> None:
    state, by, order = CASES[name]()
    other = next(side for side in state.core.sides if side != by)
    assert refusal(state, other, order)


@pytest.mark.parametrize("name", CASES)
def test_nor_may_it_be_given_before_the_first_turn(name: str) -> None:
    """The rule that sets its moment refuses it; those of the first moment itself may not be given once it is over."""
    state, by, order = CASES[name]()
    early = start(state.engagement.key)
    if row(name) == 52:
        early.core.phase, early.core.turn, early.activation = "activation", 1, Activation()
        early.turn.number, early.turn.initiative, early.turn.next = 1, by, by
    rule = refusal(early, by, order)
    assert rule in (MOMENTS.get(type(order), rule), "9.1.1")


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"order": "rally"}, "4.3.1"),
        ({"order": "charge", "no_continue": True}, "4.4.2"),
        ({"order": "charge", "activations": 3}, "4.3.1"),
        ({"order": "charge", "commander": ""}, "5.3.2"),
    ],
)
def test_x5_a_wing_that_may_not_go_on_is_not_even_asked(fields: dict[str, object], rule: str) -> None:
    bar = continuation.bar(wings(R=fields), R)
    assert bar is not None
    assert bar.rule == rule
