"""What a file from elsewhere says happened, in words that no system owns: importers write them, systems take them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

TABLE = "table"  # the side that stands for whoever a file does not name


class Happening(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing the file tells of. `by` is a side of the story, or empty where the file does not say who did it."""


Shown = tuple[str, int, int]  # what a picture of the module is called, and how far from the middle it lies


class Appeared(Happening, frozen=True, kw_only=True):
    """A piece comes into play."""

    piece: str  # the file's own id for it
    name: str
    at: str = ""  # a place of the story; empty: off the board
    side: str = ""
    kind: str = ""
    images: tuple[Shown, ...] = ()  # as it lies, the lowest first
    slot: str = ""  # which printed counter of the module it is, where the file says so
    strength: int | None = None
    marks: dict[str, str] = {}
    hidden: bool = False  # only its own side may see it
    by: str = ""


class Moved(Happening, frozen=True, kw_only=True):
    piece: str
    start: str
    to: str
    via: tuple[str, ...] = ()
    by: str = ""


class Changed(Happening, frozen=True, kw_only=True):
    """Only what changed; a mark with no value is taken off."""

    piece: str
    side: str = ""
    strength: int | None = None
    marks: dict[str, str] = {}
    hidden: bool | None = None
    images: tuple[Shown, ...] = ()  # as it lies now
    by: str = ""


class Vanished(Happening, frozen=True, kw_only=True):
    piece: str
    why: str = ""
    by: str = ""


class Rolled(Happening, frozen=True, kw_only=True):
    """Dice as the file claims them. No faces: only a total was written down."""

    faces: tuple[int, ...]
    sides: int
    why: str
    total: int | None = None
    guessed: bool = False  # the file does not say how many sides the dice have
    by: str = ""


class DeckMade(Happening, frozen=True, kw_only=True):
    deck: str
    cards: tuple[str, ...]
    hidden: bool = False


class Drew(Happening, frozen=True, kw_only=True):
    deck: str
    card: str
    by: str = ""


class Discarded(Happening, frozen=True, kw_only=True):
    """A card leaves the hand it was drawn into."""

    deck: str
    card: str
    by: str = ""


class Shuffled(Happening, frozen=True, kw_only=True):
    """The discards go back, and the pile is mixed."""

    deck: str
    by: str = ""


class Lost(Happening, frozen=True, kw_only=True):
    piece: str
    amount: int
    cause: str = ""
    by: str = ""
    inferred: bool = False  # from where the piece was laid; whoever knows the rules knows better


class Scored(Happening, frozen=True, kw_only=True):
    side: str
    points: int
    why: str = ""
    inferred: bool = False  # from a number that the program keeps


class PhaseTold(Happening, frozen=True, kw_only=True):
    """A turn or phase begins, in the file's own words."""

    phase: str
    turn: int = 0
    side: str = ""
    by: str = ""
    inferred: bool = False  # from where the marker of the turn was laid


class Ordered(Happening, frozen=True, kw_only=True):
    """An order in the words of the system itself."""

    text: str
    by: str = ""


class Said(Happening, frozen=True, kw_only=True):
    """Chat, a report or a note, as plain text."""

    text: str
    typed: bool = False  # by a player, in words of their own; else the program reports it
    by: str = ""


class Unread(Happening, frozen=True, kw_only=True):
    """Not understood, and kept as it stands but for what is private."""

    text: str
    why: str = ""  # what kind of thing it seems to be


class Warning(Happening, frozen=True, kw_only=True):
    """A sign of damage, or that someone edited the file: what it says and what was to be expected differ."""

    text: str


class Gap(Happening, frozen=True, kw_only=True):
    """Something was done that the file does not tell of: it goes on from another state than its steps lead to."""

    text: str


class Stride(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in one go; `place` is where to find it in the file, for people: "step 12", "line 40"."""

    place: str
    happenings: tuple[Happening, ...]


class PlaceTold(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    name: str
    x: int | None = None  # east
    y: int | None = None  # south
    terrain: str = ""
    cell: tuple[int, int] | None = None  # column and row of the grid that is drawn


class GridTold(msgspec.Struct, frozen=True, kw_only=True):
    """The hexes of the map that is drawn: as `domain.hexes.printed` has them, and from where to where they go.

    Where the last is less than the first, nobody knows: then they go as far as the places that are told of.
    """

    values: dict[str, Any]
    columns: tuple[int, int]
    rows: tuple[int, int]


class BoardImage(msgspec.Struct, frozen=True, kw_only=True):
    """The picture of a board, and where it lies: as the cells of the grid that is drawn are counted, else in pixels."""

    image: str
    left: float
    top: float
    width: float
    height: float
    turned: bool = False  # upside down


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A whole file, read: step 0 is the position it starts from."""

    title: str
    name: str = ""  # what the file is called, without the names of its players
    origin: str  # the kind of file: "VASSAL log", "CSV"
    module: str = ""  # the game it was played with, as the file calls it
    version: str = ""
    sides: tuple[str, ...] = ()  # as the file calls them; empty if it names none
    players: tuple[str, ...] = ()  # in order of appearance, never their real names
    seats: dict[str, str] = {}  # player -> side, where the file says so
    places: tuple[PlaceTold, ...] = ()
    grid: GridTold | None = None
    boards: tuple[BoardImage, ...] = ()  # of the map that is drawn
    colours: dict[str, str] = {}  # of the sides, where the file or its module says so
    files: dict[str, str] = {}  # that belong into the pack of the game
    steps: tuple[Stride, ...] = ()
    counts: dict[str, int] = {}  # of what stands in the file, for the account that is given of it
    mark: bytes = b""  # where its reader stopped, for whoever reads a further file of the same game

    def each(self) -> Iterator[tuple[Stride, Happening]]:
        return ((step, happening) for step in self.steps for happening in step.happenings)
