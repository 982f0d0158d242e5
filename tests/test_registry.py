"""The registry of systems: loaded when asked for, and a broken one is told in a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

from domain.kernel.errors import BadInput
from rules import KEYS, SYSTEMS, Systems

LOADED = "import sys, rules; {}; print([key for key in rules.KEYS if f'rules.{{key}}' in sys.modules])"


@pytest.mark.parametrize(
    ("asked", "loaded"),
    [
        pytest.param("list(rules.SYSTEMS), len(rules.SYSTEMS)", [], id="names cost nothing"),
        pytest.param("'gettysburg' in rules.SYSTEMS", [], id="nor does asking whether one is there"),
        pytest.param("rules.SYSTEMS['freeform']", ["freeform"], id="one is loaded, and no other"),
    ],
)
def test_a_system_is_loaded_when_it_is_asked_for(asked: str, loaded: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED.format(asked)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(loaded)


def test_every_key_is_the_system_of_that_name() -> None:
    assert {key: SYSTEMS[key].key for key in SYSTEMS} == {key: key for key in KEYS}
    with pytest.raises(KeyError):
        SYSTEMS["chess"]


def test_a_system_that_cannot_be_loaded_is_told_in_a_sentence() -> None:
    with pytest.raises(BadInput, match=r"the rules of no_such_rules cannot be loaded \(ModuleNotFoundError: .*\)"):
        Systems(("no_such_rules",))["no_such_rules"]
