"""The README's console blocks are run as printed; … stands for anything."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def steps() -> list[tuple[str, str]]:
    """(command, printed output) of every `$ refight` in a console block."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("refight "):
                found.append((command.removeprefix("refight "), output))
    return found


def pattern(expected: str) -> str:
    """A line that is only … stands for any lines, … within a line for any text."""
    lines = [
        r"(?:.*\n)*?" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in expected.splitlines()
    ]
    return "".join(lines)


def test_the_readme_shows_what_really_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFIGHT_DB", str(tmp_path / "games.db"))
    monkeypatch.chdir(ROOT)
    assert len(steps()) >= 10
    for command, expected in steps():
        result = CliRunner().invoke(cli, shlex.split(command))
        assert re.fullmatch(pattern(expected) + r"\s*", result.output), f"{command}\n{result.output}"


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_the_readme_links_to_what_is_there(link: str) -> None:
    assert (ROOT / link).exists()


def test_the_readme_names_the_two_commands_on_its_first_screen() -> None:
    first_screen = "\n".join(README.splitlines()[:25])
    assert "refight demo" in first_screen
    assert "pytest -q" in first_screen


def test_its_board_is_what_the_command_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change to the drawing: the command of the README, with `--force` and the file in docs/pictures."""
    monkeypatch.setenv("REFIGHT_DB", str(tmp_path / "games.db"))
    monkeypatch.chdir(ROOT)
    (shown,) = re.findall(r"`refight (show farm\S* --svg) farm\.svg (--zones \S+)`", README)
    brought = next(command for command, _ in steps() if command.endswith("--name farm"))
    for command in (brought, " - ".join(shown)):
        result = CliRunner().invoke(cli, shlex.split(command))
    assert result.stdout == (ROOT / "docs" / "pictures" / "farm.svg").read_text("utf-8")
