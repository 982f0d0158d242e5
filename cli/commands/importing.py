"""Games from files: told apart by content, read whole, and stored in one go with an account of what was understood."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from cli.files.recorded import opened
from cli.files.sniffing import (
    CHAT,
    CSV,
    JSON,
    JSON_LINES,
    TRANSCRIPT,
    VASSAL,
    Found,
    listed,
    read_game_file,
    read_text_file,
    rest_of,
    sniff,
)
from cli.prompt.missing_dice import asking
from cli.shell.output import counted, emit
from cli.shell.packs import finder
from cli.shell.session import Session, command
from domain.formats.jsonlines.jsonlines import import_game
from domain.formats.transcript.exchange import import_transcript
from domain.games.games import Games
from domain.kernel.errors import BadInput, RefightError
from domain.kernel.facts import DiceRolled
from domain.kernel.naming import LONGEST_NAME, check_name, slug
from domain.log.gamelog import Line
from domain.log.refs import Ref, parse_ref

if TYPE_CHECKING:
    from cli.files.foreign import Foreign
    from domain.formats.importing.recorder import Imported

KINDS = {
    VASSAL: "a VASSAL file", CSV: "a CSV file", JSON: "a JSON file", CHAT: "a chat window saved as text",
    TRANSCRIPT: "a transcript", JSON_LINES: "JSON lines of a game",
}  # fmt: skip
FOREIGN = (VASSAL, CSV, JSON, CHAT)


@command("import")
@click.argument("files", type=click.Path(), nargs=-1, required=True, metavar="FILE...")
@click.option("--name", default="", help="What to call the game; made from the file's name if not given.")
@click.option("--pack", metavar="DIR", default="", help="The pack the game was played with, if it is your own.")
@click.option("--mapping", metavar="FILE", default="", help="TOML: what a module's pieces, chat and dice are here.")
@click.option("--module", metavar="FILE", default="", help="The VASSAL module (.vmod) the game was played with.")
@click.option("--extension", "extensions", multiple=True, metavar="FILE", help="An extension of it (.vmdx); repeat.")
@click.option("--pictures", is_flag=True, help="Keep the module's pictures on this machine, for `show` and pages.")
@click.option("--any-module", is_flag=True, help="Take the module though the log names another.")
@click.option("--append", metavar="GAME", default="", help="Join the logs to a game that was imported before.")
@click.option("--freeform", is_flag=True, help="Record it without rules, though a mapping fits.")
@click.option("--scenario", default="", help="With a mapping: what was played, if the file does not say.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="What to call the players, in order; repeat.")
@click.option(
    "--column", "columns", multiple=True, metavar="OURS=HEADER", help="What a column of a CSV or JSON is; repeat."
)
@click.option("--no-chat", is_flag=True, help="Leave the players' talk out.")
@click.option("--salvage", is_flag=True, help="Of a VASSAL file that was cut off, take what is there.")
@click.option("--roll-missing", is_flag=True, help="Roll the dice that a transcript does not give, fairly.")
@click.option("--report", is_flag=True, help="List all that was irregular, not understood, or a sign of damage.")
@click.option("--dry-run", is_flag=True, help="Read and report; store nothing.")
def import_file(
    session: Session, /, files: tuple[str, ...], name: str, roll_missing: bool, report: bool, dry_run: bool, **how: Any
) -> None:
    """Bring in a game: a VASSAL log or save, its chat saved as text, a transcript, a CSV or JSON list of moves and
    rolls, or JSON lines of our own. They are told apart by content; - reads the standard input. The recorded battles
    that come with refight have names of their own: `refight demo --list` tells them.

    A VASSAL file of a module that refight has a mapping for becomes a game of that system, any other a freeform game.
    Players' ids (which are their passwords), names and e-mail addresses are never stored. Several logs, or a folder of
    them, are one game: what stands in two of them is told once.

    \b
        refight import ridge.jsonl --name ridge-copy
        refight import ridge.txt --name ridge-again
        refight import notes.txt --roll-missing
        refight import evening.vlog --player Ann --player Ben --report
        refight import turn-1.vlog turn-2.vlog turn-3.vlog --name by-mail
        refight import turn-4.vlog --append by-mail
        refight import turn-1.vlog --module game.vmod --name on-hexes
        refight import moves.csv --column unit=Regiment --column to=Hex
        refight import brawners-farm --name farm
    """
    how["name"] = name
    _check_append(how)
    file, *others = listed(files)
    stem = "game" if file == "-" else Path(files[0] if others else file).stem
    chosen = check_name("game", name or slug(stem))
    with opened(file) as path, sniff(path) as found:
        _check_options(found.format, {**how, "roll_missing": roll_missing})
        if found.format in FOREIGN:
            _import_foreign(session, found, {**how, "file": stem}, report, dry_run, others)
        elif others:
            raise BadInput(f"{file} is {KINDS[found.format]}; only the VASSAL logs of one game are imported together")
        else:
            if dry_run:
                _try_whole(session, found, chosen, how["pack"], file, roll_missing)
                return
            line = _import_whole(session, found, chosen, how["pack"], file, roll_missing)
            _say_whole(session, line, roll_missing)


_FITS = {
    "mapping": FOREIGN, "freeform": FOREIGN, "scenario": FOREIGN, "players": FOREIGN, "no_chat": FOREIGN,
    "columns": (CSV, JSON), "salvage": (VASSAL,), "module": (VASSAL,), "extensions": (VASSAL,), "any_module": (VASSAL,),
    "pictures": (VASSAL,), "append": (VASSAL,), "name": tuple(KINDS),
    "roll_missing": (TRANSCRIPT,),
    "pack": (TRANSCRIPT, *FOREIGN),
}  # fmt: skip


_REPEATED = ("columns", "players", "extensions")
_NOT_WITH_APPEND = ("name", "mapping", "freeform", "scenario", "pack")


def _check_append(how: dict[str, Any]) -> None:
    for option in _NOT_WITH_APPEND:
        if how["append"] and how[option]:
            raise BadInput(f"--{option} is for a game of its own; with --append the game is there already")


def _check_options(kind: str, given: dict[str, Any]) -> None:
    """An option that does nothing for this kind of file is a misunderstanding, and said to be one."""
    for option, value in given.items():
        if value and kind not in _FITS[option]:
            shown = option.removesuffix("s" if option in _REPEATED else "").replace("_", "-")
            raise BadInput(f"--{shown} does nothing for {KINDS[kind]}, which this is; leave it out")


# Files of other programs


def _import_foreign(
    session: Session, found: Found, how: dict[str, Any], report: bool, dry_run: bool, others: Sequence[str]
) -> None:
    from cli.files.foreign import Foreign, Wanted, whole_file
    from cli.shell.pictures import keep_pictures

    no_chat, pictures, append = how.pop("no_chat"), how.pop("pictures"), how.pop("append")
    if pictures and not how["module"]:
        raise BadInput("--pictures come out of the module: name it with --module FILE")
    if pictures and not session.is_file:
        raise BadInput("--pictures keeps them beside a database file; this log is on a server")
    if others and found.format != VASSAL:
        raise BadInput(f"{found.name} is {KINDS[found.format]}; only VASSAL logs of one game are imported together")
    foreign = Foreign(found, Wanted(chat=not no_chat, **how), rest_of(others))
    read, name = _joined(session, foreign, append, dry_run) if append else _stored(session, foreign, dry_run)
    if pictures and not dry_run:
        game = session.games.line(parse_ref(name)).started.game
        keep_pictures(session, game, whole_file(how["module"]), read.images, read.boards)
    _say_foreign(session, name, read, report, dry_run, added=bool(append))


def _stored(session: Session, foreign: Foreign, dry_run: bool) -> tuple[Imported, str]:
    read = foreign.read()
    name = foreign.wanted.name or _unused(session, slug(read.name))
    if not dry_run:
        mark = (read.game, read.mark) if read.mark else None
        session.new_games.log.restore(name, read.pack, read.rows, mark=mark)
    return read, name


def _joined(session: Session, foreign: Foreign, to: str, dry_run: bool) -> tuple[Imported, str]:
    from cli.files.appending import append, ending_of

    ref = parse_ref(to)
    session.line(ref)
    return append(session.games, foreign, ending_of(session.games, ref), dry_run), to


def _unused(session: Session, name: str) -> str:
    """The name as it is; one that had to be cut is told apart by a number from another that was."""
    taken = set(session.games.log.games()) if len(name) == LONGEST_NAME and session.has_log else set[str]()
    numbered = (f"{name[: LONGEST_NAME - 4]}-{number}" for number in range(2, 1000))
    return name if name not in taken else next((one for one in numbered if one not in taken), name)


def _say_foreign(session: Session, name: str, read: Imported, report: bool, dry_run: bool, added: bool = False) -> None:
    from cli.files.report import details, summary

    account = read.account
    value = {"ref": None if dry_run else name, **msgspec.structs.asdict(account)}
    module = f", {account.module}" if account.module else ""
    stored = "nothing is stored (--dry-run)" if dry_run else counted(account.facts, "entry", "entries")
    if added and not dry_run:
        stored = f"{stored} added" if account.facts else "all of it is told already; nothing was added"
    more = () if report or not _has_remarks(read) else ("  --report lists each of them",)
    following = (
        f"next: `refight show {name}`, `refight log {name}`, `refight dice {name}`, `refight audit {name}`, "
        f"`refight disputes {name}`"
    )
    emit(
        session,
        value,
        f"{name}: a {account.origin}{module}: {stored}",
        *(() if added and not account.facts else summary(account)),
        *more,
        *(details(account) if report else ()),
        *(() if dry_run else (following,)),
    )


def _has_remarks(read: Imported) -> bool:
    account = read.account
    return any((account.irregular, account.supplied, account.unread, account.warnings, account.gaps))


# Our own files


def _import_whole(session: Session, found: Found, name: str, pack: str, file: str, roll_missing: bool) -> Line:
    """A transcript, or JSON lines: a game with all its lines. The file is read before a log is made for it."""
    if found.format == JSON_LINES:
        read = read_game_file(found)
        try:
            return import_game(session.new_games, read, name)
        except BadInput:
            if read.head.side is None:
                raise
            raise _for_one_side(found.name, read.head.side) from None
    text = read_text_file(found)
    with asking(file) as missing:
        games = session.new_games
        find = finder(games.log, pack, file)
        return import_transcript(games, text, name, find, missing=missing, roll_missing=roll_missing)


def _try_whole(session: Session, found: Found, name: str, pack: str, file: str, roll_missing: bool) -> None:
    """As if it were imported, into a log that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        aside = Session(db=str(Path(folder) / "games.db"), json=session.json)
        if session.has_log:
            for own in {session.games.line(Ref(game)).started.pack for game in session.games.log.games()}:
                aside.new_games.log.keep_pack(session.games.log.pack(own))
        line = _import_whole(aside, found, name, pack, file, roll_missing)
        entries, lines = aside.games.log.head(line).number, aside.games.log.lines(name)
        aside.games.log.close()
    value = {"ref": None, "title": line.started.title, "entries": entries, "lines": lines}
    said = f"{line.started.title}, {counted(entries, 'entry', 'entries')}, {counted(len(lines), 'line')}"
    emit(session, value, f"{name}: {said}: all of it can be imported; nothing is stored (--dry-run)")


