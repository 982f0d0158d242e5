"""The service on a real log in a temporary folder, asked without a network."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from cli.service.app import endpoints, serving
from cli.service.bounds import Bounds
from cli.service.door import Door
from cli.service.service import Service
from cli.service.tokens import TokenBox
from cli.shell.packs import load_pack
from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.log.gamelog import GameLog
from domain.log.refs import parse_ref
from domain.words.orders import parse_order
from rules import SYSTEMS

API, BASE = "/api/1", "http://127.0.0.1"
IDLE: defaultdict[tuple[int, int], list[Litestar]] = defaultdict(list)
RIDGE = (
    ("blue", "AddPiece piece=guard side=blue at=hill strength=4"),
    ("red", "AddPiece piece=spy side=red at=wood hidden=yes"),
    ("red", "AddPiece piece=horse side=red at=road strength=3"),
    ("blue", "RollDice why=volley dice=2", 4, 5),
    ("red", "TakeLoss piece=horse amount=2 men=100 cause=volley"),
    ("blue", 'ScorePoints side=blue points=3 why="the hill"'),
)


class Asked:
    """One caller of the service; who it is depends on the token it sends."""

    def __init__(self, club: Club, token: str = "") -> None:
        self.club, self.headers = club, {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **more: Any) -> Any:
        return self.club.client.get(path, headers={**self.headers, **more.pop("headers", {})}, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.club.client.post(path, headers={**self.headers, **more.pop("headers", {})}, **more)

    def order(self, by: str, text: str, **more: Any) -> Any:
        return self.post(f"{API}/games/ridge/lines/main/orders", json={"by": by, "order": text, **more})


class Club:
    """A service with everything behind it."""

    def __init__(self, service: Service, client: TestClient[Door]) -> None:
        self.service, self.client, self.games = service, client, service.games
        self.spectator, self.own = Asked(self), Asked(self, service.own_token)

    def member(self, side: str, game: str = "ridge") -> Asked:
        return Asked(self, self.service.tokens.new(game, side))

    def play(self, game: str, *orders: tuple[Any, ...]) -> None:
        """Orders as the command line would store them, with the dice given or none; `ridge@back` is another line."""
        ref = parse_ref(game)
        line = self.games.line(ref)
        for by, text, *dice in orders:
            self.games.order(ref, by, parse_order(line.system, text), EnteredChance(dice))

    def new(self, system: str, scenario: str, name: str, **more: Any) -> None:
        self.games.new(SYSTEMS[system], scenario, name, load_pack(system), **more)


@contextmanager
def opened(folder: Path, bounds: Bounds | None = None) -> Iterator[Club]:
    folder.mkdir(exist_ok=True)
    with GameLog(str(folder / "games.db"), SYSTEMS) as log:
        service = Service(Games(log), TokenBox(log.store), bounds or Bounds(burst=100_000))
        with _endpoints(service.bounds) as app, TestClient(serving(app, service), base_url=BASE) as client:
            yield Club(service, client)


@contextmanager
def _endpoints(bounds: Bounds) -> Iterator[Litestar]:
    """Some that served in a test before, if they are of that size: to make them takes longer than most tests."""
    size = bounds.body, bounds.file
    app = IDLE[size].pop() if IDLE[size] else endpoints(bounds)
    yield app
    IDLE[size].append(app)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """With the ridge: a short freeform game of blue against red, with a hidden piece, two rolls, points and losses."""
    with opened(tmp_path) as found:
        found.new("freeform", "blank", "ridge")
        found.play("ridge", *RIDGE)
        yield found


Opened = Callable[..., Any]
