"""The list of games: what each is, how far it has come, and how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from domain.games.games import Games
from domain.games.terms import option_texts
from domain.kernel.core import Core
from domain.kernel.errors import RefightError
from domain.kernel.facts import Fact, GameStarted, LineOpened, Side
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.reading import UNREADABLE
from domain.log.refs import Ref
from domain.words.phrases import phrase
from domain.words.tell import say_of
from projections.models import victory_points
from projections.models.model import ReadFile, fit
from projections.models.timeline import moment

if TYPE_CHECKING:
    from sqlite_utils import Database

DRAW = "draw"


class GameRow(NamedTuple):
    game: str
    title: str
    system: str
    scenario: str
    sides: tuple[Side, ...]
    lines: int
    entries: int  # of all its lines
    started: str
    last_entry: str
    turn: int
    phase: str
    winner: str  # empty while it goes on
    points: dict[Side, int]
    pack: str = ""  # its name and the first digits of its hash
    active: Side = ""  # whose turn it is, where there are turns


def game_or_mark(games: Games, game: str, viewer: Side | None) -> GameRow:
    """One damaged game does not hide the others."""
    try:
        return _game(games, game, viewer)
    except RefightError as error:
        if not is_damage(error):
            raise
        return GameRow(game, mark(game), "", "", (), len(games.log.lines(game)), 0, "", "", 0, "", "", {})


def mark(game: str) -> str:
    """Stands where the title of a damaged game would."""
    return f"damaged: refight verify {game}"


def is_damage(error: RefightError) -> bool:
    """Whether what is stored is to blame; a busy or full disk is no reason to give a game up."""
    return error.__cause__ is None or isinstance(error.__cause__, UNREADABLE)


def _game(games: Games, game: str, viewer: Side | None) -> GameRow:
    lines = [games.log.line(game, name) for name in games.log.lines(game)]
    main = games.log.line(game)
    heads = [games.log.head(line).number for line in lines]
    core: Core[Any] = games.position(Ref(game)).state.core
    points = core.points if viewer is None else victory_points.score(games, Ref(game), viewer).totals
    last = max(games.log.entry(line, head).at for line, head in zip(lines, heads, strict=True))
    started = main.started
    return GameRow(
        game, started.title, started.system, started.scenario, started.sides, len(lines),
        sum(head - line.own.base for line, head in zip(lines, heads, strict=True)),
        moment(games.log.entry(main, 1).at), moment(last), core.turn, core.phase, winner(core), dict(points),
        games.log.pack(started.pack).label, "" if core.over else core.active,
    )  # fmt: skip


def winner(core: Core[Any]) -> str:
    return "" if core.ended is None else core.ended.winner or DRAW


def create(db: Database) -> None:
    db.table("games").create(
        {
            "game": str, "id": str, "title": str, "system": str, "edition": str, "scenario": str, "sides": str,
            "options": str, "readings": str, "pack": str, "started": str,
        },
        pk="game",
    )  # fmt: skip
    db.table("lines").create(
        {
            "game": str, "line": str, "parent": str, "base": int, "opened": str, "entries": int, "last_entry": str,
            "shown": int, "turn": int, "phase": str, "active": str, "winner": str, "ended": str, "points": str,
            "damaged": int,
        },
        pk=["game", "line"],
        foreign_keys=[("game", "games", "game")],
    )  # fmt: skip
    # Lines whose board has to be made anew are found without a look at all the others.
    db.execute("CREATE INDEX lines_behind ON lines (game, line) WHERE shown<>entries")


class GamesWriter:
    """Also keeps how far each line has been taken in."""

    kinds: tuple[type[Fact], ...] = (GameStarted, LineOpened)

    def __init__(self) -> None:
        self.games: list[tuple[Any, ...]] = []
        self.lines: list[tuple[Any, ...]] = []
        self.heads: dict[tuple[str, str], tuple[int, int]] = {}
        self.damaged: list[tuple[str, str, str | None, int, int]] = []

    def take(self, id: int, line: Line, entry: Entry) -> None:  # noqa: ARG002
        fact = entry.fact
        parent, base = (fact.parent, fact.at) if isinstance(fact, LineOpened) else (None, 0)
        if isinstance(fact, GameStarted):
            self.games.append(
                (
                    line.game, fact.game, fact.title, fact.system, fact.edition, fact.scenario, _json(fact.sides),
                    _json(option_texts(fact.options)), _json(fact.readings), fact.pack, moment(entry.at),
                )
            )  # fmt: skip
        # `shown` lags behind `entries`: the board is drawn when all entries have been taken in.
        self.lines.append((line.game, line.name, parent, base, moment(entry.at), 0, "", 0, 0, "", "", "", "", "{}", 0))

    def give_up(self, game: str, name: str, line: Line | None, number: int) -> None:
        """From this entry on nothing more is taken of a line; if it has no row yet, it gets one that says so."""
        opened = line.opened if line else None
        parent, base = (opened.parent, opened.at) if opened else (None, 0)
        self.damaged.append((game, name, parent, base, number))

    def write(self, file: ReadFile) -> None:
        file.insert("games", self.games)
        file.insert("lines", self.lines)
        file.connection.executemany(
            "UPDATE lines SET entries=?, last_entry=? WHERE game=? AND line=?",
            [(number, moment(at), *place) for place, (number, at) in self.heads.items()],
        )
        self.heads.clear()
        for game, name, parent, base, number in self.damaged:
            row = (game, name, parent, base, "", base, "", base, 0, "", "", "", "", "{}", number)
            again = "ON CONFLICT (game, line) DO UPDATE SET damaged=excluded.damaged"
            file.connection.execute(f"INSERT INTO lines VALUES ({','.join('?' * len(row))}) {again}", row)
            unknown = (game, "", mark(game), "", "", "", "[]", "{}", "{}", "", "")
            file.connection.execute(f"INSERT OR IGNORE INTO games VALUES ({','.join('?' * len(unknown))})", unknown)
        self.damaged.clear()


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def write_standing(file: ReadFile, line: Line, core: Core[Any], number: int) -> None:
    """Turn, phase, result and public points at the head of a line."""
    ended = say_of(line.system).reason(core.ended.why) if core.ended else ""
    file.connection.execute(
        "UPDATE lines SET shown=?, turn=?, phase=?, active=?, winner=?, ended=?, points=? WHERE game=? AND line=?",
        (
            number, fit(core.turn), core.phase, core.active, winner(core), ended,
            _json(victory_points.standing(file, line)), line.game, line.name,
        ),
    )  # fmt: skip


def standing(row: GameRow) -> str:
    """`blue 3, red 1, turn 2`: points, then how far it has come."""
    points = ", ".join(f"{side} {points}" for side, points in row.points.items())
    end = phrase("a draw") if row.winner == DRAW else phrase("{0} won", row.winner)
    return points + (f", {end}" if row.winner else f", {phrase('turn {0}', row.turn)}" if row.turn else "")
