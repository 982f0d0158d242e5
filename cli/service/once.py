"""An order that may have been sent twice: with a key of its sender it is given once, whatever broke in between."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.games import entry_values
from cli.service.problems import Trouble
from domain.games.ask import meant
from domain.games.groups import entries_of
from domain.kernel.errors import RefightError
from domain.kernel.facts import Order, OrderGiven, OrderWaits
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.pending import CLAIM, Sent, now
from domain.words.phrases import later, phrase

if TYPE_CHECKING:
    from cli.service.service import Service

OTHER = later("this Idempotency-Key came with another order; choose a new one for each")
UNDER_WAY = later("this order is being carried out; ask again in a moment")


def once(
    service: Service, line: Line, caller: Caller, key: str, sent: s.NewOrder, give: Callable[[], v.Given]
) -> v.Given:
    """The key is put down before the order, and with it where the line stood: if the process ends in between, the next
    to ask finds in the log whether the order came to be."""
    pending, kept = service.pending, _key(line, caller, key)
    pending.forget_keys(now() - 1_000 * service.bounds.remembered)
    head = service.games.log.head(line).number
    known = pending.begin(kept, sha256(msgspec.json.encode(sent)).hexdigest(), head)
    if known is not None:
        if known.digest != sha256(msgspec.json.encode(sent)).hexdigest():
            raise Trouble("conflict", phrase(OTHER))
        found = _found(service, line, sent, known)
        if found:
            pending.done(kept, found[0].number, found[-1].number)
            return v.Given(entries=entry_values(service, line, found, caller.viewer), head=found[-1].number)
        if now() - known.made < CLAIM or not pending.again(kept, known, head):
            raise Trouble("busy", phrase(UNDER_WAY), retry_after=1)
    try:
        given = give()
    except (RefightError, Trouble):
        pending.refused(kept)
        raise
    pending.done(kept, given.entries[0].entry if given.entries else head + 1, given.head)
    return given


def _key(line: Line, caller: Caller, key: str) -> str:
    """Nobody meets the keys of another."""
    return sha256(f"{line.game}@{line.name} {caller.role} {caller.side} {key}".encode()).hexdigest()


def _found(service: Service, line: Line, sent: s.NewOrder, known: Sent) -> list[Entry]:
    """The entries of the order, if they are there."""
    games = service.games
    if known.first:
        return games.log.entries(line, known.first - 1, known.last)
    wanted = _meant(service, line, sent)
    for entry in games.log.entries_of(line, (OrderGiven, OrderWaits), known.head):
        assert isinstance(entry.fact, OrderGiven | OrderWaits)
        is_it = sent.order is None or (entry.by == sent.by and wanted in (None, entry.fact.order))
        if is_it and entry.at >= known.made:  # dice or a share go on with the order that stood, whosever it is
            return list(entries_of(games, line, entry.number))
    return []


def _meant(service: Service, line: Line, sent: s.NewOrder) -> Order | None:
    """The order in full; None if it was typed in short, which means something only in the position it was typed in."""
    try:
        return meant(line.system, sent.order or "", service.games.names(line))
    except RefightError:
        return None
