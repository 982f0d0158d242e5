"""Every dispute is a switch or settled; every optional rule is cited; what is in force is asked of the game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cli.shell.rules import Rulebook, read_rulebook
from domain.kernel.core import Core
from rules.longstreet_lite.rulings import OPTIONS, READINGS, SETTLED, is_on, reading

DISPUTES = [f"D{number}" for number in range(1, 61)]
ONE_WAY_ONLY = {"D12", "D24", "D50", "D57"}
THREE_WAYS = {"D1", "D3", "D4", "D6", "D9", "D14", "D17", "D20", "D21", "D28", "D41", "D58"}
NOT_THE_FIRST = {"D3": "C", "D29": "B", "D49": "B"}


def game(options: tuple[str, ...] = (), **readings: str) -> Any:
    return SimpleNamespace(core=Core(sides=("US", "CS"), options=dict.fromkeys(options, True), readings=readings))


@pytest.fixture(scope="module")
def book() -> Rulebook:
    found = read_rulebook("longstreet_lite")
    assert found is not None
    return found


def test_every_dispute_is_a_switch_or_settled_in_the_order_of_their_numbers() -> None:
    assert set(SETTLED) == ONE_WAY_ONLY
    assert list(READINGS) == [dispute for dispute in DISPUTES if dispute not in ONE_WAY_ONLY]


def test_every_default_is_the_recommended_reading() -> None:
    assert {name: found.default for name, found in READINGS.items() if found.default != "A"} == NOT_THE_FIRST


def test_the_letters_are_those_that_can_be_played() -> None:
    for dispute, found in READINGS.items():
        letters = "ABC" if dispute in THREE_WAYS else "AB"
        assert "".join(found.choices) == letters, dispute
        assert len(set(found.choices.values())) == len(letters), f"{dispute}: two letters say the same"


def test_every_reading_cites_a_rule_of_the_rulebook_that_names_it(book: Rulebook) -> None:
    for dispute, found in READINGS.items():
        assert [rule.id for rule in book.about(dispute) if rule.id == found.rule] == [found.rule], dispute


def test_whatever_is_settled_cites_a_rule_of_the_rulebook_that_names_it(book: Rulebook) -> None:
    assert {dispute: why.split()[0] for dispute, why in SETTLED.items()} == {
        "D12": "LL.3.card.1", "D24": "LL.5.own.2", "D50": "LL.4.int.6", "D57": "LL.4.seq.3",
    }  # fmt: skip
    for dispute, why in SETTLED.items():
        assert why.split()[0] in [rule.id for rule in book.about(dispute)], dispute


def test_the_rulebook_names_no_dispute_that_is_not_there(book: Rulebook) -> None:
    assert {dispute for rule in book.rules for dispute in rule.readings} == set(DISPUTES)


def test_every_optional_rule_opens_with_its_citation(book: Rulebook) -> None:
    cited = {name: option.cite for name, option in OPTIONS.items()}
    assert cited == {
        "void_effects": "LL.F.2", "plateaus": "LL.2.crest.1", "rivers": "LL.3.terr.3",
        "strict_firing_order": "LL.5.gen.2",
    }  # fmt: skip
    assert [[found.id for found in book.under(rule)] for rule in cited.values()] == [[rule] for rule in cited.values()]
    assert {option.needs for option in OPTIONS.values()} == {""}


def test_a_rule_is_on_only_when_chosen() -> None:
    assert is_on(game(("plateaus",)), "plateaus")
    assert not is_on(game(("plateaus",)), "rivers")


def test_the_reading_in_force_is_the_chosen_one_or_the_default() -> None:
    assert reading(game(), "D29") == "B"
    assert reading(game(D29="A"), "D29") == "A"
    with pytest.raises(KeyError):
        reading(game(), "D12")
