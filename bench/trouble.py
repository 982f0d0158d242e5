"""Bars: what is left after trouble. Orders are sent until they are answered, each with a key of its own, while the
service is killed, its database restarted, locked or without room. Every order must be in the log, once; and who only
looks is served meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from bench.children import refight
from bench.load import HOST, asked, request
from bench.measure import Result, at_least, at_most
from bench.plan import Plan
from bench.serving import PATH, Service, begin, games, ours
from domain.games.games import Games
from domain.kernel.facts import OrderGiven
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS
from tests import postgres

WRITERS = 8
KILLS = 5
PATIENCE = 90.0  # seconds until an order must have been answered
LOCKED = 4.0  # seconds that another program keeps the log locked
Where = Callable[[], int]


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    orders = plan.size(125, 40)  # for each of the writers: a thousand
    yield _killed(folder / "killed.db", plan, orders)
    yield from _without_room(folder / "full.db", plan, orders // 2)
    yield from _locked(folder / "locked.db", plan)
    programs = postgres.programs()
    if programs is None:
        print("no PostgreSQL here: its restart is left out", file=sys.stderr)
        return
    with postgres.server(programs, durable=True) as url:
        yield _restarted(url, programs, plan, orders)


# Trouble


def _killed(log: Path, plan: Plan, orders: int) -> Result:
    tokens = games(str(log))
    with ExitStack() as running:
        now = [running.enter_context(ours(plan, str(log), tokens))]
        begin(now[0])

        async def trouble() -> None:
            for _ in range(KILLS):
                await asyncio.sleep(0.4)
                os.kill(now[0].process, signal.SIGKILL)
                now[0] = await asyncio.to_thread(running.enter_context, ours(plan, str(log), tokens))

        asyncio.run(_sent(lambda: now[0].port, tokens, orders, trouble))
    return _all_there(f"orders in the log after {KILLS} times kill -9, SQLite", str(log), plan, orders)


def _without_room(log: Path, plan: Plan, orders: int) -> Iterator[Result]:
    """No file of the process may grow: to SQLite that is a full disk."""
    tokens, looks = games(str(log)), list[float]()
    with ours(plan, str(log), tokens) as service:
        begin(service)

        async def trouble() -> None:
            await asyncio.sleep(0.3)
            resource.prlimit(service.process, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            looks.extend(await _looked(service, 2.0))
            resource.prlimit(service.process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)

        asyncio.run(_sent(lambda: service.port, tokens, orders, trouble))
    yield _all_there("orders in the log after a full disk, SQLite", str(log), plan, orders)
    yield _served("who looks while the disk is full, p99", looks, plan)


def _locked(log: Path, plan: Plan) -> Iterator[Result]:
    tokens, looks = games(str(log)), list[float]()
    with ours(plan, str(log), tokens) as service:
        begin(service)

        async def trouble() -> None:
            with sqlite3.connect(log, isolation_level=None, timeout=30) as other:
                other.execute("BEGIN EXCLUSIVE")
                looks.extend(await _looked(service, LOCKED))
                other.execute("ROLLBACK")

        asyncio.run(_sent(lambda: service.port, tokens, 4, trouble))
    yield _all_there("orders in the log after it was locked, SQLite", str(log), plan, 4)
    yield _served("who looks while the log is locked, p99", looks, plan)


def _restarted(url: str, programs: Path, plan: Plan, orders: int) -> Result:
    import psycopg

    tokens = games(url)
    with psycopg.connect(url) as connection:
        (data,) = connection.execute("SHOW data_directory").fetchone() or ("",)
    command = [str(programs / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "-l", f"{data}/../log", "restart"]
    with ours(plan, url, tokens, "--workers", "2") as service:
        begin(service)

        async def trouble() -> None:
            await asyncio.sleep(0.5)
            await asyncio.to_thread(subprocess.run, command, user=postgres.account(), stdout=-3, check=True)

        asyncio.run(_sent(lambda: service.port, tokens, orders, trouble))
    return _all_there("orders in the log after PostgreSQL was restarted", url, plan, orders)


# Whoever plays, and whoever looks


async def _sent(where: Where, tokens: list[str], orders: int, trouble: Callable[[], Awaitable[None]]) -> None:
    await asyncio.gather(trouble(), *(_writer(where, tokens[game], game, orders) for game in range(WRITERS)))


async def _writer(where: Where, token: str, game: int, orders: int) -> None:
    """An order is sent again, with its key, until it is answered."""
    end = time.monotonic() + PATIENCE
    for number in range(orders):
        body = json.dumps({"by": "blue", "order": f"MovePiece piece=guard to=p{number}"}).encode()
        sent = request("POST", PATH.format(f"g{game}"), token, body, f"Idempotency-Key: {game}-{number}")
        while not await _is_stored(where(), sent):
            if time.monotonic() > end:
                raise RuntimeError(f"order {number} of g{game} was never answered")
            await asyncio.sleep(0.1)


async def _is_stored(port: int, sent: bytes) -> bool:
    with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
        async with asyncio.timeout(30):
            reader, writer = await asyncio.open_connection(HOST, port)
            status, answer = await asked(reader, writer, sent)
            writer.close()
            if status not in (201, 409, 429, 503):
                raise RuntimeError(f"{status}: {answer[:200]!r}")
            return status == 201
    return False


async def _looked(service: Service, seconds: float) -> list[float]:
    """Entries, boards and the list of games, over one connection."""
    paths = ("/api/1/games/g9/lines/main/entries", "/api/1/games/g9/lines/main/board", "/health")
    found, end = list[float](), time.perf_counter() + seconds
    reader, writer = await asyncio.open_connection(HOST, service.port)
    while time.perf_counter() < end:
        for path in paths:
            begun = time.perf_counter()
            status, _ = await asked(reader, writer, request("GET", path))
            found.append(time.perf_counter() - begun if status == 200 else seconds)
        await asyncio.sleep(0.02)
    writer.close()
    return found


def _served(work: str, looks: list[float], plan: Plan) -> Result:
    late = 1000 * sorted(looks)[int(0.99 * len(looks))]
    return at_most(work, late, 1000, "ms", 1, note=f"{len(looks)} looks, wall", quick=plan.quick)


def _all_there(work: str, log: str, plan: Plan, orders: int) -> Result:
    found = 0
    with GameLog(log, SYSTEMS) as opened:
        for game in range(WRITERS):
            told = Games(opened).entries_of(Ref(f"g{game}"), OrderGiven)
            times = Counter(getattr(entry.fact.order, "to", "") for entry in told if isinstance(entry.fact, OrderGiven))
            found += sum(times[f"p{number}"] == 1 for number in range(orders))
    for game in range(WRITERS):
        refight(plan, Path(log) if "://" not in log else log, "verify", f"g{game}")  # type: ignore[arg-type]
    note = "each once, every chain whole; sent until answered, with an Idempotency-Key"
    return at_least(work, found, WRITERS * orders, "orders", 1, note, quick=plan.quick)