def _for_one_side(file: str, side: str) -> BadInput:
    return BadInput(
        f"{file} was made for {side} and cannot be played on; `refight log {file}` reads it, "
        f"`refight verify {file}` proves it. To play on, ask for the whole game"
    )


def _rolled_here(games: Games, line: Line) -> int:
    """Dice that the transcript did not give; every fair one, since it had none of its own."""
    lines = (games.log.line(line.game, name) for name in games.log.lines(line.game))
    rolls = (entry.fact for each in lines for entry in games.log.entries_of(each, (DiceRolled,), each.own.base))
    return sum(len(fact.faces) for fact in rolls if isinstance(fact, DiceRolled) and fact.source == "fair")


def _say_whole(session: Session, line: Line, roll_missing: bool) -> None:
    name = line.game
    entries, lines = session.games.log.head(line).number, session.games.log.lines(name)
    same = _same_game(session.games, line)
    rolled = _rolled_here(session.games, line) if roll_missing else 0
    value = {
        "ref": name, "title": line.started.title, "entries": entries, "lines": lines, "same_as": same, "rolled": rolled,
    }  # fmt: skip
    emit(
        session,
        value,
        f"{name}: {line.started.title}, {counted(entries, 'entry', 'entries')}, {counted(len(lines), 'line')}",
        *([f"the same game is here as {' and '.join(same)}"] if same else []),
        *(
            [f"{counted(rolled, 'die was', 'dice were')} rolled here, marked `fair`: `refight dice {name}`"]
            if rolled
            else []
        ),
        f"next: `refight replay {name}`, `refight audit {name}`, `refight verify {name}`",
    )


def _same_game(games: Games, line: Line) -> list[str]:
    """Other names under which this game, by its own id, is in the log."""
    return [name for name in games.log.games() if name != line.game and _id(games, name) == line.started.game]


def _id(games: Games, name: str) -> str:
    try:
        return games.log.line(name).started.game
    except RefightError:  # damaged, or of a system that is not here: no reason to stop an import
        return ""
