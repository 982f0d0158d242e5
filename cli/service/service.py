"""What all requests share: the games, the tokens, threads for the log, and who waits for what."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import msgspec

from cli.service.access import Caller, Shown
from cli.service.aside import Aside
from cli.service.bounds import Bounds, Recent, requests
from cli.service.figures import Figures
from cli.service.people import People
from cli.service.problems import Trouble
from cli.service.program import Program
from cli.service.tokens import BYTES, TokenBox, hashed
from cli.service.turns import Turns
from cli.service.values import EntryValue, HandValue
from cli.service.warming import warm
from cli.service.watch import Watch
from cli.shell.errors import nearest
from cli.shell.pictures import photos_beside
from cli.shell.session import known_line
from domain.games.games import Games
from domain.games.over import is_all_open
from domain.games.players import named
from domain.kernel.errors import NotFound, RefightError
from domain.kernel.naming import UMPIRE, check_name
from domain.log.club import Club
from domain.log.gamelog import Line
from domain.log.pending import Pending
from domain.log.reading import NO_GAME
from domain.log.refs import Ref
from domain.words.phrases import phrase
from projections.drawing.photos import NONE, Photos

if TYPE_CHECKING:
    from cli.service.notices import Notices

P = ParamSpec("P")
T = TypeVar("T")
Key = tuple[str | None, ...]  # with the viewer as he is: None, who sees all, is nobody like a spectator
KEPT_OVER = 1_000  # games of which it is known whether they are over
BUSY = 5.0  # seconds after which a long job may be asked for again


class Service:
    """The log is read by a few threads that live as long as the service, and written by others, so that nobody who only
    looks stands behind those who wait for a locked database: each has its connections."""

    def __init__(
        self, games: Games, tokens: TokenBox, bounds: Bounds | None = None, read_db: Path | None = None, *,
        players: bool = False, own_token: str = "", pictures: bool = False,
    ) -> None:  # fmt: skip
        self.pictures = pictures  # the owner's own, of modules: they are the publisher's, and for this machine
        self.games, self.tokens, self.bounds, self.read_db = games, tokens, bounds or Bounds(), read_db
        self.names_players = players  # whoever asks is told who plays, where names are known
        self.own_token = own_token or secrets.token_urlsafe(BYTES)
        games.heads.most = self.bounds.heads
        self.threads = ThreadPoolExecutor(self.bounds.workers, thread_name_prefix="refight")
        self.pending = Pending(games.log.store)
        self.people = People(Club(games.log.store), self.bounds)
        self.watch = Watch(games.log, self.bounds)
        self.program = Program(self)
        self.kept: dict[str, tuple[Any, Any]] = {}
        self.told: Recent[tuple[str, str, str, int, int], list[EntryValue]] = Recent(self.bounds.told)
        self.drawn: Recent[Key, str] = Recent(self.bounds.drawn)
        self.hands: Recent[tuple[object, ...], HandValue] = Recent(self.bounds.hands)
        self._drawers = ThreadPoolExecutor(self.bounds.drawers, thread_name_prefix="refight-draws")
        self._over: Recent[str, tuple[object, bool]] = Recent(KEPT_OVER)
        self._under_way: dict[Key, asyncio.Future[Any]] = {}
        self.helpers: Aside | None = None
        self.artists: Aside | None = None
        self.notices: Notices | None = None
        self.figures, self.buckets = Figures(), requests(self.bounds)
        warm()
        self.in_work: list[str] = []  # by whom long jobs were asked for
        self.writers = ThreadPoolExecutor(self.bounds.workers, thread_name_prefix="refight-writes")
        self._turns = Turns(self.writers)

    def close(self) -> None:
        self.watch.stop()
        if self.notices is not None:
            self.notices.stop()
        for pool in (self.threads, self.writers, self._drawers, self.people.knocks):
            pool.shutdown(wait=True, cancel_futures=True)
        for aside in (self.helpers, self.artists):
            if aside is not None:
                aside.close()
        self.people.club.close()

    # Threads

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """In the language of the request."""
        return await _in(self.threads, partial(function, *args, **kwargs))

    async def together(self, key: Key, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Once for all who ask for the same at the same time, as followers do when there is news."""
        found = self._under_way.get(key)
        if found is None:
            found = self._under_way[key] = asyncio.ensure_future(self.run(function, *args, **kwargs))
            found.add_done_callback(lambda _: self._under_way.pop(key, None))
        made: T = await asyncio.shield(found)
        return made

    async def draw(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes a while and can wait, behind others of its kind: no order stands in that queue."""
        return await _in(self._drawers, partial(function, *args, **kwargs))

    async def aside(self, function: Callable[Concatenate[Service, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes long, in another process where there are any for it; its first argument is the service there."""
        if self.helpers is None:
            return await self.run(function, self, *args, **kwargs)
        made: T = await self.helpers.run(function, *args)
        return made

    async def sketch(self, function: Callable[Concatenate[Service, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for pictures, which stand behind each other and behind nothing else."""
        if self.artists is None:
            return await self.draw(function, self, *args, **kwargs)
        made: T = await self.artists.run(function, *args)
        return made

    def help(self) -> None:
        """Long work goes to processes of its own from now on."""
        url = self.games.log.store.url
        self.helpers = Aside(url, self.read_db, self.bounds, self.bounds.heavy, pictures=self.pictures)
        self.artists = Aside(url, self.read_db, self.bounds, self.bounds.drawers, pictures=self.pictures)

    async def write(self, where: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One after the other in a line, or in a game: two orders to this service never meet in the log.

        Between processes the log's own versions decide who was first.
        """
        called = partial(copy_context().run, partial(function, *args, **kwargs))
        return await asyncio.wrap_future(self._turns.add(where, called))

    @asynccontextmanager
    async def heavy(self, who: str) -> AsyncIterator[None]:
        """A long job; more than a few at once are turned away rather than kept waiting. Nobody has all of them, and no
        more have all strangers together."""
        most = self.bounds.heavy
        if len(self.in_work) >= most or self.in_work.count(who) >= max(1, most - 1):
            raise Trouble("busy", phrase("too many long jobs are in work; try again in a moment"), retry_after=BUSY)
        self.in_work.append(who)
        try:
            yield
        finally:
            self.in_work.remove(who)

    # Who asks

    async def caller(self, game: str, given: Shown) -> Caller:
        """Without a token a spectator; a token that opens nothing here is refused, never overlooked."""
        return Caller("service") if self.is_own(given.token) else await self.run(self.who, game, given)

    def who(self, game: str, given: Shown, *, plays: bool = False, line: str = "") -> Caller:
        """The same within a thread. Of a private game a stranger does not even learn that it is there.

        Whether all is open by now is not asked for one who `plays`: an order finds out by itself that it is too late.
        It says to which `line`: what others have written there comes with the same question.
        """
        if self.is_own(given.token):
            return Caller("service")
        if given.token is None:
            found = self.people.caller(game, given.session)
            if found is None:
                raise NotFound(f"{NO_GAME.format(repr(game))}{nearest(game, self.listed())}")
            self.line(game, "main")  # one that is not there is told like one that is hidden, before all else
            return msgspec.structs.replace(found, is_over=not plays and self._is_over(game))
        side = self._side(game, given.token, line)
        if side is None:
            raise Trouble(
                "no-token", phrase("this is no token of {0}, or it was revoked; `refight token` makes them", game)
            )
        is_over = not plays and side != UMPIRE and self._is_over(game)
        return Caller("umpire") if side == UMPIRE else Caller("side", side, is_over=is_over)

    def _side(self, game: str, token: str, line: str) -> str | None:
        found = self.games.contested(game, line) if line else None
        if found is None:
            return self.tokens.side(game, token)
        after = self.games.log.version(*found) - 1
        side, rows = self.tokens.side_and_rows(game, token, found[0].own.stream, after)
        if side is not None and rows is not None:
            self.games.renew(*found, rows)
        return side

    def _is_over(self, game: str) -> bool:
        """Asked for every request, and looked up anew when something was written."""
        now = self.games.log.store.written()
        found = self._over.get(game)
        if found is None or found[0] != now:
            with suppress(RefightError):  # whoever opens it next says what is wrong
                found = now, is_all_open(self.games, check_name("game", game))
                self._over.put(game, found)
        return found is not None and found[0] == now and found[1]

    def listed(self) -> list[str]:
        """Games whose names anyone may know."""
        hidden = self.people.club.hidden()
        return [game for game in self.games.log.games() if game not in hidden]

    async def check_known(self, given: Shown, what: str) -> None:
        """Where no game is named, any token will do, and whoever has signed in."""
        token = given.token
        person = await self.run(self.people.person, given.session) if token is None and given.session else None
        if person is not None:
            return
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
        found = known_line(self.games, ref, self.listed)
        warm(found.system)
        return ref, found

    def photos(self, game: str) -> Photos:
        """The owner's own pictures of a game, by its id."""
        return photos_beside(self.games.log.store.url, game) if self.pictures else NONE

    def players(self, game: str) -> dict[str, str]:
        """Who plays, if the host lets that be told."""
        return named(self.games.log, game) if self.names_players else {}

    def picture(self, key: Key, draw: Callable[[], str]) -> str:
        """A position that was drawn is not drawn again: at its entry it never changes."""
        return self.drawn.get(key) or self.drawn.put(key, draw())

    def unless_changed(self, key: str, make: Callable[[], T]) -> T:
        """What was made, as long as nobody has written to the log since."""
        now = self.games.log.store.written()
        found = self.kept.get(key)
        if found is None or found[0] != now:
            found = self.kept[key] = now, make()
        made: T = found[1]
        return made


async def _in(pool: ThreadPoolExecutor, called: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(pool, partial(copy_context().run, called))
