"""Who sits where: tokens for the sides of a game, to be sent as links, and sides that the program plays."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from litestar import get, post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.asked import GAME, REFUSED, STORED, Asker, GameName, SystemKey, TheService, body
from cli.service.people import NO_UMPIRE
from cli.service.problems import Trouble, told
from cli.service.service import Service
from cli.shell.packs import load_pack
from cli.shell.session import find_system
from domain.games.settings import SETTINGS
from domain.games.terms import known_side
from domain.kernel.errors import BadInput
from domain.kernel.naming import UMPIRE
from domain.words.phrases import later, phrase
from rules import SYSTEMS

TAKEN = later("{0} has a player: invite another under your account, so that the log tells it, or ask who runs this")


@post(
    f"{GAME}/tokens",
    summary="A token for a side, or for the umpire",
    description="With the service's own token; or by the host, for a side that nobody plays yet. It is shown this "
    "once; whoever opens the link plays that side.",
    response_description="The token, and the address of the game's page with it.",
    responses=told(*REFUSED),
    tags=["games"],
)
async def new_token(
    service: TheService, caller: Asker, game: GameName,
    data: Annotated[s.NewToken, body("An invitation", side="blue")],
) -> v.TokenMade:  # fmt: skip
    await service.run(_check_host, service, caller, game, later("making a token"), data.side)
    return await service.run(_made, service, game, data.side)


def _check_host(service: Service, caller: Caller, game: str, what: str, side: str) -> None:
    """Whoever runs the service; or the host, for a side that nobody plays yet. With a token of one that somebody plays,
    or of the umpire, he would see what is hidden, and nobody would know."""
    if not caller.person or not service.people.club.is_host(game, caller.person):
        caller.check_own(what)
        return
    if side == UMPIRE:
        raise BadInput(phrase(NO_UMPIRE))
    if side in service.people.club.members(game).values() or side in {one.side for one in service.tokens.listed(game)}:
        raise Trouble("not-yours", phrase(TAKEN, side))


def _made(service: Service, game: str, side: str) -> v.TokenMade:
    _, line = service.line(game, "main")
    if side != UMPIRE:
        known_side(line, side)
    token = service.tokens.new(game, side)
    return v.TokenMade(side=side, token=token, page=f"/games/{quote(game)}#token={token}")


@post(
    f"{GAME}/program",
    summary="Let the program play a side",
    description="With the service's own token; or by the host, for a side that nobody plays yet. It answers from now "
    "on whenever that side has something to decide.",
    response_description=STORED,
    responses=told(*REFUSED),
    tags=["games"],
)
async def program(
    service: TheService, caller: Asker, game: GameName,
    data: Annotated[s.NewProgram, body("An opponent", side="red")],
) -> v.Seats:  # fmt: skip
    await service.run(_check_host, service, caller, game, later("letting the program play"), data.side)
    found = await service.run(_seated, service, game, data)
    service.program.wake(game, "main")
    return found


def _seated(service: Service, game: str, sent: s.NewProgram) -> v.Seats:
    _, line = service.line(game, "main")
    known_side(line, sent.side)
    service.program.sits(line, sent.side, sent.manner)
    return v.Seats(program=service.program.seats(game))


# What games there are to begin


@get("/systems", summary="The systems there are", responses=told(), tags=["rules"])
async def systems(service: TheService) -> dict[str, str]:
    return await service.run(lambda: {key: system.title for key, system in SYSTEMS.items()})


@get(
    "/systems/{system:str}",
    summary="What a game of a system may be: scenarios, optional rules, disputed ones, settings",
    responses=told(),
    tags=["rules"],
)
async def one_system(service: TheService, system: SystemKey) -> v.SystemValue:
    return await service.run(_system, system)


def _system(key: str) -> v.SystemValue:
    system = find_system(key)
    scenarios = system.sheets.scenarios(load_pack(system.key))
    return v.SystemValue(
        system=system.key, title=system.title, edition=system.edition, has_player=system.player is not None,
        scenarios=[v.ScenarioValue(scenario=name, title=one.title, sides=one.sides, text=one.text)
                   for name, one in scenarios.items()],
        options=dict(system.book.option_texts),
        readings={name: v.ReadingValue(rule=one.rule, question=one.question, choices=dict(one.choices),
                                       usual=one.default) for name, one in system.book.readings.items()},
        settings={name: one.text for name, one in SETTINGS.items()},
    )  # fmt: skip


HANDLERS = (new_token, program, systems, one_system)
