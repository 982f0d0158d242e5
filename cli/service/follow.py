"""A line as it grows: a server-sent event for each entry the caller may see, and for each line that is opened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from litestar.response import ServerSentEventMessage

from cli.service import telling
from cli.service.access import Caller
from cli.service.problems import Trouble, of_error
from cli.service.service import Service
from cli.service.watch import Follower
from domain.gamelog import Line
from domain.ruling import RefightError

Asker = Callable[[], Awaitable[Caller]]  # who follows, asked each time anew
PIECE = 200  # entries read at once
RETRY = 2_000  # milliseconds after which a browser that lost us asks again


async def events(service: Service, line: Line, asker: Asker, after: int) -> AsyncIterator[ServerSentEventMessage]:
    """What is there already, then whatever comes, until one of us leaves or the token is revoked."""
    try:
        with service.watch.following(line, is_known=(await asker()).is_known) as follower:
            yield ServerSentEventMessage(comment=f"entries after {after}", data=None, retry=RETRY)
            async for event in _told(service, follower, line, asker, after):
                yield event
    except (RefightError, Trouble) as error:
        found, _ = of_error(error, service.games.log.store.url)
        yield ServerSentEventMessage(event="problem", data=msgspec.json.encode(found))


async def _told(
    service: Service, follower: Follower, line: Line, asker: Asker, after: int
) -> AsyncIterator[ServerSentEventMessage]:
    while not service.watch.stopped.is_set():
        viewer = (await asker()).viewer
        page = await service.run(telling.entries, service, line.game, line.name, viewer, after, PIECE)
        for entry in page.entries:
            yield ServerSentEventMessage(event="entry", id=entry.entry, data=msgspec.json.encode(entry))
        while follower.opened:
            opened = await service.run(telling.opened, service, line.game, follower.opened.popleft())
            yield ServerSentEventMessage(event="line", data=msgspec.json.encode(opened))
        is_all, after = page.after == page.head, page.after
        if is_all and not await follower.wait(service.bounds.heartbeat):
            yield ServerSentEventMessage(comment="still here", data=None)
    yield ServerSentEventMessage(event="end", data="the service is stopping")
