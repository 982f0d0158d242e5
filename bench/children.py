"""Commands in processes of their own, with bytecode: what they use is what the system has counted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from bench.plan import Plan

REFIGHT = str(Path(sys.executable).with_name("refight"))
USHER = str(Path(__file__).with_name("usher.py"))
CPU_LIMIT = 600  # seconds: whoever needs more has missed every bar there is


class Usage(msgspec.Struct, frozen=True):
    cpu: float  # seconds
    wall: float
    peak: int  # bytes
    code: int
    stopped: bool  # at its limit: it would have used more


def environment(plan: Plan, **more: str) -> dict[str, str]:
    """Bytecode is kept in a place of the run's own, whatever the environment says and the disk holds."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(plan.shared / "bytecode"), **more}


def usage(
    plan: Plan, command: Sequence[str], limit: float = CPU_LIMIT, env: Mapping[str, str] | None = None, code: int = 0
) -> Usage:
    """`code` is what it is to end with."""
    ushered = [sys.executable, "-IS", USHER, str(round(limit)), *command]
    done = subprocess.run(ushered, env=env or environment(plan), stdout=subprocess.PIPE, check=True)
    used = msgspec.json.decode(done.stdout, type=Usage)
    if used.code != code and not used.stopped:
        raise RuntimeError(f"{' '.join(command)} ended with {used.code}")
    return used


def refight(plan: Plan, db: Path, *words: str, limit: float = CPU_LIMIT, code: int = 0) -> Usage:
    return usage(plan, [REFIGHT, "--db", str(db), *words], limit, code=code)


def last_line(plan: Plan, *command: str) -> bytes:
    """What a program of the bench's own says in the end, which it has measured itself."""
    done = subprocess.run([sys.executable, *command], env=environment(plan), stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines()[-1]
