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
from domain.refs import check_name

Key = tuple[str, str, int]  # game, line, and the entry that the new line would go on from


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Who agreed while the line had so many entries: once someone plays on, it lapses."""

    head: int
    name: str
    why: str
    at: int | None  # as it was asked for
    agreed: tuple[str, ...]


def proposals(service: Service) -> Recent[Key, Proposal]:
    made: Recent[Key, Proposal] = service.kept.setdefault("proposals", (None, Recent(service.bounds.proposals)))[1]
    return made


def take_back(service: Service, game: str, caller: Caller, sent: s.NewTakeBack) -> v.TakeBackValue:
    """The caller agrees; if it is the last to do so, the new line is opened."""
    caller.check_member(game)
    if caller.role != "side":
        raise Trouble("not-yours", f"this is {caller.token}; the sides agree to a take-back, each with its own")
    if sent.name:
        check_name("line", sent.name)
    ref, line = service.line(game, sent.line, sent.at)
    games, open_ones = service.games, proposals(service)
    before = games.before_order(line, sent.at)
    key, head = (game, line.name, before), games.log.head(line).number
    found = open_ones.get(key)
    if found is None or found.head != head:
        found = Proposal(head=head, name=sent.name, why=sent.why, at=sent.at, agreed=())
    agreed = tuple(side for side in line.started.sides if side in (*found.agreed, caller.side))
    found = msgspec.structs.replace(found, agreed=agreed)
    told = _told(key, found, line.started.sides)
    if told.missing:
        open_ones.put(key, found)
        return told
    opened = games.take_back(ref._replace(entry=found.at), found.name or free_name(games, game), agreed, found.why)
    open_ones.drop(key)
    return msgspec.structs.replace(told, opened=telling.opened(service, game, opened.name))


def waiting(service: Service, game: str) -> list[v.TakeBackValue]:
    """Those of a game that have not lapsed."""
    found = []
    for key, one in proposals(service).items():
        if key[0] == game:
            _, line = service.line(game, key[1])
            if service.games.log.head(line).number == one.head:
                found.append(_told(key, one, line.started.sides))
    return found


def _told(key: Key, one: Proposal, sides: tuple[str, ...]) -> v.TakeBackValue:
    missing = tuple(side for side in sides if side not in one.agreed)
    return v.TakeBackValue(line=key[1], at=key[2], why=one.why, agreed=one.agreed, missing=missing)
