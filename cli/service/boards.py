"""A position: the board as data and drawn, points, losses and dice."""

from __future__ import annotations

from functools import partial

from litestar import Response, get

from cli.service import values as v
from cli.service.asked import LINE, Asker, At, GameName, LineName, TheService
from cli.service.problems import told
from cli.service.service import Service
from domain.games.look import seen_from
from domain.games.positions import Position
from domain.games.sight import seen
from domain.kernel.facts import DiceRolled
from domain.kernel.say import spoken
from domain.log.refs import Ref
from domain.words.looking import seen as seen_board
from domain.words.phrases import calling, phrase
from domain.words.tell import say_of
from projections.drawing.colours import wearing
from projections.drawing.photos import showing
from projections.models import casualties, victory_points
from projections.models import dice as rolls
from projections.models.boards import first_board
from projections.pictures.svg import draw_svg

SVG = "image/svg+xml"
DRAWN = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"


@get(f"{LINE}/board", summary="The board, as data", responses=told("no-token"), tags=["look"])
async def board(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.BoardValue:
    return await service.run(_board, service, game, line, caller.viewer, at)


def _board(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.BoardValue:
    ref, found = _position(service, game, name, viewer, at)
    core = found.state.core
    return v.BoardValue(
        ref=str(ref), entry=found.number, turn=core.turn, phase=core.phase, active=core.active,
        winner=core.ended.winner if core.ended else None, board=seen_board(found.line.system, found.state, viewer),
    )  # fmt: skip


def _position(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> tuple[Ref, Position]:
    """Where the viewer may look: at an entry, or at the end of its order."""
    ref, _ = service.line(game, name, at)
    found = service.games.position(seen_from(service.games, ref, viewer))
    return ref._replace(entry=found.number), found


@get(f"{LINE}/board.svg", summary="The board, drawn", responses=told("no-token"), media_type=SVG, tags=["look"])
async def picture(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> Response[str]:
    key = game, line, caller.viewer, str(at), spoken()
    svg = service.drawn.get(key) if at is not None else None
    if svg is None:
        svg = service.drawn.put(key, await service.sketch(_picture, game, line, caller.viewer, at))
    return Response(svg, media_type=SVG, headers={"Content-Security-Policy": DRAWN})


def _picture(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> str:
    ref, found = _position(service, game, name, viewer, at)
    return service.picture((str(ref), viewer, spoken()), lambda: _drawn(service, ref, found, viewer))


def _drawn(service: Service, ref: Ref, found: Position, viewer: str | None) -> str:
    say = say_of(found.line.system)
    whose = phrase("as {0} may see it", say.term(viewer)) if viewer else ""
    shown = showing(service.photos(found.line.started.game))
    with calling(say), wearing(partial(service.games.colours, found.line)), shown:
        board, begun = found.line.system.sight.board(found.state, viewer), first_board(service.games, ref, viewer)
        return draw_svg(board, ", ".join(filter(None, (str(ref), whose))), begun)


@get(f"{LINE}/score", summary="Victory points", responses=told("no-token"), tags=["look"])
async def score(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.ScoreValue:
    return await service.run(_score, service, game, line, caller.viewer, at)


def _score(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.ScoreValue:
    ref, line = service.line(game, name, at)
    found = victory_points.score(service.games, ref, viewer)
    rows = [v.PointsValue(**row._asdict()) for row in found.rows]
    standing = victory_points.stands(line.system, service.games.position(ref).state, viewer)
    return v.ScoreValue(totals=found.totals, rows=rows, standing=standing)


@get(f"{LINE}/losses", summary="Losses", responses=told("no-token"), tags=["look"])
async def losses(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.LossesValue:
    return await service.run(_losses, service, game, line, caller.viewer, at)


def _losses(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.LossesValue:
    ref, _ = service.line(game, name, at)
    found = casualties.losses(service.games, ref, viewer)
    return v.LossesValue(
        by_side=found.by_side, men=found.men, by_unit=[v.UnitLossValue(**row._asdict()) for row in found.by_unit],
        rows=[v.LossValue(**row._asdict()) for row in found.rows],
    )  # fmt: skip


@get(f"{LINE}/dice", summary="Every roll, and whether the dice look even", responses=told("no-token"), tags=["look"])
async def dice(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> v.DiceValue:
    return await service.run(_dice, service, game, line, caller.viewer, at)


def _dice(service: Service, game: str, name: str, viewer: str | None, at: int | None) -> v.DiceValue:
    ref, line = service.line(game, name, at)
    say = say_of(line.system)
    thrown = [
        v.RollValue(
            entry=entry.number, by=fact.by, why=say.purpose(fact.why), dice=f"{len(fact.faces)}d{fact.sides}",
            faces=fact.faces, source=fact.source,
        )
        for entry in seen(service.games.entries_of(ref, DiceRolled), viewer)
        if isinstance(fact := entry.fact, DiceRolled)
    ]  # fmt: skip
    tests = [
        v.DiceTestValue(**{**test._asdict(), "faces": {str(face): n for face, n in test.faces.items()}})
        for test in rolls.luck(service.games, ref, viewer)
    ]
    return v.DiceValue(rolls=thrown, tests=tests)


HANDLERS = (board, picture, score, losses, dice)
