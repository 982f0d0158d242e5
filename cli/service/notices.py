"""It is your turn: told by e-mail or to a webhook, after a while, and never by those who answer requests."""

from __future__ import annotations

import logging
import os
import secrets
import smtplib
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import msgspec

from cli.service.people import now
from domain.games.look import due as due_side
from domain.kernel.errors import BadInput, RefightError
from domain.log.club import Awaited, Club, Notice, Terms
from domain.log.refs import Ref
from domain.words.phrases import phrase

if TYPE_CHECKING:
    from cli.service.service import Service

PASSWORD = "REFIGHT_MAIL_PASSWORD"
LOOK = 5.0  # seconds between two looks
LEASE = 30_000  # milliseconds for which one process looks after notices before another may
PATIENCE = 120_000  # milliseconds that one who is at the table has to see by himself that it is his turn
TIMEOUT = 10.0  # seconds for a server to take a notice
TRIES = 5
PAUSE = 60_000  # milliseconds before the second try; five times as long before each further one
AT_ONCE = 20
HOUR = 3_600_000
TURN, REMINDER, LATE = "turn", "reminder", "late"
log = logging.getLogger("refight.notices")


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """How a host tells people: by a mail server, by a webhook, by both or not at all."""

    mail: str = ""  # smtp://USER@HOST:PORT, or smtps://
    sender: str = ""
    webhook: str = ""
    address: str = ""  # of the service, as people open it
    patience: int = PATIENCE

    @property
    def is_there(self) -> bool:
        return bool(self.mail or self.webhook)


def checked(post: Post) -> Post:
    if post.mail and (urlsplit(post.mail).scheme not in ("smtp", "smtps") or not urlsplit(post.mail).hostname):
        raise BadInput("--mail names a server as smtp://USER@HOST:PORT, or smtps://; its password is in " + PASSWORD)
    if post.mail and "@" not in post.sender:
        raise BadInput("--mail needs --mail-from, the address that notices come from")
    for option, given in (("--webhook", post.webhook), ("--address", post.address)):
        if given and (urlsplit(given).scheme not in ("http", "https") or not urlsplit(given).hostname):
            raise BadInput(f"{option} is an address such as https://club.example, not {given!r}")
    return post


class Notices:
    """One thread; of several processes one at a time has the duty, and another takes over from one that ends."""

    def __init__(self, service: Service, post: Post) -> None:
        self.service, self.post, self.me = service, post, secrets.token_hex(8)
        self.club: Club = service.people.club
        self.stopped, self._mark = threading.Event(), -1
        self.sent = self.failed = self.waiting = 0
        self._thread = threading.Thread(target=self._go_on, name="refight-notices", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self.stopped.set()
        if self._thread.is_alive():
            self._thread.join(TIMEOUT)

    def _go_on(self) -> None:
        while not self.stopped.wait(LOOK):
            try:
                if self.club.on_duty("notices", self.me, now(), now() + LEASE):
                    self.look()
                    self.send()
                    self.waiting = self.club.waiting()
            except RefightError as error:  # the log is busy or out of reach: it is looked at again
                log.warning("notices wait: %s", error)

    # Whose turn it is

    def look(self) -> None:
        known, changed = self.club.turns(), self._changed()
        for game in self.club.played():
            if game not in known or game in changed:
                with suppress(RefightError):
                    known[game] = self._turn(game, changed.get(game, "main"), known.get(game))
        for turn in known.values():
            self._tell(turn, self.club.terms(turn.game))

    def _changed(self) -> dict[str, str]:
        """Games that were written to since the last look, and the line of the newest entry."""
        store = self.service.games.log.store
        if self._mark < 0:
            self._mark = store.latest()
            return dict.fromkeys(self.club.played(), "main")
        found: dict[str, str] = {}
        while rows := store.since(self._mark, 1_000):
            self._mark = rows[-1].id
            found.update(row.stream.split("@", 1) for row in rows if "@" in row.stream)  # type: ignore[misc]
        return found

    def _turn(self, game: str, line: str, before: Awaited | None) -> Awaited:
        at = self.service.games.position(Ref(game, line))
        side = "" if at.state.core.over else due_side(at.line.system, at.state)
        if before is not None and (before.side, before.line) == (side, line):
            return before
        turn = Awaited(game, line, at.number, side, now(), 0)
        self.club.set_turn(turn)
        return turn

    def _tell(self, turn: Awaited, terms: Terms) -> None:
        """First that it is his turn, then once a reminder, then once that his time is up."""
        stages = (
            (TURN, self.post.patience), (REMINDER, terms.remind * HOUR), (LATE, terms.hours * HOUR),
        )  # fmt: skip
        for stage, (kind, after) in enumerate(stages, 1):
            if turn.side and after and turn.told < stage and now() >= turn.since + after:
                turn = turn._replace(told=stage)
                self.club.set_turn(turn)
                for login in self._players(turn):
                    made = Notice(f"{turn.game} {turn.entry} {kind} {login}", login, turn.game, kind, now(), 0)
                    self.club.post(made, self.service.bounds.notices)

    def _players(self, turn: Awaited) -> Iterator[str]:
        return (login for login, role in self.club.members(turn.game).items() if role == turn.side)

    # Sending

    def send(self) -> None:
        for notice in self.club.due(now(), AT_ONCE):
            if self.stopped.is_set():
                return
            try:
                self._send(notice)
            except (OSError, smtplib.SMTPException, ValueError) as error:
                self.failed += 1
                log.warning("a notice for %s did not go out: %s", notice.game, type(error).__name__)
                if notice.tries + 1 >= TRIES:
                    self.club.done(notice.id)
                else:
                    self.club.put_off(notice, now() + PAUSE * 5**notice.tries)
            else:
                self.sent += 1
                self.club.done(notice.id)

    def _send(self, notice: Notice) -> None:
        person = self.club.person(notice.login)
        if person is None or person.revoked:
            return
        said = self._said(notice)
        if self.post.mail and person.mail:
            _by_mail(self.post, person.mail, said, self._link(notice.game))
        if self.post.webhook:
            told = {"kind": notice.kind, "game": notice.game, "to": person.name, "text": said}
            _by_hook(self.post.webhook, {**told, "link": self._link(notice.game)})

    def _said(self, notice: Notice) -> str:
        if notice.kind == TURN:
            return phrase("It is your turn in {0}", notice.game)
        if notice.kind == REMINDER:
            return phrase("It is still your turn in {0}", notice.game)
        return phrase("Your time is up in {0}", notice.game)

    def _link(self, game: str) -> str:
        return f"{self.post.address.rstrip('/')}/games/{game}" if self.post.address else ""


def _by_mail(post: Post, to: str, said: str, link: str) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = said, post.sender, to
    mail.set_content("\n\n".join(filter(None, (f"{said}.", link))) + "\n")
    where = urlsplit(post.mail)
    kind = smtplib.SMTP_SSL if where.scheme == "smtps" else smtplib.SMTP
    with kind(where.hostname or "", where.port or 0, timeout=TIMEOUT) as server:
        if where.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls()
        if where.username:
            server.login(unquote(where.username), os.environ.get(PASSWORD, ""))
        server.send_message(mail)


class _Straight(urllib.request.HTTPRedirectHandler):
    """A webhook is where the host says, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


def _by_hook(url: str, told: dict[str, str]) -> None:
    sent = urllib.request.Request(url, msgspec.json.encode(told), {"Content-Type": "application/json"}, method="POST")
    with urllib.request.build_opener(_Straight).open(sent, timeout=TIMEOUT) as answer:
        answer.read(1_000)
