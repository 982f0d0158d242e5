"""Orders that wait: for the dice of another side, for a share, or for dice whose need would tell what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from domain.games.ask import Ask, Played
from domain.games.games import Games
from domain.games.promises import Own, check_share, held, host_secret
from domain.games.settings import DICE, TABLE, check_dice, is_by_mail, seals_cards, takes_turns_at_dice
from domain.games.sight import can_see, is_open
from domain.games.terms import known_side
from domain.kernel.chance import (
    DiceAwaited,
    EnteredChance,
    SharedChance,
    SharesAwaited,
    StandingChance,
    TableChance,
)
from domain.kernel.core import Core
from domain.kernel.errors import BadInput, LogConflict, NotFound
from domain.kernel.facts import CLERICAL, HOST, Order, OrderGiven, OrderWaits, Side
from domain.kernel.play import Recorded
from domain.kernel.shares import bound, is_shared
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.phrases import later, phrase
from domain.words.tell import say_of

Waiting = OrderWaits[Order]
AGAIN = 5  # times that it is looked at anew because others were first


class ShareNotHere(BadInput):
    """Dice are to be made together, and their order came without the share of its giver."""


class OrderStands(BadInput):
    """Nothing else is ordered before it is carried out. `how` to go on is for whoever sits at a terminal."""

    def __init__(self, said: str, how: str) -> None:
        super().__init__(f"{said}: {how}")
        self.said = said


def waiting(games: Games, line: Line) -> Waiting | None:
    """The order that stands at the head of a line and is not carried out yet."""
    found = entry_waiting(games, line)
    return found.fact if found is not None and isinstance(found.fact, OrderWaits) else None


def entry_waiting(games: Games, line: Line) -> Entry | None:
    """The same, as it lies in the log."""
    for entry in games.log.backwards(line, games.log.head(line).number):
        if isinstance(entry.fact, OrderWaits):
            return entry
        if not isinstance(entry.fact, CLERICAL):
            break
    return None


def check_none_waits(games: Games, line: Line, core: Core[Any]) -> None:
    found = waiting(games, line) if core.stands else None
    if found is not None:
        said, command = later("an order of {0} waits for the dice of {1}"), "roll {0} FACES"
        if is_shared(line.commitments):
            said, command = later("an order of {0} waits for the share of {1}"), "share {0}"
        how = phrase("first {0}", f"`refight {command.format(f'{line.game}@{line.name}')} --by {found.waits_for}`")
        if is_by_mail(line.started):
            how = phrase("first `refight send {0}`, and take in what {1} sends back", line.game, found.waits_for)
        say = say_of(line.system)
        raise OrderStands(phrase(said, say.term(found.by), say.term(found.waits_for)), how)


def waited_for(games: Games, line: Line, side: Side, viewer: Side | None) -> tuple[str, int]:
    """By which entry, and whose dice or share. Whoever is waited for must know it; an order that is hidden from others
    is not told to them by this either."""
    found = entry_waiting(games, line)
    if found is None or not isinstance(found.fact, OrderWaits):
        return "", 0
    party = str(found.fact.waits_for)
    return (party, found.number) if party == side or can_see(viewer, found.to) else ("", 0)


def carried_out(games: Games, ask: Ask, order: Order, head: int) -> list[Entry]:
    """An order with the dice of its giver: all of it, or that it waits for those of another side.

    Here as below `head` is the entry after which it was looked over: if another process has written since, it is not
    given. Else one order would be carried out twice, on shares of which one was spent already.
    """
    dice = {ask.by: tuple(ask.dice)} if ask.dice else {}
    wanted = OrderWaits(by=ask.by, order=order, waits_for=ask.by, dice=dice, cards=tuple(ask.cards))
    return _tried(games, ask.ref, wanted, head)


def answer(
    games: Games, ref: Ref, by: Side, faces: Sequence[int], viewer: Side | None = None, expected: int | None = None
) -> Played:
    """What a side rolled for the order that waits for it, and what came of it as far as the viewer may see it.

    Without faces fair dice are rolled, in a game that has them.
    """
    line = games.live_line(ref)
    known_side(line, by)
    return _looking_again(games, line, expected, lambda head: _answer(games, line, by, faces, viewer, head))


def _looking_again(games: Games, line: Line, expected: int | None, once: Callable[[int], Played]) -> Played:
    """Whoever was first may have written a note and no more; but some expect a particular head."""
    if expected is not None:
        games.table(line).check_head(Ref(line.game, line.name), expected)
        return once(expected)
    for _ in range(AGAIN):
        with suppress(LogConflict):
            return once(games.log.head(line).number)
    return once(games.log.head(line).number)


def _answer(games: Games, line: Line, by: Side, faces: Sequence[int], viewer: Side | None, head: int) -> Played:
    found = waiting(games, line)
    if found is None or is_shared(line.commitments):
        unless = "" if takes_turns_at_dice(line.started) else f"; it is not played with {DICE}={TABLE}"
        raise NotFound(f"no order of {line.game}@{line.name} waits for dice{unless}")
    if found.waits_for != by:
        raise BadInput(f"these dice are for {found.waits_for} to roll and to type, not for {by}")
    return _shown(line, found, _answered(games, line, found, faces, viewer, head), viewer)


def _answered(
    games: Games, line: Line, found: Waiting, faces: Sequence[int], viewer: Side | None, head: int
) -> list[Entry]:
    ref, by = Ref(line.game, line.name), found.waits_for
    if not faces:
        if takes_turns_at_dice(line.started) or found.dice:
            raise BadInput("type what the dice show")
        return games.order(ref, found.by, found.order, head=head)
    check_dice(line.started, EnteredChance(faces))
    if not takes_turns_at_dice(line.started) or not is_open(games, line, viewer):
        return _standing(games, line, found, faces, head, stood=True)
    dice = {**found.dice, by: (*found.dice.get(by, ()), *faces)}
    more = OrderWaits(by=found.by, order=found.order, waits_for=by, dice=dice, cards=found.cards)
    return _tried(games, ref, more, head)


def set_down(games: Games, ask: Ask, order: Order, head: int) -> list[Entry]:
    """An order whose giver may not see all it hangs on, and whose dice do not fit: it is recorded all the same.

    Were it refused, whoever gives it could try out what is hidden, and as often as he likes.
    """
    line = games.live_line(ask.ref)
    wanted: Waiting = OrderWaits(by=ask.by, order=order, waits_for="")
    if is_shared(line.commitments):
        return _put(games, line, wanted, ask.by, head)
    if not ask.entered:
        return _put(games, line, wanted, ask.by, head)
    return _standing(games, line, wanted, ask.dice, head, stood=False)


def _standing(
    games: Games, line: Line, wanted: Waiting, typed: Sequence[int], head: int, *, stood: bool
) -> list[Entry]:  # fmt: skip
    """As far as the dice lead: those that fell stay, and the order waits for the next."""
    typer = wanted.waits_for or wanted.by
    chance = StandingChance(typer, typed, wanted.dice, own=takes_turns_at_dice(line.started))
    try:
        return games.order(Ref(line.game, line.name), wanted.by, wanted.order, chance, head=head)
    except DiceAwaited as missing:
        if stood and chance.fell == wanted.dice:
            raise
        return _put(games, line, msgspec.structs.replace(wanted, dice=chance.fell), missing.by, head)


def _shown(line: Line, found: Waiting, entries: Sequence[Entry], viewer: Side | None) -> Played:
    shown = [entry for entry in entries if can_see(viewer, entry.to)]
    facts = [Recorded(entry.fact, entry.to) for entry in shown]
    return Played(line, found.order, facts, shown, entries[-1].number)


def _tried(games: Games, ref: Ref, wanted: Waiting, head: int) -> list[Entry]:
    try:
        return games.order(ref, wanted.by, wanted.order, TableChance(wanted.dice, wanted.cards), head=head)
    except DiceAwaited as missing:
        if missing.by in ("", wanted.waits_for):
            raise
        return _put(games, games.live_line(ref), wanted, missing.by, head)


def made_together(games: Games, ask: Ask, order: Order, head: int) -> list[Entry]:
    """An order whose dice are made of everyone's shares: all of it, or that it waits for one.

    With the share of its giver, where it does not lie here; without it the order `stands`, or is refused.
    """
    line, by, given = games.live_line(ask.ref), ask.by, ask.share
    if given:
        number, own = _next(games, line, head)
        check_share(line, by, number, given, own)
    wanted: Waiting = OrderWaits(by=by, order=order, waits_for="", shares={by: given} if given else {})
    return _with_shares(games, line, wanted, head, stood=False, stands=ask.stands)


def add_share(
    games: Games, ref: Ref, party: str, value: str = "", viewer: Side | None = None, expected: int | None = None
) -> Played:
    """The share that an order waits for: sent here, or lying here."""
    line = games.live_line(ref)
    return _looking_again(games, line, expected, lambda head: _add_share(games, line, party, value, viewer, head))


def _add_share(games: Games, line: Line, party: str, value: str, viewer: Side | None, head: int) -> Played:
    found = waiting(games, line)
    if found is None or not is_shared(line.commitments):
        raise NotFound(f"no order of {line.game}@{line.name} waits for a share")
    if found.waits_for != party:
        raise BadInput(f"it waits for the share of {found.waits_for}, not for that of {party}")
    number, own = _next(games, line, head)
    value = value or held(games.log.store, line, party, number, own)
    if not value:
        raise NotFound(f"the shares of {party} do not lie here; whoever has them adds the next")
    check_share(line, party, number, value, own)
    more = msgspec.structs.replace(found, shares={**found.shares, party: value})
    return _shown(line, found, _with_shares(games, line, more, head, stood=True), viewer)


def _next(games: Games, line: Line, head: int) -> tuple[int, Own]:
    """The number of the next order with dice, and what sides have promised themselves."""
    with games.playing(line) as seat:
        seat.check_head(Ref(line.game, line.name), head)
        if seat.state.core.seed:
            raise BadInput("what its dice hang on is public now: no more are made in this line; branch to play on")
        return int(seat.state.core.shares) + 1, dict(seat.state.core.promised)


def _with_shares(
    games: Games, line: Line, wanted: Waiting, head: int, *, stood: bool, stands: bool = False
) -> list[Entry]:
    """Sides first, and the keeper of the log last: so nobody knows what comes of it while it can still hold back."""
    (number, own), ref = _next(games, line, head), Ref(line.game, line.name)
    asked = sorted(line.commitments, key=lambda party: (party == HOST, party != wanted.by))

    def shares() -> dict[str, str]:
        found = dict(wanted.shares)
        for party in asked:
            mine = found.get(party) or held(games.log.store, line, party, number, own)
            if not mine:
                raise SharesAwaited(party)
            found[party] = mine
        return found

    binding = bound(wanted.by, wanted.order) if stood else ""
    secret = partial(host_secret, games.log.store, line) if seals_cards(line.started) else None
    chance = SharedChance(line.started.game, line.name, binding, shares, secret)
    try:
        return games.order(ref, wanted.by, wanted.order, chance, head=head)
    except SharesAwaited as missing:
        if missing.party == wanted.by and not stands:
            said = f"the shares of {wanted.by} do not lie here; give the order with the next of them"
            raise ShareNotHere(said) from None
        mine = held(games.log.store, line, wanted.by, number, own)
        put = msgspec.structs.replace(wanted, shares={**({wanted.by: mine} if mine else {}), **wanted.shares})
        return _put(games, line, put, missing.party, head)


def _put(games: Games, line: Line, wanted: Waiting, waits_for: str, head: int) -> list[Entry]:
    """Recorded as it stands, so that neither the order nor a die of it can be another when the rest is rolled."""
    known_side(line, waits_for, HOST)
    table = games.table(line)
    table.check_head(Ref(line.game, line.name), head)
    before = table.head.number
    put = msgspec.structs.replace(wanted, waits_for=waits_for)
    given = OrderGiven(by=wanted.by, order=wanted.order)
    to = line.system.sight.seen_by(table.state, given)
    table.clerk(wanted.by, put, games.log.now(), to=to)
    return games.log.entries(line, before, table.head.number)
