"""What takes long to work out, once in a run of tests: by whichever of its processes asks for it first."""

from __future__ import annotations

import os
import pickle
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

FOLDER = "REFIGHT_TESTS_ONCE"  # where the processes of a run keep it for each other; without it each works it out
PATIENCE = 600  # seconds; only a run whose other process was killed in the midst of it waits that long
T = TypeVar("T")


def begin() -> Callable[[], None]:
    """In the first process of a run, before it starts others; what is returned ends it. A run within a run shares."""
    if FOLDER in os.environ:
        return lambda: None
    os.environ[FOLDER] = folder = tempfile.mkdtemp(prefix="refight-tests-")

    def end() -> None:
        del os.environ[FOLDER]
        shutil.rmtree(folder, ignore_errors=True)

    return end


def once(name: str, make: Callable[[], T]) -> T:
    """Anything that can be pickled; whoever asks while it is being made waits for it."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return make()
    path = Path(folder) / sha256(name.encode()).hexdigest()
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as kept:
        kept.execute("BEGIN IMMEDIATE")
        kept.execute("CREATE TABLE IF NOT EXISTS made (value BLOB)")
        row = kept.execute("SELECT value FROM made").fetchone()
        found: T = pickle.loads(row[0]) if row else make()
        if not row:
            kept.execute("INSERT INTO made VALUES (?)", (pickle.dumps(found),))
        kept.execute("COMMIT")
    return found
