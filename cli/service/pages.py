"""Pages for people: the replay page of a game, which grows while it is played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, cast

import msgspec
from litestar import Request, Response, get

from cli.service.access import Caller, shown
from cli.service.asked import After, Asker, Edition, GameName, Mark, Newest, OnLine, TheService
from cli.service.bounds import Recent
from cli.service.plain import HTML, framed, policy
from cli.service.problems import Trouble
from cli.service.service import Service
from cli.service.ways import to_account, to_games, ways
from cli.shell.rules import book_of
from domain.games.over import played_on
from domain.games.players import played_by
from domain.kernel.say import spoken
from domain.words.phrases import phrase
from projections.drawing.photos import NONE
from projections.page.data import Game
from projections.page.live import LONG, Live, More
from projections.page.page import SIGNS, page, script_text, style_text, template, told
from projections.page.words import words_of_page

SCRIPT, JSON = "text/javascript", "application/json"
REPLAYING, WORDS = "page.js", "words.js"  # the second is also a part of the first
OTHERS = {"lobby.js"}  # scripts of other pages


# Data of the replay page


class PageData(msgspec.Struct, frozen=True, kw_only=True):
    edition: str
    opens: str  # the line that is played on
    game: Game


class Place:
    """One page: whoever asks while it is being made or grown waits, without keeping a thread from others."""

    def __init__(self) -> None:
        self.lock, self.live = asyncio.Lock(), cast("Live | None", None)


# the game, who looks, in which language, with the owner's pictures, and its newest part alone
PageKey = tuple[str, str | None, str, bool, bool]


class Shelf:
    """Pages that were opened lately."""

    def __init__(self, most: int) -> None:
        self.kept: Recent[PageKey, Place] = Recent(most)

    @asynccontextmanager
    async def page(
        self, service: Service, game: str, caller: Caller, *, pictured: bool = True, newest: bool = False
    ) -> AsyncIterator[Live]:
        """Up to date, and for one request at a time; of a long game also its newest part alone."""
        key = game, caller.viewer, spoken(), pictured, newest
        await service.run(service.line, game, "main")  # one that is not there must not push out one that is
        place = self.kept.get(key) or self.kept.put(key, Place())
        async with place.lock:
            if place.live is not None:
                await service.run(place.live.advance)
            else:
                place.live = await self._made(service, key, caller.who(game))
                self.kept.put(key, place)
            yield place.live

    def has(self, game: str, viewer: str | None) -> bool:
        """Whether the whole page is there already."""
        place = self.kept.get((game, viewer, spoken(), True, False))
        return place is not None and place.live is not None

    async def _made(self, service: Service, key: PageKey, who: str) -> Live:
        try:
            async with service.heavy(who):
                game, viewer, _, pictured, newest = key
                return await service.run(_made, service, game, viewer, pictured, newest)
        except BaseException:
            self.kept.drop(key)  # nobody waits there for what never comes
            raise


def _made(service: Service, game: str, viewer: str | None, pictured: bool, newest: bool) -> Live:
    _, line = service.line(game, "main")
    photos = service.photos(line.started.game) if pictured else NONE
    return Live(service.games, game, book_of(line.system.key), viewer, photos, newest=newest)


def _has_newest(service: Service, game: str) -> bool:
    """Whether a part of it can be shown alone: of a long game, and of its first line only."""
    _, line = service.line(game, "main")
    return service.games.log.head(line).number > LONG and played_on(service.games, line) is line


def _encoded(live: Live) -> bytes:
    """In a thread as well: a long game has many megabytes."""
    opens = played_on(live.games, live.main).name
    return msgspec.json.encode(PageData(edition=live.edition, opens=opens, game=live.whole()))


def shelf(service: Service) -> Shelf:
    made: Shelf = service.kept.setdefault("pages", (None, Shelf(service.bounds.pages)))[1]
    return made


async def whole_page(service: Service, game: str, caller: Caller) -> str:
    """To take away: the owner's pictures stay where they are."""
    async with shelf(service).page(service, game, caller, pictured=False) as live:
        return await service.run(lambda: page(live.whole()))


