"""What is sent, as Structs: the description of the interface is made from them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Number = Annotated[int, Meta(ge=1, le=2**53, description="An entry's number; entries are counted from 1.")]
Known = Annotated[
    int, Meta(ge=0, le=2**53, description="The last entry as you know it; refused if it is another by now.")
]
Name = Annotated[str, Meta(min_length=1, max_length=63, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
SideName = Annotated[str, Meta(min_length=1, max_length=63)]
Words = Annotated[str, Meta(max_length=2_000)]
Some = Annotated[list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(max_length=64)]
Readings = dict[Annotated[str, Meta(max_length=20)], Annotated[str, Meta(max_length=20)]]
OrderText = Annotated[str, Meta(min_length=1, max_length=100_000, description="As `refight order` takes it.")]
Face = Annotated[int, Meta(ge=0, le=10_000)]  # 0: the ten of a ten-sided die


class Sent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is sent: a misspelt field is said to be one."""


class NewGame(Sent, frozen=True, kw_only=True):
    system: Name
    scenario: Annotated[str, Meta(min_length=1, max_length=200)]
    name: Name
    title: Annotated[str, Meta(max_length=200)] = ""
    sides: Some = []
    options: Some = []
    readings: dict[str, str] = {}
    settings: Annotated[Some, Meta(description="As `refight new --setting` takes them.")] = []
    pack: Annotated[str, Meta(max_length=200, description="A pack that comes with the system, by name.")] = ""


class NewToken(Sent, frozen=True, kw_only=True):
    side: SideName  # or `umpire`


class NewProgram(Sent, frozen=True, kw_only=True):
    side: SideName
    manner: Literal["careful", "rollout"] = "careful"


class NewOrder(Sent, frozen=True, kw_only=True):
    """Without dice and cards, fair dice are rolled. Without an order, the dice or the share that one waits for."""

    order: OrderText | None = None
    by: SideName
    dice: Annotated[list[Face], Meta(max_length=1_000, description="Faces rolled at the table.")] = []
    cards: Some = []
    share: Annotated[str, Meta(max_length=64, description="Of the side, of dice that all make together.")] = ""
    stands: Annotated[bool, Meta(description="Without that share it is recorded, and waits for it.")] = False
    expected: Known | None = None


class NewPromise(Sent, frozen=True, kw_only=True):
    """What a side's shares of the dice lead to from now on."""

    by: SideName
    promise: Annotated[str, Meta(min_length=64, max_length=64, description="The end of a chain of 4,096 links.")]
    instead: Annotated[
        str, Meta(max_length=64, description="What it takes the place of; refused if that is another by now.")
    ] = ""


class NewPreview(Sent, frozen=True, kw_only=True):
    """An order to look at before it is given."""

    order: OrderText
    by: SideName
    expected: Known | None = None


class NewBranch(Sent, frozen=True, kw_only=True):
    name: Name
    line: Name = "main"
    at: Number | None = None
    luck: Literal["same", "fresh"] = "fresh"
    why: Words = ""


class NewNote(Sent, frozen=True, kw_only=True):
    text: Annotated[str, Meta(min_length=1, max_length=10_000)]
    about: Number | None = None
    expected: Known | None = None


class NewRuling(Sent, frozen=True, kw_only=True):
    """It names its rule or its reason, or both."""

    text: Annotated[str, Meta(max_length=10_000, description="The reason.")] = ""
    rule: Annotated[str, Meta(max_length=200, description="The rule it is about.")] = ""
    readings: Annotated[Readings, Meta(description="How disputed rules are read from now on.")] = {}
    facts: Annotated[list[OrderText], Meta(max_length=100, description="Facts set straight.")] = []


class NewTakeBack(Sent, frozen=True, kw_only=True):
    """The first to ask names the new line and says why."""

    line: Name = "main"
    at: Annotated[Number | None, Meta(description="An entry of the order; else the last one is taken back.")] = None
    name: Annotated[str, Meta(max_length=63, description="The new line; take-back-1 and so on if not given.")] = ""
    why: Words = ""


class NewClosing(Sent, frozen=True, kw_only=True):
    """Why nobody plays on in a line; the first to ask says it."""

    why: Words = ""


class NewCourse(Sent, frozen=True, kw_only=True):
    """The rest of a game under another reading, from the order of an entry on."""

    at: Number
    dispute: Annotated[str, Meta(min_length=1, max_length=20)]
    reading: Annotated[str, Meta(min_length=1, max_length=20)]
    name: Annotated[str, Meta(max_length=63, description="The new line; d36-b and the like if not given.")] = ""


class NewOdds(Sent, frozen=True, kw_only=True):
    """An order to try; it is not given."""

    order: OrderText
    by: Annotated[str, Meta(max_length=63, description="The side; else the one that may give it.")] = ""
    at: Number | None = None
    then: Annotated[list[OrderText], Meta(max_length=4, description="Go on with these wherever they are allowed.")] = []
