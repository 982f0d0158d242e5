"""Each rule cited in code stands in the coverage table; each row marked done is cited in code and in a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules import SYSTEMS

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| *`?(?P<rule>[A-Z]+[\w.#-]*)`? *\|(?P<rest>.*)\|(?P<state>[^|]*)\| *$", re.MULTILINE)


def coverage(system: str) -> dict[str, str]:
    """Rule id to its state: done, optional, or left out (why)."""
    text = (ROOT / "rules" / system / "README.md").read_text("utf-8")
    return {found["rule"]: found["state"].strip() for found in ROW.finditer(text)}


def cited(folder: Path, rules: set[str]) -> set[str]:
    text = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    return {rule for rule in rules if re.search(rf"(?<![\w.]){re.escape(rule)}(?![\w.]*\w)", text)}


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_rule_named_in_a_refusal_stands_in_the_table(system: str) -> None:
    named: set[str] = set()
    for path in (ROOT / "rules" / system).rglob("*.py"):
        named |= set(re.findall(r'(?:rule|cite)="([^"]+)"', path.read_text("utf-8")))
    assert named
    assert named - set(coverage(system)) == set()


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_row_done_is_cited_in_code_and_in_a_test(system: str) -> None:
    done = {rule for rule, state in coverage(system).items() if not state.startswith("left out")}
    assert done
    assert done - cited(ROOT / "rules" / system, done) == set(), "not in the code"
    assert done - cited(ROOT / "tests" / system, done) == set(), "not in the tests"


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_a_rule_left_out_says_why(system: str) -> None:
    for rule, state in coverage(system).items():
        assert state in ("done", "optional") or re.fullmatch(r"left out \(.+\)", state), f"{rule}: {state}"
