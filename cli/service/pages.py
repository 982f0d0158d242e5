"""Pages for people: the list of games, and the replay page of one, which grows while the game is played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, cast

import msgspec
from litestar import Response, get

from cli.service.asked import After, Asker, Edition, GameName, Language, Mark, OnLine, TheService
from cli.service.bounds import Recent
from cli.service.games import public_rows
from cli.service.plain import HTML, framed, plain_page, policy
from cli.service.problems import Trouble
from cli.service.service import Service
from cli.shell.rules import book_of
from domain.games.players import all_named, played_by
from domain.kernel.say import spoken
from domain.words.phrases import headings, later, phrase
from projections.models.games_list import GameRow, standing
from projections.page.data import Game
from projections.page.live import Live, More
from projections.page.page import SIGNS, page, script_text, style_text, template, told
from projections.page.words import words_of_page

SCRIPT, JSON = "text/javascript", "application/json"
REPLAYING, OURS, WORDS = (
    "page.js",
    ("live.js", "desk.js", "make.js"),
    "words.js",
)  # the last is also a part of the first
FOR_PROGRAMS = later('For programs: <a href="/api/schema">the description of the interface</a>.')
NO_GAMES = later("No games yet: <code>refight new</code> starts one, <code>refight import</code> brings one in.")
COLUMNS = headings("game", "title", "system", "standing", "lines", "entries", "last entry (UTC)")


# Data of the replay page


class PageData(msgspec.Struct, frozen=True, kw_only=True):
    edition: str
    game: Game


class Place:
    """One page: whoever asks while it is being made or grown waits, without keeping a thread from others."""

    def __init__(self) -> None:
        self.lock, self.live = asyncio.Lock(), cast("Live | None", None)


PageKey = tuple[str, str | None, str]  # the game, who looks, and in which language


class Shelf:
    """Pages that were opened lately."""

    def __init__(self, most: int) -> None:
        self.kept: Recent[PageKey, Place] = Recent(most)

    @asynccontextmanager
    async def page(self, service: Service, game: str, viewer: str | None) -> AsyncIterator[Live]:
        """Up to date, and for one request at a time."""
        key = game, viewer, spoken()
        await service.run(service.line, game, "main")  # one that is not there must not push out one that is
        place = self.kept.get(key) or self.kept.put(key, Place())
        async with place.lock:
            if place.live is not None:
                await service.run(place.live.advance)
            else:
                place.live = await self._made(service, key)
                self.kept.put(key, place)
            yield place.live

    async def _made(self, service: Service, key: PageKey) -> Live:
        try:
            async with service.heavy():
                game, viewer, _ = key
                return await service.run(_made, service, game, viewer)
        except BaseException:
            self.kept.drop(key)  # nobody waits there for what never comes
            raise


def _made(service: Service, game: str, viewer: str | None) -> Live:
    _, line = service.line(game, "main")
    return Live(service.games, game, book_of(line.system.key), viewer)


def _encoded(live: Live) -> bytes:
    """In a thread as well: a long game has many megabytes."""
    return msgspec.json.encode(PageData(edition=live.edition, game=live.whole()))


def shelf(service: Service) -> Shelf:
    made: Shelf = service.kept.setdefault("pages", (None, Shelf(service.bounds.pages)))[1]
    return made


async def whole_page(service: Service, game: str, viewer: str | None) -> str:
    async with shelf(service).page(service, game, viewer) as live:
        return await service.run(lambda: page(live.whole()))


@get("/games/{game:str}/page", include_in_schema=False)
async def page_data(service: TheService, caller: Asker, game: GameName) -> Response[bytes]:
    """All that the page shows to this caller. Made once, and kept: the first to ask waits, and nobody else."""
    async with shelf(service).page(service, game, caller.viewer) as live:
        return Response(await service.run(_encoded, live), media_type=JSON)


@get("/games/{game:str}/page/more", include_in_schema=False)
async def page_more(
    service: TheService, caller: Asker, game: GameName, edition: Edition, line: OnLine, after: After, texts: Mark,
    faces: Mark, notes: Mark, grounds: Mark,
) -> More:  # fmt: skip
    """What a page of this edition lacks, from an entry of a line on."""
    marks = {"texts": texts, "faces": faces, "notes": notes, "grounds": grounds}
    async with shelf(service).page(service, game, caller.viewer) as live:
        if live.edition != edition:
            raise Trouble("conflict", phrase("this page was made by an earlier run; open it again"))
        await service.run(service.line, game, line)
        return await service.run(live.since, line, after, marks)


# What a browser opens


@get("/", include_in_schema=False)
async def games_page(service: TheService, lang: Language = "") -> Response[str]:
    """A language that the address asks for goes on to the games."""
    rows = await service.run(public_rows, service)
    names = await service.run(all_named, service.games.log) if service.names_players else {}
    table = _table(rows, names, f"?lang={spoken()}" if lang else "")
    about = f'\n<p class="quiet">{phrase(FOR_PROGRAMS)}</p>'
    found = plain_page(phrase("Games"), phrase("As spectators may see them."), table + about)
    return Response(found.text, media_type=HTML, headers=found.headers)


def _table(rows: list[GameRow], names: Mapping[str, Mapping[str, str]], query: str) -> str:
    """With a column for players where any are named."""
    if not rows:
        return f"<p>{phrase(NO_GAMES)}</p>"
    head = "".join(f'<th scope="col"{_align(i)}>{phrase(name)}</th>' for i, name in enumerate(COLUMNS))
    head += f'<th scope="col">{phrase("players")}</th>' if names else ""
    who = {game: ", ".join(f"{side} {name}" for side, name in found.items()) for game, found in names.items()}
    played = [f"<td>{escape(who.get(row.game, ''))}</td>" if names else "" for row in rows]
    body = "".join(f"<tr>{''.join(_cells(row, query))}{cell}</tr>\n" for row, cell in zip(rows, played, strict=True))
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>"


def _cells(row: GameRow, query: str) -> list[str]:
    link = f'<a href="/games/{escape(row.game)}{query}">{escape(row.game)}</a>'
    plain = (row.title, row.system, standing(row), row.lines, row.entries, row.last_entry[:16])
    return [f"<td>{link}</td>", *(f"<td{_align(i)}>{escape(str(value))}</td>" for i, value in enumerate(plain, 1))]


def _align(column: int) -> str:
    return ' class="number"' if COLUMNS[column] in ("lines", "entries") else ""


@get("/games/{game:str}", include_in_schema=False)
async def replay_page(service: TheService, game: GameName) -> Response[str]:
    """The same for everyone: what each may see it fetches with its token."""
    _, line = await service.run(service.line, game, "main")
    style, started = style_text() + _file("cli.service", "desk.css"), line.started
    words = words_of_page(line.system.words(spoken()))
    sides, players = {side: words.get(side, side) for side in started.sides}, await service.run(service.players, game)
    text = template().substitute(
        policy=policy(style), title=escape(started.title), type="application/json", data="", defs=SIGNS, style=style,
        subtitle=escape(f"{line.system.title} · {phrase(' against ').join(played_by(sides, players))}"),
        language=spoken(), words=told(words),
        script='</script><script type="module" src="/page/live.js">',
    )  # fmt: skip
    return Response(text, media_type=HTML, headers=framed(policy(style)))


@get("/page/{name:str}", include_in_schema=False)
async def script(name: GameName) -> Response[str]:
    if name not in (REPLAYING, WORDS, *OURS):
        raise Trouble("not-found", phrase("there is no script {0}", repr(name)))
    if name == REPLAYING:
        return Response(script_text(), media_type=SCRIPT)
    return Response(_file("projections.page" if name == WORDS else "cli.service", name), media_type=SCRIPT)


@cache
def _file(package: str, name: str) -> str:
    return files(package).joinpath("browser", name).read_text("utf-8")


HANDLERS: tuple[Any, ...] = (games_page, replay_page, script)
DATA: tuple[Any, ...] = (page_data, page_more)
