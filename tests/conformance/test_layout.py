"""What every system brings with it, file by file; and that a new one is laid out whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules import KEYS
from tests.new_system import ASKED_FOR, lay_out

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("system", KEYS)
@pytest.mark.parametrize("name", ASKED_FOR)
def test_a_system_brings_what_is_asked_of_it(system: str, name: str) -> None:
    assert (ROOT / "rules" / system / name).exists(), (
        f"rules/{system}/{name} is missing; CONTRIBUTING says what it holds"
    )


@pytest.mark.parametrize("system", KEYS)
def test_a_system_has_tests_and_a_recorded_game(system: str) -> None:
    assert (ROOT / "tests" / system).is_dir(), f"tests/{system}/ is missing"
    games = [path for path in (ROOT / "fixtures" / system).glob("*.*") if path.suffix != ".toml"]
    assert games, f"fixtures/{system}/ has no recorded game: one for every way it can end"


def test_a_new_system_plays_at_once_and_its_own_test_passes(tmp_path: Path) -> None:
    for folder in ("domain", "rules", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    made = lay_out(tmp_path, "bull_run", "Bull Run")
    assert tmp_path / "rules" / "bull_run" / "book.py" in made
    code = (
        "from pathlib import Path; from rules import SYSTEMS; from tests.shipped import shipped_packs;"
        "system = SYSTEMS['bull_run']; pack, = shipped_packs('bull_run'); system.sheets.check(pack);"
        "import tests.bull_run.test_turn as t; t.test_xx_1_after_the_last_turn_the_game_is_over();"
        "print(system.title, list(system.sheets.scenarios(pack)))"
    )
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False,
        env=env | {"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert (ran.stdout, ran.stderr) == ("Bull Run ['first']\n", "")


@pytest.mark.parametrize("key", ["Bull Run", "../x", "freeform"])
def test_a_name_that_will_not_do_is_refused_and_nothing_is_made(tmp_path: Path, key: str) -> None:
    (tmp_path / "rules" / "freeform").mkdir(parents=True)
    with pytest.raises(SystemExit):
        lay_out(tmp_path, key, "x")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []
