"""The people of a club: who they are, what they may do in which game, and whom to tell that it is his turn.

They lie apart from the log and from what belongs to it, in a file or schema of their own: a log is handed on, copied
and backed up without them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel.naming import UMPIRE
from domain.log.apart import Apart, FileApart, PostgresApart
from domain.log.store import Store, is_postgres, speaking_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

PUBLIC, UNLISTED, PRIVATE = "public", "unlisted", "private"
SPECTATOR, HOST = "spectator", "host"
TABLES = (
    "people (login text PRIMARY KEY, name text NOT NULL, mail text NOT NULL, password text NOT NULL, "
    "made bigint NOT NULL, revoked bigint NOT NULL)",
    "invitations (digest text PRIMARY KEY, login text NOT NULL, game text NOT NULL, role text NOT NULL, "
    "made bigint NOT NULL, until bigint NOT NULL)",
    "makers (digest text PRIMARY KEY, login text NOT NULL)",
    "sessions (digest text PRIMARY KEY, login text NOT NULL, made bigint NOT NULL, until bigint NOT NULL)",
    "roles (game text, login text, role text NOT NULL, PRIMARY KEY (game, login))",
    "hosts (game text, login text, PRIMARY KEY (game, login))",
    "terms (game text PRIMARY KEY, shown text NOT NULL, hours bigint NOT NULL, remind bigint NOT NULL)",
    "tries (who text NOT NULL, at bigint NOT NULL)",
    "turns (game text PRIMARY KEY, line text NOT NULL, entry bigint NOT NULL, side text NOT NULL, "
    "since bigint NOT NULL, told bigint NOT NULL)",
    "notices (id text PRIMARY KEY, login text NOT NULL, game text NOT NULL, kind text NOT NULL, due bigint NOT NULL, "
    "tries bigint NOT NULL)",
    "duties (name text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL)",
)
_INVITED, _MAKER = "{}invitations i LEFT JOIN {}makers m ON m.digest=i.digest", "coalesce(m.login, '')"


class _OnFile(FileApart):
    suffix, tables = ".club", TABLES


class _OnServer(PostgresApart):
    schema, tables = "refight_club.", TABLES


class Person(NamedTuple):
    login: str
    name: str
    mail: str
    password: str  # a hash of it
    made: int
    revoked: int  # when; 0: may sign in


class Invitation(NamedTuple):
    """For whoever has the link; with a login it lets that one choose a new password."""

    login: str
    game: str
    role: str
    made: int
    until: int


class Terms(NamedTuple):
    """Who sees a game, and in how many hours a side is expected to move; 0: whenever it likes."""

    shown: str = PUBLIC
    hours: int = 0
    remind: int = 0


class Awaited(NamedTuple):
    """Whose it is, since when, and how often it was told so."""

    game: str
    line: str
    entry: int
    side: str
    since: int
    told: int


class Notice(NamedTuple):
    id: str
    login: str
    game: str
    kind: str
    due: int
    tries: int


class Club:
    """Each change is one statement, so that any number of processes share them."""

    def __init__(self, store: Store, *, durable: bool = True) -> None:
        self._plainly = speaking_plainly(store.url)
        self.rows: Apart = (
            _OnServer(store.apart.datastore)  # type: ignore[attr-defined]
            if is_postgres(store.url)
            else _OnFile(store.url, durable)
        )

    def close(self) -> None:
        self.rows.close()

    def _write(self, statement: str, *values: str | int) -> None:
        with self._plainly:
            self.rows.write(statement.replace("{}", self.rows.schema), *values)

    def _read(self, statement: str, *values: str | int) -> Sequence[Sequence[Any]]:
        with self._plainly:
            return self.rows.read(statement.replace("{}", self.rows.schema), *values)

    # People

    def add(self, person: Person) -> bool:
        """Whether the login was free."""
        return bool(
            self._read("INSERT INTO {}people VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1", *person)
        )

    def person(self, login: str) -> Person | None:
        found = self._read("SELECT * FROM {}people WHERE login=?", login)
        return Person(*found[0]) if found else None

    def has_people(self) -> bool:
        return bool(self._read("SELECT 1 FROM {}people LIMIT 1"))

    def people(self) -> list[Person]:
        return [Person(*row) for row in self._read("SELECT * FROM {}people ORDER BY login")]

    def set_password(self, login: str, password: str) -> None:
        """Whoever was signed in is so no more."""
        self._write("UPDATE {}people SET password=? WHERE login=?", password, login)
        self.sign_out_all(login)

    def set_mail(self, login: str, mail: str) -> None:
        self._write("UPDATE {}people SET mail=? WHERE login=?", mail, login)

    def revoke(self, login: str, at: int) -> None:
        """Signed out at once, and in no game any more; 0 lets him sign in again."""
        self._write("UPDATE {}people SET revoked=? WHERE login=?", at, login)
        if at:
            self.sign_out_all(login)
            for table in ("roles", "hosts", "invitations", "notices"):
                self._write(f"DELETE FROM {{}}{table} WHERE login=?", login)

    # Invitations

    def invite(self, digest: str, one: Invitation, maker: str = "") -> None:
        """`maker` is the login of a host; of whoever runs the service nothing."""
        self._write("INSERT INTO {}makers VALUES (?, ?) ON CONFLICT DO NOTHING", digest, maker)
        self._write("INSERT INTO {}invitations VALUES (?, ?, ?, ?, ?, ?)", digest, *one)

    def inviting(self, now: int) -> Counter[str]:
        """How many invitations of each maker wait; those that have run out are forgotten."""
        self._write("DELETE FROM {}invitations WHERE until<?", now)
        self._write("DELETE FROM {}makers WHERE digest NOT IN (SELECT digest FROM {}invitations)")
        found = self._read(f"SELECT {_MAKER}, count(*) FROM {_INVITED} GROUP BY 1")
        return Counter({str(maker): int(count) for maker, count in found})

    def withdraw_oldest(self, maker: str) -> None:
        oldest = f"SELECT i.digest FROM {_INVITED} WHERE {_MAKER}=? ORDER BY i.made LIMIT 1"
        self._write(f"DELETE FROM {{}}invitations WHERE digest IN ({oldest})", maker)

    def maker(self, digest: str) -> str:
        found = self._read("SELECT login FROM {}makers WHERE digest=?", digest)
        return str(found[0][0]) if found else ""

    def invitation(self, digest: str, now: int) -> Invitation | None:
        found = self._read(
            "SELECT login, game, role, made, until FROM {}invitations WHERE digest=? AND until>=?", digest, now
        )
        return Invitation(*found[0]) if found else None

    def accept(self, digest: str) -> bool:
        """Whether it was there: of two who accept at once, one does."""
        return bool(self._read("DELETE FROM {}invitations WHERE digest=? RETURNING 1", digest))

    # Sessions

    def sign_in(self, digest: str, login: str, now: int, until: int, most: int) -> None:
        self._write("DELETE FROM {}sessions WHERE until<?", now)
        self._write(
            "DELETE FROM {}sessions WHERE login=? AND digest NOT IN "
            "(SELECT digest FROM {}sessions WHERE login=? ORDER BY made DESC LIMIT ?)",
            login, login, most - 1,
        )  # fmt: skip
        self._write("INSERT INTO {}sessions VALUES (?, ?, ?, ?)", digest, login, now, until)

    def sign_out(self, digest: str) -> None:
        self._write("DELETE FROM {}sessions WHERE digest=?", digest)

    def sign_out_all(self, login: str) -> None:
        self._write("DELETE FROM {}sessions WHERE login=?", login)

    def signed_in(self, digest: str, now: int) -> Person | None:
        found = self._read(
            "SELECT p.* FROM {}people p JOIN {}sessions s ON s.login=p.login "
            "WHERE s.digest=? AND s.until>=? AND p.revoked=0",
            digest, now,
        )  # fmt: skip
        return Person(*found[0]) if found else None

    def tried(self, who: Sequence[str], since: int) -> list[int]:
        """How often each has failed to sign in."""
        self._write("DELETE FROM {}tries WHERE at<?", since)
        return [int(self._read("SELECT count(*) FROM {}tries WHERE who=?", one)[0][0]) for one in who]

    def failed(self, who: Sequence[str], at: int) -> None:
        for one in who:
            self._write("INSERT INTO {}tries VALUES (?, ?)", one, at)

    # Games

    def give(self, game: str, login: str, role: str) -> None:
        """One who has begun a game stays its host when he takes a side in it; not as a spectator or the umpire."""
        if role in (SPECTATOR, UMPIRE):
            self._write("DELETE FROM {}hosts WHERE game=? AND login=?", game, login)
        elif self.role(game, login) == HOST:
            self._write("INSERT INTO {}hosts VALUES (?, ?) ON CONFLICT DO NOTHING", game, login)
        into = "INSERT INTO {}roles VALUES (?, ?, ?) ON CONFLICT (game, login) DO UPDATE SET role=?"
        self._write(into, game, login, role, role)

    def take(self, game: str, login: str) -> None:
        self._write("DELETE FROM {}roles WHERE game=? AND login=?", game, login)
        self._write("DELETE FROM {}hosts WHERE game=? AND login=?", game, login)

    def is_host(self, game: str, login: str) -> bool:
        return game in self.hosted(login)

    def hosted(self, login: str) -> list[str]:
        """Games that somebody is host of, whatever else he is in them."""
        begun, plays = "SELECT game FROM {}roles WHERE role=? AND login=?", "SELECT game FROM {}hosts WHERE login=?"
        return [str(game) for (game,) in self._read(f"{begun} UNION {plays} ORDER BY 1", HOST, login, login)]

    def role(self, game: str, login: str) -> str:
        found = self._read("SELECT role FROM {}roles WHERE game=? AND login=?", game, login)
        return str(found[0][0]) if found else ""

    def roles(self, login: str) -> dict[str, str]:
        """By game."""
        return dict(self._read("SELECT game, role FROM {}roles WHERE login=? ORDER BY game", login))  # type: ignore[arg-type]

    def members(self, game: str) -> dict[str, str]:
        """By login."""
        return dict(self._read("SELECT login, role FROM {}roles WHERE game=? ORDER BY login", game))  # type: ignore[arg-type]

    def set_terms(self, game: str, terms: Terms) -> None:
        into = "INSERT INTO {}terms VALUES (?, ?, ?, ?) ON CONFLICT (game) DO UPDATE SET shown=?, hours=?, remind=?"
        self._write(into, game, *terms, *terms)

    def terms(self, game: str) -> Terms:
        found = self._read("SELECT shown, hours, remind FROM {}terms WHERE game=?", game)
        return Terms(*found[0]) if found else Terms()

    def hidden(self) -> dict[str, str]:
        """Games that are not for everyone to find, and how they are shown."""
        return dict(self._read("SELECT game, shown FROM {}terms WHERE shown<>?", PUBLIC))  # type: ignore[arg-type]

    # Turns and notices

    def turns(self) -> dict[str, Awaited]:
        return {row[0]: Awaited(*row) for row in self._read("SELECT * FROM {}turns")}

    def set_turn(self, turn: Awaited) -> None:
        into = (
            "INSERT INTO {}turns VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game) DO UPDATE SET line=?, entry=?, side=?, "
            "since=?, told=?"
        )
        self._write(into, *turn, *turn[1:])

    def played(self) -> list[str]:
        """Games that somebody of the club plays in."""
        return [str(game) for (game,) in self._read("SELECT DISTINCT game FROM {}roles")]

    def post(self, notice: Notice, most: int) -> None:
        """The same one once; no more wait than so many."""
        if int((self._read("SELECT count(*) FROM {}notices") or [[0]])[0][0]) < most:
            self._write("INSERT INTO {}notices VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", *notice)

    def due(self, now: int, limit: int) -> list[Notice]:
        found = self._read("SELECT * FROM {}notices WHERE due<=? ORDER BY due LIMIT ?", now, limit)
        return [Notice(*row) for row in found]

    def put_off(self, notice: Notice, due: int) -> None:
        self._write("UPDATE {}notices SET due=?, tries=tries+1 WHERE id=?", due, notice.id)

    def done(self, notice: str) -> None:
        self._write("DELETE FROM {}notices WHERE id=?", notice)

    def waiting(self) -> int:
        return int((self._read("SELECT count(*) FROM {}notices") or [[0]])[0][0])

    def on_duty(self, name: str, holder: str, now: int, until: int) -> bool:
        """Whether this process is the one that looks after something; for a while."""
        self._write("INSERT INTO {}duties VALUES (?, '', 0) ON CONFLICT DO NOTHING", name)
        taken = "UPDATE {}duties SET holder=?, until=? WHERE name=? AND (holder=? OR until<?) RETURNING 1"
        return bool(self._read(taken, holder, until, name, holder, now))
