"""Every illegal order of the rules reference is refused, by one of the rules its row names (1 to 78)."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.errors import IllegalOrder
from rules.wallaces_war.losses.morale import leader_bonus
from rules.wallaces_war.losses.recovery import recovery_bar
from rules.wallaces_war.melee.modifiers import Blow, modifiers
from tests.wallaces_war.illegal import NE, A, Case
from tests.wallaces_war.illegal_command import COMMAND
from tests.wallaces_war.illegal_fights import FIGHTS
from tests.wallaces_war.illegal_moves import MOVES
from tests.wallaces_war.positions import at, give, position

# What each row may be refused with; a part such as 13.4b counts for 13.4.
CITATIONS = {
    "1": "4.2b", "2": "4.2b", "3": "4.2c 13.2", "4": "4.2f", "5": "4.3b", "6": "4.3b", "7": "4.3e", "8": "4.3f",
    "9": "4.3d", "10": "4.4b 4.4d", "11": "4.5", "12": "4.7a 16.2.4d", "13": "5.2b", "14": "5.2d", "15": "5.3a",
    "16": "5.2a", "17": "5.1c 8.2b", "18": "6.2a", "19": "6.2b 6.3", "20": "6.3c", "21": "6.2g", "22": "6.4a 13.3d",
    "23": "14.4a", "24": "14.4b", "25": "7.2a", "26": "7.3a", "27": "7.3b", "28": "7.1a", "29": "8.1a 8.2a",
    "30": "8.2c 7.1e", "31": "8.2i", "32": "8.2j", "33": "9.1a 20.2.4", "34": "8.2e", "35": "9.4a 9.5a",
    "36": "9.1b 9.2 9.3", "37": "9.4a", "38": "9.4b 9.5b", "39": "9.4f", "40": "9.5c", "41": "9.7/S6", "42": "9.7/S6c",
    "43": "5.3b", "44": "10.2d", "45": "10.2e", "46": "10.2k", "47": "10.2h", "48": "10.2i", "49": "10.2j",
    "50": "10.2g", "51": "10.3", "52": "10.2c 10.2d", "53": "10.3/S9", "54": "10.3/S9b", "55": "10.3/S10",
    "56": "10.4a", "57": "4.6a", "58": "11.1 6.4a", "59": "11.1b", "60": "11.1c", "61": "11.2.1a 11.2.1d 11.2b",
    "62": "11.2.1 10.3a 8.4a", "63": "11.2.2b", "64": "11.2.7", "65": "11.2.7i", "66": "11.2.6a", "67": "12.5c",
    "70": "16.2.2c", "71": "16.1a", "72": "16.2.4f", "73": "16.2.4e", "74": "16.3.3b", "75": "20.3.6c 20.3.6d",
    "76": "20.3.2a", "77": "13.2d", "78": "10.2n",
}  # fmt: skip
# 12: a Battle that has not come yet is barred by the rule of its arrival. 30: who has joined a friend has ended its
# move. 58: out of command is 6.4a. 61: shaken horse and horse of another kind is barred from every charge by 11.2b.
# 62: a charge out of its segment by 10.3a, one through a friend by 8.4a.
NO_ORDER = {
    "68": "no order claims a bonus: the program gives it to whom it is due",
    "69": "no order recovers a unit: the program tests those that may",
}
CASES = {**COMMAND, **MOVES, **FIGHTS}


def is_part(rule: str, of: str) -> bool:
    """13.4b of 13.4, 11.2.7c of 11.2.7, not 13.41 and not 1."""
    return rule == of or (rule.startswith(of) and rule[len(of) :][:1].isalpha())


def cited(case: Case) -> str:
    """The rule that refuses an order, before anything of it is recorded."""
    state, by, order = case()
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalOrder) as caught:
        give(state, by, order)
    assert msgspec.json.encode(state) == before
    return caught.value.rule


@pytest.mark.parametrize("name", CASES)
def test_an_illegal_order_is_refused_by_the_rule_that_forbids_it(name: str) -> None:
    rule = cited(CASES[name])
    assert any(is_part(rule, of) for of in CITATIONS[name.split()[0]].split()), rule


def test_every_row_is_tried() -> None:
    assert {name.split()[0] for name in CASES} == set(CITATIONS)
    assert set(CITATIONS) | set(NO_ORDER) == {str(number) for number in range(1, 79)}


@pytest.mark.parametrize(
    ("leader", "counts"),
    [("crimson", True), ("red", True), ("green", False), ("emerald", False)],
    ids=["of its Battle", "of its army", "of the enemy's", "of another"],
)
def test_row_68_10_3_s2_14_2a_only_the_leader_of_the_battle_or_of_the_army_counts(leader: str, counts: bool) -> None:
    state = position({"crimson-ri-1": f"{A}:0", "green-ri-1": f"{NE}:3"}, leaders={leader: A}, battle="crimson")
    found = modifiers(state, Blow(("crimson-ri-1",), A, NE, True, (A,)))
    assert ("leader" in [one.key for one in found]) is counts
    assert bool(leader_bonus(state, "crimson-ri-1")) is counts


def test_row_68_14_2a_the_leader_of_another_battle_is_of_no_use() -> None:
    state = position({"red-ri-1": f"{A}:0", "green-ri-1": f"{NE}:3"}, leaders={"crimson": A})
    assert leader_bonus(state, "red-ri-1") == ()
    assert modifiers(state, Blow(("red-ri-1",), A, NE, True, (A,))) == ()


@pytest.mark.parametrize(
    ("places", "leaders", "rule"),
    [
        ({"green-ri-1": f"{NE}:3"}, {"crimson": A}, "6.2e"),
        ({}, {}, "14.6a"),
        ({}, {"crimson": at(0, 5)}, "14.6a"),
        ({}, {"crimson": at(0, 4)}, ""),
        ({}, {"red": A}, ""),
    ],
    ids=["in a zone", "without a leader", "out of range", "in command", "with the army commander"],
)
def test_row_69_14_6a_who_may_not_recover(places: dict[str, str], leaders: dict[str, str], rule: str) -> None:
    state = position({"crimson-ri-1": f"{A}:0", **places}, leaders=leaders, shaken=["crimson-ri-1"])
    bar = recovery_bar(state, "crimson-ri-1")
    assert (bar.rule if bar else "") == rule
