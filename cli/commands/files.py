"""Files out: export, the read database, and the completion script."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.commands.alone import check_alone, film_options
from cli.shell import params
from cli.shell.output import counted, emit, progress, say_exactly, warn
from cli.shell.packs import beside, is_shipped
from cli.shell.session import Session, command, encryption_key
from cli.shell.startup import PROGRAM
from cli.shell.writing import write_bytes, write_file
from domain.formats.jsonlines.jsonlines import export_game
from domain.formats.transcript.exchange import transcript_rows
from domain.games.games import Games
from domain.games.players import named, played_by
from domain.kernel.errors import BadInput
from domain.log.refs import Ref

if TYPE_CHECKING:
    from projections.film.shots import Every


@command("export")
@click.argument("game", type=params.GAME)
@click.option("--format", "kind", type=click.Choice(["jsonl", "transcript", "vlog"]), default="jsonl",
              show_default=True,
              help="jsonl proves itself; a transcript is for people to read; vlog is for VASSAL.")  # fmt: skip
@click.option("--side", "--as", "side", shell_complete=params.complete_side,
              help="Leave out what this side may not see (jsonl, html, film).")  # fmt: skip
@click.option("--line", default="main", show_default=True,
              help="With vlog and film, which hold one line: the line to write.")  # fmt: skip
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The file to write; else it is printed.")
@click.option("--html", metavar="FILE", type=click.Path(path_type=Path),
              help="Write one page that replays the game in any browser, without a network.")  # fmt: skip
@click.option("--luck", is_flag=True,
              help="With --html: also how lucky each side was; of a long game that takes its time.")  # fmt: skip
@click.option("--with-pictures", is_flag=True,
              help="With --html: also the pictures of the module it was imported with.")  # fmt: skip
@film_options
@click.option("--players", is_flag=True,
              help="Name who plays, where names are known (transcript, html); else they are withheld.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def export(
    session: Session, game: Ref, kind: str, side: str | None, line: str, output: Path | None, html: Path | None,
    film: Path | None, every: Every, pace: float | None, width: int, luck: bool, with_pictures: bool, players: bool,
    force: bool,
) -> None:  # fmt: skip
    """Write a game with all its lines.

    \b
        refight export ridge --output ridge.jsonl
        refight export ridge --side blue --output for-blue.jsonl
        refight export ridge --format transcript --output ridge.txt
        refight export ridge --html ridge.html --luck
        refight export ridge --film ridge.mp4 --every order
    """
    main = session.line(game)
    if side is not None:
        session.side(main, side)
    if film is not None:
        from cli.commands.film import export_film

        check_alone("film")
        ref = game._replace(line=line)
        export_film(session, ref, side, film, every=every, seconds=pace, width=width, force=force)
        return
    if html is not None:
        from cli.commands.page import export_page

        export_page(session, game, side, html, luck=luck, players=players, pictures=with_pictures, force=force)
        return
    check_alone("text")
    _check_page_alone(game, luck=luck, pictures=with_pictures, players=players and kind != "transcript")
    if kind == "vlog":
        _export_vlog(session, game._replace(line=line), side, output, force)
        return
    lines = _exported(session.games, game.game, kind, side)
    if players:
        who = named(session.games.log, game.game)
        lines = chain((f"# {called}" for called in played_by({side: side for side in who}, who)), lines)
    value: dict[str, Any] = {"ref": game.game, "format": kind, "side": side, "file": str(output) if output else None}
    if output is not None:
        _write_out(session, game, value, lines, output, force)
    elif session.json:
        emit(session, {**value, "text": "\n".join(lines) + "\n"})
    else:
        for text in lines:
            say_exactly(text)


def _check_page_alone(game: Ref, *, luck: bool, pictures: bool, players: bool) -> None:
    """What only a page has."""
    if pictures:
        raise BadInput("--with-pictures goes with --html: other files hold no pictures")
    if luck:
        raise BadInput("--luck is drawn in a page: name one with --html FILE, or see `refight luck`")
    if players:
        raise BadInput(f"--players goes with --html or --format transcript; `refight players {game.game}` names them")


def _write_out(
    session: Session, game: Ref, value: dict[str, Any], lines: Iterable[str], output: Path, force: bool
) -> None:
    if output.exists() and not force:
        raise BadInput(f"{output} is there already; --force writes over it")
    pack = _pack_beside(session, game, output, force) if value["format"] == "transcript" else None
    size = write_file(output, lines, force=force)
    with_pack = f"; its pack is in {pack}, which goes with it" if pack else ""
    value |= {"bytes": size, "pack": str(pack) if pack else None}
    emit(session, value, f"{game.game} is in {output}, {size} bytes{with_pack}")


def _pack_beside(session: Session, game: Ref, output: Path, force: bool) -> Path | None:
    """A pack that no other machine has is laid beside its transcript, in a folder of the pack's name."""
    line = session.line(game)
    pack = session.games.log.pack(line.started.pack)
    if is_shipped(line.system.key, pack):
        return None
    if any(Path(name).name != name or name == ".." for name in (pack.name, *pack.files)):
        raise BadInput(f"the pack {pack.name!r} cannot be laid beside a transcript; export JSON lines, which hold it")
    folder = beside(output) / pack.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from None
    for name, text in pack.files.items():
        write_bytes(folder / name, [text.encode()], force=force)
    return beside(output)


