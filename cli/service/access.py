"""Who asks, and what that one may see and do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from litestar import Request

from cli.service.problems import Trouble
from cli.service.ways import COOKIE, SECURE_COOKIE
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
    person: str = ""  # the login of one who has signed in
    is_over: bool = False  # no line of the game is in play any more, and nothing in it is hidden from anybody

    @property
    def viewer(self) -> str | None:
        """As every projection takes it: None sees everything; while a game goes on nobody but the umpire gets it."""
        if self.sees_all or self.is_over:
            return None
        return self.side if self.role == "side" else SPECTATOR

    @property
    def is_known(self) -> bool:
        return self.role != "spectator"

    @property
    def sees_all(self) -> bool:
        return self.role in ("umpire", "service")

    def who(self, game: str = "") -> str:
        """For shares of what there is: whoever has no part in a game and no account is one with all who have none."""
        return self.person or (f"{game} {self.role} {self.side}" if self.is_known else "")

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


class Shown(msgspec.Struct, frozen=True):
    """What a request shows of who sends it: a token, or else the cookie of one who has signed in."""

    token: str | None = None
    session: str = ""

    @property
    def key(self) -> str:
        """The same for all requests of one; empty: nobody known."""
        return self.token or self.session


STRANGER = Shown()
SAFE = ("GET", "HEAD", "OPTIONS")
FOREIGN = later("this was sent by a page of another site, or by none; nothing was done")


def shown(request: Request[Any, Any, Any]) -> Shown:
    """A cookie is sent by the browser whoever asks it to: for anything that changes something it counts only from a
    page of our own, and what only our own page knows of is where it was sent from."""
    token = bearer(request.headers.get("authorization"))
    if token is not None:
        return Shown(token)
    secure = request.scope["scheme"] == "https"
    session = request.cookies.get(SECURE_COOKIE if secure else COOKIE, "")
    if not session or len(session) > LONGEST:
        return STRANGER
    if request.method not in SAFE and not is_own_page(request):
        raise Trouble("not-yours", phrase(FOREIGN))
    return Shown(None, session)


def is_own_page(request: Request[Any, Any, Any]) -> bool:
    """Browsers say where a request comes from, and no page can have them say otherwise."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = urlsplit(request.headers.get("origin") or "")
    if origin.scheme == "http" and request.scope["scheme"] == "https":  # which anyone on the way may have made
        return False
    return bool(origin.netloc) and origin.netloc == request.headers.get("host")


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header; none if there is no such header."""
    if header is None:
        return None
    if header[: len(SCHEME)].lower() != SCHEME or not (token := header[len(SCHEME) :].strip()):
        raise Trouble("no-token", phrase("the Authorization header reads: Bearer TOKEN"))
    if len(token) > LONGEST or not token.isascii():
        raise Trouble("no-token", phrase("this is no token: it is too long, or holds letters that no token has"))
    return token
