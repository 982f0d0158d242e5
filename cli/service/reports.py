"""A game told on one page, as the caller may see it."""

from __future__ import annotations

from litestar import Response, get

from cli.service.access import Caller
from cli.service.asked import LINE, Asker, At, GameName, LineName, ReportAs, ReportFormat, TheService, WithLuck
from cli.service.exports import FILE, File
from cli.service.judging import in_time, open_line
from cli.service.problems import told
from cli.service.service import Service
from domain.games.players import seated
from domain.log.refs import Ref
from domain.odds.past import past
from domain.words.phrases import calling
from domain.words.tell import say_of
from projections.luck.luck import Luck, judge
from projections.report.html import html
from projections.report.markdown import markdown
from projections.report.report import report as tell_of

WRITES = {"md": markdown, "html": html}


@get(
    f"{LINE}/report",
    summary="The after-action report, as a file",
    description="With any token of the game: as that side may see it, or all of it for the umpire. `luck` only where "
    "nothing is hidden from the caller.",
    responses=told("no-token", "not-yours", "too-long", "busy"),
    media_type=FILE,
    tags=["files"],
)
async def report(
    service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None, format: ReportAs = "md",
    luck: WithLuck = False,
) -> Response[bytes]:  # fmt: skip
    caller.check_member(game)
    async with service.heavy(caller.who(game)):
        file = await service.aside(_told, game, line, caller, at, format, luck)
    kept = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.data, media_type=FILE, headers=kept)  # to be kept, never to be shown from here


def _told(
    service: Service, game: str, name: str, caller: Caller, at: int | None, format: ReportFormat, luck: bool
) -> File:
    ref, _ = service.line(game, name, at)
    service.games.position(ref)  # an entry that is there
    players = seated(service.games.log, game, name) if service.names_players else ()
    lucky = _judged(service, ref, caller) if luck else None
    text = WRITES[format](tell_of(service.games, ref, caller.viewer, players, lucky))
    whose = f"-for-{caller.viewer}" if caller.viewer else ""
    return File(f"{game}-report{whose}.{format}", text.encode())


def _judged(service: Service, ref: Ref, caller: Caller) -> Luck:
    _, line = open_line(service, ref.game, ref.line, ref.entry, caller)
    with calling(say_of(line.system)):
        return judge(past(service.games, ref, in_time(service)), str(ref))


HANDLERS = (report,)
