"""Rules found by word: endings, accents and French terms do not matter; what says most stands first."""

from __future__ import annotations

import pytest

from domain.kernel.say import speaking, spoken
from rules import KEYS
from rules.search import find, marked, stem, strange
from rules.texts import BookText, Rule, book_text, glossary

TERMS = [(key, english, french) for key in KEYS for english, every in glossary(key).items() for french in every]


@pytest.mark.parametrize(
    "alike",
    ["rout routs routed routing Rout", "stop stops stopped stopping", "move moved moves moving", "déroute deroutes",
     "battery batteries", "fire fires fired firing", "charge charging", "loss losses", "pass passes passed"],
)  # fmt: skip
def test_endings_do_not_matter(alike: str) -> None:
    assert len({stem(word) for word in alike.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("is", "i"), ("rule", "ruler"), ("red", "r"), ("bus", "bu"), ("hex", "he")])
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_what_says_most_of_a_word_stands_first() -> None:
    found = find("gettysburg", "rout")
    assert [one.id for one in found[:3]] == ["12.5", "7.5", "R16"]
    assert {one.kind for one in found} == {"rule", "dispute", "settled", "option", "term"}
    assert found[-1].kind == "term", "a glossary only says where to look"


def test_with_several_words_all_must_be_there_and_only_else_any() -> None:
    for one in find("gettysburg", "the second die"):
        assert {"second", "die"} <= {word.lower() for word in one.words}
    any_of = find("gettysburg", "ravine decoy")
    assert {word.lower() for one in any_of for word in one.words} >= {"ravine", "decoy"}
    assert find("gettysburg", "elephant") == find("gettysburg", "?!") == find("gettysburg", "") == []


def test_a_word_cut_short_stands_for_those_that_begin_so() -> None:
    assert "22.5" in [one.id for one in find("gettysburg", "demoral")]
    assert strange("gettysburg", "demoral elephant of") == ["elephant"]


def test_of_a_table_only_the_rows_with_the_word_are_shown() -> None:
    (effects,) = [one for one in find("gettysburg", "ravine") if one.id == "TET"]
    assert effects.table
    assert all("ravine" in row.lower() for row in effects.table.splitlines())


@pytest.mark.parametrize(("key", "english", "french"), TERMS)
def test_every_french_term_finds_what_its_english_one_finds(key: str, english: str, french: str) -> None:
    found = [one.id for one in find(key, french) if one.kind != "term"]
    wanted = [one.id for one in find(key, english) if one.kind != "term"]
    assert wanted
    assert strange(key, english) == []
    assert set(wanted) <= set(found)


def test_a_french_term_of_several_words_may_stand_among_others() -> None:
    wanted = [one.id for one in find("gettysburg", "line of sight at night") if one.kind == "rule"]
    assert "14.4Ld" in wanted
    assert [one.id for one in find("gettysburg", "LIGNE DE VUE nuit") if one.kind == "rule"] == wanted


def test_a_french_word_is_not_taken_for_an_english_one_that_ends_otherwise() -> None:
    assert all("rank" not in one.words for one in find("longstreet_lite", "range"))
    assert all("range" not in one.words for one in find("longstreet_lite", "rang"))


def test_a_word_with_two_meanings_finds_both() -> None:
    words = {word.lower() for one in find("longstreet_lite", "colonne") for word in one.words}
    assert {"column", "file"} <= words


def test_a_search_may_be_held_to_some_rules() -> None:
    assert [one.id for one in find("gettysburg", "rout", among=["7.5", "12.5", "2.1"])] == ["12.5", "7.5"]


def test_a_language_without_a_book_is_searched_in_english() -> None:
    with speaking("fr"):
        assert book_text("freeform") is not None
        assert [one.id for one in find("freeform", "hidden")] == ["FF.1.2", "FF.1.4", "FF.1.1"]


def test_only_whole_words_are_marked() -> None:
    assert marked("The rout of routes; Rout!", ["rout", "Rout"]) == "The *rout* of routes; *Rout*!"


def test_where_there_is_a_book_in_the_language_spoken_that_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"fr": "Une unité en déroute recule.", "en": "A unit that routs falls back."}
    books = {key: BookText(source="", rules=(Rule(id="1", text=text),)) for key, text in said.items()}
    monkeypatch.setattr("rules.search.book_text", lambda _system: books[spoken()])
    monkeypatch.setattr("rules.search.book_language", lambda _system: spoken())
    with speaking("fr"):
        assert [one.text for one in find("some_book", "deroutes")] == [said["fr"]]
        assert find("some_book", "routed") == []
    assert [one.text for one in find("some_book", "routed")] == [said["en"]]


def test_a_question_of_thousands_of_words_is_answered_as_a_short_one() -> None:
    short, long = find("gettysburg", "rout"), find("gettysburg", "rout " * 5000)
    assert [one.id for one in short] == [one.id for one in long]
