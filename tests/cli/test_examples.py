"""The examples in the help fit together: whoever types them after `new --help` gets what they promise."""

from __future__ import annotations

import re
import shlex
import socket
from pathlib import Path

import click
import pytest

from cli.main import COMMANDS, cli
from tests.cli.conftest import Run
from tests.vmod.builder import vmod

READS_FILES = {"log", "verify", "import", "merge"}  # files that `export` and `seal` write
ELSEWHERE = {
    "auto",
    "club",
    "disputes",
    "key",
    "receive",
    "result",
    "roll",
    "send",
    "share",
}  # the game of the examples is a freeform one at one table, in which no order waits for dice; nobody has an account


def examples(command: click.Command) -> list[str]:
    lines = map(str.strip, (command.help or "").splitlines())
    return [line for line in lines if line.startswith("refight ")]


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def rank(example: str) -> int:
    """Those that read a file come after those that write one; what ends something comes last."""
    name = example.split()[1]
    if name in ("reveal", "close"):
        return 2
    return 1 if name in READS_FILES and re.search(r"\.(jsonl|txt)", example) else 0


def type_in(run: Run, example: str) -> None:
    """As a shell would run it, redirections and all; but nothing outside this folder is written."""
    example = re.sub(r'"\$\(cat (\S+)\)"', lambda file: shlex.quote(Path(file[1]).read_text().strip()), example)
    typed, arrow, target = [*re.split(r" (>>?|<) ", example), "", ""][:3]
    shown = run(*shlex.split(typed)[1:], input=Path(target).read_text() if arrow == "<" else "").stdout
    if arrow in (">", ">>") and not target.startswith("~"):
        Path(target).write_text(shown)


def write_files() -> None:
    """Those that no example writes."""
    Path("orders.txt").write_text("blue> RollDice why=march\n")
    Path("notes.txt").write_text("system: freeform\nscenario: blank\n\nblue> RollDice why=march\n")
    Path("moves.csv").write_text("side,Regiment,Hex\nblue,Guard,0102\n")
    for name in ("evening", "turn-1", "turn-2", "turn-3", "turn-4"):
        Path(f"{name}.vlog").write_text(
            f"begin_save\x1b\x1bPLAYER\tsecret\tAnna\tBlue\x1bend_save\x1bLOG\tCHAT<Anna> - hello from {name}"
        )
    Path("game.vmod").write_bytes(vmod("<VASSAL.build.GameModule/>"))


def test_every_example_can_be_typed_in_turn(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cli.service.server.run_server", lambda *_: None)  # it would go on until someone ends it
    monkeypatch.setattr("cli.service.server.listen", lambda host, _port, **_: socket.create_server((host, 0)))
    monkeypatch.setattr("click.launch", lambda _address: 0)
    found = {name: examples(command(name)) for name in COMMANDS}
    assert all(found.values())
    write_files()
    every = [one for name, each in found.items() if name not in ELSEWHERE for one in each]
    # A film needs a map, which the table of the examples has not; a result needs an end, and there is none.
    typed = [one for one in every if "--film" not in one and "-result.json" not in one]
    for example in sorted(typed, key=rank):
        type_in(run, example)


def test_the_examples_of_the_program_itself_can_be_typed_in_turn(run: Run) -> None:
    found = examples(cli)
    assert len(found) == 3
    for example in found:
        type_in(run, example)


def test_examples_speak_of_one_game_with_two_sides() -> None:
    every = [example for name in COMMANDS for example in examples(command(name))]
    sides = {side for example in every for side in re.findall(r"--(?:by|as|side|consent) (\S+)", example)}
    assert sides == {"blue", "red"}
