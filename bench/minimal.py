"""The yardstick of the service: an append by hand over the same server and database, with a hash chain and a token.

`python -m bench.minimal LOG PORT`: a file, or postgresql://… It knows no rules, no lines, no secrets and no limits.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import sqlite3
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Request, post

TOKEN = "secret"
DIGEST = hashlib.sha256(TOKEN.encode()).hexdigest()
THREADS = 6
TABLE = (
    "CREATE TABLE IF NOT EXISTS minimal (id {0}, game TEXT NOT NULL, v INTEGER NOT NULL, fact {1} NOT NULL, "
    "hash {1} NOT NULL, UNIQUE (game, v))"
)
LAST = "SELECT v, hash FROM minimal WHERE game=? ORDER BY v DESC LIMIT 1"
ADD = "INSERT INTO minimal (game, v, fact, hash) VALUES (?,?,?,?), (?,?,?,?)"


class Sent(msgspec.Struct):
    by: str
    order: str


class Table:
    """A connection a thread. SQLite has one writer at a time; on a server each game has."""

    def __init__(self, log: str) -> None:
        self.log, self.is_server = log, log.startswith("postgresql://")
        self.here, self.one, self.locks = threading.local(), threading.Lock(), defaultdict[str, Any](threading.Lock)
        mark = "%s" if self.is_server else "?"
        self.last, self.add = LAST.replace("?", mark), ADD.replace("?", mark)
        self.run(TABLE.format(*(("bigserial", "bytea") if self.is_server else ("INTEGER PRIMARY KEY", "BLOB"))))

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> Any:
        if not hasattr(self.here, "connection"):
            self.here.connection = self._connected()
        return self.here.connection.execute(statement, values)

    def _connected(self) -> Any:
        if self.is_server:
            import psycopg

            return psycopg.connect(self.log, autocommit=True)
        made = sqlite3.connect(self.log, isolation_level=None, timeout=15)
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("PRAGMA synchronous=NORMAL")
        return made

    def append(self, game: str, sent: Sent, token: str) -> dict[str, Any]:
        if not hmac.compare_digest(hashlib.sha256(token.encode()).hexdigest(), DIGEST):
            raise PermissionError
        with self.locks[game] if self.is_server else nullcontext(), nullcontext() if self.is_server else self.one:
            v, before = self.run(self.last, (game,)).fetchone() or (0, bytes(32))
            first = msgspec.json.encode({"fact": "OrderGiven", "by": sent.by, "order": sent.order})
            second = msgspec.json.encode({"fact": "Moved", "by": sent.by, "what": sent.order})
            one = hashlib.sha256(before + first).digest()
            two = hashlib.sha256(one + second).digest()
            self.run(self.add, (game, v + 1, first, one, game, v + 2, second, two))
        facts = ((v + 1, first, one), (v + 2, second, two))
        entries = [{"entry": n, "fact": msgspec.Raw(fact), "hash": digest.hex()} for n, fact, digest in facts]
        return {"entries": entries, "head": v + 2}


def application(log: str) -> Litestar:
    table, pool = Table(log), ThreadPoolExecutor(THREADS)

    async def run(function: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, function, *args)

    @post("/api/1/games/{game:str}/lines/main/orders")
    async def order(game: str, data: Sent, request: Request[Any, Any, Any]) -> dict[str, Any]:
        given = (request.headers.get("authorization") or "")[7:]
        answered: dict[str, Any] = await run(table.append, game, data, given)
        return answered

    return Litestar([order], openapi_config=None, logging_config=None)


if __name__ == "__main__":
    uvicorn.run(
        application(sys.argv[1]), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", access_log=False,
        http="h11", loop="asyncio",
    )  # fmt: skip
