"""Everything that can go wrong as problem details (RFC 9457), in the words of the command line."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from cli.service.plain import HTML, plain_page, wants_page
from cli.service.ways import COOKIE, SECURE_COOKIE, to_account, to_games, ways
from cli.shell.errors import BUG, UNREADABLE, clean, refusal_of
from domain.games.waiting import OrderStands
from domain.kernel import errors
from domain.words.phrases import headings, later, phrase

MEDIA = "application/problem+json"
HOME = "/api/problems"
NOWHERE = later("there is nothing at this address; `/` lists the games, `/api/schema` describes the interface")
_NEAR = re.compile(r"did you mean ([^?]+)\?")
_STORAGE = ("eventsourcing", "psycopg", "psycopg_pool")
log = logging.getLogger("refight.service")


class Kind(NamedTuple):
    status: int
    title: str
    words: str  # for whoever looks the kind up


KINDS: Mapping[str, Kind] = {
    "unreadable": Kind(
        400, *headings("Unreadable", "The request, or the order or file in it, cannot be read; it says where.")
    ),
    "no-token": Kind(
        401, *headings("A token is needed", "Send one as `Authorization: Bearer TOKEN`; `refight token` makes them.")
    ),
    "not-yours": Kind(403, *headings("Not for this token", "The token is good, but another is needed for this.")),
    "not-found": Kind(404, *headings("Not found", "A game, line, entry, side, system or address that is not there.")),
    "not-so": Kind(405, *headings("Not in this way", "The address is there, but not for this method.")),
    "too-slow": Kind(408, *headings("Too slow", "The request did not arrive in time.")),
    "conflict": Kind(
        409, *headings("Someone was first", "Nothing was stored. `head` is the last entry now: look, and try again.")
    ),
    "too-large": Kind(413, *headings("Too large", "The request holds more bytes than are taken here.")),
    "elsewhere": Kind(
        421, *headings("Not this host", "The Host header names a host that this service was not started for.")
    ),
    "illegal-order": Kind(422, *headings("Illegal order", "Readable, but a rule forbids it: `rule` says which.")),
    "unproven": Kind(422, *headings("Does not hold", "A chain or dice proof fails: `line` and `entry` say where.")),
    "too-long": Kind(
        422, *headings("Takes too long", "The answer would take longer than this service works for one request.")
    ),
    "too-many": Kind(429, *headings("Too many requests", "Wait for as many seconds as Retry-After says.")),
    "fault": Kind(500, *headings("A fault in refight", "This is not the caller's mistake; please report it.")),
    "busy": Kind(503, *headings("Busy", "The log, or this service, is busy or cannot be used now. Try again later.")),
}
OF_STATUS = {kind.status: name for name, kind in KINDS.items() if name not in ("unproven", "too-long")}


class Problem(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is wrong, where, and what to do."""

    type: str
    title: str
    status: int
    detail: str
    exit: int | None = None  # how the command line would have ended
    rule: str | None = None  # the rule that stands in the way
    suggestion: str | None = None  # what was perhaps meant
    column: int | None = None  # where an order cannot be read
    line: str | None = None
    entry: int | None = None
    head: int | None = None  # the last entry of the line now
    errors: list[dict[str, Any]] | None = None  # fields of the request that do not fit


class Trouble(Exception):
    """Something that only the service refuses."""

    def __init__(self, kind: str, detail: str, *, retry_after: float = 0, head: int | None = None) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.retry_after, self.head = kind, detail, retry_after, head


class Elsewhere(Exception):
    """What went wrong in another process, as it is to be told."""

    def __init__(self, found: Problem, headers: dict[str, str]) -> None:
        super().__init__(found, headers)
        self.found, self.headers = found, headers


def problem(kind: str, detail: str, **more: Any) -> Problem:
    near = _NEAR.search(detail)
    return Problem(
        type=f"{HOME}/{kind}", title=phrase(KINDS[kind].title), status=KINDS[kind].status, detail=clean(detail),
        suggestion=near[1] if near else None, **more,
    )  # fmt: skip


def of_refusal(error: Exception, log_url: str) -> Problem | None:
    """A user's mistake as the command line tells it; None for a fault of ours."""
    found = refusal_of(error)
    if found is None:
        return None
    if isinstance(error, OSError):  # without the file it is about: that is of this machine
        return problem(
            "busy",
            phrase("this machine cannot do it now: {0}", error.strerror or phrase("no reason given")),
            exit=found.exit,
        )
    if _is_storage(error.__cause__):
        return problem("busy", found.error.replace(log_url, phrase("the game log")), exit=found.exit)
    more: dict[str, Any] = {"exit": found.exit}
    match error:
        case errors.MalformedOrder():
            more["column"] = error.column or None
        case errors.VerificationFailed() if found.line:
            more |= {"line": found.line, "entry": found.entry}
    said = error.said if isinstance(error, OrderStands) else found.error
    return problem(_kind(error), said, rule=found.rule or None, **more)


