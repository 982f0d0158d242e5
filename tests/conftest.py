"""What most tests need: a pack, and games on a real database file."""

from __future__ import annotations

import gc
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import settings

from domain.games.games import Games
from domain.kernel.packs import Pack
from domain.log.gamelog import GameLog, Line
from rules import SYSTEMS
from tests import chromium, once, postgres
from tests.replay_fixtures import RecordedGame, brought_in

ROOT = Path(__file__).parent.parent
MEMORY = Path("/dev/shm")  # where there is one: thousands of databases are made, and none is worth waiting for a disk
ROOM = 4 * 2**30

# The processes of a run, its workers and hundreds of children, read what the first of them compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# How long an example takes says something of the machine, nothing of the rules.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    """The first process of a run says where all of them keep what they write, and what is worked out once."""
    if not hasattr(config, "workerinput"):
        if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
            os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None
        config.add_cleanup(once.begin())


def pytest_collection_finish() -> None:
    """What was collected stays to the end, and lists of orders are long: to look through all of it for garbage
    after every few hundred of them takes a fifth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: a third of a run is waiting, for a browser, a server or a disk."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 2 * cores


def missing(what: str, required: str) -> NoReturn:
    """A reason to skip; where the environment says that it must be there, a failure."""
    if os.environ.get(required):
        pytest.fail(f"{what}, and {required} is set")
    pytest.skip(what)


@pytest.fixture(scope="session")
def pack() -> Pack:
    """The open pack of freeform."""
    folder = ROOT / "rules" / "freeform" / "packs" / "open"
    return Pack(name="open", files={file.name: file.read_text() for file in sorted(folder.glob("*.toml"))})


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """An empty game log in a SQLite file."""
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        yield Games(log)


@pytest.fixture(scope="session")
def recorded_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecordedGame]:
    """A recorded game, brought in once for all tests that only look at it."""
    found: dict[Path, tuple[Games, Line]] = {}
    with ExitStack() as open_logs:

        def find(path: Path) -> tuple[Games, Line]:
            if path not in found:
                url = str(tmp_path_factory.mktemp("recorded") / "games.db")
                games = Games(open_logs.enter_context(GameLog(url, SYSTEMS)))
                found[path] = games, brought_in(games, path)
            return found[path]

        yield find


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A real PostgreSQL server for the whole run, or a skip that says why."""
    folder = postgres.programs()
    if folder is None:
        missing("no PostgreSQL here: neither on PATH nor in /usr/lib/postgresql", postgres.REQUIRED)
    with postgres.server(folder) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """A fresh, empty database on the server."""
    import psycopg

    name = f"refight_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_server.removesuffix("postgres") + name


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, or a skip that says why. Ends with its module: its driver keeps an event loop running meanwhile."""
    program = chromium.program()
    if program is None:
        missing("no Chromium here (`apt-get install chromium`)", chromium.REQUIRED)
    pytest.importorskip("playwright.sync_api", reason="no playwright here (it is in .[dev])")
    with chromium.running(program) as running:
        yield running


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core, which is no part of the project: `npm pack axe-core@4.14.0`, unpacked into `.axe/`; else a skip."""
    path = Path(os.environ.get("REFIGHT_AXE") or ROOT / ".axe" / "package" / "axe.min.js")
    if not path.is_file():
        missing(f"no axe-core at {path}", chromium.REQUIRED)
    return path.read_text("utf-8")


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: the folder in REFIGHT_SCREENSHOTS, or one that is thrown away."""
    folder = Path(os.environ.get("REFIGHT_SCREENSHOTS") or tmp_path_factory.mktemp("pictures"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database on each engine."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def any_games(store_url: str) -> Iterator[Games]:
    """Games on an empty log, once on each engine."""
    with GameLog(store_url, SYSTEMS) as log:
        yield Games(log)
