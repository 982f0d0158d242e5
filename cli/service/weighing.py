"""What might have been: odds, luck, other readings and cases, for those from whom nothing is hidden."""

from __future__ import annotations

import time
from collections.abc import Callable

from cli.adjudicate import text_of
from cli.explain import book_of
from cli.odds import apart
from cli.params import chosen_readings
from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.doing import THE_FILE, shipped_pack
from cli.service.problems import Trouble
from cli.service.service import Service
from cli.session import known_side
from domain.cases.adjudication import adjudicate
from domain.cases.case import begin, read_case
from domain.cases.expectations import count, failures
from domain.cases.telling import tell_case
from domain.cases.writer import write_case
from domain.dispute.course import Course, to_the_end
from domain.dispute.disputes import DisputeReport
from domain.dispute.disputes import disputes as find_disputes
from domain.gamelog import Line
from domain.names import with_ids
from domain.odds import Odds
from domain.odds import odds as odds_of
from domain.odds.explore import Plan
from domain.odds.moment import Moment, moment, recorded
from domain.odds.past import past
from domain.odds.tree import Given, allowance
from domain.ordertext import parse_order
from domain.refs import Ref, check_name
from domain.ruling import BadInput
from projections.luck import Luck, judge
from projections.sight import is_open
from rules import SYSTEMS

Progress = Callable[[int, int], None]
PART = 4  # of the ways that the command line counts before it samples: here others wait


def _line(service: Service, game: str, name: str, at: int | None, caller: Caller) -> tuple[Ref, Line]:
    """The true position counts, with what is hidden in it: whoever may not see all of the line is told nothing."""
    caller.check_member(game)
    ref, line = service.line(game, name, at)
    if not is_open(service.games, line, caller.viewer):
        said = f"in {Ref(game, name)} something is hidden from {caller.name}, and the answer might tell it"
        raise Trouble("not-yours", f"{said}; it needs the umpire's token of {game}")
    return ref, line


def _in_time(service: Service) -> Progress:
    """Long work reports how far it has come; here that is where it ends if it takes too long."""
    seconds = service.bounds.work
    end = time.monotonic() + seconds

    def step(done: int, of: int) -> None:
        if time.monotonic() > end:
            said = f"after {seconds:g} seconds this was at {done} of {of}"
            raise Trouble("too-long", f"{said}; ask about an earlier entry, or ask the command line, which goes on")

    return step


def odds(service: Service, game: str, name: str, caller: Caller, sent: s.NewOdds) -> Odds:
    ref, line = _line(service, game, name, sent.at, caller)
    if sent.by:
        known_side(line, sent.by)
    given = [_given(service, line, sent.order, sent.by), *(_given(service, line, text) for text in sent.then)]
    return _odds(service, moment(service.games, ref), given)


def odds_then(service: Service, game: str, name: str, caller: Caller, number: int) -> Odds:
    """Of an order that was given, with what happened marked."""
    ref, _ = _line(service, game, name, number, caller)
    at, given = recorded(service.games, ref)
    return _odds(service, at, [given])


def _odds(service: Service, at: Moment, given: list[Given]) -> Odds:
    plan = Plan(allowance(at.state) // PART, service.bounds.samples, progress=_in_time(service))
    return odds_of(at, given, plan=plan)


def _given(service: Service, line: Line, text: str, by: str = "") -> Given:
    by, text = apart(line, text, by)
    return Given(by, with_ids(parse_order(line.system, text), service.games.names(line)))


def luck(service: Service, game: str, name: str, caller: Caller, at: int | None) -> Luck:
    ref, _ = _line(service, game, name, at, caller)
    return judge(past(service.games, ref, _in_time(service)), str(ref))


def disputes(
    service: Service, game: str, name: str, caller: Caller, at: int | None, readings: list[str]
) -> DisputeReport:
    ref, _ = _line(service, game, name, at, caller)
    return find_disputes(service.games, ref, chosen=chosen_readings(readings), progress=_in_time(service))


def course(service: Service, game: str, name: str, caller: Caller, sent: s.NewCourse) -> Course:
    """The new line opens with a ruling of the umpire, so that nobody else may ask for it."""
    caller.check_umpire(game, "the orders are given again under a ruling")
    ref, _ = service.line(game, name, sent.at)
    if sent.name:
        check_name("line", sent.name)
    return to_the_end(service.games, ref, sent.dispute, sent.reading, sent.name, _in_time(service))


def case(service: Service, game: str, name: str, caller: Caller, number: int) -> v.CaseText:
    """The position before an order, with the order, to be written over."""
    ref, _ = _line(service, game, name, number, caller)
    return v.CaseText(ref=str(ref), case=write_case(service.games, ref, shipped_pack))


def decided(service: Service, data: bytes) -> v.CaseValue:
    """A case has nothing to do with the games here; its orders are few, since each is decided under many readings."""
    read, most = read_case(text_of(data, THE_FILE)), service.bounds.case
    if len(read.orders) > most:
        raise BadInput(f"orders: {len(read.orders)} of them; this service decides up to {most} of a case")
    found = adjudicate(begin(read, SYSTEMS, shipped_pack))
    told = tell_case(found, book_of(found.begun.system.key))
    return v.CaseValue(case=told, claims=count(found), failures=failures(found))
