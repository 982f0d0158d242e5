"""Orders by hand: what a side may do now as data to light and click, where places lie, what a unit could fire at."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from cli.service import values as v
from cli.service.access import Caller
from cli.service.asked import LINE, Asker, GameName, LineName, TheService
from cli.service.problems import Trouble, told
from cli.service.service import Service
from domain.games.hand import Awaits, Hand, hand
from domain.games.handful import brief as in_short
from domain.games.handful import part
from domain.games.waiting import waited_for
from domain.kernel.board import Board
from domain.kernel.say import spoken
from domain.kernel.shares import is_shared
from domain.log.gamelog import Line
from domain.words.phrases import phrase
from domain.words.tell import say_of
from projections.drawing.plane import plane
from projections.page.places import XY, Places, places

Brief = Annotated[bool, QueryParameter(description="Only what can act, where there are many orders.")]
OfKind = Annotated[str, QueryParameter(max_length=100, description="A kind of order.")]
OfUnits = Annotated[list[str] | None, QueryParameter(max_items=20, description="Units that are named in them.")]
OfUnit = Annotated[str, QueryParameter(min_length=1, max_length=200, description="A unit of the caller's side.")]


@get(
    f"{LINE}/hand",
    summary="Everything the caller's side may order now, as data",
    description="Every kind of order with its fields, every legal order by its values, what the side is asked and "
    "who is waited for. With `brief`, of many orders one for each kind and the units it names; the others are told by "
    "`hand/orders`. Only with the token of a side.",
    responses=told("no-token", "not-yours"),
    tags=["orders"],
)
async def in_hand(
    service: TheService, caller: Asker, game: GameName, line: LineName, brief: Brief = False
) -> v.HandValue:  # fmt: skip
    found = await _held(service, game, line, _side(caller, game))
    if found.due != found.side:
        service.program.wake(game, line)  # after a restart nobody else would
    return in_short(found) if brief else found


@get(
    f"{LINE}/hand/orders",
    summary="Those of the orders in hand that are of a kind, or name some units",
    responses=told("no-token", "not-yours"),
    tags=["orders"],
)
async def some_in_hand(
    service: TheService, caller: Asker, game: GameName, line: LineName, kind: OfKind = "", unit: OfUnits = None
) -> v.HandPart:  # fmt: skip
    found = await _held(service, game, line, _side(caller, game))
    return v.HandPart(head=found.head, rows=part(found, kind, unit or ()))


def _side(caller: Caller, game: str) -> str:
    caller.check_member(game)
    if not caller.side:
        raise Trouble("not-yours", phrase("this is {0}; only a side has orders in hand", caller.token))
    return caller.side


async def _held(service: Service, game: str, name: str, side: str) -> v.HandValue:
    """A list that is long to make stands behind others; one that was made for this position is there at once."""
    key, line = await service.run(_position, service, game, name, side)
    return service.hands.get(key) or service.hands.put(key, await service.draw(_made, service, line, key[1], side))


def _position(service: Service, game: str, name: str, side: str) -> tuple[tuple[bytes, int, str, str], Line]:
    """By the hash of its last entry: a game of that name may be another one tomorrow."""
    _, line = service.line(game, name)
    head = service.games.log.head(line)
    return (head.hash, head.number, side, spoken()), line


def _made(service: Service, line: Line, number: int, side: str) -> v.HandValue:
    state, names = service.games.state(line, number), service.games.names(line)
    held = hand(line.system, state, side, names, say_of(line.system, names), *_standing(service, line, state, side))
    fields = {key: getattr(held, key) for key in Hand.__struct_fields__}
    return v.HandValue(head=number, fronts=_fronts(line.system.sight.board(state, side), side), **fields)


def _standing(service: Service, line: Line, state: Any, side: str) -> tuple[Awaits, str]:
    """What the order that stands waits for, and of whom as far as this side may know; as a rule none does."""
    if not state.core.stands:
        return "", ""
    whom, _ = waited_for(service.games, line, side, side)
    return "share" if is_shared(line.commitments) else "dice", whom


def _fronts(board: Board, side: str) -> dict[str, tuple[tuple[float, ...], ...]]:
    """Of one's own units on a table: they are wheeled by its ends."""
    if board.field is None:
        return {}
    at = plane(board.field).at
    own = (one for one in board.counters if one.side == side and one.figure and len(one.figure.front) > 1)
    return {one.id: (at(one.figure.front[0]), at(one.figure.front[1])) for one in own if one.figure}


@get(
    f"{LINE}/places",
    summary="Where the places of the board lie on its page",
    responses=told("no-token"),
    include_in_schema=False,
)
async def where(service: TheService, caller: Asker, game: GameName, line: LineName) -> Places:
    return await service.run(lambda: places(_seen(service, game, line, caller.viewer)[1]))


@get(f"{LINE}/zones", summary="What a unit could fire at, drawn", include_in_schema=False)
async def zones(service: TheService, caller: Asker, game: GameName, line: LineName, unit: OfUnit) -> list[list[XY]]:
    return await service.draw(_zones, service, game, line, _side(caller, game), unit)


def _zones(service: Service, game: str, name: str, side: str, unit: str) -> list[list[XY]]:
    """Of one's own units only, and only on a table: elsewhere the places that are lit say it."""
    (state, system), board = _seen(service, game, name, side)
    found = next((one for one in board.counters if one.id == unit), None)
    if system.sight.zones is None or board.field is None or found is None or found.side != side:
        return []
    at = plane(board.field).at
    return [[at(point) for point in zone.points] for zone in system.sight.zones(state, unit)]


def _seen(service: Service, game: str, name: str, viewer: str | None) -> tuple[tuple[Any, Any], Board]:
    ref, line = service.line(game, name)
    state = service.games.position(ref).state
    return (state, line.system), line.system.sight.board(state, viewer)


HANDLERS = (in_hand, some_in_hand, where, zones)
