"""What the program says around a system: each phrase has its French, and no French is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from domain.kernel.say import speaking
from domain.words.french.phrases import PHRASES
from domain.words.phrases import decimal, listed, phrase, some
from projections.page.french.phrases import PHRASES as OF_PAGE
from projections.page.live import SPECTATORS

ROOT = Path(__file__).parent.parent
ROOMS = ("cli", "domain", "projections", "rules")
GIVERS = {"phrase": 1, "later": 1, "headings": None, "some": None}  # and how many of their arguments are phrases
BROWSER = ROOT / "projections" / "page" / "browser"
SERVED = ROOT / "cli" / "service" / "browser"
SAID = re.compile(r'(?<![\w.])t\("((?:[^"\\]|\\.)*)"')
COUNTED = re.compile(r'counted\(.*?, "([\w ]+)"(?:, "([\w ]+)")?\)')
MARKED = re.compile(r"\{\{(.+?)\}\}")
GAP = re.compile(r"\{\d\}")


def texts_of(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return texts_of(node.body) | texts_of(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def phrases_in(path: Path) -> set[str]:
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    given = [call for call in calls if getattr(call.func, "id", "") in GIVERS]
    kept = (argument for call in given for argument in call.args[: GIVERS[getattr(call.func, "id", "")]])
    return set().union(*map(texts_of, kept))


def phrases_in_script(text: str) -> Iterable[str]:
    yield from SAID.findall(text)
    for one, many in COUNTED.findall(text):
        yield from (one, many or f"{one}s")


@pytest.fixture(scope="module")
def spoken_by_program() -> set[str]:
    return set().union(*(phrases_in(path) for room in ROOMS for path in (ROOT / room).rglob("*.py")))


@pytest.fixture(scope="module")
def spoken_by_page() -> set[str]:
    scripts = [*BROWSER.glob("*.js"), *SERVED.glob("*.js")]
    said = {text for script in scripts for text in phrases_in_script(script.read_text("utf-8"))}
    return {SPECTATORS} | said | set(MARKED.findall((BROWSER / "page.html").read_text("utf-8")))


def test_every_phrase_has_its_french_and_none_is_left_over(spoken_by_program: set[str]) -> None:
    assert len(spoken_by_program) > 100
    assert spoken_by_program - set(PHRASES) == set()
    assert set(PHRASES) - spoken_by_program == set()


def test_so_has_every_text_of_the_page_and_of_its_scripts(spoken_by_page: set[str]) -> None:
    assert len(spoken_by_page) > 100
    assert spoken_by_page - set(OF_PAGE) == set()
    assert set(OF_PAGE) - spoken_by_page == set()


@pytest.mark.parametrize("table", [PHRASES, OF_PAGE], ids=["program", "page"])
def test_a_phrase_speaks_of_the_same_in_both_languages(table: Mapping[str, str]) -> None:
    differ = {key for key, said in table.items() if set(GAP.findall(key)) != set(GAP.findall(said))}
    assert differ == set()


def test_no_visible_text_of_the_page_is_left_unmarked() -> None:
    body = (BROWSER / "page.html").read_text("utf-8").partition("<body>")[2]
    bare = MARKED.sub("", body)
    shown = [text.strip() for text in re.findall(r">([^<>$]+)<", bare)]
    labels = re.findall(r'(?:aria-label|title|placeholder)="([^"]+)"', bare)
    assert [text for text in (*shown, *labels) if re.search(r"[a-z]{2}", text)] == []


def test_a_phrase_is_told_in_the_language_spoken_and_otherwise_in_english() -> None:
    assert phrase("needs {0}", 4) == "needs 4"
    with speaking("fr"):
        assert phrase("needs {0}", 4) == "il faut 4"
        assert phrase("nobody has put this into French: {0}", 4) == "nobody has put this into French: 4"


def test_numbers_and_lists_follow_the_language() -> None:
    assert [some(n, "order", "orders") for n in (0, 1, 2)] == ["0 orders", "1 order", "2 orders"]
    assert (decimal(3.5, 2), listed(("blue", "red"))) == ("3.50", "blue and red")
    with speaking("fr"):
        assert [some(n, "order", "orders") for n in (0, 1, 2)] == ["0 ordre", "1 ordre", "2 ordres"]
        assert (decimal(3.5, 2), listed(("blue", "red"))) == ("3,50", "blue et red")