def _kind(error: Exception) -> str:
    match error:
        case errors.IllegalOrder():
            return "illegal-order"
        case errors.VerificationFailed():
            return "unproven"
        case errors.LogConflict():
            return "conflict"
        case errors.NotFound():
            return "not-found"
    return "unreadable"


def _is_storage(cause: BaseException | None) -> bool:
    return isinstance(cause, sqlite3.Error | OSError) or type(cause).__module__.split(".")[0] in _STORAGE


def of_error(error: Exception, log_url: str = "") -> tuple[Problem, dict[str, str]]:
    """Any error at all, with the headers that go with it."""
    if isinstance(error, Trouble):
        headers = {"Retry-After": str(max(1, round(error.retry_after + 0.5)))} if error.retry_after else {}
        if error.kind == "no-token":
            headers["WWW-Authenticate"] = 'Bearer realm="refight"'
        return problem(error.kind, error.detail, head=error.head), headers
    if isinstance(error, Elsewhere):
        return error.found, error.headers
    if isinstance(error, HTTPException):
        return _of_http(error), {name: str(value) for name, value in (error.headers or {}).items()}
    found = of_refusal(error, log_url)
    if found is None:
        log.error("a fault while answering a request", exc_info=error)
        found = problem("fault", phrase("this is a fault in refight, not in what you sent; please report it"), exit=BUG)
    return found, {}


def _of_http(error: HTTPException) -> Problem:
    """What the framework refuses by itself: addresses, methods, bodies and fields."""
    kind = OF_STATUS.get(error.status_code, "unreadable" if error.status_code < 500 else "fault")
    fields = [dict(each) for each in error.extra if isinstance(each, dict)] if isinstance(error.extra, list) else []
    usual = HTTPStatus(error.status_code).phrase
    said = phrase(NOWHERE) if kind == "not-found" and error.detail in ("", usual) else error.detail or usual
    told = "; ".join(filter(None, (f"{each.get('key', '')}: {each.get('message', '')}" for each in fields)))
    if fields and fields[0].get("message") == "'data'":  # how the framework names a body that is not there
        told, fields = phrase("it has no body, and JSON is wanted"), []
    detail = phrase("the request cannot be read: {0}", told) if told else said
    return problem(kind, detail, exit=UNREADABLE if kind == "unreadable" else None, errors=fields or None)


class Refused(NamedTuple):
    """A problem as it is answered."""

    status: int
    media: str
    body: bytes
    headers: dict[str, str]


def refused(error: Exception, accept: str, log_url: str = "", *links: tuple[str, str]) -> Refused:
    """As problem details, or to a browser as a page that says the same, with links to others."""
    found, headers = of_error(error, log_url)
    if not wants_page(accept):
        return Refused(found.status, MEDIA, msgspec.json.encode(found), headers)
    shown = plain_page(found.title, phrase("Status {0}", found.status), _body(found), links=ways(to_games(), *links))
    return Refused(found.status, HTML, shown.text.encode(), headers | shown.headers)


def _body(found: Problem) -> str:
    rule = f"<p>{escape(phrase('Rule: {0}', found.rule))}</p>\n" if found.rule else ""
    return f"<p>{escape(found.detail)}</p>\n{rule}"


def handler(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    found = refused(error, request.headers.get("accept", ""), request.app.state.log_url, *_account(request))
    return Response(found.body, status_code=found.status, media_type=found.media, headers=found.headers)


def _account(request: Request[Any, Any, Any]) -> list[tuple[str, str]]:
    """By what the browser sent alone: the page of a game that is private and of one that is not there are the same."""
    if not request.app.state.service.people.has_people:
        return []
    back = request.scope["path"] if request.method == "GET" else ""
    return [to_account(back, is_signed_in=bool({COOKIE, SECURE_COOKIE} & request.cookies.keys()))]


def told(*kinds: str) -> dict[int, ResponseSpec]:
    """How an endpoint says in its description what may go wrong."""
    found: dict[int, list[str]] = {}
    for kind in (*kinds, "unreadable", "not-found", "too-many"):
        found.setdefault(KINDS[kind].status, []).append(kind)
    return {status: _spec(names) for status, names in found.items()}


def _spec(names: list[str]) -> ResponseSpec:
    words = " ".join(KINDS[name].words for name in dict.fromkeys(names))
    examples = [Example(summary=KINDS[name].title, value=_EXAMPLES[name]) for name in names if name in _EXAMPLES]
    return ResponseSpec(
        Problem, generate_examples=False, description=words, media_type=MEDIA, examples=examples or None
    )


def _example(kind: str, detail: str, **more: Any) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.to_builtins(problem(kind, detail, **more))
    return value


_EXAMPLES = {
    "illegal-order": _example(
        "illegal-order", "there is no piece gaurd on the board; did you mean guard?", exit=3, rule="FF.1.2"
    ),
    "conflict": _example("conflict", "ridge has 12 entries by now, not 9; look, and try again", head=12),
    "no-token": _example("no-token", "this needs a token of ridge; `refight token ridge SIDE` makes one"),
    "not-yours": _example("not-yours", "this is red's token; an order of blue needs blue's token"),
}
