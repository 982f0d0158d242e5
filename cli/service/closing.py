"""Lines that are left: closed by the umpire, or by every side, each with its own token."""

from __future__ import annotations

from typing import Annotated

from litestar import post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.asked import LINE, REFUSED, Asker, GameName, LineName, TheService, body
from cli.service.problems import told
from cli.service.service import Service
from domain.games.branch import check_closable, close, last_played
from domain.games.over import is_all_open
from domain.kernel.errors import LogConflict
from domain.log.gamelog import Line
from domain.log.pending import CLOSES, Proposal, Undoing
from domain.log.refs import Ref


@post(
    f"{LINE}/closing",
    summary="Close a line: nobody plays on in it",
    description="With the umpire's token at once; with the token of a side it is agreed to, and done when all have. "
    "Whoever plays on in the meantime ends the matter. Once no line of a game is in play any more, all of it is open.",
    response_description="Who agreed, and whose consent is missing; once none is, the line is closed.",
    status_code=200,
    responses=told(*REFUSED),
    tags=["settle"],
)
async def closing(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewClosing, body("A line that was left", why="it was only a what-if")],
) -> v.ClosingValue:  # fmt: skip
    return await service.write(f"{game}@{line}", _closed, service, game, line, caller, data)


def _closed(service: Service, game: str, name: str, caller: Caller, sent: s.NewClosing) -> v.ClosingValue:
    caller.check_member(game)
    ref, line = service.line(game, name)
    check_closable(service.games, line)
    if caller.sees_all:
        close(service.games, ref, why=sent.why)
        return _told(service, line, sent.why, (), closed=True)
    return _agreed(service, ref, line, caller, sent.why)


def _agreed(service: Service, ref: Ref, line: Line, caller: Caller, why: str) -> v.ClosingValue:
    """The caller agrees; the last to do so closes the line."""
    pending, sides = service.pending, line.started.sides
    place = Undoing(line.game, line.name, CLOSES, last_played(service.games, line))
    if pending.proposal(place) is None:
        pending.propose(Proposal(place, "", why, 0), service.bounds.proposals)
    pending.agree(place, caller.side)
    found = pending.proposal(place)
    if found is None:
        raise LogConflict("this has lapsed; look, and ask again")
    agreed = tuple(side for side in sides if side in found.agreed)
    if agreed != sides or not pending.claim(place):
        return _told(service, line, found.why, agreed, closed=False)
    try:
        close(service.games, ref, by=caller.side, consent=sides, why=found.why)
    finally:
        pending.settle(place, "")
    return _told(service, line, found.why, agreed, closed=True)


def _told(service: Service, line: Line, why: str, agreed: tuple[str, ...], *, closed: bool) -> v.ClosingValue:
    missing = () if closed else tuple(side for side in line.started.sides if side not in agreed)
    is_open = closed and is_all_open(service.games, line.game)
    head = service.games.log.head(line).number
    return v.ClosingValue(
        line=line.name, why=why, agreed=agreed, missing=missing, closed=closed, head=head, all_open=is_open
    )


HANDLERS = (closing,)
