"""Four packages, one installation; and streams that forgive."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from cli.shell.startup import complaint, homes, version
from tests.cli.conftest import ROOT


def test_here_all_come_from_one_place() -> None:
    assert set(homes().values()) == {str(ROOT)}
    assert complaint(homes()) == ""


def test_a_package_that_is_not_there_is_named() -> None:
    assert "hides refight's own rules;" in complaint({**homes(), "rules": ""})


def test_a_stranger_in_the_way_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("raise SystemExit('the stranger was imported')")
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; from cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--version"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr == (
        "another installed package hides refight's own rules; install refight in isolation, "
        "with `pipx install refight` or `uv tool install refight`\n"
    )


def test_a_terminal_without_our_letters_is_forgiven(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "REFIGHT_DB": str(tmp_path / "games.db")}
    done = subprocess.run(
        [sys.executable, "-c", "from cli.main import main; main()", "demo"],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "`- piat-misses" in done.stdout


def test_the_version_is_the_installed_one() -> None:
    assert version("refight") == metadata.version("refight")
    with pytest.raises(metadata.PackageNotFoundError):
        version("no-such-package")
