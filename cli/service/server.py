"""The server under the application: its settings, its guard against halves of requests, and the place it listens at."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.service.app import application
from cli.service.bounds import Bounds, network_of
from cli.service.service import Service
from domain.kernel.errors import BadInput

SWITCH = 0.001  # seconds after which a thread that reckons lets one that has an order go on
BACKLOG = 128  # connections that wait to be taken
PATIENCE = 5  # seconds that running answers have when the service stops


def run_server(
    service: Service, listening: socket.socket, hosts: tuple[str, ...], proxies: tuple[str, ...] = ()
) -> None:
    """Until Ctrl-C. Followers are told first, so that they do not keep the service from ending."""

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            service.watch.stop()
            await super().shutdown(sockets)

    with listening, suppress(KeyboardInterrupt):
        sys.setswitchinterval(SWITCH)
        if service.notices is not None:
            service.notices.start()
        Server(server_config(service, hosts, proxies)).run(sockets=[listening])


def server_config(service: Service, hosts: tuple[str, ...] = (), proxies: tuple[str, ...] = ()) -> uvicorn.Config:
    return uvicorn.Config(
        application(service, hosts), log_level="warning", access_log=False, server_header=False, lifespan="on",
        timeout_graceful_shutdown=PATIENCE, limit_concurrency=service.bounds.connections,
        h11_max_incomplete_event_size=65_536, proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies), ws="none",
        http=_guarded(service.bounds, frozenset(proxies)),
    )  # fmt: skip


def _guarded(bounds: Bounds, proxies: frozenset[str]) -> type[asyncio.Protocol]:
    """The server would wait for the head of a request for ever: so many halves of one, and nobody else gets in.

    Nor does one address get all the room there is, unless it is that of a proxy, behind which are many.
    """
    seconds, here = bounds.seconds_to_send, Counter[str]()

    class Guarded(H11Protocol):
        late: asyncio.TimerHandle | None = None
        address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            self.address = network_of(peer[0]) if peer and peer[0] not in proxies else ""
            here[self.address] += 1
            if self.address and here[self.address] > bounds.connections_each:
                transport.close()
            else:
                self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            here[self.address] -= 1
            if not here[self.address]:
                del here[self.address]
            if self.late:
                self.late.cancel()

        def _wait(self) -> None:
            """Counted from the first piece of a head; once it is whole, others look after time."""
            is_answered = self.cycle is not None and not self.cycle.response_complete
            if is_answered and self.late:
                self.late.cancel()
                self.late = None
            elif not is_answered and not self.late:
                self.late = self.loop.call_later(seconds, self.transport.close)

    return Guarded


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """`shared`: a place that several processes listen at, each by itself; the system deals out who comes."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, where = found[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadInput(f"{host} is no address to listen on: {error.strerror}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listening.bind(where)
        if not shared:
            listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise BadInput(f"{host}:{port} cannot be used: {error.strerror}; --port 0 picks a free one") from None
    return listening
