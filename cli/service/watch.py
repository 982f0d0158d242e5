"""Followers of lines, and the one thread that looks for what anyone, in whatever process, has written."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from cli.service.bounds import Bounds
from cli.service.problems import Trouble
from domain.kernel.errors import RefightError
from domain.log.gamelog import GameLog, Line
from domain.log.store import Stored
from domain.words.phrases import phrase

POLL, AGAIN = 0.05, 1.0  # seconds between two looks; and after one that failed
REMEMBERED = 64  # new lines that a slow follower is still told of
FULL = 10.0  # seconds after which one more follower may ask again


class Follower:
    """Waits for a line; of entries nothing is queued for it, and of other lines only names: a slow one costs little."""

    def __init__(self, line: Line, who: str) -> None:
        self.stream, self.game, self.who = line.own.stream, line.game, who
        self.news, self.loop = asyncio.Event(), asyncio.get_running_loop()
        self.opened: deque[str] = deque(maxlen=REMEMBERED)  # lines of the game that are new
        self.mark = 0  # the last row of the log that concerned it

    def concerns(self, row: Stored) -> bool:
        """An entry of its line; or another line of its game is opened."""
        if row.stream == self.stream:
            self.mark = row.id
            return True
        game, _, line = row.stream.partition("@")
        is_new = row.version == 0 and game == self.game
        if is_new:
            self.opened.append(line)
        return is_new

    def wake(self) -> None:
        with suppress(RuntimeError):  # its loop is closed: it has gone
            self.loop.call_soon_threadsafe(self.news.set)

    async def wait(self, seconds: float) -> bool:
        """Whether something came within that time."""
        try:
            async with asyncio.timeout(seconds):
                await self.news.wait()
        except TimeoutError:
            return False
        self.news.clear()
        return True


class Watch:
    def __init__(self, log: GameLog, bounds: Bounds) -> None:
        self.log, self.most, self.reserved, self.each = log, bounds.followers, bounds.reserved, bounds.followers_each
        self.followers: set[Follower] = set()
        self.stopped = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def check_room(self, who: str, *, is_known: bool) -> None:
        """Spectators do not keep out those who play, and nobody all others."""
        if sum(follower.who == who for follower in self.followers) >= self.each:
            raise Trouble("busy", phrase("you are following {0} times already", self.each), retry_after=FULL)
        most = self.most if is_known else self.most - self.reserved
        if len(self.followers) >= most:
            raise Trouble("busy", phrase("{0} are following already; try again later", most), retry_after=FULL)

    @contextmanager
    def following(self, line: Line, who: str, *, is_known: bool) -> Iterator[Follower]:
        """The thread starts with the first follower."""
        with self._lock:
            self.check_room(who, is_known=is_known)
            if self._thread is None:
                mark = self.log.store.latest()
                self._thread = threading.Thread(target=self._look, args=(mark,), name="refight-watch", daemon=True)
                self._thread.start()
            follower = Follower(line, who)
            self.followers.add(follower)
        try:
            yield follower
        finally:
            with self._lock:
                self.followers.discard(follower)

    def stop(self) -> None:
        """Every follower is woken and finds that it is over."""
        self.stopped.set()
        self._wake(None)
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _look(self, mark: int) -> None:
        while not self.stopped.is_set():
            try:
                for row in self.log.follow(mark, lambda: not self.stopped.is_set(), POLL):
                    mark = row.id
                    self._wake(row)
            except RefightError:  # the log is busy or out of reach: what is written meanwhile is found later
                self.stopped.wait(AGAIN)

    def _wake(self, row: Stored | None) -> None:
        with self._lock:
            woken = [follower for follower in self.followers if row is None or follower.concerns(row)]
        for follower in woken:
            follower.wake()
