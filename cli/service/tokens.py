"""Who may do what: a token for each side and for the umpire of a game. Only hashes are kept, apart from the log."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256

from domain.log.apart import TokenKept
from domain.log.store import Store

BYTES = 32  # of randomness: nobody guesses that, so a plain hash is enough to keep


class TokenBox:
    """Like the seeds, tokens lie apart from the log, in the same place for every process that opens it.

    Asked anew each time: a token that is revoked in another terminal opens nothing from then on.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def new(self, game: str, side: str) -> str:
        """The one time that a token is seen."""
        token = secrets.token_urlsafe(BYTES)
        self.store.put_token(game, TokenKept(side, hashed(token), time.time_ns() // 1_000_000))
        return token

    def revoke(self, game: str, side: str) -> int:
        """All tokens of that side; how many they were."""
        gone = [kept for kept in self.listed(game) if kept.side == side]
        self.store.drop_tokens(gone)
        return len(gone)

    def listed(self, game: str) -> list[TokenKept]:
        return self.store.tokens(game)

    def side(self, game: str, token: str) -> str | None:
        """Whose token this is. It is looked up by its hash: the time that takes tells of hashes, not of tokens."""
        found = self.store.token(hashed(token))
        return found[1] if found is not None and found[0] == game else None

    def side_and_rows(self, game: str, token: str, stream: str, after: int) -> tuple[str | None, list[bytes] | None]:
        """The same, and what others have written to a stream, where one question asks both."""
        found, rows = self.store.token_and_rows(hashed(token), stream, after)
        return (found[1] if found is not None and found[0] == game else None), rows

    def is_known(self, token: str) -> bool:
        """Whether it is one of any game."""
        return self.store.token(hashed(token)) is not None


def hashed(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
