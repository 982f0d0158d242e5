"""Sides that the program plays: it answers whenever one of them has something to decide."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from cli.shell.automatic import player_of
from domain.games.ask import Ask
from domain.games.order import give
from domain.games.settings import EITHER, FAIR
from domain.kernel.errors import BadInput, RefightError
from domain.kernel.player import due
from domain.log.apart import TokenKept
from domain.log.gamelog import Line
from domain.log.refs import Ref

if TYPE_CHECKING:
    from cli.service.service import Service

MOST = 5_000  # orders that are given without anybody else having said something: no game has so many in a row
QUIET = 5.0  # seconds for which a game is not asked again whether it plays a side there
REMEMBERED = 1_024  # such games
HELD = "program"  # stands where the hash of a token would: nobody has a token with this one


class Program:
    """A side that the program plays has a token that nobody holds: it is taken back as any other."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._nobody: dict[str, float] = {}  # games in which it was found to play no side, and when
        self._later: set[str] = set()  # lines that are looked at once more

    def sits(self, line: Line, side: str, manner: str) -> None:
        """From now on it plays this side."""
        _check(line)
        digest = " ".join((HELD, manner, line.game, side))
        self._nobody.pop(line.game, None)
        self.service.games.log.store.put_token(line.game, TokenKept(side, digest, time.time_ns() // 1_000_000))

    def seats(self, game: str) -> dict[str, str]:
        """Each side that it plays, and in what manner."""
        kept = self.service.games.log.store.tokens(game)
        return {one.side: one.digest.split()[1] for one in kept if one.digest.startswith(f"{HELD} ")}

    def wake(self, game: str, line: str) -> None:
        """Whenever something happened in a line: it goes on there in the background, an order at a time."""
        key = f"{game}@{line}"
        quiet = self._nobody.get(game, 0.0) + QUIET - time.monotonic()
        if quiet > 0:  # another process may have sat it down meanwhile, so somebody looks again before long
            if key not in self._later:
                self._later.add(key)
                asyncio.get_running_loop().call_later(quiet, self._look_again, game, line)
            return
        running = self._tasks.get(key)
        if running is None or running.done():
            self._tasks[key] = asyncio.create_task(self._play(game, line))
            self._tasks[key].add_done_callback(lambda done: self._forget(key, done))

    def _look_again(self, game: str, line: str) -> None:
        self._later.discard(f"{game}@{line}")
        self._nobody.pop(game, None)
        self.wake(game, line)

    def _forget(self, key: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is done:
            del self._tasks[key]

    async def _play(self, game: str, line: str) -> None:
        """Whoever was first, or a log out of reach for now, is answered when there is news again."""
        with suppress(RefightError):
            await self._answer(game, line)

    async def _answer(self, game: str, line: str) -> None:
        """Each order waits its turn as an order of anybody would; a service that stops gives none."""
        stopped = self.service.watch.stopped
        seats = {} if stopped.is_set() else await self.service.run(self.seats, game)
        if not seats:
            if len(self._nobody) > REMEMBERED:
                self._nobody.clear()
            self._nobody[game] = time.monotonic()
        for _ in range(MOST if seats else 0):
            if stopped.is_set() or not await self.service.write(f"{game}@{line}", self._step, game, line, seats):
                return

    def _step(self, game: str, name: str, seats: Mapping[str, str]) -> bool:
        """Whether it had something to decide."""
        ref, line = self.service.line(game, name)
        state = self.service.games.position(ref).state
        for side, manner in seats.items():
            decided = due(player_of(line.system, manner), state, (side,))
            if decided is not None:
                give(self.service.games, Ask(Ref(game, name), *decided))
                return True
        return False


def _check(line: Line) -> None:
    player_of(line.system)
    dice = line.started.settings.get("dice", EITHER)
    if dice not in (FAIR, EITHER):
        raise BadInput(f"the program rolls fair dice, and this game is played with dice={dice}")
