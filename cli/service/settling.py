"""What settles things: rulings, take-backs, other readings, odds, luck and cases."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, post

from cli.service import consent, doing, weighing
from cli.service import sent as s
from cli.service import values as v
from cli.service.access import bearer
from cli.service.asked import GAME, LINE, Asker, At, GameName, LineName, Number, OtherReadings, TheService
from cli.service.problems import told
from cli.service.writing import REFUSED, STORED, FileOperation, body
from domain.dispute.course import Course
from domain.dispute.disputes import DisputeReport
from domain.odds import Odds
from projections.luck import Luck

ALL_SEEN = "With any token of the game from whose owner nothing is hidden; else with the umpire's. Nothing is stored."
ASKED = ("no-token", "not-yours", "too-long", "busy")


@post(
    f"{LINE}/rulings",
    summary="Rule on a dispute, or set a fact straight",
    description="With the umpire's token. From here on the game is played and audited under it.",
    response_description=STORED,
    responses=told("illegal-order", *REFUSED),
    tags=["settle"],
)
async def ruling(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewRuling, body("A rule read anew", rule="FF.2", text="mud costs nothing here")],
) -> v.Given:  # fmt: skip
    return await service.write(doing.ruling, service, game, line, caller, data)


@post(
    f"{GAME}/take-backs",
    summary="Agree to undo an order",
    description="With the token of a side. When each side has agreed, a new line goes on from before the order; the "
    "old one stays. Whoever plays on in the meantime ends the matter.",
    response_description="Who agreed, and whose consent is missing; once none is, the new line.",
    status_code=200,
    responses=told(*REFUSED),
    tags=["settle"],
)
async def take_back(
    service: TheService, caller: Asker, game: GameName,
    data: Annotated[s.NewTakeBack, body("The last order", why="the gun was out of sight")],
) -> v.TakeBackValue:  # fmt: skip
    return await service.write(consent.take_back, service, game, caller, data)


@get(f"{GAME}/take-backs", summary="Take-backs that wait for consent", responses=told("no-token"), tags=["settle"])
async def take_backs(service: TheService, caller: Asker, game: GameName) -> list[v.TakeBackValue]:
    await service.run(service.line, game, "main")
    caller.check_member(game)
    return await service.run(consent.waiting, service, game)


@get(
    f"{LINE}/disputes",
    summary="Where another reading of a rule would have changed something",
    description=f"At the order of an entry, or over the whole line. {ALL_SEEN}",
    responses=told(*ASKED),
    tags=["settle"],
)
async def disputes(
    service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None, reading: OtherReadings = None
) -> DisputeReport:
    async with service.heavy():
        return await service.run(weighing.disputes, service, game, line, caller, at, reading or [])


@post(
    f"{LINE}/disputes",
    summary="Decide the rest of a game again under another reading, as a new line",
    description="With the umpire's token. The orders that follow an entry are given again on the recorded dice, as far "
    "as they stay legal, and set beside the game as it was.",
    response_description=STORED,
    responses=told("too-long", *REFUSED),
    tags=["settle"],
)
async def course(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewCourse, body("Another reading", at=417, dispute="D22", reading="b")],
) -> Course:  # fmt: skip
    async with service.heavy():
        return await service.run(weighing.course, service, game, line, caller, data)


@post(
    f"{LINE}/odds",
    summary="How likely each outcome of an order is",
    description=f"{ALL_SEEN} Where the ways are too many to be counted they are sampled.",
    status_code=200,
    response_description="Outcomes with their chances.",
    responses=told("illegal-order", "too-large", "too-slow", *ASKED),
    tags=["settle"],
)
async def odds(
    service: TheService, caller: Asker, game: GameName, line: LineName,
    data: Annotated[s.NewOdds, body("A volley", order="RollDice why=volley dice=2", by="blue")],
) -> Odds:  # fmt: skip
    async with service.heavy():
        return await service.run(weighing.odds, service, game, line, caller, data)


@get(
    f"{LINE}/odds/{{number:int}}",
    summary="How likely each outcome of an order was, with what happened marked",
    description=ALL_SEEN,
    responses=told("illegal-order", *ASKED),
    tags=["settle"],
)
async def odds_then(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> Odds:
    async with service.heavy():
        return await service.run(weighing.odds_then, service, game, line, caller, number)


@get(f"{LINE}/luck", summary="How lucky each side's dice were", description=ALL_SEEN, responses=told(*ASKED),
     tags=["settle"])  # fmt: skip
async def luck(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> Luck:
    async with service.heavy():
        return await service.run(weighing.luck, service, game, line, caller, at)


@get(
    f"{LINE}/cases/{{number:int}}",
    summary="The position before an order, as a case",
    description=ALL_SEEN,
    responses=told("no-token", "not-yours", "busy"),
    tags=["settle"],
)
async def case(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> v.CaseText:
    async with service.heavy():
        return await service.run(weighing.case, service, game, line, caller, number)


@post(
    "/adjudicate",
    summary="Decide a case",
    description="The file itself as the body: a position, orders and dice as TOML. Decided with the rules for each "
    "step, and under every other reading that changes it. With a token of any game. Nothing is stored.",
    status_code=200,
    response_description="What came of each order, and what other readings would have made of it.",
    responses=told("no-token", "illegal-order", "too-large", "too-slow", "busy"),
    tags=["settle"],
    operation_class=FileOperation,
)
async def adjudicate(service: TheService, request: Request[Any, Any, Any]) -> v.CaseValue:
    await service.check_known(bearer(request.headers.get("authorization")), "deciding a case")
    data = await request.body()
    async with service.heavy():
        return await service.run(weighing.decided, service, data)


HANDLERS = (ruling, take_back, take_backs, disputes, course, odds, odds_then, luck, case, adjudicate)
