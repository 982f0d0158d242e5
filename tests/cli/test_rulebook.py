"""The rules in words: by id, by chapter, by word, with the ways they can be read."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.commands.rulebook import _painted
from cli.shell.rules import Rulebook, read_rulebook
from rules import SYSTEMS
from rules.search import find
from rules.texts import book_text
from tests import mill_bridge as mb
from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]
WIDTH = 100  # of a page in a pipe
BOOKS = sorted(path.parent.name for path in (ROOT / "rules").glob("*/book.en.toml"))
NUMBER = re.compile(r"(?<![\w.,-])\d{1,2}\.\d+(?:\.\d)?(?:\(\d\)|/S\d+[a-z]?\b|[A-Z]?[a-z]?\b)")
LETTERED = re.compile(r"\b[A-Z]{2}(?:\.\w+)+")  # in books whose ids open with letters a number is only a number


@pytest.fixture
def gettysburg(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("rules.SYSTEMS", {"gettysburg": SYSTEMS["gettysburg"], "mill_bridge": mb.SYSTEM})
    return "gettysburg"


@pytest.fixture
def longstreet_lite() -> str:
    return "longstreet_lite"


def book_of(system: str) -> Rulebook:
    found = read_rulebook(system)
    assert found is not None
    return found


def test_without_an_id_the_chapters_are_listed(run: Run, value: Value, gettysburg: str) -> None:
    shown = run("rule", gettysburg).stdout
    assert "\n8    Movement\n" in shown
    assert "8.1" not in shown
    assert [row["id"] for row in value("rule", gettysburg)][:3] == ["1", "2", "3"]


def test_a_rule_is_shown_with_its_readings_and_the_default_marked(run: Run, gettysburg: str) -> None:
    shown = run("rule", gettysburg, "13.1b").stdout
    assert shown.startswith("13.1b  Until its next own player turn")
    assert "D49  May artillery that has declared a bombardment give support" in shown
    assert [line for line in shown.splitlines() if "(default)" in line] == [
        "    A  no: the declaration binds it; if the target is gone the shot is lost (default)"
    ]
    assert "--reading D49=B" in shown


def test_an_id_with_rules_below_it_shows_them_all_in_order(value: Value, gettysburg: str) -> None:
    for id, below in {
        "11.6": ["11.6", "11.6a", "11.6b"],
        "12.4": ["12.4", *(f"12.4{letter}" for letter in "abcdef")],
        "8.6": ["8.6", "8.6(1)", "8.6(2)", "8.6(3)", "8.6(4)"],
        "14.4L": ["14.4L", "14.4La", "14.4Lb", "14.4Lc", "14.4Ld"],
        "5.3.1": ["5.3.1", "5.3.1A", "5.3.1B", "5.3.1C", "5.3.1D"],
        "2.1": ["2.1"],
        "O1": ["O1"],
        "BT": ["BT", "BT.n1", "BT.n2", "BT.n3", "BT.n4", "BT.n5"],
    }.items():
        assert [row["id"] for row in value("rule", gettysburg, id)["rules"]] == below


def test_an_id_of_words_holds_what_is_numbered_below_it_and_no_longer_word(value: Value, longstreet_lite: str) -> None:
    for id, below in {
        "LL.5.zone": ["LL.5.zone", *(f"LL.5.zone.{number}" for number in range(1, 5))],
        "LL.5.zone.2": ["LL.5.zone.2"],
        "ll.7.def": ["LL.7.def.1"],
        "LL.7.att": ["LL.7.att.1"],
        "LL.7.attmod": ["LL.7.attmod", *(f"LL.7.attmod.{number}" for number in range(1, 5))],
        "LL.2.table": ["LL.2.table"],
    }.items():
        assert [row["id"] for row in value("rule", longstreet_lite, id)["rules"]] == below
    chapter = [row["id"] for row in value("rule", longstreet_lite, "LL.5")["rules"]]
    assert (chapter[0], chapter[-1]) == ("LL.5", "LL.5.limb.1")
    assert all(id.startswith("LL.5") for id in chapter)


def test_chapters_disputes_options_and_words_are_found_under_ids_of_words(
    run: Run, value: Value, longstreet_lite: str
) -> None:
    chapters = [row["id"] for row in value("rule", longstreet_lite)]
    assert chapters == [*(f"LL.{number}" for number in range(1, 8)), "LL.F", "LL.R", "LL.G"]
    assert [row["id"] for row in value("rule", longstreet_lite, "D19")["rules"]] == [
        "LL.5.artprio.2", "LL.5.volley.2", "LL.5.skirm.3",
    ]  # fmt: skip
    assert list(value("rule", longstreet_lite, "LL.5.zone")["readings"]) == ["D56"]
    assert list(value("rule", longstreet_lite, "LL.5.gen.2")["options"]) == ["strict_firing_order"]
    assert "LL.2.crest.3" in run("rule", longstreet_lite, "crest").stdout
    assert "did you mean LL.5.zone" in run("rule", longstreet_lite, "LL.5.zone.9", code=2).stderr


def test_a_chapter_may_be_asked_for_as_the_book_numbers_it(value: Value, gettysburg: str) -> None:
    assert value("rule", gettysburg, "16.0") == value("rule", gettysburg, "16")


@pytest.mark.parametrize(("typed", "found"), [("8.6.2", "8.6(2)"), ("11.6A", "11.6a"), ("16.4o", "16.4O")])
def test_an_id_may_be_typed_without_brackets_or_capitals(typed: str, found: str, value: Value, gettysburg: str) -> None:
    assert [row["id"] for row in value("rule", gettysburg, typed)["rules"]] == [found]


def test_a_part_of_a_section_is_touched_by_what_touches_the_section(value: Value, gettysburg: str) -> None:
    assert list(value("rule", gettysburg, "11.6a")["readings"]) == ["D45"]


def test_a_settled_dispute_is_shown_after_the_readings(run: Run, gettysburg: str) -> None:
    shown = run("rule", gettysburg, "TET").stdout
    assert 0 < shown.index("D15  Artillery pays") < shown.index("D18  settled: TET The slope row")


def test_an_optional_rule_says_how_to_play_with_it(run: Run, value: Value, gettysburg: str) -> None:
    assert "--option forced_march" in run("rule", gettysburg, "22.4").stdout
    assert list(value("rule", gettysburg, "17.3a")["options"]) == ["loss_of_control"]
    assert value("rule", gettysburg, "9.5")["options"] == {}


def test_a_dispute_is_shown_with_the_rules_it_is_about(run: Run, value: Value, gettysburg: str) -> None:
    shown = run("rule", gettysburg, "d45").stdout
    assert shown.startswith("D45  Is coordination rolled for")
    assert "\nabout these rules:\n" in shown
    found = value("rule", gettysburg, "D45")
    assert found["readings"]["D45"]["default"] == "A"
    assert [row["id"] for row in found["rules"]] == ["11.2a", "11.3(1)", "11.6b", "O31"]
    assert list(value("rule", gettysburg, "D92")["settled"]) == ["D92"]


def test_rules_are_found_by_word_with_the_words_marked(run: Run, gettysburg: str) -> None:
    shown = run("rule", gettysburg, "rout", "--limit", "2").stdout.splitlines()
    assert shown[:3] == ["12.5  *Rout*", "    A unit that *routs* follows 7.5.", "7.5  *Rout*"]
    assert shown[-1].endswith("more speak of it; `--limit 45` shows all")


def test_words_may_stand_in_quotes_or_not(value: Value, gettysburg: str) -> None:
    found = value("rule", gettysburg, "artillery support")
    assert found == value("rule", gettysburg, "Artillery", "supports")
    assert {"artillery", "support"} <= {word.lower() for word in found[0]["words"]}
    assert len(found) == 10


def test_a_search_may_be_held_to_a_chapter(run: Run, value: Value, gettysburg: str) -> None:
    assert [row["id"] for row in value("rule", gettysburg, "SECOND", "die", "--in", "7")] == ["7.6b"]
    assert "no rule of gettysburg speaks of 'bombardment' under 7.6" in (
        run("rule", gettysburg, "bombardment", "--in", "7.6", code=2).stderr
    )
    assert "no rule '77'" in run("rule", gettysburg, "die", "--in", "77", code=2).stderr


def test_what_stands_nowhere_is_answered_with_what_was_perhaps_meant(run: Run, gettysburg: str) -> None:
    said = "no rule of gettysburg speaks of 'suport'; did you mean support or supported or supporting?\n"
    assert run("rule", gettysburg, "suport", code=2).stderr == said
    assert run("rule", gettysburg, "artillery", "suport").stdout.endswith(f"\n{said}")
    assert "no word to search for" in run("rule", gettysburg, " ", code=2).stderr
    assert "speaks of '?!'" in run("rule", gettysburg, "?!", code=2).stderr


def test_a_french_term_finds_the_rule_it_means(value: Value, gettysburg: str) -> None:
    assert value("rule", gettysburg, "déroute") == value("rule", gettysburg, "rout")


def test_in_french_the_french_book_is_searched_and_english_terms_find_what_they_mean(run: Run, gettysburg: str) -> None:
    shown = run("rule", gettysburg, "ébranlées", "--lang", "fr", "--limit", "1").stdout.splitlines()
    assert shown[0] == "7.4  *Ébranlé*"
    assert shown[-1].endswith(" les montre toutes")
    rout = run("rule", gettysburg, "rout", "--lang", "fr").stdout
    assert rout == run("rule", gettysburg, "déroute", "--lang", "fr").stdout
    assert "*Déroute*" in rout
    assert "route" not in rout.split(), "a road is another word"


def test_nothing_found_is_wider_than_a_page(run: Run, gettysburg: str) -> None:
    for words in ("artillery", "rout", "unit"):
        shown = run("rule", gettysburg, words, "--limit", "500").stdout
        assert [line for line in shown.splitlines() if len(line) > WIDTH] == []


def test_on_a_terminal_words_are_bold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.shell.colour.is_on", lambda: True)
    assert _painted("a *rout* here\x07") == "a \x1b[1mrout\x1b[0m here\\x07"


def test_a_rule_that_is_not_there_is_answered_with_its_neighbours(run: Run, gettysburg: str) -> None:
    assert run("rule", gettysburg, "21.6", code=2).stderr == (
        "gettysburg has no rule '21.6'; did you mean 21.5 or 21.4 or 21.3?\n"
    )
    assert "did you mean D96" in run("rule", gettysburg, "D98", code=2).stderr
    assert run("rule", gettysburg, "9.99", code=2).stderr == (
        "gettysburg has no rule '9.99'; the nearest are 9.5, 9.5a, 9.6\n"
    )
    assert "`refight rule gettysburg` lists the chapters" in run("rule", gettysburg, "#0", code=2).stderr


def test_a_system_without_rules_in_words_says_so(run: Run, gettysburg: str) -> None:
    assert "mill_bridge comes with no rules in words" in run("rule", "mill_bridge", "MB.1", code=2).stderr


@pytest.mark.parametrize("system", ["gettysburg", "longstreet_lite"])
def test_nothing_printed_is_wider_than_a_page(system: str, run: Run, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(system)
    for chapter in book_of(system).chapters():
        shown = run("rule", system, chapter.id).stdout
        assert [line for line in shown.splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("system", BOOKS)
def test_an_id_stands_for_one_rule_however_it_is_typed(system: str) -> None:
    book = book_of(system)
    for rule in book.rules:
        assert book.under(rule.id)[0] == rule
        assert book.under(rule.id.upper())[0] == rule


@pytest.mark.parametrize("system", BOOKS)
def test_every_rule_has_words_or_rules_below_it(system: str) -> None:
    book = book_of(system)
    for rule in book.rules:
        assert rule.text or (rule.title and len(book.under(rule.id)) > 1), rule.id
    assert all(rule.title for rule in book.chapters())


@pytest.mark.parametrize("system", BOOKS)
def test_every_rule_named_in_the_words_of_another_is_there(system: str) -> None:
    book = book_of(system)
    ids = NUMBER if book.rules[0].id[0].isdigit() else LETTERED
    for rule in book.rules:
        assert [named for named in ids.findall(rule.text) if not book.under(named)] == [], rule.id


def test_an_id_of_a_step_or_a_phase_holds_what_is_below_it_and_no_longer_number() -> None:
    book = book_of("wallaces_war")
    for id, below in {
        "10.3/S1": ["10.3/S1"],
        "10.3/s9c": ["10.3/S9c"],
        "10.3/S10": ["10.3/S10", "10.3/S10a", "10.3/S10b", "10.3/S10c"],
        "9.7/S6": ["9.7/S6", "9.7/S6a", "9.7/S6b", "9.7/S6c"],
        "c1": ["C1"],
        "B": ["B", "B1", "B2"],
        "D": ["D"],
    }.items():
        assert [rule.id for rule in book.under(id)] == below
    assert [rule.id for rule in book.above("10.3/S9c")] == ["10", "10.3", "10.3/S9"]
    assert [rule.id for rule in book.chapters()][:9] == ["2", "3", "A", "B", "C", "D", "E", "F", "G"]
    assert [one.id for one in find("wallaces_war", "10.3/S9c")] == ["10.3/S9c"]


@pytest.mark.parametrize("system", BOOKS)
def test_every_dispute_named_in_a_rule_is_told(system: str) -> None:
    text = book_text(system)
    assert text is not None
    named = {dispute for rule in text.rules for dispute in rule.readings}
    assert named - {*text.readings, *text.settled} == set()
    assert text.readings.keys() & text.settled.keys() == set()
    letters = ({letter.upper() for letter in said} for said in text.readings.values())  # as the reference writes them
    assert all({"QUESTION", "A"} < found for found in letters)


def cited(path: Path) -> Iterator[str]:
    """Rules that code names: as rule= or cite=, or as the last word of a modifier."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            named = [word.value for word in node.keywords if word.arg in ("rule", "cite")]
            if isinstance(node.func, ast.Name) and node.func.id == "Modifier":
                named += node.args[2:]
            yield from (each.value for each in named if isinstance(each, ast.Constant) and isinstance(each.value, str))


@pytest.mark.parametrize("system", BOOKS)
def test_every_rule_cited_in_code_is_in_the_rulebook(system: str) -> None:
    book = book_of(system)
    found = {(rule, path.name) for path in (ROOT / "rules" / system).rglob("*.py") for rule in cited(path)}
    assert found
    assert sorted((rule, where) for rule, where in found if not book.under(rule)) == []
