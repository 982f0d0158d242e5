"""Each rule cited in code stands in the coverage table; each row marked done is cited in code and in a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules import SYSTEMS
from tests.coverage_table import ROOT, citing, places, rows, rules_of

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
