"""The board of a game as commands show it: as text with where in the game it is, and as a picture."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from cli.shell.colour import named
from cli.shell.drawing import put
from cli.shell.output import width as columns
from cli.shell.session import Session
from domain.games.sight import whole_order
from domain.kernel.board import Board
from domain.kernel.core import Core
from domain.kernel.reasons import Reason
from domain.kernel.say import Say
from domain.log.refs import Ref
from domain.words.looking import told
from domain.words.phrases import calling, later, phrase
from domain.words.tell import say_of
from projections.models.boards import first_board, with_tallies, with_zones
from projections.models.traces import Since, order_words, past
from projections.pictures.text import draw

BEGUN = {
    "phase": later("this phase has just begun, drawn is the one before; "),
    "turn": later("this turn has just begun, drawn is the one before; "),
}


class Seen(NamedTuple):
    """The board as data, with where in the game it is, and the orders that led to it in words."""

    value: dict[str, Any]
    board: Board
    place: str
    core: Core[Any]
    orders: tuple[str, ...]
    say: Say
    before: str = ""  # phase or turn, if the orders are of the one before


def board_parts(
    session: Session, ref: Ref, viewer: str | None = None, units: tuple[str, ...] = ()
) -> tuple[dict[str, Any], str]:
    """The board as data and as text, with where in the game it is."""
    seen = looked_at(session, ref, viewer, units, 0)
    return seen.value, text_of(seen)


def text_of(seen: Seen) -> str:
    board = seen.board
    with calling(seen.say):
        drawn = draw(board, columns())
    return named(f"{seen.place}, {_when(seen.core, seen.say)}\n{drawn}", _owners(board), board.sides)


def looked_at(session: Session, ref: Ref, viewer: str | None, units: tuple[str, ...], since: Since) -> Seen:
    games, line = session.games, session.line(ref)
    number = whole_order(games, line, games.entry_number(line, ref.entry), viewer)
    found = past(games, line, number, viewer, since)
    system, state = line.system, found.state
    board = with_zones(system.sight.board(state, viewer), system, state, units)
    board = msgspec.structs.replace(board, traces=found.traces, active=state.core.active)
    place, core, say = str(ref._replace(entry=number)), state.core, say_of(system)
    orders = tuple(order_words(system, order, viewer) for order in found.orders)
    value = {"ref": place, "turn": core.turn, "phase": core.phase, "active": core.active, "board": told(board, say)}
    return Seen({**value, "last": orders}, board, place, core, orders, say, str(since) if found.is_before else "")


def picture(
    session: Session, ref: Ref, viewer: str | None, file: str | None, units: tuple[str, ...] = (), *, force: bool,
    since: Since = 1, png: str | None = None, width: int | None = None, parts: tuple[str, ...] = (),
) -> dict[str, Any]:  # fmt: skip
    """Into a file, whole or not at all; for - as text. The board as data, and where the picture is."""
    from cli.shell.pictures import photos_of
    from projections.drawing.photos import showing
    from projections.hexmap.near import near
    from projections.pictures.svg import draw_svg

    seen = looked_at(session, ref, viewer, units, since)
    board = with_tallies(seen.board, session.games, ref._replace(entry=int(seen.place.rpartition(":")[2])), viewer)
    with calling(seen.say), showing(photos_of(session, session.line(ref).started.game)):
        begun = None if parts else first_board(session.games, ref, viewer)
        svg = draw_svg(near(board, parts), _caption(seen, viewer), begun).rstrip("\n")
    return {**seen.value, **put(svg, file, png, width, force=force)}


def _caption(seen: Seen, viewer: str | None) -> str:
    """Where in the game it is, as far as the title does not say so, who sees it so, and the last order."""
    core = seen.core
    is_told = isinstance(seen.board.title, Reason) and core.phase in seen.board.title.of
    when = _ended(core, seen.say) if is_told else _when(core, seen.say)
    last = last_words(seen)
    whose = phrase("as {0} may see it", seen.say.term(viewer)) if viewer else ""
    return ", ".join(filter(None, (seen.place, when, whose))) + (f"; {last}" if last else "")


def last_words(seen: Seen) -> str:
    """The last order; and that all of a phase or turn are drawn, if it is over."""
    if not seen.orders:
        return ""
    drawn = phrase(BEGUN[seen.before]) if seen.before else ""
    return drawn + phrase("last order: {0}", seen.orders[-1])


def _owners(board: Board) -> dict[str, str]:
    """Sides and pieces by name; a name that two sides use, or a place, belongs to nobody."""
    found: dict[str, set[str]] = {}
    for counter in board.counters:
        found.setdefault(counter.name, set()).add(counter.side)
    places = {spot.name for spot in board.spots} | {counter.at for counter in board.counters}
    pieces = {name: sides.pop() for name, sides in found.items() if len(sides) == 1 and name and name not in places}
    return {**pieces, **{side: side for side in board.sides}}


def _when(core: Core[Any], say: Say) -> str:
    """How far the game has come."""
    side = f" ({say.term(core.active)})" if core.active else ""
    when = phrase("turn {0}, {1}", core.turn, say.term(core.phase)) + side if core.turn else phrase("before turn 1")
    return ", ".join(filter(None, (when, _ended(core, say))))


def _ended(core: Core[Any], say: Say) -> str:
    if not core.ended:
        return ""
    return phrase("won by {0}", say.term(core.ended.winner)) if core.ended.winner else phrase("a draw")
