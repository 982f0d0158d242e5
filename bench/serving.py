"""Services of this machine to put a load on: ours as a user starts it, and the minimal one."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.children import REFIGHT, environment
from bench.load import HOST, Load, press, request
from bench.minimal import TOKEN
from bench.plan import Plan
from cli.service.tokens import TokenBox
from cli.shell.packs import load_pack
from domain.games.games import Games
from domain.log.gamelog import GameLog
from rules import SYSTEMS

GAMES = 50
PATH = "/api/1/games/{}/lines/main/orders"
ADD, MOVE, ROLL = "AddPiece piece=guard side=blue at=hill", "MovePiece piece=guard to=mill", "RollDice why=fire dice=2"
WAIT = 60.0  # seconds for a service to begin
FREE = ("--rate", "10000", "--limit", "at_once=64", "--limit", "connections_each=2000")


class Service(msgspec.Struct, frozen=True):
    """A service that runs, and what opens each of its games."""

    port: int
    tokens: list[str]
    process: int

    def order(self, game: int, text: str) -> bytes:
        body = json.dumps({"by": "blue", "order": text}).encode()
        return request("POST", PATH.format(f"g{game}"), self.tokens[game], body)


def games(log: str) -> list[str]:
    """As many games, each with the token of a side."""
    with GameLog(log, SYSTEMS) as opened:
        for game in range(GAMES):
            Games(opened).new(SYSTEMS["freeform"], "blank", f"g{game}", load_pack("freeform"))
        box = TokenBox(opened.store)
        return [box.new(f"g{game}", "blue") for game in range(GAMES)]


@contextmanager
def ours(plan: Plan, log: str, tokens: list[str], *more: str) -> Iterator[Service]:
    command = [REFIGHT, "--db", log, "serve", "--json", "--port", "0", *FREE, *more]
    with subprocess.Popen(command, env=environment(plan), stdout=subprocess.PIPE) as started:
        try:
            assert started.stdout is not None
            address = json.loads(started.stdout.readline())["address"]
            yield Service(int(address.rsplit(":", 1)[1]), tokens, started.pid)
        finally:
            started.terminate()


@contextmanager
def minimal(plan: Plan, log: str) -> Iterator[Service]:
    with socket.create_server((HOST, 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "bench.minimal", log, str(port)]
    with subprocess.Popen(command, env=environment(plan), cwd=Path(__file__).parent.parent) as started:
        try:
            _wait_for(port)
            yield Service(port, [TOKEN] * GAMES, started.pid)
        finally:
            started.terminate()


def _wait_for(port: int) -> None:
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            socket.create_connection((HOST, port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the minimal service does not begin")


def begin(service: Service) -> None:
    """A piece in every game, and all that is read once is read."""
    press(service.port, 1, [service.order(game, ADD) for game in range(GAMES)])


def pressed(service: Service, text: str, connections: int, orders: int, *, many: bool) -> Load:
    """As many orders as if each connection sent so many: to one game, or to all in turn."""
    sent = [service.order(number % GAMES if many else 0, text) for number in range(connections * orders)]
    found = press(service.port, connections, sent)
    if found.refused:
        raise RuntimeError(f"{found.refused} orders were refused")
    return found
