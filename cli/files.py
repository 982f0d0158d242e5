"""Files in and out: import, export, the read database, and the completion script."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from cli import params
from cli.output import counted, emit, progress, say_exactly, warn
from cli.packs import find_pack, load_pack
from cli.reading import JSON_LINES, read_game_file, read_transcript, sniff
from cli.session import Session, command
from cli.writing import write_file
from domain.gamelog import Line
from domain.games import Games
from domain.jsonlines import export_game, import_game
from domain.packs import Pack
from domain.refs import Ref, slug
from domain.ruling import BadInput, NotFound, RefightError
from domain.transcript import export_transcript, import_transcript


@command("import")
@click.argument("file", type=click.Path())
@click.option("--name", default="", help="What to call the game; made from the file's name if not given.")
@click.option("--pack", metavar="DIR", default="", help="The pack a transcript was played with, if it is your own.")
def import_file(session: Session, file: str, name: str, pack: str) -> None:
    """Bring in a game: JSON lines or a transcript, told apart by content; - reads the standard input.

    \b
        refight import ridge.jsonl --name ridge-copy
        refight import ridge.txt --name ridge-again
    """
    chosen = name or slug("game" if file == "-" else Path(file).stem)
    line = load_game(session.new_games, file, chosen, pack)
    entries, lines = session.games.log.head(line).number, session.games.log.lines(chosen)
    same = _same_game(session.games, line)
    value = {"ref": chosen, "title": line.started.title, "entries": entries, "lines": lines, "same_as": same}
    emit(
        session,
        value,
        f"{chosen}: {line.started.title}, {counted(entries, 'entry', 'entries')}, {counted(len(lines), 'line')}",
        *([f"the same game is here as {' and '.join(same)}"] if same else []),
        f"next: `refight replay {chosen}`, `refight audit {chosen}`, `refight verify {chosen}`",
    )


def _same_game(games: Games, line: Line) -> list[str]:
    """Other names under which this game, by its own id, is in the log."""
    return [name for name in games.log.games() if name != line.game and _id(games, name) == line.started.game]


def _id(games: Games, name: str) -> str:
    try:
        return games.log.line(name).started.game
    except RefightError:  # damaged, or of a system that is not here: no reason to stop an import
        return ""


def load_game(games: Games, file: str, name: str, pack: str = "") -> Line:
    with sniff(file) as found:
        if found.format == JSON_LINES:
            read = read_game_file(found)
            try:
                return import_game(games, read, name)
            except BadInput:
                if read.head.side is None:
                    raise
                raise _for_one_side(file, read.head.side) from None
        return import_transcript(games, read_transcript(found), name, _packs(games, pack))


def _for_one_side(file: str, side: str) -> BadInput:
    return BadInput(
        f"{file} was made for {side} and cannot be played on; `refight log {file}` reads it, "
        f"`refight verify {file}` proves it. To play on, ask for the whole game"
    )


def _packs(games: Games, own: str) -> Callable[[str, str], Pack]:
    """Packs by name or hash: the folder given, those shipped, and those of games already in the log."""

    def find(system: str, wanted: str) -> Pack:
        if own:
            return load_pack(system, own)
        try:
            return find_pack(system, wanted)
        except NotFound:
            try:
                return games.log.pack(wanted)
            except NotFound:
                pass
            raise

    return find


@command("export")
@click.argument("game", type=params.GAME)
@click.option("--format", "kind", type=click.Choice(["jsonl", "transcript"]), default="jsonl", show_default=True,
              help="jsonl proves itself; a transcript is for people to read.")  # fmt: skip
@click.option("--side", shell_complete=params.complete_side, help="Leave out what this side may not see (jsonl).")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The file to write; else it is printed.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def export(session: Session, game: Ref, kind: str, side: str | None, output: Path | None, force: bool) -> None:
    """Write a game with all its lines.

    \b
        refight export ridge --output ridge.jsonl
        refight export ridge --side blue --output for-blue.jsonl
        refight export ridge --format transcript --output ridge.txt
    """
    line = session.line(game)
    if side is not None:
        session.side(line, side)
    lines = _exported(session.games, game.game, kind, side)
    value = {"ref": game.game, "format": kind, "side": side, "file": str(output) if output else None}
    if output is not None:
        size = write_file(output, lines, force=force)
        emit(session, {**value, "bytes": size}, f"{game.game} is in {output}, {size} bytes")
    elif session.json:
        emit(session, {**value, "text": "\n".join(lines) + "\n"})
    else:
        for text in lines:
            say_exactly(text)


def _exported(games: Games, game: str, kind: str, side: str | None) -> Iterable[str]:
    if kind == "jsonl":
        return export_game(games, game, side)
    if side is not None:
        raise BadInput("a transcript shows everything; --side goes with --format jsonl")
    return export_transcript(games, game).rstrip("\n").split("\n")


@command("project")
@click.option("--rebuild", is_flag=True, help="Throw the read database and all snapshots away; make them anew.")
def project(session: Session, rebuild: bool) -> None:
    """Bring the read database up to date: SQL tables of entries, points and losses for your own questions.

    \b
        refight project --rebuild
    """
    from projections.catch_up import catch_up, damaged_lines

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


@command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(session: Session, shell: str) -> None:
    """Print the completion script of your shell: put it where your shell looks for such scripts.

    \b
        refight completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    from cli.main import PROGRAM, cli

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(cli, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source()
    if session.json:
        emit(session, {"shell": shell, "script": script})
    else:
        say_exactly(script)
