"""Whole games as files: out for one viewer, in from whoever has one."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response, get, post

from cli.files.sniffing import CHAT, CSV, JSON, JSON_LINES, VASSAL, Found, read_game_file, read_text_file, sniff
from cli.service import values as v
from cli.service.asked import GAME, REFUSED, STORED, As, Asker, FileOperation, Format, GameName, NewName, TheService
from cli.service.games import started
from cli.service.pages import whole_page
from cli.service.problems import told
from cli.service.service import Service
from cli.shell.packs import finder
from domain.formats.jsonlines.jsonlines import export_game, import_game
from domain.formats.jsonlines.merge import merge_game
from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.kernel.errors import BadInput, RefightError
from domain.kernel.naming import check_name
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.phrases import later

FILE = "application/octet-stream"
THE_FILE = "the file"
GAME_EXPORT = "/games/GAME/export"
FOREIGN = (VASSAL, CSV, JSON, CHAT)


class File(NamedTuple):
    name: str
    data: bytes


@get(
    f"{GAME}/export",
    summary="The whole game as a file",
    description="jsonl proves itself and is for one side with a side's token; a transcript shows everything.",
    responses=told("no-token", "not-yours", "busy"),
    media_type=FILE,
    tags=["files"],
)
async def export(service: TheService, caller: Asker, game: GameName, format: As = "jsonl") -> Response[bytes]:
    caller.check_member(game)
    if format == "transcript" and caller.viewer is not None:
        caller.check_umpire(game, later("a transcript shows everything"))
    if format == "html":
        file = File(_named(game, format, caller.viewer), (await whole_page(service, game, caller)).encode())
    else:
        async with service.heavy(caller.who(game)):
            file = await service.aside(_exported, game, format, caller.viewer)
    kept = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.data, media_type=FILE, headers=kept)  # to be kept, never to be shown from here


def _exported(service: Service, game: str, format: Format, viewer: str | None) -> File:
    """The formats that one thread makes; a page is made where pages are kept."""
    service.line(game, "main")
    if format == "jsonl":
        text = "".join(f"{line}\n" for line in export_game(service.games, game, viewer))
        return File(_named(game, format, viewer), text.encode())
    assert viewer is None, later("a transcript shows everything")
    return File(_named(game, format, None), export_transcript(service.games, game).encode())


def _named(game: str, format: Format, viewer: str | None) -> str:
    return f"{game}{f'-for-{viewer}' if viewer else ''}.{format}"


@post(
    "/import",
    summary="Bring in a game from a file",
    description="The file itself as the body: JSON lines of refight, a transcript, a VASSAL log, a CSV. "
    "With the service's own token, which it printed when it started.",
    response_description=STORED,
    responses=told("unproven", *REFUSED),
    tags=["files"],
    operation_class=FileOperation,
)
async def bring_in(
    service: TheService, anyone: Asker, request: Request[Any, Any, Any],
    name: NewName,
) -> v.Started:  # fmt: skip
    anyone.check_own(later("bringing in a game"))
    async with sent_file(request) as file, service.heavy(anyone.who()):
        return await service.aside(_brought_in, file, name)


@asynccontextmanager
async def sent_file(request: Request[Any, Any, Any]) -> AsyncIterator[Path]:
    """The body as a file, piece by piece."""
    with tempfile.NamedTemporaryFile(prefix="refight-") as file:
        async for piece in request.stream():
            await asyncio.to_thread(file.write, piece)
        file.flush()
        yield Path(file.name)


def _brought_in(service: Service, file: Path, name: str) -> v.Started:
    """A file that someone sent, told apart by its content; in messages it has no path."""
    check_name("game", name)
    with unnamed(file), sniff(str(file)) as opened:
        found = opened._replace(name=THE_FILE)
        if found.format not in FOREIGN:
            return started(service, _whole(service, found, name))
        from cli.files.foreign import Foreign, Wanted

        read = Foreign(found, Wanted(name=name)).read()
        service.games.log.restore(name, read.pack, read.rows)
        line = service.games.line(Ref(name))
        return started(service, line, msgspec.to_builtins(read.account))


@contextmanager
def unnamed(file: Path) -> Iterator[None]:
    """Whatever is said of the file, its place on this machine is not."""
    try:
        yield
    except RefightError as error:
        error.args = tuple(arg.replace(str(file), THE_FILE) if isinstance(arg, str) else arg for arg in error.args)
        raise


@post(
    f"{GAME}/merge",
    summary="Bring in what another record of the same game has",
    description="The file itself as the body: JSON lines of refight, whole. Lines that are not there are added, those "
    "that go on further are continued, and what parted comes in under a name of its own. With the service's own token, "
    "which it printed when it started: a file holds orders of every side.",
    status_code=200,
    response_description="What came in; all of it is stored, or nothing.",
    responses=told("unproven", *REFUSED),
    tags=["files"],
    operation_class=FileOperation,
)
async def merge(service: TheService, caller: Asker, game: GameName, request: Request[Any, Any, Any]) -> v.MergedValue:
    caller.check_own(later("merging a record"))
    async with sent_file(request) as file, service.heavy(caller.who(game)):
        return await service.aside(_merged, game, file)


def _merged(service: Service, game: str, file: Path) -> v.MergedValue:
    ref, _ = service.line(game, "main")
    with unnamed(file), sniff(str(file)) as opened:
        found = opened._replace(name=THE_FILE)
        if found.format != JSON_LINES:
            raise BadInput(f"{THE_FILE} is no record in JSON lines, as `GET {GAME_EXPORT}` gives it")
        merged = merge_game(service.games, ref.game, read_game_file(found))
    return v.MergedValue(game=ref.game, changed=merged.is_new, **msgspec.structs.asdict(merged))


def _whole(service: Service, found: Found, name: str) -> Line:
    """A game with all its lines: JSON lines, or a transcript with packs that are shipped or in the log."""
    if found.format == JSON_LINES:
        return import_game(service.games, read_game_file(found), name)
    return import_transcript(service.games, read_text_file(found), name, finder(service.games.log))


HANDLERS = (export,)
