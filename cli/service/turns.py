"""Work that must be done one after the other in its place, and beside that of other places."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
IN_A_ROW = 16  # done for one place before others get the thread
Task = tuple["Future[Any]", Callable[[], Any]]


class Turns:
    """A thread that has done something for a place goes on with what waits there: nobody has to be woken in between.

    Whoever waits takes no thread from others.
    """

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool, self._lock = pool, threading.Lock()
        self._waiting: dict[str, deque[Task]] = {}

    def add(self, where: str, work: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()
        with self._lock:
            queue = self._waiting.get(where)
            if queue is not None:
                queue.append((future, work))
                return future
            self._waiting[where] = deque([(future, work)])
        self._pool.submit(self._go_on, where)
        return future

    def _go_on(self, where: str) -> None:
        for _ in range(IN_A_ROW):
            with self._lock:
                queue = self._waiting[where]
                if not queue:
                    del self._waiting[where]
                    return
                future, work = queue.popleft()
            if future.set_running_or_notify_cancel():
                _do(future, work)
        self._pool.submit(self._go_on, where)


def _do(future: Future[Any], work: Callable[[], Any]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:
        future.set_exception(error)
