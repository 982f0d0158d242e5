"""Names of people: a pseudonym for each, and no text that gives them away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import BadInput
from domain.words.pseudonyms import MAX_PEOPLE, Pseudonyms


def met(*names: str, wanted: tuple[str, ...] = ()) -> Pseudonyms:
    people = Pseudonyms(wanted)
    for name in names:
        people.of(name)
    return people


def test_people_are_counted_in_the_order_they_are_met() -> None:
    people = met("Ann", "Bob", "ann", " Ann ", "")
    assert (people.of("ANN"), people.of("bob"), people.of("")) == ("Player 1", "Player 2", "")
    assert people.shown == ("Player 1", "Player 2")


def test_people_are_called_what_they_want_to_be_called() -> None:
    people = met("Ann", "Bob", "Cleo", wanted=("Zed", "bob"))
    assert people.shown == ("Zed", "bob", "Player 1")
    assert people.scrub("Ann, Bob and Cleo") == "Zed, Bob and Player 1"


def test_a_name_is_found_with_either_apostrophe() -> None:
    assert met("O'Brien").scrub("O’Brien and O'BRIEN") == "Player 1 and Player 1"


def test_nobody_wants_to_be_called_nothing() -> None:
    assert met("Ann", "Bob", wanted=("", "  ", " Zed ")).shown == ("Zed", "Player 1")


def test_a_wanted_name_goes_to_whoever_bears_it() -> None:
    people = Pseudonyms(["Bob"])
    people.expect("bob")
    assert (people.of("Ann"), people.of("BOB")) == ("Player 1", "Bob")


def test_two_people_never_share_a_name() -> None:
    assert met("Ann", "Bob", wanted=("Bob",)).shown == ("Bob", "Player 1")


def test_a_name_that_is_wanted_is_not_given_twice() -> None:
    assert met("Ann", "Bob", "Cleo", wanted=("Player 2",)).shown == ("Player 2", "Player 1", "Player 3")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Ann rolls", "Player 1 rolls"),
        ("ANN's guns, ann!", "Player 1's guns, Player 1!"),
        ("Annapolis, Joanna, Ann_2", "Annapolis, Joanna, Ann_2"),
        ("Ann  Lee and Ann", "Player 2 and Player 1"),
        ("<Kev> hello -=KEV=-", "<Player 3> hello -=Player 3=-"),
        ("x beats X", "x beats X"),
        ("write to ann.lee+war@mail.example.org or B@x.io.", "write to [e-mail] or [e-mail]."),
        ("hex 12@3 and @Ann", "hex 12@3 and @Player 1"),
    ],
)
def test_names_are_taken_out_as_whole_words_and_addresses_wherever_they_stand(text: str, clean: str) -> None:
    assert met("Ann", "Ann Lee", "-=Kev=-", "x").scrub(text) == clean


def test_a_player_who_is_called_like_a_pseudonym_is_not_mixed_up() -> None:
    people = met("Ann", "Player 1")
    assert people.scrub("Ann fires, Player 1 waits") == "Player 1 fires, Player 2 waits"


def test_more_people_than_any_game_has_are_refused() -> None:
    people = met(*(f"name {number}" for number in range(MAX_PEOPLE)))
    with pytest.raises(BadInput, match="1000 people"):
        people.of("one more")
    assert people.of("name 7") == "Player 8"


@given(st.lists(st.from_regex(r"[A-Z][a-z]{2,6}( [A-Z][a-z]{2,6})?", fullmatch=True), min_size=1), st.text())
def test_no_name_is_left_between_any_other_text(names: list[str], other: str) -> None:
    people = met(*names)
    text = people.scrub("|".join([other, *names]))
    assert text.split("|")[-len(names) :] == [people.of(name) for name in names]


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("annabel-vs-bertram turn3", "Player 1 vs Player 2 turn 3"),
        ("AnnabelVsBertram_7", "Player 1 Vs Player 2 7"),
        ("annabelbertram", "Player 1 Player 2"),
        ("planning-2", "planning-2"),  # a short name counts only as a word of its own
        ("Ann Normandy", "Player 3 Normandy"),
    ],
)
def test_a_label_bears_nobodys_name_though_it_be_run_together(file: str, shown: str) -> None:
    known = Pseudonyms()
    for name in ("Annabel", "Bertram", "Ann"):
        known.of(name)
    assert known.label(file) == shown
