"""The first page: games to watch or go on with, new ones, battles that come with the program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from html import escape, unescape
from tempfile import TemporaryDirectory
from typing import Any

from litestar import Request, Response, get

from cli.files.recorded import BATTLES, Battle, recording
from cli.service.access import shown
from cli.service.asked import GameName, Language, TheService
from cli.service.games import rows_for
from cli.service.plain import HTML, framed, plain_page
from cli.service.problems import Trouble
from cli.service.service import Service
from cli.service.ways import to_account, ways
from cli.shell.packs import finder
from cli.shell.rules import book_of
from domain.formats.transcript.exchange import import_transcript
from domain.games.games import Games
from domain.games.players import all_named
from domain.games.sight import SPECTATOR
from domain.kernel.errors import RefightError
from domain.kernel.say import NOTHING, spoken
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.words.phrases import later, phrase
from projections.drawing.colours import wearing
from projections.models.games_list import GameRow, standing
from projections.page.live import Live
from projections.page.page import page, told
from projections.page.words import words_of_page
from projections.pictures.thumb import thumb
from rules import SYSTEMS

FOR_PROGRAMS = later('For programs: <a href="/api/schema">the description of the interface</a>.')
NO_GAMES = later("No games yet: begin one below, or <code>refight import</code> brings one in.")
WELCOME = later("Replay, watch and play historical battles. As spectators may see them.")
MOMENT = "%Y-%m-%d %H:%M:%S"
POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')  # a replay page brings its own
REPLAYED = tuple(battle for battle in BATTLES if battle.file.endswith(".transcript"))
MINUTE, HOUR, DAY = 60, 3_600, 86_400


@get("/", include_in_schema=False)
async def lobby(service: TheService, request: Request[Any, Any, Any], lang: Language = "") -> Response[str]:
    """A language that the address asks for goes on to the games."""
    query = f"?lang={spoken()}" if lang else ""
    rows = await service.run(rows_for, service, shown(request))
    names = await service.run(all_named, service.games.log) if service.names_players else {}
    cards = await service.draw(_cards, service, rows, names, query)
    has_people = await service.run(service.people.look)
    person = await service.run(service.people.person, shown(request).session)
    about = f'<p class="quiet">{phrase(FOR_PROGRAMS)}</p>'
    body = "\n".join((cards, _beginning(person.login if person else ""), _battles(query), about))
    links = ways(*[to_account("/", is_signed_in=person is not None)] if has_people else [])
    found = plain_page(phrase("Games"), phrase(WELCOME), body, script="/page/lobby.js", links=links)
    return Response(found.text, media_type=HTML, headers=found.headers)


# Games


def _cards(service: Service, rows: list[GameRow], names: Mapping[str, Mapping[str, str]], query: str) -> str:
    if not rows:
        return f"<p>{phrase(NO_GAMES)}</p>"
    newest = sorted(rows, key=lambda row: row.last_entry, reverse=True)
    cards = "\n".join(_card(service, row, names.get(row.game, {}), query) for row in newest)
    return f'<ul class="games">\n{cards}\n</ul>'


def _card(service: Service, row: GameRow, players: Mapping[str, str], query: str) -> str:
    link = f'<a href="/games/{escape(row.game)}{query}">{escape(row.title)}</a>'
    title = SYSTEMS[row.system].title if row.system in SYSTEMS else row.system
    who = phrase(" against ").join(
        f"{escape(side)} ({escape(players[side])})" if side in players else escape(side) for side in row.sides
    )
    turn = phrase("{0} to move", row.active) if row.active and not row.winner else ""
    facts = [escape(title), who, escape(standing(row)), escape(turn), escape(_since(row.last_entry))]
    lines = "".join(f"<li>{fact}</li>" for fact in facts if fact)
    name = f'<span class="quiet"> {escape(row.game)}</span>'
    return f'<li class="game">{_thumb(service, row)}<div><h3>{link}{name}</h3><ul>{lines}</ul></div></li>'


def _thumb(service: Service, row: GameRow) -> str:
    """As spectators see it, drawn anew only when something has happened."""
    return service.picture(("thumb", row.game, str(row.entries)), partial(_drawn, service, row.game))


def _drawn(service: Service, game: str) -> str:
    with suppress(RefightError):
        line = service.games.line(Ref(game))
        state = service.games.position(Ref(game)).state
        with wearing(partial(service.games.colours, line)):
            return thumb(line.system.sight.board(state, SPECTATOR))
    return "<span></span>"  # a damaged game is listed all the same


def _since(moment: str) -> str:
    """How long nothing has happened."""
    try:
        then = datetime.strptime(moment[:19], MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return ""
    seconds = int((datetime.now(UTC) - then).total_seconds())
    if seconds < 2 * MINUTE:
        return phrase("just now")
    if seconds < 2 * HOUR:
        return phrase("{0} minutes ago", seconds // MINUTE)
    return phrase("{0} hours ago", seconds // HOUR) if seconds < 2 * DAY else phrase("{0} days ago", seconds // DAY)


# New games


def _beginning(login: str) -> str:
    """What is chosen in it is filled in by the script: it needs whoever may start games."""
    heading, hint = phrase("A new game"), phrase("Starting games needs the service's own token, or an account.")
    title = f'<h2 id="new-game">{heading}</h2>'
    about = f' data-person="{escape(login)}"{told(words_of_page(NOTHING))}'
    return f'<section id="new" aria-labelledby="new-game"{about}>{title}<p>{hint}</p></section>'


# Battles that come with the program


def _battles(query: str) -> str:
    heading = phrase("Battles to replay")
    rows = "\n".join(
        f'<li><a href="/battles/{battle.name}{query}">{escape(battle.title)}</a> '
        f'<span class="quiet">{escape(SYSTEMS[battle.system].title)}</span></li>'
        for battle in REPLAYED
    )
    return f'<h2 id="battles">{heading}</h2>\n<ul class="battles" aria-labelledby="battles">\n{rows}\n</ul>'


@get("/battles/{name:str}", include_in_schema=False)
async def battle_page(service: TheService, name: GameName) -> Response[str]:
    """Its replay page, made when it is first asked for."""
    found = next((battle for battle in REPLAYED if battle.name == name), None)
    if found is None:
        raise Trouble("not-found", phrase("no battle {0} comes with the program", repr(name)))
    key = ("battle", name, spoken())
    text = service.drawn.get(key)
    if text is None:
        async with service.heavy(""):
            text = service.drawn.put(key, await service.aside(_replayed, found))
    own = POLICY.search(text)
    return Response(text, media_type=HTML, headers=framed(unescape(own[1]) if own else ""))


def _replayed(_service: Service, battle: Battle) -> str:
    """In a process of its own, where there is one: nobody's list of orders stands behind it."""
    with TemporaryDirectory() as folder, GameLog(f"{folder}/games.db", SYSTEMS, durable=False) as log:
        games = Games(log)
        with recording(battle) as path:
            import_transcript(games, path.read_text("utf-8"), battle.name, finder(log))
        return page(Live(games, battle.name, book_of(battle.system), None).whole())


HANDLERS = (lobby, battle_page)
