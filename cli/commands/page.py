"""The page that `export --html` writes: one file that replays a game in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cli.commands.alone import check_alone
from cli.shell.output import emit, progress
from cli.shell.rules import book_of
from cli.shell.session import Session
from cli.shell.writing import write_file
from domain.games.players import named
from domain.kernel.errors import BadInput
from domain.log.refs import Ref
from domain.words.phrases import phrase

if TYPE_CHECKING:
    from projections.drawing.photos import Photos
    from projections.luck.luck import Luck


def export_page(
    session: Session, game: Ref, side: str | None, file: Path, *, luck: bool, players: bool, pictures: bool, force: bool
) -> None:
    """With all lines; for one side, nothing of what it may not see is in the file."""
    check_alone("html")
    size = write_file(file, _page(session, game, side, luck, players, pictures), force=force)
    value = {"ref": game.game, "format": "html", "side": side, "file": str(file), "bytes": size}
    seen = (
        phrase("as {0} may see it and no more", side)
        if side
        else phrase("with the views of the umpire and of each side")
    )
    copy = [] if side else [phrase("this is the umpire's copy, with all secrets; --side SIDE makes one for a player")]
    emit(
        session,
        value,
        phrase("{0} is in {1}, {2} bytes, {3}", game.game, file, size, seen),
        phrase("open it in any browser: {0}", file.resolve().as_uri()),
        *copy,
    )


def _page(session: Session, game: Ref, side: str | None, luck: bool, players: bool, pictures: bool) -> Iterator[str]:
    """Made only once the file may be written."""
    from projections.drawing.photos import NONE, showing
    from projections.page.build import build
    from projections.page.page import page

    book = book_of(session.line(game).system.key)
    lucky = judged(session, game, side) if luck else None
    with progress("export") as step, showing(_photos(session, game) if pictures else NONE):
        found = build(session.games, game.game, book, side, step, lucky)
    who = named(session.games.log, game.game) if players else {}
    yield page(msgspec.structs.replace(found, players=who)).rstrip("\n")


def _photos(session: Session, game: Ref) -> Photos:
    """Those of the module, where they were kept."""
    from cli.shell.pictures import photos_of

    found = photos_of(session, session.line(game).started.game)
    if not found.photos:
        raise BadInput(f"no pictures of {game.game} are kept here; `refight import` keeps them, with --pictures")
    return found


def judged(session: Session, game: Ref, side: str | None) -> Luck:
    """Of the main line; it takes far longer than the page itself."""
    from domain.games.sight import is_open
    from domain.odds.past import past
    from projections.luck.luck import judge

    if not is_open(session.games, session.line(game), side):
        raise BadInput(
            f"luck is reckoned from all that happened, and part of {game.game} is hidden from {side}: "
            f"leave out --luck, or leave out --side for the umpire's copy"
        )
    with progress(f"luck of {game.game}") as step:
        return judge(past(session.games, game, step), str(game))
