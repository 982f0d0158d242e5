"""Each rule cited in code stands in the coverage table; each row marked done is cited in code and in a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules import SYSTEMS
from tests.coverage_table import ROOT, ROW, _has_parts, citing, places, rows, rules_of

EVERY = pytest.mark.parametrize("system", list(SYSTEMS))
NAMED = re.compile(r'''(?:\b(?:rule|cite)=|\bbecause\(\s*"[^"]+",\s*)"([^"]+)"''')


@EVERY
def test_every_rule_named_in_a_refusal_stands_in_the_rulebook(system: str) -> None:
    book = (ROOT / "rules" / system / "book.en.toml").read_text("utf-8")
    known = set(re.findall(r'^id = "([^"]+)"', book, re.MULTILINE))
    named: set[str] = set()
    for path in (ROOT / "rules" / system).rglob("*.py"):
        named |= set(NAMED.findall(path.read_text("utf-8")))
    assert named
    assert named - known == set()


@EVERY
def test_every_rule_and_dispute_has_a_row(system: str) -> None:
    assert set(rules_of(system)) - set(rows(system)) == set()


@EVERY
def test_every_row_done_is_cited_in_code_and_in_a_test(system: str) -> None:
    done = {rule for rule, state in rows(system).items() if not state.startswith("left out")}
    assert done
    assert [rule for rule in sorted(done) if not citing(ROOT / "rules" / system, rule)] == [], "not in the code"
    assert [rule for rule in sorted(done) if not citing(ROOT / "tests" / system, rule)] == [], "not in the tests"


@EVERY
def test_a_rule_left_out_says_why(system: str) -> None:
    for rule, state in rows(system).items():
        assert state in ("done", "optional") or re.fullmatch(r"left out \(.+\)", state), f"{rule}: {state}"


@EVERY
def test_the_modules_and_tests_named_in_the_table_cite_the_rule(system: str) -> None:
    for rule, modules, tests in places(system):
        for folder, names in (("rules", modules), ("tests", tests)):
            assert set(names) <= set(citing(ROOT / folder / system, rule)), f"{rule}: {names}"


def test_an_id_of_dots_and_words_is_found_whole_in_code_and_in_test_names(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        '"""LL.5.zone.2 The first base met."""\nraise No("x", rule="LL.5.zone.3")\n', "utf-8"
    )
    (tmp_path / "test_name.py").write_text("def test_ll_5_zone_2_and_ll_7_def_1_first_base() -> None: ...\n", "utf-8")
    (tmp_path / "test_other.py").write_text("def test_ll_5_zone_21_other() -> None: ...\nLL.5.zone.31\n", "utf-8")
    assert citing(tmp_path, "LL.5.zone.2") == ["code.py", "test_name.py"]
    assert citing(tmp_path, "LL.5.zone.3") == ["code.py"]
    assert citing(tmp_path, "LL.7.def.1") == ["test_name.py"]
    assert citing(tmp_path, "LL.5.zone.1") == []


def test_a_word_that_only_looks_like_a_dispute_does_not_cite_it(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text('WHY = "a d6 for each base"\n', "utf-8")
    (tmp_path / "test_name.py").write_text("def test_d6_nobody_fires_from_the_water() -> None: ...\n", "utf-8")
    assert citing(tmp_path, "D6") == ["test_name.py"]


def test_an_id_with_a_step_is_found_whole_in_code_and_in_test_names(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text('"""10.3/S9c The companion follows (9.7/S6)."""\nx = "10.3/S10"\n', "utf-8")
    (tmp_path / "other.py").write_text('"""10.3 Melee; S9c is no id."""\n', "utf-8")
    (tmp_path / "test_name.py").write_text("def test_10_3_s9c_and_9_7_s6a_go_along() -> None: ...\n", "utf-8")
    assert citing(tmp_path, "10.3/S9c") == ["code.py", "test_name.py"]
    assert citing(tmp_path, "9.7/S6") == citing(tmp_path, "10.3/S10") == ["code.py"]
    assert citing(tmp_path, "9.7/S6a") == ["test_name.py"]
    assert citing(tmp_path, "10.3") == ["other.py", "test_name.py"], "10.3/S9c does not cite the whole of 10.3"
    assert citing(tmp_path, "10.3/S9") == citing(tmp_path, "10.3/S1") == []


@pytest.mark.parametrize(
    ("code", "text"),
    [("C1", 'cite="C1"'), ("F", 'due("F", 3)'), ("C1", '"""C1 Units move."""'), ("B2", "def test_b2_x(): ..."),
     ("E7", '"""10.4e, C7, E7: once more."""'), ("A", 'def x():\n    """A: chits."""'), ("D", '"""D, E: again."""')],
)  # fmt: skip
def test_a_phase_is_cited_by_a_string_of_its_own_or_where_a_docstring_opens(
    code: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / "code.py").write_text(text, "utf-8")
    assert citing(tmp_path, code) == ["code.py"]


@pytest.mark.parametrize(
    ("code", "text"),
    [("A", '"""A unit moves."""'), ("A", 'is_read("D12", "A")'), ("C1", "C1 = 1"), ("C1", '"""Moves of C1, E1."""'),
     ("F", "F = TypeVar"), ("A", "def test_a_unit_moves(): ..."), ("E7", 'f"{x}E7"'), ("D", '"D1"'), ("C1", '"C1 a"')],
)  # fmt: skip
def test_a_word_that_only_looks_like_a_phase_does_not_cite_it(code: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(text, "utf-8")
    assert citing(tmp_path, code) == []


def test_a_section_of_steps_and_a_phase_of_segments_have_no_row_of_their_own() -> None:
    ids = ["10.3", "10.3/S1", "10.3/S9", "10.3/S9a", "C", "C1", "E", "E7", "F"]
    assert [rule for rule in ids if not _has_parts(rule, ids)] == ["10.3/S1", "10.3/S9a", "C1", "E7", "F"]


def test_a_row_of_an_id_with_a_slash_is_read() -> None:
    row = ROW.search("| 10.3/S9c | the companion follows | melee/retreat.py | test_retreat.py | done |")
    assert row is not None
    assert (row["rule"], row["state"].strip()) == ("10.3/S9c", "done")
