"""The application: endpoints, what they share, and their description."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Request, Response, Router, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, License, SecurityScheme, Tag
from litestar.types import HTTPScope

from cli.service import (
    boards,
    branches,
    checks,
    closing,
    clubpages,
    exports,
    follow,
    games,
    hand,
    judging,
    lessons,
    lobby,
    lucky,
    mail,
    monitor,
    orders,
    pages,
    reports,
    rules,
    seats,
    shares,
)
from cli.service import values as v
from cli.service.access import SPECTATING, Caller, shown
from cli.service.asked import Kind, Reader, TheService
from cli.service.bounds import Bounds
from cli.service.door import Door
from cli.service.problems import KINDS, Trouble, handler, told
from cli.service.service import Service
from cli.service.sharing import share_rates
from cli.shell.startup import version
from domain.words.phrases import phrase

API = "/api/1"
SCHEMA = "/api/schema"
ABOUT = (
    "Games of refight: replay, audit and branch any of them. What a caller may see depends on its token: a side's "
    "shows what that side may see, the umpire's everything, and without one there is what spectators may see. "
    "Words are in the language of Accept-Language, or of `?lang=`."
)
TAGS = {
    "games": "Games and their lines.", "entries": "The log.", "orders": "Playing.", "look": "Boards and sums.",
    "check": "Audits and explanations.", "settle": "Disputes, odds and what if.", "rules": "Rules in words.",
    "files": "Whole games in and out.", "service": "The service itself.",
}  # fmt: skip


@get("/health", summary="Whether the service is there", responses=told("busy"), tags=["service"])
async def health(service: TheService) -> v.Health:
    return v.Health(version=version("refight"), games=len(await service.run(service.listed)))


@get("/problems/{kind:str}", summary="What a kind of problem means", media_type="text/plain", tags=["service"],
     responses=told())  # fmt: skip
async def problem_kind(kind: Kind) -> Response[str]:
    if kind not in KINDS:
        raise Trouble("not-found", phrase("there is no problem {0}; there are {1}", repr(kind), ", ".join(KINDS)))
    found = KINDS[kind]
    said = f"{phrase(found.title)} ({found.status})\n\n{phrase(found.words)}\n"
    return Response(said, media_type="text/plain")


def application(service: Service, hosts: Iterable[str] = ()) -> Door:
    """Everything a server needs; `hosts` are the names it answers for besides those of this machine."""
    return serving(endpoints(service.bounds), service, hosts)


def serving(app: Litestar, service: Service, hosts: Iterable[str] = ()) -> Door:
    """The endpoints with a service behind them: one at a time."""
    app.state.service, app.state.log_url = service, service.games.log.store.url
    door = Door(app, service.bounds, hosts, partial(_done, service))
    service.buckets = door.buckets
    return door


def _done(service: Service, scope: HTTPScope, status: int, size: int, seconds: float) -> None:
    """Counted, and written down if the host wants it so."""
    service.figures.answered(status, scope["path"].endswith("/orders"), seconds)
    if monitor.ACCESS.handlers:
        monitor.note_access(scope, status, size, seconds)


def endpoints(bounds: Bounds) -> Litestar:
    open_to: dict[str, Any] = {"security": [{}, {"token": []}]}
    resources = (
        games, seats, lessons, follow, orders, shares, hand, boards, checks, branches, closing, judging, lucky, rules,
        exports, reports, mail,
    )  # fmt: skip
    usual = [health, *(each for resource in resources for each in resource.HANDLERS), *pages.DATA]
    api = Router(API, route_handlers=usual, request_max_body_size=bounds.body, **open_to)
    brought = [exports.bring_in, exports.merge, mail.hand_in]
    files = Router(API, route_handlers=brought, request_max_body_size=bounds.file, **open_to)
    about = Router("/api", route_handlers=[problem_kind])
    return Litestar(
        route_handlers=[
            api,
            files,
            about,
            *lobby.HANDLERS,
            *pages.HANDLERS,
            *clubpages.HANDLERS,
            *monitor.HANDLERS,
        ],
        dependencies={
            "service": Provide(_service, sync_to_thread=False),
            "caller": Provide(_caller),
            "anyone": Provide(_anyone),
        },
        request_class=Reader,
        exception_handlers={Exception: handler},
        openapi_config=_description(),
        lifespan=[_living],
        request_max_body_size=bounds.body,
        logging_config=None,
    )


def _service(request: Request[Any, Any, Any]) -> Service:
    service: Service = request.app.state.service
    return service


async def _caller(request: Request[Any, Any, Any], service: TheService) -> Caller:
    """Of an address that names a game."""
    return await service.caller(str(request.path_params["game"]), shown(request))


async def _anyone(request: Request[Any, Any, Any], service: TheService) -> Caller:
    """Where no game is named only one token means anything, and who has signed in."""
    given = shown(request)
    if service.is_own(given.token):
        return Caller("service")
    person = await service.run(service.people.person, given.session) if given.session else None
    return Caller("spectator", person=person.login) if person is not None else SPECTATING


@asynccontextmanager
async def _living(app: Litestar) -> AsyncIterator[None]:
    service: Service = app.state.service
    await service.run(service.people.look)
    shared = [asyncio.create_task(work) for work in (monitor.tell_others(service), share_rates(service))]
    try:
        yield
    finally:
        for each in shared:
            each.cancel()
        app.state.service.close()


def _description() -> OpenAPIConfig:
    token = SecurityScheme(
        type="http", scheme="bearer", description="A token of a side or the umpire of a game, or the service's own."
    )
    return OpenAPIConfig(
        title="refight",
        version=version("refight"),
        description=ABOUT,
        license=License(name="MIT", identifier="MIT"),
        path=SCHEMA,
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        components=Components(security_schemes={"token": token}),
        tags=[Tag(name=name, description=words) for name, words in TAGS.items()],
        use_handler_docstrings=False,
    )
