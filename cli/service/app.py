"""The application: endpoints, what they share, and their description."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, License, SecurityScheme, Tag

from cli.service import boards, branches, checks, exports, follow, games, judging, orders, pages, reports, rules
from cli.service import values as v
from cli.service.access import SPECTATING, Caller, bearer
from cli.service.asked import Kind, Reader, TheService
from cli.service.door import Door
from cli.service.problems import KINDS, Trouble, handler, told
from cli.service.service import Service
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
    return v.Health(version=version("refight"), games=len(await service.run(service.games.log.games)))


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
    return Door(_litestar(service), service.bounds, hosts)


def _litestar(service: Service) -> Litestar:
    bounds = service.bounds
    open_to: dict[str, Any] = {"security": [{}, {"token": []}]}
    resources = (games, follow, orders, boards, checks, branches, judging, rules, exports, reports)
    usual = [health, *(each for resource in resources for each in resource.HANDLERS), *pages.DATA]
    api = Router(API, route_handlers=usual, request_max_body_size=bounds.body, **open_to)
    files = Router(API, route_handlers=[exports.bring_in, exports.merge], request_max_body_size=bounds.file, **open_to)
    about = Router("/api", route_handlers=[problem_kind])
    return Litestar(
        route_handlers=[api, files, about, *pages.HANDLERS],
        dependencies={
            "service": Provide(_given(service), sync_to_thread=False),
            "caller": Provide(_caller),
            "anyone": Provide(_anyone, sync_to_thread=False),
        },
        request_class=Reader,
        exception_handlers={Exception: handler},
        openapi_config=_description(),
        lifespan=[_lifespan(service)],
        state=State({"log_url": service.games.log.store.url}),
        request_max_body_size=service.bounds.body,
        logging_config=None,
    )


def _given(service: Service) -> Any:
    def the_service() -> Service:
        return service

    return the_service


async def _caller(request: Request[Any, Any, Any], service: TheService) -> Caller:
    """Of an address that names a game."""
    return await service.caller(str(request.path_params["game"]), bearer(request.headers.get("authorization")))


def _anyone(request: Request[Any, Any, Any], service: TheService) -> Caller:
    """Where no game is named only one token means anything."""
    return Caller("service") if service.is_own(bearer(request.headers.get("authorization"))) else SPECTATING


def _lifespan(service: Service) -> Any:
    @asynccontextmanager
    async def living(_app: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            service.close()

    return living


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
