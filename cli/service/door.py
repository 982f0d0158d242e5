"""Before and after every request: which host it means, how often its client asks, and what every answer carries."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from urllib.parse import parse_qs
from weakref import WeakValueDictionary

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send

from cli.service.bounds import Bounds, network_of, requests, sizes
from cli.service.plain import HTML, weight_of
from cli.service.problems import Trouble, refused
from domain.kernel.say import LANGUAGES, speaking, spoken
from domain.words.phrases import later, phrase

ELSEWHERE = later("this service does not answer for {0}; `--known-as` adds a host name")
TOO_MANY = later("more than {0} requests a second; wait a little")
TOO_MUCH = later("more than {0} bytes in a day; wait a little")
FOLLOWS = re.compile(r"/api/1/games/[^/]+/lines/[^/]+/follow")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CLOSED,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Authorization, Accept, Accept-Language",
}


Done = Callable[[HTTPScope, int, int, float], None]  # what is done with status, bytes and seconds of an answer


class _Told:
    """What was answered in the end."""

    def __init__(self, send: Send) -> None:
        self.send, self.status, self.size = send, 0, 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        await self.send(message)


class Door:
    """Wraps the whole application, so that answers to addresses that do not exist go through it as well."""

    def __init__(self, app: ASGIApp, bounds: Bounds, hosts: Iterable[str] = (), done: Done = lambda *_: None) -> None:
        self.app, self.bounds, self.done = app, bounds, done
        self.hosts = {host.lower() for host in (*LOOPBACK, *hosts)}
        self.buckets, self.sizes = requests(bounds), sizes(bounds)
        self.in_work: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD" and not FOLLOWS.fullmatch(scope["path"]):
            # Monitors ask so; the server below knows it, and sends no body.
            scope = {**scope, "method": "GET"}
        told = _Told(send)
        begun = time.perf_counter()
        with speaking(_language(scope)):
            await self._answer(scope, receive, _with_headers(told, spoken()))
        self.done(scope, told.status, told.size, time.perf_counter() - begun)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        try:
            self._check_host(_given(scope, b"host"))
            self._check_rate(scope)
            _check_language(scope)
        except Trouble as error:
            await _refuse(error, ",".join(_given(scope, b"accept")), send)
            return
        if FOLLOWS.fullmatch(scope["path"]):  # they come and stay; how many may is counted there
            await self.app(scope, self._receiving(scope, receive), send)
            return
        share = self.in_work.setdefault(_client(scope), asyncio.Semaphore(self.bounds.at_once))
        async with share:
            await self.app(scope, self._receiving(scope, receive), send)

    def _receiving(self, scope: HTTPScope, receive: Receive) -> Receive:
        """A piece of the request in time, and counted."""
        in_time, client = _in_time(receive, self.bounds), _client(scope)

        async def receiving() -> ReceiveMessage:
            message = await in_time()
            size = len(message.get("body", b"")) if message["type"] == "http.request" else 0
            wait = self.sizes.take(client, time.monotonic(), size) if size else 0.0
            if wait:
                raise Trouble("too-many", phrase(TOO_MUCH, self.bounds.sent), retry_after=wait)
            return message

        return receiving

    def _check_host(self, given: list[str]) -> None:
        """A page of another site may have its name point here: it is known by the name it asks for."""
        host = given[0].lower() if len(given) == 1 else ""
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        if name not in self.hosts:
            raise Trouble("elsewhere", phrase(ELSEWHERE, repr(name)))

    def _check_rate(self, scope: HTTPScope) -> None:
        wait = self.buckets.take(_client(scope), time.monotonic())
        if wait:
            raise Trouble("too-many", phrase(TOO_MANY, f"{self.bounds.rate:g}"), retry_after=wait)


def _client(scope: HTTPScope) -> str:
    client = scope["client"]
    return network_of(client[0]) if client else ""


def _given(scope: HTTPScope, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == wanted]


def _asked(scope: HTTPScope) -> str:
    """The language that the address itself asks for."""
    if b"lang" not in scope["query_string"]:
        return ""
    return "".join(parse_qs(scope["query_string"].decode("latin-1")).get("lang", [])[:1])


def _language(scope: HTTPScope) -> str:
    """That of the address, else the one the reader likes best, else that of the service."""
    return next((one for one in (_asked(scope), *_liked(scope)) if one in LANGUAGES), spoken())


def _liked(scope: HTTPScope) -> list[str]:
    """`fr-FR, fr;q=0.9, en;q=0.8` by weight; the country does not matter."""
    if not _given(scope, b"accept-language"):
        return []
    weighed = map(weight_of, ",".join(_given(scope, b"accept-language")).split(","))
    found = sorted((one for one in weighed if one[1] > 0), key=lambda one: -one[1])
    return [name.partition("-")[0].lower() for name, _ in found]


def _check_language(scope: HTTPScope) -> None:
    if _asked(scope) and _asked(scope) not in LANGUAGES:
        said = phrase("there is no language {0} here; there are {1}", repr(_asked(scope)), ", ".join(LANGUAGES))
        raise Trouble("unreadable", said)


async def _refuse(error: Trouble, accept: str, send: Send) -> None:
    found = refused(error, accept)
    media = f"{found.media}; charset=utf-8" if found.media == HTML else found.media
    headers = {"Content-Type": media, "Content-Length": str(len(found.body)), **found.headers}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": found.status, "headers": raw})
    await send({"type": "http.response.body", "body": found.body, "more_body": False})


def _with_headers(send: Send, language: str) -> Send:
    """An answer may have its own; what it does not say is added."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message["headers"])
            known = {name.lower() for name, _ in given}
            message["headers"] = [*given, *(each for each in _usual(language) if each[0] not in known)]
        await send(message)

    return sending


@cache
def _usual(language: str) -> list[tuple[bytes, bytes]]:
    usual = {**HEADERS, "Content-Language": language}
    return [(name.lower().encode(), value.encode()) for name, value in usual.items()]


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
            raise Trouble("too-slow", phrase("the rest of the request did not come in time")) from None
        whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    return receiving
