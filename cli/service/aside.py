"""Long work in processes of its own: whoever draws, audits or reckons takes no time from those who play."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.service.cores import allowed, keep_to
from cli.service.problems import Elsewhere, Trouble, of_error
from domain.kernel.say import speaking, spoken
from domain.words.phrases import phrase

if TYPE_CHECKING:
    from cli.service.bounds import Bounds
    from cli.service.service import Service

SPAWN = multiprocessing.get_context("spawn")
POLITE = 5  # how much sooner than these the system serves whoever plays
_here: list[Service] = []  # in such a process: the service over the same log


class Aside:
    """Some processes, begun when they are first needed; they end with the service, however that ends."""

    def __init__(self, url: str, read_db: Path | None, bounds: Bounds, size: int, *, pictures: bool = False) -> None:
        self._given, self._size = (url, read_db, bounds, pictures, allowed()), size
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """A function of a module, whose first argument is the service there."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._size, SPAWN, _begin, self._given)
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _do, spoken(), function, args)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None  # the next who asks gets new ones
            raise Trouble("busy", phrase("this was broken off; try again"), retry_after=1) from None

    def close(self) -> None:
        """Nobody waits for what is no longer wanted."""
        if self._pool is not None:
            for man in list((self._pool._processes or {}).values()):  # there is no other way to them
                man.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _begin(url: str, read_db: Path | None, bounds: Bounds, pictures: bool, cores: frozenset[int]) -> None:
    from cli.service.service import Service
    from cli.service.tokens import TokenBox
    from cli.shell.session import encryption_key
    from domain.games.games import Games
    from domain.log.gamelog import GameLog
    from rules import SYSTEMS

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the service says when it is over
    threading.Thread(target=_end_with_the_service, daemon=True).start()
    os.nice(POLITE)
    keep_to(cores)  # not to that of the service, which would wait for them
    log = GameLog(url, SYSTEMS, key=encryption_key())
    _here.append(Service(Games(log), TokenBox(log.store), bounds, read_db, pictures=pictures))


def _end_with_the_service() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def _do(language: str, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    (service,) = _here
    with speaking(language):
        try:
            return function(service, *args)
        except Exception as error:
            raise Elsewhere(*of_error(error, service.games.log.store.url)) from None
