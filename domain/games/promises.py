"""Shares of dice that all make together: promised before the first order, kept here or elsewhere, handed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from domain.games.settings import DEPOSITS, DICE, SHARED, is_by_mail
from domain.kernel.chance import new_chain
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import HOST, GameStarted, SharesDeposited
from domain.kernel.shares import LINKS, linked, place_of
from domain.log.gamelog import Line
from domain.log.store import Store

if TYPE_CHECKING:  # which begins games with promises
    from domain.games.games import Games


def promise(store: Store) -> str:
    """A new chain of shares, kept here; what is promised by it can be told to anyone."""
    first, end = new_chain()
    store.put_share(end, LINKS, first)
    return end


def promises(store: Store, begun: GameStarted, made: Mapping[str, str]) -> dict[str, str]:
    """Of every side, and of whoever keeps the log: those made elsewhere, and new ones for the others."""
    if begun.settings.get(DICE) != SHARED:
        if made:
            raise BadInput(f"shares are promised in a game played with {DICE}={SHARED}; add that setting")
        return {}
    strangers = [party for party in made if party not in begun.sides]
    if strangers:
        raise NotFound(f"{strangers[0]!r} is no side of this game; the sides are {', '.join(begun.sides)}")
    for party, end in made.items():
        if len(end) != 64 or set(end) - set("0123456789abcdef"):
            raise BadInput(f"the promise of {party} is not 64 hexadecimal digits; `refight share` makes one")
    if len({*made.values()}) < len(made):
        raise BadInput("two sides have made the same promise; each makes its own")
    if is_by_mail(begun):
        _check_own(begun, made)
        return {party: made.get(party) or promise(store) for party in begun.sides}
    return {party: made.get(party) or promise(store) for party in (*begun.sides, HOST)}


def _check_own(begun: GameStarted, made: Mapping[str, str]) -> None:
    """By mail there is no host: each side's shares lie with its player, and here those of one side at most."""
    missing = [side for side in begun.sides if side not in made]
    if len(missing) > 1:
        said = " or ".join(f"--share {side}=…" for side in missing)
        raise BadInput(f"by mail each player promises his own shares (`refight share`): add {said}")


def held(store: Store, line: Line, party: str, number: int) -> str:
    """The share of a party for the order with this number, if it lies here; else nothing."""
    place, value = store.share(line.commitments[party])
    return linked(value, place - number) if place >= number else ""


def check_share(line: Line, party: str, number: int, value: str) -> None:
    place = place_of(line.commitments[party], value)
    if place != number:
        what = f"it is share {place}" if place else "it does not lead to what was promised"
        raise BadInput(f"this is not share {number} of {party}: {what}; nothing was changed")


def deposit(store: Store, line: Line, party: str, number: int, orders: int) -> str:
    """What lets whoever gets it add this party's share to that many more orders, and to none after them."""
    place, value = store.share(line.commitments[party])
    wanted = number + orders - 1
    if place < wanted:
        left = max(0, place - number + 1)
        raise NotFound(f"{left} shares of {party} lie here; {orders} cannot be handed over")
    return linked(value, place - wanted)


def take_deposit(games: Games, line: Line, party: str, value: str) -> int:
    """For how many orders of the line this side's shares lie here now; that they do stands in the log."""
    store = games.log.store
    if is_by_mail(line.started):
        raise BadInput("by mail a deposit would let the other side foresee its dice: nothing is handed over")
    if line.started.settings.get(DEPOSITS) is False:
        raise BadInput(f"this game is played with {DEPOSITS}=no: a roll waits for the share of {party}")
    end = line.commitments[party]
    place = place_of(end, value)
    if not place:
        raise BadInput(f"this does not lead to what {party} has promised; nothing was kept")
    if place > store.share(end)[0]:
        games.table(line).clerk(party, SharesDeposited(by=party, upto=place), games.log.now())
        store.put_share(end, place, value)
    return store.share(end)[0]
