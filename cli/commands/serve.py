"""The web service and its tokens."""

from __future__ import annotations

import ipaddress
import secrets
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from cli.shell import params
from cli.shell.output import Grid, counted, emit, progress, warn
from cli.shell.session import Session, command
from domain.kernel.errors import BadInput
from domain.kernel.naming import UMPIRE
from domain.log.refs import Ref

if TYPE_CHECKING:
    from cli.service.plan import Plan
    from cli.service.service import Service

PORT = 8765
MISSING = "the web service needs more packages: pip install 'refight[server]'"


@command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 picks a free one.")
@click.option("--allow-remote", is_flag=True, help="Listen where other machines can reach it.")
@click.option("--known-as", "names", metavar="NAME", multiple=True, help="A further host name it answers for; repeat.")
@click.option("--rate", type=click.FloatRange(1, 10_000), help="Requests a second that a client may make.")
@click.option("--limit", "limits", metavar="NAME=NUMBER", multiple=True,
              help="Another bound than the usual one, such as followers=200; repeat.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True,
              help="Processes that share the work; on PostgreSQL.")  # fmt: skip
@click.option("--pin/--no-pin", default=None,
              help="Whether each process keeps to a core; several do, unless told otherwise. On Linux.")  # fmt: skip
@click.option("--proxy", "proxies", metavar="ADDRESS", multiple=True,
              help="A proxy before it, whose word is taken for who asks; repeat.")  # fmt: skip
@click.option("--mail", default="", metavar="URL",
              help="Tell people by e-mail that it is their turn: smtp://USER@HOST:PORT.")  # fmt: skip
@click.option("--mail-from", "sender", default="", metavar="ADDRESS", help="Where such mails come from.")
@click.option("--webhook", default="", metavar="URL", help="Tell it to a program instead, or as well.")
@click.option("--address", default="", metavar="URL", help="Of this service as people open it, for links in mails.")
@click.option("--access-log", default="", metavar="FILE", help="A line for each request, without secrets; - prints.")
@click.option("--players", is_flag=True, help="Tell whoever asks who plays, where names are known.")
@click.option("--with-pictures", is_flag=True,
              help="Show the pictures of an imported game's module to other machines too.")  # fmt: skip
@click.option("--open", "browser", is_flag=True, help="Open it in your browser.")
def serve(
    session: Session, host: str, port: int, allow_remote: bool, names: tuple[str, ...], rate: float | None,
    limits: tuple[str, ...], workers: int, pin: bool | None, proxies: tuple[str, ...], mail: str, sender: str,
    webhook: str, address: str, access_log: str, players: bool, with_pictures: bool, browser: bool,
) -> None:  # fmt: skip
    """Serve your games on this machine: a list of them, each as a replay page that follows along while it is played,
    and an HTTP API for programs. Ctrl-C ends it.

    Anyone who reaches it sees what spectators may see. Orders and secrets need a token: `refight token` makes them.
    The service's own token, printed at the start, is for you alone: it sees everything, starts games and brings them
    in.

    \b
        refight serve --open
        refight serve --port 0
        refight serve --limit followers=200 --limit rate=20
    """
    _check_terms(session, host, allow_remote, proxies, workers, pin)
    from cli.service.post import Post, checked

    post = checked(Post(mail=mail, sender=sender, webhook=webhook, address=address))
    here_alone = _is_loopback(host) and not proxies
    plan = planned(
        session, rate, limits, players=players, host=host, hosts=(_shown(host), *names), proxies=proxies, post=post,
        access_log=access_log, pictures=with_pictures or here_alone, pin=workers > 1 if pin is None else pin,
    )  # fmt: skip
    _run(session, plan, port, workers, browser)


def _check_terms(
    session: Session, host: str, allow_remote: bool, proxies: tuple[str, ...], workers: int, pin: bool | None
) -> None:
    """Whatever is wrong with what was asked for, before anything is opened."""
    if not _is_loopback(host):
        _check_remote(host, allow_remote)
    for proxy in proxies:
        _check_address(proxy)
    _check_installed()
    if workers > 1 and session.is_file:
        raise BadInput("several processes share a log on PostgreSQL; give --db postgresql://… or leave --workers out")
    from cli.service.cores import can_keep

    if pin and not can_keep():
        raise BadInput("processes keep to a core on Linux only; leave --pin out")


def planned(session: Session, rate: float | None = None, limits: tuple[str, ...] = (), **told: Any) -> Plan:
    """What a process is started with; `told` are further fields of a plan."""
    from cli.service.bounds import Bounds
    from cli.service.plan import Plan, limited

    bounds = Bounds() if rate is None else Bounds(rate=rate, burst=max(1, int(4 * rate)))
    return Plan(
        url=session.url, durable=session.durable, read_db=session.read_db, own_token=secrets.token_urlsafe(32),
        bounds=limited(bounds, limits), **told,
    )  # fmt: skip


def _run(session: Session, plan: Plan, port: int, workers: int, browser: bool) -> None:
    """Until it is stopped, in this process or in several."""
    # Whoever has no log yet begins his first game on the page; one that is named, and not there, is misspelt.
    service = plan.service(session.games if session.is_named else session.new_games)
    _bring_up_to_date(service)
    from cli.service.cores import keep_to_one
    from cli.service.server import listen, run_server

    listening = listen(plan.host, port, shared=workers > 1)
    plan = msgspec.structs.replace(plan, port=listening.getsockname()[1])
    ready = partial(_tell_ready, session, plan, browser)
    if workers == 1:
        if plan.pin:
            keep_to_one()
        ready()
        run_server(service, listening, plan.hosts, plan.proxies)
        return
    from cli.service.workers import Crew

    service.close()
    with listening, tempfile.TemporaryDirectory(prefix="refight-") as folder:
        Crew(plan, workers, Path(folder)).run(ready)


def _tell_ready(session: Session, plan: Plan, browser: bool) -> None:
    place = f"http://{_shown(plan.host)}:{plan.port}"
    emit(
        session,
        {"address": place, "service_token": plan.own_token, "schema": f"{place}/api/schema"},
        f"refight is at {place}  (Ctrl-C ends it)",
        f"the service's own token, shown this once: {plan.own_token}",
        f"to start games there: {plan.post.address or place}/#token={plan.own_token}",
    )
    if browser:
        click.launch(f"{place}/#token={plan.own_token}")


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


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _check_address(proxy: str) -> None:
    try:
        ipaddress.ip_address(proxy)
    except ValueError:
        raise BadInput(f"{proxy!r} is no address of a proxy; give one such as 127.0.0.1") from None


def _check_remote(host: str, allowed: bool) -> None:
    if not allowed:
        raise BadInput(f"others could reach {host}: add --allow-remote if they may, or leave --host out")
    warn(
        f"warning: {host} can be reached from other machines, and what is sent is not encrypted (no TLS): "
        "whoever listens on the way reads games and tokens. Put a proxy with TLS before it, or trust the network"
    )


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

    line, box = session.line(game), TokenBox(session.games.log.store)
    if side is None:
        if revoke:
            raise click.UsageError("name the side whose tokens are to be taken back", click.get_current_context())
        rows = [[row.side, row.digest[:8], moment(row.made)[:16]] for row in box.listed(game.game)]
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
