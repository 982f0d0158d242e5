"""Lines that leave others, and take-backs, which wait until every side has agreed with its own token."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from litestar import get, post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.asked import GAME, REFUSED, STORED, Asker, GameName, TheService, body
from cli.service.problems import Trouble, told
from cli.service.service import Service
from domain.games.branch import branch as open_line
from domain.games.branch import last_played, opening
from domain.games.branch import take_back as undo
from domain.games.games import Games
from domain.games.settings import check_take_back
from domain.games.sight import SPECTATOR, is_open, whole_order
from domain.kernel.errors import BadInput, LogConflict
from domain.kernel.naming import check_name
from domain.log.gamelog import Line
from domain.log.pending import CLOSES, Proposal, Undoing
from domain.log.refs import Ref
from domain.words.phrases import later, phrase


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
    return await service.write(game, _branched, service, game, caller, data)


def _branched(service: Service, game: str, caller: Caller, sent: s.NewBranch) -> v.Opened:
    caller.check_member(game)
    ref, line = service.line(game, sent.line, sent.at)
    if sent.luck == "same":
        caller.check_umpire(game, later("dice that come again foretell what is drawn unseen"))
    _check_open(service, line, ref.entry, caller)
    check_room(service, game, caller)
    open_line(service.games, ref, sent.name, luck=sent.luck, why=sent.why, by=caller.name)
    return opened(service, game, sent.name)


def check_room(service: Service, game: str, caller: Caller) -> None:
    """Lines cost little, but each is listed in every tree: one side does not fill a game with them, nor take all the
    room there is from the others."""
    names, bounds = service.games.log.lines(game), service.bounds
    if len(names) >= bounds.lines:
        raise Trouble("busy", phrase("{0} has {1} lines, and no more are opened here", game, bounds.lines))
    if caller.side and len(names) > bounds.lines_each:
        lines = [service.games.log.line(game, name) for name in names]
        if sum(opening(service.games, line).by == caller.side for line in lines) >= bounds.lines_each:
            raise Trouble("busy", phrase("{0} has opened {1} lines, and opens no more", caller.side, bounds.lines_each))


def _check_open(service: Service, line: Line, at: int | None, caller: Caller) -> None:
    """On a line of its own a side could try out what is hidden from it; where something is, the umpire opens it."""
    number = service.games.entry_number(line, at)
    if number != whole_order(service.games, line, number, SPECTATOR):
        raise BadInput(
            phrase("entry {0} lies in the middle of an order that hides something; a line from there tells it", number)
        )
    if is_open(service.games, line, caller.viewer, number):
        return
    hidden = later("up to entry {0} something is hidden from {1}, and another line might tell it")
    said = phrase(hidden, number, caller.name)
    raise Trouble("not-yours", phrase("{0}; the umpire's token opens lines here", said))


def opened(service: Service, game: str, name: str) -> v.Opened:
    """A line that leaves another; that it is there and why, everybody may know."""
    _, line = service.line(game, name)
    found = line.opened
    assert found is not None
    return v.Opened(
        ref=str(Ref(game, name)), line=name, parent=found.parent, at=found.at, luck=found.luck, why=found.why,
        consent=found.consent,
    )  # fmt: skip


@post(
    f"{GAME}/take-backs",
    summary="Agree to undo an order",
    description="With the token of a side. When each side has agreed, a new line goes on from before the order; the "
    "old one stays. Whoever plays on in the meantime ends the matter.",
    response_description="Who agreed, and whose consent is missing; once none is, the new line.",
    status_code=200,
    responses=told(*REFUSED),
    tags=["settle"],
)
async def take_back(
    service: TheService, caller: Asker, game: GameName,
    data: Annotated[s.NewTakeBack, body("The last order", why="the gun was out of sight")],
) -> v.TakeBackValue:  # fmt: skip
    return await service.write(game, _agreed, service, game, caller, data)


def _agreed(service: Service, game: str, caller: Caller, sent: s.NewTakeBack) -> v.TakeBackValue:
    """The caller agrees; if it is the last to do so, the new line is opened."""
    caller.check_member(game)
    if caller.role != "side":
        raise Trouble(
            "not-yours", phrase("this is {0}; the sides agree to a take-back, each with its own", caller.token)
        )
    ref, line = service.line(game, sent.line, sent.at)
    games, pending, sides = service.games, service.pending, line.started.sides
    place = Undoing(game, line.name, games.before_order(line, sent.at), last_played(games, line))
    check_take_back(games.log, line, place.at)
    if pending.proposal(place) is None:
        _check_name(games, game, sent.name)
        pending.propose(Proposal(place, sent.name, sent.why, sent.at or 0), service.bounds.proposals)
    pending.agree(place, caller.side)
    found = pending.proposal(place)
    if found is None:
        raise LogConflict("this take-back has lapsed; look, and ask again")
    if found.agreed.issuperset(sides) and not found.opened and pending.claim(place):
        found = _undone(service, ref, found, sides)
    return _told(service, found, sides)


def _undone(service: Service, ref: Ref, found: Proposal, sides: tuple[str, ...]) -> Proposal:
    """Of all processes that see that everyone has agreed, one opens the line."""
    name = "" if found.name in service.games.log.lines(ref.game) else found.name
    opened = ""
    try:
        made = undo(service.games, ref._replace(entry=found.asked or None), sides, name=name, why=found.why)
        opened = made.line.name
    finally:
        service.pending.settle(found.place, opened)
    return found._replace(opened=opened)


def _check_name(games: Games, game: str, name: str) -> None:
    if name and check_name("line", name) in games.log.lines(game):
        raise LogConflict(f"there is a line named {name} already; choose another name")


@get(
    f"{GAME}/take-backs",
    summary="What waits for consent",
    responses=told("no-token"),
    tags=["settle"],
)
async def take_backs(service: TheService, caller: Asker, game: GameName) -> list[v.TakeBackValue]:
    await service.run(service.line, game, "main")
    caller.check_member(game)
    return await service.run(_waiting, service, game)


def _waiting(service: Service, game: str) -> list[v.TakeBackValue]:
    """Those of a game that have not lapsed, and are not done."""
    found, last = [], cache(lambda name: last_played(service.games, service.line(game, name)[1]))
    for one in service.pending.proposals(game):
        _, line = service.line(game, one.place.line)
        is_left = one.place.at == CLOSES and service.games.position(Ref(game, line.name)).state.core.over
        if not one.opened and not is_left and last(line.name) == one.place.last:
            found.append(_told(service, one, line.started.sides))
    return found


def _told(service: Service, one: Proposal, sides: tuple[str, ...]) -> v.TakeBackValue:
    game, line, at, _ = one.place
    agreed = tuple(side for side in sides if side in one.agreed)
    missing = tuple(side for side in sides if side not in one.agreed)
    new = opened(service, game, one.opened) if one.opened else None
    return v.TakeBackValue(
        line=line, at=at, why=one.why, agreed=agreed, missing=missing, opened=new, closes=at == CLOSES
    )


HANDLERS = (branch, take_back, take_backs)
