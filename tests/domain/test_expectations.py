"""What a case claims: counted where it holds, told where it fails, refused where it speaks of nothing."""

from __future__ import annotations

import pytest

from domain.cases.expectations import count, failures
from domain.cases.matching import covers, is_within
from domain.kernel.errors import BadInput
from tests.domain.some_cases import VOLLEY, decided


def failed(expect: str) -> list[str]:
    return failures(decided(VOLLEY + expect))


def test_expectations_that_hold_are_counted() -> None:
    found = decided(
        VOLLEY
        + """
[orders.expect]
facts = ["DiceRolled faces=5", "VolleyFired unit=b1 hits=0"]
without = ["LossTaken"]
words = ["rolls 1d6"]
losses = { red = 0 }
points = { blue = 0 }
none = ["core.ended"]
gone = ["units.b2"]
readings = ["D1 b"]
[orders.expect.state.units.r1]
strength = 4
[expect]
readings = ["D1 b"]
"""
    )
    assert (failures(found), count(found)) == ([], 11)


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ('refused = "MB.10.1"',
         "order 1: MB.10.1 does not refuse it; blue rolls 1d6 for MB.10.5 volley: 5 (entered dice); "),
        ('facts = ["VolleyFired hits=1"]',
         "order 1: there is no VolleyFired hits=1; there is VolleyFired unit=b1 target=r1 "),
        ('facts = ["VolleyFired", "DiceRolled"]', "order 1: there is no DiceRolled; there is DiceRolled by=blue"),
        ('facts = ["LossTaken"]', "order 1: there is no LossTaken; there are OrderGiven, DiceRolled, VolleyFired"),
        ('without = ["VolleyFired hits=0"]', "order 1: there is VolleyFired unit=b1"),
        ('words = ["a hit"]', "order 1: nobody says 'a hit'; it says: blue rolls 1d6"),
        ("losses = { red = 1 }", "order 1: losses of red are 0, not 1"),
        ("points = { blue = 1 }", "order 1: points of blue are 0, not 1"),
        ('none = ["core.turn"]', "order 1: core.turn is 1, not nothing"),
        ('gone = ["units.r1"]', "order 1: units.r1 is still there: "),
        ("readings = []", "order 1: the readings that change it are D1 b, not none"),
        ("state.units.r1.strength = 3", "order 1: units.r1.strength is 4, not 3"),
        ('state.units.r9.strength = 3', "order 1: units.r9 is not there, not "),
    ],
)  # fmt: skip
def test_an_expectation_that_fails_says_what_came_instead(expect: str, said: str) -> None:
    (failure,) = failed(f"[orders.expect]\n{expect}\n")
    assert failure.startswith(said)


def test_a_row_of_fixed_length_is_claimed_as_a_list() -> None:
    row = '[orders.expect.state.core]\nsides = ["blue", "{}"]\n'
    assert failed(row.format("red")) == []
    assert failed(row.format("green")) == ['order 1: core.sides is ["blue", "red"], not ["blue", "green"]']


