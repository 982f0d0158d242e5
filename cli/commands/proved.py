"""A signed result compared with the log it is of: the one here, or an exported file."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from cli.commands.result import told
from cli.files.filelog import open_file
from cli.shell.output import emit
from cli.shell.session import Session
from domain.formats.jsonlines.jsonlines import import_game
from domain.games.games import Games
from domain.games.keyring import keys
from domain.kernel.errors import BadInput
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.sheet import BEGINS, MOST_BYTES, ResultSheet, check_sheet, check_signed, read_sheet
from domain.proof.verify import verify_line


def is_result(name: str) -> bool:
    if name == "-":
        return False
    try:
        with Path(name).open("rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False  # whoever opens it next says why


def verify_result(session: Session, name: str, log_file: str | None) -> None:
    with Path(name).open("rb") as file:
        sheet = read_sheet(file.read(MOST_BYTES + 1))
    ref = _here(session, sheet)
    if log_file is not None:
        _against_file(sheet, log_file)
    elif ref is not None:
        verify_line(session.games, ref)
        check_sheet(session.games, ref, sheet)
    else:
        check_signed(sheet)
    names = {one.key: one.name for one in keys(session.games.log.store)} if session.has_log else {}
    compared = log_file is not None or ref is not None
    what = "holds: the log says the same" if compared else "is signed as it says; its log is not here (--log FILE)"
    unsigned = [side for side in sheet.points if side not in {one.by for one in sheet.signed}]
    value = {"result": name, "compared": compared, "unsigned": unsigned, "sheet": msgspec.to_builtins(sheet)}
    missing = [f"not signed by {', '.join(unsigned)}"] if unsigned else []
    emit(session, value, f"{name} {what}", *(f"  {row}" for row in told(sheet, names)), *missing)


def _here(session: Session, sheet: ResultSheet) -> Ref | None:
    if not session.has_log:
        return None
    log = session.games.log
    names = (name for name in log.games() if session.games.line(Ref(name)).started.game == sheet.game)
    name = next(names, None)
    return Ref(name, sheet.line) if name is not None and sheet.line in log.lines(name) else None


def _against_file(sheet: ResultSheet, name: str) -> None:
    from rules import SYSTEMS

    file = open_file(name, "a result is compared with JSON lines (`refight export`)")
    with TemporaryDirectory() as folder, GameLog(str(Path(folder) / "games.db"), SYSTEMS) as log:
        games = Games(log)
        import_game(games, file, "game")
        if sheet.line not in log.lines("game"):
            raise BadInput(f"this is the result of the line {sheet.line}, which {name} does not hold")
        check_sheet(games, Ref("game", sheet.line), sheet)
