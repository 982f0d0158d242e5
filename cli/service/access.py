"""Who asks, and what that one may see and do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from cli.service.problems import Trouble
from domain.games.sight import SPECTATOR
from domain.kernel.naming import UMPIRE
from domain.words.phrases import later, phrase

Role = Literal["spectator", "side", "umpire", "service"]
OWN = later("the service's own token")
NEEDS_OWN = later("{0} needs {1}, which `refight serve` printed when it started")
SCHEME = "bearer "
LONGEST = 200  # letters of a token


class Caller(msgspec.Struct, frozen=True):
    """A spectator, a side or the umpire of one game, or whoever runs the service."""

    role: Role
    side: str = ""

    @property
    def viewer(self) -> str | None:
        """As every projection takes it: None sees everything, and nobody but the umpire gets it."""
        if self.sees_all:
            return None
        return self.side if self.role == "side" else SPECTATOR

    @property
    def is_known(self) -> bool:
        return self.role != "spectator"

    @property
    def sees_all(self) -> bool:
        return self.role in ("umpire", "service")

    @property
    def name(self) -> str:
        """How it signs."""
        return self.side if self.role == "side" else UMPIRE

    @property
    def token(self) -> str:
        """What its token is called."""
        if self.role == "side":
            return phrase("{0}'s token", self.side)
        return phrase("the umpire's token") if self.role == "umpire" else phrase(OWN)

    def check_member(self, game: str) -> None:
        if not self.is_known:
            raise Trouble("no-token", phrase("this needs a token of {0}; `refight token {0} SIDE` makes one", game))

    def check_umpire(self, game: str, what: str) -> None:
        self.check_member(game)
        if not self.sees_all:
            raise Trouble("not-yours", phrase("{0}: it needs the umpire's token of {1}", phrase(what), game))

    def check_own(self, what: str) -> None:
        if self.role != "service":
            kind = "not-yours" if self.is_known else "no-token"
            raise Trouble(kind, phrase(NEEDS_OWN, phrase(what), phrase(OWN)))

    def check_gives(self, game: str, by: str, sides: Sequence[str]) -> None:
        """Nobody else gives a side's orders, not even the umpire."""
        self.check_member(game)
        if self.side != by and by in sides:
            raise Trouble("not-yours", phrase("this is {0}; an order of {1} needs {1}'s token", self.token, by))


SPECTATING = Caller("spectator")


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header; none if there is no such header."""
    if header is None:
        return None
    if header[: len(SCHEME)].lower() != SCHEME or not (token := header[len(SCHEME) :].strip()):
        raise Trouble("no-token", phrase("the Authorization header reads: Bearer TOKEN"))
    if len(token) > LONGEST or not token.isascii():
        raise Trouble("no-token", phrase("this is no token: it is too long, or holds letters that no token has"))
    return token
