"""Every dispute is a switch or settled; every optional rule is cited; what is in force is asked of the game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cli.shell.rules import Rulebook, read_rulebook
from domain.kernel.core import Core
from rules.gettysburg.rulings import FULL, OPTIONS, READINGS, SETTLED, is_on, reading

DISPUTES = {f"D{number:02}" for number in range(1, 97)}
ONE_WAY_ONLY = {"D02", "D04", "D13", "D16", "D18", "D70", "D78", "D88", "D91", "D92", "D93"}
THREE_WAYS = {
    "D05", "D14", "D24", "D26", "D28", "D31", "D33", "D45", "D54", "D56", "D58", "D59", "D66", "D69", "D71", "D86",
    "D87",
}  # fmt: skip
WITHOUT_B = {"D48", "D77"}  # secret choices at once, and intentions, cannot be logged


def game(options: tuple[str, ...] = (), **readings: str) -> Any:
    return SimpleNamespace(core=Core(sides=("C", "U"), options=dict.fromkeys(options, True), readings=readings))


@pytest.fixture(scope="module")
def book() -> Rulebook:
    found = read_rulebook("gettysburg")
    assert found is not None
    return found


def test_every_dispute_is_a_switch_or_settled_and_none_is_both() -> None:
    assert set(READINGS) | set(SETTLED) == DISPUTES
    assert set(SETTLED) == ONE_WAY_ONLY
    assert set(READINGS) & set(SETTLED) == set()
    assert list(READINGS) == sorted(READINGS)


def test_every_default_is_the_recommended_reading() -> None:
    assert {dispute: found.default for dispute, found in READINGS.items()} == dict.fromkeys(READINGS, "A")


def test_the_letters_are_those_that_can_be_played() -> None:
    for dispute, found in READINGS.items():
        letters = "AC" if dispute in WITHOUT_B else "ABC" if dispute in THREE_WAYS else "AB"
        assert "".join(found.choices) == letters, dispute
        assert len(set(found.choices.values())) == len(letters), f"{dispute}: two letters say the same"


def test_a_letter_left_out_is_explained_in_the_question() -> None:
    for dispute in WITHOUT_B:
        assert "(B, " in READINGS[dispute].question
        assert "not offered" in READINGS[dispute].question


def test_every_reading_cites_a_rule_of_the_rulebook_that_names_it(book: Rulebook) -> None:
    for dispute, found in READINGS.items():
        cited = book.under(found.rule)
        assert cited, f"{dispute} cites {found.rule}"
        assert any(dispute in rule.readings for rule in cited), f"{found.rule} does not name {dispute}"


def test_whatever_is_settled_cites_a_rule_of_the_rulebook_that_names_it(book: Rulebook) -> None:
    for dispute, why in SETTLED.items():
        rule = why.split()[0]
        assert any(dispute in found.readings for found in book.under(rule)), f"{rule} does not name {dispute}"


def test_the_rulebook_names_no_dispute_that_is_not_there(book: Rulebook) -> None:
    assert {dispute for rule in book.rules for dispute in rule.readings} == DISPUTES


def test_every_optional_rule_opens_with_its_citation(book: Rulebook) -> None:
    cited = {name: option.cite for name, option in OPTIONS.items()}
    assert cited == {
        "command_control": "16.0", "restricted_start": "16.4O", "loss_of_control": "17.0", "hidden_movement": "18.0",
        "counterattacks": "19.0", "alternate_entry": "22.1", "disengagement": "22.2", "questionable": "22.3",
        "forced_march": "22.4", "demoralization": "22.5", "return_to_map": "22.6",
    }  # fmt: skip
    assert all(book.under(rule) for rule in cited.values())


def test_the_full_game_leaves_out_the_two_rules_that_change_others() -> None:
    assert set(OPTIONS) - set(FULL) == {"restricted_start", "return_to_map"}
    assert all((OPTIONS[option].needs or option) in FULL for option in FULL)


@pytest.mark.parametrize("option", sorted(name for name, option in OPTIONS.items() if option.needs))
def test_a_rule_that_needs_command_control_is_off_without_it(option: str) -> None:
    assert not is_on(game((option,)), option)
    assert is_on(game((option, "command_control")), option)


def test_a_rule_is_on_only_when_chosen() -> None:
    assert is_on(game(("forced_march",)), "forced_march")
    assert not is_on(game(("forced_march",)), "questionable")


def test_the_reading_in_force_is_the_chosen_one_or_the_default() -> None:
    assert reading(game(), "D45") == "A"
    assert reading(game(D45="C"), "D45") == "C"
    with pytest.raises(KeyError):
        reading(game(), "D02")
