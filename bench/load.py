"""Load on a service of this machine: requests made beforehand, over connections that stay, each waiting for its answer.

Always bounded, in count and in time, and never beyond loopback.
"""

from __future__ import annotations

import asyncio
import re
import selectors
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

HOST = "127.0.0.1"
LONGEST = 60.0  # seconds for one answer
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
END = b"\r\n\r\n"
PIECE = 65_536  # bytes read at once: all of an answer, nearly always


class Load(NamedTuple):
    """What came of it: seconds in all, and for each answer."""

    seconds: float
    delays: list[float]
    refused: int = 0

    @property
    def rate(self) -> float:
        return len(self.delays) / self.seconds

    def at(self, share: float) -> float:
        """The delay that this share of the answers did not pass."""
        found = sorted(self.delays)
        return found[min(len(found) - 1, int(share * len(found)))]


def request(method: str, path: str, token: str = "", body: bytes = b"", *more: str) -> bytes:
    head = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", *more]
    if token:
        head.append(f"Authorization: Bearer {token}")
    if body:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "", ""]).encode() + body


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> tuple[int, bytes]:
    """Status and body of the answer."""
    writer.write(sent)
    head = await reader.readuntil(END)
    length = _LENGTH.search(head)
    return int(head[9:12]), await reader.readexactly(int(length[1]) if length else 0)


class Caller:
    """One connection: it sends the next request when its answer is there."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), LONGEST)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.begun, self.held = 0.0, b""

    def send(self, what: bytes) -> None:
        self.begun, self.held = time.perf_counter(), b""
        self.socket.sendall(what)

    def answer(self) -> bytes:
        """All of it once it is there; nothing while it is not."""
        piece = self.socket.recv(PIECE)
        if not piece:
            raise ConnectionError(f"the service closed a connection after {self.held[:300]!r}")
        self.held += piece
        head = self.held.find(END)
        if head < 0:
            return b""
        length = _LENGTH.search(self.held, 0, head + 2)
        return self.held if len(self.held) >= head + len(END) + (int(length[1]) if length else 0) else b""


def press(port: int, connections: int, sent: Sequence[bytes]) -> Load:
    """All requests in turn, each over whichever connection is free: none stands idle while there is one left.

    A loop over plain sockets, since on few cores whatever the load itself costs is taken from the service.
    """
    waiting, delays, refused = deque(sent), list[float](), 0
    with selectors.DefaultSelector() as ready:
        callers = [Caller(port) for _ in range(min(connections, len(sent)))]
        start = time.perf_counter()
        for caller in callers:
            ready.register(caller.socket, selectors.EVENT_READ, caller)
            caller.send(waiting.popleft())
        while len(delays) < len(sent):
            found = ready.select(LONGEST)
            if not found:
                raise TimeoutError(f"no answer within {LONGEST:.0f} s")
            for key, _ in found:
                caller = key.data
                answer = caller.answer()
                if not answer:
                    continue
                delays.append(time.perf_counter() - caller.begun)
                if int(answer[9:12]) >= 300:
                    refused += 1
                    if refused == 1:
                        print(f"refused: {answer[:600]!r}")
                if waiting:
                    caller.send(waiting.popleft())
        seconds = time.perf_counter() - start
    for caller in callers:
        caller.socket.close()
    return Load(seconds, delays, refused)
