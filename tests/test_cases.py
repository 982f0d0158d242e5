"""Every case in fixtures/, and the example each system comes with: decided, and held to what it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.shell.packs import load_pack
from domain.cases.adjudication import adjudicate
from domain.cases.case import begin
from domain.cases.expectations import count, failures
from domain.cases.written import read_case
from rules import SYSTEMS
from tests.shipped import RULES

CASES = sorted((RULES.parent / "fixtures").glob("*/cases/*.toml"))
TEMPLATES = [RULES / key / "case.toml" for key in SYSTEMS]


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_case_comes_out_as_it_expects(path: Path) -> None:
    rows = list(map(adjudicate, begin(read_case(path.read_text("utf-8")), SYSTEMS, load_pack)))
    assert {found.begun.system.key for found in rows} == {path.parts[-3]}
    assert [failed for found in rows for failed in failures(found)] == []
    assert all(count(found) > 0 for found in rows)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.parts[-2])
def test_the_example_of_a_system_runs_as_it_is_and_says_what_each_key_is_for(path: Path) -> None:
    text = path.read_text("utf-8")
    (begun,) = begin(read_case(text), SYSTEMS, load_pack)
    found = adjudicate(begun)
    assert found.begun.system.key == path.parts[-2]
    assert failures(found) == []
    assert not found.refused
    assert bool(found.reread) == bool(SYSTEMS[path.parts[-2]].book.readings), "an example shows what readings do"
    for key in ("scenario", "options", "none", "drop", "anew", "position", "pack", "dice", "fresh", "expect"):
        assert key in text


@pytest.mark.parametrize("key", ["e", "x"])
def test_the_worked_examples_of_gettysburg_are_all_there(key: str) -> None:
    """The rulebook's own (E1 to E10) and ours (X1 to X16)."""
    numbers = {int(path.stem[1:3]) for path in CASES if path.parts[-3] == "gettysburg" and path.stem[0] == key}
    assert numbers == set(range(1, 11 if key == "e" else 17))


def test_the_case_in_the_documentation_holds() -> None:
    text = (RULES.parent / "docs" / "cases.md").read_text("utf-8").partition("```toml\n")[2].partition("```")[0]
    rows = list(map(adjudicate, begin(read_case(text), SYSTEMS, load_pack)))
    assert [failed for found in rows for failed in failures(found)] == []
    assert [count(found) for found in rows] == [1, 1]
