"""Take-backs that wait until every side has agreed, each with its own token."""

from __future__ import annotations

import msgspec

from cli.branches import free_name
from cli.service import sent as s
from cli.service import telling
from cli.service import values as v
from cli.service.access import Caller
from cli.service.bounds import Recent
from cli.service.problems import Trouble
from cli.service.service import Service
from domain.facts import CLERICAL
from domain.gamelog import Line
from domain.games import Games
from domain.refs import check_name
from domain.ruling import LogConflict

Key = tuple[str, int]  # a line, and the entry that the new one would go on from


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Who agreed while this was the last that had happened: once someone plays on, it lapses."""

    last: int
    name: str
    why: str
    at: int | None  # as it was asked for
    agreed: tuple[str, ...]
    opened: str = ""  # the new line, once all did: whoever agrees again gets no other


def proposals(service: Service, game: str) -> Recent[Key, Proposal]:
    kept = service.kept.setdefault(f"take-backs of {game}", (None, Recent(service.bounds.proposals)))
    made: Recent[Key, Proposal] = kept[1]
    return made


def take_back(service: Service, game: str, caller: Caller, sent: s.NewTakeBack) -> v.TakeBackValue:
    """The caller agrees; if it is the last to do so, the new line is opened."""
    caller.check_member(game)
    if caller.role != "side":
        raise Trouble("not-yours", f"this is {caller.token}; the sides agree to a take-back, each with its own")
    ref, line = service.line(game, sent.line, sent.at)
    games, open_ones, sides = service.games, proposals(service, game), line.started.sides
    key, last = (line.name, games.before_order(line, sent.at)), _last_played(games, line)
    found = open_ones.get(key)
    if found is None or found.last != last:
        _check_name(games, game, sent.name)
        found = Proposal(last=last, name=sent.name, why=sent.why, at=sent.at, agreed=())
    agreed = tuple(side for side in sides if side in (*found.agreed, caller.side))
    found = msgspec.structs.replace(found, agreed=agreed)
    if agreed == sides and not found.opened:
        name = free_name(games, game) if found.name in ("", *games.log.lines(game)) else found.name
        games.take_back(ref._replace(entry=found.at), name, agreed, found.why)
        found = msgspec.structs.replace(found, opened=name)
    open_ones.put(key, found)
    return _told(service, game, key, found, sides)


def _check_name(games: Games, game: str, name: str) -> None:
    if name and check_name("line", name) in games.log.lines(game):
        raise LogConflict(f"there is a line named {name} already; choose another name")


def _last_played(games: Games, line: Line) -> int:
    """The last entry that is no note, ruling or the like."""
    entries = reversed(games.log.entries(line))
    return next((entry.number for entry in entries if not isinstance(entry.fact, CLERICAL)), 0)


def waiting(service: Service, game: str) -> list[v.TakeBackValue]:
    """Those of a game that have not lapsed, and are not done."""
    found = []
    for key, one in proposals(service, game).items():
        _, line = service.line(game, key[0])
        if not one.opened and _last_played(service.games, line) == one.last:
            found.append(_told(service, game, key, one, line.started.sides))
    return found


def _told(service: Service, game: str, key: Key, one: Proposal, sides: tuple[str, ...]) -> v.TakeBackValue:
    missing = tuple(side for side in sides if side not in one.agreed)
    opened = telling.opened(service, game, one.opened) if one.opened else None
    return v.TakeBackValue(line=key[0], at=key[1], why=one.why, agreed=one.agreed, missing=missing, opened=opened)
