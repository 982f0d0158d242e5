"""A line as it grows: a server-sent event for each entry the caller may see, and for each line that is opened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
from litestar import Request, get
from litestar.response import ServerSentEvent, ServerSentEventMessage

from cli.service.access import Caller, shown
from cli.service.asked import LINE, GameName, LastId, LineName, Since, TheService
from cli.service.bounds import network_of
from cli.service.branches import opened as told_line
from cli.service.games import page_of
from cli.service.problems import Trouble, of_error, told
from cli.service.service import Service
from cli.service.watch import Follower
from domain.kernel.errors import RefightError
from domain.kernel.say import spoken
from domain.log.gamelog import Line

Follows = Callable[[], Awaitable[Caller]]  # who it is, asked each time anew
PIECE = 200  # entries read at once
RETRY = 2_000  # milliseconds after which a browser that lost us asks again


@get(
    f"{LINE}/follow",
    summary="Follow a line: an event for each new entry",
    description="Server-sent events: `entry` with the entry as JSON, its number as the id; `hidden` "
    "with the number of the last entry, where the newest are not for the caller; `line` for each line of the "
    "game that is opened meanwhile; `problem`; `end`. "
    "Ask again with Last-Event-ID, or `after`, to go on where you were.",
    responses=told("no-token", "busy"),
    media_type="text/event-stream",
    tags=["entries"],
)
async def follow(
    service: TheService, request: Request[Any, Any, Any], game: GameName, line: LineName,
    after: Since = None, last: LastId = None,
) -> ServerSentEvent:  # fmt: skip
    given = shown(request)
    asker = partial(service.caller, game, given)
    if not given.key:  # all of them are the same to us, and asked for together
        asker = partial(service.together, ("anyone", game), service.who, game, given)
    caller = await asker()
    who = given.key if caller.is_known or caller.person else _network(request)  # any cookie can be made up
    _, found = await service.run(service.line, game, line)
    service.watch.check_room(who, is_known=caller.is_known)
    head = await service.run(service.games.log.head, found)
    start = next((given for given in (last, after) if given is not None), head.number)
    return ServerSentEvent(_events(service, found, asker, who, start), headers={"Cache-Control": "no-store"})


def _network(request: Request[Any, Any, Any]) -> str:
    return network_of(request.client.host) if request.client else ""


async def _events(
    service: Service, line: Line, asker: Follows, who: str, after: int
) -> AsyncIterator[ServerSentEventMessage]:
    """What is there already, then whatever comes, until one of us leaves or the token is revoked."""
    try:
        with service.watch.following(line, who, is_known=(await asker()).is_known) as follower:
            yield ServerSentEventMessage(comment=f"entries after {after}", data=None, retry=RETRY)
            async for event in _told(service, follower, line, asker, after):
                yield event
    except (RefightError, Trouble) as error:
        found, _ = of_error(error, service.games.log.store.url)
        yield ServerSentEventMessage(event="problem", data=msgspec.json.encode(found))


async def _told(
    service: Service, follower: Follower, line: Line, asker: Follows, after: int
) -> AsyncIterator[ServerSentEventMessage]:
    while not service.watch.stopped.is_set():
        viewer = (await asker()).viewer
        key = line.own.stream, viewer, spoken(), str(after), str(follower.mark)
        page = await service.together(key, _encoded, service, line, viewer, after)
        if page.entries and (await asker()).viewer != viewer:
            continue  # what was revoked, or taken away, before these were written opens none of them
        for number, data in page.entries:
            yield ServerSentEventMessage(event="entry", id=number, data=data)
        if page.after > max([after, *(number for number, _ in page.entries[-1:])]):
            yield ServerSentEventMessage(event="hidden", id=page.after, data=str(page.after))
        while follower.opened:
            opened = await service.run(told_line, service, line.game, follower.opened.popleft())
            yield ServerSentEventMessage(event="line", data=msgspec.json.encode(opened))
        is_all, after = page.after == page.head, page.after
        if is_all and not await follower.wait(service.bounds.heartbeat):
            yield ServerSentEventMessage(comment="still here", data=None)
    yield ServerSentEventMessage(event="end", data="the service is stopping")


class Encoded(NamedTuple):
    """A page of entries as it is sent."""

    entries: list[tuple[int, bytes]]
    after: int
    head: int


def _encoded(service: Service, line: Line, viewer: str | None, after: int) -> Encoded:
    page = page_of(service, line.game, line.name, viewer, after, PIECE)
    return Encoded([(entry.entry, msgspec.json.encode(entry)) for entry in page.entries], page.after, page.head)


HANDLERS = (follow,)
