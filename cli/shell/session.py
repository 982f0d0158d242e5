"""What all commands share: the database, how to print, and the options that set both."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import click

if TYPE_CHECKING:
    from pathlib import Path

    from domain.games.games import Games
    from domain.kernel.system import System
    from domain.log.gamelog import Line
    from domain.log.refs import Ref
    from projections.drawing.colours import Said

P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Session:
    """One run of the program. The log is opened when it is first needed, and closed with the command."""

    db: str = ""
    durable: bool = False
    json: bool = False
    collected: list[Any] | None = None  # what several commands print, where they make one value together

    @property
    def url(self) -> str:
        named = self.db or os.environ.get("REFIGHT_DB")
        return os.path.expanduser(named) if named else str(data_folder() / "games.db")  # noqa: PTH111

    @property
    def is_named(self) -> bool:
        """Whether a log was asked for by name, which may be misspelt."""
        return bool(self.db or os.environ.get("REFIGHT_DB"))

    @property
    def is_file(self) -> bool:
        return not self.url.startswith(("postgresql://", "postgres://"))

    @property
    def read_db(self) -> Path:
        """The disposable read database: beside a file, or with the user's data for a server."""
        from hashlib import sha256
        from pathlib import Path

        if self.is_file:
            return Path(f"{self.url}.read.db")
        return data_folder() / f"postgresql-{sha256(self.url.encode()).hexdigest()[:12]}.read.db"

    @property
    def is_asked_by_a_program(self) -> bool:
        """Whether one value is wanted, and no words."""
        return self.json or self.collected is not None

    @property
    def has_log(self) -> bool:
        return not self.is_file or os.path.exists(self.url)  # noqa: PTH110

    @cached_property
    def games(self) -> Games:
        """The games of a log that is there: looking never makes a new file."""
        if not self.has_log:
            from domain.kernel.errors import NotFound

            raise NotFound(f"there is no game log at {self.url} yet; `refight new` or `refight import` begins one")
        return self.new_games

    @cached_property
    def new_games(self) -> Games:
        """The games of a log that is made if need be."""
        from domain.games.games import Games
        from domain.log.gamelog import GameLog
        from rules import SYSTEMS

        log = GameLog(self.url, SYSTEMS, durable=self.durable, key=encryption_key())
        running = click.get_current_context(silent=True)
        if running:  # none while the shell asks for completions
            running.call_on_close(log.close)
        return Games(log)

    def line(self, ref: Ref) -> Line:
        """Whatever is printed or drawn from now on is in the colours of its sides."""
        line = known_line(self.games, ref)
        wear(partial(self.games.colours, line))
        return line

    def side(self, line: Line, side: str, *others: str) -> str:
        """A side named to look through its eyes or to be played; who gives an order or a note is looked up there."""
        from domain.games.terms import known_side

        return known_side(line, side, *others)


def wear(said: Said) -> None:
    """What sides wear, until the command is done."""
    from projections.drawing.colours import wearing

    running = click.get_current_context(silent=True)
    if running:
        running.with_resource(wearing(said))


def known_line(games: Games, ref: Ref, known: Callable[[], list[str]] | None = None) -> Line:
    """The line a ref names and, if it names one, its entry; near names of those that are known are suggested."""
    from cli.shell.errors import nearest
    from domain.kernel.errors import NotFound

    try:
        line = games.line(ref)
    except NotFound as error:
        if not games.log.has_game(ref.game):
            hint = nearest(ref.game, (known or games.log.games)())
        else:
            hint = nearest(ref.line, games.log.lines(ref.game))
        raise NotFound(f"{error}{hint}") from None
    if ref.entry is not None:
        games.entry_number(line, ref.entry)
    return line


def data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("refight", appauthor=False)


def encryption_key() -> str:
    """The key in REFIGHT_KEY, checked here because the library would fail late and darkly."""
    key = os.environ.get("REFIGHT_KEY", "")
    if key:
        import base64
        import binascii

        from domain.kernel.errors import BadInput

        try:
            size = len(base64.b64decode(key, validate=True))
        except binascii.Error:
            size = 0
        if size not in (16, 24, 32):
            raise BadInput("REFIGHT_KEY is not a key: it must be 16, 24 or 32 bytes in base64")
    return key


def find_system(key: str) -> System[Any]:
    from cli.shell.errors import nearest
    from domain.kernel.errors import NotFound
    from rules import SYSTEMS

    if key not in SYSTEMS:
        raise NotFound(f"there is no system {key!r}; there are {', '.join(SYSTEMS)}{nearest(key, SYSTEMS)}")
    return SYSTEMS[key]


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Options work before and after the command: the later one wins, an absent one changes nothing."""
    session = ctx.ensure_object(Session)
    if value:
        setattr(session, str(param.name), value)


def _speak(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    """A language given before or after the command, else that of the environment; English unless said otherwise."""
    wanted = value or (os.environ.get("REFIGHT_LANG") if ctx.parent is None else None)
    if not wanted:
        return
    from domain.kernel.errors import BadInput
    from domain.kernel.say import LANGUAGES, speak

    if wanted not in LANGUAGES:
        raise BadInput(f"there is no language {wanted!r} here; there are {', '.join(LANGUAGES)}")
    speak(wanted)


def shared_options(function: F) -> F:
    """The options every command takes."""
    kept: dict[str, Any] = {"expose_value": False, "callback": _keep}
    for option in (
        click.option(
            "--lang", callback=_speak, expose_value=False, help="Tell things in en or fr. [env: REFIGHT_LANG]"
        ),
        click.option("--json", is_flag=True, help="Print one JSON value.", **kept),
        click.option("--durable", is_flag=True, help="Wait for the disk at every write.", **kept),
        click.option("--db", metavar="PATH|URL", help="Game log: a file or postgresql://… [env: REFIGHT_DB]", **kept),
    ):
        function = option(function)
    return function


def command(name: str) -> Callable[[Callable[Concatenate[Session, P], None]], click.Command]:
    """A command with the shared options; its function gets the session first."""

    def wrap(function: Callable[Concatenate[Session, P], None]) -> click.Command:
        return click.command(name)(shared_options(click.pass_obj(function)))

    return wrap
