"""Load on a service of this machine: requests made beforehand, over connections that stay, each waiting for its answer.

Always bounded, in count and in time, and never beyond loopback.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from typing import NamedTuple

HOST = "127.0.0.1"
LONGEST = 60.0  # seconds for one answer
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


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
    head = await reader.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(head)
    return int(head[9:12]), await reader.readexactly(int(length[1]) if length else 0)


async def pressed(port: int, sent: Sequence[Sequence[bytes]]) -> Load:
    """A connection for each row, which sends its requests one after the other."""
    delays, refused, start = list[float](), 0, time.perf_counter()

    async def one(requests: Sequence[bytes]) -> None:
        nonlocal refused
        reader, writer = await asyncio.open_connection(HOST, port)
        for each in requests:
            begun = time.perf_counter()
            status, body = await asyncio.wait_for(asked(reader, writer, each), LONGEST)
            delays.append(time.perf_counter() - begun)
            if status >= 300:
                refused += 1
                if refused == 1:
                    print(f"refused: {status} {body[:300]!r}")
        writer.close()

    await asyncio.gather(*map(one, sent))
    return Load(time.perf_counter() - start, delays, refused)


def press(port: int, sent: Sequence[Sequence[bytes]]) -> Load:
    return asyncio.run(pressed(port, sent))
