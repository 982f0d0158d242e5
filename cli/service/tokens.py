"""Who may do what: a token for each side and for the umpire of a game. Only their hashes are kept, beside the log."""

from __future__ import annotations

import hmac
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

LOCK_SECONDS = 15
BYTES = 32  # of randomness: nobody guesses that, so a plain hash is enough to keep


class TokenRow(NamedTuple):
    """A token as it is known here: enough to tell it from others, not enough to use it."""

    side: str
    mark: str  # how its hash begins
    made: int  # milliseconds since 1970, UTC


class TokenBox:
    """A small SQLite file next to the game log, readable by its owner only; like the seeds, it is no part of the log.

    Asked anew each time: a token that is revoked in another terminal opens nothing from then on.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def new(self, game: str, side: str) -> str:
        """The one time that a token is seen."""
        token = secrets.token_urlsafe(BYTES)
        with self._open() as file:
            file.execute("INSERT INTO tokens VALUES (?, ?, ?, ?)", (game, side, hashed(token), _now()))
        return token

    def revoke(self, game: str, side: str) -> int:
        """All tokens of that side; how many they were."""
        if not self.path.exists():
            return 0
        with self._open() as file:
            return file.execute("DELETE FROM tokens WHERE game=? AND side=?", (game, side)).rowcount

    def listed(self, game: str) -> list[TokenRow]:
        return [TokenRow(side, digest[:8], made) for side, digest, made in self._of(game)]

    def side(self, game: str, token: str) -> str | None:
        """Whose token this is; every one of the game is compared, so that the time it takes tells nothing."""
        given, found = hashed(token), None
        for side, digest, _ in self._of(game):
            if hmac.compare_digest(digest, given):
                found = side
        return found

    def is_known(self, token: str) -> bool:
        """Whether it is one of any game."""
        if not self.path.exists():
            return False
        with self._open() as file:
            digests = [digest for (digest,) in file.execute("SELECT digest FROM tokens")]
        return sum(hmac.compare_digest(digest, hashed(token)) for digest in digests) > 0

    def _of(self, game: str) -> list[tuple[str, str, int]]:
        if not self.path.exists():
            return []
        with self._open() as file:
            return file.execute("SELECT side, digest, made FROM tokens WHERE game=? ORDER BY made", (game,)).fetchall()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self.path.touch(mode=0o600)
            with closing(sqlite3.connect(self.path, timeout=LOCK_SECONDS, check_same_thread=False)) as file, file:
                file.execute(
                    "CREATE TABLE IF NOT EXISTS tokens "
                    "(game TEXT NOT NULL, side TEXT NOT NULL, digest TEXT PRIMARY KEY, made INTEGER NOT NULL)"
                )
                yield file


def hashed(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def _now() -> int:
    return time.time_ns() // 1_000_000
