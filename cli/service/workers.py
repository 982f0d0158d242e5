"""Several processes that serve one log at one place: the system deals out who connects, the database what is shared."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from cli.service.cores import keep_to_one
from cli.service.plan import Plan, shared_out
from cli.service.server import BACKLOG, PATIENCE, listen, run_server
from cli.shell.session import encryption_key
from domain.games.games import Games
from domain.log.gamelog import GameLog
from rules import SYSTEMS

SPAWN = multiprocessing.get_context("spawn")
LOOK = 0.2  # seconds between two looks at whether all are there
SOON = 10.0  # seconds a process must have lived to be started again at once
REST = 2.0  # seconds before one that did not is


class Crew:
    """Whoever ends unasked is replaced; when the first process ends, all do."""

    def __init__(self, plan: Plan, size: int, folder: Path) -> None:
        bounds = shared_out(plan.bounds, size)
        self.plan, self.size = msgspec.structs.replace(plan, bounds=bounds, figures=folder), size
        self.men: list[tuple[BaseProcess, Connection, float]] = []
        self.is_over = threading.Event()

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Until somebody ends it."""
        for kind in (signal.SIGTERM, signal.SIGINT):
            signal.signal(kind, lambda *_: self.is_over.set())
        self.men = [self._start(place) for place in range(self.size)]
        for _, pipe, _ in self.men:
            pipe.poll(60)
        ready()
        while not self.is_over.wait(LOOK):
            for place, man in enumerate(self.men):
                if not man[0].is_alive():
                    self.men[place] = self._replaced(place, *man)
        self.stop()

    def _start(self, place: int) -> tuple[BaseProcess, Connection, float]:
        here, there = SPAWN.Pipe()
        man = SPAWN.Process(target=work, args=(msgspec.msgpack.encode(self.plan, enc_hook=str), there, place))
        man.start()
        there.close()
        return man, here, time.monotonic()

    def _replaced(
        self, place: int, man: BaseProcess, pipe: Connection, since: float
    ) -> tuple[BaseProcess, Connection, float]:
        pipe.close()
        print(f"refight: a process of the service has ended ({man.exitcode}); another begins", file=sys.stderr)
        if time.monotonic() - since < SOON:
            self.is_over.wait(REST)
        return self._start(place)

    def stop(self) -> None:
        for man, _, _ in self.men:
            man.terminate()
        for man, _, _ in self.men:
            man.join(2 * PATIENCE)
            if man.is_alive():
                man.kill()


def work(encoded: bytes, pipe: Connection, place: int = 0) -> None:
    """One process of them."""
    plan = msgspec.msgpack.decode(encoded, type=Plan, dec_hook=lambda _, value: Path(value))
    threading.Thread(target=_with_the_first, args=(pipe,), daemon=True).start()
    with GameLog(plan.url, SYSTEMS, durable=plan.durable, key=encryption_key()) as log:
        service = plan.service(Games(log))
        if plan.pin:
            keep_to_one(place)
        listening = listen(plan.host, plan.port, shared=True)
        listening.listen(BACKLOG)
        pipe.send("ready")
        run_server(service, listening, plan.hosts, plan.proxies)


def _with_the_first(pipe: Connection) -> None:
    """The first process never says anything: when it is gone, however it ended, so are the others."""
    with suppress(EOFError, OSError):
        pipe.recv()
    os.kill(os.getpid(), signal.SIGTERM)
