"""The web service and its tokens."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.shell import params
from cli.shell.output import Grid, counted, emit, progress, warn
from cli.shell.session import Session, command
from domain.kernel.errors import BadInput
from domain.kernel.naming import UMPIRE
from domain.log.refs import Ref

if TYPE_CHECKING:
    import uvicorn

    from cli.service.service import Service

PORT = 8765
PATIENCE = 5  # seconds that running answers have when the service stops
MISSING = "the web service needs two more packages: pip install 'refight[server]'"


@command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 picks a free one.")
@click.option("--allow-remote", is_flag=True, help="Listen where other machines can reach it.")
@click.option("--known-as", "names", metavar="NAME", multiple=True, help="A further host name it answers for; repeat.")
@click.option("--rate", type=click.FloatRange(1, 10_000), help="Requests a second that a client may make.")
@click.option("--players", is_flag=True, help="Tell whoever asks who plays, where names are known.")
@click.option("--open", "browser", is_flag=True, help="Open it in your browser.")
def serve(
    session: Session, host: str, port: int, allow_remote: bool, names: tuple[str, ...], rate: float | None,
    players: bool, browser: bool,
) -> None:  # fmt: skip
    """Serve your games on this machine: a list of them, each as a replay page that follows along while it is played,
    and an HTTP API for programs. Ctrl-C ends it.

    Anyone who reaches it sees what spectators may see. Orders and secrets need a token: `refight token` makes them.
    The service's own token, printed at the start, is for you alone: it sees everything, starts games and brings them
    in.

    \b
        refight serve --open
        refight serve --port 0
    """
    if not _is_loopback(host):
        _check_remote(host, allow_remote)
    service = make_service(session, rate, players=players)
    _bring_up_to_date(service)
    listening = listen(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    emit(
        session,
        {"address": address, "service_token": service.own_token, "schema": f"{address}/api/schema"},
        f"refight is at {address}  (Ctrl-C ends it)",
        f"the service's own token, shown this once: {service.own_token}",
    )
    if browser:
        click.launch(address)
    run_server(service, listening, (_shown(host), *names))


def make_service(session: Session, rate: float | None = None, *, players: bool = False) -> Service:
    _check_installed()
    from cli.service.bounds import Bounds
    from cli.service.service import Service
    from cli.service.tokens import TokenBox

    bounds = Bounds() if rate is None else Bounds(rate=rate, burst=max(1, int(4 * rate)))
    return Service(session.games, TokenBox(token_file(session)), bounds, session.read_db, players=players)


def _bring_up_to_date(service: Service) -> None:
    """What the list of many games is read from: better now, with a bar, than when the first asks for it."""
    from projections.models.archive import list_games

    with progress("games") as step:
        list_games(service.games, service.read_db, step)


def _check_installed() -> None:
    try:
        import litestar  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name not in ("litestar", "uvicorn"):
            raise
        raise BadInput(MISSING) from None


def token_file(session: Session) -> Path:
    """Beside the log, as the seeds are; for a server's log with the user's own data."""
    return session.read_db.with_name(session.read_db.name.removesuffix(".read.db") + ".tokens")


def run_server(service: Service, listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Until Ctrl-C. Followers are told first, so that they do not keep the service from ending."""
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            service.watch.stop()
            await super().shutdown(sockets)

    with listening, suppress(KeyboardInterrupt):
        Server(server_config(service, hosts)).run(sockets=[listening])


def server_config(service: Service, hosts: tuple[str, ...] = ()) -> uvicorn.Config:
    import uvicorn

    from cli.service.app import application

    return uvicorn.Config(
        application(service, hosts), log_level="warning", access_log=False, server_header=False, lifespan="on",
        timeout_graceful_shutdown=PATIENCE, limit_concurrency=256, h11_max_incomplete_event_size=65_536,
        proxy_headers=False, ws="none", http=_impatient(service.bounds.seconds_to_send),
    )  # fmt: skip


def _impatient(seconds: float) -> type[asyncio.Protocol]:
    """The server waits for the head of a request for ever; so many halves of one, and nobody else gets in."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Impatient(H11Protocol):
        late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self.late:
                self.late.cancel()

        def _wait(self) -> None:
            """Counted from the first piece of a head; once it is whole, others look after time."""
            is_answered = self.cycle is not None and not self.cycle.response_complete
            if is_answered and self.late:
                self.late.cancel()
                self.late = None
            elif not is_answered and not self.late:
                self.late = self.loop.call_later(seconds, self.transport.close)

    return Impatient


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _check_remote(host: str, allowed: bool) -> None:
    if not allowed:
        raise BadInput(f"others could reach {host}: add --allow-remote if they may, or leave --host out")
    warn(
        f"warning: {host} can be reached from other machines, and what is sent is not encrypted (no TLS): "
        "whoever listens on the way reads games and tokens. Put a proxy with TLS before it, or trust the network"
    )


def listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, where = found[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadInput(f"{host} is no address to listen on: {error.strerror}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise BadInput(f"{host}:{port} cannot be used: {error.strerror}; --port 0 picks a free one") from None
    return listening


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@command("token")
@click.argument("game", type=params.GAME)
@click.argument("side", required=False, shell_complete=params.complete_side)
@click.option("--revoke", is_flag=True, help="Take back all tokens of this side instead.")
def token(session: Session, game: Ref, side: str | None, revoke: bool) -> None:
    """Make a token for a side, or for the umpire, who sees everything; without a side, list those there are.

    With it the web service lets that side see its secrets and give its orders. Only a hash is kept: copy it now.

    \b
        refight token ridge blue
        refight token ridge umpire
        refight token ridge red --revoke
        refight token ridge
    """
    from cli.service.tokens import TokenBox
    from projections.models.timeline import moment

    line, box = session.line(game), TokenBox(token_file(session))
    if side is None:
        if revoke:
            raise click.UsageError("name the side whose tokens are to be taken back", click.get_current_context())
        rows = [[row.side, row.mark, moment(row.made)[:16]] for row in box.listed(game.game)]
        value = [dict(zip(("side", "mark", "made"), row, strict=True)) for row in rows]
        none = f"{game.game} has no tokens; `refight token {game.game} {line.started.sides[0]}` makes one"
        emit(
            session, {"game": game.game, "tokens": value}, Grid(("side", "mark", "made (UTC)"), rows) if rows else none
        )
        return
    session.side(line, side, UMPIRE)
    if revoke:
        gone = box.revoke(game.game, side)
        emit(session, {"game": game.game, "side": side, "revoked": gone}, f"{counted(gone, 'token')} of {side} revoked")
        return
    made = box.new(game.game, side)
    emit(
        session,
        {"game": game.game, "side": side, "token": made},
        made,
        f"{side} of {game.game}: send it as `Authorization: Bearer TOKEN`, or open /games/{game.game}#token={made}",
    )
