"""Orders: those there are, one that is given; and what stands beside them in the log, notes and rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Annotated, Any

from litestar import Request, get, post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller, Shown, shown
from cli.service.asked import (
    LINE,
    REFUSED,
    STORED,
    Asker,
    At,
    GameName,
    IdempotencyKey,
    LineName,
    OfSide,
    Orders,
    TheService,
    Words,
    body,
)
from cli.service.games import entry_values
from cli.service.once import once
from cli.service.problems import Trouble, told
from cli.service.service import Service
from cli.shell.errors import answered_first
from cli.shell.rules import spelt_rule
from domain.games.ask import Ask, HiddenCards, Played, meant_fact
from domain.games.games import Games
from domain.games.look import options as orders_there_are
from domain.games.look import sampled, seen_from
from domain.games.order import TooEarly, give
from domain.games.preview import Preview
from domain.games.preview import preview as look_first
from domain.games.terms import known_side
from domain.games.waiting import add_share, answer
from domain.kernel.errors import BadInput, LogConflict
from domain.kernel.facts import RulingMade
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.orders import format_order
from domain.words.phrases import later, phrase
from domain.words.typed import PATH
from projections.page.places import NO_GHOST, Ghost, ghost


@get(
    f"{LINE}/options",
    summary="Legal orders, those of the caller's side",
    responses=told("no-token", "not-yours"),
    tags=["orders"],
)
async def options(
    service: TheService, caller: Asker, game: GameName, line: LineName, side: OfSide = None, at: At = None,
    limit: Orders = 500, words: Words = "",
) -> v.OptionList:  # fmt: skip
    caller.check_member(game)
    if not caller.sees_all and side not in (None, caller.side):
        raise Trouble("not-yours", phrase("this is {0}; it does not tell the orders of {1}", caller.token, side))
    most = min(limit, service.bounds.options)
    return await service.draw(_listed, service, game, line, caller.viewer, side, at, most, words.split())


def _listed(
    service: Service, game: str, name: str, viewer: str | None, side: str | None, at: int | None, limit: int,
    words: Sequence[str],
) -> v.OptionList:  # fmt: skip
    """A side is told its own orders only: those of the other might tell what it hides."""
    ref = seen_from(service.games, service.line(game, name, at)[0], viewer)
    found = orders_there_are(service.games, ref, viewer if side is None else side, words)
    listed = list(islice(found, limit + 1))
    shown = [v.OptionValue(by=choice.by, order=format_order(choice.order)) for choice in listed[:limit]]
    partly = sampled(service.games.line(ref).system, service.games.position(ref).state, listed)
    return v.OptionList(options=shown, complete=len(listed) <= limit and not partly)


@post(
    f"{LINE}/orders",
    summary="Give an order",
    description="With the token of the side that gives it. Answers what came of it, as that side may see it. "
    "Dice, or a share, without an order are what an order of another side waits for, in a game played with "
    "`dice=table` or `dice=shared`. With an `Idempotency-Key` the same order sent again is not given again: the answer "
    "is the one of the first time.",
    response_description=STORED,
    responses=told("illegal-order", *REFUSED),
    tags=["orders"],
)
async def order(
    service: TheService, request: Request[Any, Any, Any], game: GameName, line: LineName,
    data: Annotated[
        s.NewOrder, body("A move", order="MovePiece piece=guard to=mill", by="blue", dice=[4, 5], expected=12)
    ],
    key: IdempotencyKey = None,
) -> v.Given:  # fmt: skip
    found = await service.write(f"{game}@{line}", _ordered, service, game, line, shown(request), data, key)
    service.program.wake(game, line)
    return found


def _ordered(service: Service, game: str, name: str, given: Shown, sent: s.NewOrder, key: str | None = None) -> v.Given:
    """On exactly the head that the caller expects, if it says so; all of it or nothing.

    Who it is, is asked here and not before: one thread does all there is to do for an order.
    """
    caller = service.who(game, given, plays=True, line=name)
    ref, line = service.line(game, name)
    _check_giver(line, caller, sent.by)
    if key:
        return once(service, line, caller, key, sent, lambda: _carried_out(service, ref, line, caller, sent))
    return _carried_out(service, ref, line, caller, sent)


def _carried_out(service: Service, ref: Ref, line: Line, caller: Caller, sent: s.NewOrder) -> v.Given:
    try:
        with _noticing(service, line):
            played = _played(service.games, ref, sent, caller.viewer)
    except TooEarly as error:
        raise answered_first(error) from None
    except HiddenCards:
        said = phrase("cards that not everyone may see are drawn by the service: leave out cards")
        raise Trouble("not-yours", said) from None
    shown = entry_values(service, line, played.entries, caller.viewer)
    return v.Given(entries=shown, head=played.head)


def _played(games: Games, ref: Ref, sent: s.NewOrder, viewer: str | None) -> Played:
    if sent.order is not None:
        how = sent.dice, sent.cards, sent.expected, viewer, sent.share, sent.stands
        return give(games, Ask(ref, sent.by, sent.order, *how))
    if sent.share:
        return add_share(games, ref, sent.by, sent.share, viewer, sent.expected)
    return answer(games, ref, sent.by, sent.dice, viewer, sent.expected)


@post(
    f"{LINE}/preview",
    summary="An order in full and its price, before it is given",
    description="With the token of the side that would give it. Refused as the order would be. Nothing is stored, and "
    "nothing is told of what would come of it.",
    status_code=200,
    response_description="The order that would be recorded.",
    responses=told("illegal-order", *REFUSED),
    tags=["orders"],
)
async def preview(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewPreview, body("A move in short", order="move guard mill", by="blue")],
) -> v.PreviewValue:  # fmt: skip
    return await service.run(_previewed, service, game, line, caller, data)


def _previewed(service: Service, game: str, name: str, caller: Caller, sent: s.NewPreview) -> v.PreviewValue:
    ref, line = service.line(game, name)
    _check_giver(line, caller, sent.by)
    with _noticing(service, line):
        found = look_first(service.games, Ask(ref, sent.by, sent.order, (), (), sent.expected, caller.viewer))
    drawn = _ghost(line, found, sent.by)
    return v.PreviewValue(
        order=found.text, price=found.cost, way=found.way, head=found.seat.head.number, stands=drawn.bases,
        goes=drawn.way,
    )  # fmt: skip


def _ghost(line: Line, found: Preview, by: str) -> Ghost:
    """Where a unit of a table would stand, as its own side sees it."""
    unit, path = getattr(found.order, "unit", ""), getattr(found.order, PATH, ())
    return ghost(line.system.sight.board(found.seat.state, by), unit, path) if unit and path else NO_GHOST


def _check_giver(line: Line, caller: Caller, by: str) -> None:
    known_side(line, by)  # a side that nobody plays has no token that could be missing
    caller.check_gives(line.game, by, line.started.sides)


@post(
    f"{LINE}/notes",
    summary="Write a note",
    description="With any token of the game; it is signed by its owner, and everyone may read it.",
    response_description=STORED,
    responses=told(*REFUSED),
    tags=["entries"],
)
async def note(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewNote, body("A note on an entry", text="we forgot the flank here", about=3)],
) -> v.Given:  # fmt: skip
    return await service.write(f"{game}@{line}", _noted, service, game, line, caller, data)


def _noted(service: Service, game: str, name: str, caller: Caller, sent: s.NewNote) -> v.Given:
    caller.check_member(game)
    ref, line = service.line(game, name, sent.about)
    with _noticing(service, line):
        entries = service.games.note(ref, caller.name, sent.text, sent.expected)
    return _given(service, line, entries, caller)


@post(
    f"{LINE}/rulings",
    summary="Rule on a dispute, or set a fact straight",
    description="With the umpire's token. From here on the game is played and audited under it.",
    response_description=STORED,
    responses=told("illegal-order", *REFUSED),
    tags=["settle"],
)
async def ruling(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewRuling, body("A rule read anew", rule="FF.2", text="mud costs nothing here")],
) -> v.Given:  # fmt: skip
    return await service.write(f"{game}@{line}", _ruled, service, game, line, caller, data)


def _ruled(service: Service, game: str, name: str, caller: Caller, sent: s.NewRuling) -> v.Given:
    """Only the umpire rules here: a side's token gives that side's orders."""
    caller.check_umpire(game, later("a ruling binds everyone"))
    if not (sent.rule.strip() or sent.text.strip()):
        raise BadInput("a ruling names its rule or its reason; send `rule` or `text`, or both")
    ref, line = service.line(game, name)
    names = service.games.names(line)
    facts = [meant_fact(line.system, text, names) for text in sent.facts]
    rule = spelt_rule(line.system, sent.rule.strip()) if sent.rule.strip() else ""
    made = RulingMade(by=caller.name, text=sent.text.strip(), rule=rule, readings=sent.readings)
    with _noticing(service, line):
        entries = service.games.rule(ref, made, facts)
    return _given(service, line, entries, caller)


@contextmanager
def _noticing(service: Service, line: Line) -> Iterator[None]:
    """That somebody else was first: then it is said where the line stands now."""
    try:
        yield
    except LogConflict as error:
        raise Trouble("conflict", str(error), head=service.games.log.head(line).number) from None


def _given(service: Service, line: Line, entries: Sequence[Entry], caller: Caller) -> v.Given:
    return v.Given(entries=entry_values(service, line, entries, caller.viewer), head=entries[-1].number)


HANDLERS = (options, order, preview, note, ruling)
