"""Turns by mail, handed in and fetched here: the service keeps a log of the game as a third, and plays no side."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

from litestar import Request, Response, get, post

from cli.files.sniffing import lines_of, sniff
from cli.service import values as v
from cli.service.asked import GAME, REFUSED, After, Asker, FileOperation, GameName, SideName, TheService
from cli.service.exports import sent_file, unnamed
from cli.service.problems import told
from cli.service.service import Service
from domain.formats.mail.receiving import receive_turn
from domain.formats.mail.sending import check_mail, turn_rows
from domain.formats.mail.turnfile import read_turn
from domain.games.terms import known_side
from domain.kernel.errors import BadInput
from domain.log.refs import MAIN


@post(
    f"{GAME}/turns",
    summary="Hand in a turn by mail",
    description="The file itself as the body, as `refight send` writes it. Checked as by `refight receive`: game, "
    "signature and key, chain, dice and rules. With any token of the game.",
    response_description="What came in; all of it is stored, or nothing.",
    responses=told("unproven", *REFUSED),
    tags=["files"],
    operation_class=FileOperation,
)
async def hand_in(
    service: TheService, caller: Asker, game: GameName, request: Request[Any, Any, Any]
) -> v.TurnTaken:  # fmt: skip
    caller.check_member(game)
    async with sent_file(request) as file, service.heavy(caller.who(game)):
        return await service.write(f"{game}@{MAIN}", _taken, service, game, file)


def _taken(service: Service, game: str, file: Path) -> v.TurnTaken:
    _, line = service.line(game, MAIN)
    check_mail(line)
    with unnamed(file), sniff(str(file)) as found:
        turn = read_turn(lines_of(found))
        if turn.head.game != line.started.game:
            raise BadInput(f"this turn is of another game than {game}: {turn.head.title} ({turn.head.game})")
        got = receive_turn(service.games, turn)
    return v.TurnTaken(by=got.by, first=got.first, last=got.last)


@get(
    f"{GAME}/turns/{{side:str}}",
    summary="Fetch what a side has not got yet",
    description="As a file for `refight receive`, signed by whoever played last. With any token of the game.",
    responses=told("no-token", "not-yours", "busy"),
    tags=["files"],
)
async def fetch(
    service: TheService, caller: Asker, game: GameName, side: SideName, after: After = 0
) -> Response[str]:  # fmt: skip
    caller.check_member(game)
    text = await service.run(_turn, service, game, side, after)
    return Response(text, media_type="application/x-ndjson")


def _turn(service: Service, game: str, side: str, after: int) -> str:
    _, line = service.line(game, MAIN)
    check_mail(line)
    known_side(line, side)
    head = service.games.log.head(line)
    if after >= head.number:
        raise BadInput(f"{game} has {head.number} entries; there is none after {after}")
    with service.games.log.store.beside() as beside:
        signers = [one.by for one in beside.signatures(line.started.game) if one.hash == head.hash.hex()]
    by = next((one for one in signers if one != side), "")
    if not by:
        raise BadInput(f"nobody else has signed entry {head.number} yet; there is no turn for {side}")
    return "".join(chain.from_iterable((row, "\n") for row in turn_rows(service.games, line, by, side, after)))


HANDLERS = (fetch,)
