"""Shares of dice that all make together: promised before the first order, kept here or elsewhere, handed over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from domain.games.settings import DEPOSITS, DICE, SHARED, is_by_mail, makes_together, seals_cards
from domain.kernel.chance import new_chain
from domain.kernel.errors import BadInput, LogConflict, NotFound
from domain.kernel.facts import HOST, GameStarted, SharesDeposited, SharesPromised, Side
from domain.kernel.shares import LINKS, is_shared, linked, place_of
from domain.log.gamelog import Line
from domain.log.store import Store

if TYPE_CHECKING:  # which begins games with promises
    from domain.games.games import Games

Own = Mapping[str, tuple[str, int]]  # by side, what it has promised itself since, and how many orders came before
NONE: Own = MappingProxyType({})
USED_ELSEWHERE = "the promise of {0} was made before, in another line or game; each is made anew, and used once"


def promise(store: Store) -> str:
    """A new chain of shares, kept here; what is promised by it can be told to anyone."""
    first, end = new_chain()
    store.put_share(end, LINKS, first)
    return end


def promises(store: Store, begun: GameStarted, made: Mapping[str, str]) -> dict[str, str]:
    """Of every side, and of whoever keeps the log: those made elsewhere, and new ones for the others."""
    if not makes_together(begun):
        if made:
            raise BadInput(f"shares are promised in a game played with {DICE}={SHARED}; add that setting")
        return {}
    strangers = [party for party in made if party not in begun.sides]
    if strangers:
        raise NotFound(f"{strangers[0]!r} is no side of this game; the sides are {', '.join(begun.sides)}")
    for party, end in made.items():
        _check_form(party, end)
        if _owned(store, end):
            raise BadInput(USED_ELSEWHERE.format(party))
    if len({*made.values()}) < len(made):
        raise BadInput("two sides have made the same promise; each makes its own")
    if is_by_mail(begun):
        _check_own(begun, made)
        return {party: made.get(party) or promise(store) for party in begun.sides}
    return {party: made.get(party) or promise(store) for party in (*begun.sides, HOST)}


def _check_form(party: str, end: str) -> None:
    if len(end) != 64 or set(end) - set("0123456789abcdef"):
        raise BadInput(f"the promise of {party} is not 64 hexadecimal digits; `refight share` makes one")


def _check_own(begun: GameStarted, made: Mapping[str, str]) -> None:
    """By mail there is no host: each side's shares lie with its player, and here those of one side at most."""
    missing = [side for side in begun.sides if side not in made]
    if len(missing) > 1:
        said = " or ".join(f"--share {side}=…" for side in missing)
        raise BadInput(f"by mail each player promises his own shares (`refight share`): add {said}")


def chain_of(line: Line, party: str, own: Own) -> tuple[str, int]:
    """What a party's shares lead to now, and the number of orders before the first of them."""
    return own.get(party) or (line.commitments[party], 0)


def claim(store: Store, line: Line, party: str, end: str) -> bool:
    """Whether a promise is this party's in this line, and nobody's elsewhere: the first to make it has it for good.

    Shares that lie here are found by what they lead to. Whoever repeats the promise of another, which all can read,
    must not be handed the shares of that one as if they were his.
    """
    with store.beside() as beside:
        return beside.claim_share(end, _owner(line, party))


def _owned(store: Store, end: str) -> str:
    with store.beside() as beside:
        return beside.share_owner(end)


def _owner(line: Line, party: str) -> str:
    return f"{line.started.game} {line.name} {party}"


def claim_all(store: Store, line: Line) -> None:
    """What a line was opened with: after it is there."""
    for party, end in line.commitments.items():
        if is_shared(line.commitments):
            claim(store, line, party, end)


def check_unused(store: Store, line: Line) -> None:
    """Before it is there."""
    for party, end in line.commitments.items():
        if is_shared(line.commitments) and _owned(store, end) not in ("", _owner(line, party)):
            raise BadInput(USED_ELSEWHERE.format(party))


def held(store: Store, line: Line, party: str, number: int, own: Own = NONE) -> str:
    """The share of a party for the order with this number, if it lies here; else nothing."""
    end, before = chain_of(line, party, own)
    place, value = store.share(end)
    if place < number - before or number - before > _most(line) or not claim(store, line, party, end):
        return ""
    return linked(value, place - number + before)


