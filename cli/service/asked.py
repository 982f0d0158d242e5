"""How requests are read: what addresses, queries and bodies may hold, and who is behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi.spec import Example, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIFormat
from litestar.params import BodyKwarg, HeaderParameter, PathParameter, QueryParameter
from msgspec import Meta

from cli.service.access import Caller
from cli.service.problems import Trouble
from cli.service.service import Service
from domain.words.phrases import phrase

MOST = 2**53
STORED = "It is stored."
REFUSED = ("no-token", "not-yours", "conflict", "too-large", "too-slow", "busy")
Format = Literal["jsonl", "transcript", "html"]
ReportFormat = Literal["md", "html"]


class Reader(Request[Any, Any, Any]):
    """A body that cannot be read is the sender's mistake, whatever our JSON reader stumbles over."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError as error:
            raise Trouble(
                "unreadable", phrase("the request is not UTF-8 text (byte {0} of a text)", error.start)
            ) from None
        except RecursionError:
            raise Trouble("unreadable", phrase("the request is nested too deeply")) from None


GAME, LINE = "/games/{game:str}", "/games/{game:str}/lines/{line:str}"

TheService: TypeAlias = NamedDependency[Service]
Asker: TypeAlias = NamedDependency[Caller]
GameName = Annotated[str, PathParameter(description="A game.", examples=[Example(value="ridge")])]
LineName = Annotated[str, PathParameter(description="A line of it.", examples=[Example(value="main")])]
SideName = Annotated[str, PathParameter(description="A side of the game.", examples=[Example(value="blue")])]
Number = Annotated[int, PathParameter(ge=1, le=MOST, description="An entry; they are counted from 1.")]
SystemKey = Annotated[str, PathParameter(description="A system.", examples=[Example(value="freeform")])]
RuleId = Annotated[str, PathParameter(description="A rule or a dispute.", examples=[Example(value="FF.1.4")])]
SearchedFor = Annotated[str, QueryParameter(min_length=1, max_length=200, description="Words to look for.")]
Best = Annotated[int, QueryParameter(ge=1, le=1_000, description="How many of the best to answer with.")]
Kind = Annotated[str, PathParameter(description="As the last part of a problem's type.")]
At = Annotated[int | None, QueryParameter(ge=1, le=MOST, description="As it was after this entry; else at the head.")]
After = Annotated[int, QueryParameter(ge=0, le=MOST, description="Only entries after this one.")]
Since = Annotated[
    int | None, QueryParameter(name="after", ge=0, le=MOST, description="Only entries after this one; else new ones.")
]
Limit = Annotated[int, QueryParameter(ge=1, le=1_000, description="How many entries to look through.")]
Orders = Annotated[int, QueryParameter(ge=1, le=2_000, description="How many orders to list.")]
Words = Annotated[
    str, QueryParameter(max_length=400, description="Only orders that name all these: units, places, kinds of order.")
]
OfSide = Annotated[str | None, QueryParameter(description="Only the orders of this side.")]
Every = Annotated[bool, QueryParameter(name="all", description="Go on after the first difference.")]
OtherReadings = Annotated[
    list[Annotated[str, Meta(max_length=50)]] | None,
    QueryParameter(max_items=20, description="Only these other readings, such as D36=b."),
]
As = Annotated[
    Format, QueryParameter(description="jsonl proves itself; html is a replay page; the umpire's transcript.")
]
ReportAs = Annotated[ReportFormat, QueryParameter(description="Markdown, or one page to read or print.")]
WithLuck = Annotated[bool, QueryParameter(description="Also how lucky each side was.")]
NewName = Annotated[str, QueryParameter(min_length=1, max_length=63, description="What to call the game.")]
LastId = Annotated[
    int | None, HeaderParameter(name="Last-Event-ID", ge=0, le=MOST, description="The entry that came last.")
]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key", min_length=1, max_length=200,
        description="Any words of the sender's own, new for each order: sent again they do nothing again.",
    ),
]  # fmt: skip
Language = Annotated[str, QueryParameter(name="lang", max_length=20)]
Edition = Annotated[str, QueryParameter(max_length=64)]
OnLine = Annotated[str, QueryParameter(name="line", max_length=63)]
Newest = Annotated[bool, QueryParameter()]  # only the newest part of a long game
Mark = Annotated[int, QueryParameter(ge=0, le=MOST)]


@dataclass
class FileOperation(Operation):
    """Its body is a file, which no Struct describes."""

    def __post_init__(self) -> None:
        file = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
        content = {"application/octet-stream": OpenAPIMediaType(schema=file)}
        self.request_body = RequestBody(content=content, required=True, description="The file itself.")


def body(title: str, **value: Any) -> Any:
    return BodyKwarg(title=title, examples=[Example(summary=title, value=value)])
