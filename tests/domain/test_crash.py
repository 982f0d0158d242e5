"""Killed and interrupted writers: what was acknowledged is there, whole; nothing is there by half."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from domain.kernel.facts import NoteAdded
from domain.log import sqlite
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.domain.storage import append, check_chain, new_game, notes, orders_in

APPENDS = 1000

# Orders of 1 to 10 facts and now and then of 70, as fast as they go; each number once it is acknowledged.
# An interrupt outside a write is only noted, so that each one sent is answered with one word.
WRITER = """
import random, signal, sys
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.domain.storage import notes

writing = interrupted = False

def interrupt(*_):
    global interrupted
    interrupted = True
    if writing:
        raise KeyboardInterrupt

signal.signal(signal.SIGINT, interrupt)
with GameLog(sys.argv[1], SYSTEMS) as log:
    line = log.line("ridge")
    dice = random.Random(sys.argv[2])
    print("ready", flush=True)
    while True:
        size = dice.choice([*range(1, 11), 70])
        items = notes(size, f"of {size}:")
        try:
            writing = True
            head = log.head(line)
            head = log.append(line, head, Envelope(head.order_no + 1, "blue", 1), items)
            writing = False
            print(head.order_no, flush=True)
        except KeyboardInterrupt:
            writing = False
        if interrupted:
            interrupted = False
            print("interrupted", flush=True)
"""


def start_writer(url: str, seed: int) -> subprocess.Popen[str]:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, url, str(seed)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    return writer


def check_orders(log: GameLog, acknowledged: list[int]) -> int:
    """Every acknowledged order is there, every order there is whole, the chain holds; gives how many there are."""
    line = log.line("ridge")
    check_chain(log, line)
    orders = orders_in(log, line)
    assert set(acknowledged) <= set(orders)
    assert list(orders) == list(range(len(orders)))
    for order_no, facts in list(orders.items())[1:]:
        texts = [fact.text for fact in facts if isinstance(fact, NoteAdded)]
        size = int(texts[0].split()[1].rstrip(":"))
        assert texts == [f"of {size}: {i}" for i in range(size)], f"order {order_no} is not whole"
    return len(orders) - 1


def test_killed_at_any_moment_no_acknowledged_order_is_lost_and_none_is_half_there(store_url: str) -> None:
    dice, stored = random.Random(20), 0
    acknowledged: list[int] = []
    with GameLog(store_url, SYSTEMS) as log:
        new_game(Games(log))
    for kill in range(200):
        writer = start_writer(store_url, kill)
        assert writer.stdout is not None
        acknowledged += [int(writer.stdout.readline()) for _ in range(dice.randrange(100))]
        time.sleep(dice.random() / 200)
        writer.kill()
        acknowledged += [int(number) for number in writer.stdout.read().split("\n")[:-1]]
        writer.wait()
        with GameLog(store_url, SYSTEMS) as log:
            stored = check_orders(log, acknowledged)
        if stored >= APPENDS:
            break
    assert kill >= 5
    assert stored >= APPENDS
    assert 0 <= stored - len(acknowledged) <= kill + 1  # at most the one in hand when it was killed
    assert len(acknowledged) == len(set(acknowledged))


def test_an_interrupt_in_the_middle_of_a_write_leaves_no_half_order_and_no_lock(tmp_path: Path) -> None:
    url, dice = str(tmp_path / "games.db"), random.Random(7)
    with GameLog(url, SYSTEMS) as log:
        line = new_game(Games(log))
        writer = start_writer(url, 1)
        assert writer.stdout is not None
        acknowledged, interrupts = [], 0
        while interrupts < 25:
            writer.send_signal(signal.SIGINT)
            said = ""
            while said != "interrupted":
                said = writer.stdout.readline().strip()
                assert said, "the writer died"
                acknowledged += [int(said)] if said.isdigit() else []
            interrupts += 1
            time.sleep(dice.random() / 100)
        writer.kill()
        acknowledged += [int(number) for number in writer.stdout.read().split("\n")[:-1] if number.isdigit()]
        writer.wait()
        stored = check_orders(log, acknowledged)
        assert stored >= interrupts
        append(log, line, notes(2, "of 2:"))
        assert check_orders(log, acknowledged) == stored + 1


def interrupt_at(step: int) -> Any:
    """A trace that raises what Ctrl-C raises at one step within the module that writes."""
    steps = 0

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal steps
        if frame.f_code.co_filename != sqlite.__file__:
            return None
        if event == "line":
            steps += 1
            if steps == step:
                raise KeyboardInterrupt
        return trace

    return trace


@pytest.mark.parametrize("size", [1, 5, 2 * sqlite.ROWS_AT_ONCE + 1])
def test_an_interrupt_at_any_step_of_a_write_leaves_all_or_nothing_and_frees_the_log(games: Games, size: int) -> None:
    log, line = games.log, new_game(games)
    before, broken_off = sys.gettrace(), 0
    for step in range(1, 500):
        number = log.head(line).number
        try:
            sys.settrace(interrupt_at(step))
            append(log, line, notes(size))
        except KeyboardInterrupt:
            broken_off += 1
        finally:
            sys.settrace(before)
        assert not log.store.recorder.connection.in_transaction, step
        assert log.head(line).number - number in (0, size), step
        if broken_off < step:
            break
    assert broken_off > 5
    with GameLog(log.store.url, SYSTEMS) as other:
        append(other, other.line("ridge"), notes(1))
        check_chain(other, other.line("ridge"))
