"""Keys of players: one's own, and those of the people one plays with."""

from __future__ import annotations

import click

from cli.shell import params
from cli.shell.output import Grid, emit
from cli.shell.session import Session, command
from domain.games.keyring import forget_key, key_of, keys, make_key, trust
from domain.log.refs import Ref

DOES = ("make", "show", "list", "trust", "forget", "seat")


@command("key")
@click.argument("what", type=click.Choice(DOES), default="list")
@click.argument("whose", default="")
@click.option("--name", default="", help="With trust: whose key it is.")
@click.option("--game", type=params.GAME, help="With seat: the game.")
@click.option("--side", default="", help="With seat: the side this key speaks for from now on.")
def key(session: Session, what: str, whose: str, name: str, game: Ref | None, side: str) -> None:
    """Make and keep the keys that turns by mail and results are signed with.

    `make NAME` makes a key of your own: its secret half stays beside the log, readable by you alone; what is printed
    can be told to anyone. `trust KEY --name NAME` takes in the key of somebody you play with, as he told it to you.
    `show NAME` prints a key, `list` all of them, `forget NAME` drops one, and `seat KEY` lets a key speak for a side.

    \b
        refight key make Anna
        refight key trust 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --name Bob
        refight key seat Bob --game ridge --side blue
    """
    if what != "list" and not whose:
        raise click.UsageError(f"say whose key: refight key {what} …", click.get_current_context())
    if what == "list":
        _list(session)
    elif what == "seat":
        _seat(session, whose, game, side)
    else:
        _one(session, what, whose, name)


def _list(session: Session) -> None:
    found = keys(session.games.log.store) if session.has_log else []
    rows = [[one.name, "your own" if one.secret else "trusted", one.key] for one in found]
    value = [{"name": one.name, "key": one.key, "own": bool(one.secret)} for one in found]
    emit(session, value, Grid(("name", "whose", "key"), rows) if rows else "no keys yet; `refight key make NAME`")


def _one(session: Session, what: str, whose: str, name: str) -> None:
    log = session.new_games.log if what in ("make", "trust") else session.games.log
    store = log.store
    if what == "make":
        found = make_key(store, whose, log.now())
    elif what == "trust":
        if not name:
            raise click.UsageError("say whose key it is with --name", click.get_current_context())
        found = trust(store, whose, name, log.now())
    else:
        found = key_of(store, whose) if what == "show" else forget_key(store, whose)
    said = {"trust": f"{found.key} speaks for {found.name}", "forget": f"the key of {found.name} is forgotten"}
    emit(session, {"name": found.name, "key": found.key, "own": bool(found.secret)}, said.get(what, found.key))


def _seat(session: Session, whose: str, game: Ref | None, side: str) -> None:
    """Somebody takes a side over, or has a new key: agreed between those who play, since only they can know."""
    if game is None or not side:
        raise click.UsageError("say where with --game and --side", click.get_current_context())
    line = session.line(game)
    session.side(line, side)
    found = key_of(session.games.log.store, whose)
    with session.games.log.store.beside() as beside:
        beside.put_seat(line.started.game, side, found.key)
    said = f"{found.name}'s key speaks for {side} of {line.game}"
    emit(session, {"game": line.game, "side": side, "key": found.key}, said)
