"""Ctrl-C in the midst of odds and luck: what was found until then is shown, as one, and nothing is half-written."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.conftest import ROOT, Run

JULY = ROOT / "fixtures" / "gettysburg" / "first-of-july.transcript"
ATTACK = "july:417"
HELD = "held"
# The command at its real work, held up at the n-th call of one of its functions until Ctrl-C comes; the bar shows at
# once. A test run in the background may have been started deaf to Ctrl-C.
HOLDING = """
import signal, sys, time
from functools import wraps
signal.signal(signal.SIGINT, signal.default_int_handler)
import cli.shell.output, domain.odds.past
from domain.odds.ends import Ends
cli.shell.output.PATIENCE = cli.shell.output.REDRAW = 0

def holding(call, times):
    @wraps(call)
    def held(*args, **kwargs):
        nonlocal times
        times -= 1
        if times == 0:
            print("held", file=sys.stderr, flush=True)
        while times <= 0:
            time.sleep(0.01)
        return call(*args, **kwargs)
    return held

owner, name, times = sys.argv.pop(1).split()
owner = {"past": domain.odds.past, "ends": Ends}[owner]
setattr(owner, name, holding(getattr(owner, name), int(times)))
from cli.main import main; main()
"""
ORDERS = "past _decided 6"  # held in the sixth order with dice
ENDS = "ends add 4"  # held when three ways are done


class Stopped(NamedTuple):
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def july(run: Run) -> str:
    run("import", str(JULY), "--name", "july")
    return "july"


@contextmanager
def started(held: str, *args: str, stderr: int = subprocess.PIPE) -> Iterator[subprocess.Popen[str]]:
    """A command that will be held up; none is left waiting."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, held, *args], cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def in_a_pipe(held: str, *args: str) -> Stopped:
    with started(held, *args) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == f"{HELD}\n"
        process.send_signal(signal.SIGINT)
        shown, said = process.communicate(timeout=60)
        return Stopped(process.returncode, shown, said.strip())


def at_a_terminal(held: str, *args: str) -> Stopped:
    """Messages and the bar on a terminal, the table in a pipe."""
    master, slave = pty.openpty()
    with started(held, *args, stderr=slave) as process:
        os.close(slave)
        said = b""
        while HELD.encode() not in said:
            said += os.read(master, 1024)
        process.send_signal(signal.SIGINT)
        shown, _ = process.communicate(timeout=60)
    said += os.read(master, 65536)
    os.close(master)
    return Stopped(process.returncode, shown, said.decode())


def test_luck_tells_of_the_orders_judged_so_far(july: str, value: Callable[..., Any]) -> None:
    done = in_a_pipe(ORDERS, "luck", july)
    first, second, *_ = done.stdout.splitlines()
    assert (done.code, done.stderr) == (130, "")
    assert first.startswith("stopped at entry ")
    assert first.endswith(f" of {len(value('log', july))}: judged so far")
    assert second.startswith("july: 5 orders with dice or cards; dice: ")


def test_luck_as_json_says_where_it_stopped_and_is_that_of_the_game_up_to_there(
    july: str, value: Callable[..., Any]
) -> None:
    found = json.loads(in_a_pipe(ORDERS, "luck", july, "--json").stdout)
    whole = value("luck", f"{july}:{found['stopped']}")
    other = {"ref", "entries", "stopped"}
    assert {key: found[key] for key in found.keys() - other} == {key: whole[key] for key in whole.keys() - other}
    assert (whole["stopped"], whole["entries"]) == (None, found["stopped"])


def test_luck_stopped_before_the_first_order_has_nothing_to_tell(july: str) -> None:
    assert in_a_pipe("past _decided 1", "luck", july) == (130, "", "stopped; nothing half-written")


@pytest.mark.parametrize("command", ["luck", "odds"])
def test_a_picture_is_drawn_whole_or_not_at_all(command: str, july: str, tmp_path: Path) -> None:
    file = tmp_path / "drawn.svg"
    held, ref = (ORDERS, july) if command == "luck" else (ENDS, ATTACK)
    done = in_a_pipe(held, command, ref, "--svg", str(file))
    assert done == (130, "", "stopped; nothing half-written")
    assert [one.name for one in tmp_path.iterdir() if "svg" in one.name] == []


def test_odds_tell_the_share_that_was_counted(july: str, value: Callable[..., Any]) -> None:
    done = in_a_pipe(ENDS, "odds", ATTACK)
    assert (done.code, done.stderr) == (130, "")
    assert " of all chance was counted (" in done.stdout.splitlines()[1]
    found = json.loads(in_a_pipe(ENDS, "odds", ATTACK, "--json").stdout)
    assert (found["stopped"], found["exact"]) == (True, False)
    assert found["counted"] == pytest.approx(sum(one["share"] for one in found["outcomes"]))
    whole = value("odds", ATTACK)
    assert (whole["stopped"], whole["exact"], whole["counted"]) == (False, True, 1.0)


def test_odds_tell_how_many_ways_were_tried(july: str) -> None:
    done = in_a_pipe(ENDS, "odds", ATTACK, "--samples", "1000000")
    assert done.code == 130
    assert done.stdout.splitlines()[1].startswith("stopped early; sampled, not exact: 3 tries with the seed ")
    found = json.loads(in_a_pipe(ENDS, "odds", ATTACK, "--samples", "1000000", "--json").stdout)
    assert (found["stopped"], found["ways"], sum(one["share"] for one in found["outcomes"])) == (
        True, 3, pytest.approx(1),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("held", "args", "bar"),
    [
        pytest.param(ORDERS, ["luck"], "luck of july [", id="luck"),
        pytest.param(ENDS, ["odds"], "odds at july:", id="odds counted"),
        pytest.param(ENDS, ["odds", "--samples", "1000000"], " of 1000000", id="odds sampled"),
    ],
)
def test_the_bar_is_gone_when_it_is_stopped(held: str, args: list[str], bar: str, july: str) -> None:
    command, *more = args
    done = at_a_terminal(held, command, july if command == "luck" else ATTACK, *more)
    before, after = done.stderr.split(HELD)
    assert (bar in before, done.code) == (True, 130)
    assert after.strip("\r\n") in ("\x1b[K", "\r\x1b[K")
    assert "stopped" in done.stdout
