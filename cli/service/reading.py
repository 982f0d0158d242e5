"""What can be asked: games, entries, boards, orders there are, explanations, audits, sums and files."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request, Response, get
from litestar.response import ServerSentEvent

from cli.service import telling
from cli.service import values as v
from cli.service.access import bearer
from cli.service.asked import (
    GAME,
    LINE,
    After,
    As,
    Asker,
    At,
    Every,
    GameName,
    Kind,
    LastId,
    Limit,
    LineName,
    Number,
    OfSide,
    Orders,
    Since,
    TheService,
)
from cli.service.exporting import File, exported, named
from cli.service.follow import events
from cli.service.pages import whole_page
from cli.service.problems import KINDS, Trouble, told
from domain.dispute.explain import Explanation

SVG, FILE = "image/svg+xml", "application/octet-stream"
DRAWN = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"


@get("/health", summary="Whether the service is there", responses=told("busy"), tags=["service"])
async def health(service: TheService) -> v.Health:
    from cli.startup import version

    return v.Health(version=version("refight"), games=len(await service.run(service.games.log.games)))


@get("/games", summary="List the games", responses=told("busy"), tags=["games"])
async def games(service: TheService, anyone: Asker) -> list[v.GameSummary]:
    return await service.run(telling.all_games, service, anyone.viewer)


@get(GAME, summary="One game and its lines", responses=told("no-token"), tags=["games"])
async def game_detail(service: TheService, caller: Asker, game: GameName) -> v.GameDetail:
    return await service.run(telling.detail, service, game, caller)


@get(f"{LINE}/entries", summary="Entries of a line, a page at a time", responses=told("no-token"), tags=["entries"])
async def entries(
    service: TheService, caller: Asker, game: GameName, line: LineName, after: After = 0,
    limit: Limit = 200,
) -> v.EntryPage:  # fmt: skip
    most = min(limit, service.bounds.page)
    return await service.run(telling.entries, service, game, line, caller.viewer, after, most)


@get(f"{LINE}/entries/{{number:int}}", summary="One entry", responses=told("no-token", "not-yours"), tags=["entries"])
async def entry(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> v.EntryValue:
    found = await service.run(telling.entry, service, game, line, caller.viewer, number)
    if found is None:
        raise Trouble("not-yours", f"entry {number} is not for these eyes")
    return found


@get(f"{LINE}/board", summary="The board, as data", responses=told("no-token"), tags=["look"])
async def board(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.BoardValue:
    return await service.run(telling.board, service, game, line, caller.viewer, at)


@get(f"{LINE}/board.svg", summary="The board, drawn", responses=told("no-token"), media_type=SVG, tags=["look"])
async def picture(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> Response[str]:
    svg = await service.run(telling.picture, service, game, line, caller.viewer, at)
    return Response(svg, media_type=SVG, headers={"Content-Security-Policy": DRAWN})


@get(
    f"{LINE}/options",
    summary="Legal orders, those of the caller's side",
    responses=told("no-token", "not-yours"),
    tags=["orders"],
)
async def options(
    service: TheService, caller: Asker, game: GameName, line: LineName, side: OfSide = None, at: At = None,
    limit: Orders = 500,
) -> v.OptionList:  # fmt: skip
    caller.check_member(game)
    if not caller.sees_all and side not in (None, caller.side):
        raise Trouble("not-yours", f"this is {caller.token}; it does not tell the orders of {side}")
    most = min(limit, service.bounds.options)
    return await service.run(telling.options, service, game, line, caller.viewer, side, at, most)


@get(f"{LINE}/explain", summary="Explain the last order", responses=told("no-token"), tags=["check"])
async def explain_last(service: TheService, caller: Asker, game: GameName, line: LineName) -> Explanation:
    return await service.run(telling.explanation, service, game, line, caller.viewer, None)


@get(
    f"{LINE}/explain/{{number:int}}",
    summary="Explain an entry: dice, modifiers, tables, rules",
    responses=told("no-token"),
    tags=["check"],
)
async def explain(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> Explanation:
    return await service.run(telling.explanation, service, game, line, caller.viewer, number)


@get(
    f"{LINE}/audit",
    summary="Decide every order again and compare",
    description="For sides only where rules and log part; what they say there is for the umpire.",
    responses=told("no-token", "busy"),
    tags=["check"],
)
async def audit(
    service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None,
    every: Every = False,
) -> v.AuditValue:  # fmt: skip
    caller.check_member(game)
    async with service.heavy():
        return await service.run(telling.audit, service, game, line, caller.viewer, at, every)


@get(f"{LINE}/score", summary="Victory points", responses=told("no-token"), tags=["look"])
async def score(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.ScoreValue:
    return await service.run(telling.score, service, game, line, caller.viewer, at)


@get(f"{LINE}/losses", summary="Losses", responses=told("no-token"), tags=["look"])
async def losses(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.LossesValue:
    return await service.run(telling.losses, service, game, line, caller.viewer, at)


@get(f"{LINE}/dice", summary="Every roll, and whether the dice look even", responses=told("no-token"), tags=["look"])
async def dice(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.DiceValue:
    return await service.run(telling.dice, service, game, line, caller.viewer, at)


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
    if format == "transcript":
        caller.check_umpire(game, "a transcript shows everything")
    if format == "html":
        file = File(named(game, format, caller.viewer), (await whole_page(service, game, caller.viewer)).encode())
    else:
        async with service.heavy():
            file = await service.run(exported, service, game, format, caller.viewer)
    kept = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.data, media_type=FILE, headers=kept)  # to be kept, never to be shown from here


@get(
    f"{LINE}/follow",
    summary="Follow a line: an event for each new entry",
    description="Server-sent events: `entry` with the entry as JSON, its number as the id; `line` for each line of the "
    "game that is opened meanwhile; `problem`; `end`. "
    "Ask again with Last-Event-ID, or `after`, to go on where you were.",
    responses=told("no-token", "busy"),
    media_type="text/event-stream",
    tags=["entries"],
)
async def follow(
    service: TheService, request: Request[Any, Any, Any], game: GameName, line: LineName,
    after: Since = None, last: LastId = None,
) -> ServerSentEvent:  # fmt: skip
    asker = partial(service.caller, game, bearer(request.headers.get("authorization")))
    caller = await asker()
    _, found = await service.run(service.line, game, line)
    service.watch.check_room(is_known=caller.is_known)
    head = await service.run(service.games.log.head, found)
    start = next((given for given in (last, after) if given is not None), head.number)
    return ServerSentEvent(events(service, found, asker, start), headers={"Cache-Control": "no-store"})


@get("/problems/{kind:str}", summary="What a kind of problem means", media_type="text/plain", tags=["service"],
     responses=told())  # fmt: skip
async def problem_kind(kind: Kind) -> Response[str]:
    if kind not in KINDS:
        raise Trouble("not-found", f"there is no problem {kind!r}; there are {', '.join(KINDS)}")
    found = KINDS[kind]
    return Response(f"{found.title} ({found.status})\n\n{found.words}\n", media_type="text/plain")


HANDLERS = (
    health, games, game_detail, entries, entry, board, picture, options, explain_last, explain, audit, score, losses,
    dice, export, follow,
)  # fmt: skip
