"""Lines that leave others, and take-backs, which wait until every side has agreed with its own token."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.asked import GAME, REFUSED, STORED, Asker, GameName, TheService, body
from cli.service.bounds import Recent
from cli.service.problems import Trouble, told
from cli.service.service import Service
from domain.games.branch import branch as open_line
from domain.games.branch import last_played
from domain.games.branch import take_back as undo
from domain.games.games import Games
from domain.games.settings import check_take_back
from domain.games.sight import SPECTATOR, is_open, whole_order
from domain.kernel.errors import BadInput, LogConflict
from domain.kernel.naming import check_name
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.phrases import later, phrase

Key = tuple[str, int]  # a line, and the entry that the new one would go on from


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Who agreed while this was the last that had happened: once someone plays on, it lapses."""

    last: int
    name: str
    why: str
    at: int | None  # as it was asked for
    agreed: tuple[str, ...]
    opened: str = ""  # the new line, once all did: whoever agrees again gets no other


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
    return await service.write(_branched, service, game, caller, data)


def _branched(service: Service, game: str, caller: Caller, sent: s.NewBranch) -> v.Opened:
    caller.check_member(game)
    ref, line = service.line(game, sent.line, sent.at)
    if sent.luck == "same":
        caller.check_umpire(game, later("dice that come again foretell what is drawn unseen"))
    _check_open(service, line, ref.entry, caller)
    open_line(service.games, ref, sent.name, luck=sent.luck, why=sent.why, by=caller.name)
    return opened(service, game, sent.name)


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
    return await service.write(_agreed, service, game, caller, data)


def _agreed(service: Service, game: str, caller: Caller, sent: s.NewTakeBack) -> v.TakeBackValue:
    """The caller agrees; if it is the last to do so, the new line is opened."""
    caller.check_member(game)
    if caller.role != "side":
        raise Trouble(
            "not-yours", phrase("this is {0}; the sides agree to a take-back, each with its own", caller.token)
        )
    ref, line = service.line(game, sent.line, sent.at)
    games, open_ones, sides = service.games, _proposals(service, game), line.started.sides
    key, last = (line.name, games.before_order(line, sent.at)), last_played(games, line)
    check_take_back(games.log, line, key[1])
    found = open_ones.get(key)
    if found is None or found.last != last:
        _check_name(games, game, sent.name)
        found = Proposal(last=last, name=sent.name, why=sent.why, at=sent.at, agreed=())
    agreed = tuple(side for side in sides if side in (*found.agreed, caller.side))
    found = msgspec.structs.replace(found, agreed=agreed)
    if agreed == sides and not found.opened:
        name = "" if found.name in games.log.lines(game) else found.name
        made = undo(games, ref._replace(entry=found.at), agreed, name=name, why=found.why)
        found = msgspec.structs.replace(found, opened=made.line.name)
    open_ones.put(key, found)
    return _told(service, game, key, found, sides)


def _check_name(games: Games, game: str, name: str) -> None:
    if name and check_name("line", name) in games.log.lines(game):
        raise LogConflict(f"there is a line named {name} already; choose another name")


@get(f"{GAME}/take-backs", summary="Take-backs that wait for consent", responses=told("no-token"), tags=["settle"])
async def take_backs(service: TheService, caller: Asker, game: GameName) -> list[v.TakeBackValue]:
    await service.run(service.line, game, "main")
    caller.check_member(game)
    return await service.run(_waiting, service, game)


def _waiting(service: Service, game: str) -> list[v.TakeBackValue]:
    """Those of a game that have not lapsed, and are not done."""
    found = []
    for key, one in _proposals(service, game).items():
        _, line = service.line(game, key[0])
        if not one.opened and last_played(service.games, line) == one.last:
            found.append(_told(service, game, key, one, line.started.sides))
    return found


def _proposals(service: Service, game: str) -> Recent[Key, Proposal]:
    kept = service.kept.setdefault(f"take-backs of {game}", (None, Recent(service.bounds.proposals)))
    made: Recent[Key, Proposal] = kept[1]
    return made


def _told(service: Service, game: str, key: Key, one: Proposal, sides: tuple[str, ...]) -> v.TakeBackValue:
    missing = tuple(side for side in sides if side not in one.agreed)
    new = opened(service, game, one.opened) if one.opened else None
    return v.TakeBackValue(line=key[0], at=key[1], why=one.why, agreed=one.agreed, missing=missing, opened=new)


HANDLERS = (branch, take_back, take_backs)
