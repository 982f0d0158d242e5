"""Dice that all make together: what has been promised, whose share is waited for, and a side's own promise.

A page keeps the secrets of its side: it promises here, and sends the share that an order waits for as it sends orders.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.asked import LINE, REFUSED, STORED, Asker, GameName, LineName, TheService, body
from cli.service.games import entry_values
from cli.service.problems import told
from cli.service.service import Service
from domain.games.promises import chain_of, promise_own
from domain.games.terms import known_side
from domain.games.waiting import waited_for
from domain.kernel.shares import LINKS, is_shared
from domain.log.gamelog import Line


@get(
    f"{LINE}/shares",
    summary="Whose share of the dice is waited for, and what each party has promised",
    description="With any token of the game. `together` says whether its dice are made of the shares of all.",
    responses=told("no-token"),
    tags=["orders"],
)
async def shares(service: TheService, caller: Asker, game: GameName, line: LineName) -> v.SharesValue:
    caller.check_member(game)
    return await service.run(_told, service, game, line, caller)


def _told(service: Service, game: str, name: str, caller: Caller) -> v.SharesValue:
    ref, line = service.line(game, name)
    if not is_shared(line.commitments):
        return v.SharesValue(together=False)
    core = service.games.position(ref).state.core
    waits_for, entry = waited_for(service.games, line, caller.side, caller.viewer) if core.stands else ("", 0)
    return v.SharesValue(
        together=True, number=core.shares + 1, links=LINKS, waits_for=waits_for, entry=entry,
        promises={party: _promise(service, line, party, core) for party in line.commitments},
        open=not (core.stands or core.over), what_if=line.opened is not None and not line.opened.consent,
    )  # fmt: skip


def _promise(service: Service, line: Line, party: str, core: Any) -> v.PromiseValue:
    end, before = chain_of(line, party, core.promised)
    place, _ = service.games.log.store.share(end)
    return v.PromiseValue(end=end, before=before, held=place > core.shares - before, made_here=place == LINKS)


@post(
    f"{LINE}/shares",
    summary="Promise shares of one's own",
    description="With the token of that side. From here on its share of the dice is added by whoever made the promise, "
    "and by nobody else. Not while an order waits for a share.",
    response_description=STORED,
    responses=told(*REFUSED),
    tags=["orders"],
)
async def promise(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewPromise, body("A promise", by="blue", promise="0123456789abcdef" * 4)],
) -> v.Given:  # fmt: skip
    return await service.write(f"{game}@{line}", _promised, service, game, line, caller, data)


def _promised(service: Service, game: str, name: str, caller: Caller, sent: s.NewPromise) -> v.Given:
    _, line = service.line(game, name)
    known_side(line, sent.by)
    caller.check_gives(line.game, sent.by, line.started.sides)
    before = service.games.log.head(line).number
    promise_own(service.games, line, sent.by, sent.promise, sent.instead)
    entries = service.games.log.entries(line, before)
    return v.Given(entries=entry_values(service, line, entries, caller.viewer), head=entries[-1].number)


HANDLERS = (shares, promise)
