"""What a system says: each key that code gives as a reason has its words, and none has words for nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from domain.kernel import book
from domain.kernel.say import ENGLISH
from rules import SYSTEMS

RULES = Path(__file__).parent.parent / "rules"
GIVERS = {"IllegalOrder": 0, "Reason": 0, "Modifier": 1}  # and which of their arguments is the key


def keys_in(path: Path) -> set[str]:
    """The keys of all reasons that a module gives."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    keys = [key for call in calls for key in call.args[GIVERS.get(name_of(call), len(call.args)) :][:1]]
    return {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def texts_in(path: Path) -> set[str]:
    """All texts of a module: a key may be handed on by functions of its own."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


OF_THE_GATE = keys_in(Path(book.__file__))


def test_the_keys_of_a_module_are_found() -> None:
    assert {"not asked", "must wait", "not your turn", "no order of this phase"} == OF_THE_GATE


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_reason_has_its_words_and_no_words_are_left_over(system: str) -> None:
    code = [path for path in (RULES / system).rglob("*.py") if "words" not in path.relative_to(RULES).parts]
    told = set(SYSTEMS[system].words(ENGLISH).reasons)
    assert set().union(*map(keys_in, code)) - told == set()
    assert told - set().union(*map(texts_in, code)) - OF_THE_GATE == set()


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_fact_question_and_order_has_its_words(system: str) -> None:
    words, known = SYSTEMS[system].words(ENGLISH), SYSTEMS[system].book
    assert set(words.facts) >= set(known.facts)
    assert set(known.questions) <= set(words.asked) <= set(known.frames)
    assert set(words.orders) == set(known.orders)
