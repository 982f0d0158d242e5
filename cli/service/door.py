"""Before and after every request: which host it means, how often its client asks, and what every answer carries."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send

from cli.service.bounds import Bounds, Buckets
from cli.service.plain import HTML
from cli.service.problems import Trouble, refused

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CLOSED,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Authorization, Accept",
}


class Door:
    """Wraps the whole application, so that answers to addresses that do not exist go through it as well."""

    def __init__(self, app: ASGIApp, bounds: Bounds, hosts: Iterable[str] = ()) -> None:
        self.app, self.bounds = app, bounds
        self.hosts = {host.lower() for host in (*LOOPBACK, *hosts)}
        self.buckets = Buckets(bounds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        try:
            self._check_host(_given(scope, b"host"))
            self._check_rate(scope)
        except Trouble as error:
            await _refuse(error, ",".join(_given(scope, b"accept")), _with_headers(send))
            return
        await self.app(scope, _in_time(receive, self.bounds), _with_headers(send))

    def _check_host(self, given: list[str]) -> None:
        """A page of another site may have its name point here: it is known by the name it asks for."""
        host = given[0].lower() if len(given) == 1 else ""
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        if name not in self.hosts:
            raise Trouble("elsewhere", f"this service does not answer for {name!r}; `--known-as` adds a host name")

    def _check_rate(self, scope: HTTPScope) -> None:
        client = scope["client"]
        wait = self.buckets.take(client[0] if client else "", time.monotonic())
        if wait:
            raise Trouble(
                "too-many", f"more than {self.bounds.rate:g} requests a second; wait a little", retry_after=wait
            )


def _given(scope: HTTPScope, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == wanted]


async def _refuse(error: Trouble, accept: str, send: Send) -> None:
    found = refused(error, accept)
    media = f"{found.media}; charset=utf-8" if found.media == HTML else found.media
    headers = {"Content-Type": media, "Content-Length": str(len(found.body)), **found.headers}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": found.status, "headers": raw})
    await send({"type": "http.response.body", "body": found.body, "more_body": False})


def _with_headers(send: Send) -> Send:
    """An answer may have its own; what it does not say is added."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message["headers"])
            known = {name.lower() for name, _ in given}
            more = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
            message["headers"] = [*given, *(each for each in more if each[0] not in known)]
        await send(message)

    return sending


def _in_time(receive: Receive, bounds: Bounds) -> Receive:
    """While its body is not all there a client must not fall silent or dawdle; afterwards it may, as followers do."""
    whole, end = False, time.monotonic() + bounds.seconds_for_all

    async def receiving() -> ReceiveMessage:
        nonlocal whole
        if whole:
            return await receive()
        seconds = min(bounds.seconds_to_send, end - time.monotonic())
        try:
            async with asyncio.timeout(seconds):
                message = await receive()
        except TimeoutError:
            raise Trouble("too-slow", "the rest of the request did not come in time") from None
        whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    return receiving