@get("/games/{game:str}/page", include_in_schema=False)
async def page_data(service: TheService, caller: Asker, game: GameName, newest: Newest = False) -> Response[bytes]:
    """All that the page shows to this caller, or the newest part of it, which is made at once. Both are kept: the first
    to ask for the whole waits, and nobody else."""
    kept = shelf(service)
    newest = newest and not kept.has(game, caller.viewer) and await service.run(_has_newest, service, game)
    async with kept.page(service, game, caller, newest=newest) as live:
        return Response(await service.run(_encoded, live), media_type=JSON)


@get("/games/{game:str}/page/more", include_in_schema=False)
async def page_more(
    service: TheService, caller: Asker, game: GameName, edition: Edition, line: OnLine, after: After, texts: Mark,
    faces: Mark, notes: Mark, grounds: Mark, newest: Newest = False,
) -> More:  # fmt: skip
    """What a page of this edition lacks, from an entry of a line on."""
    marks = {"texts": texts, "faces": faces, "notes": notes, "grounds": grounds}
    async with shelf(service).page(service, game, caller, newest=newest) as live:
        if live.edition != edition:
            raise Trouble("conflict", phrase("this page was made by an earlier run; open it again"))
        await service.run(service.line, game, line)
        return await service.run(live.since, line, after, marks)


# What a browser opens


@get("/games/{game:str}", include_in_schema=False)
async def replay_page(
    service: TheService,
    caller: Asker,  # noqa: ARG001
    request: Request[Any, Any, Any],
    game: GameName,
) -> Response[str]:
    """The same for everyone who may know of the game: what each may see it fetches with its token."""
    _, line = await service.run(service.line, game, "main")
    style, started = style_text() + _file("cli.service", "desk.css"), line.started
    words = words_of_page(line.system.words(spoken()))
    sides, players = {side: words.get(side, side) for side in started.sides}, await service.run(service.players, game)
    text = template().substitute(
        policy=policy(style), title=escape(started.title), type="application/json", data="", defs=SIGNS, style=style,
        subtitle=escape(f"{line.system.title} · {phrase(' against ').join(played_by(sides, players))}"),
        language=spoken(), words=told(words), links=await service.run(_links, service, request),
        script=f'</script>{_ahead()}<script type="module" src="/page/live.js">',
    )  # fmt: skip
    return Response(text, media_type=HTML, headers=framed(policy(style)))


def _links(service: Service, request: Request[Any, Any, Any]) -> str:
    if not service.people.look():
        return ways(to_games())
    person = service.people.person(shown(request).session)
    return ways(to_games(), to_account(request.scope["path"], is_signed_in=person is not None))


@get("/page/{name:str}", include_in_schema=False)
async def script(name: GameName) -> Response[str]:
    if name not in (REPLAYING, WORDS, *_scripts()):
        raise Trouble("not-found", phrase("there is no script {0}", repr(name)))
    if name == REPLAYING:
        return Response(script_text(), media_type=SCRIPT)
    return Response(_file("projections.page" if name == WORDS else "cli.service", name), media_type=SCRIPT)


@cache
def _scripts() -> frozenset[str]:
    """Our own, beside those of the replay page."""
    folder = files("cli.service").joinpath("browser")
    return frozenset(one.name for one in folder.iterdir() if one.name.endswith(".js"))


@cache
def _ahead() -> str:
    """All scripts are fetched at once, and not one after the other as each is found to need the next."""
    ours = "".join(f'<link rel="modulepreload" href="/page/{name}">' for name in sorted({*_scripts(), WORDS} - OTHERS))
    return f'{ours}<link rel="preload" as="script" href="/page/{REPLAYING}">'


@cache
def _file(package: str, name: str) -> str:
    return files(package).joinpath("browser", name).read_text("utf-8")


HANDLERS: tuple[Any, ...] = (replay_page, script)
DATA: tuple[Any, ...] = (page_data, page_more)
