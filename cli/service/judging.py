"""What might have been: other readings, odds, luck and cases, for those from whom nothing is hidden."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any

from litestar import Request, get, post

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller, shown
from cli.service.asked import (
    LINE,
    REFUSED,
    STORED,
    Asker,
    At,
    FileOperation,
    GameName,
    LineName,
    Number,
    OtherReadings,
    TheService,
    body,
)
from cli.service.exports import THE_FILE
from cli.service.games import shipped_pack
from cli.service.problems import Trouble, told
from cli.service.service import Service
from cli.shell.params import chosen_readings
from cli.shell.rules import book_of
from domain.cases.adjudication import adjudicate as decide_case
from domain.cases.case import begin
from domain.cases.expectations import count, failures
from domain.cases.telling import tell_case
from domain.cases.writer import write_case
from domain.cases.written import read_case, text_of
from domain.games.sight import is_open
from domain.kernel.errors import BadInput
from domain.kernel.naming import check_name
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.odds.explore import Plan
from domain.odds.moment import Moment, moment, recorded
from domain.odds.past import past
from domain.odds.reckon import Odds, to_try
from domain.odds.reckon import odds as odds_of
from domain.odds.tree import ToTry, allowance
from domain.study.course import Course, to_the_end
from domain.study.disputes import DisputeReport
from domain.study.disputes import disputes as find_disputes
from domain.words.phrases import calling, later, phrase
from domain.words.tell import say_of
from projections.luck.luck import Luck, judge
from rules import SYSTEMS

ALL_SEEN = "With any token of the game from whose owner nothing is hidden; else with the umpire's. Nothing is stored."
ASKED = ("no-token", "not-yours", "too-long", "busy")
Progress = Callable[[int, int], None]
PART = 4  # of the ways that the command line counts before it samples: here others wait
ASK_LESS = later("{0}; ask about an earlier entry, or ask the command line, which goes on")


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
    async with service.heavy(caller.who(game)):
        return await service.aside(_disputed, game, line, caller, at, reading or [])


def _disputed(
    service: Service, game: str, name: str, caller: Caller, at: int | None, readings: list[str]
) -> DisputeReport:
    ref, _ = open_line(service, game, name, at, caller)
    return find_disputes(service.games, ref, chosen=chosen_readings(readings), progress=in_time(service))


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
    async with service.heavy(caller.who(game)):
        return await service.aside(_retold, game, line, caller, data)


def _retold(service: Service, game: str, name: str, caller: Caller, sent: s.NewCourse) -> Course:
    """The new line opens with a ruling of the umpire, so that nobody else may ask for it."""
    caller.check_umpire(game, later("the orders are given again under a ruling"))
    ref, _ = service.line(game, name, sent.at)
    if sent.name:
        check_name("line", sent.name)
    return to_the_end(service.games, ref, sent.dispute, sent.reading, sent.name, in_time(service))


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
    async with service.heavy(caller.who(game)):
        return await service.aside(_tried, game, line, caller, data)


def _tried(service: Service, game: str, name: str, caller: Caller, sent: s.NewOdds) -> Odds:
    ref, line = open_line(service, game, name, sent.at, caller)
    at = moment(service.games, ref)
    given = [to_try(line, at, sent.order, sent.by), *(to_try(line, at, text) for text in sent.then)]
    return _reckoned(service, at, given)


@get(
    f"{LINE}/odds/{{number:int}}",
    summary="How likely each outcome of an order was, with what happened marked",
    description=ALL_SEEN,
    responses=told("illegal-order", *ASKED),
    tags=["settle"],
)
async def odds_then(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> Odds:
    async with service.heavy(caller.who(game)):
        return await service.aside(_was_tried, game, line, caller, number)


def _was_tried(service: Service, game: str, name: str, caller: Caller, number: int) -> Odds:
    """Of an order that was given, with what happened marked."""
    ref, _ = open_line(service, game, name, number, caller)
    at, given = recorded(service.games, ref)
    return _reckoned(service, at, [given])


def _reckoned(service: Service, at: Moment, given: list[ToTry]) -> Odds:
    plan = Plan(allowance(at.state) // PART, service.bounds.samples, progress=in_time(service))
    return odds_of(at, given, plan=plan)


@get(f"{LINE}/luck", summary="How lucky each side's dice were", description=ALL_SEEN, responses=told(*ASKED),
     tags=["settle"])  # fmt: skip
async def luck(service: TheService, caller: Asker, game: GameName, line: LineName, at: At = None) -> Luck:
    async with service.heavy(caller.who(game)):
        return await service.aside(_judged, game, line, caller, at)


def _judged(service: Service, game: str, name: str, caller: Caller, at: int | None) -> Luck:
    ref, line = open_line(service, game, name, at, caller)
    with calling(say_of(line.system)):
        return judge(past(service.games, ref, in_time(service)), str(ref))


@get(
    f"{LINE}/cases/{{number:int}}",
    summary="The position before an order, as a case",
    description=ALL_SEEN,
    responses=told("no-token", "not-yours", "busy"),
    tags=["settle"],
)
async def case(service: TheService, caller: Asker, game: GameName, line: LineName, number: Number) -> v.CaseText:
    async with service.heavy(caller.who(game)):
        return await service.aside(_written, game, line, caller, number)


def _written(service: Service, game: str, name: str, caller: Caller, number: int) -> v.CaseText:
    """The position before an order, with the order, to be written over."""
    ref, _ = open_line(service, game, name, number, caller)
    return v.CaseText(ref=str(ref), case=write_case(service.games, ref, shipped_pack))


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
    given = shown(request)
    await service.check_known(given, later("deciding a case"))
    data = await request.body()
    async with service.heavy(given.key):
        return await service.aside(_decided, data)


def _decided(service: Service, data: bytes) -> v.CaseValue:
    """A case has nothing to do with the games here; its orders are few, since each is decided under many readings."""
    read, most = read_case(text_of(data, THE_FILE)), service.bounds.case
    given = sum(len(row.orders or read.orders) for row in read.decided)
    if given > most:
        raise BadInput(f"orders: {given} of them; this service decides up to {most} of a case")
    rows = list(map(decide_case, begin(read, SYSTEMS, shipped_pack)))
    first, *others = [tell_case(found, book_of(found.begun.system.key)) for found in rows]
    failed = [failed for found in rows for failed in failures(found)]
    return v.CaseValue(case=first, rows=others, claims=sum(map(count, rows)), failures=failed)


def open_line(service: Service, game: str, name: str, at: int | None, caller: Caller) -> tuple[Ref, Line]:
    """The true position counts, with what is hidden in it: whoever may not see all of the line is told nothing."""
    caller.check_member(game)
    ref, line = service.line(game, name, at)
    if not is_open(service.games, line, caller.viewer):
        hidden = later("in {0} something is hidden from {1}, and the answer might tell it")
        said = phrase(hidden, Ref(game, name), caller.name)
        raise Trouble("not-yours", phrase("{0}; it needs the umpire's token of {1}", said, game))
    return ref, line


def in_time(service: Service) -> Progress:
    """Long work reports how far it has come; here that is where it ends if it takes too long."""
    seconds = service.bounds.work
    end = time.monotonic() + seconds

    def step(done: int, of: int) -> None:
        if time.monotonic() > end:
            said = phrase("after {0} seconds this was at {1} of {2}", f"{seconds:g}", done, of)
            raise Trouble("too-long", phrase(ASK_LESS, said))

    return step


HANDLERS = (disputes, course, odds, odds_then, luck, case, adjudicate)
