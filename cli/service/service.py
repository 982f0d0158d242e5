"""What all requests share: the games, the tokens, threads for the log, and who waits for what."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from cli.service.access import SPECTATING, Caller
from cli.service.bounds import Bounds, Recent
from cli.service.problems import Trouble
from cli.service.tokens import BYTES, TokenBox, hashed
from cli.service.values import EntryValue
from cli.service.watch import Watch
from cli.shell.session import known_line
from domain.games.games import Games
from domain.games.players import named
from domain.kernel.naming import UMPIRE, check_name
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.phrases import phrase

P = ParamSpec("P")
T = TypeVar("T")
BUSY = 5.0  # seconds after which a long job may be asked for again


class Service:
    """The log is read and written by a few threads that live as long as the service: each has its connections."""

    def __init__(
        self, games: Games, tokens: TokenBox, bounds: Bounds | None = None, read_db: Path | None = None, *,
        players: bool = False,
    ) -> None:  # fmt: skip
        self.games, self.tokens, self.bounds, self.read_db = games, tokens, bounds or Bounds(), read_db
        self.names_players = players  # whoever asks is told who plays, where names are known
        self.own_token = secrets.token_urlsafe(BYTES)
        self.threads = ThreadPoolExecutor(self.bounds.workers, thread_name_prefix="refight")
        self.watch = Watch(games.log, self.bounds)
        self.kept: dict[str, tuple[Any, Any]] = {}
        self.told: Recent[tuple[str, str, str, int, int], list[EntryValue]] = Recent(self.bounds.told)
        self._heavy = 0
        self._writing = threading.Lock()  # between processes the log's own versions decide who was first

    def close(self) -> None:
        self.watch.stop()
        self.threads.shutdown(wait=True, cancel_futures=True)

    # Threads

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """In the language of the request."""
        called = partial(copy_context().run, partial(function, *args, **kwargs))
        return await asyncio.get_running_loop().run_in_executor(self.threads, called)

    async def write(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One after the other: two orders to this service never meet in the log."""

        def alone() -> T:
            with self._writing:
                return function(*args, **kwargs)

        return await self.run(alone)

    @asynccontextmanager
    async def heavy(self) -> AsyncIterator[None]:
        """A long job; more than a few at once are turned away rather than kept waiting."""
        if self._heavy >= self.bounds.heavy:
            raise Trouble("busy", phrase("too many long jobs are in work; try again in a moment"), retry_after=BUSY)
        self._heavy += 1
        try:
            yield
        finally:
            self._heavy -= 1

    # Who asks

    async def caller(self, game: str, token: str | None) -> Caller:
        """Without a token a spectator; a token that opens nothing here is refused, never overlooked."""
        if token is None:
            return SPECTATING
        if self.is_own(token):
            return Caller("service")
        side = await self.run(self.tokens.side, game, token)
        if side is None:
            raise Trouble(
                "no-token", phrase("this is no token of {0}, or it was revoked; `refight token` makes them", game)
            )
        return Caller("umpire") if side == UMPIRE else Caller("side", side)

    async def check_known(self, token: str | None, what: str) -> None:
        """Where no game is named, any token will do."""
        if token is None or not (self.is_own(token) or await self.run(self.tokens.is_known, token)):
            raise Trouble(
                "no-token", phrase("{0} needs a token, of any game; `refight token` makes them", phrase(what))
            )

    def is_own(self, token: str | None) -> bool:
        return token is not None and hmac.compare_digest(hashed(token), hashed(self.own_token))

    # The log

    def ref(self, game: str, line: str, entry: int | None = None) -> Ref:
        return Ref(check_name("game", game), check_name("line", line), entry)

    def line(self, game: str, line: str, entry: int | None = None) -> tuple[Ref, Line]:
        """What a request names, after checking that it is there."""
        ref = self.ref(game, line, entry)
        return ref, known_line(self.games, ref)

    def players(self, game: str) -> dict[str, str]:
        """Who plays, if the host lets that be told."""
        return named(self.games.log, game) if self.names_players else {}

    def unless_changed(self, key: str, make: Callable[[], T]) -> T:
        """What was made, as long as nobody has written to the log since."""
        now = self.games.log.store.written()
        found = self.kept.get(key)
        if found is None or found[0] != now:
            found = self.kept[key] = now, make()
        made: T = found[1]
        return made