def test_a_refusal_nobody_expected_fails() -> None:
    text = VOLLEY.replace("unit=b1 target=r1", "unit=r1 target=b1")
    assert failures(decided(text)) == ["order 1: it is refused: [MB.10.1] r1 cannot fire at b1"]
    assert failures(decided(text + '[orders.expect]\nrefused = "MB.10.2"\n')) == [
        "order 1: it is refused, not by MB.10.2: [MB.10.1] r1 cannot fire at b1"
    ]


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ('[orders.expect]\nfacts = ["VolleyFird"]',
         "order 1, expect.facts, 'VolleyFird': column 1: there is no fact 'VolleyFird'; did you mean VolleyFired?"),
        ('[orders.expect]\nfacts = ["VolleyFired hist=1"]',
         "order 1, expect.facts, 'VolleyFired hist=1': column 13: VolleyFired has no field 'hist'; did you mean hits?"),
        ("[orders.expect]\nstate.units.r1.strngth = 1",
         "order 1, expect: state.units.r1.strngth: there is no such field"),
        ('[orders.expect]\nnone = ["nowhere"]', "order 1, expect: there is no nowhere in the position"),
        ('[[orders]]\nby = "blue"\norder = "EndPhase"\n[expect]\nrefused = "MB.1"',
         "expect.refused: say it of an order, in [orders.expect]"),
        ('[orders.expect]\nasked = "AwaitReacton"',
         "order 1, expect.asked, 'AwaitReacton': column 1: there is no question 'AwaitReacton'; "
         "did you mean AwaitReaction?"),
    ],
)  # fmt: skip
def test_an_expectation_about_what_does_not_exist_is_refused(expect: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        failed(expect)
    assert str(error.value) == said


# Refusals, questions, and what stands within a list

REFUSED = VOLLEY.replace("unit=b1 target=r1", "unit=r1 target=b1")
ASKED = VOLLEY.replace("FireVolley unit=b1 target=r1", "MoveUnit unit=b1 path=3").replace("dice = [5]\n", "")


@pytest.mark.parametrize("claim", ['"MB.10.1"', '"MB.10"', '"MB"', "true"])
def test_a_refusal_is_claimed_by_its_rule_its_section_or_at_all(claim: str) -> None:
    found = decided(f"{REFUSED}[orders.expect]\nrefused = {claim}\n")
    assert (failures(found), count(found)) == ([], 1)
    assert failures(decided(f"{REFUSED}[expect]\nrefused = {claim}\n")) == []


@pytest.mark.parametrize("claim", ['"MB.1"', '"MB.10.11"', "false"])
def test_another_section_does_not_cover_it(claim: str) -> None:
    (failure,) = failures(decided(f"{REFUSED}[orders.expect]\nrefused = {claim}\n"))
    assert failure.startswith("order 1: it is refused")


@pytest.mark.parametrize(
    ("claimed", "rule", "is_covered"),
    [("6.6", "6.6b", True), ("6.6", "6.61", False), ("6.6b", "6.6", False), ("8.6", "8.6(1)", True)],
)
def test_a_section_covers_what_stands_below_it(claimed: str, rule: str, is_covered: bool) -> None:
    assert covers(claimed, rule) is is_covered


def test_an_order_that_nothing_refuses_says_so() -> None:
    (failure,) = failed("[orders.expect]\nrefused = true\n")
    assert failure.startswith("order 1: nothing refuses it; blue rolls 1d6")


@pytest.mark.parametrize("claim", ['"AwaitReaction"', '"AwaitReaction side=red"', '"red"', '["red", "AwaitReaction"]'])
def test_a_question_is_claimed_by_its_kind_its_fields_or_its_side(claim: str) -> None:
    assert failures(decided(f"{ASKED}[orders.expect]\nasked = {claim}\n")) == []
    assert failures(decided(f"{ASKED}[orders.expect]\nnot_asked = {claim}\n"))[0].startswith(
        "order 1: red is asked AwaitReaction side=red"
    )


def test_a_question_that_is_not_put_says_what_is_asked() -> None:
    (failure,) = failures(decided(f'{ASKED}[orders.expect]\nasked = "AwaitReaction side=blue"\n'))
    assert failure.startswith("order 1: nobody is asked AwaitReaction side=blue; asked is AwaitReaction side=red")
    assert failed('[orders.expect]\nasked = "red"\n') == ["order 1: nobody is asked red; asked is nothing"]
    assert failed('[orders.expect]\nnot_asked = "red"\n') == []


@pytest.mark.parametrize(
    ("found", "wanted", "is_there"),
    [
        (["a", "b", "c"], ["a", "c"], True),
        (["a", "b", "c"], ["c", "a"], False),
        (["a"], [], False),
        ([], [], True),
        ([{"value": 1, "key": "woods"}], [{"key": "woods"}], True),
        ([{"value": 1, "key": "woods"}], ["woods"], True),
        ([{"value": 1, "key": "woods"}], [{"key": "hill"}], False),
        ({"key": "said", "of": ["night"]}, "night", True),
    ],
)
def test_within_a_list_and_a_table_only_what_is_said_counts(found: object, wanted: object, is_there: bool) -> None:
    assert is_within(found, wanted) is is_there


def test_a_fact_is_matched_by_one_of_its_modifiers() -> None:
    claim = """[orders.expect]\nfacts = ['VolleyFired modifiers="target at 4 hexes or more"']\n"""
    assert failed(claim) == []
    assert len(failed(claim.replace("4 hexes", "5 hexes"))) == 1