def _export_vlog(session: Session, ref: Ref, side: str | None, output: Path | None, force: bool) -> None:
    from domain.formats.vassal.writer import write_vlog

    if side is not None:
        raise BadInput("a VASSAL log shows everything; --side goes with --format jsonl")
    if output is None:
        raise BadInput("a VASSAL log is no text; name a file with --output")
    games, line = session.games, session.line(ref)
    entries = games.log.entries(line)
    size = write_bytes(output, [write_vlog(line.system, games.initial(line), entries, entries[-1].at)], force=force)
    value = {"ref": str(ref), "format": "vlog", "side": None, "file": str(output), "bytes": size}
    emit(session, value, f"{ref} is in {output}, {size} bytes; `refight import {output}` reads it back")


def _exported(games: Games, game: str, kind: str, side: str | None) -> Iterable[str]:
    if kind == "jsonl":
        return export_game(games, game, side)
    if side is not None:
        raise BadInput("a transcript shows everything; --side goes with --format jsonl")
    return transcript_rows(games, game)


@command("project")
@click.option("--rebuild", is_flag=True, help="Throw the read database and all snapshots away; make them anew.")
@click.option("--tidy", is_flag=True, help="Only tell and free what older rules left behind beside the log.")
def project(session: Session, rebuild: bool, tidy: bool) -> None:
    """Bring the read database up to date: SQL tables of entries, points and losses for your own questions.

    \b
        refight project --rebuild
        refight project --tidy
    """
    from projections.models.catch_up import catch_up, damaged_lines

    if tidy:
        _tidy(session)
        return
    log = session.games.log
    session.read_db.parent.mkdir(parents=True, exist_ok=True)
    if rebuild:
        log.drop_snapshots()
    with progress("project") as step:
        done = catch_up(log, session.read_db, rebuild=rebuild, progress=step)
    if log.store.is_encrypted:
        warn("the read database is not encrypted")
    for game, line, entry in damaged_lines(session.read_db):
        warn(f"{game}@{line} is damaged and left out from entry {entry} on; `refight verify {game}` says more")
    value = {"file": str(session.read_db), "entries": done, "rebuilt": rebuild}
    emit(session, value, f"{session.read_db} is up to date; {counted(done, 'new entry', 'new entries')}")


@command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(session: Session, file: Path) -> None:
    """Copy the whole log into a file while it is played on: games, seeds, players and tokens, of whichever engine.

    The file is a log like any other (`--db FILE` opens it) and is as secret as the log itself. Seeds, players and
    tokens lie in a second one beside it, FILE.seeds: keep both.

    \b
        refight backup monday.db
    """
    from domain.log.backup import apart_from, back_up

    with progress("backup") as step:
        count = back_up(session.games.log.store, file, encryption_key(), step)
    apart = apart_from(file)
    emit(
        session,
        {"file": str(file), "apart": str(apart), "entries": count},
        f"{file} holds {counted(count, 'entry', 'entries')}, {apart} seeds, players and tokens: keep both",
    )


@command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def restore(session: Session, file: Path) -> None:
    """Make a log that holds nothing yet out of a backup: a new file, or an empty PostgreSQL database.

    \b
        refight restore monday.db --db again.db
    """
    from domain.log.backup import apart_from
    from domain.log.backup import restore as restored

    if file.is_file() and not apart_from(file).exists():
        warn(f"warning: {apart_from(file)} is not there: seeds, names of players and tokens are not restored")
    with progress("restore") as step:
        count = restored(file, session.url, encryption_key(), step)
    emit(session, {"file": str(file), "entries": count}, f"{counted(count, 'entry', 'entries')} restored from {file}")


@command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(session: Session, shell: str) -> None:
    """Print the completion script of your shell: put it where your shell looks for such scripts.

    \b
        refight completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(click.get_current_context().find_root().command, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source()
    if session.json:
        emit(session, {"shell": shell, "script": script})
    else:
        say_exactly(script)


def _tidy(session: Session) -> None:
    """Snapshots of rules that have changed since: nobody reads them, and the entries are not touched."""
    log = session.games.log
    left = log.leftovers()
    log.store.drop_sets(each.name for each in left)
    kept, size = sum(each.snapshots for each in left), sum(each.bytes for each in left)
    freed = log.store.give_back() if left else 0
    value = {"log": session.url, "sets": len(left), "snapshots": kept, "bytes": size, "freed": freed}
    found = f"{counted(kept, 'snapshot')} of older rules ({size} bytes) dropped" if left else "nothing is left over"
    emit(session, value, f"{found}; the file is {freed} bytes smaller" if freed > 0 else found)
