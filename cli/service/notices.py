"""It is your turn: told by e-mail or to a webhook, after a while, and never by those who answer requests."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

from cli.service.people import now
from cli.service.post import BY_HOOK, BY_MAIL, TIMEOUT, Post, by_hook, by_mail
from domain.games.games import Games
from domain.games.look import due as due_side
from domain.games.waiting import waiting
from domain.kernel.errors import RefightError
from domain.log.club import Awaited, Club, Notice, Terms
from domain.log.refs import Ref
from domain.words.phrases import phrase

if TYPE_CHECKING:
    from cli.service.service import Service

LOOK = 5.0  # seconds between two looks
LEASE = 30_000  # milliseconds for which one process looks after notices before another may
TRIES = 5
PAUSE = 60_000  # milliseconds before the second try; five times as long before each further one
AT_ONCE = 20
HOUR = 3_600_000
TURN, REMINDER, LATE = "turn", "reminder", "late"
log = logging.getLogger("refight.notices")


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
            except Exception:
                log.exception("notices wait")

    # Whose turn it is

    def look(self) -> None:
        known, changed, games = self.club.turns(), self._changed(), self.service.games
        for game in self.club.played():
            if game not in known or game in changed:
                with suppress(RefightError):
                    known[game] = self._turn(game, changed.get(game) or newest_line(games, game), known.get(game))
        for turn in known.values():
            self._tell(turn, self.club.terms(turn.game))

    def _changed(self) -> dict[str, str]:
        """Games that were written to since the last look, and the line of the newest entry, if that is known."""
        store = self.service.games.log.store
        if self._mark < 0:
            self._mark = store.latest()
            return dict.fromkeys(self.club.played(), "")
        found: dict[str, str] = {}
        while rows := store.since(self._mark, 1_000):
            self._mark = rows[-1].id
            found.update(row.stream.split("@", 1) for row in rows if "@" in row.stream)  # type: ignore[misc]
        return found

    def _turn(self, game: str, line: str, before: Awaited | None) -> Awaited:
        at = self.service.games.position(Ref(game, line))
        stands = waiting(self.service.games, at.line) if at.state.core.stands else None
        side = "" if at.state.core.over else stands.waits_for if stands else due_side(at.line.system, at.state)
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
                for login, way in product(self._players(turn), self.post.ways):
                    # Each way by itself: what went out by one is not sent again because the other fails.
                    id = f"{turn.game} {turn.line} {turn.entry} {kind} {login} {way}"
                    made = Notice(id, login, turn.game, f"{kind} {way}", now(), 0)
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
            except Exception as error:  # whatever one address or answer does, the next notice goes out
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
        kind, _, way = notice.kind.partition(" ")
        said, link = _said(kind, notice.game), self._link(notice.game)
        if way == BY_MAIL and self.post.mail and person.mail:
            by_mail(self.post, person.mail, said, link)
        if way == BY_HOOK and self.post.webhook:
            told = {"kind": kind, "game": notice.game, "to": person.name, "text": said, "link": link}
            by_hook(self.post.webhook, told)

    def _link(self, game: str) -> str:
        return f"{self.post.address.rstrip('/')}/games/{game}" if self.post.address else ""


def _said(kind: str, game: str) -> str:
    if kind == TURN:
        return phrase("It is your turn in {0}", game)
    if kind == REMINDER:
        return phrase("It is still your turn in {0}", game)
    return phrase("Your time is up in {0}", game)


def newest_line(games: Games, game: str) -> str:
    """The line in which something was last written."""
    lines = [games.log.line(game, name) for name in games.log.lines(game)]
    written = {line.name: next(games.log.each_sealed(line, games.log.head(line).number - 1)).at for line in lines}
    return max(written, key=lambda name: written[name])