def _most(line: Line) -> int:
    """Orders that a chain is good for; its beginning is the host's secret, where cards are sealed."""
    return LINKS - seals_cards(line.started)


def host_secret(store: Store, line: Line) -> str:
    """The beginning of the host's chain: his promise binds it, and no share that is spent tells it."""
    place, value = store.share(line.commitments[HOST])
    if place != LINKS:
        raise NotFound("the host's secret does not lie here; cards are drawn where the game was begun")
    return value


def check_share(line: Line, party: str, number: int, value: str, own: Own = NONE) -> None:
    end, before = chain_of(line, party, own)
    place = place_of(end, value)
    if place != number - before:
        what = f"it is share {place + before}" if place else "it does not lead to what was promised"
        raise BadInput(f"this is not share {number} of {party}: {what}; nothing was changed")


def promise_own(games: Games, line: Line, side: Side, end: str, instead: str = "") -> None:
    """From here on the side's shares lead to this promise, and lie with whoever made it; that stands in the log.

    Refused while an order waits for shares: whoever knows all the others could choose its dice by another promise.
    `instead` is the promise that it takes the place of, as the side knows it: of two at once the first counts.
    """
    if not is_shared(line.commitments) or side not in line.commitments or side == HOST:
        raise BadInput(f"{side} adds no shares to the dice of {line.game}@{line.name}")
    if is_by_mail(line.started):
        raise BadInput("by mail the promises of the first turn hold: nothing is promised anew")
    _check_form(side, end)
    table = games.table(line)
    core = table.state.core
    if core.stands:
        raise BadInput("an order waits for a share that was promised before; only that share, or a take-back, goes on")
    if core.over:
        raise BadInput("no dice are made here any more: there is nothing to promise")
    now = {party: chain_of(line, party, core.promised)[0] for party in line.commitments}
    if instead and instead != now[side]:
        raise LogConflict(f"{side} has promised something else meanwhile; look, and try again")
    if end in now.values() or any(end in _promised(games, line.game, name) for name in games.log.lines(line.game)):
        raise BadInput("this was promised before; each promise is made anew")
    if not claim(games.log.store, line, side, end):
        raise BadInput(USED_ELSEWHERE.format(side))
    table.clerk(side, SharesPromised(by=side, promise=end), games.log.now())


def _promised(games: Games, game: str, name: str) -> Iterator[str]:
    """All that was promised in a line: whoever has seen a share spent there knows it."""
    line = games.log.line(game, name)
    yield from line.commitments.values()
    for entry in games.log.entries_of(line, (SharesPromised,), line.own.base):
        assert isinstance(entry.fact, SharesPromised)
        yield entry.fact.promise


def deposit(store: Store, line: Line, party: str, number: int, orders: int, own: Own = NONE) -> str:
    """What lets whoever gets it add this party's share to that many more orders, and to none after them."""
    end, before = chain_of(line, party, own)
    place, value = store.share(end)
    wanted = number + orders - 1 - before
    if place < wanted:
        left = max(0, place - number + before + 1)
        raise NotFound(f"{left} shares of {party} lie here; {orders} cannot be handed over")
    return linked(value, place - wanted)


def take_deposit(games: Games, line: Line, party: str, value: str) -> int:
    """For how many orders of the line this side's shares lie here now; that they do stands in the log."""
    store = games.log.store
    if is_by_mail(line.started):
        raise BadInput("by mail a deposit would let the other side foresee its dice: nothing is handed over")
    if line.started.settings.get(DEPOSITS) is False:
        raise BadInput(f"this game is played with {DEPOSITS}=no: a roll waits for the share of {party}")
    table = games.table(line)
    end, before = chain_of(line, party, table.state.core.promised)
    place = place_of(end, value)
    if not place:
        raise BadInput(f"this does not lead to what {party} has promised; nothing was kept")
    if not claim(store, line, party, end):
        raise BadInput(USED_ELSEWHERE.format(party))
    if place > store.share(end)[0]:
        table.clerk(party, SharesDeposited(by=party, upto=place), games.log.now())
        store.put_share(end, place, value)
    return store.share(end)[0] + before
