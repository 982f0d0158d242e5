"""Turns by mail: one is written to a file and signed; one that came is checked and taken in."""

from __future__ import annotations

from pathlib import Path

import click

from cli.commands.orders import tell_played
from cli.files.sniffing import lines_of, sniff
from cli.shell import params
from cli.shell.output import counted, emit, say_exactly
from cli.shell.session import Session, command
from cli.shell.writing import write_file
from domain.formats.mail.receiving import Received, receive_turn
from domain.formats.mail.sending import SentTurn, send_turn
from domain.formats.mail.turnfile import read_turn
from domain.games.waiting import waiting
from domain.kernel.shares import is_shared
from domain.log.refs import Ref


@command("send")
@click.argument("game", type=params.GAME)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--to", shell_complete=params.complete_side, help="The side it is for; the other, where there are two.")
@click.option("--by", shell_complete=params.complete_side, help="Your side, where you play more than one.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def send(session: Session, game: Ref, file: Path | None, to: str | None, by: str | None, force: bool) -> None:
    """Write what the other side has not got yet to a small signed file, or print it: for e-mail, a stick, a service.

    For games begun with `refight new … --setting mail`: each side keeps a log of its own, and nothing is hidden.

    \b
        refight send ridge turn-1.refight
        refight send ridge --to red > turn-1.refight
    """
    session.line(game)
    sent = send_turn(session.games, game, to, by)
    value = {"ref": game.game, "by": sent.by, "to": sent.to, "first": sent.first, "last": sent.last}
    if file is not None:
        size = write_file(file, sent.text, force=force)
        told = f"{file}: {_entries(sent)} of {game.game} for {sent.to}, signed by {sent.by}, {size} bytes"
        emit(session, {**value, "file": str(file), "bytes": size}, told, f"{sent.to} takes it in with: refight receive")
    elif session.json:
        emit(session, {**value, "text": "\n".join(sent.text) + "\n"})
    else:
        for row in sent.text:
            say_exactly(row)


def _entries(sent: SentTurn) -> str:
    return f"entries {sent.first} to {sent.last}" if sent.last > sent.first else f"entry {sent.last}"


@command("receive")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--name", default="", help="With the first turn of a game: what to call it here.")
@click.option("--rulings", is_flag=True, help="Take rulings too: you agree to them.")
def receive(session: Session, file: str, name: str, rulings: bool) -> None:
    """Check a turn that came, and take it in: all of it, or nothing.

    It must be of a game that is here (the first brings the game along), follow on what is here without a hole, be
    signed with a key that you know and that speaks for that side, hold only what that side may send, and be as the
    rules have it on its dice. A share that an order waits for is added at once, where it lies here.

    \b
        refight receive turn-1.refight --name ridge
        refight receive turn-2.refight
    """
    with sniff(file) as found:
        turn = read_turn(lines_of(found))
    received = receive_turn(session.new_games, turn, name, rulings=rulings)
    _tell(session, received)


def _tell(session: Session, got: Received) -> None:
    line = session.line(Ref(got.line.game))
    entries = session.games.entries(Ref(line.game), got.first - 1)
    new = got.last - got.first + 1
    played = [entry for entry in entries if entry.number <= got.last]
    from cli.shell.telling import told, worth_telling

    names = session.games.names(line)
    shown = [told(line.system, entry, None, line.started.sides, names) for entry in worth_telling(line.system, played)]
    begins = f"{line.game} is here now: {line.started.title}; " if got.is_new else ""
    what = f"{counted(new, 'entry', 'entries')} of {got.by} taken in" if new else "nothing new but what was signed"
    what += f", signed by {got.player} and as the rules have it"
    value = {
        "ref": line.game, "by": got.by, "player": got.player, "first": got.first, "last": got.last,
        "new_game": got.is_new, "added": len(got.added.entries) if got.added else 0, "head": entries[-1].number,
    }  # fmt: skip
    if session.json or got.added is None:
        emit(session, value, f"{begins}{what}", *shown, *_next(session, line.game))
        return
    emit(session, value, f"{begins}{what}", *shown, "your share was added:")
    tell_played(session, line, got.added, None)
    emit(session, None, *_next(session, line.game))


def _next(session: Session, game: str) -> list[str]:
    line = session.games.line(Ref(game))
    found = waiting(session.games, line)
    if found is None:
        return [f"next: `refight options {game}`; when it is done, `refight send {game}`"]
    what = "share" if is_shared(line.commitments) else "dice"
    return [f"an order of {found.by} waits for the {what} of {found.waits_for}"]
