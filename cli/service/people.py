"""The people of a club as the service knows them: who signs in, by which invitation, and what he is in a game."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cli.service.access import SPECTATING, Caller
from cli.service.bounds import Bounds
from cli.service.problems import Trouble
from cli.service.tokens import BYTES, hashed
from domain.kernel.errors import BadInput
from domain.kernel.naming import UMPIRE
from domain.log.club import HOST, PRIVATE, SPECTATOR, Club, Invitation, Person
from domain.words.phrases import later, phrase

if TYPE_CHECKING:
    from argon2 import PasswordHasher

T = TypeVar("T")
ASKED = ("login", "name", "mail", "password")  # in the form of whoever joins
MANY = 10  # addresses whose tries a login takes: nobody keeps its owner out from a few
SHORTEST, LONGEST = 10, 200  # letters of a password
LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]{1,62}")
# As addresses are written nearly everywhere; at what else is allowed, comments and quotes, mail libraries stumble.
_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
MAIL = re.compile(rf"(?=.{{3,254}}$){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*", re.IGNORECASE)
WRONG = later("login and password do not fit")
NO_LINK = later("this invitation was used, has run out, or was never made; ask for a new one")
TAKEN = later("somebody has this login already; choose another")
NO_UMPIRE = later("an umpire sees everything: whoever runs the service invites one")
MISSING = "accounts need one more package: pip install 'refight[server]'"


def now() -> int:
    return time.time_ns() // 1_000_000


class People:
    """Passwords are hashed in one thread of their own: whoever tries many slows down nobody who plays."""

    def __init__(self, club: Club, bounds: Bounds) -> None:
        self.club, self.bounds = club, bounds
        self.has_people = False
        self.knocks = ThreadPoolExecutor(1, thread_name_prefix="refight-knocks")
        self._knocking = 0

    def look(self) -> bool:
        """Whether anybody has an account; remembered for pages of problems, which wait for nothing."""
        self.has_people = self.has_people or self.club.has_people()
        return self.has_people

    # Who it is

    def person(self, session: str) -> Person | None:
        return self.club.signed_in(hashed(session), now()) if session else None

    def caller(self, game: str, session: str) -> Caller | None:
        """None for a stranger to a private game."""
        person = self.person(session)
        role = self.club.role(game, person.login) if person is not None else ""
        if not role:
            return None if self.club.terms(game).shown == PRIVATE else SPECTATING
        assert person is not None
        if role in (SPECTATOR, HOST):
            return Caller("spectator", "", person.login)
        return Caller("umpire", "", person.login) if role == UMPIRE else Caller("side", role, person.login)

    # Signing in

    async def knock(self, login: str, password: str, address: str) -> str:
        """The secret of a new session; Trouble if login and password do not fit, and it takes as long to say so."""
        return await self._behind_others(partial(self.sign_in, login, password, address))

    async def join_apart(self, code: str, form: Mapping[str, str]) -> Person:
        """`join` with what stands in a form."""
        return await self._behind_others(partial(self.join, code, **{name: form.get(name, "") for name in ASKED}))

    async def _behind_others(self, work: Callable[[], T]) -> T:
        """Hashing takes long by design: a few wait for it, and further ones are turned away."""
        if self._knocking >= self.bounds.knocks:
            raise Trouble("busy", phrase("too many are signing in; try again in a moment"), retry_after=5)
        self._knocking += 1
        try:
            called = partial(copy_context().run, work)
            return await asyncio.get_running_loop().run_in_executor(self.knocks, called)
        finally:
            self._knocking -= 1

    def sign_in(self, login: str, password: str, address: str) -> str:
        login, who = login.strip().lower(), (f"login {hashed(login.strip().lower())}", f"from {hashed(address)}")
        of_login, from_there = self.club.tried(who, now() - 1_000 * self.bounds.tries_for)
        if from_there >= self.bounds.tries or of_login >= MANY * self.bounds.tries:
            said = phrase("too many have failed to sign in; try again in a quarter of an hour")
            raise Trouble("too-many", said, retry_after=self.bounds.tries_for)
        person = self.club.person(login)
        known = person if person is not None and not person.revoked else None
        if not _fits(known.password if known is not None else _nobody(), password) or known is None:
            self.club.failed(who, now())
            raise Trouble("no-token", phrase(WRONG))
        if _hasher().check_needs_rehash(known.password):
            self.club.set_password(known.login, _hasher().hash(password))
        return self.begin(known.login)

    def begin(self, login: str) -> str:
        secret, since = secrets.token_urlsafe(BYTES), now()
        until = since + 1_000 * self.bounds.session
        self.club.sign_in(hashed(secret), login, since, until, self.bounds.sessions_each)
        return secret

    def sign_out(self, session: str) -> None:
        self.club.sign_out(hashed(session))

    # Invitations

    def invite(self, game: str = "", role: str = "", login: str = "", days: int = 7, maker: str = "") -> str:
        """The secret of a link: whoever has it may join, in a game as somebody, or anew as one who was here.

        `maker` is the login of the host who invites; without one it is whoever runs the service.
        """
        code, since = secrets.token_urlsafe(BYTES), now()
        self._make_room(maker, since)
        self.club.invite(hashed(code), Invitation(login, game, role, since, since + days * 86_400_000), maker)
        return code

    def _make_room(self, maker: str, since: int) -> None:
        """A host has his share; where there is no room for it, whichever host has most makes some, and nobody else."""
        inviting = self.club.inviting(since)
        if maker and inviting[maker] >= self.bounds.invitations_each:
            said = phrase("{0} of your invitations wait to be taken up; when one is, make another", inviting[maker])
            raise Trouble("too-many", said)
        while inviting.total() >= self.bounds.invitations:
            giving = {one: count for one, count in inviting.items() if count and (one or not maker)}
            if not giving:
                raise Trouble("busy", phrase("too many invitations wait in this club; ask whoever runs it"))
            most = max(giving, key=lambda one: giving[one])
            self.club.withdraw_oldest(most)
            inviting[most] -= 1

    def invitation(self, code: str) -> Invitation:
        """That of a host is good for as long as he is one."""
        found, maker = self.club.invitation(hashed(code), now()), self.club.maker(hashed(code))
        if found is None or (maker and not self.club.is_host(found.game, maker)):
            raise Trouble("not-found", phrase(NO_LINK))
        return found

    async def renew(self, login: str, password: str) -> None:
        """Another password for one who is signed in."""
        await self._behind_others(partial(self._renewed, login, password))

    def _renewed(self, login: str, password: str) -> None:
        _check_password(password)
        self.club.set_password(login, _hasher().hash(password))

    def join(self, code: str, login: str, name: str, mail: str, password: str) -> Person:
        """A new account, or a new password for one that is there."""
        found, maker = self.invitation(code), self.club.maker(hashed(code))
        _check_password(password)
        if found.login:
            known = self.club.person(found.login)
            if known is None or not self.club.accept(hashed(code)):
                raise Trouble("not-found", phrase(NO_LINK))
            self.club.set_password(found.login, _hasher().hash(password))
            return known
        login = login.strip().lower()
        _check_person(login, name, mail)
        made = Person(login, name.strip(), mail.strip(), _hasher().hash(password), now(), 0)
        if self.club.person(login) is not None:
            raise BadInput(phrase(TAKEN))
        self._take(code)
        if not self.club.add(made):  # somebody was quicker with the same login: the invitation is there as before
            self.club.invite(hashed(code), found, maker)
            raise BadInput(phrase(TAKEN))
        self._give(found, login)
        return made

    def _take(self, code: str) -> None:
        """Before anything comes of it: of two who take it up at once, in whatever process, one does."""
        if not self.club.accept(hashed(code)):
            raise Trouble("not-found", phrase(NO_LINK))

    def _give(self, found: Invitation, login: str) -> None:
        if found.game:
            self.club.give(found.game, login, found.role)

    def accept(self, code: str, found: Invitation, login: str) -> None:
        """By one who has an account."""
        self._take(code)
        self._give(found, login)


def _check_password(password: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(phrase("a password has {0} to {1} letters", SHORTEST, LONGEST))


def _check_person(login: str, name: str, mail: str) -> None:
    if not LOGIN.fullmatch(login):
        raise BadInput(
            phrase("a login has 2 to 63 small letters, digits, or . _ @ + - and begins with a letter or digit")
        )
    if not 1 <= len(name.strip()) <= 100 or not name.isprintable():
        raise BadInput(phrase("a name has 1 to 100 letters on one line"))
    check_mail(mail)


def check_mail(mail: str) -> None:
    if mail.strip() and not MAIL.fullmatch(mail.strip()):
        raise BadInput(phrase("{0} is no address of e-mail", repr(mail.strip()[:100])))


def _hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError:
        raise BadInput(MISSING) from None
    return PasswordHasher()


def _fits(kept: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(kept, password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False


_NOBODY: list[str] = []


def _nobody() -> str:
    """A hash that no password fits, made as others are: who asks for a login that is not there waits as long."""
    if not _NOBODY:
        _NOBODY.append(_hasher().hash(secrets.token_urlsafe(BYTES)))
    return _NOBODY[0]
