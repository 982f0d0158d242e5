"""News between processes on one PostgreSQL server: whoever has written says so, and whoever waits is woken."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from domain.log.postgres.connections import Datastore

CHANNEL = "refight"
# Not in the transaction of the entries: the server lets only one transaction with news commit at a time, and writers of
# two games would wait for each other's disk. By itself it waits for none.
TELL = f"BEGIN; SET LOCAL synchronous_commit=off; NOTIFY {CHANNEL}; COMMIT".encode()
PIECE = 0.25  # seconds after which somebody who waits looks whether he is still wanted
SPELL = 2.0  # and whether there is news of which nobody told him: whoever wrote it may have been killed
STILL = 0.02  # between two looks for what was told of, and stands behind an older transaction under way
LOOKS = 10
GAP = 0.02  # seconds from one telling to the next: of many orders a second each would wake everybody, and cost as much


class Crier:
    """Tells of what was written, once for all that was written meanwhile, and after it is stored."""

    def __init__(self, datastore: Datastore) -> None:
        self.datastore, self._news, self._is_over = datastore, threading.Event(), False
        self._thread: threading.Thread | None = None

    def tell(self) -> None:
        self._news.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._go_on, name="refight-tells", daemon=True)
            self._thread.start()

    def _go_on(self) -> None:
        while not self._is_over:
            self._news.wait()
            self._say()
            time.sleep(GAP)
        self._say()  # what came while it rested

    def _say(self) -> None:
        if self._news.is_set():
            self._news.clear()
            with suppress(psycopg.Error):  # whoever waits looks by himself before long
                self.datastore.run_plain(TELL)

    def close(self) -> None:
        """What is not yet told is told now."""
        self._is_over = True
        if self._thread is not None:
            self._news.set()
            self._thread.join(PIECE * 4)


class Awaiting:
    """A connection that does nothing but wait."""

    def __init__(self, datastore: Datastore) -> None:
        self.datastore, self._looks = datastore, 0
        self._connection: psycopg.Connection[object] | None = None

    def wait(self, keep_on: Callable[[], bool]) -> None:
        """Until there may be news, or nobody is wanted any more."""
        if self._looks:
            self._looks -= 1
            time.sleep(STILL)
            return
        end = time.monotonic() + SPELL
        while keep_on() and time.monotonic() < end:
            try:
                if self._heard():
                    self._looks = LOOKS
                    return
            except psycopg.Error:
                self.close()
                time.sleep(PIECE)

    def _heard(self) -> bool:
        if self._connection is None:
            self._connection = self.datastore.connect()
            self._connection.execute(f"LISTEN {CHANNEL}".encode())
            return True  # something may have come before anyone listened
        return any(True for _ in self._connection.notifies(timeout=PIECE, stop_after=1))

    def found(self) -> None:
        """There was news: no need to look again for it."""
        self._looks = 0

    def close(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None
