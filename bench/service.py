"""Bars of the web service: orders a second against a minimal one over the same server and database, taken in turn;
what pictures and followers cost those who play; what a second process brings."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.cpu import server_of, used_below
from bench.load import HOST, asked, request
from bench.measure import Result, at_least, at_most
from bench.plan import Plan
from bench.recorded import into
from bench.serving import GAMES, MOVE, ROLL, Service, begin, games, minimal, ours, pressed
from tests import postgres

CONNECTIONS, STEPS, FEWEST = 8, 4, 5
CROWDED = 32  # connections that keep two processes busy: with half of them both wait a tenth of the time
KINDS = (("to one game", MOVE, False), ("with fair dice", ROLL, False), (f"to {GAMES} games", MOVE, True))
PICTURES, SECONDS = 5, 5  # a second; and how long a piece of the measuring takes
FOLLOWERS = 500
CROWD = ("--limit", "followers=700", "--limit", "followers_each=700", "--limit", "connections=2000")


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    log = str(folder / "games.db")
    tokens = games(log)
    with ours(plan, log, tokens, *CROWD) as mine, minimal(plan, str(folder / "minimal.db")) as yardstick:
        begin(mine)
        yield from _orders("SQLite", mine, yardstick, plan)
        yield _pictures(folder, plan)
        yield _followers(mine, plan)
    programs = postgres.programs()
    if programs is None:
        print("no PostgreSQL here: its bars are left out", file=sys.stderr)
        return
    with postgres.server(programs, durable=True) as url:
        tokens = games(url)
        with ours(plan, url, tokens) as mine, minimal(plan, url) as yardstick:
            begin(mine)
            yield from _orders("PostgreSQL", mine, yardstick, plan)
            with (
                ours(plan, url, tokens, "--workers", "2") as two,
                ours(plan, url, tokens, "--workers", "4") as four,
                ours(plan, url, tokens, "--pin") as pinned,
            ):
                yield from _workers([mine, two, four, pinned], server_of(url), plan)


def _orders(engine: str, mine: Service, yardstick: Service, plan: Plan) -> Iterator[Result]:
    for what, text, many in KINDS:
        rounds, delays = [], list[float]()
        for _ in range(max(FEWEST, plan.rounds)):
            seconds = [0.0, 0.0]
            for step in range(STEPS):
                turn = [(0, mine), (1, yardstick)]
                for place, service in turn if step % 2 else reversed(turn):
                    load = pressed(service, text, CONNECTIONS, plan.size(40, 20), many=many)
                    seconds[place] += load.seconds
                    delays += load.delays if not place else []
            rounds.append((seconds[1] / seconds[0], seconds))
        _, (one, other) = sorted(rounds)[len(rounds) // 2]
        count = STEPS * CONNECTIONS * plan.size(40, 20)
        late = f"p50 {_at(delays, 0.5):.1f} ms, p99 {_at(delays, 0.99):.1f} ms; wall"
        yield at_least(f"orders {what}, {engine}", count / one, count / other, "orders/s", 0.5, late, quick=plan.quick)


def _at(delays: list[float], share: float) -> float:
    """Milliseconds."""
    return 1000 * sorted(delays)[min(len(delays) - 1, int(share * len(delays)))]


# Pictures


def _pictures(folder: Path, plan: Plan) -> Result:
    """Of a Gettysburg game at ever other entries, asked for by people without a token, while another game is played."""
    log = str(folder / "pictures.db")
    into(Path(log), "gettysburg/first-of-july.transcript")
    with ours(plan, log, games(log)) as service:
        begin(service)
        quiet, busy = list[float](), list[float]()
        for turn in range(max(FEWEST, plan.rounds)):
            quiet.append(asyncio.run(_median_order(service, 0, turn)))
            busy.append(asyncio.run(_median_order(service, PICTURES, turn)))
    note = f"medians of {SECONDS} s each, wall; {PICTURES} pictures a second"
    return at_most(
        "an order beside pictures", 1000 * median(busy), 1000 * median(quiet), "ms", 2, note=note, quick=plan.quick
    )


async def _median_order(service: Service, pictures: int, turn: int) -> float:
    delays: list[float] = []
    end = time.perf_counter() + SECONDS
    drawing = [asyncio.create_task(_draw(service, place, turn, end)) for place in range(pictures)]
    reader, writer = await asyncio.open_connection(HOST, service.port)
    while time.perf_counter() < end:
        begun = time.perf_counter()
        status, _ = await asked(reader, writer, service.order(1, MOVE))
        assert status == 201, status
        delays.append(time.perf_counter() - begun)
        await asyncio.sleep(0.02)
    writer.close()
    await asyncio.gather(*drawing)
    return median(delays)


async def _draw(service: Service, place: int, turn: int, end: float) -> None:
    """A picture a second over a connection of its own, never the same one twice."""
    reader, writer = await asyncio.open_connection(HOST, service.port)
    await asyncio.sleep(place / PICTURES)
    number = 100 + 100 * turn + 20 * place
    while time.perf_counter() < end:
        begun = time.perf_counter()
        path = f"/api/1/games/game/lines/main/board.svg?at={number}"
        status, _ = await asked(reader, writer, request("GET", path))
        assert status == 200, status
        number += 3
        await asyncio.sleep(max(0.0, begun + 1 - time.perf_counter()))
    writer.close()


# Followers


def _followers(service: Service, plan: Plan) -> Result:
    delays = asyncio.run(_followed(service, plan.size(20, 8)))
    note = f"{FOLLOWERS} followers, an order a second; p50 {_at(delays, 0.5):.0f} ms; from sending the order; wall"
    return at_most("news to the last of 500 followers, p99", _at(delays, 0.99), 1000, "ms", 1, note=note)


async def _followed(service: Service, orders: int) -> list[float]:
    sent: dict[int, float] = {}
    delays: list[float] = []
    path = "/api/1/games/g2/lines/main/follow"
    reader, writer = await asyncio.open_connection(HOST, service.port)

    async def follow(ready: Callable[[], None]) -> None:
        stream, out = await asyncio.open_connection(HOST, service.port)
        out.write(request("GET", path))
        await stream.readuntil(b"retry:")
        ready()
        seen = 0
        while seen < orders:
            line = await stream.readuntil(b"\n")
            if line.startswith(b"id:") and int(line[3:]) in sent:
                delays.append(time.perf_counter() - sent[int(line[3:])])
                seen += 1
        out.close()

    waiting = asyncio.Semaphore(0)
    followers = [asyncio.create_task(follow(waiting.release)) for _ in range(FOLLOWERS)]
    for _ in followers:
        await asyncio.wait_for(waiting.acquire(), 60)
    _, answer = await asked(reader, writer, request("GET", "/api/1/games/g2/lines/main/entries?limit=1"))
    head = int(answer.rsplit(b'"head":', 1)[1].rstrip(b"}"))
    for number in range(orders):
        begun = time.perf_counter()
        sent[head + 2 * number + 2] = begun
        status, _ = await asked(reader, writer, service.order(2, MOVE))
        assert status == 201, status
        await asyncio.sleep(max(0.0, begun + 1 - time.perf_counter()))
    await asyncio.wait_for(asyncio.gather(*followers), 60)
    writer.close()
    return delays


# Processes


class Spent(NamedTuple):
    """CPU seconds: of the service, of the database, of the load itself."""

    service: float = 0.0
    database: float = 0.0
    load: float = 0.0
    orders: int = 0

    @classmethod
    def now(cls, service: Service, database: int) -> Spent:
        return cls(used_below(service.process), used_below(database), time.process_time())

    def more(self, before: Spent, after: Spent, orders: int) -> Spent:
        service, database, load = (
            mine + now - then for mine, now, then in zip(self[:3], after[:3], before[:3], strict=True)
        )
        return Spent(service, database, load, self.orders + orders)

    def told(self) -> str:
        service, database, load = (1000 * seconds / self.orders for seconds in self[:3])
        return f"service {service:.2f}, database {database:.2f}, load {load:.2f} ms"


def _workers(services: list[Service], database: int, plan: Plan) -> Iterator[Result]:
    """One process as the system moves it about, two and four that each keep to a core, as they do unless told
    otherwise; and, in the note, one that does."""
    rounds, spent = [], [Spent() for _ in services]
    for _ in range(max(FEWEST, plan.rounds)):
        seconds = [0.0 for _ in services]
        for step in range(STEPS):
            for turn in range(len(services)):
                place = (turn + step) % len(services)
                service = services[place]
                before = Spent.now(service, database)
                load = pressed(service, MOVE, CROWDED, plan.size(40, 20), many=True)
                seconds[place] += load.seconds
                spent[place] = spent[place].more(before, Spent.now(service, database), len(load.delays))
        rounds.append((seconds[0] / seconds[1], seconds))
    _, (alone, both, more, kept) = sorted(rounds)[len(rounds) // 2]
    count = STEPS * CROWDED * plan.size(40, 20)
    most = 2 * spent[0].service / spent[0].orders / (sum(spent[1][:3]) / spent[1].orders)
    note = (
        f"of one; four: {count / more:,.0f} orders/s, {alone / more:.2f}; one with --pin: {count / kept:,.0f}, "
        f"{alone / kept:.2f}, of which two are {kept / both:.2f}; wall, load and database on the same cores. "
        f"CPU an order: {spent[0].told()}; as two {spent[1].told()}: two cores give at most {most:.2f}"
    )
    yield at_least("two processes, PostgreSQL", count / both, count / alone, "orders/s", 1.4, note, quick=plan.quick)
