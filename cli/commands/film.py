"""Films that `export --film` makes, and stills with a caption that `show --caption` draws."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.shell.film import Projector, check_film, gif, mp4
from cli.shell.output import emit, progress
from cli.shell.png import png_of
from cli.shell.rules import book_of
from cli.shell.session import Session
from cli.shell.writing import write_bytes
from domain.kernel.errors import BadInput
from domain.log.refs import Ref
from domain.words.phrases import calling, phrase
from domain.words.tell import say_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from projections.film.frame import Size
    from projections.film.shots import Every, Reel

SECONDS = {"phase": 2.5, "order": 1.5}  # that a picture is shown
KINDS = (".mp4", ".gif")
WIDE = 1280


def export_film(
    session: Session, game: Ref, side: str | None, file: Path, *, every: Every, seconds: float | None, width: int,
    force: bool,
) -> None:  # fmt: skip
    """One line; for a side, nothing of what it may not see."""
    if file.suffix.lower() not in KINDS:
        raise BadInput(f"a film is an .mp4 or a .gif, and {file} is neither")
    check_film()
    told: dict[str, Any] = {}
    made = _film(session, game, side, every, seconds or SECONDS[every], width, file.suffix.lower(), told)
    size = write_bytes(file, made, force=force)
    value = {
        "ref": str(game),
        "format": file.suffix[1:].lower(),
        "side": side,
        "file": str(file),
        "bytes": size,
        **told,
    }
    emit(session, value, phrase("{0} is filmed in {1}: {2} pictures, {3} bytes", game, file, told["pictures"], size))


def _film(
    session: Session, game: Ref, side: str | None, every: Every, seconds: float, width: int, kind: str,
    told: dict[str, Any],
) -> Iterator[bytes]:  # fmt: skip
    """Made only once the file may be written; it is there whole, or not at all."""
    from projections.film.frame import Size
    from projections.film.shots import Reel
    from projections.page.build import build

    line, size = session.line(game), Size.of(width)
    with progress("reading") as step:
        whole = build(session.games, game.game, book_of(line.system.key), side, step)
    with calling(say_of(line.system)):
        pictures = _pictures(Reel(whole, game.line), every, size, told)
        yield from mp4(pictures, size, seconds) if kind == ".mp4" else gif(pictures, seconds)


def _pictures(reel: Reel, every: Every, size: Size, told: dict[str, Any]) -> Iterator[Image]:
    from projections.film.frame import frame

    shots = [shot for shot in reel.shots(every) if shot.ground >= 0]
    if not any(piece.x is not None for shot in shots for piece in shot.pieces.values()):
        raise BadInput("there is nothing to film: no piece of this game stands on a map")
    projector, told["pictures"] = Projector(reel.game.tables.grounds, size), len(shots)
    with progress("film") as step:
        for done, shot in enumerate(shots, 1):
            yield projector.picture(frame(reel, shot, size))
            if step:
                step(done, len(shots))


def captioned(session: Session, ref: Ref, viewer: str | None, words: str, width: int | None) -> bytes:
    """What the order of an entry did, near by, with a caption: a PNG."""
    from projections.film.frame import Size, frame, whole_svg
    from projections.film.still import still

    line, size = session.line(ref), Size.of(width or WIDE)
    number = session.games.entry_number(line, ref.entry)
    reel, shot = still(session.games, line, number, book_of(line.system.key), viewer, words)
    found = frame(reel, shot, size)
    return png_of(whole_svg(reel.game.tables.grounds[found.ground], found, size), size.width)
