"""A throw-away PostgreSQL server on loopback, for the tests that need a real one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REQUIRED = "REFIGHT_REQUIRE_POSTGRES"  # set where a missing server is a failure, not a reason to skip
ACCOUNTS = ("postgres", "nobody")
SPEED = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=32MB"
QUIET = "-c autovacuum=off"  # its transactions would hold a reader back for a moment, now in one test, now in another


def programs() -> Path | None:
    """The folder of initdb, pg_ctl and postgres; the newest where there are several."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: _version(folder.parent.name))
    on_path = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    wanted = ("initdb", "pg_ctl", "postgres")
    found = (folder for folder in (*reversed(installed), *on_path) if all((folder / name).exists() for name in wanted))
    return next(found, None)


def _version(name: str) -> int:
    return int(name) if name.isdigit() else 0


@contextmanager
def server(folder: Path, *, durable: bool = False) -> Iterator[str]:
    """Runs a server until the end of the block; gives the address of its first database.

    A durable one writes through to the disk at every commit, as a club's does; no test needs that.
    """
    home = Path(tempfile.mkdtemp(prefix="refight-pg-"))
    who = account()
    if who:
        shutil.chown(home, who)
    port = _free_port()
    try:
        _run(who, home, folder / "initdb", "-D", home / "data", "-U", "refight", "-A", "trust", "-E", "UTF8", "-N")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{home}' {QUIET}"
        _run(
            who, home, folder / "pg_ctl", "-D", home / "data", "-l", home / "log", "-w", "-t", 60,
            "-o", options if durable else f"{options} {SPEED}", "start",
        )  # fmt: skip
        try:
            yield f"postgresql://refight@127.0.0.1:{port}/postgres"
        finally:
            _run(who, home, folder / "pg_ctl", "-D", home / "data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def account() -> str | None:
    """PostgreSQL refuses to run as root: another account is borrowed then."""
    if os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ACCOUNTS if name in known)


def _run(account: str | None, home: Path, *command: object) -> None:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=home,
        user=account,
        extra_groups=[] if account else None,
        env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # a server that stays would hold a pipe open
        stderr=(errors := tempfile.TemporaryFile()),  # noqa: SIM115
        check=False,
    )
    if done.returncode:
        errors.seek(0)
        raise RuntimeError(f"{command[0]} failed: {errors.read().decode(errors='replace')}")
    errors.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
