"""What can be sent: orders, notes, new lines, new games and games from files."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, post
from litestar.openapi.spec import Example, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIFormat
from litestar.params import BodyKwarg

from cli.service import doing
from cli.service import sent as s
from cli.service import values as v
from cli.service.asked import GAME, LINE, Asker, GameName, LineName, NewName, TheService
from cli.service.problems import told

STORED = "It is stored."
REFUSED = ("no-token", "not-yours", "conflict", "too-large", "too-slow", "busy")


@dataclass
class FileOperation(Operation):
    """Its body is a file, which no Struct describes."""

    def __post_init__(self) -> None:
        file = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
        content = {"application/octet-stream": OpenAPIMediaType(schema=file)}
        self.request_body = RequestBody(content=content, required=True, description="The file itself.")


def body(title: str, **value: Any) -> Any:
    return BodyKwarg(title=title, examples=[Example(summary=title, value=value)])


@post(
    f"{LINE}/orders",
    summary="Give an order",
    description="With the token of the side that gives it. Answers what came of it, as that side may see it.",
    response_description=STORED,
    responses=told("illegal-order", *REFUSED),
    tags=["orders"],
)
async def order(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[
        s.NewOrder, body("A move", order="MovePiece piece=guard to=mill", by="blue", dice=[4, 5], expected=12)
    ],
) -> v.Given:  # fmt: skip
    return await service.write(doing.order, service, game, line, caller, data)


@post(
    f"{LINE}/notes",
    summary="Write a note",
    description="With any token of the game; it is signed by its owner, and everyone may read it.",
    response_description=STORED,
    responses=told(*REFUSED),
    tags=["entries"],
)
async def note(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewNote, body("A note on an entry", text="we forgot the flank here", about=3)],
) -> v.Given:  # fmt: skip
    return await service.write(doing.note, service, game, line, caller, data)


@post(
    f"{GAME}/branches",
    summary="Open a new line from any entry",
    description="With any token of the game; where something is hidden from its owner, with the umpire's.",
    response_description=STORED,
    responses=told(*REFUSED),
    tags=["games"],
)
async def branch(
    service: TheService, caller: Asker, game: GameName,
    data: Annotated[s.NewBranch, body("What if", name="left-hook", at=3, why="what if they go left?")],
) -> v.Opened:  # fmt: skip
    return await service.write(doing.branch, service, game, caller, data)


@post("/games", summary="Start a game", description="With the service's own token, which it printed when it started.",
      response_description=STORED, responses=told(*REFUSED), tags=["games"])  # fmt: skip
async def new_game(
    service: TheService, anyone: Asker,
    data: Annotated[s.NewGame, body("An empty table", system="freeform", scenario="blank", name="ridge")],
) -> v.Started:  # fmt: skip
    anyone.check_own("starting a game")
    return await service.write(doing.new_game, service, data)


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
    anyone.check_own("bringing in a game")
    with tempfile.NamedTemporaryFile(prefix="refight-") as file:
        async for piece in request.stream():
            await asyncio.to_thread(file.write, piece)
        file.flush()
        async with service.heavy():
            return await service.run(doing.bring_in, service, Path(file.name), name)


HANDLERS = (order, note, branch, new_game)
