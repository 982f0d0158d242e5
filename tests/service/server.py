"""A real server on this machine, in a thread, for tests that follow a line while it grows."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx
import uvicorn

from cli.service.server import server_config
from cli.service.service import Service

PATIENCE = 30  # seconds; only a test that fails waits that long


class Event(NamedTuple):
    kind: str
    id: int | None
    data: Any
    comment: str = ""


@contextmanager
def serving(service: Service, proxies: tuple[str, ...] = (), hosts: tuple[str, ...] = ()) -> Iterator[str]:
    """The address it is at."""
    with socket.socket(proto=socket.IPPROTO_TCP) as listening:  # as `refight serve` makes it: nothing waits for more
        listening.bind(("127.0.0.1", 0))
        listening.listen(16)
        server = uvicorn.Server(server_config(service, hosts, proxies))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            service.watch.stop()
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server ends when it is told to"


@contextmanager
def following(address: str, path: str, token: str = "", last: int | None = None) -> Iterator[Iterator[Event]]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    with httpx.stream("GET", f"{address}{path}", headers=headers, timeout=PATIENCE, trust_env=False) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield _events(answer.iter_lines())


def _events(lines: Iterator[str]) -> Iterator[Event]:
    found: dict[str, str] = {}
    for line in lines:
        if line:
            key, _, value = line.partition(": ")
            found[key] = value
        elif found:
            data = json.loads(found["data"]) if found.get("event") == "entry" else found.get("data")
            yield Event(found.get("event", ""), int(found["id"]) if "id" in found else None, data, found.get("", ""))
            found = {}
